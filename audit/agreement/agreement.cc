#include "audit/agreement/agreement.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "kernel/order.h"
#include "solver_a/subsets.h"
#include "solver_b/plain_game_for_test.h"
#include "solver_b/set_index.h"

namespace teeko::audit {
namespace {

using kernel::Position;
using kernel::Set;

// The largest number of sets of all pieces of a side for which the solvers'
// sets are compared.  With more sets, their indexes take too long.
constexpr uint64_t kMaxSets = 5000;

// ---- Answers of an implementation, as texts to compare and print ----

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

// Returns the texts of positions, whose type may be any pair (mover, opponent).
template <typename Positions>
Answer PositionTexts(const Positions& positions) {
  Answer answer;
  for (const auto& [mover, opponent] : positions) {
    answer.insert(Text(Position{mover, opponent}));
  }
  return answer;
}

Answer YesOrNo(bool yes) { return {yes ? "yes" : "no"}; }

// Returns the differences between the answers, or "" if they are the same.
std::string Difference(const char* about,
                       const std::vector<std::pair<const char*, Answer>>& all) {
  const auto in_all = [&](const std::string& item) {
    return std::ranges::all_of(
        all, [&](const auto& other) { return other.second.contains(item); });
  };
  std::string text;
  bool same = true;
  for (const auto& [implementation, answer] : all) {
    Answer own;
    std::ranges::remove_copy_if(answer, std::inserter(own, own.end()), in_all);
    same = same && own.empty();
    absl::StrAppend(&text, "\n  ", implementation, ": ", answer.size(),
                    own.empty() ? "" : ", including ",
                    absl::StrJoin(own, ", "));
  }
  return same ? "" : absl::StrCat(about, ":", text, "\n");
}

// ---- Answers of the kernel ----

Answer Successors(const kernel::Game& game, Position position) {
  Answer found;
  kernel::ForEachSuccessor(game, position,
                           [&](Position next) { found.insert(Text(next)); });
  return found;
}

// Returns the predecessors of a position.  The kernel computes successors only,
// so this tries every empty square as the origin of every piece of the
// opponent.
Answer Predecessors(const kernel::Game& game, Position position) {
  const Set empty =
      kernel::Below(game.squares) & ~(position.mover | position.opponent);
  Answer found;
  kernel::ForEachSquare(position.opponent, [&](int to) {
    kernel::ForEachSquare(empty, [&](int from) {
      const Position previous = {
          position.opponent ^ kernel::Bit(to) ^ kernel::Bit(from),
          position.mover};
      kernel::ForEachSuccessor(game, previous, [&](Position next) {
        if (next == position) found.insert(Text(previous));
      });
    });
  });
  return found;
}

// ---- Comparisons of a position ----

std::string PliesDifference(const Implementations& boards, Position position) {
  const auto& [a, b, game] = boards;
  const auto& [mover, opponent] = position;
  if (std::popcount(mover) < game.pieces) {
    // The solvers' boards do not compute drops; solvers_test compares their
    // tables.
    Answer drops;
    for (int square = 0; square < a.squares(); ++square) {
      const Set dropped = kernel::Bit(square);
      if (((mover | opponent) & dropped) != 0) continue;
      drops.insert(Text(Position{opponent, mover | dropped}));
    }
    return Difference("positions after a drop",
                      {{"kernel", Successors(game, position)},
                       {"every empty square", drops}});
  }
  return Difference("successors",
                    {{"solver A", PositionTexts(a.Successors(mover, opponent))},
                     {"solver B", PositionTexts(solver_b::Successors(
                                      b, {mover, opponent}))},
                     {"kernel", Successors(game, position)}}) +
         Difference("predecessors",
                    {{"solver B", PositionTexts(solver_b::Predecessors(
                                      b, {mover, opponent}))},
                     {"kernel", Predecessors(game, position)}});
}

std::string SymmetryDifference(const kernel::Game& game, Position position) {
  // Selects a symmetry that depends on the position.
  const std::vector<int>& symmetry =
      game.symmetries[(position.mover ^ position.opponent >> 1) %
                      game.symmetries.size()];
  Answer images;
  kernel::ForEachSuccessor(game, position, [&](Position next) {
    images.insert(Text(kernel::Image(symmetry, next)));
  });
  return Difference("plies after a symmetry",
                    {{"images of the successors", images},
                     {"successors of the image",
                      Successors(game, kernel::Image(symmetry, position))}});
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
  if (kernel::Choose(game.squares, game.pieces) > kMaxSets) return back;
  const uint64_t rank = kernel::Rank(position.mover);
  const solver_a::Subsets sets_of_a(game.squares, pieces);
  const solver_b::SetIndex sets_of_b(game.squares, pieces);
  return back +
         Difference(
             "the rank of the mover's set",
             {{"solver A", {absl::StrCat(sets_of_a.Rank(position.mover))}},
              {"solver B", {absl::StrCat(solver_b::Rank(position.mover))}},
              {"kernel", {absl::StrCat(rank)}}}) +
         Difference("the mover's set from its rank",
                    {{"solver A", {Text(sets_of_a[rank])}},
                     {"solver B", {Text(sets_of_b.Unrank(rank))}},
                     {"kernel", {Text(kernel::Unrank(rank, pieces))}}});
}

}  // namespace

std::string BoardDisagreement(const Implementations& boards) {
  const auto& [a, b, game] = boards;
  std::string differences =
      Difference("goals", {{"solver A", Texts(a.goals())},
                           {"solver B", Texts(b.goals())},
                           {"kernel", Texts(game.goals)}});
  for (int square = 0; square < game.squares; ++square) {
    differences += Difference("neighbours of a square",
                              {{"solver A", {Text(a.Neighbours(square))}},
                               {"solver B", {Text(b.neighbors()[square])}},
                               {"kernel", {Text(game.neighbours[square])}}});
  }
  Answer symmetries_by_b;
  for (const solver_b::Permutation& symmetry : b.symmetries()) {
    symmetries_by_b.insert(
        Text({symmetry.begin(), symmetry.begin() + game.squares}));
  }
  differences += Difference("symmetries", {{"solver B", symmetries_by_b},
                                           {"kernel", Texts(game.symmetries)}});
  for (const std::vector<int>& symmetry : game.symmetries) {
    Answer images;
    for (const Set goal : game.goals) {
      images.insert(Text(kernel::Image(symmetry, goal)));
    }
    differences +=
        Difference("goals after a symmetry",
                   {{"kernel", Texts(game.goals)}, {"kernel, images", images}});
  }
  return differences;
}

std::string PositionDisagreement(const Implementations& boards,
                                 Position position) {
  const auto& [a, b, game] = boards;
  return Difference(
             "whether the mover has a goal",
             {{"solver A", YesOrNo(a.IsGoal(position.mover))},
              {"solver B", YesOrNo(b.IsGoal(position.mover))},
              {"kernel", YesOrNo(kernel::HasGoal(game, position.mover))}}) +
         PliesDifference(boards, position) +
         SymmetryDifference(game, position) + RankDifference(game, position);
}

}  // namespace teeko::audit
