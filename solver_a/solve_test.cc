#include "solver_a/solve.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"
#include "proto/table_reader.h"
#include "solver_a/board.h"
#include "solver_a/drop_phase.h"
#include "solver_a/move_phase.h"
#include "solver_a/subsets.h"
#include "solver_a/targets_for_test.h"

namespace teeko::solver_a {
namespace {

// The table as the specification says it, by the plainest of means: a
// sweep over all undecided positions for every number of plies.
class PlainTable {
 public:
  explicit PlainTable(const Rules& rules)
      : board_(rules), number_(size_t{1} << board_.squares()) {
    const int all = 2 * board_.pieces();
    SolveMoves();
    for (const std::string& style : rules.styles()) {
      for (int placed = all - 1; placed >= 0; --placed) {
        SolveDrops(placed, style.substr(placed / 2));
      }
    }
  }

  // Table values of a section, in interchange order, 65,535 for none.
  std::vector<int> Section(int placed, const std::string& drops) {
    Values& section = sections_.at({placed, drops});
    std::vector<int> values;
    for (const Set mover : section.movers) {
      for (const Set opponent : section.opponents) {
        if ((mover & opponent) == 0) {
          values.push_back(At(section, mover, opponent));
        }
      }
    }
    return values;
  }

 private:
  static constexpr int kNone = 65535;

  // A value for every pair of sets, by their numbers among all sets of their
  // sizes.  Pairs that overlap keep 0.
  struct Values {
    std::vector<Set> movers;
    std::vector<Set> opponents;
    std::vector<int> values;
  };

  int& At(Values& section, Set mover, Set opponent) const {
    return section
        .values[number_[mover] * section.opponents.size() + number_[opponent]];
  }

  Values AllPositions(int placed) {
    const auto sets = [this](int pieces) {
      std::vector<Set> found;
      for (Set set = 0; set < Set{1} << board_.squares(); ++set) {
        if (std::popcount(set) != pieces) continue;
        number_[set] = found.size();
        found.push_back(set);
      }
      return found;
    };
    Values section;
    section.movers = sets(placed / 2);
    section.opponents = sets((placed + 1) / 2);
    section.values.resize(section.movers.size() * section.opponents.size());
    return section;
  }

  void SolveMoves() {
    Values& section = sections_[{2 * board_.pieces(), ""}];
    section = AllPositions(2 * board_.pieces());
    std::vector<std::pair<Set, Set>> open;
    for (const Set mover : section.movers) {
      for (const Set opponent : section.opponents) {
        if ((mover & opponent) != 0) continue;
        if (board_.IsGoal(mover)) {
          At(section, mover, opponent) = kNone;
        } else if (board_.IsGoal(opponent) ||
                   board_.Successors(mover, opponent).empty()) {
          At(section, mover, opponent) = 1;
        } else {
          open.emplace_back(mover, opponent);
        }
      }
    }
    for (int plies = 1;; ++plies) {
      // A value of this very sweep is too large to count in it.
      const auto lost = [&](const std::pair<Set, Set>& position) {
        const int value = At(section, position.first, position.second);
        return value % 2 == 1 && value <= plies;
      };
      const auto won = [&](const std::pair<Set, Set>& position) {
        const int value = At(section, position.first, position.second);
        return value != 0 && value % 2 == 0 && value <= plies;
      };
      std::vector<std::pair<Set, Set>> still_open;
      for (const auto& [mover, opponent] : open) {
        const auto next = board_.Successors(mover, opponent);
        if (plies % 2 == 1 ? std::any_of(next.begin(), next.end(), lost)
                           : std::all_of(next.begin(), next.end(), won)) {
          At(section, mover, opponent) = plies + 1;
        } else {
          still_open.emplace_back(mover, opponent);
        }
      }
      if (still_open.size() == open.size()) return;
      open = std::move(still_open);
    }
  }

  // How much the side to move likes a value.
  static int Liking(int value) {
    if (value == 0) return 0;
    return value % 2 == 1 ? value - 100000 : 100000 - value;
  }

  void SolveDrops(int placed, const std::string& drops) {
    Values& section = sections_[{placed, drops}];
    if (!section.values.empty()) return;
    section = AllPositions(placed);
    Values& next = sections_.at({placed + 1, drops.substr(placed % 2)});
    const auto less = [](int a, int b) { return Liking(a) < Liking(b); };
    for (const Set mover : section.movers) {
      for (const Set opponent : section.opponents) {
        if ((mover & opponent) != 0) continue;
        int& value = At(section, mover, opponent);
        if (board_.IsGoal(opponent)) {
          value = 1;
          continue;
        }
        std::vector<int> after;
        for (int square = 0; square < board_.squares(); ++square) {
          const Set drop = Set{1} << square;
          if (((mover | opponent) & drop) == 0) {
            after.push_back(At(next, opponent, mover | drop));
          }
        }
        const int chosen =
            drops[0] == 'S'
                ? *std::min_element(after.begin(), after.end(), less)
                : *std::max_element(after.begin(), after.end(), less);
        value = chosen == 0 ? 0 : chosen + 1;
      }
    }
  }

  const Board board_;
  // [set]: its number among the sets of its size.
  std::vector<size_t> number_;
  std::map<std::pair<int, std::string>, Values> sections_;
};

// Solves and reads back: [section] values, 65,535 for none.
std::vector<std::vector<int>> SolvedSections(const std::string& path) {
  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  EXPECT_TRUE(reader.ok()) << reader.status();
  const size_t width = reader->footer().value_bytes();
  std::vector<std::vector<int>> sections;
  for (int i = 0; i < reader->footer().sections_size(); ++i) {
    const uint64_t positions = reader->footer().sections(i).positions();
    std::vector<uint8_t> payload(width * positions);
    EXPECT_TRUE(reader->ReadSection(i, absl::MakeSpan(payload)).ok());
    std::vector<int>& values = sections.emplace_back();
    for (uint64_t position = 0; position < positions; ++position) {
      const uint8_t* const bytes = &payload[width * position];
      const int value = width == 1 ? bytes[0] : bytes[0] | bytes[1] << 8;
      values.push_back(width == 1 && value == 255 ? 65535 : value);
    }
  }
  return sections;
}

std::string SolveTo(const std::string& name, const Rules& rules,
                    size_t longest_in_one_byte = kLongestInOneByte) {
  const std::string path = ::testing::TempDir() + "/" + name;
  Progress progress("test");
  const absl::Status status = Solve(rules, path, progress, longest_in_one_byte);
  EXPECT_TRUE(status.ok()) << status;
  return path;
}

Rules Parse(const std::string& words) {
  return *ParseRules("name: 'test' " + words, "test");
}

// Bounded and wrapped, with one row, with no empty square, with mixed styles.
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
      *ReadRulesFile("corpus/rules/board4x4.textproto"),
  };
}

TEST(Solve, AgreesWithPlainSearchOnEveryPositionOfSmallBoards) {
  for (const Rules& rules : SmallRules()) {
    SCOPED_TRACE(rules.ShortDebugString());
    PlainTable plain(rules);
    const std::string path = SolveTo("small.table", rules);
    const std::vector<std::vector<int>> solved = SolvedSections(path);
    const TableFooter footer = TableReader::Open(path)->footer();
    for (size_t i = 0; i < solved.size(); ++i) {
      const Section& section = footer.sections(i);
      ASSERT_EQ(solved[i], plain.Section(section.placed(), section.drops()))
          << section.placed() << " " << section.drops();
    }
  }
}

TEST(SolveMovePhase, CountsThePositionsOfEachLevel) {
  for (const Rules& rules : SmallRules()) {
    SCOPED_TRACE(rules.ShortDebugString());
    const Board board(rules);
    std::vector<uint64_t> levels;
    for (const int value : PlainTable(rules).Section(2 * rules.pieces(), "")) {
      if (value == 0 || value == 65535) continue;
      levels.resize(std::max<size_t>(levels.size(), value));
      ++levels[value - 1];
    }
    EXPECT_EQ(SolveMovePhase(board, Subsets(board.squares(), board.pieces()),
                             [](int, uint64_t) {})
                  .levels,
              levels);
  }
}

TEST(Solve, WritesTheSectionsOfFourPiecesInOrder) {
  const std::string path =
      SolveTo("order.table", *ReadRulesFile("corpus/rules/board4x4.textproto"));
  std::string sections;
  const TableFooter footer = TableReader::Open(path)->footer();
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
    const std::string wide = SolveTo("wide.table", rules, 0);
    EXPECT_EQ(TableReader::Open(narrow)->footer().value_bytes(), 1u);
    EXPECT_EQ(TableReader::Open(wide)->footer().value_bytes(), 2u);
    EXPECT_EQ(SolvedSections(narrow), SolvedSections(wide));
  }
}

TEST(Solve, WritesTheSameFileOnAnyNumberOfThreadsAndAnyInstructionSet) {
  const Rules rules = *ReadRulesFile("corpus/rules/board4x4.textproto");
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

TEST(Solve, SaysThatItCannotWrite) {
  Progress progress("test");
  EXPECT_FALSE(Solve(SmallRules()[0], "/dev/null/x.table", progress).ok());
}

TEST(EstimateBytes, GrowsBeyondAnyMachine) {
  EXPECT_LT(EstimateBytes(*ReadRulesFile("corpus/rules/standard.textproto")),
            600'000'000u);
  EXPECT_GT(EstimateBytes(Parse("rows: 8 columns: 8 pieces: 4 "
                                "goals { line { length: 4 } }")),
            100'000'000'000u);
  EXPECT_EQ(EstimateBytes(Parse("rows: 8 columns: 8 pieces: 8 "
                                "goals { line { length: 8 } }")),
            UINT64_MAX);
}

template <typename Score>
void ExpectScoresOrderLikeOutcomes() {
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
    ASSERT_EQ(ValueOfScore<Score>(score), value);
    previous = score;
  }
}

TEST(Scores, OrderLikeOutcomes) {
  ExpectScoresOrderLikeOutcomes<uint8_t>();
  ExpectScoresOrderLikeOutcomes<uint16_t>();
}

}  // namespace
}  // namespace teeko::solver_a
