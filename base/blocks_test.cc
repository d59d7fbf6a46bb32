#include "base/blocks.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/random_access_file.h"

namespace teeko::base {
namespace {

TEST(Block, DetectsEveryFlippedBit) {
  std::vector<uint8_t> block;
  AppendBlock(BytesOf(std::string("contents of a block")), block);
  EXPECT_TRUE(IsSealed(block));
  for (size_t bit = 0; bit < 8 * block.size(); ++bit) {
    block[bit / 8] ^= 1 << bit % 8;
    EXPECT_FALSE(IsSealed(block)) << bit;
    block[bit / 8] ^= 1 << bit % 8;
  }
}

TEST(Block, DetectsMissingBytes) {
  std::vector<uint8_t> block;
  AppendBlock(BytesOf(std::string(100, '\0')), block);
  while (!block.empty()) {
    block.pop_back();
    EXPECT_FALSE(IsSealed(block)) << block.size();
  }
}

TEST(Block, IsSealedForOneSeed) {
  std::vector<uint8_t> block(20);
  Seal(absl::MakeSpan(block), 1);
  EXPECT_TRUE(IsSealed(block, 1));
  EXPECT_FALSE(IsSealed(block, 2));
}

TEST(RandomAccessFile, ReadsWhatWasAppended) {
  const auto file =
      *RandomAccessFile::Temporary(::testing::TempDir() + "/blocks");
  EXPECT_EQ(*file->Append(BytesOf(std::string("one"))), 0u);
  EXPECT_EQ(*file->Append(BytesOf(std::string("two"))), 3u);
  EXPECT_TRUE(file->Flush().ok());
  std::string found = "...";
  EXPECT_TRUE(file->ReadAt(3, BytesIn(found)).ok());
  EXPECT_EQ(found, "two");
  file->set_end(2);
  EXPECT_EQ(*file->Append(BytesOf(std::string("s"))), 2u);
  EXPECT_TRUE(file->ReadAt(0, BytesIn(found)).ok());
  EXPECT_EQ(found, "ons");
  EXPECT_EQ(file->ReadAt(4, BytesIn(found)),
            Damaged(file->name(), "ends at byte 6"));
}

TEST(RandomAccessFile, ReportsErrorsOfOpen) {
  const std::string path = ::testing::TempDir() + "/no/file";
  EXPECT_EQ(RandomAccessFile::Open(path, O_RDONLY).status().message(),
            "cannot open " + path + ": No such file or directory");
}

}  // namespace
}  // namespace teeko::base
