#include "audit/agreement/agreement.h"

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "solver_a/subsets.h"
#include "verify/order.h"

namespace teeko::verify {
namespace {

using kernel::Position;
using kernel::Set;
using Positions = std::vector<Position>;
using Sets = std::vector<Set>;
using Permutations = std::vector<std::vector<int>>;

// Boards with more sets of all pieces than this take the solvers too long.
constexpr uint64_t kMostSets = 5000;

Positions Sorted(Positions positions) {
  std::ranges::sort(positions, {}, [](const Position& p) {
    return std::tuple(p.mover, p.opponent);
  });
  return positions;
}

// ---- The same question to each reading, the answer in the kernel's types ----

Positions SuccessorsByA(const Readings& readings, Position position) {
  Positions found;
  for (const auto& [mover, opponent] :
       readings.a.Successors(position.mover, position.opponent)) {
    found.push_back({mover, opponent});
  }
  return Sorted(found);
}

Positions FromB(const std::vector<solver_b::Position>& positions) {
  Positions found;
  for (const auto& [mover, opponent] : positions) {
    found.push_back({mover, opponent});
  }
  return Sorted(found);
}

Positions SuccessorsByKernel(const Readings& readings, Position position) {
  Positions found;
  kernel::ForEachSuccessor(readings.kernel, position,
                           [&](Position next) { found.push_back(next); });
  return Sorted(found);
}

// The kernel only looks forward: tries every position from which a piece of
// the opponent may have come, from wherever.
Positions PredecessorsByKernel(const Readings& readings, Position position) {
  const Set empty = kernel::Below(readings.kernel.squares) &
                    ~(position.mover | position.opponent);
  Positions found;
  kernel::ForEachSquare(position.opponent, [&](int to) {
    kernel::ForEachSquare(empty, [&](int from) {
      const Position previous = {
          position.opponent ^ kernel::Only(to) ^ kernel::Only(from),
          position.mover};
      kernel::ForEachSuccessor(readings.kernel, previous, [&](Position next) {
        if (next == position) found.push_back(previous);
      });
    });
  });
  return Sorted(found);
}

Position ImageOf(const std::vector<int>& symmetry, Position position) {
  return {kernel::Image(symmetry, position.mover),
          kernel::Image(symmetry, position.opponent)};
}

// ---- Answers in words -------------------------------------------------------

std::string Text(bool yes) { return yes ? "yes" : "no"; }

std::string Text(uint64_t number) { return absl::StrCat(number); }

// Where each square goes.
std::string Text(const std::vector<int>& permutation) {
  return absl::StrJoin(permutation, " ", [](std::string* out, int square) {
    absl::StrAppend(out, square + 1);
  });
}

std::string Squares(Set set) {
  std::vector<int> squares;
  kernel::ForEachSquare(set, [&](int square) { squares.push_back(square); });
  return squares.empty() ? "nothing" : Text(squares);
}

std::string Text(Position position) {
  return absl::StrCat(Squares(position.mover), " to move against ",
                      Squares(position.opponent));
}

// A list that differs from others: how long it is, and what sets it apart.
template <typename T, typename IsEverywhere>
std::string Text(const std::vector<T>& list, IsEverywhere is_everywhere) {
  std::vector<std::string> items;
  for (const T& item : list) {
    if (is_everywhere(item)) continue;
    if constexpr (std::is_same_v<T, Set>) {
      items.push_back(Squares(item));
    } else {
      items.push_back(Text(item));
    }
  }
  return absl::StrCat(list.size(), items.empty() ? "" : ", among them ",
                      absl::StrJoin(items, ", "));
}

}  // namespace

Agreement::Agreement(const Readings& readings) : readings_(readings) {
  if (kernel::Choose(readings.kernel.squares, readings.kernel.pieces) <=
      kMostSets) {
    space_.emplace(readings.b);
  }
}

template <typename T>
void Agreement::Same(const char* about, Position position,
                     std::initializer_list<Opinion<T>> opinions) {
  ++checks_;
  const T& first = opinions.begin()->says;
  const bool same = std::ranges::all_of(
      opinions, [&](const auto& opinion) { return opinion.says == first; });
  if (same || disagreement_.has_value()) return;
  disagreement_ = {.about = about, .position = position, .opinions = ""};
  for (const Opinion<T>& opinion : opinions) {
    std::string text;
    if constexpr (requires { opinion.says.begin(); }) {
      text = Text(opinion.says, [&](const auto& item) {
        return std::ranges::all_of(opinions, [&](const auto& other) {
          return std::ranges::find(other.says, item) != other.says.end();
        });
      });
    } else {
      text = Text(opinion.says);
    }
    absl::StrAppend(&disagreement_->opinions, "  ", opinion.reading, ": ", text,
                    "\n");
  }
}

void Agreement::CheckBoard() {
  const auto& [a, b, game] = readings_;
  Same<Sets>("goals", {},
             {{"solver A", a.goals()},
              {"solver B", b.goals()},
              {"kernel", game.goals}});

  Sets by_a, by_b;
  for (int square = 0; square < game.squares; ++square) {
    by_a.push_back(a.Neighbours(square));
    by_b.push_back(b.neighbors()[square]);
  }
  Same<Sets>(
      "the neighbours of each square", {},
      {{"solver A", by_a}, {"solver B", by_b}, {"kernel", game.neighbours}});

  Permutations symmetries_by_b, symmetries = game.symmetries;
  for (const solver_b::Permutation& symmetry : b.symmetries()) {
    symmetries_by_b.emplace_back(symmetry.begin(),
                                 symmetry.begin() + game.squares);
  }
  std::ranges::sort(symmetries_by_b);
  std::ranges::sort(symmetries);
  Same<Permutations>("symmetries", {},
                     {{"solver B", symmetries_by_b}, {"kernel", symmetries}});
  for (const std::vector<int>& symmetry : symmetries) {
    Sets goals;
    for (const Set goal : game.goals) {
      goals.push_back(kernel::Image(symmetry, goal));
    }
    std::ranges::sort(goals);
    Same<Sets>("goals after a symmetry", {},
               {{"kernel", game.goals}, {"kernel, images", goals}});
  }
}

void Agreement::CheckPosition(Position position) {
  const auto& [a, b, game] = readings_;
  Same<bool>("whether the mover has a goal", position,
             {{"solver A", a.IsGoal(position.mover)},
              {"solver B", b.IsGoal(position.mover)},
              {"kernel", kernel::HasGoal(game, position.mover)}});
  if (std::popcount(position.mover) == game.pieces) {
    CheckMoves(position);
  } else {
    CheckDrops(position);
  }
  CheckSymmetry(position);
  CheckRanks(position);
  if (space_.has_value()) CheckPlaces(position);
}

void Agreement::CheckMoves(Position position) {
  const auto& [mover, opponent] = position;
  Same<Positions>(
      "where moves lead", position,
      {{"solver A", SuccessorsByA(readings_, position)},
       {"solver B", FromB(readings_.b.Successors({mover, opponent}))},
       {"kernel", SuccessorsByKernel(readings_, position)}});
  Same<Positions>(
      "whence a move leads here", position,
      {{"solver B", FromB(readings_.b.Predecessors({mover, opponent}))},
       {"kernel", PredecessorsByKernel(readings_, position)}});
}

// Drops are not on the solvers' boards: their tables are compared instead.
void Agreement::CheckDrops(Position position) {
  const auto& [mover, opponent] = position;
  Positions all;
  for (int square = 0; square < readings_.a.squares(); ++square) {
    const Set dropped = kernel::Only(square);
    if (((mover | opponent) & dropped) != 0) continue;
    all.push_back({opponent, mover | dropped});
  }
  Same<Positions>("where drops lead", position,
                  {{"kernel", SuccessorsByKernel(readings_, position)},
                   {"every empty square", Sorted(all)}});
}

void Agreement::CheckSymmetry(Position position) {
  const Permutations& symmetries = readings_.kernel.symmetries;
  // Another one for every position.
  const std::vector<int>& symmetry =
      symmetries[(position.mover ^ position.opponent >> 1) % symmetries.size()];
  Positions images;
  for (const Position& next : SuccessorsByKernel(readings_, position)) {
    images.push_back(ImageOf(symmetry, next));
  }
  Same<Positions>(
      "plies after a symmetry", position,
      {{"images of the successors", Sorted(images)},
       {"successors of the image",
        SuccessorsByKernel(readings_, ImageOf(symmetry, position))}});
}

void Agreement::CheckRanks(Position position) {
  const kernel::Game& game = readings_.kernel;
  const int mover_pieces = std::popcount(position.mover);
  const int opponent_pieces = std::popcount(position.opponent);
  kernel::Section section;
  section.mover_pieces = mover_pieces;
  section.opponent_pieces = opponent_pieces;
  const uint64_t index = kernel::Index(game, position);
  Same<Position>("the position, ranked and unranked", position,
                 {{"itself", position},
                  {"kernel", kernel::PositionAt(game, section, index)}});
  if (!space_.has_value()) return;

  const solver_a::Subsets sets_of_a(game.squares, mover_pieces);
  const solver_b::SetIndex& sets_of_b = space_->classes(mover_pieces).sets();
  const uint64_t rank = kernel::Rank(position.mover);
  Same<uint64_t>("the rank of the mover's set", position,
                 {{"solver A", sets_of_a.Rank(position.mover)},
                  {"solver B", sets_of_b.Rank(position.mover)},
                  {"kernel", rank}});
  Same<Sets>("the mover's set from its rank", position,
             {{"solver A", {sets_of_a[rank]}},
              {"solver B", {sets_of_b.Unrank(rank)}},
              {"kernel", {kernel::Unrank(rank, mover_pieces)}}});
}

// Solver B files a position under images of it whose mover's set is the least.
void Agreement::CheckPlaces(Position position) {
  const kernel::Game& game = readings_.kernel;
  const solver_b::SectionIndex& section =
      space_->section(std::popcount(position.mover | position.opponent));
  Set least = position.mover;
  Positions images;
  for (const std::vector<int>& symmetry : game.symmetries) {
    least = std::min(least, kernel::Image(symmetry, position.mover));
  }
  for (const std::vector<int>& symmetry : game.symmetries) {
    const Position image = ImageOf(symmetry, position);
    if (image.mover == least) images.push_back(image);
  }
  Positions places;
  section.ForEachPlace(
      {position.mover, position.opponent}, [&](uint64_t row, uint64_t column) {
        const solver_b::SetClasses::Class& set =
            section.movers().classes()[row];
        places.push_back({set.representative,
                          set.left.OnBoard(section.columns().Unrank(column))});
      });
  Same<Positions>("least images", position,
                  {{"solver B", Sorted(places)}, {"kernel", Sorted(images)}});
}

}  // namespace teeko::verify
