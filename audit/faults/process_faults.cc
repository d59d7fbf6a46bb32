// Faults of the processes of a solver and in their checkpoints.  Here the
// processes are threads.

#include <algorithm>
#include <climits>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "audit/faults/kinds.h"
#include "base/checkpoint.h"
#include "base/files.h"
#include "base/local_processes_for_test.h"
#include "base/processes.h"
#include "base/program.h"
#include "proto/table_reader.h"
#include "solver_a/solve.h"
#include "solver_b/native.h"
#include "solver_b/solve_on_processes_for_test.h"

namespace teeko::audit {
namespace {

namespace fs = std::filesystem;

struct Solution {
  base::LocalNetwork::Options network = {};
  bool checkpoint = false;  // resume from the last level and save every level
  int levels = INT_MAX;     // solver B stops after this level
};

struct Outcome {
  std::string message;  // of process 0
  std::string table;    // the content of the file; empty if there is no file
  int64_t frames;       // the number of messages
};

struct File {
  std::string path;
  std::string contents;
};

// Processes of a solver, a board, and a folder for their files.
struct Team {
  Team(const Fixture& fixture, Random& random,
       proto::TableReader Sample::*solver, const char* program)
      : sample(fixture.AnySample(random)),
        count(2 + random.Below(3)),
        folder(fixture.NewPath()),
        expected(sample.*solver),
        files(absl::StrCat(folder, "/kept/", program, ".")) {
    fs::create_directory(folder);
  }
  virtual ~Team() { fs::remove_all(folder); }

  virtual Outcome Solve(const Solution& run) const = 0;

  // Solves some more levels and saves a checkpoint.
  virtual void SaveLevels(Random& random) = 0;
  // Returns the path of the process's data file for the next level.
  virtual std::string FileOf(uint32_t process) const = 0;

  // Returns the files of the checkpoint that are not empty, sorted by path.
  std::vector<File> CheckpointFiles() const {
    std::vector<File> files;
    std::error_code none;  // the folder may be missing
    for (const auto& file : fs::directory_iterator(folder + "/kept", none)) {
      const std::string contents = *base::ReadFile(file.path());
      if (!contents.empty()) files.push_back({file.path(), contents});
    }
    std::ranges::sort(files, {}, &File::path);
    return files;
  }

  // Returns nullopt if the fault was caught.  There are two cases.  There is no
  // table, `words` is not empty, and the message of process 0 contains `words`.
  // Or `may_be_right` is true and the table is the same as that of one process.
  Missed Judge(const Outcome& outcome, absl::string_view words,
               bool may_be_right = true) const {
    const auto& [message, table, frames] = outcome;
    if (table.empty()
            ? !words.empty() && absl::StrContains(message, words)
            : may_be_right && table == *base::ReadFile(expected.path())) {
      return std::nullopt;
    }
    return absl::StrCat(sample.name(), ", ", count,
                        " processes: ", table.empty() ? "no" : "a", " table, ",
                        message);
  }

  const Sample& sample;
  const uint32_t count;
  const std::string folder;
  const proto::TableReader& expected;  // the table of one process
  const std::string files;  // the beginning of the paths of checkpoint files
};

struct TeamA : Team {
  static constexpr char kSolver[] = "solver_a";

  TeamA(const Fixture& fixture, Random& random)
      : Team(fixture, random, &Sample::table_a, kSolver) {}

  Outcome Solve(const Solution& run) const override {
    const std::string table = folder + "/table";
    fs::remove(table);
    base::CheckpointOptions checkpoint;
    if (run.checkpoint) {
      checkpoint = {.directory = folder + "/kept",
                    .resume = true,
                    .interval = absl::ZeroDuration()};
    }
    base::LocalNetwork network(count, run.network);
    const std::vector<absl::Status> statuses =
        network.Run({}, [&](base::Processes& processes) {
          base::Progress progress("");
          return solver_a::Solve(sample.rules, table, progress, processes,
                                 checkpoint);
        });
    return {std::string(statuses[0].message()),
            base::ReadFile(table).value_or(""), network.frames()};
  }

  // Stops at a message.
  void SaveLevels(Random& random) override {
    do {
      const int64_t all = Solve({}).frames;
      Solve({.network = {.stop_at = static_cast<int64_t>(random.Below(all))},
             .checkpoint = true});
    } while (base::ReadFile(files + "record").value_or("").empty());
  }

  std::string FileOf(uint32_t process) const override {
    return absl::StrCat(files, "levels.", process, ".of.", count);
  }
};

struct TeamB : Team {
  static constexpr char kSolver[] = "solver_b";

  TeamB(const Fixture& fixture, Random& random)
      : Team(fixture, random, &Sample::table_b, kSolver),
        board(solver_b::MakeGame(sample.rules)),
        space(board) {}

  Outcome Solve(const Solution& run) const override {
    base::LocalNetwork network(count, run.network);
    std::string table;
    const absl::Status status = SolveOnProcesses(
        network, space,
        {.table = folder + "/table",
         .rules = sample.rules,
         .on_level =
             [&](int plies) {
               return plies < run.levels ? absl::OkStatus()
                                         : absl::AbortedError("enough");
             },
         .checkpoints = run.checkpoint ? folder + "/kept" : ""},
        table);
    return {std::string(status.message()), table, network.frames()};
  }

  void SaveLevels(Random& random) override {
    levels += 1 + random.Below(3);
    Solve({.checkpoint = true, .levels = levels});
  }

  std::string FileOf(uint32_t process) const override {
    return absl::StrCat(files, "level_", levels, "_width_1.", process, ".of.",
                        count);
  }

  const solver_b::Board board;
  const solver_b::Space space;
  int levels = 0;
};

Missed DamageCheckpoint(Team& team, Random& random,
                        void (*damage)(Random& random, std::string& bytes)) {
  team.SaveLevels(random);
  std::vector<File> saved = team.CheckpointFiles();
  auto& [path, contents] = random.OneOf(saved);
  damage(random, contents);
  WriteOrDie(path, contents);
  return team.Judge(team.Solve({.checkpoint = true}), team.files);
}

// Replaces a file of a checkpoint by the file of an earlier level.
Missed UseOlderFile(Team& team, Random& random, bool may_be_right) {
  team.SaveLevels(random);
  const std::vector<File> older = team.CheckpointFiles();
  team.SaveLevels(random);
  const std::vector<File> newer = team.CheckpointFiles();
  const size_t which = random.Below(std::min(older.size(), newer.size()));
  WriteOrDie(newer[which].path, older[which].contents);
  return team.Judge(team.Solve({.checkpoint = true}), team.files, may_be_right);
}

// Prevents a process from writing the next level: the run must fail.  Then
// removes the obstacle: the next run must write the right table.
Missed BlockFile(const Team& team, Random& random) {
  const std::string obstacle = team.FileOf(random.Below(team.count));
  fs::create_directories(obstacle);
  const Missed missed = team.Judge(team.Solve({.checkpoint = true}), obstacle,
                                   /*may_be_right=*/false);
  fs::remove(obstacle);
  return missed ? missed : team.Judge(team.Solve({.checkpoint = true}), "");
}

// Returns a function add(place, name, plant) that adds a kind.  plant(team,
// random) plants a fault and returns a Missed.
template <typename AnyTeam>
auto ProcessPlanter(const Fixture& fixture, std::vector<Kind>& kinds) {
  return [&](const char* place, const char* name, auto plant) {
    kinds.push_back({place, name, AnyTeam::kSolver, [&, plant](Random& random) {
                       AnyTeam team(fixture, random);
                       return plant(team, random);
                     }});
  };
}

}  // namespace

void AddProcessFaults(const Fixture& fixture, std::vector<Kind>& kinds) {
  const auto add_to_a = ProcessPlanter<TeamA>(fixture, kinds);
  const auto add_to_b = ProcessPlanter<TeamB>(fixture, kinds);

  add_to_b("processes", "a slow process", [](const Team& team, Random& random) {
    const int slow = random.Below(team.count);
    return team.Judge(team.Solve({.network = {.slow_process = slow}}), "");
  });

  const auto add_damage = [&](const char* name, auto damage) {
    const auto plant = [damage](Team& team, Random& random) {
      return DamageCheckpoint(team, random, damage);
    };
    add_to_a("checkpoint", name, plant);
    add_to_b("checkpoint", name, plant);
  };
  add_damage("a bit flipped", [](Random& random, std::string& bytes) {
    random.OneOf(bytes) ^= 1 << random.Below(8);
  });
  add_damage("truncated", [](Random& random, std::string& bytes) {
    bytes.resize(random.Below(bytes.size()));
  });
  add_to_a("checkpoint", "one file of an earlier level",
           [](Team& team, Random& random) {
             return UseOlderFile(team, random, /*may_be_right=*/true);
           });
  add_to_b("checkpoint", "one file of the previous level",
           [](Team& team, Random& random) {
             return UseOlderFile(team, random, /*may_be_right=*/false);
           });
  add_to_a("checkpoint", "a file that a process cannot write", BlockFile);
  add_to_b("checkpoint", "a file that a process cannot write",
           [](Team& team, Random& random) {
             team.SaveLevels(random);
             return BlockFile(team, random);
           });
}

}  // namespace teeko::audit
