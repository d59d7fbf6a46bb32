// Faults between the ranks of solver B, which are threads here, and in the
// levels that they keep.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "audit/faults/kinds.h"
#include "solver_b/local_ranks_for_test.h"
#include "solver_b/native.h"
#include "stage/files.h"

namespace teeko::faults {
namespace {

namespace fs = std::filesystem;

using solver_b::LocalRanks;
using solver_b::Outcome;

// Some ranks, a board for them, and a folder for what they write.
struct Team {
  Team(const Workplace& workplace, const Samples& samples, Random& random)
      : sample(AnySample(samples, random)),
        board(solver_b::MakeGame(sample.rules)),
        space(board),
        count(2 + random.Below(3)),
        folder(workplace.NewPath()) {
    fs::create_directory(folder);
  }
  ~Team() { fs::remove_all(folder); }

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

  // The files that are kept, by path.
  std::map<std::string, std::string> Kept() const {
    std::map<std::string, std::string> files;
    for (const auto& file : fs::directory_iterator(folder + "/kept")) {
      files[file.path()] = *ReadFile(file.path());
    }
    return files;
  }

  // Caught if there is no table and rank 0 says these words, if any are given;
  // or if the table is the right one, unless that cannot be.
  Missed Judge(const Outcome& outcome, absl::string_view words,
               bool may_be_right = true) const {
    const std::string said(outcome.statuses[0].message());
    if (outcome.table.empty()
            ? !words.empty() && absl::StrContains(said, words)
            : may_be_right &&
                  outcome.table == *ReadFile(sample.table_b.path())) {
      return std::nullopt;
    }
    return absl::StrCat(sample.name(), ", ", count,
                        " ranks: ", outcome.table.empty() ? "no" : "a",
                        " table, ", said);
  }

  const Sample& sample;
  const solver_b::Board board;
  const solver_b::Space space;
  const uint32_t count;
  const std::string folder;
};

// ---- Messages ----

// What comes instead of a message.
using Fate = std::vector<std::string> (*)(Random& random,
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

// One message between two ranks has this fate.
Missed Strike(const Team& team, Random& random, Fate fate,
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
      return fate(random, message);
    });
    const Outcome outcome = team.Solve(ranks);
    // There may have been fewer messages.  Of one of the last, nobody may hear
    // before the table is complete.
    if (struck) return team.Judge(outcome, words, number >= 30);
  }
}

Missed Slow(const Team& team, Random& random) {
  LocalRanks ranks(team.count);
  ranks.SlowDown(random.Below(team.count));
  return team.Judge(team.Solve(ranks), "");
}

Missed Reorder(const Team& team, Random&) {
  LocalRanks ranks(team.count);
  ranks.Reorder();
  return team.Judge(team.Solve(ranks), "");
}

// ---- What is kept ----

// The level that ranks go on from is spoilt.
Missed SpoilKept(const Team& team, Random& random,
                 void (*spoil)(Random& random, std::string& contents)) {
  team.SolveUntil(1 + random.Below(3));
  std::map<std::string, std::string> kept = team.Kept();
  auto& [path, contents] = *std::next(kept.begin(), random.Below(kept.size()));
  spoil(random, contents);
  WriteOrDie(path, contents);
  return team.Judge(team.SolveAndKeep(), "cannot go on from ");
}

void FlipABit(Random& random, std::string& contents) {
  random.OneOf(contents) ^= 1 << random.Below(8);
}
void CutShort(Random& random, std::string& contents) {
  contents.resize(random.Below(contents.size()));
}

// One of the files is from the level before.
Missed LeaveOlder(const Team& team, Random& random) {
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
Missed ObstructARank(const Team& team, Random& random) {
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
  const auto add = [&](const char* place, const char* name, auto plant) {
    kinds.push_back({place, name, "solver_b", [&, plant](Random& random) {
                       return plant(Team(workplace, samples, random), random);
                     }});
  };
  const auto add_fate = [&](const char* name, Fate fate, const char* words) {
    add("message", name, [fate, words](const Team& team, Random& random) {
      return Strike(team, random, fate, words);
    });
  };
  add_fate("a bit flipped", Flip, " is damaged");
  add_fate("cut short", Tear, " is ");
  add_fate("lost", Lose, " has not come");
  add_fate("doubled", Double, " comes twice");
  add("message", "messages overtaking each other", Reorder);
  add("message", "a slow rank", Slow);
  const auto add_spoilt = [&](const char* name, auto spoil) {
    add("checkpoint", name, [spoil](const Team& team, Random& random) {
      return SpoilKept(team, random, spoil);
    });
  };
  add_spoilt("a bit flipped", FlipABit);
  add_spoilt("cut short", CutShort);
  add("checkpoint", "one file of the level before", LeaveOlder);
  add("checkpoint", "one that a rank cannot write", ObstructARank);
}

}  // namespace teeko::faults
