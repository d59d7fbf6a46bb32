#include "studies/placements/values.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"

namespace teeko::extra_rules {

std::string OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kLoss:
      return "loss";
    case Outcome::kDraw:
      return "draw";
    case Outcome::kWin:
      return "win";
  }
  return "";
}

Values::Values(const Board& board, absl::Span<const uint8_t> payload)
    : placements_(board.placements().size()),
      values_(placements_ * placements_, kNoValue) {
  const std::vector<Set>& sets = board.placements();
  auto next = payload.begin();
  for (size_t mover = 0; mover < placements_; ++mover) {
    for (size_t opponent = 0; opponent < placements_; ++opponent) {
      if ((sets[mover] & sets[opponent]) != 0) continue;
      values_[mover * placements_ + opponent] = *next++;
    }
  }
}

std::vector<bool> Values::Goals() const {
  // Where the mover has a goal there is no value; elsewhere every pair of
  // disjoint sets has one.
  std::vector<bool> goals(placements_);
  for (size_t mover = 0; mover < placements_; ++mover) {
    const auto row = values_.begin() + mover * placements_;
    goals[mover] = std::all_of(row, row + placements_,
                               [](Value value) { return value == kNoValue; });
  }
  return goals;
}

absl::StatusOr<Values> ReadAcceptedValues(const Board& board,
                                          const TableReader& table,
                                          const Manifest& manifest) {
  if (!SameRules(table.footer().rules(), manifest.rules())) {
    return absl::FailedPreconditionError(absl::StrCat(
        table.path(), ": its rules are not those of the manifest"));
  }
  const int placed = 2 * board.pieces();
  const absl::StatusOr<int> index = table.FindSection(placed, "");
  if (!index.ok()) return index.status();
  const Section& section = table.footer().sections(*index);
  const std::string digest = absl::BytesToHexString(section.sha256());
  const auto& accepted = manifest.sections();
  if (std::none_of(accepted.begin(), accepted.end(),
                   [&](const AcceptedSection& candidate) {
                     return candidate.placed() == section.placed() &&
                            candidate.drops() == section.drops() &&
                            absl::AsciiStrToLower(candidate.sha256()) == digest;
                   })) {
    return absl::FailedPreconditionError(
        absl::StrCat(table.path(),
                     ": the verifier has not accepted the section"
                     " with ",
                     placed, " pieces placed"));
  }

  const size_t value_bytes = table.footer().value_bytes();
  std::vector<uint8_t> payload(section.positions() * value_bytes);
  const absl::Status status =
      table.ReadSection(*index, absl::MakeSpan(payload));
  if (!status.ok()) return status;
  if (value_bytes == 2) {
    for (size_t i = 0; i < section.positions(); ++i) {
      const int wide = payload[2 * i] | payload[2 * i + 1] << 8;
      payload[i] = wide == 0xffff ? kNoValue
                   : wide > 253   ? 252 + wide % 2
                                  : wide;
    }
    payload.resize(section.positions());
  }
  return Values(board, payload);
}

}  // namespace teeko::extra_rules
