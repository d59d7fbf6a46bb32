#include "solver_b/solver.h"

#include <tbb/global_control.h>

#include "gtest/gtest.h"
// RapidCheck's header wants GoogleTest's before it.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"
#include "proto/table_reader.h"
#include "rapidcheck/gtest.h"
#include "solver_b/payload.h"
#include "solver_b/plain_game.h"
#include "solver_b/random_rules.h"

namespace teeko::solver_b {
namespace {

Rules TestRules(const std::string& text) {
  return *ParseRules(absl::StrCat("name: \"test\" ", text), "test");
}

Rules NamedRules(const std::string& name) {
  return *ReadRulesFile(absl::StrCat("corpus/rules/", name, ".textproto"));
}

// Solves and writes the table; returns its path.
std::string MakeTable(const Rules& rules) {
  const std::string path = testing::TempDir() + "/table";
  const Board board(rules);
  const Space space(board);
  Progress progress("test");
  const absl::StatusOr<Solution> solution = Solve(space, rules, progress);
  EXPECT_TRUE(solution.ok()) << solution.status();
  const absl::Status status =
      WriteTable(path, rules, space, *solution, progress);
  EXPECT_TRUE(status.ok()) << status;
  return path;
}

PlainGame::Sections ReadTable(const std::string& path) {
  const absl::StatusOr<TableReader> table = TableReader::Open(path);
  EXPECT_TRUE(table.ok()) << table.status();
  EXPECT_EQ(table->footer().value_bytes(), 1u);
  PlainGame::Sections sections;
  for (int i = 0; i < table->footer().sections_size(); ++i) {
    const Section& section = table->footer().sections(i);
    std::vector<uint8_t> payload(section.positions());
    EXPECT_TRUE(table->ReadSection(i, absl::MakeSpan(payload)).ok());
    std::vector<uint16_t>& values =
        sections[{section.placed(), section.drops()}];
    values.assign(payload.begin(), payload.end());
    std::replace(values.begin(), values.end(), 255, 65535);
  }
  return sections;
}

// The same without a file.
PlainGame::Sections SolveToSections(const Rules& rules) {
  const Board board(rules);
  const Space space(board);
  Progress progress("test");
  const absl::StatusOr<Solution> solution = Solve(space, rules, progress);
  PlainGame::Sections sections;
  for (const SolvedSection& solved : solution->sections) {
    const SectionIndex& section = space.section(solved.placed);
    std::vector<uint8_t> payload(2 * section.positions());
    FillPayload(section, solved.values, 2, 0, absl::MakeSpan(payload));
    std::vector<uint16_t>& values = sections[{solved.placed, solved.drops}];
    for (size_t i = 0; i < payload.size(); i += 2) {
      values.push_back(payload[i] | payload[i + 1] << 8);
    }
  }
  return sections;
}

struct SmallBoard {
  const char* name;
  const char* rules;
};

class SmallBoards : public testing::TestWithParam<SmallBoard> {};

TEST_P(SmallBoards, AreSolvedAsPlainGameSolvesThem) {
  const Rules rules = TestRules(GetParam().rules);
  const PlainGame::Sections table = ReadTable(MakeTable(rules));
  const PlainGame::Sections plain = PlainGame(rules).Solve();
  ASSERT_EQ(table.size(), plain.size());
  for (const auto& [name, values] : plain) {
    EXPECT_EQ(table.at(name), values) << name.first << " " << name.second;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, SmallBoards,
    testing::Values(
        SmallBoard{"ThreeByThree",
                   "rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }"},
        SmallBoard{"ThreeByThreeThreePieces",
                   "rows: 3 columns: 3 pieces: 3 goals { line { length: 3 } }"},
        SmallBoard{"FourByThree",
                   "rows: 4 columns: 3 pieces: 3 goals { line { length: 3 } }"},
        SmallBoard{"FourPieces",
                   "rows: 3 columns: 4 pieces: 4 goals { line { length: 4 } } "
                   "goals { square { side: 1 } } goals { tilted_squares {} }"},
        SmallBoard{"Torus",
                   "rows: 3 columns: 4 pieces: 3 edges: WRAPPED "
                   "goals { line { length: 3 } }"},
        SmallBoard{"SquareTorus",
                   "rows: 3 columns: 3 pieces: 4 edges: WRAPPED "
                   "goals { square { side: 1 } }"},
        SmallBoard{"OneRow",
                   "rows: 1 columns: 9 pieces: 3 goals { line { length: 3 } }"},
        SmallBoard{"OneColumn",
                   "rows: 8 columns: 1 pieces: 2 goals { line { length: 2 } }"},
        SmallBoard{"Ring",
                   "rows: 1 columns: 9 pieces: 3 edges: WRAPPED "
                   "goals { line { length: 3 } }"},
        SmallBoard{"FullBoard",
                   "rows: 2 columns: 4 pieces: 4 goals { line { length: 4 } } "
                   "goals { square { side: 1 } }"},
        SmallBoard{"FullSquare",
                   "rows: 2 columns: 2 pieces: 2 goals { line { length: 2 } }"},
        SmallBoard{"OddStyles",
                   "rows: 3 columns: 3 pieces: 3 goals { line { length: 3 } } "
                   "styles: 'SAS' styles: 'ASA'"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Solver, SolvesFourByFourAsPlainGameDoes) {
  Rules rules = NamedRules("board4x4");
  rules.clear_styles();  // The others are tried on smaller boards.
  rules.add_styles("SSSS");
  rules.add_styles("AASS");
  EXPECT_EQ(ReadTable(MakeTable(rules)), PlainGame(rules).Solve());
}

RC_GTEST_PROP(Solver, SolvesRandomRulesAsPlainGameDoes, ()) {
  const Rules rules = *RandomRules(12, 4);
  RC_ASSERT(SolveToSections(rules) == PlainGame(rules).Solve());
}

// The section digests, which no chunking or compression touches.
std::vector<std::string> Digests(const std::string& path) {
  const absl::StatusOr<TableReader> table = TableReader::Open(path);
  EXPECT_TRUE(table.ok()) << table.status();
  std::vector<std::string> digests;
  for (const Section& section : table->footer().sections()) {
    digests.push_back(section.sha256());
  }
  return digests;
}

TEST(Solver, GivesTheSameOnAnyNumberOfThreads) {
  const Rules rules = NamedRules("board4x4");
  std::vector<std::vector<std::string>> digests;
  for (const int threads : {1, 2, 7}) {
    const tbb::global_control control(
        tbb::global_control::max_allowed_parallelism, threads);
    digests.push_back(Digests(MakeTable(rules)));
  }
  EXPECT_EQ(digests[0], digests[1]);
  EXPECT_EQ(digests[0], digests[2]);
}

struct Claim {
  const char* rules;
  int longest_win;                      // in plies, all pieces placed
  std::map<std::string, int> outcomes;  // plies by style, of those not drawn
};

class SteeleClaims : public testing::TestWithParam<Claim> {};

// SPEC.md §3: C2, C3, C6.
TEST_P(SteeleClaims, Hold) {
  const Rules rules = NamedRules(GetParam().rules);
  const Board board(rules);
  const Space space(board);
  Progress progress("test");
  const absl::StatusOr<Solution> solution = Solve(space, rules, progress);
  ASSERT_TRUE(solution.ok()) << solution.status();
  int longest_win = 0;
  std::map<std::string, int> outcomes;
  for (const SolvedSection& section : solution->sections) {
    if (section.placed == 8) {
      for (const Value value : section.values) {
        if (value != kDraw && value % 2 == 0) {
          longest_win = std::max(longest_win, value - 1);
        }
      }
    }
    if (section.placed == 0 && section.values[0] != kDraw) {
      outcomes[section.drops] = section.values[0] - 1;
    }
  }
  EXPECT_EQ(longest_win, GetParam().longest_win);
  EXPECT_EQ(outcomes, GetParam().outcomes);
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, SteeleClaims,
    testing::Values(Claim{"standard", 39, {}},
                    Claim{"advanced", 59, {{"SAAA", 25}, {"SSSS", 13}}}),
    [](const auto& info) { return std::string(info.param.rules); });

TEST(FillPayload, MayBeginAndEndAnywhere) {
  const Rules rules =
      TestRules("rows: 3 columns: 3 pieces: 3 goals { line { length: 3 } }");
  const Board board(rules);
  const Space space(board);
  Progress progress("test");
  const absl::StatusOr<Solution> solution = Solve(space, rules, progress);
  ASSERT_TRUE(solution.ok());
  const SectionIndex& section = space.section(6);
  const std::vector<Value>& values = solution->sections[0].values;
  std::vector<uint8_t> whole(section.positions());
  FillPayload(section, values, 1, 0, absl::MakeSpan(whole));
  for (size_t first = 0; first < whole.size(); first += 13) {
    std::vector<uint8_t> part(std::min<size_t>(77, whole.size() - first));
    FillPayload(section, values, 1, first, absl::MakeSpan(part));
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + first));
  }
}

TEST(FillPayload, WritesTwoBytesLowFirst) {
  const Rules rules =
      TestRules("rows: 2 columns: 2 pieces: 2 goals { line { length: 2 } }");
  const Board board(rules);
  const Space space(board);
  const SectionIndex& section = space.section(0);
  std::vector<uint8_t> bytes(2);
  FillPayload(section, {DecidedIn(0x1233)}, 2, 0, absl::MakeSpan(bytes));
  EXPECT_EQ(bytes, (std::vector<uint8_t>{0x34, 0x12}));
}

TEST(ValueBytes, AreTwoFromTwoHundredFiftyFourPliesOn) {
  EXPECT_EQ(ValueBytes(245, 4), 1);
  EXPECT_EQ(ValueBytes(246, 4), 2);
  EXPECT_EQ(ValueBytes(249, 2), 1);
  EXPECT_EQ(ValueBytes(250, 2), 2);
}

TEST(EstimateMemoryBytes, IsAboutWhatTheSectionsTake) {
  const Rules rules = NamedRules("standard");
  const uint64_t bytes = EstimateMemoryBytes(Board(rules), rules);
  EXPECT_GT(bytes, 30'000'000u);
  EXPECT_LT(bytes, 100'000'000u);
}

TEST(EstimateMemoryBytes, DoesNotOverflow) {
  const Rules rules =
      TestRules("rows: 4 columns: 16 pieces: 16 goals { line { length: 16 } }");
  EXPECT_EQ(EstimateMemoryBytes(Board(rules), rules), uint64_t{1} << 63);
}

}  // namespace
}  // namespace teeko::solver_b
