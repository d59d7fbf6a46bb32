#include "reports/extra_rules/analyse.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "reports/extra_rules/corner_limit.h"
#include "reports/extra_rules/cycles.h"
#include "reports/extra_rules/four_move_limit.h"
#include "reports/extra_rules/hunt.h"
#include "reports/extra_rules/initial.h"
#include "reports/extra_rules/only_moves.h"
#include "reports/extra_rules/prover.h"
#include "reports/extra_rules/shuttles.h"

namespace teeko::extra_rules {
namespace {

constexpr int kLongestCornerLimit = 10;

// Scarne's wording, Steele's, and stricter ones; both with the invoker bound
// too; and what shorter limits would do.
std::vector<Wording> WordingsToTry() {
  std::vector<Wording> wordings;
  for (const bool binds_invoker : {false, true}) {
    for (int steady = 0; steady <= 4; ++steady) {
      Wording wording;
      wording.steady_turns = steady;
      wording.binds_invoker = binds_invoker;
      wordings.push_back(wording);
    }
  }
  for (const int limit : {1, 2, 3, 5, 6, 8, 10}) {
    for (const int steady : {0, 1, limit}) {
      if (steady == 1 && limit == 1) continue;
      Wording wording;
      wording.limit = limit;
      wording.steady_turns = steady;
      wordings.push_back(wording);
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

bool IsCanonical(const Board& board, Position position) {
  for (size_t s = 1; s < board.symmetries().size(); ++s) {
    const Position image{board.RankImage(s, position.mover),
                         board.RankImage(s, position.opponent)};
    if (image < position) return false;
  }
  return true;
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

// Proves what it can about one wording from the shuttles (one a class).
WordingResult TryWording(const Board& board, const Values& values,
                         const Wording& wording,
                         const std::vector<Shuttle>& classes,
                         int steady_replies) {
  WordingResult result;
  result.set_moves(wording.limit);
  result.set_steady_turns(wording.steady_turns);
  result.set_binds_invoker(wording.binds_invoker);
  // README.md, theorem 2.
  result.set_harmless(classes.empty() ||
                      steady_replies <
                          std::min(wording.steady_turns, wording.limit));

  // From the shuttle to the return, through the limit, and the punishment.
  const int plies = 2 * wording.limit + 7;
  Prover prover(board, values, wording);
  uint64_t lost = 0;
  uint64_t lost_returning = 0;
  std::optional<Position> shortest;
  int fewest = plies + 1;
  for (const Shuttle& shuttle : classes) {
    State state = Fresh(board, shuttle.position);
    const std::optional<int> needed = prover.PliesToWin(state, plies);
    if (needed.has_value()) {
      ++lost;
      if (*needed < fewest) {
        fewest = *needed;
        shortest = shuttle.position;
      }
    }
    state.mover.at = shuttle.only_move.from;
    state.mover.from = shuttle.only_move.to;
    lost_returning += prover.Wins(state, plies);
  }
  result.set_classes_lost(lost);
  result.set_classes_lost_returning(lost_returning);
  if (shortest.has_value()) {
    *result.mutable_shortest() =
        ExampleOf(prover.Line(Fresh(board, *shortest), plies));
  }
  return result;
}

// "black", "red" or "draw".
std::string Winner(bool black, bool red) {
  return black ? "black" : red ? "red" : "draw";
}

// What the empty board is worth in the plain game, and what is known of it with
// the limit: unchanged if even the bound from above does not win.
void CompareVariants(const Board& board, const Rules& rules,
                     const Values& values, const Hunt& below, const Hunt& above,
                     FourMoveLimit& result) {
  const std::vector<bool> goals = values.Goals();
  const auto wins = [&](Colour colour, const Hunt* hunt) {
    return WinsFromTheEmptyBoard(
        board, rules, goals, colour, [&](int black, int red) {
          const Value value = values.At(black, red);
          if (value == kNoValue) return colour == Colour::kBlack;
          if (colour == Colour::kBlack) {
            return MoverWins(value) || (value == 0 && hunt != nullptr &&
                                        hunt->HunterToMoveWins({black, red}));
          }
          return MoverLoses(value) || (value == 0 && hunt != nullptr &&
                                       hunt->HuntedToMoveLoses({black, red}));
        });
  };
  struct Wins {
    std::vector<bool> black;
    std::vector<bool> red;
  };
  const auto of_both = [&](const Hunt* hunt) {
    return Wins{wins(Colour::kBlack, hunt), wins(Colour::kRed, hunt)};
  };
  const Wins plain = of_both(nullptr);
  const Wins upper = of_both(&above);
  const Wins lower = upper.black == plain.black && upper.red == plain.red
                         ? plain
                         : of_both(&below);
  const std::vector<Variant> variants = VariantsOf(rules);
  for (size_t i = 0; i < variants.size(); ++i) {
    VariantOutcome& outcome = *result.add_variants();
    outcome.set_style(variants[i].style);
    outcome.set_centre_ban(variants[i].centre_ban);
    outcome.set_plain(Winner(plain.black[i], plain.red[i]));
    const bool decided = plain.black[i] || plain.red[i];
    const bool met =
        upper.black[i] == lower.black[i] && upper.red[i] == lower.red[i];
    outcome.set_limited(decided ? outcome.plain()
                        : met   ? Winner(lower.black[i], lower.red[i])
                                : "open");
  }
}

}  // namespace

ExtraRules Analyse(const Board& board, const Rules& rules, const Values& values,
                   bool counts, Progress& progress) {
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
    limit.set_losses_drawn(corner.losses_drawn);
    limit.set_losses_won(corner.losses_won);
    limit.set_other_length(corner.other_length);
    if (corner.draw_won.has_value()) {
      *limit.mutable_draw_won() = PlacementOf(board, *corner.draw_won);
    }
    if (corner.loss_rescued.has_value()) {
      *limit.mutable_loss_rescued() = PlacementOf(board, *corner.loss_rescued);
    }
    if (corner.ChangesAnOutcome() || corner.other_length > 0) {
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
                 return IsCanonical(board, shuttle.position);
               });
  const std::vector<int> steady = SteadyReplies(shuttles, 10);
  four.set_shuttles(shuttles.size());
  four.set_shuttle_classes(classes.size());
  four.set_steady_replies(
      steady.empty() ? 0 : *std::max_element(steady.begin(), steady.end()));
  four.set_only_wins(only.only_wins());
  const std::vector<Wording> wordings = WordingsToTry();
  std::vector<WordingResult> results(wordings.size());
  tbb::parallel_for(size_t{0}, wordings.size(), [&](size_t i) {
    results[i] =
        TryWording(board, values, wordings[i], classes, four.steady_replies());
  });
  for (const WordingResult& wording : results) *four.add_wordings() = wording;
  if (!counts) return result;

  const auto show = [&](uint64_t lost) {
    progress.Update(lost * board.symmetries().size());
  };
  const auto set = [](const Hunt::Counts& counted, PositionCounts& message) {
    message.set_loser_to_move(counted.hunted_to_move);
    message.set_winner_to_move(counted.hunter_to_move);
  };
  progress.StartPhase("one side's right");
  const Hunt above(board, values, only, Rights::kHunter, show);
  set(above.Count(), *four.mutable_draws_won_one_sided());
  progress.StartPhase("both sides' right");
  const Hunt below(board, values, only, Rights::kBoth, show);
  set(below.Count(), *four.mutable_draws_won());
  progress.StartPhase("empty board");
  CompareVariants(board, rules, values, below, above, four);
  return result;
}

}  // namespace teeko::extra_rules
