#include "solver_b/goal_diagram.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"

namespace teeko::solver_b {
namespace {

constexpr int kWidth = 80;
constexpr absl::string_view kGap = "   ";

// One row of the board: "XXXX.".
std::string DrawRow(const Board& board, Set goal, int row) {
  std::string text;
  for (int column = 0; column < board.columns(); ++column) {
    const Set square = SetOf(row * board.columns() + column);
    text += (goal & square) != 0 ? 'X' : '.';
  }
  return text;
}

}  // namespace

std::string GoalDiagrams(const Board& board) {
  const absl::Span<const Set> goals = board.goals();
  const size_t abreast =
      (kWidth + kGap.size()) / (board.columns() + kGap.size());
  std::string text = absl::StrCat(goals.size(), " goals\n");
  for (size_t first = 0; first < goals.size(); first += abreast) {
    absl::StrAppend(&text, "\n");
    for (int row = 0; row < board.squares() / board.columns(); ++row) {
      const auto draw = [&board, row](std::string* line, Set goal) {
        absl::StrAppend(line, DrawRow(board, goal, row));
      };
      absl::StrAppend(&text,
                      absl::StrJoin(goals.subspan(first, abreast), kGap, draw),
                      "\n");
    }
  }
  return text;
}

}  // namespace teeko::solver_b
