#include "audit/agreement/agreement.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "solver_a/subsets.h"
#include "solver_b/set_index.h"
#include "verify/order.h"

namespace teeko::audit {
namespace {

using kernel::Position;
using kernel::Set;

// Boards with more sets of all pieces than this take the solvers too long.
constexpr uint64_t kMostSets = 5000;

// ---- Answers in words, so that all can be compared and printed alike ----

using Answer = std::set<std::string>;

std::string Text(const std::vector<int>& squares) {
  return absl::StrJoin(squares, " ", [](std::string* out, int square) {
    absl::StrAppend(out, square + 1);
  });
}

std::string Text(Set set) {
  std::vector<int> squares;
  kernel::ForEachSquare(set, [&](int square) { squares.push_back(square); });
  return squares.empty() ? "nothing" : Text(squares);
}

std::string Text(Position position) {
  return absl::StrCat(Text(position.mover), " to move against ",
                      Text(position.opponent));
}

template <typename Items>
Answer Texts(const Items& items) {
  Answer answer;
  for (const auto& item : items) answer.insert(Text(item));
  return answer;
}

// Of (mover, opponent) in any type.
template <typename Positions>
Answer PositionTexts(const Positions& positions) {
  Answer answer;
  for (const auto& [mover, opponent] : positions) {
    answer.insert(Text(Position{mover, opponent}));
  }
  return answer;
}

Answer YesOrNo(bool yes) { return {yes ? "yes" : "no"}; }

// What sets the answers apart; empty if they are the same.
std::string Difference(const char* about,
                       const std::vector<std::pair<const char*, Answer>>& all) {
  const auto in_all = [&](const std::string& item) {
    return std::ranges::all_of(
        all, [&](const auto& other) { return other.second.contains(item); });
  };
  std::string text;
  bool same = true;
  for (const auto& [reading, answer] : all) {
    Answer own;
    std::ranges::remove_copy_if(answer, std::inserter(own, own.end()), in_all);
    same = same && own.empty();
    absl::StrAppend(&text, "\n  ", reading, ": ", answer.size(),
                    own.empty() ? "" : ", among them ",
                    absl::StrJoin(own, ", "));
  }
  return same ? "" : absl::StrCat(about, ":", text);
}

// ---- What the kernel says ----

std::vector<Position> Successors(const kernel::Game& game, Position position) {
  std::vector<Position> found;
  kernel::ForEachSuccessor(game, position,
                           [&](Position next) { found.push_back(next); });
  return found;
}

// The kernel only looks forward: tries every position from which a piece of
// the opponent may have come, from wherever.
std::vector<Position> Predecessors(const kernel::Game& game,
                                   Position position) {
  const Set empty =
      kernel::Below(game.squares) & ~(position.mover | position.opponent);
  std::vector<Position> found;
  kernel::ForEachSquare(position.opponent, [&](int to) {
    kernel::ForEachSquare(empty, [&](int from) {
      const Position previous = {
          position.opponent ^ kernel::Only(to) ^ kernel::Only(from),
          position.mover};
      kernel::ForEachSuccessor(game, previous, [&](Position next) {
        if (next == position) found.push_back(previous);
      });
    });
  });
  return found;
}

Position ImageOf(const std::vector<int>& symmetry, Position position) {
  return {kernel::Image(symmetry, position.mover),
          kernel::Image(symmetry, position.opponent)};
}

// ---- Comparisons of a position ----

std::string PliesDifference(const Readings& readings, Position position) {
  const auto& [a, b, game] = readings;
  const auto& [mover, opponent] = position;
  if (std::popcount(mover) < game.pieces) {
    // Drops are not on the solvers' boards: their tables are compared instead.
    std::vector<Position> drops;
    for (int square = 0; square < a.squares(); ++square) {
      const Set dropped = kernel::Only(square);
      if (((mover | opponent) & dropped) != 0) continue;
      drops.push_back({opponent, mover | dropped});
    }
    return Difference("where drops lead",
                      {{"kernel", Texts(Successors(game, position))},
                       {"every empty square", Texts(drops)}});
  }
  const std::string forward =
      Difference("where moves lead",
                 {{"solver A", PositionTexts(a.Successors(mover, opponent))},
                  {"solver B", PositionTexts(b.Successors({mover, opponent}))},
                  {"kernel", Texts(Successors(game, position))}});
  if (!forward.empty()) return forward;
  return Difference(
      "whence a move leads here",
      {{"solver B", PositionTexts(b.Predecessors({mover, opponent}))},
       {"kernel", Texts(Predecessors(game, position))}});
}

std::string SymmetryDifference(const kernel::Game& game, Position position) {
  // Another one for every position.
  const std::vector<int>& symmetry =
      game.symmetries[(position.mover ^ position.opponent >> 1) %
                      game.symmetries.size()];
  std::vector<Position> images;
  for (const Position& next : Successors(game, position)) {
    images.push_back(ImageOf(symmetry, next));
  }
  return Difference("plies after a symmetry",
                    {{"images of the successors", Texts(images)},
                     {"successors of the image",
                      Texts(Successors(game, ImageOf(symmetry, position)))}});
}

std::string RankDifference(const kernel::Game& game, Position position) {
  const int pieces = std::popcount(position.mover);
  kernel::Section section;
  section.mover_pieces = pieces;
  section.opponent_pieces = std::popcount(position.opponent);
  const std::string back =
      Difference("the position, ranked and unranked",
                 {{"itself", {Text(position)}},
                  {"kernel",
                   {Text(kernel::PositionAt(game, section,
                                            kernel::Index(game, position)))}}});
  if (!back.empty() || kernel::Choose(game.squares, game.pieces) > kMostSets) {
    return back;
  }
  const uint64_t rank = kernel::Rank(position.mover);
  const solver_a::Subsets sets_of_a(game.squares, pieces);
  const solver_b::SetIndex sets_of_b(game.squares, pieces);
  const std::string ranks =
      Difference("the rank of the mover's set",
                 {{"solver A", {absl::StrCat(sets_of_a.Rank(position.mover))}},
                  {"solver B", {absl::StrCat(sets_of_b.Rank(position.mover))}},
                  {"kernel", {absl::StrCat(rank)}}});
  if (!ranks.empty()) return ranks;
  return Difference("the mover's set from its rank",
                    {{"solver A", {Text(sets_of_a[rank])}},
                     {"solver B", {Text(sets_of_b.Unrank(rank))}},
                     {"kernel", {Text(kernel::Unrank(rank, pieces))}}});
}

}  // namespace

std::string BoardDisagreement(const Readings& readings) {
  const auto& [a, b, game] = readings;
  std::string difference = Difference("goals", {{"solver A", Texts(a.goals())},
                                                {"solver B", Texts(b.goals())},
                                                {"kernel", Texts(game.goals)}});
  for (int square = 0; difference.empty() && square < game.squares; ++square) {
    difference = Difference("the neighbours of each square",
                            {{"solver A", {Text(a.Neighbours(square))}},
                             {"solver B", {Text(b.neighbors()[square])}},
                             {"kernel", {Text(game.neighbours[square])}}});
  }
  if (!difference.empty()) return difference;
  Answer symmetries_by_b;
  for (const solver_b::Permutation& symmetry : b.symmetries()) {
    symmetries_by_b.insert(
        Text({symmetry.begin(), symmetry.begin() + game.squares}));
  }
  difference = Difference("symmetries", {{"solver B", symmetries_by_b},
                                         {"kernel", Texts(game.symmetries)}});
  for (const std::vector<int>& symmetry : game.symmetries) {
    if (!difference.empty()) break;
    std::vector<Set> images;
    for (const Set goal : game.goals) {
      images.push_back(kernel::Image(symmetry, goal));
    }
    difference = Difference(
        "goals after a symmetry",
        {{"kernel", Texts(game.goals)}, {"kernel, images", Texts(images)}});
  }
  return difference;
}

std::string PositionDisagreement(const Readings& readings, Position position) {
  const auto& [a, b, game] = readings;
  std::string difference =
      Difference("whether the mover has a goal",
                 {{"solver A", YesOrNo(a.IsGoal(position.mover))},
                  {"solver B", YesOrNo(b.IsGoal(position.mover))},
                  {"kernel", YesOrNo(kernel::HasGoal(game, position.mover))}});
  if (difference.empty()) difference = PliesDifference(readings, position);
  if (difference.empty()) difference = SymmetryDifference(game, position);
  if (difference.empty()) difference = RankDifference(game, position);
  return difference;
}

}  // namespace teeko::audit
