#include "studies/extra_rules/analyse.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "studies/corner_limit/corner_limit.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/four_move_limit/product.h"
#include "studies/four_move_limit/prover.h"
#include "studies/placements/board.h"
#include "studies/placements/empty_board.h"

namespace teeko::extra_rules {
namespace {

constexpr int kLongestCornerLimit = 10;
constexpr int kMostSteadyReplies = 10;

// Scarne's wording, Steele's, and stricter ones; the first two with the invoker
// bound too; and with other limits.
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

// The study of one game's four-move limit, a wording at a time.
class FourMoveStudy {
 public:
  // Solves `only` for one side.  All must outlive this.
  FourMoveStudy(const Board& board, const Rules& rules, const Values& values,
                OnlyMoves& only, Progress& progress)
      : board_(board), rules_(rules), values_(values) {
    progress.StartPhase("shuttles");
    const std::vector<Shuttle> shuttles = only.Shuttles();
    found_.set_shuttle_classes(shuttles.size());
    found_.set_steady_replies(
        SteadyReplies(board, shuttles, kMostSteadyReplies));
    found_.set_only_wins(only.only_wins());
    for (const Shuttle& shuttle : shuttles) {
      found_.set_shuttles(found_.shuttles() +
                          board.OrbitSize(shuttle.position));
      const State fresh = State::Of(board.SetsOf(shuttle.position));
      State returning = fresh;
      returning.mover.last = only.Of(shuttle.position).Back();
      fresh_.push_back(fresh);
      returning_.push_back(returning);
    }

    progress.StartPhase("one side's right");
    only.SolveOneSided(
        [&](uint64_t lost) { progress.Update(lost * board.symmetries()); });
    progress.StartPhase("both sides' right");
    product_.emplace(board, values, only);
    progress.StartPhase("empty board");
    plain_ = OutcomesOfTheEmptyBoard(board, rules, values);
  }

  void Add(const Wording& wording) {
    WordingResult& result = *found_.add_wordings();
    result.set_moves(wording.limit);
    result.set_steady_turns(wording.steady_turns);
    result.set_binds_invoker(wording.binds_invoker);
    // From the shuttle to the return, through the limit, and the punishment.
    const int plies = 2 * wording.limit + 7;
    Prover prover(board_, values_, wording);
    if (wording.binds_invoker) {
      // Product does not know these.  README.md, theorem 2: with no shuttle
      // there is nothing to win.
      result.set_harmless(fresh_.empty());
    } else {
      product_->Solve(wording);
      *result.mutable_draws_won() = product_->counts();
      result.set_harmless(result.draws_won().sometimes() == 0);
    }
    const auto loses = [&](const State& state) {
      return wording.binds_invoker ? prover.Wins(state, plies)
                                   : product_->DefenderToMoveLoses(state);
    };
    result.set_classes_lost(std::ranges::count_if(fresh_, loses));
    result.set_classes_lost_returning(std::ranges::count_if(returning_, loses));
    if (wording.binds_invoker || wording.limit != Wording().limit) return;

    AddVariants(result);
    if (result.harmless()) return;
    AddShortestWin(fresh_, prover, plies, result);
    if (!result.has_shortest()) {
      AddShortestWin(returning_, prover, plies, result);
    }
  }

  const FourMoveLimit& found() const { return found_; }

 private:
  // Of the wording solved last.
  void AddVariants(WordingResult& result) const {
    const PositionCounts& changed = result.draws_won();
    const std::vector<VariantOutcome> limited =
        changed.loser_to_move() + changed.winner_to_move() == 0
            ? plain_
            : OutcomesOfTheEmptyBoard(board_, rules_, product_->fresh());
    for (size_t i = 0; i < plain_.size(); ++i) {
      VariantOutcome& outcome = *result.add_variants();
      outcome = plain_[i];
      outcome.set_limited(limited[i].plain());
    }
  }

  // The shortest win from one of these that the search finds.
  static void AddShortestWin(const std::vector<State>& shuttles, Prover& prover,
                             int plies, WordingResult& result) {
    for (const State& state : shuttles) {
      const std::optional<int> needed = prover.PliesToWin(state, plies);
      if (!needed.has_value()) continue;
      Example& shortest = *result.mutable_shortest();
      shortest = prover.Line(state, plies);
      if (state.mover.last != kNoMove) {
        shortest.set_played_before(MoveName(state.mover.last));
      }
      plies = *needed - 1;
    }
  }

  const Board& board_;
  const Rules& rules_;
  const Values& values_;
  // A shuttle of each class, to be left by the mover: nobody has moved yet; the
  // only move is a return.
  std::vector<State> fresh_;
  std::vector<State> returning_;
  std::optional<Product> product_;
  std::vector<VariantOutcome> plain_;  // of the empty board
  FourMoveLimit found_;
};

}  // namespace

ExtraRules Analyse(const Rules& rules,
                   absl::FunctionRef<int(uint64_t index)> value,
                   bool every_length, Progress& progress) {
  ExtraRules result;
  result.set_not_applicable(Board::NotApplicable(rules));
  if (!result.not_applicable().empty()) return result;
  result.set_rules(rules.name());
  progress.StartPhase("reading");
  const Board board(rules);
  const Values values(board, value);

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
  for (const CornerLimit& limit :
       SolveCornerLimits(board, values, kLongestCornerLimit)) {
    *result.add_corner_limits() = limit;
    if (ChangesAValue(limit)) {
      result.set_smallest_harmless_corner_limit(0);
    } else if (result.smallest_harmless_corner_limit() == 0) {
      result.set_smallest_harmless_corner_limit(limit.moves());
    }
  }

  FourMoveStudy study(board, rules, values, only, progress);
  for (const Wording& wording : WordingsToTry(every_length)) {
    progress.StartPhase(absl::StrCat(wording.limit, " moves, ",
                                     wording.steady_turns, " steady turns"));
    study.Add(wording);
  }
  *result.mutable_four_move_limit() = study.found();
  return result;
}

std::string Summary(const ExtraRules& findings) {
  if (!findings.not_applicable().empty()) {
    return absl::StrCat("does not apply: ", findings.not_applicable(), "\n");
  }
  std::string text =
      absl::StrCat(findings.rules(), ": ", findings.unique_move_cycles_size(),
                   " cycles of only moves\n");
  for (const WordingResult& wording : findings.four_move_limit().wordings()) {
    if (!wording.has_draws_won()) continue;
    absl::StrAppend(
        &text, findings.rules(), ": a limit of ", wording.moves(), " moves, ",
        wording.steady_turns(),
        " steady turns: ", WithCommas(wording.draws_won().loser_to_move()),
        " draws lost, ", WithCommas(wording.draws_won().winner_to_move()),
        " won by the side to move\n");
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

}  // namespace teeko::extra_rules
