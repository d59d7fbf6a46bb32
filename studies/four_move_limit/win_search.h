// Searches for wins in the game with the four-move limit, in the state machine.
// Both sides may invoke the limit.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_WIN_SEARCH_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_WIN_SEARCH_H_

#include <array>
#include <limits>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/placements/board.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"

namespace teeko::studies {

class WinSearch {
 public:
  // The board and the values must outlive this object.
  WinSearch(const Board& board, const Values& values, const Wording& wording)
      : board_(board), values_(values), wording_(wording) {}

  // True if the search finds that the attacker wins within `plies` plies from a
  // state with the defender to move.  A win means that play has reached a
  // position that the attacker wins in the plain game, and that no limit on the
  // attacker can change this (studies/extra_rules/README.md, theorem 1).  False
  // proves nothing: the search does not continue from positions in which the
  // defender has two moves that hold the plain draw.
  bool Wins(const State& defender_to_move, int plies) {
    return Wins(defender_to_move, /*attacker_moves=*/false, plies);
  }

  // Returns the smallest number of plies for which Wins is true, at most
  // `plies`.
  std::optional<int> PliesToWin(const State& defender_to_move, int plies);

  // Returns the moves of the win; the defender holds out as long as possible.
  // Requires that PliesToWin(defender_to_move, plies) has a value.
  extra_rules::Example Line(const State& defender_to_move, int plies);

 private:
  // Bounds for a state: it is won within `won_in` plies, but not within
  // `not_in`.
  struct Known {
    int won_in = std::numeric_limits<int>::max();
    int not_in = -1;
  };

  bool Wins(const State& state, bool attacker_moves, int plies) {
    return Wins(state, board_.PositionOf(state.position()), attacker_moves,
                plies);
  }
  // The same; `position` is the position of the state.
  bool Wins(const State& state, Position position, bool attacker_moves,
            int plies);
  // True if the plain game is lost, or if it is drawn and at most one move
  // holds the draw.
  bool Endangered(Position defender_to_move) const;

  const Board& board_;
  const Values& values_;
  const Wording wording_;
  // By whether the attacker is to move: [attacker_moves][state].
  std::array<absl::flat_hash_map<State, Known>, 2> known_;
};

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_WIN_SEARCH_H_
