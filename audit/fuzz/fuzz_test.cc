#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "audit/agreement/readings.h"
#include "audit/fuzz/cases.h"
#include "audit/fuzz/games.h"
#include "audit/fuzz/random_rules.h"
#include "audit/fuzz/shrink.h"
#include "proto/rules_file.h"

namespace teeko::verify {
namespace {

Solvers TheSolvers() {
  return {"solver_a/solver_a", "solver_b/solver_b", testing::TempDir()};
}

TEST(RandomRules, MakeSenseAndAreOfEveryKind) {
  Random random(1);
  std::set<std::string> kinds;
  for (int i = 0; i < 2000; ++i) {
    const Rules rules = RandomRules(random);
    ASSERT_TRUE(ValidateRules(rules).ok()) << rules.DebugString();
    if (rules.rows() * rules.columns() == 64) kinds.insert("64 squares");
    if (rules.rows() == 1) kinds.insert("one row");
    if (rules.columns() == 1) kinds.insert("one column");
    if (rules.pieces() == 8) kinds.insert("eight pieces");
    kinds.insert(Rules::Edges_Name(rules.edges()));
    for (const GoalFamily& family : rules.goals()) {
      kinds.insert("goals " + std::to_string(family.family_case()));
    }
  }
  EXPECT_EQ(kinds.size(), 4u + 2u + 4u);
}

TEST(Cases, AllAgree) {
  Cases cases(TheSolvers(), std::nullopt);
  for (int seed = 1; seed <= 100; ++seed) {
    const std::optional<Finding> finding = cases.Try(seed);
    ASSERT_FALSE(finding.has_value()) << Text(*finding);
  }
  EXPECT_EQ(cases.counts().rules, 100u);
  EXPECT_GT(cases.counts().games, 50u);
}

// ---- What is wrong is found and shrunk ----

// What is wrong if the kernel has nobody leave square 1 of a wrapped board of
// three rows and four columns or more.
std::optional<Disagreement> SearchWithoutWaysFrom1(const Rules& rules) {
  Readings readings(rules);
  if (rules.edges() == Rules::WRAPPED && rules.rows() >= 3 &&
      rules.columns() >= 4) {
    readings.kernel.neighbours[0] = 0;
  }
  Agreement agreement(readings);
  Random random(7);
  for (int i = 0; i < 500; ++i) {
    agreement.CheckPosition(RandomPosition(rules, random));
  }
  return agreement.disagreement();
}

TEST(Shrunk, IsTheSmallestBoard) {
  const Rules rules = *ParseRules(
      "name: 'large' rows: 8 columns: 8 pieces: 4 edges: WRAPPED "
      "goals { tilted_squares {} } goals { line { length: 4 } }",
      "large");
  std::optional<Disagreement> found = SearchWithoutWaysFrom1(rules);
  ASSERT_TRUE(found.has_value());
  const Finding finding = Shrunk({rules, *found}, SearchWithoutWaysFrom1);
  EXPECT_EQ(finding.rules.rows(), 3u);
  EXPECT_EQ(finding.rules.columns(), 4u);
  EXPECT_EQ(finding.rules.pieces(), 2u);
  EXPECT_EQ(finding.rules.goals_size(), 1);
  EXPECT_EQ(finding.rules.styles_size(), 1);
  const std::string text = Text(finding);
  EXPECT_NE(text.find("X is to move"), std::string::npos) << text;
  EXPECT_NE(text.find("There is disagreement on whence a move leads here:\n"
                      "  solver B: 12, among them 1 2 to move against 9 12"),
            std::string::npos)
      << text;
}

TEST(Cases, ASolverThatFailsIsFoundAndNamed) {
  Solvers solvers = TheSolvers();
  solvers.solver_b = "/bin/false";
  Cases cases(solvers, std::nullopt);
  std::optional<Finding> finding;
  for (int seed = 1; !finding.has_value(); ++seed) finding = cases.Try(seed);
  EXPECT_EQ(finding->rules.rows() * finding->rules.columns(), 4u);
  EXPECT_NE(Text(*finding).find("/bin/false failed"), std::string::npos)
      << Text(*finding);
}

TEST(Games, FollowAWrongValueToItsCause) {
  Tables tables = *Solve(
      *ParseRules("name: 'small' rows: 2 columns: 3 pieces: 2 styles: 'SA' "
                  "goals { line { length: 2 } }",
                  "small"),
      TheSolvers());
  Random random(1);
  EXPECT_FALSE(Games(tables).Play(random).has_value());
  EXPECT_FALSE(Games(tables).CompareTables().has_value());
  // Black on 1 and 3, Red on 2: a loss in 6 for Red, says solver B.
  Table& wrong = tables.tables[1].table;
  const kernel::Game game = kernel::GameOf(WordsOf(tables.rules));
  const kernel::Position position = {.mover = 0b010, .opponent = 0b101};
  wrong.SetValueAt(kernel::FindSection(wrong.sections, 3, "A"),
                   kernel::Index(game, position), 7);
  std::optional<Disagreement> found;
  for (int i = 0; i < 1000 && !found.has_value(); ++i) {
    found = Games(tables).Play(random);
  }
  ASSERT_TRUE(found.has_value());
  EXPECT_NE(found->opinions.find("solver B: a loss in 6"), std::string::npos)
      << found->opinions;
  const std::optional<Disagreement> compared = Games(tables).CompareTables();
  ASSERT_TRUE(compared.has_value());
  EXPECT_EQ(compared->position, position);
}

}  // namespace
}  // namespace teeko::verify
