#include "audit/fuzz/shrink.h"

#include <bit>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "proto/rules_file.h"
#include "verify/diagnosis.h"
#include "verify/words.h"

namespace teeko::verify {
namespace {

// With lines and styles as long; other figures need four pieces and become
// lines.
void SetPieces(Rules& rules, uint32_t pieces) {
  rules.set_pieces(pieces);
  for (GoalFamily& family : *rules.mutable_goals()) {
    family.mutable_line()->set_length(pieces);
  }
  for (std::string& style : *rules.mutable_styles()) style.resize(pieces);
}

// All that are smaller by one step and make sense, the best to try first.
std::vector<Rules> Smaller(const Rules& rules) {
  std::vector<Rules> all;
  const auto change = [&](auto how) {
    Rules smaller = rules;
    how(smaller);
    if (ValidateRules(smaller).ok()) all.push_back(std::move(smaller));
  };
  change([](Rules& r) { r.set_rows(r.rows() / 2); });
  change([](Rules& r) { r.set_columns(r.columns() / 2); });
  change([](Rules& r) { r.set_rows(r.rows() - 1); });
  change([](Rules& r) { r.set_columns(r.columns() - 1); });
  change([](Rules& r) { SetPieces(r, r.pieces() - 1); });
  if (rules.edges() == Rules::WRAPPED) {
    change([](Rules& r) { r.set_edges(Rules::BOUNDED); });
  }
  for (int i = 0; i < rules.goals_size(); ++i) {
    change([i](Rules& r) { r.mutable_goals()->DeleteSubrange(i, 1); });
  }
  for (int i = 0; i < rules.styles_size(); ++i) {
    change([i](Rules& r) { r.mutable_styles()->DeleteSubrange(i, 1); });
  }
  return all;
}

}  // namespace

std::string Text(const Finding& finding) {
  const auto& [about, position, opinions, drops] = finding.disagreement;
  std::string rules;
  google::protobuf::TextFormat::PrintToString(finding.rules, &rules);
  kernel::Section section;
  section.mover_pieces = std::popcount(position.mover);
  section.placed = std::popcount(position.mover | position.opponent);
  section.drops = drops.empty()
                      ? finding.rules.styles(0).substr(section.mover_pieces)
                      : drops;
  return absl::StrCat(rules, "\n",
                      PositionText(WordsOf(finding.rules), section, position),
                      "\nThere is disagreement on ", about, ":\n", opinions);
}

Finding Shrunk(Finding finding, Search search) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (Rules& rules : Smaller(finding.rules)) {
      std::optional<Disagreement> found = search(rules);
      if (!found.has_value()) continue;
      finding = {std::move(rules), *std::move(found)};
      smaller = true;
      break;
    }
  }
  return finding;
}

}  // namespace teeko::verify
