#include "solver_a/spill.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "base/processes.h"
#include "base/random_access_file.h"
#include "proto/rules_file.h"
#include "solver_a/drop_phase.h"
#include "solver_a/simd.h"
#include "solver_a/solve.h"
#include "solver_a/subsets.h"
#include "solver_a/targets_for_test.h"
#include "solver_a/values.h"

// Replaces the system calls of the spill.  When reads_until_flip reaches zero,
// pread flips a bit of the data.  When writes_until_full reaches zero, pwrite
// fails because the disk is full.
std::atomic<int> reads_until_flip = -1;
std::atomic<int> writes_until_full = -1;

extern "C" ssize_t pread(int file, void* buffer, size_t bytes, off_t offset) {
  const ssize_t n = syscall(SYS_pread64, file, buffer, bytes, offset);
  if (reads_until_flip-- == 0) static_cast<char*>(buffer)[n / 2] ^= 4;
  return n;
}

extern "C" ssize_t pwrite(int file, const void* buffer, size_t bytes,
                          off_t offset) {
  if (writes_until_full-- == 0) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, file, buffer, bytes, offset);
}

namespace teeko::solver_a {
namespace {

// Returns a tile in which each bit is set with probability 2^-sparseness.
Tile RandomTile(int sparseness, std::mt19937_64& random) {
  Tile tile;
  for (Line& line : tile.lines) {
    for (uint64_t& word : line.words) {
      word = ~uint64_t{0};
      for (int i = 0; i < sparseness; ++i) word &= random();
    }
  }
  return tile;
}

std::unique_ptr<Spill> NewSpill(size_t panels) {
  return std::make_unique<Spill>(
      *base::RandomAccessFile::Temporary(::testing::TempDir() + "/spill.table"),
      std::array{panels, panels});
}

// Levels of 3 × 3 tiles, [level][q][p]: from full tiles to tiles with few bits
// or none.
using Tiles = std::vector<std::vector<std::vector<Tile>>>;
Tiles WriteTiles(Spill& spill) {
  std::mt19937_64 random(1);
  Tiles tiles(17);
  for (size_t level = 0; level < tiles.size(); ++level) {
    spill.StartLevel();
    for (size_t q = 0; q < 3; ++q) {
      std::vector<Tile>& row = tiles[level].emplace_back();
      TileRow spilled(level, q);
      for (int p = 0; p < 3; ++p) {
        row.push_back(RandomTile(p == 1 && level > 8 ? 99 : level, random));
        spilled.Add(row.back());
      }
      EXPECT_TRUE(spill.Write(spilled.Bytes()).ok());
    }
  }
  return tiles;
}

TEST(Spill, ReadsTheTilesThatItWroteOnEveryTarget) {
  ForEachTarget([] {
    const auto spill = NewSpill(3);
    const Tiles tiles = WriteTiles(*spill);
    for (size_t level = 0; level < tiles.size(); ++level) {
      for (size_t q = 0; q < 3; ++q) {
        for (size_t p = 0; p < 3; ++p) {
          std::vector<uint8_t> buffer;
          const auto packed = spill->Read(level, p, q, buffer);
          ASSERT_TRUE(packed.ok());
          Tile tile;
          Simd().unpack(*packed, tile);
          for (size_t row = 0; row < kLineBits; ++row) {
            ASSERT_EQ(tile.lines[row], tiles[level][q][p].lines[row]) << row;
          }
        }
      }
    }
  });
}

TEST(Spill, IsAFileWithoutAName) {
  const std::string folder = ::testing::TempDir() + "/nameless";
  std::filesystem::create_directory(folder);
  Spill spill(*base::RandomAccessFile::Temporary(folder + "/a.table"), {3, 3});
  WriteTiles(spill);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(Spill, ErrorsNameTheDamagedTile) {
  const auto spill = NewSpill(3);
  WriteTiles(*spill);
  std::vector<uint8_t> buffer;
  reads_until_flip = 0;
  const absl::Status status = spill->Read(7, 2, 1, buffer).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_TRUE(absl::EndsWith(status.message(),
                             "spill.table: damaged: level 7, tile 2, 1"))
      << status;
}

TEST(Spill, RefusesInvalidRows) {
  const auto spill = NewSpill(3);
  spill->StartLevel();
  TileRow row(0, 1), of_next_level(1, 1);
  for (int p = 0; p < 3; ++p) row.Add(Tile{{{{1}}}});
  for (int p = 0; p < 3; ++p) of_next_level.Add(Tile{{{{1}}}});
  const std::vector<uint8_t> good = row.Bytes();
  for (const size_t byte : {0, 8, 16}) {
    std::vector<uint8_t> bytes = good;
    bytes[byte] ^= 1;
    EXPECT_FALSE(spill->Write(bytes).ok());
  }
  EXPECT_FALSE(spill->Write(absl::MakeSpan(good).first(20)).ok());
  EXPECT_FALSE(spill->Write(of_next_level.Bytes()).ok());
  EXPECT_TRUE(spill->Write(good).ok());
}

TEST(Spill, UnpacksAnyBytesWithinATile) {
  const auto spill = NewSpill(1);
  std::mt19937_64 random(3);
  std::vector<uint8_t> scores(kLineBits * kLineBits);
  for (int level = 0; level < 200; ++level) {
    std::vector<uint8_t> packed(1 + random() % 300);
    for (uint8_t& byte : packed) byte = random();
    TileRow row(level, 0);
    row.AddPacked(packed);
    spill->StartLevel();
    ASSERT_TRUE(spill->Write(row.Bytes()).ok());
    std::vector<uint8_t> buffer;
    const auto read = spill->Read(level, 0, 0, buffer);
    ASSERT_TRUE(read.ok());
    Tile tile;
    Simd().unpack(*read, tile);
    SimdOf<uint8_t>().put_scores(*read, 1, scores.data());
  }
}

// Expects that positions of level n have the score of value n + 1.  The rows of
// tiles in the spill are columns of the scores.
template <typename Score>
void ExpectScoresHaveTheLevels() {
  const Subsets subsets(40, 2);
  std::vector<Set> sets;
  for (size_t rank = 0; rank < subsets.size(); ++rank) {
    sets.push_back(subsets[rank]);
  }
  ASSERT_EQ(Panels(sets.size()), 2u);
  const auto spill = NewSpill(2);
  std::mt19937_64 random(2);
  std::map<std::pair<size_t, size_t>, int> values;  // by mover and opponent
  for (int level = 0; level < 200; ++level) {
    spill->StartLevel();
    for (size_t q = 0; q < 2; ++q) {
      std::vector<Tile> tiles(2);
      for (int i = 0; i < 200; ++i) {
        const size_t mover = random() % sets.size();
        const size_t opponent = random() % sets.size();
        if (opponent / kLineBits != q || (sets[mover] & sets[opponent]) != 0 ||
            !values.try_emplace({mover, opponent}, level + 1).second) {
          continue;
        }
        const size_t column = mover % kLineBits;
        tiles[mover / kLineBits]
            .lines[opponent % kLineBits]
            .words[column / 64] |= uint64_t{1} << column % 64;
      }
      TileRow row(level, q);
      for (const Tile& tile : tiles) row.Add(tile);
      ASSERT_TRUE(spill->Write(row.Bytes()).ok());
    }
  }
  for (size_t p = 0; p < 2; ++p) {
    ScoreMatrix<Score> panel(kLineBits, sets.size(), Partition());
    for (size_t q = 0; q < 2; ++q) {
      ASSERT_TRUE(ReadScores(*spill, {sets, sets}, p, q, panel).ok());
    }
    for (size_t m = kLineBits * p;
         m < std::min(kLineBits * (p + 1), sets.size()); ++m) {
      const Score* const scores = panel.row(m % kLineBits);
      Score written[1024];
      Score* end = written;
      for (size_t o = 0; o < panel.stride(); o += 64) {
        end = SimdOf<Score>().put_values(scores + o, end);
      }
      const Score* next = written;
      for (size_t o = 0; o < sets.size(); ++o) {
        if ((sets[m] & sets[o]) != 0) {
          ASSERT_EQ(scores[o], 0);
          continue;
        }
        const auto found = values.find({m, o});
        const Score value = found == values.end() ? 0 : found->second;
        ASSERT_EQ(scores[o], ScoreOfValue<Score>(value));
        ASSERT_EQ(*next++, value);
      }
      ASSERT_EQ(next, end);
    }
  }
}

TEST(ReadScores, ReturnsTheLevelsOnEveryTarget) {
  ForEachTarget([] {
    ExpectScoresHaveTheLevels<uint8_t>();
    ExpectScoresHaveTheLevels<uint16_t>();
  });
}

absl::Status SolveSmallBoard(const std::string& path) {
  const Rules rules = *proto::ParseRules(
      "name: 'x' rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } }",
      "test");
  base::Processes alone;
  base::Progress progress("test");
  return Solve(rules, path, progress, alone);
}

// The solver reads its spill in the levels, for the section with all pieces
// placed, and in the drop phase.
TEST(Solve, NoticesAFlippedBitInEveryReadOfItsSpill) {
  const std::string path = ::testing::TempDir() + "/flipped.table";
  constexpr int kMany = 1 << 20;
  reads_until_flip = kMany;
  ASSERT_TRUE(SolveSmallBoard(path).ok());
  const int reads = kMany - reads_until_flip;
  EXPECT_GT(reads, 10);
  std::filesystem::remove(path);
  for (int i = 0; i < reads; ++i) {
    reads_until_flip = i;
    EXPECT_EQ(SolveSmallBoard(path).code(), absl::StatusCode::kDataLoss) << i;
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  reads_until_flip = -1;
  EXPECT_TRUE(SolveSmallBoard(path).ok());
}

TEST(Solve, LeavesNoTableIfTheDiskIsTooSmallForItsSpill) {
  const std::string path = ::testing::TempDir() + "/full.table";
  for (const int writes : {0, 1}) {
    writes_until_full = writes;
    const absl::Status status = SolveSmallBoard(path);
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_TRUE(absl::StrContains(
        status.message(), "cannot write the temporary file beside " + path))
        << status;
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  writes_until_full = -1;
}

}  // namespace
}  // namespace teeko::solver_a
