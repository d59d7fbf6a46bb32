// Solver A's drop phase: solves each section from the section with one more
// piece, a row at a time.
//
// A position with k pieces placed has the value of its best drop, or of its
// worst drop if the opponent chooses the square.  A score (values.h) is larger
// for a better value.
//
// If the mover with set M drops on s, the opponent O is the next side to move,
// and M ∪ {s} is the set of its opponent.  Row M ∪ {s} of the transposed
// section with k + 1 pieces has the scores of these positions for all O.  They
// are from O's point of view.  So the best drop has the smallest of these
// scores, and the worst drop the largest.
//
// A threshold game has two sections instead of one, with either side to move.
// Both have rows for the attacker's stored holdings only, and columns for the
// defender's holdings.  If the defender drops, the attacker's holding stays. So
// its section is solved as in the ordinary game, and then transposed.  If the
// attacker drops, its next holding a may not be stored.  Then a symmetry s
// takes it to a stored holding, and its score against d is that of s(a) against
// s(d).

#ifndef TEEKO_SOLVER_A_DROP_PHASE_H_
#define TEEKO_SOLVER_A_DROP_PHASE_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "base/processes.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/spill.h"
#include "solver_a/threshold_game.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

// Scores by mover set (row) and opponent set (column); 0 if the sets overlap.
// The matrix has only the rows of one process: kLineBits rows for each panel
// that the process owns.
template <typename Score>
class ScoreMatrix {
 public:
  ScoreMatrix(size_t rows, size_t columns, const Partition& partition)
      : partition_(partition),
        rows_(rows),
        stride_((columns + 63) / 64 * 64),
        scores_(partition.Count(Panels(rows)) * kLineBits * stride_) {}

  // The number of rows of all processes.
  size_t rows() const { return rows_; }
  // Distance between two rows of a panel, in scores: a multiple of 64.
  size_t stride() const { return stride_; }
  size_t owner(size_t r) const { return partition_.OwnerOf(r / kLineBits); }
  bool has(size_t r) const { return owner(r) == partition_.process; }
  // Returns the scores of row r.  Requires has(r).
  Score* row(size_t r) { return &scores_[Offset(r)]; }
  const Score* row(size_t r) const { return &scores_[Offset(r)]; }

 private:
  size_t Offset(size_t r) const {
    return (partition_.Index(r / kLineBits) * kLineBits + r % kLineBits) *
           stride_;
  }

  Partition partition_;
  size_t rows_;
  size_t stride_;
  LargeVector<Score> scores_;
};

// The positions of one side to move with all pieces placed: levels first_level,
// first_level + step, … of the spill.
struct MoveSection {
  absl::Span<const Set> movers;
  absl::Span<const Set> opponents;
  int first_level = 0;
  int step = 1;
};

// Returns the positions of this side to move.  `game` must outlive them.
MoveSection SectionOf(const Game& game, int side);

// Reads scores of a section with all pieces placed from the levels of the
// spill.  `panel` has the kLineBits rows that start with row 512 p (in the
// transposed matrix of the spill, these are the columns of panel p).  Writes
// the kLineBits columns of these rows that start with column 512 q. Thread-safe
// for different q.
template <typename Score>
absl::Status ReadScores(const Spill& spill, const MoveSection& section,
                        size_t p, size_t q, ScoreMatrix<Score>& panel);

// Returns a row of a section.  It is valid until the same thread calls this
// function again.  Thread-safe.
template <typename Score>
using RowReader = absl::FunctionRef<const Score*(size_t row)>;

// Receives a solved section.  `placed` and `drops` are the number of pieces
// placed and the letters of the drops to come (docs/formats.md).  In a
// threshold game, the rows are the attacker's stored holdings and the columns
// are the defender's holdings; attacker_moves tells who is to move.  In the
// ordinary game, the rows are the mover's sets, and attacker_moves is true.
// Columns are padded to a multiple of 64 with the score 0.
template <typename Score>
using SectionSink =
    absl::FunctionRef<absl::Status(int placed, const std::string& drops,
                                   bool attacker_moves, RowReader<Score> row)>;

// Solves all sections of `rules`, in file order, and calls `sink` with each
// section.  Stops at the first error of `sink`.  All processes must call
// SolveDropPhase.  If the game has two sides, only process 0 solves sections
// and calls `sink`.  Requires that SolveMovePhase wrote `spill`, and that all
// values fit into the type Score.  Uses oneTBB threads.
template <typename Score>
absl::Status SolveDropPhase(const Rules& rules, const Game& game,
                            DistributedSpill& spill, base::Processes& processes,
                            SectionSink<Score> sink);

// Returns the letters of the drops to come, for each style, when `placed`
// pieces are placed.
std::set<std::string> DropsToCome(const Rules& rules, int placed);

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_DROP_PHASE_H_
