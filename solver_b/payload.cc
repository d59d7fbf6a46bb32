#include "solver_b/payload.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/table_writer.h"

namespace teeko::solver_b {
namespace {

// Renumbers sets eight squares at a time.
class SetMap {
 public:
  // Takes square i, less than `squares`, to to[i].
  SetMap(const Permutation& to, int squares) : bytes_((squares + 7) / 8) {
    for (int i = 0; i < bytes_; ++i) {
      for (int bits = 1; bits < 256; ++bits) {
        const int square = 8 * i + std::countr_zero(unsigned(bits));
        images_[i][bits] = images_[i][bits & (bits - 1)] | SetOf(to[square]);
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

// Where the squares that `mover` leaves, by their numbers, end up among those
// that the representative of its class leaves, when `symmetry` takes it there.
Permutation FromTableToRow(const Board& board, Set mover,
                           const SetClasses::Class& row,
                           const Permutation& symmetry) {
  const SquaresLeft left(board.squares(), mover);
  Permutation permutation = {};
  for (int i = 0; i < left.count(); ++i) {
    permutation[i] = row.left.Number(symmetry[left.Square(i)]);
  }
  return permutation;
}

}  // namespace

void FillPayload(const SectionIndex& section, const std::vector<Value>& values,
                 int value_bytes, uint64_t first, absl::Span<uint8_t> out) {
  const SetClasses& movers = section.movers();
  const SetIndex& columns = section.columns();
  uint64_t column = first % columns.count();
  uint8_t* next = out.begin();
  for (uint64_t rank = first / columns.count(); next != out.end(); ++rank) {
    const Set mover = movers.sets().Unrank(rank);
    const SetClasses::Way way = movers.Find(mover);
    const SetClasses::Class& row = movers.classes()[way.class_number];
    const SetMap in_row(
        FromTableToRow(movers.board(), mover, row, *way.symmetry),
        row.left.count());
    const Value* const row_values = &values[way.class_number * columns.count()];
    for (; column < columns.count() && next != out.end(); ++column) {
      const Set opponent = in_row(columns.Unrank(column));
      const Value value = row_values[columns.Rank(opponent)];
      *next++ = value;
      if (value_bytes == 2) *next++ = value >> 8;
    }
    column = 0;
  }
}

absl::Status WriteTable(const std::string& path, const Rules& rules,
                        const Space& space, const Solution& solution,
                        Progress& progress) {
  absl::StatusOr<std::unique_ptr<TableWriter>> writer =
      TableWriter::Create(path, rules, "solver_b", solution.value_bytes);
  if (!writer.ok()) return writer.status();
  uint64_t total = 0;
  for (const SolvedSection& section : solution.sections) {
    total += space.section(section.placed).positions();
  }
  progress.StartPhase("writing", total);
  for (const SolvedSection& section : solution.sections) {
    const SectionIndex& index = space.section(section.placed);
    const auto fill = [&](uint64_t first, absl::Span<uint8_t> out) {
      FillPayload(index, section.values, solution.value_bytes, first, out);
      progress.Advance(out.size() / solution.value_bytes);
    };
    const absl::Status status = (*writer)->WriteSection(
        section.placed, section.drops, index.positions(), fill);
    if (!status.ok()) return status;
  }
  return (*writer)->Finish();
}

}  // namespace teeko::solver_b
