#include "verify/words.h"

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

kernel::Words WordsOf(const Rules& rules) {
  kernel::Words words = {.rows = static_cast<int>(rules.rows()),
                         .columns = static_cast<int>(rules.columns()),
                         .pieces = static_cast<int>(rules.pieces()),
                         .wrapped = rules.edges() == Rules::WRAPPED,
                         .families = {}};
  for (const GoalFamily& family : rules.goals()) {
    words.families.push_back(FamilyOf(family));
  }
  return words;
}

}  // namespace teeko::verify
