#include "verify/certificates/shrink.h"

#include <algorithm>
#include <random>
#include <utility>

#include "absl/types/span.h"

namespace teeko::verify {
namespace {

// The checker, which has the same work to do, shall be quick: so many positions
// with drops to come, up to symmetry, are enough for any style of Teeko.
constexpr int kMostPositions = 200'000;

// A removal that changes much is not likely to be possible: none may take more
// than this part of all work.
constexpr int kTries = 150;

constexpr int kMostOrders = 8;

// Orders differ in that uses are taken for so many percent more or less.
constexpr int kSpread = 3;

// Tries one order of removal.
class Shrinker {
 public:
  Shrinker(const Formations& formations, const std::vector<Claim>& claims,
           int64_t most_work, RestrictedGame game, int order)
      : formations_(formations),
        claims_(claims),
        most_work_(most_work),
        game_(std::move(game)),
        start_work_(game_.work()) {
    // A little more work than with all formations is allowed.
    for (const Claim& claim : claims) {
      int needed = 10'000;
      while (needed < kMostPositions && !game_.Proves(claim, needed)) {
        needed *= 2;
      }
      most_positions_ = std::max(most_positions_, needed);
    }
    std::mt19937 random(order);
    for (size_t i = 0; i < formations.orbits.size(); ++i) {
      percent_.push_back(100 - kSpread + random() % (2 * kSpread + 1));
      if (IsAllowed(i)) left_.push_back(i);
    }
  }

  Few Shrink(absl::FunctionRef<void(int part, int left)> progress) {
    SortByUse();
    // Few formations mean little work: begin with so few that they just
    // suffice.
    for (size_t most = 64; most < left_.size(); most *= 2) {
      const size_t removed = left_.size() - most;
      progress(static_cast<int>(removed), static_cast<int>(left_.size()));
      if (Remove(absl::MakeConstSpan(left_).first(removed), most_work_ / 20)) {
        left_.erase(left_.begin(), left_.begin() + removed);
        break;
      }
    }
    for (const size_t part : {64, 16, 4, 1}) {
      SortByUse();
      for (size_t i = 0; i < left_.size() && work() < most_work_;) {
        progress(static_cast<int>(part), static_cast<int>(left_.size()));
        const auto tried = absl::MakeConstSpan(left_).subspan(i, part);
        if (Remove(tried, most_work_ / kTries)) {
          left_.erase(left_.begin() + i, left_.begin() + i + tried.size());
        } else {
          i += tried.size();
        }
      }
    }
    std::sort(left_.begin(), left_.end());
    Few few = {left_, 0};
    for (const int orbit : left_) few.placements += Successes(orbit);
    return few;
  }

  int64_t work() const { return game_.work() - start_work_; }

 private:
  bool IsAllowed(int orbit) const {
    return game_.IsAllowed(formations_.orbits[orbit].front());
  }

  uint64_t Successes(int orbit) const {
    return game_.Successes(formations_.orbits[orbit].front());
  }

  void SortByUse() {
    std::ranges::sort(left_, {}, [this](int orbit) {
      return std::pair(Successes(orbit) * percent_[orbit], orbit);
    });
  }

  // Removes these orbits, or if that is too much, none of them.
  bool Remove(absl::Span<const int> orbits, int64_t most_work) {
    std::vector<int> removed;
    for (const int orbit : orbits) {
      const std::vector<int>& images = formations_.orbits[orbit];
      removed.insert(removed.end(), images.begin(), images.end());
    }
    const bool suffices = game_.Remove(removed, most_work) && ProvesAll();
    suffices ? game_.Keep() : game_.Undo();
    return suffices;
  }

  bool ProvesAll() {
    // What fails once is likely to fail again.
    for (size_t i = 0; i < claims_.size(); ++i) {
      if (!game_.Proves(claims_[i], most_positions_)) {
        std::rotate(claims_.begin(), claims_.begin() + i,
                    claims_.begin() + i + 1);
        return false;
      }
    }
    return true;
  }

  const Formations& formations_;
  std::vector<Claim> claims_;
  const int64_t most_work_;
  RestrictedGame game_;
  const int64_t start_work_;
  int most_positions_ = 0;
  std::vector<int> percent_;  // by orbit: how its use is estimated
  std::vector<int> left_;     // orbits
};

}  // namespace

Few Shrink(const Formations& formations, const std::vector<Claim>& claims,
           int64_t most_work, absl::FunctionRef<RestrictedGame()> start,
           absl::FunctionRef<void(int part, int left)> progress) {
  Few fewest;
  int64_t longest = 0;
  int64_t work_left = most_work;
  for (int order = 0;
       order < kMostOrders && (order == 0 || work_left > longest); ++order) {
    Shrinker shrinker(formations, claims, most_work, start(), order);
    const Few few = shrinker.Shrink(progress);
    if (order == 0 || few.orbits.size() < fewest.orbits.size()) fewest = few;
    longest = std::max(longest, shrinker.work());
    work_left -= shrinker.work();
  }
  return fewest;
}

}  // namespace teeko::verify
