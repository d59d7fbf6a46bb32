// Compares the tables of both solvers with the values that plain search
// computes with the kernel, for all positions of small boards.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "kernel/kernel.h"
#include "kernel/rules.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "verify/table.h"

namespace teeko::audit {
using kernel::GameOf;
using verify::PlainTable;
using verify::Table;

namespace {

using Counts = std::array<uint64_t, 256>;  // by value

Counts Count(absl::Span<const uint8_t> payload) {
  Counts counts = {};
  for (const uint8_t value : payload) ++counts[value];
  return counts;
}

// Counts the values of a section, computed from its stored rows and their
// images.
Counts CountStored(const proto::TableReader& reader, int section) {
  Counts counts = {};
  std::mutex mutex;
  const auto add = [&](uint64_t, absl::Span<const uint8_t> payload,
                       uint32_t images) {
    const Counts more = Count(payload);
    const std::lock_guard lock(mutex);
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += images * more[i];
  };
  EXPECT_TRUE(reader.ForEachStored(section, add).ok());
  return counts;
}

// Runs a solver and returns the payloads of its table.  Expects that all
// methods of reading the table agree.
std::vector<std::vector<uint8_t>> Solve(const std::string& solver,
                                        const std::string& rules_path,
                                        bool reduced) {
  const std::string table_path = ::testing::TempDir() + "/small.table";
  const std::string command =
      absl::StrCat(solver, " --rules='", rules_path, "' --out='", table_path,
                   reduced ? "' --reduced" : "'", " 2>/dev/null");
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  const absl::StatusOr<proto::TableReader> reader =
      proto::TableReader::Open(table_path);
  EXPECT_TRUE(reader.ok()) << reader.status();
  std::vector<std::vector<uint8_t>> payloads;
  for (int i = 0; i < reader->footer().sections_size(); ++i) {
    payloads.emplace_back(reader->footer().sections(i).positions() *
                          reader->footer().value_bytes());
    EXPECT_TRUE(reader->ReadSection(i, absl::MakeSpan(payloads.back())).ok());
    EXPECT_EQ(reader->stored_rows(i) != nullptr, reduced);
    const proto::SectionValues values(*reader, i);
    EXPECT_TRUE(values.UnpackAll().ok());
    EXPECT_EQ(values.payload(), absl::MakeConstSpan(payloads.back()));
    EXPECT_EQ(CountStored(*reader, i), Count(payloads.back()));
  }
  return payloads;
}

class SolversTest : public ::testing::TestWithParam<std::string> {};

TEST_P(SolversTest, AgreeWithPlainSearchOnEveryPosition) {
  const std::string rules_path = ::testing::TempDir() + "/small.textproto";
  std::ofstream(rules_path) << "name: 'small' " << GetParam();
  const Rules rules = *proto::ReadRulesFile(rules_path);
  const Table plain = PlainTable(
      kernel::GameOf(rules), {rules.styles().begin(), rules.styles().end()});
  for (const std::string solver : {"solver_a/solver_a", "solver_b/solver_b"}) {
    for (const bool reduced : {false, true}) {
      const auto solved = Solve(solver, rules_path, reduced);
      ASSERT_EQ(solved.size(), plain.payloads.size()) << solver;
      for (size_t i = 0; i < solved.size(); ++i) {
        EXPECT_EQ(solved[i], plain.payloads[i])
            << solver << ", " << plain.sections[i].placed << " pieces, drops \""
            << plain.sections[i].drops << "\"";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    SmallBoards, SolversTest,
    ::testing::Values(
        "rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }",
        "rows: 4 columns: 3 pieces: 3 goals { line { length: 3 } }",
        "rows: 4 columns: 4 pieces: 4 "
        "goals { line { length: 4 } } goals { square { side: 1 } }",
        "rows: 4 columns: 4 pieces: 3 edges: WRAPPED "
        "goals { line { length: 3 } } styles: 'SAS' styles: 'ASA'",
        "rows: 1 columns: 9 pieces: 3 goals { line { length: 3 } }",
        "rows: 1 columns: 8 pieces: 2 edges: WRAPPED "
        "goals { line { length: 2 } }",
        "rows: 2 columns: 4 pieces: 4 goals { square { side: 1 } }",
        "rows: 3 columns: 5 pieces: 4 goals { diamond { radius: 1 } } "
        "goals { tilted_squares {} } styles: 'SSAA'"));

}  // namespace
}  // namespace teeko::audit
