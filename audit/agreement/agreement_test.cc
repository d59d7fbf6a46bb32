// Tests that the three implementations of the rules agree for all rules in
// corpus/rules.  //audit:fuzz compares them for random rules.

#include "audit/agreement/agreement.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kernel/order.h"
#include "proto/rules_file.h"
#include "solver_a/subsets.h"

namespace teeko::audit {
namespace {

TEST(Agreement, OnEverySetOfFourUnderAllNamedRules) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("corpus/rules")) {
    if (entry.path().extension() != ".textproto") continue;
    SCOPED_TRACE(entry.path());
    const Implementations boards(*proto::ReadRulesFile(entry.path()));
    const solver_a::Subsets sets(boards.a.squares(), boards.a.pieces());
    size_t goals = 0;
    for (size_t rank = 0; rank < sets.size(); ++rank) {
      const bool goal = boards.a.IsGoal(sets[rank]);
      ASSERT_EQ(boards.b.IsGoal(sets[rank]), goal) << sets[rank];
      ASSERT_EQ(kernel::HasGoal(boards.kernel, sets[rank]), goal) << sets[rank];
      ASSERT_EQ(kernel::Rank(sets[rank]), rank);
      goals += goal;
    }
    EXPECT_EQ(boards.a.goals().size(), goals);
    EXPECT_EQ(BoardDisagreement(boards), "");
    ++files;
  }
  EXPECT_EQ(files, 13);
}

// ---- Plants faults in the kernel's game: each comparison must fail ----

class PlantedFault : public testing::Test {
 protected:
  // Return the subject of the first difference, or "" if all agree.
  std::string OnBoard() const { return About(BoardDisagreement(boards_)); }
  std::string OnPosition(kernel::Position position) const {
    return About(PositionDisagreement(boards_, position));
  }
  static std::string About(const std::string& disagreement) {
    return disagreement.substr(0, disagreement.find(':'));
  }

  Implementations boards_{*proto::ParseRules(
      "name: 'small' rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }",
      "small")};
  //     X O .
  //     . X O
  //     . . .
  const kernel::Position position_ = {0b010001, 0b100010};
};

TEST_F(PlantedFault, None) {
  EXPECT_EQ(OnBoard(), "");
  EXPECT_EQ(OnPosition(position_), "");
  EXPECT_EQ(OnPosition({0b1, 0b10}), "");
}

TEST_F(PlantedFault, AMissingGoal) {
  EXPECT_EQ(boards_.kernel.goals.front(), 0b11u);
  boards_.kernel.goals.erase(boards_.kernel.goals.begin());
  EXPECT_EQ(OnBoard(), "goals");
  EXPECT_EQ(OnPosition({0b11, 0b1100}), "whether the mover has a goal");
}

TEST_F(PlantedFault, AMissingNeighbour) {
  boards_.kernel.neighbours[4] ^= 1 << 7;
  EXPECT_EQ(OnBoard(), "neighbours of a square");
  EXPECT_EQ(OnPosition(position_), "successors");
}

TEST_F(PlantedFault, AMissingReverseMove) {
  boards_.kernel.neighbours[7] ^= 1 << 4;
  EXPECT_EQ(OnPosition({0b000101, 0b010010}), "predecessors");
}

TEST_F(PlantedFault, AMissingSymmetry) {
  boards_.kernel.symmetries.pop_back();
  EXPECT_EQ(OnBoard(), "symmetries");
}

TEST_F(PlantedFault, AWrongSymmetry) {
  for (std::vector<int>& symmetry : boards_.kernel.symmetries) {
    std::swap(symmetry[0], symmetry[1]);
  }
  EXPECT_EQ(OnBoard(), "symmetries");
  EXPECT_EQ(OnPosition(position_), "plies after a symmetry");
}

TEST_F(PlantedFault, ASquareTooFew) {
  --boards_.kernel.squares;
  EXPECT_EQ(OnPosition({0b1, 0b10}), "positions after a drop");
}

}  // namespace
}  // namespace teeko::audit
