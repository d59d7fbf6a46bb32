#include "studies/placements/empty_board.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "solver_b/board.h"
#include "solver_b/native.h"
#include "solver_b/phases.h"
#include "solver_b/ranks.h"
#include "solver_b/space.h"

namespace teeko::extra_rules {
namespace {

// Who wins, as a value of solver B's that has room for the plies of drops.
uint8_t OutcomeOf(Value value) {
  if (value == kDraw) return solver_b::kDraw;
  return solver_b::DecidedIn(MoverWins(value) ? 1 : 0);
}

}  // namespace

std::vector<VariantOutcome> OutcomesOfTheEmptyBoard(const Board& board,
                                                    const Rules& rules,
                                                    const Values& values) {
  const solver_b::Board its_board(solver_b::MakeGame(rules));
  const solver_b::Space space(its_board);
  using Section = std::vector<uint8_t>;
  // All pieces placed, in solver B's order.
  Section moves;
  const int all = 2 * board.game().pieces;
  const solver_b::SectionIndex& placed_all = space.section(all);
  for (const auto& mover : placed_all.movers().classes()) {
    for (uint64_t i = 0; i < placed_all.columns().count(); ++i) {
      const Set opponent = mover.left.OnBoard(placed_all.columns().Unrank(i));
      moves.push_back(OutcomeOf(
          values.At(board.PositionOf({mover.representative, opponent}))));
    }
  }
  // Those with one number of pieces placed, by the letters still to come.
  std::map<std::string, Section> sections = {{"", std::move(moves)}};
  solver_b::Exchange alone;
  for (int placed = all - 1; placed > 0; --placed) {
    std::map<std::string, Section> before;
    for (const std::string& style : rules.styles()) {
      const std::string drops = style.substr(placed / 2);
      if (before.contains(drops)) continue;
      before[drops] = std::get<Section>(*solver_b::SolveDrop(
          space, placed, drops[0], sections.at(style.substr((placed + 1) / 2)),
          solver_b::OnThreads, alone));
    }
    sections = std::move(before);
  }

  std::vector<VariantOutcome> variants;
  for (const bool centre_ban : {false, true}) {
    const auto& banned = rules.banned_first_drops();
    if (centre_ban && banned.empty()) continue;
    for (const std::string& style : rules.styles()) {
      std::vector<kernel::Value> dropped;
      for (int square = 0; square < board.squares(); ++square) {
        if (centre_ban && std::ranges::count(banned, square + 1) > 0) continue;
        dropped.push_back(sections.at(style)[square]);
      }
      const kernel::Value value =
          kernel::ValueFrom(board.game(), {}, style[0], dropped);
      VariantOutcome& variant = variants.emplace_back();
      variant.set_style(style);
      variant.set_centre_ban(centre_ban);
      variant.set_plain(value == kernel::kDraw ? "draw"
                        : MoverWins(value)     ? "black"
                                               : "red");
    }
  }
  return variants;
}

}  // namespace teeko::extra_rules
