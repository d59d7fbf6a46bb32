#include "verify/certificates/shrink.h"

#include <algorithm>
#include <bit>
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

class Shrinker {
 public:
  Shrinker(const Formations& formations, const std::vector<Claim>& claims,
           RestrictedGame& game)
      : formations_(formations), claims_(claims), game_(game) {
    // A little more work than with all formations is allowed.
    for (const Claim& claim : claims) {
      int needed = 10'000;
      while (needed < kMostPositions && !game.Proves(claim, needed)) {
        needed *= 2;
      }
      most_positions_ = std::max(most_positions_, needed);
    }
  }

  bool IsAllowed(int orbit) const {
    return game_.IsAllowed(formations_.orbits[orbit].front());
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

 private:
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
  RestrictedGame& game_;
  int most_positions_ = 0;
};

}  // namespace

std::vector<int> Shrink(const Formations& formations,
                        const std::vector<Claim>& claims, int64_t most_work,
                        RestrictedGame& game,
                        absl::FunctionRef<void(int part, int left)> progress) {
  Shrinker shrinker(formations, claims, game);
  std::vector<std::pair<uint64_t, int>> by_use;
  for (size_t i = 0; i < formations.orbits.size(); ++i) {
    if (!shrinker.IsAllowed(i)) continue;
    by_use.emplace_back(game.Successes(formations.orbits[i].front()), i);
  }
  std::sort(by_use.begin(), by_use.end());
  std::vector<int> orbits;
  for (const auto& [use, orbit] : by_use) orbits.push_back(orbit);

  // Few formations mean little work: begin with so few that they do not
  // suffice.
  for (size_t most = 64; most < orbits.size(); most *= 2) {
    const size_t removed = orbits.size() - most;
    progress(static_cast<int>(removed), static_cast<int>(orbits.size()));
    if (shrinker.Remove(absl::MakeConstSpan(orbits).first(removed),
                        most_work / 20)) {
      orbits.erase(orbits.begin(), orbits.begin() + removed);
      break;
    }
  }
  for (const size_t part : {64, 16, 4, 1}) {
    std::vector<int> left;
    for (size_t i = 0; i < orbits.size(); i += part) {
      const auto tried = absl::MakeConstSpan(orbits).subspan(i, part);
      progress(static_cast<int>(part),
               static_cast<int>(left.size() + orbits.size() - i));
      if (game.work() < most_work &&
          shrinker.Remove(tried, most_work / kTries)) {
        continue;
      }
      left.insert(left.end(), tried.begin(), tried.end());
    }
    orbits = left;
  }
  std::sort(orbits.begin(), orbits.end());
  return orbits;
}

}  // namespace teeko::verify
