// Three readings of the rules, written without sight of one another, must say
// the same.  Here under the named rules; //audit:fuzz takes random ones.

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
    const Readings readings(*proto::ReadRulesFile(entry.path()));
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
    EXPECT_EQ(BoardDisagreement(readings), "");
    ++files;
  }
  EXPECT_EQ(files, 11);
}

// ---- Every check is able to fail: the kernel errs ----

class PlantedFault : public testing::Test {
 protected:
  // What is found to disagree.
  std::string OnBoard() const { return About(BoardDisagreement(readings_)); }
  std::string OnPosition(kernel::Position position) const {
    return About(PositionDisagreement(readings_, position));
  }
  static std::string About(const std::string& disagreement) {
    return disagreement.substr(0, disagreement.find(':'));
  }

  Readings readings_{*proto::ParseRules(
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
  EXPECT_EQ(readings_.kernel.goals.front(), 0b11u);
  readings_.kernel.goals.erase(readings_.kernel.goals.begin());
  EXPECT_EQ(OnBoard(), "goals");
  EXPECT_EQ(OnPosition({0b11, 0b1100}), "whether the mover has a goal");
}

TEST_F(PlantedFault, AMissingNeighbour) {
  readings_.kernel.neighbours[4] ^= 1 << 7;
  EXPECT_EQ(OnBoard(), "the neighbours of each square");
  EXPECT_EQ(OnPosition(position_), "where moves lead");
}

TEST_F(PlantedFault, AWayBackThatIsMissing) {
  readings_.kernel.neighbours[7] ^= 1 << 4;
  EXPECT_EQ(OnPosition({0b000101, 0b010010}), "whence a move leads here");
}

TEST_F(PlantedFault, AMissingSymmetry) {
  readings_.kernel.symmetries.pop_back();
  EXPECT_EQ(OnBoard(), "symmetries");
}

TEST_F(PlantedFault, ASymmetryThatIsNone) {
  for (std::vector<int>& symmetry : readings_.kernel.symmetries) {
    std::swap(symmetry[0], symmetry[1]);
  }
  EXPECT_EQ(OnBoard(), "symmetries");
  EXPECT_EQ(OnPosition(position_), "plies after a symmetry");
}

TEST_F(PlantedFault, ASquareTooFew) {
  --readings_.kernel.squares;
  EXPECT_EQ(OnPosition({0b1, 0b10}), "where drops lead");
}

}  // namespace
}  // namespace teeko::audit
