#include "reports/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "proto/rules_file.h"
#include "verify/table_for_test.h"

namespace teeko::reports {
namespace {

using ::testing::HasSubstr;

constexpr char kRules[] =
    "name: 'small' rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } } ";

// Writes the table of kRules after `change`.  Returns its path.
template <typename Change>
std::string Write(const std::string& name, Change change,
                  const std::string& more_rules = "") {
  const Rules rules = *proto::ParseRules(kRules + more_rules, name);
  verify::Table table = verify::PlainTable(rules);
  change(table);
  const std::string path = ::testing::TempDir() + name;
  verify::WriteTable(path, rules, table, "test");
  return path;
}

const auto kNoChange = [](verify::Table&) {};
// The last section has the empty board of the last style; Black wins in 9
// plies.
const auto kOnePlyMore = [](verify::Table& table) {
  ++table.payloads.back()[0];
};
constexpr char kEmpty[] = "4/4/4 b SSS";

TEST(CompareTables, PrintsThatTablesAgree) {
  const std::string right = Write("right", kNoChange);
  const auto comparison = CompareTables({right, right}, kEmpty);
  ASSERT_TRUE(comparison.ok()) << comparison.status();
  EXPECT_TRUE(comparison->agree);
  EXPECT_THAT(comparison->text, HasSubstr("    . . . .\n"));
  EXPECT_THAT(comparison->text,
              HasSubstr("right: a win in 9, which agrees with its successors"));
}

TEST(CompareTables, NamesTheTableThatContradictsItself) {
  const std::string right = Write("right", kNoChange);
  const std::string wrong = Write("wrong", kOnePlyMore);
  for (const auto& tables :
       {std::vector{right, wrong}, {wrong, right}, {wrong}}) {
    const auto comparison = CompareTables(tables, kEmpty);
    ASSERT_TRUE(comparison.ok()) << comparison.status();
    EXPECT_FALSE(comparison->agree);
    EXPECT_THAT(comparison->text,
                HasSubstr("wrong: a loss in 10, which does not agree with its "
                          "successors: must be a win in 9"));
  }
}

TEST(CompareTables, RefusesOtherRulesAndImpossiblePositions) {
  const std::string right = Write("right", kNoChange);
  const std::string other = Write("other", kNoChange, "edges: WRAPPED");
  EXPECT_TRUE(
      absl::IsInvalidArgument(CompareTables({right, other}, kEmpty).status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(CompareTables({right}, "4/4 b").status()));
  EXPECT_FALSE(CompareTables({"no/such"}, kEmpty).ok());
}

}  // namespace
}  // namespace teeko::reports
