// Runs that are stopped and gone on from: the same bytes as without a stop, or
// an error that names what is not as it was kept.

#include "solver_a/checkpoint.h"

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
#include "proto/rules_file.h"
#include "solver_a/file.h"
#include "solver_a/local_ranks_for_test.h"
#include "solver_a/ranks.h"
#include "solver_a/solve.h"
#include "stage/files.h"

// The call by which spills write, of all ranks: the disk is full when the
// countdown comes to zero.
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

// Boards of 1, 3 and 5 panels.
Rules Board(const std::string& words) {
  return *ParseRules(
      "name: 'test' pieces: 3 goals { line { length: 3 } } " + words, "test");
}
Rules OnePanel() { return Board("rows: 3 columns: 4"); }
Rules ThreePanels() { return Board("rows: 4 columns: 5 styles: 'SSS'"); }
Rules FivePanels() { return Board("rows: 5 columns: 5 styles: 'SAS'"); }

// Returns what rank 0 says.
absl::Status SolveOn(int count, const Rules& rules,
                     const Checkpoint& checkpoint) {
  fs::remove(TablePath());
  writes = 0;
  LocalNetwork network(count, Fault::kNone, 0);
  return network.Run({.patience = absl::Seconds(60)}, [&](Ranks& ranks) {
    Progress progress("test");
    return Solve(rules, TablePath(), progress, ranks, checkpoint);
  })[0];
}

// Solves from nothing or from what is in the folder, and keeps every level; the
// disk is full at that write.
absl::Status Solve(int ranks, const Rules& rules, bool resume,
                   int failing_write = -1) {
  if (!resume) fs::remove_all(Folder());
  write_that_fails = failing_write;
  const absl::Status status = SolveOn(
      ranks, rules, {Folder(), resume, /*interval=*/absl::ZeroDuration()});
  write_that_fails = -1;
  return status;
}

std::string Table() { return *ReadFile(TablePath()); }

std::string TableOf(const Rules& rules) {
  EXPECT_TRUE(SolveOn(1, rules, {}).ok());
  return Table();
}

TEST(Checkpoint, IsGoneOnFromAfterAnyWrite) {
  const std::string expected = TableOf(OnePanel());
  ASSERT_TRUE(Solve(1, OnePanel(), /*resume=*/false).ok());
  const int all = writes;
  ASSERT_GT(all, 10);
  for (int i = 0; i < all; ++i) {
    EXPECT_FALSE(Solve(1, OnePanel(), /*resume=*/false, i).ok());
    EXPECT_TRUE(Solve(1, OnePanel(), /*resume=*/true).ok());
    EXPECT_EQ(Table(), expected) << i;
    // Of each level to come, and of what is decided.
    EXPECT_EQ(writes, i == 0 ? all : all - i + 1);
    EXPECT_FALSE(fs::exists(Folder()));
  }
}

RC_GTEST_PROP(Checkpoint, IsGoneOnFromByAnyNumberOfRanks, ()) {
  const Rules rules = *rc::gen::elementOf(
      std::vector<Rules>{OnePanel(), ThreePanels(), FivePanels()});
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

TEST(Checkpoint, IsOverwrittenByNobody) {
  EXPECT_FALSE(Solve(1, OnePanel(), /*resume=*/false, 10).ok());
  EXPECT_EQ(SolveOn(1, OnePanel(), {.folder = Folder()}).message(),
            Folder() + "/solver_a.record is there; --resume goes on from it");
  EXPECT_TRUE(Solve(1, OnePanel(), /*resume=*/true).ok());
}

TEST(Checkpoint, IsLeftToOneRun) {
  const Checkpoint checkpoint = {.folder = Folder()};
  EXPECT_TRUE(checkpoint.MakeFolder().ok());
  std::unique_ptr<File> lock = *checkpoint.Lock();
  EXPECT_EQ(Solve(2, OnePanel(), /*resume=*/true).message(),
            "another solver_a is at work in " + Folder());
  lock = nullptr;
  EXPECT_TRUE(Solve(2, OnePanel(), /*resume=*/true).ok());
}

TEST(Checkpoint, IsNeverWrittenThroughALink) {
  const std::string mine = ::testing::TempDir() + "/mine";
  for (const char* const name : {"solver_a.0.of.1", "solver_a.lock"}) {
    fs::remove_all(Folder());
    fs::create_directories(Folder());
    ASSERT_TRUE(WriteFile(mine, "mine").ok());
    fs::create_symlink(mine, Folder() + "/" + name);
    EXPECT_EQ(SolveOn(1, OnePanel(), {.folder = Folder()}).message(),
              absl::StrCat("cannot open ", Folder(), "/", name,
                           ": there is a symbolic link"));
    EXPECT_EQ(*ReadFile(mine), "mine");
  }
  fs::remove_all(Folder());
}

TEST(Checkpoint, WaitsForNoPipe) {
  fs::remove_all(Folder());
  fs::create_directories(Folder());
  const std::string record = Folder() + "/solver_a.record";
  ASSERT_EQ(mkfifo(record.c_str(), 0666), 0);
  EXPECT_EQ(Solve(1, OnePanel(), /*resume=*/true).message(),
            record + " is not as it was written");
  fs::remove_all(Folder());
}

TEST(Checkpoint, RemovesWhatADeathHasLeftOfARecord) {
  fs::remove_all(Folder());
  fs::create_directories(Folder());
  ASSERT_TRUE(
      WriteFile(Folder() + "/solver_a.record.0123456789abcdef.partial", "?")
          .ok());
  EXPECT_TRUE(Solve(1, OnePanel(), /*resume=*/true).ok());
  EXPECT_FALSE(fs::exists(Folder()));
}

TEST(Checkpoint, LeavesWhatIsNotItsOwn) {
  fs::remove_all(Folder());
  fs::create_directories(Folder());
  const std::vector<std::string> names = {
      "solver_a.0.of.2.txt", "solver_a.notes.of.mine", "solver_a.record.txt"};
  for (const std::string& name : names) {
    ASSERT_TRUE(WriteFile(Folder() + "/" + name, "mine").ok());
  }
  ASSERT_TRUE(WriteFile(Folder() + "/solver_a.0.of.2", "old").ok());
  EXPECT_TRUE(Solve(1, OnePanel(), /*resume=*/true).ok());
  std::set<std::string> left;
  for (const fs::directory_entry& entry : fs::directory_iterator(Folder())) {
    left.insert(entry.path().filename());
  }
  EXPECT_EQ(left, std::set<std::string>(names.begin(), names.end()));
  fs::remove_all(Folder());
}

TEST(Checkpoint, LeavesALinkToItsFolder) {
  const std::string link = ::testing::TempDir() + "/link";
  fs::create_directories(Folder());
  fs::create_symlink(Folder(), link);
  EXPECT_TRUE(SolveOn(1, OnePanel(), {.folder = link}).ok());
  EXPECT_TRUE(fs::is_symlink(link));
}

TEST(Checkpoint, IsMadeWhenItIsTime) {
  fs::remove_all(Folder());
  write_that_fails = 10;
  EXPECT_FALSE(SolveOn(1, OnePanel(), {.folder = Folder()}).ok());
  write_that_fails = -1;
  EXPECT_TRUE(fs::exists(Folder() + "/solver_a.0.of.1"));
  EXPECT_FALSE(fs::exists(Folder() + "/solver_a.record"));
  EXPECT_TRUE(SolveOn(1, OnePanel(), {.folder = Folder()}).ok());
}

// What two ranks have kept of five panels, then spoilt.
class Spoilt : public ::testing::Test {
 protected:
  using Files = std::map<std::string, std::string>;  // by name

  Spoilt() {
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
      files[entry.path().filename()] = *ReadFile(entry.path());
    }
    return files;
  }

  static absl::Status GoOnFrom(const Files& files, int ranks,
                               const Rules& rules = FivePanels()) {
    fs::remove_all(Folder());
    fs::create_directory(Folder());
    for (const auto& [name, contents] : files) {
      EXPECT_TRUE(WriteFile(Folder() + "/" + name, contents).ok());
    }
    return Solve(ranks, rules, /*resume=*/true);
  }

  // Both as many ranks and others say that it is this file, and leave no table.
  static void ExpectNamed(const std::string& name, const Files& files,
                          const std::string& why) {
    for (const int ranks : {2, 3}) {
      const absl::Status status = GoOnFrom(files, ranks);
      EXPECT_TRUE(absl::StrContains(status.message(),
                                    absl::StrCat(Folder(), "/", name, why)))
          << status;
      EXPECT_FALSE(fs::exists(TablePath()));
    }
  }

  // Bytes of a file that count: the record has levels, bytes and digest of each
  // rank, after its checksum and what is solved.
  size_t Counts(const std::string& name) const {
    const std::string& record = kept_.at("solver_a.record");
    if (name == "solver_a.record") return record.size();
    uint64_t bytes;
    std::memcpy(&bytes, &record[name == "solver_a.0.of.2" ? 24 : 48], 8);
    EXPECT_LE(bytes, kept_.at(name).size());
    return bytes;
  }

  Files older_;
  Files kept_;
};

TEST_F(Spoilt, NotAtAllTheyAreGoneOnFrom) {
  for (const int ranks : {1, 2, 3}) {
    EXPECT_TRUE(GoOnFrom(kept_, ranks).ok());
    EXPECT_EQ(Table(), TableOf(FivePanels()));
  }
}

TEST_F(Spoilt, ByAnyBitTheyAreNamed) {
  std::mt19937_64 random(1);
  for (const auto& [name, contents] : kept_) {
    for (int i = 0; i < 30; ++i) {
      // The first are a head.
      const size_t byte = i < 16 ? i : random() % Counts(name);
      SCOPED_TRACE(byte);
      Files files = kept_;
      files[name][byte] ^= 1 << random() % 8;
      ExpectNamed(name, files, " is not as it was ");
    }
  }
}

// A head of another level, as good as any, but not the one that was written.
TEST_F(Spoilt, ByAnotherHeadTheyAreNamed) {
  Files files = kept_;
  std::string& spill = files["solver_a.0.of.2"];
  const size_t head_bytes = 4 * (4 + 3);  // of three tiles
  spill[8] ^= 1;
  Seal(BytesIn(spill).first(head_bytes));
  ExpectNamed("solver_a.0.of.2", files, " is not as it was kept");
}

TEST_F(Spoilt, ByTearingTheyAreNamed) {
  for (const auto& [name, contents] : kept_) {
    for (const size_t bytes : {size_t{0}, Counts(name) / 2, Counts(name) - 1}) {
      Files files = kept_;
      files[name].resize(bytes);
      ExpectNamed(name, files, " is not as it was ");
    }
  }
}

TEST_F(Spoilt, ByLossTheyAreNamed) {
  for (const char* const name : {"solver_a.0.of.2", "solver_a.1.of.2"}) {
    Files files = kept_;
    files.erase(name);
    ExpectNamed(name, files, ": No such file or directory");
  }
}

TEST_F(Spoilt, ByAnExchangeTheyAreNamed) {
  for (const char* const name : {"solver_a.0.of.2", "solver_a.1.of.2"}) {
    Files files = kept_;
    files[name] = older_[name];
    ExpectNamed(name, files, " is not as it was kept");
  }
  Files files = kept_;
  std::swap(files["solver_a.0.of.2"], files["solver_a.1.of.2"]);
  ExpectNamed("solver_a.", files, "");
  // What an older record tells of is still there.
  files = kept_;
  files["solver_a.record"] = older_["solver_a.record"];
  EXPECT_TRUE(GoOnFrom(files, 2).ok());
  EXPECT_EQ(Table(), TableOf(FivePanels()));
}

TEST_F(Spoilt, ByOtherRulesTheyAreNamed) {
  EXPECT_EQ(GoOnFrom(kept_, 2, ThreePanels()).message(),
            Folder() +
                "/solver_a.record is of other rules, or of another "
                "version of solver_a");
  EXPECT_FALSE(Solve(2, ThreePanels(), /*resume=*/false, 30).ok());
  Files files = InFolder();
  files["solver_a.record"] = kept_["solver_a.record"];
  ExpectNamed("solver_a.", files, "");
}

}  // namespace
}  // namespace teeko::solver_a
