// Finds positions in which a limit does not harm a side (README.md).

#ifndef TEEKO_STUDIES_FOUR_MOVE_LIMIT_INDEPENDENT_BOUND_H_
#define TEEKO_STUDIES_FOUR_MOVE_LIMIT_INDEPENDENT_BOUND_H_

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/program.h"
#include "studies/four_move_limit/independent/plain.h"

namespace teeko::studies::independent {

using kernel::Position;
using kernel::Value;

// The options of the defender in a position in which it is to move.  They do
// not depend on the history.
struct alignas(4) Options {
  uint8_t good_moves = 2;  // number of good moves; 2 stands for 2 or more
  Move only = {};          // the good move if there is exactly one
  // If there is exactly one good move: how often in a row the attacker can
  // force the piece to go back and forth, 1 to 5.
  uint8_t shuttles = 0;
  friend bool operator==(const Options&, const Options&) = default;
};

// Const methods are thread-safe.
class Bound {
 public:
  // True if a move from a position with value `before` to one with `after` may
  // be good.
  using MayBeGood = bool (*)(Value before, Value after);

  // Computes the bounds on oneTBB threads.  `plain` must outlive this object.
  Bound(const Plain& plain, MayBeGood may_be_good, base::Progress& progress)
      : plain_(plain),
        may_be_good_(may_be_good),
        options_(plain.values.size()),
        due_(plain.values.size()),
        ended_(plain.values.size()) {
    const auto for_each_canonical = [&](auto visit) {
      tbb::parallel_for(size_t{0}, plain.canonical.size(),
                        [&](size_t i) { visit(plain.canonical[i]); });
    };
    for_each_canonical([&](uint64_t index) {
      Store(index, OptionsAt(index, /*replies=*/false));
      due_[index] = options_[index].good_moves == 1;
    });
    // Options only get worse, so their order of changes does not matter.
    for (bool changed = true; changed;) {
      std::atomic<uint64_t> changes = 0;
      for_each_canonical([&](uint64_t index) {
        if (!due_[index]) return;
        due_[index] = false;
        const Options now = OptionsAt(index, /*replies=*/true);
        if (now == options_[index]) return;
        Store(index, now);
        SetDue(index, now);
        ++changes;
      });
      progress.Advance(changes);
      changed = changes != 0;
    }
  }

  // True if the defender, to move, is at its end (README.md).
  bool AtEnd(const Position& position, const History& defender) const {
    const Options& options = options_[plain_.IndexOf(position)];
    if (options.good_moves != 1) return options.good_moves == 0;
    return options.only == defender.last.Back() &&
           options.shuttles >=
               (defender.left == 0 ? kLimit + 1 : defender.left);
  }

  // True if the other side, to move, has a move after which the defender is at
  // its end.  The other side invokes the limit if it can.
  bool CanBeEnded(const Position& position, const History& defender) const {
    bool can = false;
    kernel::ForEachSuccessor(plain_.game, position, [&](Position next) {
      can = can || AtEnd(next, Invoked(defender));
    });
    return can;
  }

 private:
  // Returns the options.  If `replies` is false, ignores the replies of the
  // other side.
  Options OptionsAt(uint64_t index, bool replies) {
    Options options = {.good_moves = 0};
    const Value value = plain_.values[index];
    if (IsLoss(value) || value == kernel::kNoValue) return options;
    const Position position = plain_.At(index);
    kernel::ForEachSuccessor(plain_.game, position, [&](Position after) {
      if (options.good_moves == 2) return;
      const Value value_after = plain_.values[plain_.IndexOf(after)];
      if (!may_be_good_(value, value_after)) return;
      const Move move = MoveBetween(position, after);
      uint8_t shuttles = 1;
      if (replies && value_after != kernel::kLossIn0) {
        kernel::ForEachSuccessor(plain_.game, after, [&](Position next) {
          const Options then =
              std::atomic_ref<Options>(options_[plain_.IndexOf(next)]).load();
          if (then.good_moves == 0) {
            shuttles = kLimit + 2;
          } else if (then.good_moves == 1 && then.only == move.Back()) {
            shuttles = std::max<uint8_t>(shuttles, then.shuttles + 1);
          }
        });
      }
      if (shuttles > kLimit + 1)
        return;  // not good: the defender would be at its end without a limit
      options = {.good_moves = static_cast<uint8_t>(options.good_moves + 1),
                 .only = move,
                 .shuttles = shuttles};
    });
    return options.good_moves == 2 ? Options{} : options;
  }

  // Stores the options of all positions of the orbit.
  void Store(uint64_t index, const Options& options) {
    const Position position = plain_.At(index);
    for (const std::vector<int>& symmetry : plain_.game.symmetries) {
      Options image = options;
      image.only = ImageOf(symmetry, options.only);
      Options& stored =
          options_[plain_.IndexOf(kernel::Image(symmetry, position))];
      std::atomic_ref<Options>(stored).store(image);
    }
  }

  // Marks the positions whose options may change because the options of this
  // position have changed.
  void SetDue(uint64_t index, const Options& options) {
    ForEachPredecessor(plain_.game, plain_.At(index), [&](Position after) {
      if (options.good_moves == 0 &&
          ended_[CanonicalIndex(after)].exchange(true)) {
        return;
      }
      ForEachPredecessor(plain_.game, after, [&](Position before) {
        if (options.good_moves == 0 ||
            MoveBetween(before, after) == options.only.Back()) {
          due_[CanonicalIndex(before)] = true;
        }
      });
    });
  }

  // Returns the smallest index in a position's orbit.
  uint64_t CanonicalIndex(const Position& position) const {
    // The order of sets is the order of their ranks.
    std::pair least = {position.mover, position.opponent};
    for (const std::vector<int>& symmetry : plain_.game.symmetries) {
      const auto [mover, opponent] = kernel::Image(symmetry, position);
      least = std::min(least, {mover, opponent});
    }
    return plain_.IndexOf({least.first, least.second});
  }

  const Plain& plain_;
  const MayBeGood may_be_good_;
  std::vector<Options> options_;          // by index
  std::vector<std::atomic<bool>> due_;    // by canonical index
  std::vector<std::atomic<bool>> ended_;  // a reply leads to good_moves = 0; by
                                          // canonical index
};

}  // namespace teeko::studies::independent

#endif  // TEEKO_STUDIES_FOUR_MOVE_LIMIT_INDEPENDENT_BOUND_H_
