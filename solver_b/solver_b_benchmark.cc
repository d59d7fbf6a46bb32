// Measures the parts of solver B on Standard Teeko, in positions per second:
// ./bazelw run -c opt //solver_b:solver_b_benchmark

#include <tbb/global_control.h>

#include <cstdint>
#include <vector>

#include "benchmark/benchmark.h"
#include "solver_b/board.h"
#include "solver_b/native.h"
#include "solver_b/on_threads.h"
#include "solver_b/phases.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"

namespace teeko::solver_b {
namespace {

const Board& StandardBoard() {
  static const Board* const board = new Board(
      Game{.rows = 5,
           .columns = 5,
           .pieces = 4,
           .goals = {{GoalFamily::kLine, 4}, {GoalFamily::kSquare, 1}},
           .styles = {"SSSS"}});
  return *board;
}

const Space& StandardSpace() {
  static const Space* const space = new Space(StandardBoard());
  return *space;
}

void BM_MakeSpace(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Space(StandardBoard()));
}
BENCHMARK(BM_MakeSpace)->Unit(benchmark::kMillisecond);

void BM_Rank(benchmark::State& state) {
  const SetIndex& columns = StandardSpace().section(8).columns();
  for (auto _ : state) {
    for (uint64_t rank = 0; rank < columns.count(); ++rank) {
      benchmark::DoNotOptimize(Rank(columns.Unrank(rank)));
    }
  }
  state.SetItemsProcessed(state.iterations() * columns.count());
}
BENCHMARK(BM_Rank);

// The argument of the benchmarks below is the number of threads.  Rates count
// all positions of the section, including symmetric ones.
tbb::global_control Threads(const benchmark::State& state) {
  return tbb::global_control(tbb::global_control::max_allowed_parallelism,
                             state.range(0));
}

void BM_Levels(benchmark::State& state) {
  const tbb::global_control threads = Threads(state);
  const Space& space = StandardSpace();
  Exchange alone;
  for (auto _ : state) {
    benchmark::DoNotOptimize(SolveMovePhase(
        space, 1, OnThreads, [](LevelState&) {}, alone));
  }
  state.SetItemsProcessed(state.iterations() * space.section(8).positions());
}
BENCHMARK(BM_Levels)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void BM_LastDrop(benchmark::State& state) {
  const tbb::global_control threads = Threads(state);
  const Space& space = StandardSpace();
  const Values next =
      std::vector<uint8_t>(space.section(8).size(), DecidedIn(0));
  Exchange alone;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        SolveDrop(space, 7, 'S', kAttacker, next, OnThreads, alone));
  }
  state.SetItemsProcessed(state.iterations() * space.section(7).positions());
}
BENCHMARK(BM_LastDrop)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void BM_FillPayload(benchmark::State& state) {
  const Space& space = StandardSpace();
  const SectionIndex& section = space.section(8);
  const Values values = std::vector<uint8_t>(section.size());
  std::vector<uint8_t> payload(1 << 16);
  uint64_t first = 0;
  for (auto _ : state) {
    FillPayload(section, values, first, payload);
    first = (first + payload.size()) % (section.positions() - payload.size());
  }
  state.SetItemsProcessed(state.iterations() * payload.size());
}
BENCHMARK(BM_FillPayload);

}  // namespace
}  // namespace teeko::solver_b
