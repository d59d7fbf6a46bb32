#include "solver_a/solve.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "base/processes.h"
#include "proto/rules_file.h"
#include "proto/table_reader.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/drop_phase.h"
#include "solver_a/move_phase.h"
#include "solver_a/targets_for_test.h"
#include "solver_a/threshold_game.h"
#include "solver_a/values.h"

namespace teeko::solver_a {
namespace {

// A table that was written and read again.
class SolvedTable {
 public:
  explicit SolvedTable(const std::string& path) {
    const absl::StatusOr<proto::TableReader> reader =
        proto::TableReader::Open(path);
    EXPECT_TRUE(reader.ok()) << reader.status();
    footer_ = reader->footer();
    const Board board(footer_.rules());
    const size_t width = footer_.value_bytes();
    for (int i = 0; i < footer_.sections_size(); ++i) {
      const Section& section = footer_.sections(i);
      std::vector<uint8_t> payload(width * section.positions());
      EXPECT_TRUE(reader->ReadSection(i, absl::MakeSpan(payload)).ok());
      Values& values = sections_[{section.placed(), section.drops()}];
      const uint8_t* bytes = payload.data();
      const auto sets = [&](int pieces) {
        std::vector<Set> found;
        for (Set set = 0; set < Set{1} << board.squares(); ++set) {
          if (std::popcount(set) == pieces) found.push_back(set);
        }
        return found;
      };
      const std::vector<Set> opponents = sets((section.placed() + 1) / 2);
      for (const Set mover : sets(section.placed() / 2)) {
        for (const Set opponent : opponents) {
          if ((mover & opponent) != 0) continue;
          const int value = width == 1 ? bytes[0] : bytes[0] | bytes[1] << 8;
          values[{mover, opponent}] =
              width == 1 && value == 255 ? kNoValue : value;
          bytes += width;
        }
      }
    }
  }

  static constexpr int kNoValue = 65535;
  using Values = absl::flat_hash_map<std::pair<Set, Set>, int>;

  const TableFooter& footer() const { return footer_; }
  // The sections by number of pieces placed and drops to come.  A section has
  // its values by the sets of the mover and the opponent.
  const std::map<std::pair<int, std::string>, Values>& sections() const {
    return sections_;
  }

 private:
  TableFooter footer_;
  std::map<std::pair<int, std::string>, Values> sections_;
};

// Returns the value of a position, computed from the values of its successors
// (docs/rules.md).  If this agrees with the table for every position, the table
// is right: induction on the distance proves all wins and losses, and all other
// positions are draws.
int ValueFromSuccessors(const SolvedTable& table, const Board& board,
                        int placed, const std::string& drops, Set mover,
                        Set opponent) {
  if (board.IsGoal(mover)) return SolvedTable::kNoValue;
  if (board.IsGoal(opponent)) return 1;
  // A larger score is better for the mover.
  std::vector<int> scores;
  const auto add = [&scores](int value) {
    const int speed = 100'000 - value;
    scores.push_back(value == 0 ? 0 : value % 2 == 1 ? speed : -speed);
  };
  if (drops.empty()) {
    const auto& values = table.sections().at({placed, ""});
    for (const auto& next : board.Successors(mover, opponent)) {
      add(values.at(next));
    }
  } else {
    const auto& values =
        table.sections().at({placed + 1, drops.substr(placed % 2)});
    for (const int square :
         SquaresOf(~(mover | opponent) & ((Set{1} << board.squares()) - 1))) {
      add(values.at({opponent, mover | Set{1} << square}));
    }
  }
  if (scores.empty()) return 1;
  const bool mover_picks = drops.empty() || drops[0] == 'S';
  const int chosen = mover_picks
                         ? *std::max_element(scores.begin(), scores.end())
                         : *std::min_element(scores.begin(), scores.end());
  return chosen == 0 ? 0 : 100'001 - std::abs(chosen);
}

absl::Status SolveAlone(const Rules& rules, const std::string& path,
                        const TableForm& form = {}) {
  base::Processes alone;
  base::Progress progress("test");
  return Solve(rules, path, progress, alone, {}, form);
}

std::string SolveTo(const std::string& name, const Rules& rules,
                    const TableForm& form = {}) {
  const std::string path = ::testing::TempDir() + "/" + name;
  const absl::Status status = SolveAlone(rules, path, form);
  EXPECT_TRUE(status.ok()) << status;
  return path;
}

Rules Parse(const std::string& words) {
  return *proto::ParseRules("name: 'test' " + words, "test");
}

// Boards that are bounded or wrapped, have only one row, or have no empty
// square; some with mixed styles; some with squares without neighbours.
std::vector<Rules> SmallRules() {
  return {
      Parse("rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }"),
      Parse("rows: 4 columns: 3 pieces: 3 goals { line { length: 3 } }"),
      Parse("rows: 3 columns: 4 pieces: 3 edges: WRAPPED "
            "goals { line { length: 3 } } styles: 'SAS' styles: 'ASA'"),
      Parse("rows: 1 columns: 8 pieces: 3 goals { line { length: 3 } }"),
      Parse("rows: 1 columns: 7 pieces: 2 edges: WRAPPED "
            "goals { line { length: 2 } }"),
      Parse("rows: 2 columns: 3 pieces: 3 goals { line { length: 3 } }"),
      Parse("rows: 3 columns: 4 pieces: 4 goals { square { side: 1 } } "
            "goals { diamond { radius: 1 } } styles: 'SSSS' styles: 'AASA'"),
      *proto::ReadRulesFile("corpus/rules/board4x4.textproto"),
      Parse("rows: 3 columns: 4 pieces: 3 moves: KNIGHT "
            "goals { line { length: 3 } }"),
      Parse("rows: 3 columns: 4 pieces: 2 edges: WRAPPED moves: KNIGHT "
            "goals { line { length: 2 } }"),
      Parse("rows: 2 columns: 3 pieces: 2 moves: KNIGHT "
            "goals { line { length: 2 } }"),
      Parse("rows: 1 columns: 6 pieces: 2 moves: KNIGHT "
            "goals { line { length: 2 } }"),
      Parse("rows: 4 columns: 4 pieces: 3 moves: ORTHOGONAL "
            "goals { line { length: 3 } } styles: 'SAS'"),
      Parse("rows: 4 columns: 4 pieces: 3 edges: WRAPPED moves: DIAGONAL "
            "goals { line { length: 3 } } styles: 'SAS'"),
      Parse("rows: 1 columns: 6 pieces: 3 moves: DIAGONAL "
            "goals { line { length: 3 } }"),
  };
}

TEST(Solve, ValuesOfSmallBoardsFollowFromTheirSuccessors) {
  for (const Rules& rules : SmallRules()) {
    SCOPED_TRACE(rules.ShortDebugString());
    const Board board(rules);
    const SolvedTable table(SolveTo("small.table", rules));
    for (const auto& [section, values] : table.sections()) {
      for (const auto& [position, value] : values) {
        ASSERT_EQ(value, ValueFromSuccessors(table, board, section.first,
                                             section.second, position.first,
                                             position.second))
            << section.first << section.second << " " << position.first << " "
            << position.second;
      }
    }
  }
}

TEST(SolveMovePhase, CountsThePositionsOfEachLevel) {
  for (const Rules& rules : SmallRules()) {
    SCOPED_TRACE(rules.ShortDebugString());
    const Board board(rules);
    const int all = 2 * board.pieces();
    std::vector<uint64_t> levels;
    const SolvedTable table(SolveTo("levels.table", rules));
    for (const auto& [position, value] : table.sections().at({all, ""})) {
      if (value == 0 || value == SolvedTable::kNoValue) continue;
      levels.resize(std::max<size_t>(levels.size(), value));
      ++levels[value - 1];
    }
    const Game game(rules, 0);
    const size_t panels = Panels(game.holdings(0).size());
    base::Processes alone;
    const auto spill = *DistributedSpill::Create(
        ::testing::TempDir() + "/levels.table", {panels, panels}, alone);
    std::vector<uint64_t> told;
    ASSERT_TRUE(SolveMovePhase(game, *spill, [&](int, uint64_t decided) {
                  told.push_back(decided);
                }).ok());
    EXPECT_EQ(told, levels);
  }
}

TEST(Solve, RefusesGamesTooLongForATable) {
  const Rules rules = SmallRules()[0];
  const SolvedTable table(SolveTo("long.table", rules));
  size_t longest = 0;
  for (const auto& [position, value] : table.sections().at({4, ""})) {
    if (value != SolvedTable::kNoValue && value != 0) {
      longest = std::max<size_t>(longest, value - 1 + 4);
    }
  }
  const std::string refused = ::testing::TempDir() + "/refused.table";
  const TableForm limits = {.longest_in_one_byte = 0,
                            .longest_in_two_bytes = longest - 1};
  EXPECT_EQ(SolveAlone(rules, refused, limits).code(),
            absl::StatusCode::kOutOfRange);
  EXPECT_FALSE(std::ifstream(refused).good());
  SolveTo("long.table", rules,
          {.longest_in_one_byte = 0, .longest_in_two_bytes = longest});
}

// The values of the longest games are less than "no value".
TEST(TableForm, LimitsLeaveRoomForNoValue) {
  EXPECT_EQ(TableForm().longest_in_one_byte + 2, 255u);
  EXPECT_EQ(TableForm().longest_in_two_bytes + 2, 65'535u);
}

TEST(Solve, WritesTheSectionsOfFourPiecesInOrder) {
  const std::string path = SolveTo(
      "order.table", *proto::ReadRulesFile("corpus/rules/board4x4.textproto"));
  std::string sections;
  const TableFooter footer = proto::TableReader::Open(path)->footer();
  for (const Section& section : footer.sections()) {
    absl::StrAppend(&sections, section.placed(), section.drops(), " ");
  }
  EXPECT_EQ(sections,
            "8 7A 7S 6A 6S 5AA 5AS 5SA 5SS 4AA 4AS 4SA 4SS "
            "3AAA 3AAS 3ASS 3SAA 3SSA 3SSS 2AAA 2AAS 2ASS 2SAA 2SSA 2SSS "
            "1AAAA 1AAAS 1AASS 1ASSS 1SAAA 1SSAA 1SSSA 1SSSS "
            "0AAAA 0AAAS 0AASS 0ASSS 0SAAA 0SSAA 0SSSA 0SSSS ");
}

TEST(Solve, WritesTheSameValuesInOneByteAndInTwo) {
  for (const Rules& rules : SmallRules()) {
    const std::string narrow = SolveTo("narrow.table", rules);
    const std::string wide =
        SolveTo("wide.table", rules, {.longest_in_one_byte = 0});
    EXPECT_EQ(SolvedTable(narrow).footer().value_bytes(), 1u);
    EXPECT_EQ(SolvedTable(wide).footer().value_bytes(), 2u);
    EXPECT_EQ(SolvedTable(narrow).sections(), SolvedTable(wide).sections());
  }
}

TEST(Solve, WritesTheSameFileOnAnyNumberOfThreadsAndAnyInstructionSet) {
  const Rules rules = *proto::ReadRulesFile("corpus/rules/board4x4.textproto");
  const auto bytes = [&] {
    std::ifstream file(SolveTo("same.table", rules), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string first = bytes();
  for (const size_t threads : {1, 3, 8}) {
    const tbb::global_control control(
        tbb::global_control::max_allowed_parallelism, threads);
    EXPECT_EQ(bytes(), first) << threads << " threads";
  }
  ForEachTarget([&] { EXPECT_EQ(bytes(), first); });
}

TEST(Solve, FailsIfItCannotWrite) {
  EXPECT_FALSE(SolveAlone(SmallRules()[0], "/dev/null/x.table").ok());
}

TEST(EstimateBytes, GrowsBeyondAnyMachine) {
  const tbb::global_control control(
      tbb::global_control::max_allowed_parallelism, 2);
  EXPECT_LT(
      EstimateBytes(*proto::ReadRulesFile("corpus/rules/standard.textproto")),
      120'000'000u);
  // Attackers have more holdings than sets, but only one of each orbit is
  // stored.
  EXPECT_NEAR(EstimateBytes(*proto::ReadRulesFile(
                  "corpus/rules/scored_standard.textproto")),
              446e6, 10e6);
  EXPECT_GT(EstimateBytes(Parse("rows: 8 columns: 8 pieces: 4 "
                                "goals { line { length: 4 } }")),
            100'000'000'000u);
  // Boards with 7.6e7, 6.2e8 and 4.4e9 sets.
  const auto estimate = [](int pieces) {
    return EstimateBytes(
        Parse(absl::StrCat("rows: 8 columns: 8 pieces: ", pieces,
                           " goals { line { length: ", pieces, " } }")));
  };
  EXPECT_GT(estimate(6), 1'000'000'000'000'000u);
  EXPECT_GT(estimate(7), 50 * estimate(6));
  EXPECT_EQ(estimate(8), UINT64_MAX);
}

template <typename Score>
void ExpectBetterValuesHaveLargerScores() {
  // From the worst to the best for the mover.
  const uint32_t last = std::numeric_limits<Score>::max() - 1;
  std::vector<uint32_t> values;
  for (uint32_t value = 1; value <= last; value += 2) values.push_back(value);
  values.push_back(0);
  for (uint32_t value = last; value >= 2; value -= 2) values.push_back(value);
  uint32_t previous = 0;
  for (const uint32_t value : values) {
    const uint32_t score = ScoreOfValue<Score>(value);
    ASSERT_GT(score, previous) << value;
    previous = score;
  }
}

TEST(Scores, AreLargerForBetterValues) {
  ExpectBetterValuesHaveLargerScores<uint8_t>();
  ExpectBetterValuesHaveLargerScores<uint16_t>();
}

}  // namespace
}  // namespace teeko::solver_a
