#include "solver_b/checkpoint.h"

#include "gtest/gtest.h"
// RapidCheck's header wants GoogleTest's before it.
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rapidcheck/gtest.h"
#include "solver_b/local_ranks_for_test.h"
#include "solver_b/phases.h"
#include "solver_b/random_games.h"
#include "solver_b/solver.h"
#include "stage/files.h"

namespace teeko::solver_b {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;  // contents by name

Files FilesIn(const std::string& folder) {
  Files files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().filename()] = *ReadFile(entry.path());
  }
  return files;
}

// A folder that is empty.
std::string NewFolder(const char* name) {
  const std::string folder = absl::StrCat(testing::TempDir(), "/", name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

// Ranks that keep every level in a folder.
struct Keeper {
  std::string folder;
  const Space& space;
  bool resume = true;
  uint64_t game = 1;

  Outcome Solve(uint32_t count,
                std::function<absl::Status(int)> on_level = nullptr) const {
    LocalRanks ranks(count);
    return SolveOnRanks(ranks, space,
                        {.table = testing::TempDir() + "/table",
                         .on_level = std::move(on_level),
                         .checkpoints = folder,
                         .game = game,
                         .resume = resume});
  }

  // Solves no more than levels 0 to `last`, and keeps the one before it.
  void SolveUntil(int last, uint32_t count) const {
    const Outcome outcome = Solve(count, [last](int plies) {
      return plies < last ? absl::OkStatus() : absl::AbortedError("far enough");
    });
    EXPECT_FALSE(outcome.statuses[0].ok());
  }
};

const Board& SmallBoard() {
  static const Board* const board =
      new Board({4, 4, 3, false, {{GoalFamily::kLine, 3}}, {"SSS", "SAS"}});
  return *board;
}

std::string TableOfOne(const Space& space) {
  LocalRanks one(1);
  return SolveOnRanks(one, space, {.table = testing::TempDir() + "/table"})
      .table;
}

int LastLevel(const Space& space) {
  int last = 0;
  Solve(space, OneByOne, [&last](const SolverProgress& now) {
    last = std::max(last, now.level);
  });
  return last;
}

TEST(CheckpointFolder, LetsAnyNumberOfRanksGoOnFromAnyLevel) {
  const Space space(SmallBoard());
  const int last = LastLevel(space);
  ASSERT_GT(last, 4);
  for (int level = 1; level <= last; ++level) {
    const uint32_t before = 1 + level % 4;
    const uint32_t after = 1 + level / 2 % 4;
    const Keeper keeper = {NewFolder("go_on"), space};
    const std::string other = keeper.folder + "/checkpoints.txt";
    EXPECT_TRUE(WriteFile(other, "").ok());
    keeper.SolveUntil(level, before);
    EXPECT_EQ(FilesIn(keeper.folder).size(), 2 + before);
    std::atomic<int> first = -1;
    const Outcome outcome = keeper.Solve(after, [&first](int plies) {
      int none = -1;
      first.compare_exchange_strong(none, plies);
      return absl::OkStatus();
    });
    EXPECT_EQ(first, level);
    EXPECT_TRUE(outcome.table == TableOfOne(space));
    EXPECT_EQ(FilesIn(keeper.folder).size(), 2 + after);
    EXPECT_TRUE(fs::exists(other));
  }
}

RC_GTEST_PROP(CheckpointFolder, LetsRandomGamesGoOn, ()) {
  const Board board(*RandomGame(12, 4));
  const Space space(board);
  const int last = LastLevel(space);
  RC_PRE(last > 0);
  const Keeper keeper = {NewFolder("random"), space};
  keeper.SolveUntil(*rc::gen::inRange(1, last + 1), *rc::gen::inRange(1, 8));
  RC_ASSERT(keeper.Solve(*rc::gen::inRange(1, 8)).table == TableOfOne(space));
}

TEST(CheckpointFolder, GoesOnInTwoBytes) {
  const Space space(SmallBoard());
  const std::string folder = NewFolder("two_bytes");
  const auto ignore = [](const SolverProgress&) {};
  LocalRanks one(1);
  one.Run([&](Transport& transport) {
    Batches batches(transport, {});
    CheckpointFolder before(folder, 1, std::chrono::seconds(0), batches);
    EXPECT_TRUE(before.Open(false).ok());
    SolveMovePhase(
        space, 2, OneByOne,
        [&](LevelState& state) { before.RestoreOrKeep(state); }, batches);
    CheckpointFolder after(folder, 1, std::chrono::seconds(0), batches);
    EXPECT_TRUE(after.Open(true).ok());
    const std::optional<Solution> solution =
        Solve(space, OneByOne, ignore, batches, [&](LevelState& state) {
          after.RestoreOrKeep(state);
          EXPECT_EQ(state.value_bytes, 2u);
          EXPECT_EQ(state.plies, LastLevel(space));
        });
    EXPECT_TRUE(solution->sections[0].values ==
                Solve(space, OneByOne, ignore)->sections[0].values);
  });
}

TEST(CheckpointFolder, LeavesWhatIsNotItsOwn) {
  const Space space(SmallBoard());
  Keeper keeper = {NewFolder("with_others"), space};
  fs::create_directories(keeper.folder);
  const std::string death = "checkpoint.0123456789abcdef.partial";
  for (const std::string name :
       {"checkpoint.pt", "checkpoint.level_3.txt", death.c_str()}) {
    ASSERT_TRUE(WriteFile(keeper.folder + "/" + name, "?").ok());
  }
  EXPECT_TRUE(keeper.Solve(2).statuses[0].ok());
  EXPECT_TRUE(fs::exists(keeper.folder + "/checkpoint.pt"));
  EXPECT_TRUE(fs::exists(keeper.folder + "/checkpoint.level_3.txt"));
  EXPECT_FALSE(fs::exists(keeper.folder + "/" + death));
}

TEST(CheckpointFolder, IsNotOverwrittenByAnotherRun) {
  const Space space(SmallBoard());
  Keeper keeper = {NewFolder("not_again"), space};
  keeper.SolveUntil(3, 2);
  const Files before = FilesIn(keeper.folder);
  keeper.resume = false;
  EXPECT_EQ(std::string(keeper.Solve(2).statuses[1].message()),
            absl::StrCat("rank 0: there is a checkpoint in ", keeper.folder,
                         ": go on from it with --resume, or remove it"));
  EXPECT_EQ(FilesIn(keeper.folder), before);
}

struct Damage {
  const char* name;
  // To the folder, in which two ranks have kept level 2.
  std::function<void(const std::string& folder)> damage;
  const char* file;
  const char* message;
};

class Damages : public testing::TestWithParam<Damage> {};

void ChangeFile(const std::string& path,
                const std::function<void(std::string&)>& change) {
  std::string contents = *ReadFile(path);
  change(contents);
  EXPECT_TRUE(WriteFile(path, contents).ok());
}

void PutPipe(const std::string& path) {
  fs::remove(path);
  EXPECT_EQ(mkfifo(path.c_str(), 0666), 0);
}

// Errors are those of ranks with as many, fewer, and more than there were.
TEST_P(Damages, AreNamedAndNothingIsLost) {
  const Space space(SmallBoard());
  for (const uint32_t ranks : {1, 2, 3}) {
    const Keeper keeper = {NewFolder("damaged"), space};
    keeper.SolveUntil(3, 2);
    GetParam().damage(keeper.folder);
    const Files before = FilesIn(keeper.folder);
    for (const absl::Status& status : keeper.Solve(ranks).statuses) {
      const std::string expected =
          absl::StrCat("cannot go on from ", keeper.folder, "/",
                       GetParam().file, ": ", GetParam().message);
      EXPECT_TRUE(absl::StrContains(status.message(), expected))
          << status.message() << "\ninstead of " << expected;
    }
    EXPECT_EQ(FilesIn(keeper.folder), before);
  }
}

constexpr char kSecond[] = "/checkpoint.level_2.rank_1_of_2";
// A row has 286 cells, 5 words and a checksum.
constexpr size_t kRow = 286 + 5 * 8 + 8;

INSTANTIATE_TEST_SUITE_P(
    Files, Damages,
    testing::Values(
        Damage{"RowsExchanged",
               [](const std::string& folder) {
                 ChangeFile(folder + kSecond, [](std::string& file) {
                   std::swap_ranges(file.begin(), file.begin() + kRow,
                                    file.begin() + kRow);
                 });
               },
               kSecond + 1, "row "},
        Damage{"Missing",
               [](const std::string& folder) { fs::remove(folder + kSecond); },
               kSecond + 1, "row "},
        Damage{"OfTheOtherRank",
               [](const std::string& folder) {
                 fs::copy_file(folder + "/checkpoint.level_2.rank_0_of_2",
                               folder + kSecond,
                               fs::copy_options::overwrite_existing);
               },
               kSecond + 1, "row "},
        Damage{"OfAnotherGame",
               [](const std::string& folder) {
                 const Space space(SmallBoard());
                 const Keeper other = {NewFolder("other"), space, true, 2};
                 other.SolveUntil(3, 2);
                 fs::copy_file(other.folder + kSecond, folder + kSecond,
                               fs::copy_options::overwrite_existing);
               },
               kSecond + 1, "row "},
        Damage{"AllOfAnotherGame",
               [](const std::string& folder) {
                 const Space space(SmallBoard());
                 const Keeper other = {NewFolder("other"), space, true, 2};
                 other.SolveUntil(3, 2);
                 for (const auto& [name, contents] : FilesIn(other.folder)) {
                   EXPECT_TRUE(WriteFile(folder + "/" + name, contents).ok());
                 }
               },
               "checkpoint", "it is of other rules or another version"},
        Damage{"AnotherLevelNamed",
               [](const std::string& folder) {
                 ChangeFile(folder + "/checkpoint", [](std::string& file) {
                   file[file.find("level: ") + 7] = '1';
                 });
               },
               "checkpoint", "it is damaged"},
        Damage{"APipeForRows",
               [](const std::string& folder) { PutPipe(folder + kSecond); },
               kSecond + 1, "row "},
        Damage{
            "APipe",
            [](const std::string& folder) { PutPipe(folder + "/checkpoint"); },
            "checkpoint", "it is damaged"},
        Damage{"NoLevelNamed",
               [](const std::string& folder) {
                 EXPECT_TRUE(WriteFile(folder + "/checkpoint", "?").ok());
               },
               "checkpoint", "it is damaged"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace teeko::solver_b
