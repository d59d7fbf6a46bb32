// Faults between the ranks of a solver, which are threads here, and in the
// levels that they keep.

#include <algorithm>
#include <chrono>
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
#include "proto/table_reader.h"
#include "solver_a/checkpoint.h"
#include "solver_a/local_ranks_for_test.h"
#include "solver_a/solve.h"
#include "solver_b/local_ranks_for_test.h"
#include "solver_b/native.h"
#include "stage/files.h"
#include "stage/stage.h"

namespace teeko::faults {
namespace {

namespace fs = std::filesystem;

using solver_a::Fault;

// How ranks solve a game.
struct Run {
  // This happens to the message that all ranks send as the `when`-th, counted
  // from 0; `where` is any number, which chooses the bit or the end.
  Fault fault = Fault::kNone;
  int64_t when = 0;
  uint64_t where = 0;
  bool keep = false;           // every level, or go on from the last
  int levels = INT_MAX;        // after which B stops
  uint32_t slow = UINT32_MAX;  // a rank of B that is
};

// What comes of it.
struct Outcome {
  std::string said;   // by rank 0
  std::string table;  // the file; empty if there is none
  int64_t messages;
};

struct File {
  std::string path;
  std::string contents;
};

// Some ranks of a solver, a board for them, and a folder for what they write.
struct Team {
  Team(const Workplace& workplace, Random& random, TableReader Sample::*solver,
       const char* said_of_damage)
      : sample(workplace.AnySample(random)),
        count(2 + random.Below(3)),
        folder(workplace.NewPath()),
        right(sample.*solver),
        refusal(said_of_damage) {
    fs::create_directory(folder);
  }
  virtual ~Team() { fs::remove_all(folder); }

  virtual Outcome Solve(const Run& run) const = 0;

  // Keeps some levels, after those that are kept.
  virtual void KeepSome(Random& random) = 0;
  // In what this rank would keep the next level.
  virtual std::string FileOf(uint32_t rank) const = 0;

  // The files that are kept, by path; none that are empty.
  std::vector<File> Kept() const {
    std::vector<File> files;
    std::error_code none;  // There may be no folder.
    for (const auto& file : fs::directory_iterator(folder + "/kept", none)) {
      const std::string contents = *ReadFile(file.path());
      if (!contents.empty()) files.push_back({file.path(), contents});
    }
    std::ranges::sort(files, {}, &File::path);
    return files;
  }

  // Caught if there is no table and rank 0 says these words, if any are given;
  // or if the table is that of one rank, unless that cannot be.
  Missed Judge(const Outcome& outcome, absl::string_view words,
               bool may_be_right = true) const {
    const auto& [said, table, messages] = outcome;
    if (table.empty() ? !words.empty() && absl::StrContains(said, words)
                      : may_be_right && table == *ReadFile(right.path())) {
      return std::nullopt;
    }
    return absl::StrCat(sample.name(), ", ", count,
                        " ranks: ", table.empty() ? "no" : "a", " table, ",
                        said);
  }

  const Sample& sample;
  const uint32_t count;
  const std::string folder;
  const TableReader& right;   // the table of one rank
  const char* const refusal;  // what is said of a file that is damaged
};

struct TeamA : Team {
  static constexpr char kSolver[] = "solver_a";

  TeamA(const Workplace& workplace, Random& random)
      : Team(workplace, random, &Sample::table_a, "/kept/solver_a.") {}

  Outcome Solve(const Run& run) const override {
    const std::string table = folder + "/table";
    fs::remove(table);
    solver_a::Checkpoint checkpoint;
    if (run.keep) {
      checkpoint = {.folder = folder + "/kept",
                    .resume = true,
                    .interval = absl::ZeroDuration()};
    }
    // On a busy machine a message may be late that is not lost.
    const absl::Duration patience =
        run.fault == Fault::kLose ? absl::Milliseconds(200) : absl::Seconds(10);
    solver_a::LocalNetwork network(count, run.fault, run.when, run.where);
    const std::vector<absl::Status> statuses =
        network.Run({.patience = patience}, [&](auto& ranks) {
          Progress progress("");
          return solver_a::Solve(sample.rules, table, progress, ranks,
                                 checkpoint);
        });
    return {std::string(statuses[0].message()), ReadFile(table).value_or(""),
            network.messages()};
  }

  // Until a message is lost.
  void KeepSome(Random& random) override {
    const std::string record = folder + refusal + "record";
    do {
      const int64_t all = Solve({}).messages;
      Solve({.fault = Fault::kLose,
             .when = static_cast<int64_t>(random.Below(all)),
             .keep = true});
    } while (ReadFile(record).value_or("").empty());
  }

  std::string FileOf(uint32_t rank) const override {
    return absl::StrCat(folder, refusal, rank, ".of.", count);
  }
};

// What comes instead of a message.
std::vector<std::string> Tampered(Fault fault, uint64_t where,
                                  std::string message) {
  if (fault == Fault::kLose) return {};
  if (fault == Fault::kDouble) return {message, message};
  const size_t byte = where % message.size();
  if (fault == Fault::kFlip) message[byte] ^= 1 << where / message.size() % 8;
  if (fault == Fault::kTear) message.resize(byte);
  return {message};
}

struct TeamB : Team {
  static constexpr char kSolver[] = "solver_b";

  TeamB(const Workplace& workplace, Random& random)
      : Team(workplace, random, &Sample::table_b, "cannot go on from "),
        board(solver_b::MakeGame(sample.rules)),
        space(board) {}

  Outcome Solve(const Run& run) const override {
    int64_t messages = 0;
    solver_b::LocalRanks ranks(
        count, [&](uint32_t, uint32_t, const std::string& message) {
          const bool hit = messages++ == run.when;
          return Tampered(hit ? run.fault : Fault::kNone, run.where, message);
        });
    if (run.fault == Fault::kReorder) ranks.Reorder();
    ranks.SlowDown(run.slow);
    const solver_b::Outcome outcome = SolveOnRanks(
        ranks, space,
        {.table = folder + "/table",
         .rules = sample.rules,
         // All that was sent has come when somebody waits for it.
         .patience = std::chrono::milliseconds(20),
         .on_level =
             [&](int plies) {
               return plies < run.levels ? absl::OkStatus()
                                         : absl::AbortedError("enough");
             },
         .checkpoints = run.keep ? folder + "/kept" : ""});
    return {std::string(outcome.statuses[0].message()), outcome.table,
            messages};
  }

  void KeepSome(Random& random) override {
    levels += 1 + random.Below(3);
    Solve({.keep = true, .levels = levels});
  }

  std::string FileOf(uint32_t rank) const override {
    return absl::StrCat(folder, "/kept/checkpoint.level_", levels, ".rank_",
                        rank, "_of_", count);
  }

  const solver_b::Board board;
  const solver_b::Space space;
  int levels = 0;
};

// One message is tampered with.  Of one of the last, nobody may hear before the
// table is complete.
Missed Strike(const Team& team, Random& random, Fault fault,
              absl::string_view words) {
  for (int64_t most = 1000;;) {
    const int64_t when = random.Below(most);
    const Outcome outcome = team.Solve(
        {.fault = fault, .when = when, .where = random.Below(1 << 20)});
    if (when < outcome.messages) {
      return team.Judge(outcome, words, words.empty() || when >= 30);
    }
    most = outcome.messages;
  }
}

// A file that ranks go on from is spoilt.
Missed SpoilKept(Team& team, Random& random,
                 void (*spoil)(Random& random, std::string& bytes)) {
  team.KeepSome(random);
  std::vector<File> kept = team.Kept();
  auto& [path, contents] = random.OneOf(kept);
  spoil(random, contents);
  WriteOrDie(path, contents);
  return team.Judge(team.Solve({.keep = true}), team.refusal);
}

// One of the files is from an earlier level.
Missed LeaveOlder(Team& team, Random& random, bool may_be_right) {
  team.KeepSome(random);
  const std::vector<File> older = team.Kept();
  team.KeepSome(random);
  const std::vector<File> newer = team.Kept();
  const size_t which = random.Below(std::min(older.size(), newer.size()));
  WriteOrDie(newer[which].path, older[which].contents);
  return team.Judge(team.Solve({.keep = true}), team.refusal, may_be_right);
}

// A rank cannot write the next level, and then it can.
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
auto RankPlanter(const Workplace& workplace, std::vector<Kind>& kinds) {
  return [&](const char* place, const char* name, auto plant) {
    kinds.push_back({place, name, AnyTeam::kSolver, [&, plant](Random& random) {
                       AnyTeam team(workplace, random);
                       return plant(team, random);
                     }});
  };
}

}  // namespace

void AddRankFaults(const Workplace& workplace, std::vector<Kind>& kinds) {
  const auto add_to_a = RankPlanter<TeamA>(workplace, kinds);
  const auto add_to_b = RankPlanter<TeamB>(workplace, kinds);

  const auto add_strike = [&](const char* name, Fault fault,
                              const char* words_of_b) {
    add_to_a("message", name, [=](const Team& team, Random& random) {
      return Strike(team, random, fault, "rank ");
    });
    add_to_b("message", name, [=](const Team& team, Random& random) {
      return Strike(team, random, fault, words_of_b);
    });
  };
  add_strike("a bit flipped", Fault::kFlip, " is damaged");
  add_strike("cut short", Fault::kTear, " is ");
  add_strike("lost", Fault::kLose, " has not come");
  add_strike("doubled", Fault::kDouble, " comes twice");
  add_strike("messages overtaking each other", Fault::kReorder, "");
  add_to_b("message", "a slow rank", [](const Team& team, Random& random) {
    const uint32_t slow = random.Below(team.count);
    return team.Judge(team.Solve({.slow = slow}), "");
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
  add_to_a("checkpoint", "one that a rank cannot write", Obstruct);
  add_to_b("checkpoint", "one that a rank cannot write",
           [](Team& team, Random& random) {
             team.KeepSome(random);
             return Obstruct(team, random);
           });
}

}  // namespace teeko::faults
