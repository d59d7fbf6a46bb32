#include "studies/compose/book.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "game/orbit.h"
#include "studies/compose/placements.h"
#include "verify/order.h"

namespace teeko::studies {

const char kCriteria[] =
    R"(All pieces are placed, and the side to move wins.  Of each length, counted in
plies, there are as many problems.  In each
 - one first move alone wins; all others draw or lose;
 - that move is quiet: it does not threaten to win at once;
 - against every longest defence the quickest win leaves the winner no choice
   until three plies are left, and against the one shown none to the end;
 - the position is natural: the loser had a draw one move before.
Of those, the problems with the most first moves to choose from come first, but
no two with the same winning side's pieces, and none that occurs in the line of
a longer one, both up to symmetry and colour.)";

namespace {

struct Candidate {
  int first_moves;
  uint64_t index;
};

using CandidatesByLength = std::map<int, std::vector<Candidate>>;

bool IsProblem(const Placements& placements, kernel::Position position) {
  return IsCanonical(placements.game(), position) &&
         placements.HasOneWinningMove(position) &&
         placements.FollowsAMistake(position) &&
         placements.BeginsQuietly(position) &&
         placements.HasOneSolution(position) &&
         placements.HasLineWithoutChoice(position);
}

// All positions that meet the criteria, one for each orbit, those with the most
// first moves first.
CandidatesByLength FindCandidates(const Game& game,
                                  const SectionValues& values) {
  const Placements placements(game.kernel(), values);
  const kernel::Section& section = game.sections().front();
  tbb::enumerable_thread_specific<CandidatesByLength> found;
  using Range = tbb::blocked_range<uint64_t>;
  tbb::parallel_for(Range(0, values.size(), 1 << 12), [&](const Range& range) {
    CandidatesByLength& mine = found.local();
    for (uint64_t i = range.begin(); i < range.end(); ++i) {
      const int plies = values[i] - 1;
      if (plies < kShortest || plies > kLongest || plies % 2 == 0) continue;
      const kernel::Position position =
          kernel::PositionAt(game.kernel(), section, i);
      if (!IsProblem(placements, position)) continue;
      mine[plies].push_back({placements.CountMoves(position), i});
    }
  });
  CandidatesByLength candidates;
  for (const CandidatesByLength& some : found) {
    for (const auto& [plies, list] : some) {
      candidates[plies].insert(candidates[plies].end(), list.begin(),
                               list.end());
    }
  }
  for (auto& [plies, list] : candidates) {
    std::ranges::sort(list, [](const Candidate& a, const Candidate& b) {
      return std::tuple(-a.first_moves, a.index) <
             std::tuple(-b.first_moves, b.index);
    });
  }
  return candidates;
}

kernel::Position WithoutColours(const Position& position) {
  return position.to_move == Colour::kBlack
             ? kernel::Position{position.black, position.red}
             : kernel::Position{position.red, position.black};
}

// The solution: the winner never has a choice, and the loser makes the first
// of its best moves that leaves it none.
std::vector<Ply> Line(const Game& game, const Placements& placements,
                      Position position) {
  std::vector<Ply> line;
  const Colour winner = position.to_move;
  while (!game.IsOver(position)) {
    const std::vector<kernel::Position> best =
        placements.BestSuccessors(WithoutColours(position));
    for (const Move move : game.Moves(position)) {
      const Position after = game.After(position, move);
      const kernel::Position next = WithoutColours(after);
      if (std::ranges::count(best, next) == 0) continue;
      if (position.to_move != winner &&
          !placements.HasLineWithoutChoice(next)) {
        continue;
      }
      line.push_back({.move = move});
      position = after;
      break;
    }
  }
  return line;
}

// The smallest of the sets that symmetries take this one to.
kernel::Set CanonicalSet(const kernel::Game& game, kernel::Set set) {
  kernel::Set smallest = set;
  for (const std::vector<int>& symmetry : game.symmetries) {
    smallest = std::min(smallest, kernel::Image(symmetry, set));
  }
  return smallest;
}

// The positions of the book, the shortest first.
std::vector<kernel::Position> Choose(const Game& game,
                                     const SectionValues& values) {
  const Placements placements(game.kernel(), values);
  const kernel::Section& section = game.sections().front();
  const CandidatesByLength candidates = FindCandidates(game, values);
  std::set<kernel::Set> winners;  // sets of squares, canonical
  std::set<uint64_t> solved;      // positions in lines, canonical
  std::vector<kernel::Position> chosen;
  // Longer problems first, since shorter ones can occur in them.
  for (auto length = candidates.rbegin(); length != candidates.rend();
       ++length) {
    int wanted = kOfEachLength;
    for (const Candidate& candidate : length->second) {
      if (wanted == 0) break;
      const kernel::Position position =
          kernel::PositionAt(game.kernel(), section, candidate.index);
      if (solved.contains(candidate.index)) continue;
      if (!winners.insert(CanonicalSet(game.kernel(), position.mover)).second) {
        continue;
      }
      Position on_the_way = {.black = position.mover, .red = position.opponent};
      for (const Ply& ply : Line(game, placements, on_the_way)) {
        on_the_way = game.After(on_the_way, ply.move);
        solved.insert(
            OrbitOf(game.kernel(), WithoutColours(on_the_way)).front());
      }
      chosen.push_back(position);
      --wanted;
    }
  }
  std::ranges::reverse(chosen);
  return chosen;
}

}  // namespace

std::vector<Item> ComposeProblems(const Game& game,
                                  const SectionValues& values) {
  const Placements placements(game.kernel(), values);
  std::vector<Item> problems;
  for (const kernel::Position position : Choose(game, values)) {
    const int number = static_cast<int>(problems.size()) + 1;
    const int plies = placements.WinIn(position);
    // For variety each is turned another way, and the colours take turns.
    const auto& symmetries = game.kernel().symmetries;
    const std::vector<int>& turn = symmetries[number % symmetries.size()];
    Placement initial = {.black = kernel::Image(turn, position.mover),
                         .red = kernel::Image(turn, position.opponent),
                         .to_move = Colour::kBlack,
                         .statement = Statement{Statement::kWin, plies}};
    if (number % 2 == 0) {
      std::swap(initial.black, initial.red);
      initial.to_move = Colour::kRed;
    }
    problems.push_back({.comments = {absl::StrCat("# No. ", number)},
                        .initial = initial,
                        .plies = Line(game, placements,
                                      {.black = initial.black,
                                       .red = initial.red,
                                       .to_move = *initial.to_move})});
  }
  return problems;
}

std::string BookText(const Game& game, const std::vector<Item>& problems) {
  const std::string& name = game.rules().name();
  std::string text = absl::StrCat(
      "# ", problems.size(), " problems, rules: ", name, ".  Made by\n",
      "#     ./bazelw run //studies:compose -- --rules=", name, "\n#\n# ",
      absl::StrReplaceAll(kCriteria, {{"\n", "\n# "}}), "\n");
  for (const Item& problem : problems) {
    absl::StrAppend(&text, "\n", Print(problem));
  }
  return text;
}

}  // namespace teeko::studies
