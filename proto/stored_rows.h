// Which rows of a section a reduced table stores, and how the others follow
// from them (docs/formats.md, "Reduced tables").

#ifndef TEEKO_PROTO_STORED_ROWS_H_
#define TEEKO_PROTO_STORED_ROWS_H_

#include <cstdint>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::proto {

// Whether tables of this size are: those with more than 2³⁰ placements.
bool IsStoredReduced(const Rules& rules);

// Returns how many positions of such a table one stored position stands for: 1,
// or, of a reduced table, the number of the board's symmetries.  (A little too
// many for rows that some symmetry leaves as they are.)
double PositionsPerStored(const Rules& rules);

// A row: the positions with one mover's set, whose rank is its number.  Const
// methods are thread-safe.
class StoredRows {
 public:
  // Whether there is such a board, and no more on it than a machine can do.
  static bool Fit(const Rules& rules, int placed);

  // Of the section with so many pieces placed; Fit says that it can be.
  StoredRows(const Rules& rules, int placed);

  struct Row {
    uint64_t number;
    uint32_t images;  // how many rows it stands for, itself included
  };
  // Those of the sets that are the smallest of their images, ascending.
  const std::vector<Row>& rows() const { return rows_; }
  uint64_t row_positions() const { return row_positions_; }
  uint64_t positions() const { return rows_.size() * row_positions_; }
  // With those that are not stored.
  uint64_t all_positions() const { return all_rows_ * row_positions_; }

  // For stored positions that follow each other: calls use(index, count,
  // images) for those of each row, where `index` is that of the first in the
  // whole section.
  void ForEachPart(
      uint64_t first, uint64_t count,
      absl::FunctionRef<void(uint64_t index, uint64_t count, uint32_t images)>
          use) const;

  // Sets `out` to the payload of stored positions from `first` on:
  // fill(index, out) sets it for some that follow each other in the section.
  void Fill(uint64_t first, int value_bytes, absl::Span<uint8_t> out,
            absl::FunctionRef<void(uint64_t index, absl::Span<uint8_t> out)>
                fill) const;

  // Where the values are of `count` positions of one row, from `index` on in
  // the section.
  struct Source {
    uint64_t first;                // of the row that is stored, as stored
    std::vector<uint32_t> in_row;  // for each position, where in this row
  };
  Source Find(uint64_t index, uint64_t count) const;

 private:
  using Permutation = std::vector<uint8_t>;

  int squares_;
  int mover_pieces_;
  int opponent_pieces_;
  uint64_t all_rows_;
  uint64_t row_positions_;
  std::vector<Permutation> symmetries_;
  std::vector<Row> rows_;
  // Of opponents' sets but for one square, by rank and this square: the rank
  // with it.  Squares are counted as the mover leaves them.  Made for Find.
  void RankOpponents() const;
  mutable std::once_flag ranked_;
  mutable std::vector<uint32_t> with_;
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_STORED_ROWS_H_
