#include "solver_a/bit_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "solver_a/simd.h"
#include "solver_a/targets_for_test.h"

namespace teeko::solver_a {
namespace {

TEST(Simd, TransposesEveryBitOnEveryTarget) {
  Tile tile;
  std::mt19937_64 random(1);
  for (Line& line : tile.lines) {
    for (uint64_t& word : line.words) word = random();
  }
  const auto bit = [](const Tile& of, size_t row, size_t column) {
    return of.lines[row].words[column / 64] >> column % 64 & 1;
  };
  ForEachTarget([&] {
    Tile transposed;
    Simd().transpose(tile, transposed);
    for (size_t row = 0; row < kLineBits; ++row) {
      for (size_t column = 0; column < kLineBits; ++column) {
        ASSERT_EQ(bit(transposed, column, row), bit(tile, row, column))
            << row << " " << column;
      }
    }
  });
}

TEST(BitMatrix, BytesIsTheSizeOfTheMatrix) {
  EXPECT_EQ(BitMatrix::Bytes(1300, 1300, {}), 9 * sizeof(Tile));
  EXPECT_EQ(BitMatrix::Bytes(512, 513, {}), 2 * sizeof(Tile));
  EXPECT_EQ(BitMatrix::Bytes(400, 1300, {.process = 0, .process_count = 2}),
            2 * sizeof(Tile));
}

TEST(Partition, GivesEachPanelToOneProcess) {
  for (size_t count = 1; count <= 7; ++count) {
    std::vector<size_t> owned;
    for (size_t process = 0; process < count; ++process) {
      const Partition partition = {process, count};
      for (size_t i = 0; i < partition.Count(5); ++i) {
        const size_t p = partition.Panel(i);
        EXPECT_EQ(partition.OwnerOf(p), process);
        EXPECT_EQ(partition.Index(p), i);
        owned.push_back(p);
      }
    }
    std::sort(owned.begin(), owned.end());
    EXPECT_EQ(owned, (std::vector<size_t>{0, 1, 2, 3, 4}));
  }
}

}  // namespace
}  // namespace teeko::solver_a
