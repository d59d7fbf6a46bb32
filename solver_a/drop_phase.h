// Solver A's drop phase: one section from the next, whole rows at a time.
//
// A position with k pieces placed has the value of its best or worst drop.  So
// that "best" is a plain minimum or maximum, values are turned into scores
// (values.h).
//
// In the section with k + 1 pieces the sides change places: the mover with set
// M drops on s, and the opponent O is to move against M ∪ {s}.  Row M ∪ {s} of
// the transposed section holds the scores of that for all O at once.

#ifndef TEEKO_SOLVER_A_DROP_PHASE_H_
#define TEEKO_SOLVER_A_DROP_PHASE_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "proto/rules.pb.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/large_vector.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {

// Scores by mover set (row) and opponent set (column); 0 where they overlap.
template <typename Score>
class ScoreMatrix {
 public:
  ScoreMatrix(size_t rows, size_t columns)
      : rows_(rows),
        columns_(columns),
        stride_((columns + 63) / 64 * 64),
        scores_(rows * stride_) {}

  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }
  Score* row(size_t r) { return &scores_[r * stride_]; }
  const Score* row(size_t r) const { return &scores_[r * stride_]; }

 private:
  size_t rows_;
  size_t columns_;
  size_t stride_;  // a multiple of 64, for whole stripes
  LargeVector<Score> scores_;
};

// Takes a section: its letters (`drops` in proto/README.md) and its scores.
template <typename Score>
using SectionSink = absl::FunctionRef<absl::Status(
    int placed, const std::string& drops, const ScoreMatrix<Score>& section)>;

// Solves all sections of `rules` with drops to come, in file order, and hands
// each to `sink`; stops if that fails.  `sets` are the sets of all pieces of a
// side, and `spill` is what SolveMovePhase has written.  Score holds all
// values.  Works on oneTBB threads of rank 0, while the others serve.
template <typename Score>
absl::Status SolveDropPhase(const Rules& rules, const Board& board,
                            const Subsets& sets, DistributedSpill& spill,
                            SectionSink<Score> sink);

// The letters still to come with that many pieces placed, in all styles.
std::set<std::string> DropsToCome(const Rules& rules, int placed);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_DROP_PHASE_H_
