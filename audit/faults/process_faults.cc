// Faults between the processes of a solver, which are threads here, and in
// their checkpoints.

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

// How processes solve a game.
struct Run {
  base::LocalNetwork::Options network = {};
  bool keep = false;     // save every level, or resume from the last
  int levels = INT_MAX;  // after which B stops
};

// What comes of it.
struct Outcome {
  std::string said;   // by process 0
  std::string table;  // the file; empty if there is none
  int64_t frames;
};

struct File {
  std::string path;
  std::string contents;
};

// Some processes of a solver, a board for them, and a folder for what they
// write.
struct Team {
  Team(const Fixture& fixture, Random& random,
       proto::TableReader Sample::*solver, const char* program)
      : sample(fixture.AnySample(random)),
        count(2 + random.Below(3)),
        folder(fixture.NewPath()),
        right(sample.*solver),
        files(absl::StrCat(folder, "/kept/", program, ".")) {
    fs::create_directory(folder);
  }
  virtual ~Team() { fs::remove_all(folder); }

  virtual Outcome Solve(const Run& run) const = 0;

  // Keeps some levels, after those that are kept.
  virtual void KeepSome(Random& random) = 0;
  // The data file of this process for the next level.
  virtual std::string FileOf(uint32_t process) const = 0;

  // The files that are kept, by path; none that are empty.
  std::vector<File> Kept() const {
    std::vector<File> files;
    std::error_code none;  // There may be no folder.
    for (const auto& file : fs::directory_iterator(folder + "/kept", none)) {
      const std::string contents = *base::ReadFile(file.path());
      if (!contents.empty()) files.push_back({file.path(), contents});
    }
    std::ranges::sort(files, {}, &File::path);
    return files;
  }

  // A message is late on a busy machine; then it is not lost.
  static absl::Duration Timeout(const Run& run) {
    return run.network.fault == base::Fault::kLose ? absl::Milliseconds(200)
                                                   : absl::Seconds(10);
  }

  // Caught if there is no table and process 0 says these words, if any are
  // given; or if the table is that of one process, unless that cannot be.
  Missed Judge(const Outcome& outcome, absl::string_view words,
               bool may_be_right = true) const {
    const auto& [said, table, frames] = outcome;
    if (table.empty()
            ? !words.empty() && absl::StrContains(said, words)
            : may_be_right && table == *base::ReadFile(right.path())) {
      return std::nullopt;
    }
    return absl::StrCat(sample.name(), ", ", count,
                        " processes: ", table.empty() ? "no" : "a", " table, ",
                        said);
  }

  const Sample& sample;
  const uint32_t count;
  const std::string folder;
  const proto::TableReader& right;  // the table of one process
  const std::string files;  // how the paths of all files that are kept begin
};

struct TeamA : Team {
  static constexpr char kSolver[] = "solver_a";

  TeamA(const Fixture& fixture, Random& random)
      : Team(fixture, random, &Sample::table_a, kSolver) {}

  Outcome Solve(const Run& run) const override {
    const std::string table = folder + "/table";
    fs::remove(table);
    base::CheckpointOptions checkpoint;
    if (run.keep) {
      checkpoint = {.directory = folder + "/kept",
                    .resume = true,
                    .interval = absl::ZeroDuration()};
    }
    base::LocalNetwork network(count, run.network);
    const std::vector<absl::Status> statuses =
        network.Run({.timeout = Timeout(run)}, [&](base::Processes& processes) {
          base::Progress progress("");
          return solver_a::Solve(sample.rules, table, progress, processes,
                                 checkpoint);
        });
    return {std::string(statuses[0].message()),
            base::ReadFile(table).value_or(""), network.frames()};
  }

  // Until a message is lost.
  void KeepSome(Random& random) override {
    do {
      const int64_t all = Solve({}).frames;
      Solve({.network = {.fault = base::Fault::kLose,
                         .when = static_cast<int64_t>(random.Below(all))},
             .keep = true});
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

  Outcome Solve(const Run& run) const override {
    base::LocalNetwork network(count, run.network);
    std::string table;
    const absl::Status status = SolveOnProcesses(
        network, space,
        {.table = folder + "/table",
         .rules = sample.rules,
         .timeout = Timeout(run),
         .on_level =
             [&](int plies) {
               return plies < run.levels ? absl::OkStatus()
                                         : absl::AbortedError("enough");
             },
         .checkpoints = run.keep ? folder + "/kept" : ""},
        table);
    return {std::string(status.message()), table, network.frames()};
  }

  void KeepSome(Random& random) override {
    levels += 1 + random.Below(3);
    Solve({.keep = true, .levels = levels});
  }

  std::string FileOf(uint32_t process) const override {
    return absl::StrCat(files, "level_", levels, "_width_1.", process, ".of.",
                        count);
  }

  const solver_b::Board board;
  const solver_b::Space space;
  int levels = 0;
};

// A fault happens to one frame.  Of one of the last, nobody may hear before the
// table is complete.
Missed Strike(const Team& team, Random& random, base::Fault fault,
              absl::string_view words) {
  for (int64_t most = 1000;;) {
    const int64_t when = random.Below(most);
    const Outcome outcome = team.Solve(
        {.network = {
             .fault = fault, .when = when, .where = random.Below(1 << 20)}});
    if (when < outcome.frames) {
      const int64_t last_round = team.count * (team.count - 1);
      return team.Judge(outcome, words,
                        when >= outcome.frames - 2 * last_round);
    }
    most = outcome.frames;
  }
}

// A file of a checkpoint is spoilt.
Missed SpoilKept(Team& team, Random& random,
                 void (*spoil)(Random& random, std::string& bytes)) {
  team.KeepSome(random);
  std::vector<File> kept = team.Kept();
  auto& [path, contents] = random.OneOf(kept);
  spoil(random, contents);
  WriteOrDie(path, contents);
  return team.Judge(team.Solve({.keep = true}), team.files);
}

// One of the files is from an earlier level.
Missed LeaveOlder(Team& team, Random& random, bool may_be_right) {
  team.KeepSome(random);
  const std::vector<File> older = team.Kept();
  team.KeepSome(random);
  const std::vector<File> newer = team.Kept();
  const size_t which = random.Below(std::min(older.size(), newer.size()));
  WriteOrDie(newer[which].path, older[which].contents);
  return team.Judge(team.Solve({.keep = true}), team.files, may_be_right);
}

// A process cannot write the next level, and then it can.
Missed Obstruct(const Team& team, Random& random) {
  const std::string obstacle = team.FileOf(random.Below(team.count));
  fs::create_directories(obstacle);
  const Missed missed =
      team.Judge(team.Solve({.keep = true}), obstacle, /*may_be_right=*/false);
  fs::remove(obstacle);
  return missed ? missed : team.Judge(team.Solve({.keep = true}), "");
}

// A function add(place, name, plant) that adds kinds: plant(team, random).
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

  const auto add_strike = [&](const char* name, base::Fault fault,
                              const char* words) {
    const auto plant = [=](const Team& team, Random& random) {
      return Strike(team, random, fault, words);
    };
    add_to_a("message", name, plant);
    add_to_b("message", name, plant);
  };
  add_strike("a bit flipped", base::Fault::kFlip, ": damaged: ");
  add_strike("cut short", base::Fault::kTear, ": ");
  add_strike("lost", base::Fault::kLose, "process ");
  add_strike("doubled", base::Fault::kDouble, ": out of order: got message ");
  add_strike("messages overtaking each other", base::Fault::kReorder,
             "process ");
  add_to_b("message", "a slow process", [](const Team& team, Random& random) {
    const int slow = random.Below(team.count);
    return team.Judge(team.Solve({.network = {.slow_process = slow}}), "");
  });

  const auto add_spoilt = [&](const char* name, auto spoil) {
    const auto plant = [spoil](Team& team, Random& random) {
      return SpoilKept(team, random, spoil);
    };
    add_to_a("checkpoint", name, plant);
    add_to_b("checkpoint", name, plant);
  };
  add_spoilt("a bit flipped", [](Random& random, std::string& bytes) {
    random.OneOf(bytes) ^= 1 << random.Below(8);
  });
  add_spoilt("cut short", [](Random& random, std::string& bytes) {
    bytes.resize(random.Below(bytes.size()));
  });
  add_to_a("checkpoint", "one file of an earlier level",
           [](Team& team, Random& random) {
             return LeaveOlder(team, random, /*may_be_right=*/true);
           });
  add_to_b("checkpoint", "one file of the level before",
           [](Team& team, Random& random) {
             return LeaveOlder(team, random, /*may_be_right=*/false);
           });
  add_to_a("checkpoint", "one that a process cannot write", Obstruct);
  add_to_b("checkpoint", "one that a process cannot write",
           [](Team& team, Random& random) {
             team.KeepSome(random);
             return Obstruct(team, random);
           });
}

}  // namespace teeko::audit
