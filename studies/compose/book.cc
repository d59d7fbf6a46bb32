#include "studies/compose/book.h"

#include <tbb/concurrent_vector.h>
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

namespace teeko::studies {

const char kCriteria[] =
    R"(All pieces are placed, and the side to move wins.  The book has the same
number of problems of each length, counted in plies.  Each problem meets
these criteria:
 - Exactly one first move wins; all other first moves draw or lose.
 - This move is quiet: it does not threaten to win at once.
 - Against every longest defence, the winner has exactly one fastest move on
   each turn until three plies are left.  Against the defence shown, this is
   true to the end.
 - The position is natural: the loser had a draw one move before.
Among these problems, those with the most first moves are preferred.  No two
problems have the same pieces of the winning side, and no problem occurs in
the solution of a longer problem, both up to symmetry and colour.)";

namespace {

constexpr bool IsLoss(kernel::Value value) { return value % 2 == 1; }

}  // namespace

int Placements::WinIn(kernel::Position position) const {
  const kernel::Value value = ValueOf(position);
  return value == kernel::kDraw || IsLoss(value) ? 0 : value - 1;
}

std::vector<kernel::Position> Placements::BestSuccessors(
    kernel::Position position) const {
  std::vector<kernel::Position> best;
  if (ValueOf(position) == kernel::kLossIn0) return best;
  kernel::Value best_value = kernel::kDraw;
  kernel::ForEachSuccessor(game_, position, [&](kernel::Position successor) {
    const kernel::Value value = ValueOf(successor);
    if (best.empty() || kernel::Prefers('S', value, best_value)) {
      best.clear();
      best_value = value;
    }
    if (value == best_value) best.push_back(successor);
  });
  return best;
}

bool Placements::HasOneWinningMove(kernel::Position position) const {
  int winning = 0;
  kernel::ForEachSuccessor(game_, position, [&](kernel::Position successor) {
    if (IsLoss(ValueOf(successor))) ++winning;
  });
  return winning == 1;
}

bool Placements::HasOneSolution(kernel::Position position) const {
  if (WinIn(position) <= kFreePlies) return true;
  const std::vector<kernel::Position> best = BestSuccessors(position);
  return best.size() == 1 && std::ranges::all_of(BestSuccessors(best[0]),
                                                 [this](kernel::Position next) {
                                                   return HasOneSolution(next);
                                                 });
}

bool Placements::HasLineWithoutChoice(kernel::Position position) const {
  const std::vector<kernel::Position> best = BestSuccessors(position);
  if (best.size() != 1) return false;
  if (ValueOf(best[0]) == kernel::kLossIn0) return true;
  return std::ranges::any_of(
      BestSuccessors(best[0]),
      [this](kernel::Position next) { return HasLineWithoutChoice(next); });
}

bool Placements::FollowsAMistake(kernel::Position position) const {
  // Every move can be taken back.  So the loser's moves on this board lead to
  // the positions before its last move.
  bool mistake = false;
  kernel::ForEachSuccessor(
      game_, {position.opponent, position.mover}, [&](kernel::Position back) {
        mistake |= ValueOf({back.opponent, back.mover}) == kernel::kDraw;
      });
  return mistake;
}

bool Placements::BeginsQuietly(kernel::Position position) const {
  const auto [mover, opponent] = BestSuccessors(position).front();
  return WinIn({opponent, mover}) != 1;
}

namespace {

// Returns the indices of all positions that meet the criteria, one for each
// orbit.  The longest wins come first; among equal wins, the positions with the
// most first moves.
tbb::concurrent_vector<uint64_t> FindCandidates(
    const kernel::Game& game, const kernel::Section& section,
    const proto::SectionValues& values) {
  const Placements placements(game, values);
  tbb::concurrent_vector<uint64_t> found;
  tbb::parallel_for(uint64_t{0}, values.size(), [&](uint64_t index) {
    const int plies = values[index] - 1;
    if (plies < kShortest || plies > kLongest || plies % 2 == 0) return;
    const kernel::Position position = kernel::PositionAt(game, section, index);
    if (IsCanonical(game, position) && placements.HasOneWinningMove(position) &&
        placements.FollowsAMistake(position) &&
        placements.BeginsQuietly(position) &&
        placements.HasOneSolution(position) &&
        placements.HasLineWithoutChoice(position)) {
      found.push_back(index);
    }
  });
  std::ranges::sort(found, {}, [&](uint64_t index) {
    int first_moves = 0;
    kernel::ForEachSuccessor(game, kernel::PositionAt(game, section, index),
                             [&](kernel::Position) { ++first_moves; });
    return std::tuple(-values[index], -first_moves, index);
  });
  return found;
}

// Returns the solution.  The winner plays its only fastest move.  The loser
// plays its first best move after which the winner still has only one.
std::vector<Ply> Line(const Game& game, const Placements& placements,
                      Position position) {
  std::vector<Ply> line;
  const Colour winner = position.to_move;
  while (!game.IsOver(position)) {
    const std::vector<kernel::Position> best =
        placements.BestSuccessors({position.own(), position.others()});
    for (const Move move : game.Moves(position)) {
      const Position after = game.After(position, move);
      const kernel::Position next = {after.own(), after.others()};
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

// Returns the positions of the book, the shortest first.
std::vector<kernel::Position> Choose(const Game& game,
                                     const proto::SectionValues& values) {
  const Placements placements(game.kernel(), values);
  const kernel::Section& section = game.sections().front();
  std::map<int, int> chosen_of_length;
  // `winners` has the orbits of the winning sides' pieces, without the losing
  // sides' pieces.  `solved` has the orbits of the positions in solutions.
  std::set<uint64_t> winners;
  std::set<uint64_t> solved;
  std::vector<kernel::Position> chosen;
  // Chooses longer problems first, because shorter problems can occur in their
  // solutions.
  for (const uint64_t index : FindCandidates(game.kernel(), section, values)) {
    int& chosen_so_far = chosen_of_length[values[index]];
    const kernel::Position position =
        kernel::PositionAt(game.kernel(), section, index);
    if (chosen_so_far == kProblemsPerLength || solved.contains(index) ||
        !winners.insert(FirstOfOrbit(game.kernel(), {position.mover, 0}))
             .second) {
      continue;
    }
    Position on_line = {.black = position.mover, .red = position.opponent};
    for (const Ply& ply : Line(game, placements, on_line)) {
      on_line = game.After(on_line, ply.move);
      solved.insert(
          FirstOfOrbit(game.kernel(), {on_line.own(), on_line.others()}));
    }
    chosen.push_back(position);
    ++chosen_so_far;
  }
  std::ranges::reverse(chosen);
  return chosen;
}

}  // namespace

std::vector<Item> ComposeProblems(const Game& game,
                                  const proto::SectionValues& values) {
  const Placements placements(game.kernel(), values);
  std::vector<Item> problems;
  for (const kernel::Position position : Choose(game, values)) {
    const int number = static_cast<int>(problems.size()) + 1;
    const int plies = placements.WinIn(position);
    // For variety, applies another symmetry to each problem, and swaps the
    // colours of every second one.
    const auto& symmetries = game.kernel().symmetries;
    const std::vector<int>& turn = symmetries[number % symmetries.size()];
    Setup initial = {.black = kernel::Image(turn, position.mover),
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
