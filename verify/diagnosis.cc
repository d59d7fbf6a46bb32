#include "verify/diagnosis.h"

#include <bit>

#include "absl/strings/str_cat.h"

namespace teeko::verify {
namespace {

using kernel::Game;
using kernel::Position;
using kernel::Section;
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

std::string ValueText(Value value) {
  if (value == kernel::kNoValue) return "without value";
  if (value == kernel::kDraw) return "a draw";
  const int plies = value - 1;
  return absl::StrCat(plies % 2 == 1 ? "a win in " : "a loss in ", plies);
}

std::string SectionText(const Section& section) {
  std::string text =
      absl::StrCat("section with ", section.placed, " pieces placed");
  if (!section.drops.empty()) {
    absl::StrAppend(&text, ", drops \"", section.drops, "\" to come");
  }
  return text;
}

std::string PositionText(const kernel::Rules& rules, const Section& section,
                         Position position) {
  std::string text;
  for (int row = 0; row < rules.rows; ++row) {
    absl::StrAppend(&text, "   ");
    for (int column = 0; column < rules.columns; ++column) {
      const Set square = kernel::Bit(row * rules.columns + column);
      absl::StrAppend(&text, position.mover & square      ? " X"
                             : position.opponent & square ? " O"
                                                          : " .");
    }
    absl::StrAppend(&text, "\n");
  }
  if (section.drops.empty()) {
    return absl::StrCat(text, "    X is to move; all ", section.placed,
                        " pieces are placed\n");
  }
  return absl::StrCat(
      text, "    X is ", section.placed % 2 == 0 ? "Black" : "Red",
      " and drops next, ", section.letter() == 'A' ? "O" : "X",
      " picks the square; ", section.placed, " of ", 2 * rules.pieces,
      " pieces are placed; drops to come: ", section.drops, "\n");
}

std::string Diagnosis::Agreement() const {
  return right() ? "which agrees with its successors"
                 : "which does not agree with its successors";
}

std::string Diagnosis::Text() const {
  return absl::StrCat("must be ", ValueText(expected), ", because ", reason);
}

std::string Diagnosis::Details() const {
  return absl::StrCat(ValueText(found), ", ", Agreement(), ": ", Text());
}

absl::StatusOr<Diagnosis> Diagnose(const Game& game,
                                   const std::vector<Section>& sections,
                                   int number, uint64_t index,
                                   ValueSource value_at) {
  const Section& section = sections[number];
  const Position position = kernel::PositionAt(game, section, index);
  const absl::StatusOr<Value> found = value_at(number, index);
  if (!found.ok()) return found.status();

  std::vector<Position> successors;
  std::vector<Value> values;
  absl::Status status;
  kernel::ForEachSuccessor(game, position, [&](Position successor) {
    const auto value = value_at(section.next, kernel::Index(game, successor));
    status.Update(value.status());
    // Positions without a value are impossible, so nobody can pick them.
    if (!value.ok() || *value == kernel::kNoValue) return;
    successors.push_back(successor);
    values.push_back(*value);
  });
  if (!status.ok()) return status;

  Diagnosis diagnosis;
  diagnosis.found = *found;
  diagnosis.expected =
      kernel::ValueFrom(game, position, section.letter(), values);
  if (kernel::HasGoal(game, position.mover)) {
    diagnosis.reason =
        "X has a goal already, so that the position is impossible";
  } else if (kernel::HasGoal(game, position.opponent)) {
    diagnosis.reason = "O has a goal";
  } else if (values.empty()) {
    diagnosis.reason = "X has no move";
  } else {
    size_t picked = 0;
    while (kernel::OnePlyBefore(values[picked]) != diagnosis.expected) ++picked;
    diagnosis.reason =
        absl::StrCat(section.letter() == 'A' ? "O picks " : "X picks ",
                     PlyText(position.mover, successors[picked].opponent),
                     ", after which O has ", ValueText(values[picked]));
  }
  return diagnosis;
}

}  // namespace teeko::verify
