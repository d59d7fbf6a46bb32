#include "verify/judge.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "kernel/rules.h"
#include "proto/manifest_file.h"
#include "proto/section_values.h"
#include "verify/counts.h"

namespace teeko::verify {

using kernel::Section;

Judge::Judge(const Rules& rules, const kernel::Game& game,
             const std::vector<Section>& sections, const proto::TableReader& a,
             const proto::TableReader& b, std::ostream& details)
    : rules_(rules),
      game_(game),
      sections_(sections),
      a_(a),
      b_(b),
      details_(details) {
  *manifest_.mutable_rules() = rules;
  manifest_.set_goals(game.goals.size());
}

Judge::Wrong::Wrong(const std::vector<Faults>& sections) {
  while (section < sections.size() && sections[section].count == 0) ++section;
  if (section == sections.size()) return;
  uint64_t in_all = 0;
  for (const Faults& faults : sections) in_all += faults.count;
  index = sections[section].first;
  counts = absl::StrCat(sections[section].count, " in this section, ", in_all,
                        " in all");
}

absl::Status Judge::JudgeReading(const Found& found,
                                 const ReducedTable& table) {
  AddCounts(found.values, manifest_);
  RETURN_IF_ERROR(CheckWidths());
  RETURN_IF_ERROR(CheckDifferences(found, table));
  RETURN_IF_ERROR(CheckDigests(found));
  return CheckSymmetry(found);
}

// Checks that values have one byte if one byte is enough, and two bytes
// otherwise (docs/formats.md).
absl::Status Judge::CheckWidths() const {
  constexpr int kLongestInOneByte = 253;
  const int longest = std::max(manifest_.levels_size() - 1, 0);
  const int drops = 2 * game_.pieces;
  const uint32_t needed = longest + drops <= kLongestInOneByte ? 1 : 2;
  for (const proto::TableReader* reader : {&a_, &b_}) {
    const uint32_t found = reader->footer().value_bytes();
    if (found == needed) continue;
    return Refused("value width", reader->path(), ": has ", found,
                   " bytes per value, expected ", needed,
                   ", because the longest game takes ", drops, " drops and ",
                   longest, " moves");
  }
  return absl::OkStatus();
}

absl::Status Judge::CheckDifferences(const Found& found,
                                     const ReducedTable& table) {
  const Wrong wrong(found.differences);
  if (wrong.counts.empty()) return Complete("A and B agree", found.seen);
  // wrong.index counts stored positions; convert it to an index of the section.
  const uint64_t row_positions =
      kernel::RowSize(game_, sections_[wrong.section]);
  const auto& row =
      table.rows_of_file(wrong.section)[wrong.index / row_positions];
  const uint64_t index =
      kernel::Rank(row.first) * row_positions + wrong.index % row_positions;
  ASSIGN_OR_RETURN(const auto of_a, DiagnoseIn(a_, wrong.section, index));
  ASSIGN_OR_RETURN(const auto of_b, DiagnoseIn(b_, wrong.section, index));
  Draw(wrong.section, index);
  details_ << "    in A " << of_a.Details() << "\n    in B " << of_b.Details()
           << "\n";
  return Refused("comparison", Where(wrong.section, index), " is ",
                 ValueText(of_a.found), " in A, ", of_a.Agreement(), ", but ",
                 ValueText(of_b.found), " in B, ", of_b.Agreement(),
                 "; positions that differ: ", wrong.counts);
}

absl::Status Judge::CheckDigests(const Found& found) {
  for (size_t i = 0; i < sections_.size(); ++i) {
    // Both tables have the same digest, because their payloads are equal.
    for (const proto::TableReader* reader : {&a_, &b_}) {
      const std::string& stated = reader->footer().sections(i).sha256();
      if (stated == found.digests[i]) continue;
      return Refused(
          "digests", reader->path(), ": the ", SectionText(sections_[i]),
          " has SHA-256 ", absl::BytesToHexString(found.digests[i]),
          ", but the footer states ", absl::BytesToHexString(stated));
    }
  }
  proto::Accept(a_, manifest_);
  proto::Accept(b_, manifest_);
  return Complete("SHA-256 of every section", found.seen);
}

// The consistency check depends on symmetry, because it checks only one
// position of each orbit.
absl::Status Judge::CheckSymmetry(const Found& found) const {
  const Wrong wrong(found.asymmetries);
  if (wrong.counts.empty()) return absl::OkStatus();
  const auto& [section, index, counts] = wrong;
  ASSIGN_OR_RETURN(const Diagnosis diagnosis, DiagnoseIn(a_, section, index));
  const kernel::Position position =
      kernel::PositionAt(game_, sections_[section], index);
  uint64_t image_index = index;
  Diagnosis of_image = diagnosis;
  for (const std::vector<int>& symmetry : game_.symmetries) {
    if (of_image.found != diagnosis.found) break;
    image_index = kernel::Index(game_, kernel::Image(symmetry, position));
    ASSIGN_OR_RETURN(of_image, DiagnoseIn(a_, section, image_index));
  }
  Draw(section, index);
  details_ << "    in A and B " << diagnosis.Details() << "; its image:\n";
  Draw(section, image_index);
  details_ << "    in A and B " << of_image.Details() << "\n";
  return Refused("symmetry", Where(section, index), " is ",
                 ValueText(diagnosis.found), ", ", diagnosis.Agreement(),
                 ", but its image, position ", image_index, ", is ",
                 ValueText(of_image.found), ", ", of_image.Agreement(),
                 "; images that differ: ", counts);
}

absl::Status Judge::JudgeConsistency(const Found& found) {
  const Wrong wrong(found.inconsistencies);
  if (!wrong.counts.empty()) return Inconsistency(wrong);
  AddNoMoves(found.no_moves);
  RETURN_IF_ERROR(
      Complete("local consistency, and no value where the mover has a goal",
               found.seen));
  return Complete(absl::StrCat("invariance under all ", game_.symmetries.size(),
                               " symmetries"),
                  found.seen);
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
  details_ << "    in A and B " << ValueText(diagnosis.found) << ": "
           << diagnosis.Text() << "\n";
  return Refused(
      "local consistency", Where(section, index), " is ",
      ValueText(diagnosis.found), ", but ", diagnosis.Text(),
      "; positions that do not agree with their successors: ", counts);
}

absl::StatusOr<Diagnosis> Judge::DiagnoseIn(const proto::TableReader& table,
                                            int section, uint64_t index) const {
  const auto value_at = [&](int section,
                            uint64_t index) -> absl::StatusOr<kernel::Value> {
    std::vector<uint8_t> value(table.footer().value_bytes());
    RETURN_IF_ERROR(table.ReadSection(section, absl::MakeSpan(value), index));
    return proto::SectionValues::Decode(value.data(), value.size(), 0);
  };
  return Diagnose(game_, sections_, section, index, value_at);
}

std::string Judge::Where(int section, uint64_t index) const {
  return absl::StrCat("position ", index, " of the ",
                      SectionText(sections_[section]));
}

void Judge::Draw(int number, uint64_t index) const {
  const Section& section = sections_[number];
  details_ << Where(number, index) << ":\n"
           << PositionText(kernel::KernelRules(rules_), section,
                           kernel::PositionAt(game_, section, index));
}

// Counts the placements without a goal.
void Judge::AddNoMoves(uint64_t no_moves) {
  const uint64_t lost_in_0 =
      manifest_.levels().empty() ? 0 : manifest_.levels(0);
  AddCheck(
      no_moves == 0 ? "the side to move always has a move"
                    : absl::StrCat("the side to move has a move, but for ",
                                   no_moves, " positions, where it has lost"),
      manifest_.placements() - manifest_.no_value() - lost_in_0 + no_moves);
}

absl::Status Judge::Complete(const std::string& check, uint64_t seen) {
  uint64_t positions = 0;
  for (const Section& section : sections_) positions += section.positions;
  if (seen != positions) {
    return absl::InternalError(absl::StrCat(
        check, ": checked ", seen, " positions, expected ", positions));
  }
  AddCheck(check, seen);
  return absl::OkStatus();
}

void Judge::AddCheck(const std::string& name, uint64_t positions) {
  auto& check = *manifest_.add_checks();
  check.set_name(name);
  check.set_positions(positions);
}

}  // namespace teeko::verify
