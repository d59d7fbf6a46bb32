#include "audit/inspect/inspect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "kernel/rules.h"
#include "proto/rules_file.h"
#include "proto/table_writer.h"
#include "verify/table_for_test.h"

namespace teeko::audit {
namespace {

using ::testing::HasSubstr;

constexpr char kRules[] =
    "name: 'small' rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } } ";

// Writes the table of kRules after `change`.  Returns its path.
template <typename Change>
std::string Write(const std::string& name, Change change,
                  const std::string& more_rules = "") {
  const Rules rules = *proto::ParseRules(kRules + more_rules, name);
  verify::Table table = verify::PlainTable(
      kernel::GameOf(rules), {rules.styles().begin(), rules.styles().end()});
  change(table);
  const std::string path = ::testing::TempDir() + name;
  std::unique_ptr<proto::TableWriter> writer =
      *proto::TableWriter::Create(path, rules, "test", table.value_bytes);
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const auto fill = [&](uint64_t first, absl::Span<uint8_t> out) {
      std::copy_n(&table.payloads[i][first], out.size(), out.data());
    };
    EXPECT_TRUE(writer
                    ->WriteSection(table.sections[i].placed,
                                   table.sections[i].drops,
                                   table.sections[i].positions, fill)
                    .ok());
  }
  EXPECT_TRUE(writer->Finish().ok());
  return path;
}

const auto kNoChange = [](verify::Table&) {};
// The last section has the empty board of the last style; Black wins in 9
// plies.
const auto kOnePlyMore = [](verify::Table& table) {
  ++table.payloads.back()[0];
};
constexpr char kEmpty[] = "4/4/4 b SSS";

TEST(Inspect, PrintsThatTablesAgree) {
  const std::string right = Write("right", kNoChange);
  const auto inspection = Inspect({right, right}, kEmpty);
  ASSERT_TRUE(inspection.ok()) << inspection.status();
  EXPECT_TRUE(inspection->agree);
  EXPECT_THAT(inspection->text, HasSubstr("    . . . .\n"));
  EXPECT_THAT(inspection->text,
              HasSubstr("right: a win in 9, which agrees with its successors"));
}

TEST(Inspect, NamesTheTableThatContradictsItself) {
  const std::string right = Write("right", kNoChange);
  const std::string wrong = Write("wrong", kOnePlyMore);
  for (const auto& tables :
       {std::vector{right, wrong}, {wrong, right}, {wrong}}) {
    const auto inspection = Inspect(tables, kEmpty);
    ASSERT_TRUE(inspection.ok()) << inspection.status();
    EXPECT_FALSE(inspection->agree);
    EXPECT_THAT(inspection->text,
                HasSubstr("wrong: a loss in 10, which does not agree with its "
                          "successors: must be a win in 9"));
  }
}

TEST(Inspect, RefusesOtherRulesAndImpossiblePositions) {
  const std::string right = Write("right", kNoChange);
  const std::string other = Write("other", kNoChange, "edges: WRAPPED");
  EXPECT_TRUE(
      absl::IsInvalidArgument(Inspect({right, other}, kEmpty).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Inspect({right}, "4/4 b").status()));
  EXPECT_FALSE(Inspect({"no/such"}, kEmpty).ok());
}

}  // namespace
}  // namespace teeko::audit
