#include "solver_b/goal_diagram.h"

#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "proto/rules_file.h"

namespace teeko::solver_b {
namespace {

TEST(GoalDiagrams, DrawEveryGoal) {
  const Board board(
      *ParseRules("name: \"test\" rows: 2 columns: 3 pieces: 3 goals { line { "
                  "length: 3 } }",
                  "test"));
  EXPECT_EQ(GoalDiagrams(board),
            "2 goals\n"
            "\n"
            "XXX   ...\n"
            "...   XXX\n");
}

TEST(GoalDiagrams, FillEightyColumns) {
  const Board board(*ReadRulesFile("corpus/rules/advanced.textproto"));
  size_t widest = 0;
  size_t squares = 0;
  const std::string text = GoalDiagrams(board);
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    widest = std::max(widest, line.size());
  }
  for (const char c : text) squares += c == 'X';
  EXPECT_EQ(widest, 77u);  // ten boards of five columns, nine gaps of three
  EXPECT_EQ(squares, 4 * 58u);
}

}  // namespace
}  // namespace teeko::solver_b
