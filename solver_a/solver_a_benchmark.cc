// Measures the parts of solver A, in positions per second.

#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <string>

#include "base/processes.h"
#include "proto/rules_file.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/drop_phase.h"
#include "solver_a/move_phase.h"
#include "solver_a/simd.h"
#include "solver_a/threshold_game.h"

namespace teeko::solver_a {
namespace {

constexpr int64_t kPlacements = 75'710'250;

Rules MakeRules(bool advanced) {
  return *proto::ParseRules(
      std::string("name: 'x' rows: 5 columns: 5 pieces: 4 "
                  "goals { line { length: 4 } } goals { square { side: 1 } }") +
          (advanced
               ? "goals { square { side: 2 } } goals { square { side: 3 } }"
                 "goals { square { side: 4 } }"
               : ""),
      "benchmark");
}

base::Processes& Alone() {
  static base::Processes alone;
  return alone;
}

std::unique_ptr<DistributedSpill> NewSpill(const Game& game) {
  const size_t panels = Panels(game.holdings(0).size());
  return *DistributedSpill::Create("/tmp/solver_a_benchmark", {panels, panels},
                                   Alone());
}

void BM_Levels(benchmark::State& state) {
  const Game game(MakeRules(state.range(0) == 58), 0);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        SolveMovePhase(game, *NewSpill(game), [](int, uint64_t) {}));
  }
  state.SetItemsProcessed(state.iterations() * kPlacements);
}
BENCHMARK(BM_Levels)
    ->Arg(44)
    ->Arg(58)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void BM_Transpose(benchmark::State& state) {
  Tile tile, transposed;
  std::mt19937_64 random(1);
  for (Line& line : tile.lines) {
    for (uint64_t& word : line.words) word = random();
  }
  for (auto _ : state) {
    Simd().transpose(tile, transposed);
    benchmark::DoNotOptimize(transposed);
  }
  state.SetItemsProcessed(state.iterations() * kLineBits * kLineBits);
}
BENCHMARK(BM_Transpose);

// Solves all sections of the eight styles with drops to come.
void BM_DropPhase(benchmark::State& state) {
  const Rules rules = MakeRules(false);
  const Game game(rules, 0);
  const std::unique_ptr<DistributedSpill> spill = NewSpill(game);
  if (!SolveMovePhase(game, *spill, [](int, uint64_t) {}).ok()) {
    state.SkipWithError("failed");
    return;
  }
  for (auto _ : state) {
    const absl::Status status = SolveDropPhase<uint8_t>(
        rules, game, *spill, Alone(),
        [](int, const std::string&, bool, RowReader<uint8_t>) {
          return absl::OkStatus();
        });
    if (!status.ok()) state.SkipWithError("failed");
  }
  state.SetItemsProcessed(state.iterations() * 43'207'008);
}
BENCHMARK(BM_DropPhase)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace teeko::solver_a
