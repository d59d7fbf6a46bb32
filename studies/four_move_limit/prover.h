// Proves wins in the game with the four-move limit by playing them out: a small
// search in the state machine itself, both sides free to use their rights.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_PROVER_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_PROVER_H_

#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/placements/board.h"
#include "studies/placements/values.h"

namespace teeko::extra_rules {

// A win shown move by move: the defender plays what holds out longest.
struct ProofStep {
  State state;  // before the turn
  Turn turn;
  // Another move of the defender and the plain game's value after it, for
  // the attacker, who is then to move.
  struct Refuted {
    Move move;
    Value value;
  };
  std::vector<Refuted> refuted;  // empty on the attacker's turns
};

class Prover {
 public:
  // The attacker's and the defender's rights are those of `wording`, whose
  // mover is the defender.  The arguments must outlive this.
  Prover(const Board& board, const Values& values, const Wording& wording)
      : board_(board),
        values_(values),
        defender_wording_(wording),
        attacker_wording_(Reversed(wording)) {}

  // Whether the attacker is shown to win from a state with the defender to
  // move, within some number of plies; then the plain game is won, with no
  // limit on the attacker that could matter (README.md, theorem 1).  True is a
  // proof; false is none: positions where the defender has two moves
  // that hold the plain draw are given up.
  bool Wins(const State& defender_to_move, int plies);

  // The fewest plies in which Wins, at most `plies`.
  std::optional<int> PliesToWin(const State& defender_to_move, int plies);

  // Requires PliesToWin(defender_to_move, plies) to have an answer.
  std::vector<ProofStep> Line(const State& defender_to_move, int plies);

 private:
  // What is known of a state: it is won within the first, not within the
  // second number of plies.
  struct Known {
    int won_in = 1 << 20;
    int not_in = -1;
  };
  using Memo = absl::flat_hash_map<State, Known>;

  // Looks up what is known of a state, or else finds it out by search().
  template <typename Search>
  static bool Remember(Memo& memo, const State& state, int plies,
                       Search search);
  bool AttackerWins(const State& state, int plies);
  Value PlainValue(const State& state) const {
    return values_.At(board_.PositionOf(state.position()));
  }
  // Whether at most one move of the defender holds the plain draw.
  bool Pressed(const State& defender_to_move) const;

  const Board& board_;
  const Values& values_;
  const Wording defender_wording_;
  const Wording attacker_wording_;
  Memo defender_to_move_;
  Memo attacker_to_move_;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_PROVER_H_
