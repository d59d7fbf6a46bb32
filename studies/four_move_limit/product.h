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

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_PRODUCT_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_PRODUCT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "proto/extra_rules.pb.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/four_move_limit/one_sided.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/placements/board.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

class Product {
 public:
  // A bit for each pair of phases.
  using Mask = uint64_t;
  static constexpr int kLongestLimit = 7;

  // Lays out the positions that the attacker may win, says `bound`: all others
  // are safe for the defender, whatever was played before.  The arguments
  // must outlive this.
  Product(const Board& board, const Values& values, const OneSided& bound);

  // Solves one wording with both sides' rights and a limit of 1 to
  // kLongestLimit moves that does not bind the invoker; on oneTBB threads.
  // What follows tells about the wording solved last.
  void Solve(const Wording& wording);

  // Whether the mover, the defender, loses a state of which the position is
  // drawn in the plain game.  If the attacker has one move left to comply, the
  // position before his last move has to have been drawn as well.
  bool DefenderToMoveLoses(const State& state) const;

  // The same when nobody has moved yet.
  bool DefenderToMoveLoses(Position position) const {
    return defender_loses_[Index(position)];
  }
  // Whether the mover, the attacker, wins a position drawn in the plain game
  // when nobody has moved yet.
  bool AttackerToMoveWins(Position position) const {
    return attacker_wins_[Index(position)];
  }

  // Over all drawn positions; the winner is the attacker.
  PositionCounts Count() const;

 private:
  // A canonical position, the defender to move, and where its parts of the
  // arrays below begin; they end where those of the next node do.  It has an
  // entry for every row, which is no return of the defender (0) or one of its
  // `moves` (1, …), and every column, which is no return of the attacker or
  // one of his `replies`.
  struct Node {
    Position position = {};
    uint32_t moves = 0;    // those that do not lose the plain game
    uint32_t replies = 0;  // those that lead to other nodes
    uint32_t links = 0;
    uint32_t dependents = 0;  // nodes that have a link to this one
    uint32_t masks = 0;
  };
  struct Entry {
    uint32_t node;
    uint8_t row;
    uint8_t column;
  };
  // A move and a reply, by their row and column, lead to an entry.
  struct Link {
    Entry to;
    uint8_t move;
    uint8_t reply;
  };
  // What two plies do to some pairs of phases, by whether the defender invokes
  // and whether the attacker returns: the bits of which one has to be won.
  struct Step {
    std::array<std::array<Mask, 2>, 2> next = {};
    Mask from = 0;  // bits of the pairs
  };

  // Calls visit(move, replies) for all moves that do not lose the plain game,
  // each with the replies to positions that the defender may lose.
  void ForEachMove(
      Position position,
      absl::FunctionRef<void(Move, const std::vector<Reply>&)> visit) const;
  // nullopt: one past the last.
  void AddNode(std::optional<Position> position);
  void SetLinks(uint32_t node);
  void AddDependents();

  void SetSteps();
  // By whether the attacker returns, the pairs of phases that he can reach.
  std::array<Mask, 2> Replies(const State& attacker_to_move) const;
  // By pairs of phases, whether a move is refuted: with a reply to these masks
  // if it is no return, to those if it is one.  `returns` is about the move.
  Mask Refuted(bool returns, Mask steady, Mask returning) const;
  // Whether any mask of the node has grown.
  bool Evaluate(uint32_t node);
  void MarkFresh();

  size_t Index(Position position) const {
    return position.mover * board_.placements().size() + position.opponent;
  }
  absl::Span<const Move> MovesOf(uint32_t node) const {
    return Part(moves_, &Node::moves, node);
  }
  absl::Span<const Move> RepliesOf(uint32_t node) const {
    return Part(replies_, &Node::replies, node);
  }
  // The elements of an array that belong to a node.
  template <typename T>
  absl::Span<const T> Part(const std::vector<T>& array, uint32_t Node::*begin,
                           uint32_t node) const {
    const uint32_t first = nodes_[node].*begin;
    return absl::MakeSpan(array).subspan(first,
                                         nodes_[node + 1].*begin - first);
  }
  size_t MaskIndex(const Entry& entry) const {
    return nodes_[entry.node].masks +
           entry.row * (RepliesOf(entry.node).size() + 1) + entry.column;
  }
  // The entry of a position after these last moves, if it has a node.
  std::optional<Entry> Find(Position position, Move defender_last,
                            Move attacker_last) const;

  const Board& board_;
  const Values& values_;
  const OneSided& bound_;
  absl::flat_hash_map<Position, uint32_t> index_;
  std::vector<Node> nodes_;  // and one past the last
  std::vector<Move> moves_;
  std::vector<Move> replies_;
  uint32_t link_count_ = 0;  // of the nodes so far
  std::vector<Link> links_;
  std::vector<uint32_t> dependents_;

  Wording wording_;
  std::array<std::vector<Step>, 2> steps_;  // by whether the move returns
  Mask forfeits_ = 0;                       // if the move returns
  std::vector<Mask> masks_;
  // By Index, nobody having moved: lost by the defender, to move; won by the
  // attacker, to move.
  std::vector<bool> defender_loses_;
  std::vector<bool> attacker_wins_;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_PRODUCT_H_
