#include "verify/judge.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/section_values.h"

namespace teeko::verify {

Judge::Judge(const ReducedTable& table, int first_section,
             const proto::TableReader& a, const proto::TableReader& b,
             std::ostream& details)
    : table_(table),
      game_(table.game()),
      first_section_(first_section),
      a_(a),
      b_(b),
      details_(details) {}

Judge::Wrong::Wrong(const std::vector<Faults>& sections) {
  while (section < sections.size() && sections[section].count == 0) ++section;
  if (section == sections.size()) return;
  uint64_t in_all = 0;
  for (const Faults& faults : sections) in_all += faults.count;
  index = sections[section].first;
  counts = absl::StrCat(sections[section].count, " in this section, ", in_all,
                        " in all");
}

absl::Status Judge::JudgeReading(const Found& found) const {
  RETURN_IF_ERROR(CheckWidths(found));
  RETURN_IF_ERROR(CheckDifferences(found));
  RETURN_IF_ERROR(CheckDigests(found));
  return CheckSymmetry(found);
}

// Checks that values have one byte if one byte is enough, and two bytes
// otherwise (docs/formats.md).
absl::Status Judge::CheckWidths(const Found& found) const {
  constexpr int kLongestInOneByte = 253;
  int longest = static_cast<int>(found.values.size()) - 2;  // the largest value
  while (longest > 0 && found.values[longest] == 0) --longest;
  longest = std::max(longest - 1, 0);
  const int drops = 2 * game_.board().pieces;
  const uint32_t needed = longest + drops <= kLongestInOneByte ? 1 : 2;
  for (const proto::TableReader* reader : {&a_, &b_}) {
    const uint32_t bytes = reader->footer().value_bytes();
    if (bytes == needed) continue;
    return Refused("value width", reader->path(), ": has ", bytes,
                   " bytes per value, expected ", needed,
                   ", because the longest game takes ", drops, " drops and ",
                   longest, " moves");
  }
  return absl::OkStatus();
}

absl::Status Judge::CheckDifferences(const Found& found) const {
  const Wrong wrong(found.differences);
  if (wrong.counts.empty()) return CheckComplete("A and B agree", found);
  // wrong.index counts stored positions; convert it to an index of the section.
  const uint64_t set_size = game_.SetSize(wrong.section);
  const auto& set = table_.sets_of_file(wrong.section)[wrong.index / set_size];
  const uint64_t index =
      kernel::Rank(set.first) * set_size + wrong.index % set_size;
  ASSIGN_OR_RETURN(const auto of_a, DiagnoseIn(a_, wrong.section, index));
  ASSIGN_OR_RETURN(const auto of_b, DiagnoseIn(b_, wrong.section, index));
  Draw(wrong.section, index);
  details_ << "    in A " << of_a.Details() << "\n    in B " << of_b.Details()
           << "\n";
  return Refused("comparison", Where(wrong.section, index), " is ", of_a.found,
                 " in A, ", of_a.Agreement(), ", but ", of_b.found, " in B, ",
                 of_b.Agreement(), "; positions that differ: ", wrong.counts);
}

absl::Status Judge::CheckDigests(const Found& found) const {
  for (size_t i = 0; i < found.digests.size(); ++i) {
    // Both tables have the same digest, because their payloads are equal.
    for (const proto::TableReader* reader : {&a_, &b_}) {
      const std::string& stated =
          reader->footer().sections(first_section_ + i).sha256();
      if (stated == found.digests[i]) continue;
      return Refused("digests", reader->path(), ": the ", SectionText(i),
                     " has SHA-256 ", absl::BytesToHexString(found.digests[i]),
                     ", but the footer states ",
                     absl::BytesToHexString(stated));
    }
  }
  return absl::OkStatus();
}

// The consistency check depends on symmetry, because it checks only one
// position of each orbit.
absl::Status Judge::CheckSymmetry(const Found& found) const {
  const Wrong wrong(found.asymmetries);
  if (wrong.counts.empty()) return absl::OkStatus();
  const auto& [section, index, counts] = wrong;
  ASSIGN_OR_RETURN(const Diagnosis diagnosis, DiagnoseIn(a_, section, index));
  const ThresholdPosition position = game_.PositionAt(section, index);
  uint64_t image_index = index;
  Diagnosis of_image = diagnosis;
  for (const std::vector<int>& symmetry : game_.board().symmetries) {
    if (of_image.found != diagnosis.found) break;
    image_index = game_.Index(section, game_.Image(symmetry, position));
    ASSIGN_OR_RETURN(of_image, DiagnoseIn(a_, section, image_index));
  }
  Draw(section, index);
  details_ << "    in A and B " << diagnosis.Details() << "; its image:\n";
  Draw(section, image_index);
  details_ << "    in A and B " << of_image.Details() << "\n";
  return Refused("symmetry", Where(section, index), " is ", diagnosis.found,
                 ", ", diagnosis.Agreement(), ", but its image, position ",
                 image_index, ", is ", of_image.found, ", ",
                 of_image.Agreement(), "; images that differ: ", counts);
}

absl::Status Judge::JudgeConsistency(const Found& found) const {
  const Wrong wrong(found.inconsistencies);
  return wrong.counts.empty() ? CheckComplete("local consistency", found)
                              : Inconsistency(wrong);
}

absl::Status Judge::Inconsistency(const Wrong& wrong) const {
  const auto& [section, index, counts] = wrong;
  ASSIGN_OR_RETURN(const auto diagnosis, DiagnoseIn(a_, section, index));
  if (diagnosis.right()) {
    return absl::InternalError(
        absl::StrCat("local consistency: ", Where(section, index),
                     " fails the fast check, but has the kernel's value"));
  }
  Draw(section, index);
  details_ << "    in A and B " << diagnosis.found << ": " << diagnosis.Text()
           << "\n";
  return Refused(
      "local consistency", Where(section, index), " is ", diagnosis.found,
      ", but ", diagnosis.Text(),
      "; positions that do not agree with their successors: ", counts);
}

absl::StatusOr<Diagnosis> Judge::DiagnoseIn(const proto::TableReader& table,
                                            int section, uint64_t index) const {
  const auto value_at = [&](int section,
                            uint64_t index) -> absl::StatusOr<kernel::Value> {
    std::vector<uint8_t> value(table.footer().value_bytes());
    const uint64_t in_file =
        game_.threshold() == 0
            ? index
            : table_.KeptIndex(section, game_.PositionAt(section, index));
    RETURN_IF_ERROR(table.ReadSection(first_section_ + section,
                                      absl::MakeSpan(value), in_file));
    return proto::SectionValues::Decode(value.data(), value.size(), 0);
  };
  return Diagnose(game_, section, index, value_at);
}

std::string Judge::SectionText(int section) const {
  return game_.SectionText(game_.sections()[section]);
}

std::string Judge::Where(int section, uint64_t index) const {
  return absl::StrCat("position ", index, " of the ", SectionText(section));
}

void Judge::Draw(int section, uint64_t index) const {
  details_ << Where(section, index) << ":\n"
           << game_.PositionText(game_.sections()[section],
                                 game_.PositionAt(section, index));
}

absl::Status Judge::CheckComplete(absl::string_view check,
                                  const Found& found) const {
  uint64_t positions = 0;
  for (size_t i = 0; i < game_.sections().size(); ++i) {
    const int size = game_.sections()[i].attackers();
    positions += kernel::Choose(game_.board().squares, size) * game_.SetSize(i);
  }
  if (found.seen == positions) return absl::OkStatus();
  return absl::InternalError(absl::StrCat(check, ": checked ", found.seen,
                                          " positions, expected ", positions));
}

}  // namespace teeko::verify
