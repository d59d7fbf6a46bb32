// The game with the four-move limit, both sides free to invoke it: solved
// exactly, for every history (README.md, theorem 3).
//
// What a side brings to a state is the *return* it could make now, if any, and
// its phase: how far it is towards a forfeit.  The board and the two returns
// make an entry; the two phases are the bits of its mask:
//
//   hunted side, to move   0 free, 1 … n: under a limit, so many moves left
//   hunter                 0 free, 1 … n − 1: the same, n: has just returned
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
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/four_move_limit/hunt.h"
#include "studies/placements/board.h"
#include "studies/placements/only_moves.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

class Product {
 public:
  // A bit for each pair of phases.
  using Mask = uint64_t;
  static constexpr int kLongestLimit = 7;

  // Lays out the positions that the hunter may win, says `bound`: all others
  // are safe for the hunted side, whatever was played before.  The arguments
  // must outlive this.
  Product(const Board& board, const Values& values, const Hunt& bound);

  // Solves one wording with both sides' rights and a limit of 1 to
  // kLongestLimit moves that does not bind the invoker; on oneTBB threads.
  // What follows tells about the wording solved last.
  void Solve(const Wording& wording);

  // Whether the mover, hunted, loses a state of which the position is drawn in
  // the plain game.  If the hunter has one move left to comply, the position
  // before his last move has to have been drawn as well.
  bool HuntedToMoveLoses(const State& state) const;

  // The same when nobody has moved yet.
  bool HuntedToMoveLoses(Position position) const {
    return hunted_to_move_[Index(position.mover, position.opponent)];
  }
  // Whether the mover, the hunter, wins a position drawn in the plain game when
  // nobody has moved yet.
  bool HunterToMoveWins(Position position) const {
    return hunter_to_move_[Index(position.opponent, position.mover)];
  }

  // Over all drawn positions.
  struct Counts {
    // Nobody has moved yet.
    uint64_t hunted_to_move = 0;
    uint64_t hunter_to_move = 0;
    // Hunted side to move, after any two moves that returned nothing: whatever
    // they were, and for some of them.
    uint64_t always = 0;
    uint64_t sometimes = 0;
    // The same as states, told apart by the position and by which move, if any,
    // would be a return of either side.
    uint64_t states = 0;
  };
  Counts Count() const;

 private:
  // A canonical position, the hunted side to move, and where its parts of the
  // arrays below begin; they end where those of the next node do.  It has an
  // entry for every row, which is no return of the hunted side (0) or one of
  // its `moves` (1, …), and every column, which is no return of the hunter or
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
  // What two plies do to some pairs of phases, by whether the hunted side
  // invokes and whether the hunter returns: the bits of which one has to be
  // won.
  struct Step {
    std::array<std::array<Mask, 2>, 2> next = {};
    Mask from = 0;  // bits of the pairs
  };

  struct Reply {
    Move move;
    Position next;
  };
  // Calls visit for all moves that do not lose the plain game, each with the
  // replies to positions that the hunted side may lose.
  void ForEachMove(
      Position position,
      absl::FunctionRef<void(Move, const std::vector<Reply>&)> visit) const;
  // nullopt: one past the last.
  void AddNode(std::optional<Position> position);
  void SetLinks(uint32_t node);
  void AddDependents();

  void SetSteps();
  // By whether the hunter returns, the pairs of phases that he can reach.
  std::array<Mask, 2> Replies(const State& hunter_to_move) const;
  // By pairs of phases, whether a move is refuted: with a reply to these masks
  // if it is no return, to those if it is one.  `returns` is about the move.
  Mask Refuted(bool returns, Mask steady, Mask returning) const;
  // Whether any mask of the node has grown.
  bool Evaluate(uint32_t node);
  void MarkFresh();

  size_t Index(int hunted, int hunter) const {
    return static_cast<size_t>(hunted) * board_.placements().size() + hunter;
  }
  // Of a move that would be made now; 0 if it is not listed.
  uint8_t Row(uint32_t node, Move move) const;
  uint8_t Column(uint32_t node, Move reply) const;
  static uint8_t PlaceOf(const std::vector<Move>& list, uint32_t begin,
                         uint32_t end, Move move);
  int Columns(uint32_t node) const {
    return nodes_[node + 1].replies - nodes_[node].replies + 1;
  }
  size_t LinkCount(uint32_t node) const {
    return nodes_[node + 1].links - nodes_[node].links;
  }
  size_t MaskIndex(const Entry& entry) const {
    return nodes_[entry.node].masks + entry.row * Columns(entry.node) +
           entry.column;
  }
  // The entry of a position after these last moves, if it has a node.
  std::optional<Entry> Find(Position position, std::optional<Move> hunted_last,
                            std::optional<Move> hunter_last) const;

  const Board& board_;
  const Values& values_;
  const Hunt& bound_;
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
  std::vector<bool> hunted_to_move_;  // by Index: lost, nobody having moved
  std::vector<bool> hunter_to_move_;  // by Index: won, the hunter to move
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_PRODUCT_H_
