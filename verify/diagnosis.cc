#include "verify/diagnosis.h"

#include <bit>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status.h"

namespace teeko::verify {
namespace {

using kernel::Set;
using kernel::Value;

// Returns a ply as text: "13" for a drop, "15-9" for a move.
std::string PlyText(Set before, Set after) {
  const int to = std::countr_zero(after & ~before) + 1;
  const Set left = before & ~after;
  if (left == 0) return absl::StrCat(to);
  return absl::StrCat(std::countr_zero(left) + 1, "-", to);
}

}  // namespace

std::string Diagnosis::Agreement() const {
  return right() ? "which agrees with its successors"
                 : "which does not agree with its successors";
}

std::string Diagnosis::Text() const {
  return absl::StrCat("must be ", expected, ", because ", reason);
}

std::string Diagnosis::Details() const {
  return absl::StrCat(found, ", ", Agreement(), ": ", Text());
}

absl::StatusOr<Diagnosis> Diagnose(const CheckedGame& game, int number,
                                   uint64_t index, ValueSource value_at) {
  const CheckedSection& section = game.sections()[number];
  const ThresholdPosition position = game.PositionAt(number, index);
  const auto [mover, opponent] = Sides(position);
  const bool impossible = kernel::HasGoal(game.board(), mover);
  const bool over = kernel::HasGoal(game.board(), opponent);
  ASSIGN_OR_RETURN(const Value found, value_at(number, index));

  std::vector<ThresholdPly> plies;
  std::vector<Value> values;
  if (!impossible && !over) plies = game.Plies(position);
  for (size_t i = 0; i < plies.size();) {
    Value value = plies[i].value;
    if (!plies[i].completes) {
      ASSIGN_OR_RETURN(
          value,
          value_at(section.next, game.Index(section.next, plies[i].successor)));
    }
    // Positions without a value are impossible, so nobody can pick them.
    if (value == kernel::kNoValue) {
      plies.erase(plies.begin() + i);
    } else {
      values.push_back(value);
      ++i;
    }
  }
  const Value expected = game.ValueFrom(section, position, plies, values);
  Diagnosis diagnosis = {game.ValueText(found), game.ValueText(expected), ""};
  if (impossible) {
    diagnosis.reason =
        "X has a goal already, so that the position is impossible";
  } else if (over) {
    diagnosis.reason = "O has a goal";
  } else if (values.empty()) {
    diagnosis.reason = "X has no move";
  } else {
    size_t picked = 0;
    while (kernel::OnePlyBefore(values[picked]) != expected) ++picked;
    diagnosis.reason =
        absl::StrCat(section.letter() == 'A' ? "O picks " : "X picks ",
                     PlyText(mover, game.Moved(position, plies[picked])),
                     game.threshold() > 0 ? ", after which the attacker has "
                                          : ", after which O has ",
                     game.ValueText(values[picked]));
  }
  return diagnosis;
}

}  // namespace teeko::verify
