#include "verify/rules.h"

namespace teeko::verify {
namespace {

kernel::Family FamilyOf(const GoalFamily& family) {
  if (family.has_line()) {
    return {kernel::Family::kLine, static_cast<int>(family.line().length())};
  }
  if (family.has_square()) {
    return {kernel::Family::kSquare, static_cast<int>(family.square().side())};
  }
  if (family.has_diamond()) {
    return {kernel::Family::kDiamond,
            static_cast<int>(family.diamond().radius())};
  }
  return {kernel::Family::kTiltedSquares};
}

}  // namespace

kernel::Rules KernelRules(const Rules& rules) {
  kernel::Rules result = {.rows = static_cast<int>(rules.rows()),
                          .columns = static_cast<int>(rules.columns()),
                          .pieces = static_cast<int>(rules.pieces()),
                          .wrapped = rules.edges() == Rules::WRAPPED,
                          .families = {}};
  for (const GoalFamily& family : rules.goals()) {
    result.families.push_back(FamilyOf(family));
  }
  return result;
}

kernel::Game GameOf(const Rules& rules) {
  return kernel::GameOf(KernelRules(rules));
}

std::vector<kernel::Section> SectionsOf(const kernel::Game& game,
                                        const Rules& rules) {
  return kernel::Sections(game, {rules.styles().begin(), rules.styles().end()});
}

}  // namespace teeko::verify
