#include "proof/certificates/shrink.h"

#include <algorithm>
#include <random>
#include <utility>

#include "absl/types/span.h"

namespace teeko::proof {
namespace {

// Limit for the number of positions in the drop phase, up to symmetry.  The
// checker searches the same positions, so the limit keeps the checker fast.
// The limit is enough for all styles of Teeko.
constexpr uint64_t kMaxPositions = 4'000'000;

// A removal that needs much work is unlikely to succeed.  So each removal may
// take 1/kTries of the whole work, or up to twice as much
// (RestrictedGame::Remove).
constexpr int kTries = 150;

constexpr int kMaxOrders = 8;

// To get another order, the number of successes of each orbit is changed by up
// to this many percent.
constexpr int kSpread = 3;

// Tries one order of removal.
class Shrinker {
 public:
  Shrinker(const Formations& formations, const std::vector<Claim>& claims,
           int64_t most_work, RestrictedGame game, int order)
      : claims_(claims),
        most_work_(most_work),
        game_(std::move(game)),
        start_work_(game_.work()) {
    // Allows somewhat more positions than the proof with all formations needs.
    for (const Claim& claim : claims) {
      uint64_t needed = 10'000;
      while (needed < kMaxPositions && !game_.Proves(claim, needed)) {
        needed *= 2;
      }
      most_positions_ = std::max(most_positions_, needed);
    }
    std::mt19937 random(order);
    for (size_t i = 0; i < formations.orbits.size(); ++i) {
      percent_.push_back(100 - kSpread + random() % (2 * kSpread + 1));
      if (!formations.is_goal[formations.orbits[i].front()]) left_.push_back(i);
    }
  }

  // Returns the orbits that are left.
  std::vector<int> Shrink(
      absl::FunctionRef<void(size_t batch, size_t left)> progress) {
    SortBySuccesses();
    // First finds a small number of orbits that are enough, because fewer
    // orbits mean less work.
    for (size_t most = 64; most < left_.size(); most *= 2) {
      const size_t rest = left_.size() - most;
      progress(rest, left_.size());
      if (Remove(0, rest, most_work_ / 20)) break;
    }
    for (const size_t batch : {64, 16, 4, 1}) {
      SortBySuccesses();
      for (size_t i = 0; i < left_.size() && work() < most_work_;) {
        progress(batch, left_.size());
        if (!Remove(i, batch, most_work_ / kTries)) i += batch;
      }
    }
    std::ranges::sort(left_);
    return left_;
  }

  int64_t work() const { return game_.work() - start_work_; }

 private:
  void SortBySuccesses() {
    std::ranges::sort(left_, {}, [this](int orbit) {
      return std::pair(game_.Successes(orbit) * percent_[orbit], orbit);
    });
  }

  // Removes `count` orbits of left_, beginning with index `first`, or fewer at
  // the end of left_.  Returns false, and removes nothing, if the rest would
  // not prove the claims or the work would exceed `most_work`.
  bool Remove(size_t first, size_t count, int64_t most_work) {
    const auto orbits = absl::MakeConstSpan(left_).subspan(first, count);
    const auto proves = [this] { return ProvesAll(); };
    if (!game_.Remove(orbits, most_work, proves) || !proves()) {
      game_.Undo();
      return false;
    }
    game_.Commit();
    const auto begin = left_.begin() + first;
    left_.erase(begin, begin + orbits.size());
    return true;
  }

  bool ProvesAll() {
    const auto failed =
        std::ranges::find_if_not(claims_, [this](const Claim& claim) {
          return game_.Proves(claim, most_positions_);
        });
    if (failed == claims_.end()) return true;
    // Tries this claim first the next time, because it is likely to fail again.
    std::rotate(claims_.begin(), failed, failed + 1);
    return false;
  }

  std::vector<Claim> claims_;
  const int64_t most_work_;
  RestrictedGame game_;
  const int64_t start_work_;
  uint64_t most_positions_ = 0;
  // By orbit: factor for its number of successes, in percent.
  std::vector<int> percent_;
  std::vector<int> left_;  // orbits that are not removed
};

}  // namespace

std::vector<int> Shrink(
    const Formations& formations, const std::vector<Claim>& claims,
    int64_t most_work, absl::FunctionRef<RestrictedGame()> start,
    absl::FunctionRef<void(size_t batch, size_t left)> progress) {
  std::vector<int> fewest;
  int64_t longest = 0;
  int64_t work_left = most_work;
  for (int order = 0; order < kMaxOrders && (order == 0 || work_left > longest);
       ++order) {
    Shrinker shrinker(formations, claims, most_work, start(), order);
    std::vector<int> few = shrinker.Shrink(progress);
    if (order == 0 || few.size() < fewest.size()) fewest = std::move(few);
    longest = std::max(longest, shrinker.work());
    work_left -= shrinker.work();
  }
  return fewest;
}

}  // namespace teeko::proof
