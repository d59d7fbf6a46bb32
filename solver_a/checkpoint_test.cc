// Stops and resumes runs.  Expects the same bytes as without a stop, or an
// error that names the damaged file.  base/checkpoint_test.cc tests the lock,
// the record, and other files in the directory.

#include "base/checkpoint.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/blocks.h"
#include "base/files.h"
#include "base/local_processes_for_test.h"
#include "base/processes.h"
#include "proto/rules_file.h"
#include "solver_a/solve.h"
#include "solver_a/spill.h"

// Replaces the system call with which all processes write their spills.  The
// call with the number write_that_fails, from 0, fails because the disk is
// full.
std::atomic<int> writes = 0;
std::atomic<int> write_that_fails = -1;

extern "C" ssize_t pwrite(int file, const void* buffer, size_t bytes,
                          off_t offset) {
  if (writes++ == write_that_fails) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, file, buffer, bytes, offset);
}

namespace teeko::solver_a {
namespace {

namespace fs = std::filesystem;

std::string Folder() { return ::testing::TempDir() + "/checkpoint"; }
std::string TablePath() { return ::testing::TempDir() + "/checkpoint.table"; }

// Rules of boards with 1, 3 and 5 panels.
Rules Board(const std::string& words) {
  return *proto::ParseRules(
      "name: 'test' pieces: 3 goals { line { length: 3 } } " + words, "test");
}
Rules OnePanel() { return Board("rows: 3 columns: 4"); }
Rules ThreePanels() { return Board("rows: 4 columns: 5 styles: 'SSS'"); }
Rules FivePanels() { return Board("rows: 5 columns: 5 styles: 'SAS'"); }
// Rules with thresholds 1 to 4, of which 4 has no levels.
Rules Scored(int special_square = 1) {
  return Board(
      absl::StrCat("rows: 4 columns: 4 styles: 'SAS' scoring { pips: "
                   "[1, 2, 2] special_squares: ",
                   special_square, " special_points: 1 }"));
}

// Returns the status of process 0.
absl::Status SolveOn(int count, const Rules& rules,
                     const base::CheckpointOptions& options) {
  fs::remove(TablePath());
  writes = 0;
  base::LocalNetwork network(count);
  return network.Run({}, [&](base::Processes& processes) {
    base::Progress progress("test");
    return Solve(rules, TablePath(), progress, processes, options);
  })[0];
}

// Solves from the start or from the checkpoint, and saves every level.  Write
// number `failing_write` fails, if it is not -1.
absl::Status Solve(int processes, const Rules& rules, bool resume,
                   int failing_write = -1) {
  if (!resume) fs::remove_all(Folder());
  write_that_fails = failing_write;
  const absl::Status status = SolveOn(
      processes, rules, {Folder(), resume, /*interval=*/absl::ZeroDuration()});
  write_that_fails = -1;
  return status;
}

std::string Table() { return *base::ReadFile(TablePath()); }

std::string TableOf(const Rules& rules) {
  EXPECT_TRUE(SolveOn(1, rules, {}).ok());
  return Table();
}

TEST(Checkpoint, IsResumedAfterAnyWrite) {
  const std::string expected = TableOf(OnePanel());
  ASSERT_TRUE(Solve(1, OnePanel(), /*resume=*/false).ok());
  const int all = writes;
  ASSERT_GT(all, 10);
  for (int i = 0; i < all; ++i) {
    EXPECT_FALSE(Solve(1, OnePanel(), /*resume=*/false, i).ok());
    EXPECT_TRUE(Solve(1, OnePanel(), /*resume=*/true).ok());
    EXPECT_EQ(Table(), expected) << i;
    // The resumed run writes each later level, and the decided positions once.
    EXPECT_EQ(writes, i == 0 ? all : all - i + 1);
    EXPECT_FALSE(fs::exists(Folder()));
  }
}

// The checkpoint has all threshold games so far.
TEST(Checkpoint, OfScoredRulesIsResumedAfterAnyWrite) {
  const std::string expected = TableOf(Scored());
  ASSERT_TRUE(Solve(1, Scored(), /*resume=*/false).ok());
  const int all = writes;
  ASSERT_GT(all, 30);
  for (int i = 0; i < all; i += 3) {
    EXPECT_FALSE(Solve(1, Scored(), /*resume=*/false, i).ok());
    // The second run stops too, often in another game.
    (void)Solve(1, Scored(), /*resume=*/true, i / 2);
    if (!fs::exists(Folder())) continue;
    EXPECT_TRUE(Solve(1, Scored(), /*resume=*/true).ok());
    EXPECT_EQ(Table(), expected) << i;
    EXPECT_LT(writes, all + 2);
    EXPECT_FALSE(fs::exists(Folder()));
  }
}

TEST(Checkpoint, OfOtherScoringOrMovesIsRefused) {
  Rules ordinary = Scored();
  ordinary.clear_scoring();
  Rules knights = ordinary;
  knights.set_moves(Rules::KNIGHT);
  const std::vector<Rules> all = {Scored(), Scored(2), ordinary, knights};
  for (const Rules& first : all) {
    for (const Rules& second : all) {
      EXPECT_FALSE(Solve(1, first, /*resume=*/false, 20).ok());
      EXPECT_EQ(Solve(1, second, /*resume=*/true).ok(), &first == &second);
    }
  }
}

RC_GTEST_PROP(Checkpoint, IsResumedByAnyNumberOfProcesses, ()) {
  const Rules rules = *rc::gen::elementOf(
      std::vector<Rules>{OnePanel(), ThreePanels(), FivePanels(), Scored()});
  const std::string expected = TableOf(rules);
  RC_ASSERT(Solve(1, rules, /*resume=*/false).ok());
  const int all = writes;
  bool resume = false;
  for (int stops = *rc::gen::inRange(1, 4); stops > 0; --stops) {
    (void)Solve(*rc::gen::inRange(1, 5), rules, resume,
                *rc::gen::inRange(0, all));
    resume = true;
  }
  RC_ASSERT(Solve(*rc::gen::inRange(1, 5), rules, resume).ok());
  RC_ASSERT(Table() == expected);
  RC_ASSERT(!fs::exists(Folder()));
}

// Damages a checkpoint of two processes and five panels in many ways.  Most
// tests expect an error that names the damaged file.
class Damage : public ::testing::Test {
 protected:
  using Files = std::map<std::string, std::string>;  // by name

  Damage() {
    EXPECT_TRUE(Solve(2, FivePanels(), /*resume=*/false).ok());
    const int all = writes;
    EXPECT_FALSE(Solve(2, FivePanels(), /*resume=*/false, all / 4).ok());
    older_ = InFolder();
    EXPECT_FALSE(Solve(2, FivePanels(), /*resume=*/true, all / 2).ok());
    kept_ = InFolder();
    EXPECT_EQ(kept_.erase("solver_a.lock"), 1u);
    EXPECT_EQ(kept_.size(), 3u);
  }

  static Files InFolder() {
    Files files;
    for (const auto& entry : fs::directory_iterator(Folder())) {
      files[entry.path().filename()] = *base::ReadFile(entry.path());
    }
    return files;
  }

  static absl::Status Resume(const Files& files, int processes,
                             const Rules& rules = FivePanels()) {
    fs::remove_all(Folder());
    fs::create_directory(Folder());
    for (const auto& [name, contents] : files) {
      EXPECT_TRUE(base::WriteFile(Folder() + "/" + name, contents).ok());
    }
    return Solve(processes, rules, /*resume=*/true);
  }

  // Resumes on two and on three processes.  Expects an error that names the
  // file and no table.
  static void ExpectNamed(const std::string& name, const Files& files,
                          const std::string& why) {
    for (const int processes : {2, 3}) {
      const absl::Status status = Resume(files, processes);
      EXPECT_TRUE(absl::StrContains(status.message(),
                                    absl::StrCat(Folder(), "/", name, why)))
          << status;
      EXPECT_FALSE(fs::exists(TablePath()));
    }
  }

  // Returns the number of valid bytes of a file.
  size_t ValidBytes(const std::string& name) const {
    const std::string& block = kept_.at("solver_a.record");
    if (name == "solver_a.record") return block.size();
    CheckpointRecord record;
    EXPECT_TRUE(record.ParseFromString(block.substr(base::kChecksumBytes)));
    const std::string& entry = record.entries(name != "solver_a.levels.0.of.2");
    const uint64_t bytes =
        base::ValuesOf<Spill::Extent>(base::BytesOf(entry))[0].bytes;
    EXPECT_LE(bytes, kept_.at(name).size());
    return bytes;
  }

  Files older_;
  Files kept_;
};

TEST_F(Damage, AGoodCheckpointIsAccepted) {
  for (const int processes : {1, 2, 3}) {
    EXPECT_TRUE(Resume(kept_, processes).ok());
    EXPECT_EQ(Table(), TableOf(FivePanels()));
  }
}

TEST_F(Damage, AFlippedBitIsNamed) {
  std::mt19937_64 random(1);
  for (const auto& [name, contents] : kept_) {
    for (int i = 0; i < 30; ++i) {
      // The first bytes are a head.
      const size_t byte = i < 16 ? i : random() % ValidBytes(name);
      SCOPED_TRACE(byte);
      Files files = kept_;
      files[name][byte] ^= 1 << random() % 8;
      ExpectNamed(name, files, ": damaged: ");
    }
  }
}

// The head has a valid checksum, but another level.
TEST_F(Damage, AChangedHeadIsNamed) {
  Files files = kept_;
  std::string& spill = files["solver_a.levels.0.of.2"];
  const size_t head_bytes = 4 * (4 + 3);  // of three tiles
  spill[8] ^= 1;
  base::Seal(base::BytesIn(spill).first(head_bytes));
  ExpectNamed("solver_a.levels.0.of.2", files,
              ": damaged: differs from the record");
}

TEST_F(Damage, ATruncatedFileIsNamed) {
  for (const auto& [name, contents] : kept_) {
    for (const size_t bytes :
         {size_t{0}, ValidBytes(name) / 2, ValidBytes(name) - 1}) {
      Files files = kept_;
      files[name].resize(bytes);
      ExpectNamed(name, files, ": damaged: ");
    }
  }
}

TEST_F(Damage, AMissingFileIsNamed) {
  for (const char* const name :
       {"solver_a.levels.0.of.2", "solver_a.levels.1.of.2"}) {
    Files files = kept_;
    files.erase(name);
    ExpectNamed(name, files, ": No such file or directory");
  }
}

TEST_F(Damage, AnOlderOrSwappedFileIsNamed) {
  for (const char* const name :
       {"solver_a.levels.0.of.2", "solver_a.levels.1.of.2"}) {
    Files files = kept_;
    files[name] = older_[name];
    ExpectNamed(name, files, ": damaged: ");
  }
  Files files = kept_;
  std::swap(files["solver_a.levels.0.of.2"], files["solver_a.levels.1.of.2"]);
  ExpectNamed("solver_a.", files, "");
  // An older record is valid: its levels are still in the files.
  files = kept_;
  files["solver_a.record"] = older_["solver_a.record"];
  EXPECT_TRUE(Resume(files, 2).ok());
  EXPECT_EQ(Table(), TableOf(FivePanels()));
}

// A complete game needs only the tiles of stored holdings.
TEST(Checkpoint, OfScoredRulesNamesAnyDamagedByteThatItReads) {
  const std::string expected = TableOf(Scored());
  ASSERT_TRUE(Solve(1, Scored(), /*resume=*/false).ok());
  EXPECT_FALSE(Solve(1, Scored(), /*resume=*/false, writes / 2).ok());
  const std::string record = *base::ReadFile(Folder() + "/solver_a.record");
  const std::string path = Folder() + "/solver_a.levels.0.of.1";
  const std::string levels = *base::ReadFile(path);
  CheckpointRecord parsed;
  ASSERT_TRUE(parsed.ParseFromString(record.substr(base::kChecksumBytes)));
  const auto extents =
      base::ValuesOf<Spill::Extent>(base::BytesOf(parsed.entries(0)));
  ASSERT_GE(extents.size(), 2u);
  std::mt19937_64 random(1);
  int named = 0;
  for (int i = 0; i < 50; ++i) {
    std::string damaged = levels;
    damaged[random() % extents.back().bytes] ^= 1 << random() % 8;
    fs::create_directories(Folder());
    ASSERT_TRUE(base::WriteFile(path, damaged).ok());
    ASSERT_TRUE(base::WriteFile(Folder() + "/solver_a.record", record).ok());
    const absl::Status status = Solve(1, Scored(), /*resume=*/true);
    if (status.ok()) {
      EXPECT_EQ(Table(), expected);
      continue;
    }
    ++named;
    EXPECT_TRUE(
        absl::StrContains(status.message(), absl::StrCat(path, ": damaged: ")))
        << status;
    EXPECT_FALSE(fs::exists(TablePath()));
  }
  EXPECT_GT(named, 40);
}

TEST_F(Damage, FilesOfOtherRulesAreNamed) {
  EXPECT_FALSE(Solve(2, ThreePanels(), /*resume=*/false, 30).ok());
  Files files = InFolder();
  files["solver_a.record"] = kept_["solver_a.record"];
  ExpectNamed("solver_a.", files, "");
}

}  // namespace
}  // namespace teeko::solver_a
