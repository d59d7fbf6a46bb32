#include "solver_a/subsets.h"

#include <gtest/gtest.h>

#include <bit>

namespace teeko::solver_a {
namespace {

TEST(Binomial, IsPascals) {
  for (int n = 0; n <= 64; ++n) {
    EXPECT_EQ(Binomial(n, 0), 1u);
    EXPECT_EQ(Binomial(n, n), 1u);
    EXPECT_EQ(Binomial(n, n + 1), 0u);
    for (int k = 1; k < n; ++k) {
      EXPECT_EQ(Binomial(n, k), Binomial(n - 1, k - 1) + Binomial(n - 1, k));
    }
  }
  EXPECT_EQ(Binomial(25, 4) * Binomial(21, 4), 75'710'250u);
}

TEST(Subsets, RankAndUnrankAreInverseAndAscend) {
  for (int n = 1; n <= 25; ++n) {
    for (int k = 0; k <= n && k <= 4; ++k) {
      const Subsets subsets(n, k);
      ASSERT_EQ(subsets.size(), Binomial(n, k));
      for (size_t rank = 0; rank < subsets.size(); ++rank) {
        ASSERT_EQ(std::popcount(subsets[rank]), k);
        ASSERT_EQ(subsets.Rank(subsets[rank]), rank);
        ASSERT_TRUE(rank == 0 || subsets[rank - 1] < subsets[rank]);
      }
      ASSERT_EQ(subsets[subsets.size() - 1] >> n, 0u);
    }
  }
}

TEST(Subsets, IncludeTheLastOf64Squares) {
  for (int k = 1; k <= 4; ++k) {
    const Subsets subsets(64, k);
    const Set last = ~Set{0} << (64 - k);
    EXPECT_EQ(subsets[subsets.size() - 1], last);
    EXPECT_EQ(subsets.Rank(last), subsets.size() - 1);
  }
}

}  // namespace
}  // namespace teeko::solver_a
