#include "kernel/rules.h"

namespace teeko::kernel {
namespace {

Family FamilyOf(const GoalFamily& family) {
  if (family.has_line()) {
    return {Family::kLine, static_cast<int>(family.line().length())};
  }
  if (family.has_square()) {
    return {Family::kSquare, static_cast<int>(family.square().side())};
  }
  if (family.has_diamond()) {
    return {Family::kDiamond, static_cast<int>(family.diamond().radius())};
  }
  return {Family::kTiltedSquares};
}

Moves MovesOf(const teeko::Rules& rules) {
  switch (rules.moves()) {
    case teeko::Rules::KNIGHT:
      return Moves::kKnight;
    case teeko::Rules::ORTHOGONAL:
      return Moves::kOrthogonal;
    case teeko::Rules::DIAGONAL:
      return Moves::kDiagonal;
    default:
      return Moves::kKing;
  }
}

}  // namespace

Rules KernelRules(const teeko::Rules& rules) {
  Rules result = {.rows = static_cast<int>(rules.rows()),
                  .columns = static_cast<int>(rules.columns()),
                  .pieces = static_cast<int>(rules.pieces()),
                  .wrapped = rules.edges() == teeko::Rules::WRAPPED,
                  .families = {},
                  .moves = MovesOf(rules)};
  for (const GoalFamily& family : rules.goals()) {
    result.families.push_back(FamilyOf(family));
  }
  return result;
}

Game GameOf(const teeko::Rules& rules) { return GameOf(KernelRules(rules)); }

ScoredGame ScoredGameOf(const teeko::Rules& rules) {
  Scoring scoring;
  scoring.special_points = rules.scoring().special_points();
  for (const int pips : rules.scoring().pips()) scoring.pips.push_back(pips);
  for (const int square : rules.scoring().special_squares()) {
    scoring.special_squares |= Bit(square - 1);  // numbered from 1
  }
  for (const GoalFamily& family : rules.goals()) {
    scoring.family_points.push_back(family.points());
  }
  return ScoredGameOf(KernelRules(rules), scoring);
}

std::vector<Section> SectionsOf(const Game& game, const teeko::Rules& rules) {
  return Sections(game, {rules.styles().begin(), rules.styles().end()});
}

}  // namespace teeko::kernel
