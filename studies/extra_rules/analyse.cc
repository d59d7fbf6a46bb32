#include "studies/extra_rules/analyse.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "studies/corner_limit/corner_limit.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/four_move_limit/one_sided.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/four_move_limit/product.h"
#include "studies/four_move_limit/prover.h"
#include "studies/placements/board.h"
#include "studies/placements/empty_board.h"
#include "studies/placements/values.h"

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
    for (const int steady : {0, 1, std::min(limit, 4)}) {
      if (steady == 1 && limit == 1) continue;
      wordings.push_back({.limit = limit, .steady_turns = steady});
    }
  }
  return wordings;
}

Example ExampleOf(const std::vector<ProofStep>& line) {
  Example example;
  for (const ProofStep& step : line) {
    ExampleTurn& turn = *example.add_turns();
    *turn.mutable_position() = PlacementOf(step.state.position());
    turn.set_move(MoveName(step.turn.move));
    turn.set_invokes(step.turn.invokes);
    turn.set_moves_left(step.state.mover.moves_left);
    for (const ProofStep::Refuted& other : step.refuted) {
      Refuted& refuted = *turn.add_refuted();
      refuted.set_move(MoveName(other.move));
      refuted.set_plies(other.value == kDraw ? 0 : other.value - 1);
    }
  }
  return example;
}

std::string NameOf(Outcome outcome) {
  return outcome == Outcome::kDraw        ? "draw"
         : outcome == Outcome::kBlackWins ? "black"
                                          : "red";
}

// The study of one game's four-move limit, a wording at a time.
class FourMoveStudy {
 public:
  // All must outlive this.
  FourMoveStudy(const Board& board, const Rules& rules, const Values& values,
                const OnlyMoves& only, Progress& progress)
      : board_(board), rules_(rules), values_(values) {
    progress.StartPhase("shuttles");
    const std::vector<Shuttle> shuttles = FindShuttles(board, only);
    std::ranges::copy_if(shuttles, std::back_inserter(classes_),
                         [&](const Shuttle& shuttle) {
                           return board.IsCanonical(shuttle.position);
                         });
    found_.set_shuttles(shuttles.size());
    found_.set_shuttle_classes(classes_.size());
    found_.set_steady_replies(SteadyReplies(shuttles, kMostSteadyReplies));
    found_.set_only_wins(only.only_wins());

    progress.StartPhase("one side's right");
    bound_.emplace(board, values, only, [&](uint64_t lost) {
      progress.Update(lost * board.symmetries());
    });
    progress.StartPhase("both sides' right");
    product_.emplace(board, values, *bound_);
    progress.StartPhase("empty board");
    plain_ = EmptyBoard(/*limited=*/false);
  }

  void Add(const Wording& wording) {
    WordingResult& result = *found_.add_wordings();
    result.set_moves(wording.limit);
    result.set_steady_turns(wording.steady_turns);
    result.set_binds_invoker(wording.binds_invoker);
    if (wording.binds_invoker) {
      Search(wording, result);
      return;
    }
    Solve(wording, result);
    if (wording.limit != Wording().limit) return;
    AddVariants(result);
    if (!result.harmless()) AddShortestWin(wording, result);
  }

  const FourMoveLimit& found() const { return found_; }

 private:
  // From the shuttle to the return, through the limit, and the punishment.
  static int PliesOfSearch(const Wording& wording) {
    return 2 * wording.limit + 7;
  }

  // Nobody has moved yet.
  State Fresh(const Shuttle& shuttle) const {
    return State::Of(board_.SetsOf(shuttle.position));
  }
  // The only move is a return.
  State Returning(const Shuttle& shuttle) const {
    State state = Fresh(shuttle);
    state.mover.last = shuttle.only_move.Back();
    return state;
  }

  // Sets how many classes of shuttles are lost; loses(state) tells.
  template <typename Loses>
  void CountClasses(Loses loses, WordingResult& result) const {
    const auto count = [&](State (FourMoveStudy::*state)(const Shuttle&)
                               const) {
      return std::ranges::count_if(classes_, [&](const Shuttle& shuttle) {
        return loses((this->*state)(shuttle));
      });
    };
    result.set_classes_lost(count(&FourMoveStudy::Fresh));
    result.set_classes_lost_returning(count(&FourMoveStudy::Returning));
  }

  // Finds out what it can by search: for wordings that Product does not know.
  void Search(const Wording& wording, WordingResult& result) const {
    Prover prover(board_, values_, wording);
    CountClasses(
        [&](const State& state) {
          return prover.Wins(state, PliesOfSearch(wording));
        },
        result);
    // README.md, theorem 2: with no shuttle there is nothing to win.
    result.set_harmless(classes_.empty());
  }

  // Solves a wording exactly.
  void Solve(const Wording& wording, WordingResult& result) {
    product_->Solve(wording);
    *result.mutable_draws_won() = product_->Count();
    result.set_harmless(result.draws_won().sometimes() == 0);
    CountClasses(
        [&](const State& state) {
          return product_->DefenderToMoveLoses(state);
        },
        result);
  }

  // In the plain game, or in the one that was solved last.
  std::vector<Outcome> EmptyBoard(bool limited) const {
    return OutcomesOfTheEmptyBoard(board_, rules_, [&](Position position) {
      const Value value = values_.At(position);
      if (MoverWins(value) || (limited && value == kDraw &&
                               product_->AttackerToMoveWins(position))) {
        return Outcome::kBlackWins;
      }
      if (MoverLoses(value) || (limited && value == kDraw &&
                                product_->DefenderToMoveLoses(position))) {
        return Outcome::kRedWins;
      }
      return Outcome::kDraw;
    });
  }

  // Of the wording solved last.
  void AddVariants(WordingResult& result) const {
    const std::vector<Outcome> limited =
        result.harmless() ? plain_ : EmptyBoard(/*limited=*/true);
    const std::vector<Variant> variants = VariantsOf(rules_);
    for (size_t i = 0; i < variants.size(); ++i) {
      VariantOutcome& outcome = *result.add_variants();
      outcome.set_style(variants[i].style);
      outcome.set_centre_ban(variants[i].centre_ban);
      outcome.set_plain(NameOf(plain_[i]));
      outcome.set_limited(NameOf(limited[i]));
    }
  }

  // The shortest win from a shuttle, of one of each class, that the search
  // finds; with no history, or failing that right before a return.
  void AddShortestWin(const Wording& wording, WordingResult& result) const {
    Prover prover(board_, values_, wording);
    int plies = PliesOfSearch(wording);
    for (const bool returning : {false, true}) {
      for (const Shuttle& shuttle : classes_) {
        const State state = returning ? Returning(shuttle) : Fresh(shuttle);
        const std::optional<int> needed = prover.PliesToWin(state, plies);
        if (!needed.has_value()) continue;
        Example& shortest = *result.mutable_shortest();
        shortest = ExampleOf(prover.Line(state, plies));
        if (returning) shortest.set_played_before(MoveName(state.mover.last));
        plies = *needed - 1;
      }
      if (result.has_shortest()) return;
    }
  }

  const Board& board_;
  const Rules& rules_;
  const Values& values_;
  std::vector<Shuttle> classes_;
  std::optional<OneSided> bound_;
  std::optional<Product> product_;
  std::vector<Outcome> plain_;  // of the empty board, by variant
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
  const OnlyMoves only(board, values);
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
