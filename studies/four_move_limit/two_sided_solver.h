// The game with the four-move limit, both sides free to invoke it: solved
// exactly, for every history (README.md, theorem 3).
//
// What a side brings to a state is the *return* it could make now, if any, and
// its phase: how far it is towards a forfeit.  The board and the two returns
// make an entry; the two phases are the bits of its mask:
//
//   defender, to move  0 free, 1 … n: under a limit, so many moves left
//   attacker           0 free, 1 … n − 1: the same, n: has just returned
//
// For Scarne's wording this is the game in which n + 1 returns in a row
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
#include "teeko/proto/extra_rules.pb.h"

namespace teeko::studies {

class TwoSidedSolver {
 public:
  // A bit for each pair of phases.
  using Mask = uint64_t;
  static constexpr int kLongestLimit = 7;
  static_assert((kLongestLimit + 1) * (kLongestLimit + 1) <= 64);

  // Lays out the positions that the attacker wins if he alone has the right,
  // says `bound`, which has been solved for one side.  The arguments must
  // outlive this.
  TwoSidedSolver(const Board& board, const Values& values,
                 const OnlyMoves& bound);

  // Solves one wording with a limit of 1 to kLongestLimit moves that does not
  // bind the invoker; on oneTBB threads.  What follows tells about the wording
  // solved last.
  void Solve(const Wording& wording);

  // Whether the mover, the defender, loses a state of which the position is
  // drawn in the plain game.  If the attacker has one move left to comply, the
  // position before his last move has to have been drawn as well; the defender
  // must be under no limit unless the position is laid out.
  bool DefenderToMoveLoses(const State& state) const;

  // The plain game's values, but draws that are lost or won if nobody has moved
  // yet are so, whatever the number of plies.
  const Values& fresh() const { return fresh_; }

  // Over all drawn positions; the winner is the attacker.
  const extra_rules::PositionCounts& counts() const { return counts_; }

 private:
  using Moves = absl::InlinedVector<Move, 4>;
  // A node, and the place of one of its entries' masks.
  struct Entry {
    uint32_t node;
    uint32_t mask;
  };
  // A move and a reply, by their row and column, lead to an entry.
  struct Link {
    Position next;
    uint8_t row;  // from 1 on, both
    uint8_t column;
    Entry to = {};
  };
  // A position, the defender to move.  It has an entry for every row, which is
  // no return of the defender (0) or one of its `moves` (1, …), and every
  // column, which is no return of the attacker or one of his `replies`.
  struct Node {
    Position position = {};
    Moves moves = {};    // those that do not lose the plain game
    Moves replies = {};  // those that lead to other nodes
    std::vector<Link> links = {};
    std::vector<uint32_t> dependents = {};  // nodes with a link to this one
    uint32_t masks = {};  // where its entries' begin, row by row

    size_t rows() const { return moves.size() + 1; }
    size_t columns() const { return replies.size() + 1; }
  };
  // What two plies do to some pairs of phases, by whether the defender invokes
  // and whether the attacker returns: the bits of which one has to be won.
  struct Step {
    std::array<std::array<Mask, 2>, 2> next = {};
    Mask from = 0;  // bits of the pairs
  };

  // All but to what entries the links lead.
  void AddMoves(Node& node) const;
  // The entry of a position after these last moves, if it has a node.
  std::optional<Entry> Find(Position position, Move defender_last,
                            Move attacker_last) const;

  void SetSteps();
  // By pairs of phases, whether a move is refuted: with a reply to these masks
  // if it is no return, to those if it is one.  `returns` is about the move.
  Mask Refuted(bool returns, Mask steady, Mask returning) const;
  // Whether any mask of the node has grown.
  bool Evaluate(const Node& node);
  // Sets what is said of positions in which nobody has moved yet.
  void Conclude();
  // Decides all images of a position if it is drawn; how many that were.
  int Decide(Position position, Value value);

  const Board& board_;
  const Values& values_;
  const OnlyMoves& bound_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> node_at_;  // by place of the position swapped

  Wording wording_;
  std::array<std::vector<Step>, 2> steps_;  // by whether the move returns
  Mask forfeits_ = {};                      // if the move returns
  std::vector<Mask> masks_;
  Values fresh_;
  extra_rules::PositionCounts counts_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_TWO_SIDED_SOLVER_H_
