// Three readings of the rules, written without sight of one another, must say
// the same: solver A's, solver B's, and the kernel's.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "proto/rules_file.h"
#include "solver_a/board.h"
#include "solver_a/subsets.h"
#include "solver_b/board.h"
#include "verify/kernel.h"
#include "verify/order.h"
#include "verify/words.h"

namespace teeko {
namespace {

using Set = uint64_t;
using Pair = std::pair<Set, Set>;  // mover, opponent

struct Readings {
  explicit Readings(const Rules& rules)
      : a(rules), b(rules), kernel(kernel::GameOf(verify::WordsOf(rules))) {}

  // The successors of a position of the move phase as each sees them, sorted.
  std::vector<Pair> SuccessorsByA(Pair position) const {
    std::vector<Pair> found = a.Successors(position.first, position.second);
    std::sort(found.begin(), found.end());
    return found;
  }
  std::vector<Pair> SuccessorsByB(Pair position) const {
    return Sorted(b.Successors({position.first, position.second}));
  }
  std::vector<Pair> SuccessorsByKernel(Pair position) const {
    std::vector<Pair> found;
    kernel::ForEachSuccessor(kernel, {position.first, position.second},
                             [&found](kernel::Position next) {
                               found.emplace_back(next.mover, next.opponent);
                             });
    std::sort(found.begin(), found.end());
    return found;
  }

  std::vector<Pair> PredecessorsByB(Pair position) const {
    return Sorted(b.Predecessors({position.first, position.second}));
  }

  static std::vector<Pair> Sorted(
      const std::vector<solver_b::Position>& positions) {
    std::vector<Pair> pairs;
    for (const solver_b::Position& position : positions) {
      pairs.emplace_back(position.mover, position.opponent);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

  solver_a::Board a;
  solver_b::Board b;
  kernel::Game kernel;
};

// As solver B and the kernel find them: [symmetry][square], sorted.
std::vector<std::vector<int>> SymmetriesByB(const Readings& readings) {
  std::vector<std::vector<int>> symmetries;
  for (const solver_b::Permutation& symmetry : readings.b.symmetries()) {
    symmetries.emplace_back(symmetry.begin(),
                            symmetry.begin() + readings.b.squares());
  }
  std::sort(symmetries.begin(), symmetries.end());
  return symmetries;
}
std::vector<std::vector<int>> SymmetriesByKernel(const Readings& readings) {
  std::vector<std::vector<int>> symmetries = readings.kernel.symmetries;
  std::sort(symmetries.begin(), symmetries.end());
  return symmetries;
}

TEST(Agreement, OnEverySetOfFourUnderAllNamedRules) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("corpus/rules")) {
    if (entry.path().extension() != ".textproto") continue;
    SCOPED_TRACE(entry.path());
    const Readings readings(*ReadRulesFile(entry.path()));
    const solver_a::Subsets sets(readings.a.squares(), readings.a.pieces());
    size_t goals = 0;
    for (size_t rank = 0; rank < sets.size(); ++rank) {
      const bool goal = readings.a.IsGoal(sets[rank]);
      ASSERT_EQ(readings.b.IsGoal(sets[rank]), goal) << sets[rank];
      ASSERT_EQ(kernel::HasGoal(readings.kernel, sets[rank]), goal)
          << sets[rank];
      ASSERT_EQ(kernel::Rank(sets[rank]), rank);
      goals += goal;
    }
    EXPECT_EQ(readings.a.goals().size(), goals);
    EXPECT_EQ(readings.a.goals(), readings.b.goals());
    EXPECT_EQ(readings.a.goals(), readings.kernel.goals);
    EXPECT_EQ(SymmetriesByB(readings), SymmetriesByKernel(readings));
    ++files;
  }
  EXPECT_EQ(files, 8);
}

// Any rules that make sense, on up to 64 squares.
Rules AnyRules() {
  return *rc::gen::suchThat(
      rc::gen::exec([] {
        Rules rules;
        rules.set_name("any");
        rules.set_rows(*rc::gen::inRange(1, 9));
        rules.set_columns(*rc::gen::inRange(1, 9));
        rules.set_pieces(*rc::gen::weightedElement<int>(
            {{1, 2}, {1, 3}, {4, 4}, {1, 5}, {1, 7}}));
        if (*rc::gen::arbitrary<bool>()) rules.set_edges(Rules::WRAPPED);
        const int families = *rc::gen::inRange(1, 4);
        for (int i = 0; i < families; ++i) {
          GoalFamily& family = *rules.add_goals();
          switch (*rc::gen::inRange(0, 4)) {
            case 0:
              family.mutable_line()->set_length(rules.pieces());
              break;
            case 1:
              family.mutable_square()->set_side(*rc::gen::inRange(1, 8));
              break;
            case 2:
              family.mutable_diamond()->set_radius(*rc::gen::inRange(1, 4));
              break;
            case 3:
              family.mutable_tilted_squares();
              break;
          }
        }
        rules.add_styles(std::string(rules.pieces(), 'S'));
        return rules;
      }),
      [](const Rules& rules) { return ValidateRules(rules).ok(); });
}

// All pieces on any squares.
Pair AnyPosition(const Rules& rules) {
  std::vector<int> squares(rules.rows() * rules.columns());
  std::iota(squares.begin(), squares.end(), 0);
  Pair position(0, 0);
  for (uint32_t i = 0; i < 2 * rules.pieces(); ++i) {
    std::swap(squares[i],
              squares[*rc::gen::inRange<size_t>(i, squares.size())]);
    (i < rules.pieces() ? position.first : position.second) |= Set{1}
                                                               << squares[i];
  }
  return position;
}

RC_GTEST_PROP(Agreement, OnGoalsAndSymmetriesOfAnyRules, ()) {
  const Readings readings(AnyRules());
  RC_ASSERT(readings.a.goals() == readings.b.goals());
  RC_ASSERT(readings.a.goals() == readings.kernel.goals);
  RC_ASSERT(SymmetriesByB(readings) == SymmetriesByKernel(readings));
}

RC_GTEST_PROP(Agreement, OnMovesForwardAndBackwardUnderAnyRules, ()) {
  const Rules rules = AnyRules();
  const Readings readings(rules);
  const Pair position = AnyPosition(rules);
  const std::vector<Pair> successors = readings.SuccessorsByA(position);
  RC_ASSERT(readings.SuccessorsByB(position) == successors);
  RC_ASSERT(readings.SuccessorsByKernel(position) == successors);
  for (const Pair& next : successors) {
    const std::vector<Pair> back = readings.PredecessorsByB(next);
    RC_ASSERT(std::binary_search(back.begin(), back.end(), position));
  }
  for (const Pair& previous : readings.PredecessorsByB(position)) {
    const std::vector<Pair> forth = readings.SuccessorsByKernel(previous);
    RC_ASSERT(std::binary_search(forth.begin(), forth.end(), position));
  }
}

}  // namespace
}  // namespace teeko
