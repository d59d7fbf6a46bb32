#include "studies/extra_rules/analyse.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "studies/corner_limit/corner_limit.h"
#include "studies/four_move_limit/cycles.h"
#include "studies/four_move_limit/four_move_limit.h"
#include "studies/four_move_limit/hunt.h"
#include "studies/four_move_limit/product.h"
#include "studies/four_move_limit/prover.h"
#include "studies/four_move_limit/shuttles.h"
#include "studies/placements/initial.h"
#include "studies/placements/only_moves.h"

namespace teeko::extra_rules {
namespace {

constexpr int kLongestCornerLimit = 10;

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

Placement PlacementOf(Set mover, Set opponent) {
  Placement placement;
  ForEachSquare(mover, [&](int i) { placement.add_mover(i + 1); });
  ForEachSquare(opponent, [&](int i) { placement.add_opponent(i + 1); });
  return placement;
}

Placement PlacementOf(const Board& board, Position position) {
  return PlacementOf(board.placements()[position.mover],
                     board.placements()[position.opponent]);
}

// Nobody has moved yet.
State Fresh(const Board& board, Position position) {
  State state;
  state.mover.pieces = board.placements()[position.mover];
  state.opponent.pieces = board.placements()[position.opponent];
  return state;
}

Example ExampleOf(const std::vector<ProofStep>& line) {
  Example example;
  for (const ProofStep& step : line) {
    ExampleTurn& turn = *example.add_turns();
    *turn.mutable_position() =
        PlacementOf(step.state.mover.pieces, step.state.opponent.pieces);
    turn.set_move(MoveName(step.turn.from, step.turn.to));
    turn.set_invokes(step.turn.invokes);
    turn.set_moves_left(step.state.mover.moves_left);
    for (const ProofStep::Refuted& other : step.refuted) {
      Refuted& refuted = *turn.add_refuted();
      refuted.set_move(MoveName(other.turn.from, other.turn.to));
      refuted.set_plies(other.value == 0 ? 0 : other.value - 1);
    }
  }
  return example;
}

// A shuttle, its only move a return.
State Returning(const Board& board, const Shuttle& shuttle) {
  State state = Fresh(board, shuttle.position);
  state.mover.at = shuttle.only_move.from;
  state.mover.from = shuttle.only_move.to;
  return state;
}

// The shortest win from a shuttle, of one of each class, that the search finds;
// with no history, or failing that right before a return.
std::optional<Example> ShortestWin(const Board& board, Prover& prover,
                                   const std::vector<Shuttle>& classes,
                                   int plies) {
  for (const bool returning : {false, true}) {
    std::optional<Example> shortest;
    for (const Shuttle& shuttle : classes) {
      const State state = returning ? Returning(board, shuttle)
                                    : Fresh(board, shuttle.position);
      const std::optional<int> needed = prover.PliesToWin(state, plies);
      if (!needed.has_value()) continue;
      shortest = ExampleOf(prover.Line(state, plies));
      if (returning) {
        shortest->set_played_before(MoveName(state.mover.from, state.mover.at));
      }
      plies = *needed - 1;
    }
    if (shortest.has_value()) return shortest;
  }
  return std::nullopt;
}

// From the shuttle to the return, through the limit, and the punishment.
int PliesOfSearch(const Wording& wording) { return 2 * wording.limit + 7; }

// Finds out what it can by search: for wordings that Product does not know.
void SearchWording(const Board& board, const Values& values,
                   const Wording& wording, const std::vector<Shuttle>& classes,
                   WordingResult& result) {
  Prover prover(board, values, wording);
  const int plies = PliesOfSearch(wording);
  uint64_t lost = 0;
  uint64_t returning = 0;
  for (const Shuttle& shuttle : classes) {
    lost += prover.Wins(Fresh(board, shuttle.position), plies);
    returning += prover.Wins(Returning(board, shuttle), plies);
  }
  result.set_classes_lost(lost);
  result.set_classes_lost_returning(returning);
  // README.md, theorem 2: with no shuttle there is nothing to win.
  result.set_harmless(classes.empty());
}

// Solves a wording exactly.
void SolveWording(const Board& board, const Wording& wording,
                  const std::vector<Shuttle>& classes, Product& product,
                  WordingResult& result) {
  product.Solve(wording);
  const Product::Counts counts = product.Count();
  PositionCounts& draws_won = *result.mutable_draws_won();
  draws_won.set_loser_to_move(counts.hunted_to_move);
  draws_won.set_winner_to_move(counts.hunter_to_move);
  draws_won.set_always(counts.always);
  draws_won.set_sometimes(counts.sometimes);
  draws_won.set_states(counts.states);
  result.set_harmless(counts.sometimes == 0);
  uint64_t lost = 0;
  uint64_t returning = 0;
  for (const Shuttle& shuttle : classes) {
    lost += product.HuntedToMoveLoses(shuttle.position);
    returning += product.HuntedToMoveLoses(Returning(board, shuttle));
  }
  result.set_classes_lost(lost);
  result.set_classes_lost_returning(returning);
}

// By variant, whether a colour wins the empty board: in the plain game, or in
// the one that `product` has solved.
std::vector<bool> VariantsWon(const Board& board, const Rules& rules,
                              const Values& values, const Product* product,
                              Colour colour) {
  return WinsFromTheEmptyBoard(
      board, rules, values.Goals(), colour, [&](int black, int red) {
        const Value value = values.At(black, red);
        if (value == kNoValue) return colour == Colour::kBlack;
        const bool limited = value == 0 && product != nullptr;
        if (colour == Colour::kBlack) {
          return MoverWins(value) ||
                 (limited && product->HunterToMoveWins(Position{black, red}));
        }
        return MoverLoses(value) ||
               (limited && product->HuntedToMoveLoses(Position{black, red}));
      });
}

// What the empty board is worth in the plain game and with the wording that
// `product` has solved.
class EmptyBoard {
 public:
  EmptyBoard(const Board& board, const Rules& rules, const Values& values)
      : board_(board),
        rules_(rules),
        values_(values),
        plain_{Wins(nullptr, Colour::kBlack), Wins(nullptr, Colour::kRed)},
        last_(plain_) {}

  // To be called with 0, 1, 2, … steady turns.
  void Compare(const Product& product, WordingResult& result) {
    for (const Colour colour : {Colour::kBlack, Colour::kRed}) {
      // More steady turns only take options from the hunter: who has gained
      // nothing with fewer gains nothing.
      std::vector<bool>& last = last_[static_cast<int>(colour)];
      if (result.steady_turns() == 0 || last != Plain(colour)) {
        last = Wins(&product, colour);
      }
    }
    const std::vector<Variant> variants = VariantsOf(rules_);
    for (size_t i = 0; i < variants.size(); ++i) {
      VariantOutcome& outcome = *result.add_variants();
      outcome.set_style(variants[i].style);
      outcome.set_centre_ban(variants[i].centre_ban);
      outcome.set_plain(Winner(plain_, i));
      outcome.set_limited(Winner(last_, i));
    }
  }

 private:
  // By colour and variant, whether it wins.
  using WinsOfBoth = std::array<std::vector<bool>, 2>;

  std::vector<bool> Wins(const Product* product, Colour colour) const {
    return VariantsWon(board_, rules_, values_, product, colour);
  }
  const std::vector<bool>& Plain(Colour colour) const {
    return plain_[static_cast<int>(colour)];
  }
  static std::string Winner(const WinsOfBoth& wins, size_t variant) {
    return wins[0][variant] ? "black" : wins[1][variant] ? "red" : "draw";
  }

  const Board& board_;
  const Rules& rules_;
  const Values& values_;
  const WinsOfBoth plain_;
  WinsOfBoth last_;
};

}  // namespace

ExtraRules Analyse(const Board& board, const Rules& rules, const Values& values,
                   bool every_length, Progress& progress) {
  ExtraRules result;
  result.set_rules(rules.name());

  progress.StartPhase("only moves");
  const OnlyMoves only(board, values);
  progress.StartPhase("cycles");
  for (const Cycle& cycle : UniqueMoveCycles(board, only)) {
    auto& positions = *result.add_unique_move_cycles()->mutable_positions();
    for (const Position& position : cycle) {
      *positions.Add() = PlacementOf(board, position);
    }
  }

  progress.StartPhase("corner limit");
  for (const CornerResult& corner :
       SolveCornerLimits(board, values, kLongestCornerLimit)) {
    CornerLimit& limit = *result.add_corner_limits();
    limit.set_moves(corner.limit);
    limit.set_boxed(corner.boxed);
    limit.set_draws_won(corner.draws_won);
    limit.set_draws_lost(corner.draws_lost);
    limit.set_losses_drawn(corner.losses_drawn);
    limit.set_losses_won(corner.losses_won);
    limit.set_wins_drawn(corner.wins_drawn);
    limit.set_wins_lost(corner.wins_lost);
    limit.set_other_length(corner.other_length);
    if (corner.draw_won.has_value()) {
      *limit.mutable_draw_won() = PlacementOf(board, *corner.draw_won);
    }
    if (corner.loss_rescued.has_value()) {
      *limit.mutable_loss_rescued() = PlacementOf(board, *corner.loss_rescued);
    }
    if (corner.ChangesAValue()) {
      result.set_smallest_harmless_corner_limit(0);
    } else if (result.smallest_harmless_corner_limit() == 0) {
      result.set_smallest_harmless_corner_limit(corner.limit);
    }
  }

  progress.StartPhase("shuttles");
  FourMoveLimit& four = *result.mutable_four_move_limit();
  const std::vector<Shuttle> shuttles = FindShuttles(board, only);
  std::vector<Shuttle> classes;
  std::copy_if(shuttles.begin(), shuttles.end(), std::back_inserter(classes),
               [&](const Shuttle& shuttle) {
                 return CanonicalForm(board, shuttle.position).position ==
                        shuttle.position;
               });
  const std::vector<int> steady = SteadyReplies(shuttles, 10);
  four.set_shuttles(shuttles.size());
  four.set_shuttle_classes(classes.size());
  four.set_steady_replies(
      steady.empty() ? 0 : *std::max_element(steady.begin(), steady.end()));
  four.set_only_wins(only.only_wins());

  progress.StartPhase("one side's right");
  const Hunt bound(board, values, only, [&](uint64_t lost) {
    progress.Update(lost * board.symmetries().size());
  });
  progress.StartPhase("both sides' right");
  Product product(board, values, bound);
  progress.StartPhase("empty board");
  EmptyBoard empty_board(board, rules, values);
  for (const Wording& wording : WordingsToTry(every_length)) {
    progress.StartPhase(absl::StrCat(wording.limit, " moves, ",
                                     wording.steady_turns, " steady turns"));
    WordingResult& result = *four.add_wordings();
    result.set_moves(wording.limit);
    result.set_steady_turns(wording.steady_turns);
    result.set_binds_invoker(wording.binds_invoker);
    if (wording.binds_invoker) {
      SearchWording(board, values, wording, classes, result);
      continue;
    }
    SolveWording(board, wording, classes, product, result);
    if (wording.limit != Wording().limit) continue;
    empty_board.Compare(product, result);
    if (result.harmless()) continue;
    Prover prover(board, values, wording);
    const std::optional<Example> shortest =
        ShortestWin(board, prover, classes, PliesOfSearch(wording));
    if (shortest.has_value()) *result.mutable_shortest() = *shortest;
  }
  return result;
}

}  // namespace teeko::extra_rules
