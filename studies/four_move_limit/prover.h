// Proves wins in the game with the four-move limit by playing them out: a small
// search in the state machine itself, both sides free to invoke.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_PROVER_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_PROVER_H_

#include <array>
#include <limits>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/placements/board.h"
#include "teeko/proto/extra_rules.pb.h"

namespace teeko::studies {

class Prover {
 public:
  // The board and the values must outlive this.
  Prover(const Board& board, const Values& values, const Wording& wording)
      : board_(board), values_(values), wording_(wording) {}

  // Whether the attacker is shown to win from a state with the defender to
  // move, within some number of plies; then the plain game is won, with no
  // limit on the attacker that could matter (README.md, theorem 1).  True is a
  // proof; false is none: positions where the defender has two moves
  // that hold the plain draw are given up.
  bool Wins(const State& defender_to_move, int plies) {
    return Wins(defender_to_move, /*attacker_moves=*/false, plies);
  }

  // The fewest plies in which Wins, at most `plies`.
  std::optional<int> PliesToWin(const State& defender_to_move, int plies);

  // The win move by move: the defender plays what holds out longest.  Requires
  // PliesToWin(defender_to_move, plies) to have an answer.
  extra_rules::Example Line(const State& defender_to_move, int plies);

 private:
  // What is known of a state: it is won within the first, not within the
  // second number of plies.
  struct Known {
    int won_in = std::numeric_limits<int>::max();
    int not_in = -1;
  };

  bool Wins(const State& state, bool attacker_moves, int plies) {
    return Wins(state, board_.PositionOf(state.position()), attacker_moves,
                plies);
  }
  // `position` is the state's.
  bool Wins(const State& state, Position position, bool attacker_moves,
            int plies);
  // Whether the plain game is lost, or drawn with at most one move to hold it.
  bool Endangered(Position defender_to_move) const;

  const Board& board_;
  const Values& values_;
  const Wording wording_;
  // By whether the attacker is to move.
  std::array<absl::flat_hash_map<State, Known>, 2> known_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_PROVER_H_
