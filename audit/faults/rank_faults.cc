// Faults between the ranks of a solver, which are threads here, and in the
// levels that they keep.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <system_error>
#include <utility>
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

using solver_b::LocalRanks;
using solver_b::Outcome;

// Some ranks, a board for them, and a folder for what they write.
struct Team {
  Team(const Workplace& workplace, const Samples& samples, Random& random)
      : sample(AnySample(samples, random)),
        count(2 + random.Below(3)),
        folder(workplace.NewPath()) {
    fs::create_directory(folder);
  }
  ~Team() { fs::remove_all(folder); }

  // The files that are kept, by path; none that are empty.
  std::map<std::string, std::string> Kept() const {
    std::map<std::string, std::string> files;
    std::error_code none;  // There may be no folder.
    for (const auto& file : fs::directory_iterator(folder + "/kept", none)) {
      const std::string contents = *ReadFile(file.path());
      if (!contents.empty()) files[file.path()] = contents;
    }
    return files;
  }

  // Caught if there is no table and rank 0 says these words, if any are given;
  // or if the table is that of one rank, unless that cannot be.
  Missed Judge(absl::string_view said, const std::string& table,
               const TableReader& of_one, absl::string_view words,
               bool may_be_right) const {
    if (table.empty() ? !words.empty() && absl::StrContains(said, words)
                      : may_be_right && table == *ReadFile(of_one.path())) {
      return std::nullopt;
    }
    return absl::StrCat(sample.name(), ", ", count,
                        " ranks: ", table.empty() ? "no" : "a", " table, ",
                        said);
  }

  const Sample& sample;
  const uint32_t count;
  const std::string folder;
};

// What becomes of a kept file.
using Spoil = void (*)(Random& random, std::string& contents);

void FlipABit(Random& random, std::string& contents) {
  random.OneOf(contents) ^= 1 << random.Below(8);
}
void CutShort(Random& random, std::string& contents) {
  contents.resize(random.Below(contents.size()));
}

void SpoilOne(Random& random, std::map<std::string, std::string> files,
              Spoil spoil) {
  auto& [path, contents] =
      *std::next(files.begin(), random.Below(files.size()));
  spoil(random, contents);
  WriteOrDie(path, contents);
}

// ---- Solver A ----

struct TeamA : Team {
  using Team::Team;

  struct Outcome {
    std::string said;
    std::string table;
    int64_t messages;
  };

  // This happens to the message that is sent as the `when`-th (LocalNetwork).
  Outcome Solve(solver_a::Fault fault, int64_t when, uint64_t where,
                const solver_a::Checkpoint& checkpoint = {}) const {
    const std::string table = folder + "/table";
    fs::remove(table);
    solver_a::LocalNetwork network(count, fault, when, where);
    const std::vector<absl::Status> statuses =
        network.Run({.patience = absl::Milliseconds(200)}, [&](auto& ranks) {
          Progress progress("");
          return solver_a::Solve(sample.rules, table, progress, ranks,
                                 checkpoint);
        });
    return {std::string(statuses[0].message()), ReadFile(table).value_or(""),
            network.messages()};
  }

  // Keeps every level, or goes on from the last, unless a message is lost.
  Outcome SolveAndKeep(int64_t lost = -1) const {
    return Solve(solver_a::Fault::kLose, lost, 0,
                 {.folder = folder + "/kept",
                  .resume = true,
                  .interval = absl::ZeroDuration()});
  }

  // Keeps some levels: returns the files.
  std::map<std::string, std::string> KeepSome(Random& random) const {
    while (true) {
      const int64_t all = Solve(solver_a::Fault::kNone, 0, 0).messages;
      SolveAndKeep(random.Below(all));
      std::map<std::string, std::string> kept = Kept();
      if (kept.contains(folder + "/kept/solver_a.record")) return kept;
    }
  }

  Missed Judge(const Outcome& outcome, absl::string_view words) const {
    return Team::Judge(outcome.said, outcome.table, sample.table_a, words,
                       /*may_be_right=*/true);
  }
};

// One message is tampered with.  Of the last, nobody may hear before the table
// is complete.
Missed StrikeA(const TeamA& team, Random& random, solver_a::Fault fault) {
  const int64_t all = team.Solve(solver_a::Fault::kNone, 0, 0).messages;
  return team.Judge(team.Solve(fault, random.Below(all), random.Below(1 << 20)),
                    "rank ");
}

// What a damaged file is called by whoever would go on from it.
constexpr char kNamedByA[] = "/kept/solver_a.";

Missed SpoilKeptA(const TeamA& team, Random& random, Spoil spoil) {
  SpoilOne(random, team.KeepSome(random), spoil);
  return team.Judge(team.SolveAndKeep(), kNamedByA);
}

// One of the files is from an earlier level.
Missed LeaveOlderA(const TeamA& team, Random& random) {
  const std::map<std::string, std::string> older = team.KeepSome(random);
  team.KeepSome(random);
  const auto& [path, contents] =
      *std::next(older.begin(), random.Below(older.size()));
  WriteOrDie(path, contents);
  return team.Judge(team.SolveAndKeep(), kNamedByA);
}

// A rank cannot write, and then it can.
Missed ObstructA(const TeamA& team, Random& random) {
  const std::string obstacle = absl::StrCat(
      team.folder, kNamedByA, random.Below(team.count), ".of.", team.count);
  fs::create_directories(obstacle);
  const TeamA::Outcome outcome = team.SolveAndKeep();
  fs::remove(obstacle);
  const Missed missed = team.Judge(outcome, obstacle);
  return missed ? missed : team.Judge(team.SolveAndKeep(), "");
}

// ---- Solver B ----

struct TeamB : Team {
  TeamB(const Workplace& workplace, const Samples& samples, Random& random)
      : Team(workplace, samples, random),
        board(solver_b::MakeGame(sample.rules)),
        space(board) {}

  Outcome Solve(LocalRanks& ranks, solver_b::RunOptions options = {}) const {
    options.table = folder + "/table";
    options.rules = sample.rules;
    // All that was sent has come when somebody waits for it.
    options.patience = std::chrono::milliseconds(20);
    return SolveOnRanks(ranks, space, options);
  }

  // Keeps every level, or goes on from the last.
  Outcome SolveAndKeep(
      std::function<absl::Status(int)> on_level = nullptr) const {
    LocalRanks ranks(count);
    return Solve(ranks, {.table = {},
                         .on_level = std::move(on_level),
                         .checkpoints = folder + "/kept"});
  }

  // Keeps levels before this one, if there are so many.
  void SolveUntil(int level) const {
    SolveAndKeep([level](int plies) {
      return plies < level ? absl::OkStatus() : absl::AbortedError("enough");
    });
  }

  Missed Judge(const Outcome& outcome, absl::string_view words,
               bool may_be_right = true) const {
    return Team::Judge(outcome.statuses[0].message(), outcome.table,
                       sample.table_b, words, may_be_right);
  }

  const solver_b::Board board;
  const solver_b::Space space;
};

// What comes instead of a message.
using Tamper = std::vector<std::string> (*)(Random& random,
                                            const std::string& message);

std::vector<std::string> Flip(Random& random, const std::string& message) {
  std::string bytes = message;
  random.OneOf(bytes) ^= 1 << random.Below(8);
  return {bytes};
}
std::vector<std::string> Lose(Random&, const std::string&) { return {}; }
std::vector<std::string> Double(Random&, const std::string& message) {
  return {message, message};
}
std::vector<std::string> Tear(Random& random, const std::string& message) {
  return {message.substr(0, random.Below(message.size()))};
}

// One message between two ranks is tampered with.
Missed Strike(const TeamB& team, Random& random, Tamper tamper,
              absl::string_view words) {
  const uint32_t to = random.Below(team.count);
  const uint32_t from = (to + 1 + random.Below(team.count - 1)) % team.count;
  while (true) {
    const uint64_t number = random.Below(100);
    uint64_t left = number;
    bool struck = false;
    LocalRanks ranks(team.count, [&](uint32_t sender, uint32_t receiver,
                                     const std::string& message) {
      if (struck || sender != from || receiver != to || left-- > 0) {
        return std::vector{message};
      }
      struck = true;
      return tamper(random, message);
    });
    const Outcome outcome = team.Solve(ranks);
    // There may have been fewer messages.  Of one of the last, nobody may hear
    // before the table is complete.
    if (struck) return team.Judge(outcome, words, number >= 30);
  }
}

Missed Slow(const TeamB& team, Random& random) {
  LocalRanks ranks(team.count);
  ranks.SlowDown(random.Below(team.count));
  return team.Judge(team.Solve(ranks), "");
}

Missed Reorder(const TeamB& team, Random&) {
  LocalRanks ranks(team.count);
  ranks.Reorder();
  return team.Judge(team.Solve(ranks), "");
}

// The level that ranks go on from is spoilt.
Missed SpoilKept(const TeamB& team, Random& random, Spoil spoil) {
  team.SolveUntil(1 + random.Below(3));
  SpoilOne(random, team.Kept(), spoil);
  return team.Judge(team.SolveAndKeep(), "cannot go on from ");
}

// One of the files is from the level before.
Missed LeaveOlder(const TeamB& team, Random& random) {
  team.SolveUntil(1);
  const std::map<std::string, std::string> older = team.Kept();
  team.SolveUntil(2);
  const std::map<std::string, std::string> newer = team.Kept();
  const uint64_t which = random.Below(newer.size());
  WriteOrDie(std::next(newer.begin(), which)->first,
             std::next(older.begin(), which)->second);
  return team.Judge(team.SolveAndKeep(), "cannot go on from ", false);
}

// A rank cannot write the next level, and then it can.
Missed ObstructARank(const TeamB& team, Random& random) {
  team.SolveUntil(1);
  const std::string obstacle =
      absl::StrCat(team.folder, "/kept/checkpoint.level_1.rank_",
                   random.Below(team.count), "_of_", team.count);
  fs::create_directory(obstacle);
  const Missed missed = team.Judge(team.SolveAndKeep(), "cannot write ", false);
  fs::remove(obstacle);
  return missed ? missed : team.Judge(team.SolveAndKeep(), "");
}

}  // namespace

void AddRankFaults(const Workplace& workplace, const Samples& samples,
                   std::vector<Kind>& kinds) {
  const auto add_a = [&](const char* place, const char* name, auto plant) {
    kinds.push_back({place, name, "solver_a", [&, plant](Random& random) {
                       return plant(TeamA(workplace, samples, random), random);
                     }});
  };
  const auto add_b = [&](const char* place, const char* name, auto plant) {
    kinds.push_back({place, name, "solver_b", [&, plant](Random& random) {
                       return plant(TeamB(workplace, samples, random), random);
                     }});
  };
  const auto add_tampered = [&](const char* name, solver_a::Fault fault,
                                Tamper tamper, const char* words) {
    add_a("message", name, [fault](const TeamA& team, Random& random) {
      return StrikeA(team, random, fault);
    });
    add_b("message", name, [tamper, words](const TeamB& team, Random& random) {
      return Strike(team, random, tamper, words);
    });
  };
  using solver_a::Fault;
  add_tampered("a bit flipped", Fault::kFlip, Flip, " is damaged");
  add_tampered("cut short", Fault::kTear, Tear, " is ");
  add_tampered("lost", Fault::kLose, Lose, " has not come");
  add_tampered("doubled", Fault::kDouble, Double, " comes twice");
  add_a("message", "messages overtaking each other",
        [](const TeamA& team, Random& random) {
          return StrikeA(team, random, Fault::kReorder);
        });
  add_b("message", "messages overtaking each other", Reorder);
  add_b("message", "a slow rank", Slow);
  const auto add_spoilt = [&](const char* name, Spoil spoil) {
    add_a("checkpoint", name, [spoil](const TeamA& team, Random& random) {
      return SpoilKeptA(team, random, spoil);
    });
    add_b("checkpoint", name, [spoil](const TeamB& team, Random& random) {
      return SpoilKept(team, random, spoil);
    });
  };
  add_spoilt("a bit flipped", FlipABit);
  add_spoilt("cut short", CutShort);
  add_a("checkpoint", "one file of an earlier level", LeaveOlderA);
  add_b("checkpoint", "one file of the level before", LeaveOlder);
  add_a("checkpoint", "one that a rank cannot write", ObstructA);
  add_b("checkpoint", "one that a rank cannot write", ObstructARank);
}

}  // namespace teeko::faults
