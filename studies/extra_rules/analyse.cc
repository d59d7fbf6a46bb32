#include "studies/extra_rules/analyse.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "studies/corner_limit/corner_limit.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/four_move_limit/two_sided_solver.h"
#include "studies/four_move_limit/win_search.h"
#include "studies/placements/board.h"
#include "studies/placements/empty_board.h"

namespace teeko::studies {
namespace {

constexpr int kLongestCornerLimit = 10;
constexpr int kMaxSteadyReplies = 10;

// True if a wording has a limit of 4 moves, as in Steele's letter, and does not
// bind the invoker.
bool IsLetters(const Wording& wording) {
  return wording.limit == Wording().limit && !wording.binds_invoker;
}

// Returns Scarne's wording, Steele's wording and stricter ones; the first two
// also with the invoker bound; and other lengths if `every_length` is true.
std::vector<Wording> WordingsToTry(bool every_length) {
  std::vector<Wording> wordings;
  for (int steady = 0; steady <= 4; ++steady) {
    wordings.push_back({.steady_turns = steady});
  }
  for (const int steady : {0, 1}) {
    wordings.push_back({.steady_turns = steady, .binds_invoker = true});
  }
  if (!every_length) return wordings;
  for (const int limit : {1, 2, 3, 5, 6, 7}) {
    for (const int steady : std::set<int>{0, 1, std::min(limit, 4)}) {
      wordings.push_back({.limit = limit, .steady_turns = steady});
    }
  }
  return wordings;
}

bool IsFresh(const State& state) { return state.mover.last == kNoMove; }

// Adds the shortest win that the search finds from these states.  Prefers
// states in which no side has moved yet.
void AddShortestWin(const std::vector<State>& states, WinSearch& search,
                    int plies, extra_rules::WordingResult& result) {
  for (const bool fresh : {true, false}) {
    for (const State& state : states) {
      if (IsFresh(state) != fresh) continue;
      const std::optional<int> needed = search.PliesToWin(state, plies);
      if (!needed.has_value()) continue;
      extra_rules::Example& shortest = *result.mutable_shortest();
      shortest = search.Line(state, plies);
      if (!fresh) shortest.set_played_before(MoveName(state.mover.last));
      plies = *needed - 1;
    }
    if (result.has_shortest()) return;
  }
}

// Studies the four-move limit of one game.  Solves `only` for one side.
extra_rules::FourMoveLimit StudyFourMoveLimit(
    const Board& board, const Rules& rules, const Values& values,
    OnlyMoves& only, bool every_length, base::Progress& progress) {
  extra_rules::FourMoveLimit found;
  progress.StartPhase("shuttles");
  const std::vector<Shuttle>& shuttles = only.shuttles();
  found.set_shuttle_orbits(shuttles.size());
  found.set_steady_replies(SteadyReplies(board, shuttles, kMaxSteadyReplies));
  found.set_only_wins(only.only_wins());
  // Two states of each shuttle: without history, and with a history in which
  // the mover's only move is a return.
  std::vector<State> shuttle_states;
  for (const Shuttle& shuttle : shuttles) {
    found.set_shuttles(found.shuttles() + board.OrbitSize(shuttle.position));
    State state = State::Of(board.SetsOf(shuttle.position));
    shuttle_states.push_back(state);
    state.mover.last = only.Of(shuttle.position).move.Back();
    shuttle_states.push_back(state);
  }

  progress.StartPhase("one side's right");
  only.SolveOneSided([&](uint64_t lost) { progress.Update(lost); });
  progress.StartPhase("both sides' right");
  TwoSidedSolver two_sided(board, values, only);
  const std::vector<Wording> wordings = WordingsToTry(every_length);
  std::vector<std::vector<State>> lost(wordings.size());
  // The values without history: of the plain game, and of the games with a
  // limit of the letter's length.
  std::vector<Values> games = {values};
  for (size_t i = 0; i < wordings.size(); ++i) {
    const Wording& wording = wordings[i];
    extra_rules::WordingResult& result = *found.add_wordings();
    result.set_moves(wording.limit);
    result.set_steady_turns(wording.steady_turns);
    result.set_binds_invoker(wording.binds_invoker);
    if (wording.binds_invoker) {
      // TwoSidedSolver does not handle these wordings.  Without shuttles there
      // is nothing to win (README.md, theorem 2).
      result.set_harmless(shuttles.empty());
      continue;
    }
    progress.StartPhase(absl::StrCat(wording.limit, " moves, ",
                                     wording.steady_turns, " steady turns"));
    two_sided.Solve(wording);
    *result.mutable_draws_won() = two_sided.counts();
    result.set_harmless(result.draws_won().sometimes() == 0);
    std::ranges::copy_if(shuttle_states, std::back_inserter(lost[i]),
                         [&](const State& state) {
                           return two_sided.DefenderToMoveLoses(state);
                         });
    if (IsLetters(wording)) games.push_back(two_sided.values_without_history());
  }

  progress.StartPhase("examples");
  tbb::parallel_for(size_t{0}, wordings.size(), [&](size_t i) {
    const Wording& wording = wordings[i];
    extra_rules::WordingResult& result = *found.mutable_wordings(i);
    // Enough plies for the shuttle, its return, the limit, and the moves that
    // win afterwards.
    const int plies = 2 * wording.limit + 7;
    WinSearch search(board, values, wording);
    if (wording.binds_invoker) {
      std::ranges::copy_if(
          shuttle_states, std::back_inserter(lost[i]),
          [&](const State& state) { return search.Wins(state, plies); });
    } else if (IsLetters(wording)) {
      AddShortestWin(lost[i], search, plies, result);
    }
    const size_t fresh = std::ranges::count_if(lost[i], IsFresh);
    result.set_orbits_lost(fresh);
    result.set_orbits_lost_returning(lost[i].size() - fresh);
  });

  progress.StartPhase("empty board");
  const auto outcomes = OutcomesOfTheEmptyBoard(board, rules, games);
  auto limited = outcomes.begin();
  for (size_t i = 0; i < wordings.size(); ++i) {
    if (!IsLetters(wordings[i])) continue;
    ++limited;
    for (size_t j = 0; j < limited->size(); ++j) {
      extra_rules::VariantOutcome& outcome =
          *found.mutable_wordings(i)->add_variants();
      outcome = outcomes[0][j];
      outcome.set_limited((*limited)[j].plain());
    }
  }
  return found;
}

}  // namespace

extra_rules::ExtraRules Analyse(const Rules& rules,
                                const proto::SectionValues& table_values,
                                bool every_length, base::Progress& progress) {
  extra_rules::ExtraRules result;
  result.set_rules(rules.name());
  progress.StartPhase("reading");
  const Board board(rules);
  const Values values(board,
                      [&](uint64_t index) { return table_values[index]; });

  progress.StartPhase("only moves");
  OnlyMoves only(board, values);
  progress.StartPhase("cycles");
  for (const Cycle& cycle : UniqueMoveCycles(board, only)) {
    auto& positions = *result.add_unique_move_cycles()->mutable_positions();
    for (const Position position : cycle) {
      *positions.Add() = PlacementOf(board.SetsOf(position));
    }
  }

  progress.StartPhase("corner limit");
  for (const extra_rules::CornerLimit& limit :
       SolveCornerLimits(board, values, kLongestCornerLimit)) {
    *result.add_corner_limits() = limit;
    if (ChangedOutcomes(limit) + limit.other_length() > 0) {
      result.set_smallest_harmless_corner_limit(0);
    } else if (result.smallest_harmless_corner_limit() == 0) {
      result.set_smallest_harmless_corner_limit(limit.moves());
    }
  }

  *result.mutable_four_move_limit() =
      StudyFourMoveLimit(board, rules, values, only, every_length, progress);
  return result;
}

std::string Summary(const extra_rules::ExtraRules& findings) {
  if (!findings.not_applicable().empty()) {
    return absl::StrCat("does not apply: ", findings.not_applicable(), "\n");
  }
  std::string text = absl::StrCat(findings.rules(), ": cycles of only moves: ",
                                  findings.unique_move_cycles_size(), "\n");
  for (const extra_rules::WordingResult& wording :
       findings.four_move_limit().wordings()) {
    if (!wording.has_draws_won()) continue;
    absl::StrAppend(&text, findings.rules(), ": limit of ", wording.moves(),
                    " moves, steady turns ", wording.steady_turns(), ": ",
                    base::WithCommas(wording.draws_won().loser_to_move()),
                    " draws lost by the side to move, ",
                    base::WithCommas(wording.draws_won().winner_to_move()),
                    " won\n");
  }
  const uint32_t harmless = findings.smallest_harmless_corner_limit();
  absl::StrAppend(&text, findings.rules(), ": ",
                  harmless == 0
                      ? "every corner limit changes values"
                      : absl::StrCat("corner limits change no value from ",
                                     harmless, " moves on"),
                  "\n");
  return text;
}

}  // namespace teeko::studies
