// The rows of a section that a reduced table stores, and how the other rows
// follow from them (docs/formats.md, "Reduced tables").

#ifndef TEEKO_PROTO_STORED_ROWS_H_
#define TEEKO_PROTO_STORED_ROWS_H_

#include <cstdint>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::proto {

// True if tables of these rules are reduced: they have more than 2³⁰
// placements.
bool IsStoredReduced(const Rules& rules);

// Returns the number of positions that one stored position represents: 1 or, in
// a reduced table, the number of the board's symmetries. (This is slightly too
// high: some rows have fewer images.)
double PositionsPerStored(const Rules& rules);

// A row has all positions with the same mover's set.  The rank of the set is
// the number of the row.  Const methods are thread-safe.
class StoredRows {
 public:
  // True if the board exists and its section is small enough to be read.
  static bool Fit(const Rules& rules, int placed);

  // Creates the stored rows of the section with `placed` pieces.  Requires
  // Fit(rules, placed).
  StoredRows(const Rules& rules, int placed);

  struct Row {
    uint64_t number;
    uint32_t images;  // number of rows that it represents, including itself
  };
  // Returns the stored rows, in ascending order: the rows whose mover's set is
  // the smallest of its images.
  const std::vector<Row>& rows() const { return rows_; }
  uint64_t row_positions() const { return row_positions_; }
  uint64_t positions() const { return rows_.size() * row_positions_; }
  // Returns the number of positions, including those that are not stored.
  uint64_t all_positions() const { return all_rows_ * row_positions_; }

  // Splits a range of stored positions into rows.  For each row, calls
  // use(index, count, images); `index` is the index in the whole section of the
  // first position.
  void ForEachPart(
      uint64_t first, uint64_t count,
      absl::FunctionRef<void(uint64_t index, uint64_t count, uint32_t images)>
          use) const;

  // Sets `out` to the payload of the stored positions from `first` on.
  // fill(index, out) must set the payload of consecutive positions of the
  // section.
  void Fill(uint64_t first, int value_bytes, absl::Span<uint8_t> out,
            absl::FunctionRef<void(uint64_t index, absl::Span<uint8_t> out)>
                fill) const;

  // Where the values of `count` consecutive positions of one row are stored.
  struct Source {
    uint64_t first;                // first stored position of the stored row
    std::vector<uint32_t> in_row;  // for each position, its index in that row
  };
  // Finds the values of `count` positions from `index` on, all in one row.
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
  // with_[rank × squares + square]: the rank of the opponent's set that
  // consists of `square` and the set with this rank of all but one piece.
  // Squares are numbered among those that the mover leaves free.  Computed by
  // RankOpponents, which the first Find calls.
  void RankOpponents() const;
  mutable std::once_flag ranked_;
  mutable std::vector<uint32_t> with_;
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_STORED_ROWS_H_
