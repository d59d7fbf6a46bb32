#include "proof/certificates/formations.h"

#include "absl/strings/str_cat.h"
#include "kernel/order.h"
#include "verify/symmetry.h"

namespace teeko::proof {

absl::StatusOr<Formations> FormationsOf(const kernel::Game& game, int most) {
  const uint64_t size = kernel::Choose(game.squares, game.pieces);
  if (size > static_cast<uint64_t>(most)) {
    return absl::ResourceExhaustedError(
        absl::StrCat("too many formations for certificates: expected at most ",
                     most, ", got ", size));
  }
  Formations formations;
  formations.moves.resize(size);
  for (uint64_t f = 0; f < size; ++f) {
    const kernel::Set set = kernel::Unrank(f, game.pieces);
    formations.sets.push_back(set);
    formations.is_goal.push_back(kernel::HasGoal(game, set));
    kernel::ForEachSquare(set, [&](int from) {
      kernel::ForEachSquare(game.neighbours[from] & ~set, [&](int to) {
        formations.moves[f].push_back(
            kernel::Rank(set ^ kernel::Bit(from) ^ kernel::Bit(to)));
      });
    });
  }
  for (const std::vector<int>& symmetry : game.symmetries) {
    std::vector<int>& images = formations.images.emplace_back();
    for (const kernel::Set set : formations.sets) {
      images.push_back(kernel::Rank(kernel::Image(symmetry, set)));
    }
  }
  const auto [orbits, members] = verify::SetOrbits(game, game.pieces);
  formations.orbits.resize(orbits.size());
  for (int f = 0; f < formations.size(); ++f) {
    formations.orbits[members[f].number].push_back(f);
  }
  return formations;
}

}  // namespace teeko::proof
