#include "proto/rules_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "google/protobuf/text_format.h"

namespace teeko::proto {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kStandard[] = R"(
  name: "standard" rows: 5 columns: 5 pieces: 4
  goals { line { length: 4 } }
  goals { square { side: 1 } }
)";

// Returns the error of ValidateRules for the standard rules with more text.
std::string ErrorAfter(const std::string& more) {
  Rules rules = *ParseRules(kStandard, "my.rules");
  EXPECT_TRUE(google::protobuf::TextFormat::MergeFromString(more, &rules));
  return std::string(ValidateRules(rules).message());
}

// Returns the error of ParseRules for a text.
std::string ParseError(const std::string& text) {
  return std::string(ParseRules(text, "my.rules").status().message());
}

TEST(ParseRules, ReadsWordsAndFillsInTheStyles) {
  const absl::StatusOr<Rules> rules = ParseRules(kStandard, "my.rules");
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_EQ(rules->goals(1).square().side(), 1u);
  EXPECT_THAT(rules->styles(), ElementsAre("SSSS", "AAAA", "ASSS", "AASS",
                                           "AAAS", "SAAA", "SSAA", "SSSA"));
}

TEST(ParseRules, KeepsTheStylesThatAreGiven) {
  const absl::StatusOr<Rules> rules =
      ParseRules(std::string(kStandard) + "styles: 'SASA'", "my.rules");
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_THAT(rules->styles(), ElementsAre("SASA"));
}

TEST(ParseRules, TakesAByteOrderMarkAndAllLineEnds) {
  const Rules rules = *ParseRules(kStandard, "my.rules");
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    const std::string text =
        "\xEF\xBB\xBF# Scarne's" + end + kStandard + "#" + end;
    const absl::StatusOr<Rules> same = ParseRules(text, "my.rules");
    ASSERT_TRUE(same.ok()) << same.status();
    EXPECT_TRUE(SameRules(*same, rules));
  }
}

TEST(ParseRules, NamesFileLineAndColumnOfASyntaxError) {
  EXPECT_THAT(ParseError("name: 'x'\n  foo: 1"),
              AllOf(StartsWith("my.rules:2:"), HasSubstr("foo")));
  EXPECT_THAT(ParseError(std::string("\0\1\2", 3)), StartsWith("my.rules:1:"));
}

TEST(ParseRules, NamesTheWordsThatAFieldCanHave) {
  EXPECT_EQ(ParseError("rows: 5\nmoves: CAMEL\npieces: 4"),
            "my.rules:2:1: Unknown enumeration value of \"CAMEL\" for field "
            "\"moves\". Expected KING, KNIGHT, ORTHOGONAL, DIAGONAL");
}

TEST(ParseRules, NamesFileAndFieldOfInvalidRules) {
  EXPECT_THAT(ParseError("name: 'x' rows: 99"),
              StartsWith("my.rules: rows: expected 1 to 64, got 99"));
  EXPECT_THAT(ParseError(""), StartsWith("my.rules: name: is missing"));
  EXPECT_THAT(ParseError("name: 'x' rows: 5 columns: 5 pieces: 4000000000"),
              StartsWith("my.rules: pieces: expected 2 to 12 of each side"));
}

TEST(ValidateRules, NamesTheOffendingField) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"name: ''", "name: is missing"},
      {"name: '../x'", "name: \"../x\""},
      {"rows: 0", "rows: expected 1 to 64, got 0"},
      {"rows: 65", "rows: expected 1 to 64, got 65"},
      {"columns: 0", "columns: expected 1 to 64, got 0"},
      {"columns: 4000000000", "columns: expected 1 to 64, got 4000000000"},
      {"columns: 13", "columns: expected at most 64 squares, got 5x13 = 65"},
      {"pieces: 1",
       "pieces: expected 2 to 12 of each side on 25 squares, got 1"},
      {"pieces: 13",
       "pieces: expected 2 to 12 of each side on 25 squares, got 13"},
      {"pieces: 4000000000",
       "pieces: expected 2 to 12 of each side on 25 squares, got 4000000000"},
      {"pieces: 5", "goals[0].line.length: expected 5"},
      {"edges: 7", "edges: expected BOUNDED or WRAPPED, got 7"},
      {"moves: 7",
       "moves: expected KING, KNIGHT, ORTHOGONAL or DIAGONAL, got 7"},
      {"goals {}", "goals[2]: expected line, square, diamond or"},
      {"goals { line { length: 3 } }", "goals[2].line.length: expected 4"},
      {"goals { square { side: 0 } }",
       "goals[2].square.side: expected 1 to 4 on 5x5 squares, got 0"},
      {"goals { square { side: 5 } }",
       "goals[2].square.side: expected 1 to 4 on 5x5 squares, got 5"},
      {"goals { diamond { radius: 0 } }",
       "goals[2].diamond.radius: expected 1 to 2 on 5x5 squares, got 0"},
      {"goals { diamond { radius: 3 } }",
       "goals[2].diamond.radius: expected 1 to 2 on 5x5 squares, got 3"},
      {"styles: 'SSS'", "styles[8]: \"SSS\": expected 4 letters"},
      {"styles: 'SSSX'", "styles[8]: \"SSSX\": expected only"},
      {"styles: 'SSSS'", "styles[8]: \"SSSS\": duplicate"},
      {"banned_first_drops: 0",
       "banned_first_drops[0]: expected 1 to 25, got 0"},
      {"banned_first_drops: 26",
       "banned_first_drops[0]: expected 1 to 25, got 26"},
      {"banned_first_drops: [3, 3]", "banned_first_drops[1]: duplicate 3"},
      {"goals { square { side: 2 } points: 1 }",
       "goals[2].points: expected 0 in rules without scoring, got 1"},
  };
  for (const auto& [more, error] : cases) {
    EXPECT_THAT(ErrorAfter(more), StartsWith(error)) << more;
  }
}

TEST(ValidateRules, NamesTheOffendingFieldOfTheScoring) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"pips: [1, 2, 3]", "scoring.pips: expected 4 numbers"},
      {"pips: [1, 2, 3, 4, 5]", "scoring.pips: expected 4 numbers"},
      {"pips: [1, 2, 0, 4]", "scoring.pips[2]: expected 1 to 127, got 0"},
      {"pips: [1, 2, 3, 128]", "scoring.pips[3]: expected 1 to 127, got 128"},
      {"pips: [1, 2, 3, 4] special_squares: 0",
       "scoring.special_squares[0]: expected 1 to 25, got 0"},
      {"pips: [1, 2, 3, 4] special_squares: [13, 26]",
       "scoring.special_squares[1]: expected 1 to 25, got 26"},
      {"pips: [1, 2, 3, 4] special_squares: [13, 13]",
       "scoring.special_squares[1]: duplicate 13"},
      {"pips: [1, 2, 3, 4] special_points: 128",
       "scoring.special_points: expected 0 to 127, got 128"},
      {"pips: [1, 2, 3, 4] special_points: 4",
       "scoring.special_points: expected 0 without special squares, got 4"},
      {"pips: [1, 2, 3, 4] special_squares: [1]",
       "scoring.special_points: expected 1 or more for special squares, got 0"},
      {"pips: [1, 2, 3, 100] special_squares: 1 special_points: 28",
       "scoring: expected a largest score of at most 127, got 128"},
      {"pips: [1, 2, 3, 100] special_squares: 1 special_points: 20 } "
       "goals { square { side: 2 } points: 8",
       "scoring: expected a largest score of at most 127, got 128"},
      {"pips: [1, 1, 1, 1] } goals { square { side: 2 } points: 128",
       "goals[2].points: expected 0 to 127, got 128"},
      {"pips: [1, 1, 1, 1] special_squares: 13 special_points: 4 } "
       "goals { square { side: 2 } points: 122",
       ""},
  };
  for (const auto& [scoring, error] : cases) {
    const std::string actual = ErrorAfter("scoring { " + scoring + " }");
    EXPECT_EQ(actual.substr(0, error.size()), error);
    EXPECT_EQ(actual.empty(), error.empty()) << actual;
  }
  EXPECT_THAT(ParseError("name: 'big' rows: 8 columns: 8 pieces: 5 "
                         "goals { line { length: 5 } } "
                         "scoring { pips: [1, 1, 1, 1, 1] }"),
              HasSubstr("ways to place those of a side, got 5 and 7624512"));
  EXPECT_THAT(ParseError("name: 'many' rows: 3 columns: 6 pieces: 9 "
                         "goals { line { length: 9 } } scoring {}"),
              HasSubstr("goals[0].line.length"));
  EXPECT_THAT(ParseError(std::string(kStandard) + "scoring { pips: -1 }"),
              StartsWith("my.rules:5:"));
}

TEST(ValidateRules, RefusesGoalsThatDoNotFit) {
  EXPECT_THAT(ParseError("name: 'x' rows: 3 columns: 3 pieces: 4 "
                         "goals { line { length: 4 } }"),
              HasSubstr("goals[0].line.length: no line of 4 fits"));
  EXPECT_THAT(ParseError("name: 'x' rows: 3 columns: 3 pieces: 2 "
                         "goals { square { side: 1 } }"),
              HasSubstr("goals[0]: a goal with four corners"));
  EXPECT_THAT(ParseError("name: 'x' rows: 2 columns: 9 pieces: 4 "
                         "goals { tilted_squares {} }"),
              HasSubstr("goals[0].tilted_squares: no tilted square fits"));
  EXPECT_THAT(
      ParseError("name: 'x' rows: 4 columns: 2 pieces: 4 "
                 "goals { diamond { radius: 1 } }"),
      HasSubstr("goals[0].diamond.radius: no value is possible on 4x2"));
  EXPECT_THAT(ParseError("name: 'x' rows: 3 columns: 3 pieces: 2"),
              HasSubstr("goals: must not be empty"));
  std::string all_banned =
      "name: 'x' rows: 2 columns: 2 pieces: 2 "
      "goals { line { length: 2 } } ";
  for (int square = 1; square <= 4; ++square) {
    all_banned += "banned_first_drops: " + std::to_string(square) + " ";
  }
  EXPECT_THAT(ParseError(all_banned),
              HasSubstr("banned_first_drops: all squares"));
}

TEST(ReadRulesFile, ReadsAllNamedRules) {
  std::set<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator("corpus/rules")) {
    if (entry.path().extension() != ".textproto") continue;
    const std::string name = entry.path().stem();
    const absl::StatusOr<Rules> rules = ReadRulesFile(entry.path());
    ASSERT_TRUE(rules.ok()) << rules.status();
    EXPECT_EQ(rules->name(), name);
    names.insert(rules->name());
  }
  EXPECT_THAT(names,
              ElementsAre("advanced", "advanced_6x6", "advanced_diamonds",
                          "advanced_knight", "board4x4", "diamonds",
                          "every_square", "scored_advanced", "scored_standard",
                          "standard", "standard_6x6", "standard_7x7",
                          "standard_knight", "tilted", "torus"));
}

TEST(ReadRulesFile, ReportsReadErrors) {
  EXPECT_TRUE(absl::IsNotFound(ReadRulesFile("no/such.rules").status()));
  const absl::Status folder = ReadRulesFile("corpus").status();
  EXPECT_THAT(std::string(folder.message()), HasSubstr("corpus"));
}

TEST(SameRules, DetectsDifferentFields) {
  const Rules rules = *ParseRules(kStandard, "my.rules");
  EXPECT_TRUE(SameRules(rules, rules));
  Rules other = rules;
  other.mutable_goals(1)->mutable_square()->set_side(2);
  EXPECT_FALSE(SameRules(rules, other));
}

TEST(StyleName, IsScarnesName) {
  EXPECT_EQ(StyleName("SSSS"), "Standard");
  EXPECT_EQ(StyleName("AAAA"), "Alternate");
  EXPECT_EQ(StyleName("ASSS"), "One-Move Alternate");
  EXPECT_EQ(StyleName("AASS"), "Two-Move Alternate");
  EXPECT_EQ(StyleName("AAAS"), "Three-Move Alternate");
  EXPECT_EQ(StyleName("SAAA"), "One-Move Standard");
  EXPECT_EQ(StyleName("SSAA"), "Two-Move Standard");
  EXPECT_EQ(StyleName("SSSA"), "Three-Move Standard");
  EXPECT_EQ(StyleName("SASA"), "SASA");
  EXPECT_EQ(StyleName("SSSSA"), "SSSSA");
}

}  // namespace
}  // namespace teeko::proto
