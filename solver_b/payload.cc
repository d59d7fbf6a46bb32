#include "solver_b/payload.h"

#include <array>

#include "solver_b/check.h"

namespace teeko::solver_b {
namespace {

// Takes sets of the squares that a mover leaves, as the table numbers them, to
// the row of its class, eight squares at a time.
class RowMap {
 public:
  // `symmetry` takes `mover` to the row's representative.
  RowMap(const Board& board, Set mover, const SetClasses::Class& row,
         const Permutation& symmetry)
      : bytes_((row.left.count() + 7) / 8) {
    const SquaresLeft left(board.squares(), mover);
    for (int i = 0; i < left.count(); ++i) {
      const Set image = SetOf(row.left.Number(symmetry[left.Square(i)]));
      const int bit = 1 << i % 8;
      for (int bits = 0; bits < bit; ++bits) {
        images_[i / 8][bits | bit] = images_[i / 8][bits] | image;
      }
    }
  }

  Set operator()(Set set) const {
    Set image = 0;
    for (int i = 0; i < bytes_; ++i) image |= images_[i][set >> (8 * i) & 255];
    return image;
  }

 private:
  int bytes_;
  std::array<std::array<Set, 256>, 8> images_ = {};
};

}  // namespace

void FillPayload(const SectionIndex& section, const std::vector<Value>& values,
                 int value_bytes, uint64_t first, std::span<uint8_t> out) {
  const SetClasses& movers = section.movers();
  const SetIndex& columns = section.columns();
  Check(first + out.size() / value_bytes <= section.positions() &&
            values.size() == section.size(),
        "the positions to write are in the section");
  uint64_t column = first % columns.count();
  auto next = out.begin();
  for (uint64_t rank = first / columns.count(); next != out.end(); ++rank) {
    const Set mover = movers.sets().Unrank(rank);
    const auto [row_number, symmetry] = movers.Canonicalize(mover);
    const SetClasses::Class& row = movers.classes()[row_number];
    const RowMap in_row(movers.board(), mover, row,
                        movers.board().symmetries()[symmetry]);
    const Value* const row_values = &values[section.Index(row_number, 0)];
    for (; column < columns.count() && next != out.end(); ++column) {
      const Set opponent = in_row(columns.Unrank(column));
      const Value value = row_values[columns.Rank(opponent)];
      *next++ = value;
      if (value_bytes == 2) *next++ = value >> 8;
    }
    column = 0;
  }
}

}  // namespace teeko::solver_b
