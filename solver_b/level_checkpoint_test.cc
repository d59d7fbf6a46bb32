#include "solver_b/level_checkpoint.h"

#include "gtest/gtest.h"
// GoogleTest's header must precede RapidCheck's.
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/checkpoint.h"
#include "base/files.h"
#include "base/local_processes_for_test.h"
#include "base/processes.h"
#include "gmock/gmock.h"
#include "rapidcheck/gtest.h"
#include "solver_b/phases.h"
#include "solver_b/process_exchange.h"
#include "solver_b/random_games_for_test.h"
#include "solver_b/solve_on_processes_for_test.h"
#include "solver_b/solver.h"

namespace teeko::solver_b {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;  // contents by name

Files FilesIn(const std::string& folder) {
  Files files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().filename()] = *base::ReadFile(entry.path());
  }
  return files;
}

// Makes an empty folder and returns its path.
std::string NewFolder(const char* name) {
  const std::string folder = absl::StrCat(testing::TempDir(), "/", name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

// Runs processes that save every level in a folder.
struct Saver {
  std::string folder;
  const Space& space;
  std::string input = "a game";

  absl::Status Solve(
      int count, std::string& table,
      std::function<absl::Status(int)> on_level = nullptr) const {
    base::LocalNetwork network(count);
    return SolveOnProcesses(network, space,
                            {.table = testing::TempDir() + "/table",
                             .on_level = std::move(on_level),
                             .checkpoints = folder,
                             .input = input},
                            table);
  }

  // Solves levels 0 … `last` and then fails, before it saves level `last`.
  void SolveUntil(int last, int count) const {
    std::string table;
    EXPECT_EQ(Solve(count, table,
                    [last](int plies) {
                      return plies < last ? absl::OkStatus()
                                          : absl::AbortedError("far enough");
                    })
                  .message(),
              "far enough");
  }
};

const Board& SmallBoard() {
  static const Board* const board = new Board(
      {4, 4, 3, false, Moves::kKing, {{GoalFamily::kLine, 3}}, {"SSS", "SAS"}});
  return *board;
}

std::string TableOfOne(const Space& space) {
  base::LocalNetwork one(1);
  std::string table;
  EXPECT_TRUE(SolveOnProcesses(one, space,
                               {.table = testing::TempDir() + "/table"}, table)
                  .ok());
  return table;
}

int LastLevel(const Space& space) {
  int last = 0;
  Solve(space, Sequentially, [&last](const SolverProgress& now) {
    last = std::max(last, now.level);
  });
  return last;
}

class AnyGame : public testing::TestWithParam<bool> {};

TEST_P(AnyGame, ResumesOnAnyNumberOfProcessesFromAnyLevel) {
  Game game = SmallBoard().game();
  if (GetParam()) game.scoring = {{1, 2, 3}, SetOf(0) | SetOf(15), 1};
  const Board board(game);
  const Space space(board, 2 * GetParam() + 1);
  const int last = LastLevel(space);
  ASSERT_GT(last, 4);
  const std::string expected = TableOfOne(space);
  for (int level = 1; level <= last; ++level) {
    const int before = 1 + level % 4;
    const int after = 1 + level / 2 % 4;
    const Saver saver = {NewFolder("resume"), space};
    saver.SolveUntil(level, before);
    EXPECT_EQ(FilesIn(saver.folder).size(), 2u + before);
    std::atomic<int> first = -1;
    std::string table;
    EXPECT_TRUE(saver
                    .Solve(after, table,
                           [&first](int plies) {
                             int none = -1;
                             first.compare_exchange_strong(none, plies);
                             return absl::OkStatus();
                           })
                    .ok());
    EXPECT_EQ(first, level);
    EXPECT_TRUE(table == expected);
    EXPECT_EQ(FilesIn(saver.folder).size(), 2u + after);
  }
}

INSTANTIATE_TEST_SUITE_P(LevelCheckpoint, AnyGame, testing::Bool(),
                         [](const auto& info) {
                           return info.param ? "Scored" : "Ordinary";
                         });

RC_GTEST_PROP(LevelCheckpoint, LetsRandomGamesResume, ()) {
  const Board board(
      *rc::gen::oneOf(RandomGame(12, 4), RandomScoredGame(10, 3)));
  const Space space(board,
                    *rc::gen::inRange(1, CountThresholds(board.game()) + 1));
  const int last = LastLevel(space);
  RC_PRE(last > 0);
  const Saver saver = {NewFolder("random"), space};
  saver.SolveUntil(*rc::gen::inRange(1, last + 1), *rc::gen::inRange(1, 8));
  std::string table;
  RC_ASSERT(saver.Solve(*rc::gen::inRange(1, 8), table).ok());
  RC_ASSERT(table == TableOfOne(space));
}

TEST(LevelCheckpoint, ResumesInTwoBytes) {
  const Space space(SmallBoard());
  const base::CheckpointOptions options = {.directory = NewFolder("two_bytes"),
                                           .resume = true,
                                           .interval = absl::ZeroDuration()};
  const auto ignore = [](const SolverProgress&) {};
  base::Processes alone;
  ProcessExchange exchange(alone);
  auto checkpoint = *base::Checkpoint::Open(options, "solver_b", "", alone);
  const auto restore_or_save = [&](LevelState& state) {
    EXPECT_TRUE(RestoreOrSave(*checkpoint, {}, state).ok());
  };
  SolveMovePhase(space, 2, Sequentially, restore_or_save, exchange);
  checkpoint.reset();
  checkpoint = *base::Checkpoint::Open(options, "solver_b", "", alone);
  const std::optional<Solution> solution =
      Solve(space, Sequentially, ignore, exchange, [&](LevelState& state) {
        restore_or_save(state);
        EXPECT_EQ(state.value_bytes, 2u);
        EXPECT_EQ(state.plies, LastLevel(space));
      });
  EXPECT_TRUE(solution->sections[0].values ==
              Solve(space, Sequentially, ignore)->sections[0].values);
}

struct Damage {
  const char* name;
  // Damages the folder, in which two processes saved level 2.
  std::function<void(const std::string& folder)> damage;
  const char* message;
};

class Damages : public testing::TestWithParam<Damage> {};

void ChangeFile(const std::string& path,
                const std::function<void(std::string&)>& change) {
  std::string contents = *base::ReadFile(path);
  change(contents);
  EXPECT_TRUE(base::WriteFile(path, contents).ok());
}

// Resumes with one, two and three processes.  Expects an error that names the
// file, and unchanged files.
TEST_P(Damages, AreNamedAndNoFileIsLost) {
  const Space space(SmallBoard());
  for (const int count : {1, 2, 3}) {
    const Saver saver = {NewFolder("damaged"), space};
    saver.SolveUntil(3, 2);
    GetParam().damage(saver.folder);
    const Files before = FilesIn(saver.folder);
    std::string table;
    EXPECT_THAT(std::string(saver.Solve(count, table).message()),
                testing::HasSubstr(GetParam().message));
    EXPECT_TRUE(table.empty());
    EXPECT_TRUE(FilesIn(saver.folder) == before);
  }
}

constexpr char kFirst[] = "/solver_b.level_2_width_1.0.of.2";
constexpr char kSecond[] = "/solver_b.level_2_width_1.1.of.2";
constexpr char kRowOfSecond[] =
    "/solver_b.level_2_width_1.1.of.2: damaged: row ";
// A row has a checksum, 286 cells and 5 words.
constexpr size_t kRow = 8 + 286 + 5 * 8;

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
               kRowOfSecond},
        Damage{"ABitFlipped",
               [](const std::string& folder) {
                 ChangeFile(folder + kSecond,
                            [](std::string& file) { file[kRow + 100] ^= 4; });
               },
               kRowOfSecond},
        Damage{"Torn",
               [](const std::string& folder) {
                 ChangeFile(folder + kSecond,
                            [](std::string& file) { file.pop_back(); });
               },
               "/solver_b.level_2_width_1.1.of.2: damaged: ends at byte "},
        Damage{"Missing",
               [](const std::string& folder) { fs::remove(folder + kSecond); },
               "/solver_b.level_2_width_1.1.of.2: No such file or directory"},
        Damage{"OfTheOtherProcess",
               [](const std::string& folder) {
                 fs::copy_file(folder + kFirst, folder + kSecond,
                               fs::copy_options::overwrite_existing);
               },
               kRowOfSecond},
        Damage{"OfAnotherGame",
               [](const std::string& folder) {
                 const Space space(SmallBoard());
                 const Saver other = {NewFolder("other"), space, "another"};
                 other.SolveUntil(3, 2);
                 fs::copy_file(other.folder + kSecond, folder + kSecond,
                               fs::copy_options::overwrite_existing);
               },
               kRowOfSecond},
        Damage{"OfAnotherLevel",
               [](const std::string& folder) {
                 const Space space(SmallBoard());
                 const Saver other = {NewFolder("other"), space};
                 other.SolveUntil(2, 2);
                 fs::copy_file(
                     other.folder + "/solver_b.level_1_width_1.1.of.2",
                     folder + kSecond, fs::copy_options::overwrite_existing);
               },
               kRowOfSecond},
        Damage{
            "APipe",
            [](const std::string& folder) {
              fs::remove(folder + kSecond);
              EXPECT_EQ(mkfifo((folder + kSecond).c_str(), 0666), 0);
            },
            "/solver_b.level_2_width_1.1.of.2: expected a regular file, got"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace teeko::solver_b
