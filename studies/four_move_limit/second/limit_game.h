// The game with the four-move limit (game/RULES.md §5), by the words of the
// rule and with all that players remember.

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_LIMIT_GAME_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_LIMIT_GAME_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "stage/stage.h"
#include "studies/four_move_limit/second/bound.h"
#include "studies/four_move_limit/second/history.h"
#include "studies/four_move_limit/second/plain.h"

namespace teeko::studies::second {

enum class Wording { kOriginal, kAmended };

// W would like to win; L is content with a draw.
struct State {
  kernel::Position position;
  bool w_moves;
  History mover = {};
  History opponent = {};

  friend bool operator==(const State&, const State&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const State& state) {
    return H::combine(std::move(h), state.position.mover,
                      state.position.opponent, state.w_moves, state.mover,
                      state.opponent);
  }
};

struct Bounds {
  Bound sure;  // W defends, and wins if it is not at its end
  Bound hope;  // L defends, and does not lose if it is not at its end
};

class LimitGame {
 public:
  // Lays out all states if `bounds` is null.  Both must outlive this.
  LimitGame(const Plain& plain, Wording wording, const Bounds* bounds)
      : plain_(plain), wording_(wording), bounds_(bounds) {}

  enum class Verdict { kWon, kNever, kOpen };

  // What is known about W's winning without a look ahead.
  Verdict Judge(const State& state) const;

  // Adds a state that is open, and returns its number.  States that are equal
  // up to symmetry have the same.
  uint32_t Add(const State& state);

  // Lays out the open states to which those added lead, and decides all.
  void Solve(Progress& progress);

  // Whether W wins it; once solved.
  bool Won(uint32_t state) const { return needed_[state] == 0; }

 private:
  const Plain& plain_;
  const Wording wording_;
  const Bounds* const bounds_;
  absl::flat_hash_map<State, uint32_t> numbers_;
  std::vector<State> states_;
  // How many of its successors must still be found won until the state is.
  std::vector<uint32_t> needed_;
};

}  // namespace teeko::studies::second

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_SECOND_LIMIT_GAME_H_
