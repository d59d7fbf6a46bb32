#include "studies/four_move_limit/second/bound.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>

namespace teeko::reports::second {

using kernel::Position;
using kernel::Value;

Bound::Bound(const Plain& plain, MayBeGood may_be_good, Progress& progress)
    : plain_(plain),
      may_be_good_(may_be_good),
      plights_(plain.values.size()),
      due_(plain.values.size()),
      ended_(plain.values.size()) {
  ForEachCanonical([&](uint64_t index) {
    Store(index, PlightAt(index, /*replies=*/false));
    due_[index] = plights_[index].ways == 1;
  });
  // Plights only get worse, so the order in which they do is no matter.
  for (bool changed = true; changed;) {
    std::atomic<uint64_t> changes = 0;
    ForEachCanonical([&](uint64_t index) {
      if (!due_[index]) return;
      due_[index] = false;
      const Plight now = PlightAt(index, /*replies=*/true);
      if (now == plights_[index]) return;
      Store(index, now);
      SetDue(index, now);
      ++changes;
    });
    progress.Advance(changes);
    changed = changes != 0;
  }
}

bool Bound::AtEnd(const Position& position, const History& harried) const {
  const Plight& plight = plights_[plain_.IndexOf(position)];
  if (plight.ways != 1) return plight.ways == 0;
  return plight.only == harried.last.Back() &&
         plight.shuttles >= (harried.left == 0 ? kLimit + 1 : harried.left);
}

bool Bound::CanBeEnded(const Position& position, const History& harried) const {
  bool can = false;
  kernel::ForEachSuccessor(plain_.game, position, [&](Position next) {
    can = can || AtEnd(next, Invoked(harried));
  });
  return can;
}

template <typename Visit>
void Bound::ForEachCanonical(Visit visit) {
  tbb::parallel_for(size_t{0}, plain_.canonical.size(),
                    [&](size_t i) { visit(plain_.canonical[i]); });
}

Plight Bound::PlightAt(uint64_t index, bool replies) {
  Plight plight = {.ways = 0};
  const Value value = plain_.values[index];
  if (IsLoss(value) || value == kernel::kNoValue) return plight;
  const Position position = plain_.At(index);
  kernel::ForEachSuccessor(plain_.game, position, [&](Position after) {
    if (plight.ways == 2) return;
    const Value value_after = plain_.values[plain_.IndexOf(after)];
    if (!may_be_good_(value, value_after)) return;
    const Move move = MoveBetween(position, after);
    uint8_t shuttles = 1;
    if (replies && value_after != kernel::kLossIn0) {
      kernel::ForEachSuccessor(plain_.game, after, [&](Position next) {
        const Plight then =
            std::atomic_ref<Plight>(plights_[plain_.IndexOf(next)]).load();
        if (then.ways == 0) {
          shuttles = kLimit + 2;
        } else if (then.ways == 1 && then.only == move.Back()) {
          shuttles = std::max<uint8_t>(shuttles, then.shuttles + 1);
        }
      });
    }
    if (shuttles > kLimit + 1) return;  // not good: H is ended though free
    plight = {.ways = static_cast<uint8_t>(plight.ways + 1),
              .only = move,
              .shuttles = shuttles};
  });
  return plight.ways == 2 ? Plight{} : plight;
}

void Bound::Store(uint64_t index, const Plight& plight) {
  const Position position = plain_.At(index);
  for (const std::vector<int>& symmetry : plain_.game.symmetries) {
    Plight image = plight;
    image.only = ImageOf(symmetry, plight.only);
    Plight& stored = plights_[plain_.IndexOf(ImageOf(symmetry, position))];
    std::atomic_ref<Plight>(stored).store(image);
  }
}

void Bound::SetDue(uint64_t index, const Plight& plight) {
  const kernel::Game& game = plain_.game;
  ForEachPredecessor(game, plain_.At(index), [&](Position after) {
    if (plight.ways == 0 &&
        ended_[plain_.IndexOf(Canonical(game, after))].exchange(true)) {
      return;
    }
    ForEachPredecessor(game, after, [&](Position before) {
      if (plight.ways == 0 ||
          MoveBetween(before, after) == plight.only.Back()) {
        due_[plain_.IndexOf(Canonical(game, before))] = true;
      }
    });
  });
}

}  // namespace teeko::reports::second
