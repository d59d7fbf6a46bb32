// Solves the game with the four-move limit exactly, for every history that
// theorem 3 covers (studies/extra_rules/README.md); both sides may invoke the
// limit.
//
// The history of a side is the *return* that it could make now, if any, and its
// phase, which says how near the side is to a forfeit.  There is an entry for
// each position and pair of returns.  An entry has a mask with a bit for each
// pair of phases:
//
//   defender, to move  0: free; 1 … n: under a limit, number of moves left
//   attacker           0: free; 1 … n − 1: under a limit, number of moves left;
//                      n: has just returned
//
// For Scarne's wording, this is the game in which n + 1 returns in a row
// forfeit.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_TWO_SIDED_SOLVER_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_TWO_SIDED_SOLVER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/placements/board.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"

namespace teeko::studies {

class TwoSidedSolver {
 public:
  // A mask has a bit for each pair of phases.
  using Mask = uint64_t;
  static constexpr int kLongestLimit = 7;
  static_assert((kLongestLimit + 1) * (kLongestLimit + 1) <= 64);

  // Builds the graph of the positions that the attacker wins if only he may
  // invoke.  These come from `bound`, on which SolveOneSided must have been
  // called.  The arguments must outlive this object.
  TwoSidedSolver(const Board& board, const Values& values,
                 const OnlyMoves& bound);

  // Solves one wording with a limit of 1 to kLongestLimit moves that does not
  // bind the invoker.  Runs on oneTBB threads.  The methods below return
  // results for the wording solved last.
  void Solve(const Wording& wording);

  // True if the mover, the defender, loses a state whose position is drawn in
  // the plain game.  If the attacker has one move left to comply, the position
  // before his last move must also have been drawn.  The defender must not be
  // under a limit unless the position is in the graph.
  bool DefenderToMoveLoses(const State& state) const;

  // Returns the values of the plain game, except that draws that are lost or
  // won without history have a loss or win with an arbitrary number of plies.
  const Values& values_without_history() const {
    return values_without_history_;
  }

  // Returns the counts over all drawn positions; the winner is the attacker.
  const extra_rules::PositionCounts& counts() const { return counts_; }

 private:
  using Moves = absl::InlinedVector<Move, 4>;
  // A node, and the index of the mask of one of its entries.
  struct Entry {
    uint32_t node;
    uint32_t mask;
  };
  // A move and a reply, as a row and a column, that lead to an entry.
  struct Link {
    Position next;
    uint8_t row;  // both are counted from 1
    uint8_t column;
    Entry to = {};
  };
  // A position with the defender to move.  It has an entry for every row and
  // column.  In row i > 0, the defender's i-th move in `moves` is a return; in
  // row 0, none is.  In column i > 0, the attacker's i-th reply in `replies` is
  // a return; in column 0, none is.
  struct Node {
    Position position = {};
    Moves moves = {};    // moves that do not lose the plain game
    Moves replies = {};  // replies that lead to other nodes
    std::vector<Link> links = {};
    std::vector<uint32_t> dependents = {};  // nodes with a link to this one
    uint32_t masks = {};  // index of the first mask of its entries, row by row

    size_t rows() const { return moves.size() + 1; }
    size_t columns() const { return replies.size() + 1; }
  };
  // The effect of a move and a reply on some pairs of phases.
  // next[invokes][returns] has the pairs of phases afterwards; `invokes` is
  // true if the defender invokes, `returns` if the attacker returns.  The
  // attacker needs a won pair both in next[false] and in next[true], because
  // the defender chooses.
  struct Step {
    std::array<std::array<Mask, 2>, 2> next = {};
    Mask from = 0;  // the pairs before the move
  };

  // Sets the moves, replies and links of a node, but not Link::to.
  void AddMoves(Node& node) const;
  // Returns the entry of a position after these last moves, if it has a node.
  std::optional<Entry> Find(Position position, Move defender_last,
                            Move attacker_last) const;

  void SetSteps();
  // Returns the pairs of phases in which a move is refuted.  `returns` is true
  // if the move returns.  `steady` has the won pairs to which the replies that
  // do not return lead, and `returning` those to which the reply that returns
  // leads.
  Mask Refuted(bool returns, Mask steady, Mask returning) const;
  // Updates the masks of the node.  Returns true if a mask has grown.
  bool Evaluate(const Node& node);
  void SetResults();
  // Sets the value of all images of a drawn position.  Returns their number; 0
  // if the position is not drawn.
  int SetOutcome(Position position, Value value);

  const Board& board_;
  const Values& values_;
  const OnlyMoves& bound_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> node_at_;  // by index of the swapped position

  Wording wording_;
  std::array<std::vector<Step>, 2> steps_;  // [move returns]
  Mask forfeits_ = {};  // pairs of phases in which a return forfeits
  std::vector<Mask> masks_;
  Values values_without_history_;
  extra_rules::PositionCounts counts_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_TWO_SIDED_SOLVER_H_
