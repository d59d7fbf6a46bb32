// Tests that the fast check of local consistency finds the same faults as the
// kernel's rules at every single position.

#include "verify/consistency.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "rapidcheck/gtest.h"
#include "verify/diagnosis.h"
#include "verify/table_for_test.h"

namespace teeko::verify {
namespace {

using kernel::Family;
using kernel::Game;
using kernel::Position;
using kernel::Value;

struct Sample {
  Game game;
  Table table;
};

// Correct tables with one and two bytes per value, with all symmetries of their
// games and with the identity only.
const std::vector<Sample>& Samples() {
  static const auto* const samples = [] {
    auto* const all = new std::vector<Sample>;
    for (const auto& [rows, columns, pieces, wrapped] :
         {std::tuple(3, 3, 2, false),
          {3, 3, 2, true},
          {4, 3, 3, false},
          {1, 7, 3, false},
          {1, 6, 3, true},
          {1, 5, 2, false},
          {2, 2, 2, false},
          {2, 4, 4, false}}) {
      Game game =
          kernel::GameOf({.rows = rows,
                          .columns = columns,
                          .pieces = pieces,
                          .wrapped = wrapped,
                          .families = {{Family::kLine, std::min(pieces, 4)}}});
      const Table table =
          PlainTable(game, {std::string(pieces, 'S'), std::string(pieces, 'A'),
                            "A" + std::string(pieces - 1, 'S')});
      all->push_back({game, table});
      all->push_back({game, Widened(table)});
      game.symmetries.resize(1);
      all->push_back({game, table});
    }
    return all;
  }();
  return *samples;
}

// Returns the positions whose value does not follow from the successors,
// ascending.
std::vector<uint64_t> WrongByTheKernel(const Game& game, const Table& table,
                                       int section) {
  std::vector<uint64_t> wrong;
  for (uint64_t i = 0; i < table.sections[section].positions; ++i) {
    const auto diagnosis = Diagnose(
        CheckedGame(game, table.sections), section, i,
        [&](int s, uint64_t index) { return table.ValueAt(s, index); });
    if (!diagnosis->right()) wrong.push_back(i);
  }
  return wrong;
}

Consistency Found(const Game& game, const Table& table, int section) {
  return *CheckConsistency(table.Reduced(game), section, [](uint64_t) {});
}

TEST(Consistency, HoldsAtEveryPositionOfCorrectTables) {
  for (const auto& [game, table] : Samples()) {
    const ReducedTable reduced = table.Reduced(game);
    for (size_t i = 0; i < table.sections.size(); ++i) {
      std::atomic<uint64_t> passed = 0;
      EXPECT_EQ(
          CheckConsistency(reduced, i, [&](uint64_t n) { passed += n; })->count,
          0);
      EXPECT_EQ(passed, table.sections[i].positions);
    }
  }
}

TEST(Consistency, CountsPositionsWithoutAMove) {
  for (const auto& [game, table] : Samples()) {
    uint64_t no_moves = 0;
    for (uint64_t i = 0; i < table.sections[0].positions; ++i) {
      const Position position = PositionAt(game, table.sections[0], i);
      bool moves = false;
      kernel::ForEachSuccessor(game, position, [&](Position) { moves = true; });
      no_moves += !moves && !HasGoal(game, position.mover) &&
                  !HasGoal(game, position.opponent);
    }
    const ReducedTable reduced = table.Reduced(game);
    for (size_t i = 0; i < table.sections.size(); ++i) {
      EXPECT_EQ(CheckConsistency(reduced, i, [](uint64_t) {})->no_moves,
                i == 0 ? no_moves : 0);
    }
  }
}

// Changes every value of a small table, with its images, to every similar
// value.
TEST(Consistency, FindsEveryChange) {
  for (const auto& [game, right] : Samples()) {
    if (Positions(right) > 400 || right.value_bytes == 2) continue;
    for (size_t i = 0; i < right.sections.size(); ++i) {
      for (uint64_t j = 0; j < right.sections[i].positions; ++j) {
        const Value value = right.ValueAt(i, j);
        for (const Value other : {kernel::kNoValue, 0, 1, 2, value - 2,
                                  value - 1, value + 1, value + 2}) {
          if (other == value || other < 0 || other > kernel::kNoValue) continue;
          Table table = right;
          table.SetImagesAt(game, i, j, other);
          const Consistency found = Found(game, table, i);
          EXPECT_GE(found.count, 1);
          EXPECT_LE(found.first, j);
        }
      }
    }
  }
}

RC_GTEST_PROP(Consistency, FindsTheSameFaultsAsTheKernel, ()) {
  const auto& [game, right] = *rc::gen::elementOf(Samples());
  Table table = right;
  const auto section =
      *rc::gen::inRange<int>(0, static_cast<int>(table.sections.size()));
  for (const int faulty : {section, table.sections[section].next}) {
    const int faults = *rc::gen::inRange(0, 20);
    for (int i = 0; i < faults; ++i) {
      const auto index =
          *rc::gen::inRange<uint64_t>(0, table.sections[faulty].positions);
      table.SetImagesAt(game, faulty, index,
                        *rc::gen::weightedOneOf<Value>(
                            {{5, rc::gen::inRange(0, 12)},
                             {1, rc::gen::just(kernel::kNoValue)}}));
    }
  }
  const Consistency found = Found(game, table, section);
  const std::vector<uint64_t> wrong = WrongByTheKernel(game, table, section);
  RC_ASSERT(found.count == wrong.size());
  if (!wrong.empty()) RC_ASSERT(found.first == wrong.front());
}

// This board has more orbits of opponents than kMaxOpponents.
TEST(Consistency, FindsTheSameFaultsAsTheKernelOnALargeBoard) {
  Game game = kernel::GameOf(
      {.rows = 5, .columns = 6, .pieces = 2, .families = {{Family::kLine, 2}}});
  game.symmetries.resize(1);
  Table table = PlainTable(game, {"SA"});
  std::atomic<uint64_t> passed = 0;
  EXPECT_EQ(
      CheckConsistency(table.Reduced(game), 0, [&](uint64_t n) { passed += n; })
          ->count,
      0);
  EXPECT_EQ(passed, table.sections[0].positions);
  const uint64_t last = table.sections[0].positions - 1;
  for (const uint64_t index : {uint64_t{0}, last / 3, last / 2, last}) {
    const Value value = table.ValueAt(0, index);
    table.SetValueAt(0, index, 200);
    EXPECT_EQ(Found(game, table, 0).count,
              WrongByTheKernel(game, table, 0).size());
    table.SetValueAt(0, index, value);
  }
}

}  // namespace
}  // namespace teeko::verify
