#include "studies/four_move_limit/second/plain.h"

#include <bit>
#include <tuple>
#include <utility>

#include "proto/table_reader.h"
#include "verify/rules.h"

namespace teeko::studies::second {

using kernel::Position;

absl::StatusOr<Plain> ReadPlain(const std::string& path) {
  const absl::StatusOr<TableReader> table = TableReader::Open(path);
  if (!table.ok()) return table.status();
  const Rules& rules = table->footer().rules();
  kernel::Game game = verify::GameOf(rules);
  const kernel::Section section =
      kernel::Sections(game, {rules.styles().begin(), rules.styles().end()})[0];
  absl::StatusOr<SectionValues> values = SectionValues::Read(*table, 0);
  if (!values.ok()) return values.status();

  Plain plain = {
      rules.name(), std::move(game), section, *std::move(values), {}};
  for (uint64_t index = 0; index < section.positions; ++index) {
    const Position position = plain.At(index);
    if (Canonical(plain.game, position) == position) {
      plain.canonical.push_back(index);
    }
  }
  return plain;
}

Move MoveBetween(const Position& before, const Position& after) {
  return {
      static_cast<uint8_t>(std::countr_zero(before.mover & ~after.opponent)),
      static_cast<uint8_t>(std::countr_zero(after.opponent & ~before.mover))};
}

Position ImageOf(const std::vector<int>& symmetry, const Position& position) {
  return {kernel::Image(symmetry, position.mover),
          kernel::Image(symmetry, position.opponent)};
}

Move ImageOf(const std::vector<int>& symmetry, const Move& move) {
  if (move == Move{}) return move;
  return {static_cast<uint8_t>(symmetry[move.from]),
          static_cast<uint8_t>(symmetry[move.to])};
}

Position Canonical(const kernel::Game& game, const Position& position) {
  // Sets are in the order of their ranks.
  const auto key = [](const Position& p) {
    return std::tuple(p.mover, p.opponent);
  };
  Position least = position;
  for (const std::vector<int>& symmetry : game.symmetries) {
    const Position image = ImageOf(symmetry, position);
    if (key(image) < key(least)) least = image;
  }
  return least;
}

}  // namespace teeko::studies::second
