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

#include <tbb/collaborative_call_once.h>
#include <tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "base/processes.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/spill.h"
#include "solver_a/subsets.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// Scores by mover set (row) and opponent set (column); 0 where they overlap.
// The rows of one process: those of its panels, kLineBits each.
template <typename Score>
class ScoreMatrix {
 public:
  ScoreMatrix(size_t rows, size_t columns, const Partition& partition)
      : partition_(partition),
        rows_(rows),
        stride_((columns + 63) / 64 * 64),
        scores_(partition.Count(Panels(rows)) * kLineBits * stride_) {}

  // Of all processes.
  size_t rows() const { return rows_; }
  // From one row to the next in the same panel: a multiple of 64.
  size_t stride() const { return stride_; }
  size_t owner(size_t r) const { return partition_.OwnerOf(r / kLineBits); }
  bool has(size_t r) const { return owner(r) == partition_.process; }
  // Of a row that it has.
  Score* row(size_t r) { return &scores_[Place(r)]; }
  const Score* row(size_t r) const { return &scores_[Place(r)]; }

 private:
  size_t Place(size_t r) const {
    return (partition_.Index(r / kLineBits) * kLineBits + r % kLineBits) *
           stride_;
  }

  Partition partition_;
  size_t rows_;
  size_t stride_;
  LargeVector<Score> scores_;
};

// For the section with all pieces placed, of which there is a panel of rows in
// memory at a time: sets, in rows 512 p …, the columns 512 q … to what the
// levels have decided.  `panel` has kLineBits rows.  Thread-safe for different
// q.
template <typename Score>
absl::Status ReadScores(const Spill& spill, const Subsets& sets, size_t p,
                        size_t q, ScoreMatrix<Score>& panel);

// Panels of that section, each as long as a thread has asked for it last.
// Thread-safe.
template <typename Score>
class MovePanels {
 public:
  MovePanels(const DistributedSpill& spill, const Subsets& sets)
      : spill_(spill), sets_(sets), panels_(spill.panels()) {}

  // Rows 512 p …; all threads that wait for the same ones help to read them.
  std::shared_ptr<const ScoreMatrix<Score>> Get(size_t p);

  // The first error.
  absl::Status status() {
    const std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  struct Panel {
    explicit Panel(size_t columns) : scores(kLineBits, columns, Partition()) {}

    tbb::collaborative_once_flag read;
    ScoreMatrix<Score> scores;
  };

  const DistributedSpill& spill_;
  const Subsets& sets_;
  tbb::enumerable_thread_specific<std::shared_ptr<Panel>> last_;
  std::mutex mutex_;                          // for the rest
  std::vector<std::weak_ptr<Panel>> panels_;  // [p]
  absl::Status status_;
};

// Of a section: how many pieces are placed, and its letters, as in
// docs/formats.md.
template <typename Score>
using SectionSink = absl::FunctionRef<absl::Status(
    int placed, const std::string& drops, const ScoreMatrix<Score>& scores)>;

// Solves all sections of `rules` with drops to come, in file order, and hands
// each to `sink`; stops if that fails.  All processes call it together.
// `sets` are the sets of all pieces of a side, and `spill` is what
// SolveMovePhase has written.  Score holds all values.  Works on oneTBB
// threads.
template <typename Score>
absl::Status SolveDropPhase(const Rules& rules, const Board& board,
                            const Subsets& sets, DistributedSpill& spill,
                            base::Processes& processes,
                            SectionSink<Score> sink);

// The letters still to come with that many pieces placed, in all styles.
std::set<std::string> DropsToCome(const Rules& rules, int placed);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_DROP_PHASE_H_
