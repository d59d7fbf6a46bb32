#include "solver_a/bit_matrix.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "solver_a/targets_for_test.h"

namespace teeko::solver_a {
namespace {

BitMatrix RandomMatrix(size_t size) {
  BitMatrix matrix(size);
  std::mt19937_64 random(1);
  for (size_t p = 0; p < matrix.panels(); ++p) {
    for (size_t row = 0; row < matrix.panels() * kLineBits; ++row) {
      for (uint64_t& word : matrix.panel(p)[row].words) word = random();
    }
  }
  return matrix;
}

TEST(BitMatrix, TransposesEveryBitOnEveryTarget) {
  ForEachTarget([] {
    const BitMatrix matrix = RandomMatrix(1300);
    BitMatrix transposed = matrix;
    transposed.Transpose();
    const size_t size = matrix.panels() * kLineBits;
    ASSERT_EQ(size, 1536u);
    for (size_t row = 0; row < size; ++row) {
      for (size_t column = 0; column < size; ++column) {
        ASSERT_EQ(transposed.Word(column, row / 64) >> row % 64 & 1,
                  matrix.Word(row, column / 64) >> column % 64 & 1)
            << row << " " << column;
      }
    }
  });
}

TEST(BitMatrix, TakesAsManyBytesAsItSays) {
  EXPECT_EQ(BitMatrix::Bytes(1300), 9 * sizeof(Tile));
  EXPECT_EQ(BitMatrix::Bytes(512), sizeof(Tile));
}

}  // namespace
}  // namespace teeko::solver_a
