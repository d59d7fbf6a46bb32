// Computes which rows of a section a reduced table stores, and where it stores
// the values of the other rows (docs/formats.md, "Reduced tables").

#ifndef TEEKO_PROTO_STORED_ROWS_H_
#define TEEKO_PROTO_STORED_ROWS_H_

#include <cstdint>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::proto {

// True if the solvers write a reduced table for these rules: the rules have
// more than 2³⁰ placements.
bool IsStoredReduced(const Rules& rules);

// Returns the number of positions that one stored position represents: 1 or, in
// a reduced table, the number of the board's symmetries. (This is slightly too
// high: some rows have fewer images.)
double PositionsPerStored(const Rules& rules);

// A row is all positions of a section in which the mover has the same set.  The
// rank of this set is the number of the row.  Const methods are thread-safe.
class StoredRows {
 public:
  // True if `rules` has a board of at most 64 squares with room for all pieces,
  // and if the section with `placed`
  // pieces is small enough for this class.
  static bool Fit(const Rules& rules, int placed);

  // Creates the stored rows of the section with `placed` pieces.  Requires
  // Fit(rules, placed).
  StoredRows(const Rules& rules, int placed);

  struct Row {
    uint64_t number;
    uint32_t images;  // number of rows that it represents, including itself
  };
  // Returns the stored rows, in ascending order: the rows whose mover's set has
  // the smallest rank among its images.
  const std::vector<Row>& rows() const { return rows_; }
  // The number of positions in one row.
  uint64_t row_positions() const { return row_positions_; }
  // The number of stored positions.
  uint64_t positions() const { return rows_.size() * row_positions_; }
  // Returns the number of positions, including those that are not stored.
  uint64_t all_positions() const { return all_rows_ * row_positions_; }

  // Splits a range of stored positions into rows.  For each row, calls
  // use(index, count, images).  `index` is the index of the first position
  // among all positions of the section, stored or not.
  void ForEachPart(
      uint64_t first, uint64_t count,
      absl::FunctionRef<void(uint64_t index, uint64_t count, uint32_t images)>
          use) const;

  // Sets `out` to the payload of the stored positions from `first` on.
  // fill(index, out) must set the payload of consecutive positions from `index`
  // on, counted among all positions of the section.
  void Fill(uint64_t first, int value_bytes, absl::Span<uint8_t> out,
            absl::FunctionRef<void(uint64_t index, absl::Span<uint8_t> out)>
                fill) const;

  // Says where the table stores the values of consecutive positions of one row.
  struct Source {
    uint64_t first;  // number of the first position of the stored row, counted
                     // among the stored positions
    // For each of the consecutive positions, the index of its image in the
    // stored row.
    std::vector<uint32_t> in_row;
  };
  // Finds where the values of `count` positions from `index` on are stored. All
  // of them must be in one row.
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
  // Computes rank_with_; called by the first call of Find.
  void RankOpponents() const;
  mutable std::once_flag ranked_;
  // The F squares that the mover leaves free are numbered from 0.  Let R be the
  // set of opponent_pieces_ - 1 free squares with the rank r.  Then
  // rank_with_[r × F + s] is the rank of R with the free square s added.
  mutable std::vector<uint32_t> rank_with_;
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_STORED_ROWS_H_
