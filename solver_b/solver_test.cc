#include "solver_b/solver.h"

#include "gtest/gtest.h"
// GoogleTest's header must precede RapidCheck's.
#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"
#include "rapidcheck/gtest.h"
#include "solver_b/native.h"
#include "solver_b/on_threads.h"
#include "solver_b/phases.h"
#include "solver_b/plain_game_for_test.h"
#include "solver_b/random_games_for_test.h"

namespace teeko::solver_b {
namespace {

using enum Moves;

Game NamedGame(const std::string& name) {
  return MakeGame(
      *proto::ReadRulesFile(absl::StrCat("corpus/rules/", name, ".textproto")));
}

void IgnoreProgress(const SolverProgress&) {}

// Returns the values of the whole table.
PlainSections SolveToSections(const Board& board,
                              const ParallelFor& parallel_for = Sequentially) {
  PlainSections sections;
  for (int t = 1; t <= CountThresholds(board.game()); ++t) {
    const Space space(board, t);
    const std::optional<Solution> solution =
        Solve(space, parallel_for, IgnoreProgress);
    EXPECT_EQ(solution->value_bytes, 1);
    for (const auto& [placed, drops, places, mover] : solution->sections) {
      const SectionIndex& section = space.section(placed, mover);
      std::vector<uint8_t> payload(section.stored_positions());
      FillPayload(section, places, 0, payload);
      const std::string name =
          space.is_scored() ? NameOf(drops, t, mover == kAttacker) : drops;
      std::vector<uint16_t>& values = sections[{placed, name}];
      values.assign(payload.begin(), payload.end());
      std::replace(values.begin(), values.end(), 255, 65535);
    }
  }
  return sections;
}

struct SmallBoard {
  const char* name;
  Game game;
};

class SmallBoards : public testing::TestWithParam<SmallBoard> {};

TEST_P(SmallBoards, AgreeWithPlainGame) {
  const Board board(GetParam().game);
  const PlainSections table = SolveToSections(board);
  const PlainSections plain = SolvePlainly(board);
  ASSERT_EQ(table.size(), plain.size());
  for (const auto& [name, values] : plain) {
    EXPECT_EQ(table.at(name), values) << name.first << " " << name.second;
  }
}

GoalFamily Line(int length) { return {GoalFamily::kLine, length}; }
constexpr GoalFamily kBlock = {GoalFamily::kSquare, 1};
constexpr GoalFamily kTilted = {GoalFamily::kTiltedSquares};

INSTANTIATE_TEST_SUITE_P(
    Shapes, SmallBoards,
    testing::Values(
        SmallBoard{
            "ThreeByThree",
            {3, 3, 2, false, kKing, {Line(2)}, {"SS", "AA", "AS", "SA"}}},
        SmallBoard{"ThreeByThreeThreePieces",
                   {3, 3, 3, false, kKing, {Line(3)}, {"SSS", "AAS", "SAA"}}},
        SmallBoard{"FourByThree",
                   {4, 3, 3, false, kKing, {Line(3)}, {"SSS", "AAA"}}},
        SmallBoard{"FourPieces",
                   {3,
                    4,
                    4,
                    false,
                    kKing,
                    {Line(4), kBlock, kTilted},
                    {"SSSS", "ASSS"}}},
        SmallBoard{"Torus", {3, 4, 3, true, kKing, {Line(3)}, {"SSS", "SSA"}}},
        SmallBoard{"SquareTorus",
                   {3, 3, 4, true, kKing, {kBlock}, {"SSSS", "AAAA"}}},
        SmallBoard{"OneRow",
                   {1, 9, 3, false, kKing, {Line(3)}, {"SSS", "AAA"}}},
        SmallBoard{"OneColumn",
                   {8, 1, 2, false, kKing, {Line(2)}, {"SS", "AS"}}},
        SmallBoard{"Ring", {1, 9, 3, true, kKing, {Line(3)}, {"SSS", "AAA"}}},
        SmallBoard{
            "FullBoard",
            {2, 4, 4, false, kKing, {Line(4), kBlock}, {"SSSS", "AAAA"}}},
        SmallBoard{"FullSquare",
                   {2, 2, 2, false, kKing, {Line(2)}, {"SS", "AA"}}},
        SmallBoard{"OddStyles",
                   {3, 3, 3, false, kKing, {Line(3)}, {"SAS", "ASA"}}}),
    [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    OtherMoves, SmallBoards,
    testing::Values(
        // A side can be without a move: a knight cannot leave the centre.
        SmallBoard{"Knights",
                   {3, 3, 3, false, kKnight, {Line(3)}, {"SSS", "AAS"}}},
        SmallBoard{"KnightsOnATorus",
                   {3, 4, 3, true, kKnight, {Line(3)}, {"SSS"}}},
        // No side has a move.
        SmallBoard{"KnightsInOneRow",
                   {1, 7, 2, false, kKnight, {Line(2)}, {"SS"}}},
        SmallBoard{"Orthogonal",
                   {3, 4, 3, false, kOrthogonal, {Line(3)}, {"SSS"}}},
        SmallBoard{"Diagonal",
                   {3, 4, 3, false, kDiagonal, {Line(3)}, {"SSS", "AAA"}}},
        SmallBoard{
            "ScoredKnights",
            {3, 3, 3, false, kKnight, {Line(3)}, {"SSS"}, Scoring{{1, 2, 2}}}}),
    [](const auto& info) { return std::string(info.param.name); });

constexpr int kCorner = 1;

INSTANTIATE_TEST_SUITE_P(
    Scored, SmallBoards,
    testing::Values(
        SmallBoard{"ThreeByThree",
                   {3,
                    3,
                    3,
                    false,
                    kKing,
                    {Line(3)},
                    {"SSS", "AAA", "SAS"},
                    Scoring{{1, 2, 3}, 0b100010001, 3}}},
        // The symmetries that keep the special square are few.
        SmallBoard{"OneSpecialSquare",
                   {3,
                    3,
                    2,
                    false,
                    kKing,
                    {Line(2)},
                    {"SS", "AA"},
                    Scoring{{1, 2}, kCorner, 4}}},
        SmallBoard{
            "EqualMarkers",
            {2, 4, 3, true, kKing, {Line(3)}, {"SSA"}, Scoring{{2, 2, 2}}}},
        // A side can be without a move.
        SmallBoard{
            "OneRow",
            {1, 7, 3, false, kKing, {Line(3)}, {"SSS"}, Scoring{{1, 3, 2}}}},
        SmallBoard{"FullBoard",
                   {2,
                    4,
                    4,
                    false,
                    kKing,
                    {{GoalFamily::kLine, 4, 1}, {GoalFamily::kSquare, 1, 2}},
                    {"SSSS", "ASAA"},
                    Scoring{{1, 1, 2, 3}, kCorner, 1}}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Solver, AgreesWithPlainGameOnFourByFour) {
  Game game = NamedGame("board4x4");
  game.styles = {"SSSS", "AASS"};  // smaller boards test the others
  const Board board(game);
  EXPECT_TRUE(SolveToSections(board) == SolvePlainly(board));
}

RC_GTEST_PROP(Solver, AgreesWithPlainGameOnRandomGames, ()) {
  const Board board(*RandomGame(12, 4));
  RC_ASSERT(SolveToSections(board) == SolvePlainly(board));
}

RC_GTEST_PROP(Solver, AgreesWithPlainGameOnRandomScoredGames, ()) {
  const Board board(*RandomScoredGame(9, 3));
  RC_ASSERT(SolveToSections(board) == SolvePlainly(board));
}

// A ParallelFor with seven threads, even if oneTBB would use one.
void OnSevenThreads(uint64_t count, const std::function<void(uint64_t)>& work) {
  std::atomic<uint64_t> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 7; ++i) {
    threads.emplace_back([&] {
      for (uint64_t item = next++; item < count; item = next++) work(item);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void Backwards(uint64_t count, const std::function<void(uint64_t)>& work) {
  while (count > 0) work(--count);
}

// Returns an ordinary or a scored game.
Game BoardFourByFour(bool scored) {
  Game game = NamedGame("board4x4");
  if (scored) {
    game.styles = {"SSAA"};
    game.scoring = {{1, 1, 2, 2}, kCorner};
  }
  return game;
}

class OnFourByFour : public testing::TestWithParam<bool> {};

TEST_P(OnFourByFour, DoesNotDependOnThreadsOrTheirOrder) {
  const Board board(BoardFourByFour(GetParam()));
  const PlainSections sections = SolveToSections(board);
  EXPECT_TRUE(SolveToSections(board, Backwards) == sections);
  EXPECT_TRUE(SolveToSections(board, OnSevenThreads) == sections);
  EXPECT_TRUE(SolveToSections(board, OnThreads) == sections);
}

INSTANTIATE_TEST_SUITE_P(Solver, OnFourByFour, testing::Bool(),
                         [](const auto& info) {
                           return info.param ? "Scored" : "Ordinary";
                         });

TEST(Solver, ReportsItsProgress) {
  const Board board(NamedGame("board4x4"));
  const Space space(board);
  std::vector<SolverProgress> levels, drops;
  const std::optional<Solution> solution =
      Solve(space, Sequentially, [&](const SolverProgress& now) {
        const bool is_level = now.phase == SolverProgress::kLevels;
        (is_level ? levels : drops).push_back(now);
        EXPECT_TRUE(drops.empty() || !is_level);
      });
  uint64_t decided = 0;  // in the first section of the table
  std::vector<uint8_t> payload(space.section(8).positions());
  FillPayload(space.section(8), solution->sections[0].values, 0, payload);
  for (const uint8_t value : payload) decided += value != 0 && value != 255;
  EXPECT_EQ(levels.front().done, 0u);
  EXPECT_EQ(levels.back().done, decided);
  for (size_t i = 1; i < levels.size(); ++i) {
    EXPECT_EQ(levels[i].level, int(i) - 1);
  }
  EXPECT_EQ(drops.size(), solution->sections.size());
  EXPECT_EQ(drops.front().done, 0u);
  EXPECT_EQ(drops.back().done, drops.back().total);
}

TEST_P(OnFourByFour, HasTheSameValuesInTwoBytes) {
  const Board board(BoardFourByFour(GetParam()));
  const Space space(board, 1 + GetParam());
  Exchange alone;
  std::vector<int> levels[3];  // by the bytes of a value
  const auto moves = [&](int value_bytes) {
    const OnLevel on_level = [&](LevelState& state) {
      levels[value_bytes].push_back(state.plies);
    };
    return *SolveMovePhase(space, value_bytes, Sequentially, on_level, alone);
  };
  const std::vector<Values> narrow = moves(1);
  const std::vector<Values> wide = moves(2);
  EXPECT_EQ(levels[2], levels[1]);
  const auto widened = [](const Values& values) {
    const auto& bytes = std::get<std::vector<uint8_t>>(values);
    std::vector<uint16_t> all(bytes.begin(), bytes.end());
    std::replace(all.begin(), all.end(), uint16_t{255}, uint16_t{65535});
    return Values(all);
  };
  for (const Side side : space.sides()) {
    EXPECT_TRUE(wide[side] == widened(narrow[side]));
  }
  for (const char letter : {'S', 'A'}) {
    const auto drop = [&](const Values& next) {
      return *SolveDrop(space, 7, letter, kAttacker, next, Sequentially, alone);
    };
    EXPECT_TRUE(drop(wide.back()) == widened(drop(narrow.back())));
  }
  if (space.is_scored()) return;
  const SectionIndex& section = space.section(8);
  std::vector<uint8_t> payload(section.positions());
  FillPayload(section, narrow[0], 0, payload);
  std::vector<uint8_t> wide_payload(2 * section.positions());
  FillPayload(section, wide[0], 0, wide_payload);
  for (size_t i = 0; i < payload.size(); ++i) {
    ASSERT_EQ(wide_payload[2 * i], payload[i]);
    ASSERT_EQ(wide_payload[2 * i + 1], payload[i] == 255 ? 255 : 0);
  }
}

struct Claim {
  const char* rules;
  int longest_win;                      // in plies, with all pieces placed
  std::map<std::string, int> outcomes;  // plies by style; draws are omitted
};

class SteeleClaims : public testing::TestWithParam<Claim> {};

// docs/rules.md §3: C2, C3, C6.
TEST_P(SteeleClaims, Hold) {
  const Board board(NamedGame(GetParam().rules));
  const Space space(board);
  const std::optional<Solution> solution =
      Solve(space, OnThreads, IgnoreProgress);
  ASSERT_TRUE(solution.has_value());
  int longest_win = 0;
  std::map<std::string, int> outcomes;
  for (const SolvedSection& section : solution->sections) {
    if (section.placed == 8) {
      for (const int value : std::get<std::vector<uint8_t>>(section.values)) {
        if (value != kDraw && value % 2 == 0) {
          longest_win = std::max(longest_win, value - 1);
        }
      }
    }
    if (section.placed == 0) {
      const int value = std::get<std::vector<uint8_t>>(section.values)[0];
      if (value != kDraw) outcomes[section.drops] = value - 1;
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

TEST(FillPayload, StartsAndEndsAtAnyPosition) {
  const Board board({3, 3, 3, false, kKing, {Line(3)}, {"SSS"}});
  const Space space(board);
  const SectionIndex& section = space.section(6);
  Exchange alone;
  const Values values = (*SolveMovePhase(
      space, 1, Sequentially, [](LevelState&) {}, alone))[0];
  std::vector<uint8_t> whole(section.positions());
  FillPayload(section, values, 0, whole);
  for (size_t first = 0; first < whole.size(); first += 13) {
    std::vector<uint8_t> part(std::min<size_t>(77, whole.size() - first));
    FillPayload(section, values, first, part);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + first));
  }
}

TEST(FillPayload, WritesTwoBytesLowFirst) {
  const Board board({2, 2, 2, false, kKing, {Line(2)}, {"SS"}});
  const Space space(board);
  std::vector<uint8_t> bytes(2);
  FillPayload(space.section(0), std::vector<uint16_t>{0x1234}, 0, bytes);
  EXPECT_EQ(bytes, (std::vector<uint8_t>{0x34, 0x12}));
}

TEST(FillPayloadDeathTest, RefusesPositionsOutsideTheSection) {
  const Board board({2, 2, 2, false, kKing, {Line(2)}, {"SS"}});
  const Space space(board);
  std::vector<uint8_t> bytes(2);
  EXPECT_DEATH(
      FillPayload(space.section(0), std::vector<uint8_t>{kDraw}, 0, bytes),
      "has the positions to write");
}

TEST(SolverDeathTest, RefusesInvalidStyles) {
  const Board board({2, 2, 2, false, kKing, {Line(2)}, {"SX"}});
  EXPECT_DEATH(EstimateMemoryBytes(board), "S or A for each piece");
}

TEST(ValueBytes, AreTwoForGamesOf254PliesOrMore) {
  EXPECT_EQ(ValueBytes(245, 4), 1);
  EXPECT_EQ(ValueBytes(246, 4), 2);
  EXPECT_EQ(ValueBytes(249, 2), 1);
  EXPECT_EQ(ValueBytes(250, 2), 2);
}

TEST(EstimateMemoryBytes, IsAboutTheSizeOfTheSections) {
  const uint64_t bytes = EstimateMemoryBytes(Board(NamedGame("standard")));
  EXPECT_GT(bytes, 30'000'000u);
  EXPECT_LT(bytes, 45'000'000u);
}

TEST(EstimateMemoryBytes, DoesNotOverflow) {
  const Board board(
      {4, 16, 16, false, kKing, {Line(16)}, {std::string(16, 'S')}});
  EXPECT_EQ(EstimateMemoryBytes(board), uint64_t{1} << 63);
}

}  // namespace
}  // namespace teeko::solver_b
