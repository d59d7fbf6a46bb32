#include "studies/placements/values.h"

#include <algorithm>

#include "proto/section_values.h"

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

absl::StatusOr<Values> ReadValues(const Board& board,
                                  const TableReader& table) {
  const absl::StatusOr<int> section = table.FindSection(2 * board.pieces(), "");
  if (!section.ok()) return section.status();
  const absl::StatusOr<SectionValues> wide =
      SectionValues::Read(table, *section);
  if (!wide.ok()) return wide.status();
  std::vector<uint8_t> payload(wide->size());
  for (uint64_t i = 0; i < wide->size(); ++i) {
    const uint16_t value = (*wide)[i];
    payload[i] = value == SectionValues::kNoValue ? kNoValue
                 : value > 253                    ? 252 + value % 2
                                                  : value;
  }
  return Values(board, payload);
}

}  // namespace teeko::extra_rules
