// Claim C9 a second time: how many drawn positions the four-move limit
// (game/RULES.md §5) turns into losses and wins.  README.md has the argument.

#include <tbb/global_control.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "game/orbit.h"
#include "stage/stage.h"
#include "studies/four_move_limit/second/bound.h"
#include "studies/four_move_limit/second/limit_game.h"
#include "studies/four_move_limit/second/plain.h"

ABSL_FLAG(std::string, table, "", "the values of the plain game");
ABSL_FLAG(bool, bounds, true, "leave out what the bounds decide");
ABSL_FLAG(teeko::Threads, threads, teeko::DefaultThreads(), "1 to 1024");

namespace teeko::studies::second {
namespace {

using kernel::Value;

constexpr char kUsage[] =
    R"(second: counts what the four-move limit makes of drawn positions.

  second --table=FILE

Prints a line for each wording: how many positions with all pieces placed that
are drawn in the plain game are lost, and how many won, by the side to move in
the game with the limit.  Nobody has moved yet in them.

  --table=FILE   the values of the plain game (proto/README.md), which are taken
                 on trust
  --nobounds     lay out all states that can arise: for tiny boards
  --threads=N    1 to 1024; all that this process may use if left out
  --help         this text

Exit status: 0 if both were counted, else 1 and a line on stderr.
)";

// W follows the plain table.
bool Shortens(Value before, Value after) {
  return IsWin(before) && after == before - 1;
}

// L does not lose the plain game.
bool Holds(Value, Value after) { return !IsWin(after); }

void PrintCounts(const Plain& plain, Wording wording, const Bounds* bounds,
                 Progress& progress) {
  const std::string name =
      wording == Wording::kAmended ? "amended" : "original";
  progress.StartPhase(name);
  struct Draw {
    uint32_t state;
    bool w_moves;
    uint64_t positions;  // in the orbit
  };
  LimitGame limit_game(plain, wording, bounds);
  std::vector<Draw> draws;  // that are open
  for (const uint64_t index : plain.canonical) {
    if (plain.values[index] != kernel::kDraw) continue;
    const kernel::Position position = plain.At(index);
    for (const bool w_moves : {false, true}) {
      const State state = {position, w_moves};
      if (limit_game.Judge(state) == LimitGame::Verdict::kOpen) {
        draws.push_back({limit_game.Add(state), w_moves,
                         OrbitOf(plain.game, position).size()});
      }
    }
  }
  limit_game.Solve(progress);

  uint64_t lost = 0;
  uint64_t won = 0;
  for (const auto& [state, w_moves, positions] : draws) {
    if (limit_game.Won(state)) (w_moves ? won : lost) += positions;
  }
  std::cout << plain.name << ": " << name << ": " << lost
            << " draws lost by the side to move, " << won
            << " won by the side to move" << std::endl;
}

absl::Status Run() {
  const std::string path = absl::GetFlag(FLAGS_table);
  const absl::Status status = RequireFlags({{"table", path}});
  if (!status.ok()) return status;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  absl::GetFlag(FLAGS_threads).count);

  const absl::StatusOr<Plain> plain = ReadPlain(path);
  if (!plain.ok()) return plain.status();
  Progress progress(absl::StrCat(plain->name, ": second"));
  std::optional<Bounds> bounds;
  if (absl::GetFlag(FLAGS_bounds)) {
    progress.StartPhase("bounds");
    bounds.emplace(Bounds{.sure = Bound(*plain, Shortens, progress),
                          .hope = Bound(*plain, Holds, progress)});
  }
  for (const Wording wording : {Wording::kOriginal, Wording::kAmended}) {
    PrintCounts(*plain, wording, bounds ? &*bounds : nullptr, progress);
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::studies::second

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::studies::second::kUsage,
                          teeko::studies::second::Run);
}
