// How many positions a second the parts of solver B go through, on standard
// Teeko: bazel run -c opt //solver_b:solver_b_benchmark

#include <tbb/global_control.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "proto/rules_file.h"
#include "solver_b/board.h"
#include "solver_b/drop_phase.h"
#include "solver_b/move_phase.h"
#include "solver_b/payload.h"
#include "solver_b/space.h"
#include "stage/stage.h"

namespace teeko::solver_b {
namespace {

const Board& StandardBoard() {
  static const Board* const board = new Board(
      *ParseRules("name: 'standard' rows: 5 columns: 5 pieces: 4 "
                  "goals { line { length: 4 } } goals { square { side: 1 } }",
                  "standard"));
  return *board;
}

const Space& StandardSpace() {
  static const Space* const space = new Space(StandardBoard());
  return *space;
}

// The same ones every time, with all pieces placed.
std::vector<Position> RandomPositions() {
  std::mt19937_64 random(1);
  std::vector<Position> positions(1 << 12);
  for (Position& position : positions) {
    position = {};
    while (std::popcount(position.mover) < 4) {
      position.mover |= SetOf(random() % 25);
    }
    while (std::popcount(position.opponent) < 4) {
      position.opponent |= SetOf(random() % 25) & ~position.mover;
    }
  }
  return positions;
}

void BM_MakeSpace(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Space(StandardBoard()));
}
BENCHMARK(BM_MakeSpace)->Unit(benchmark::kMillisecond);

// Finds where a position is up to symmetry.
void BM_Places(benchmark::State& state) {
  const SectionIndex& section = StandardSpace().section(8);
  const std::vector<Position> positions = RandomPositions();
  for (auto _ : state) {
    for (const Position& position : positions) {
      section.ForEachPlace(position, [&](uint64_t row, uint64_t column) {
        benchmark::DoNotOptimize(section.Index(row, column));
      });
    }
  }
  state.SetItemsProcessed(state.iterations() * positions.size());
}
BENCHMARK(BM_Places);

void BM_Predecessors(benchmark::State& state) {
  const std::vector<Position> positions = RandomPositions();
  const Neighbors& neighbors = StandardBoard().neighbors();
  int64_t predecessors = 0;
  for (auto _ : state) {
    for (const Position& position : positions) {
      ForEachMove(neighbors, position.opponent,
                  position.mover | position.opponent, [&](Set before) {
                    benchmark::DoNotOptimize(before);
                    ++predecessors;
                  });
    }
  }
  state.SetItemsProcessed(predecessors);
}
BENCHMARK(BM_Predecessors);

void BM_Rank(benchmark::State& state) {
  const SetIndex& columns = StandardSpace().section(8).columns();
  for (auto _ : state) {
    for (uint64_t rank = 0; rank < columns.count(); ++rank) {
      benchmark::DoNotOptimize(columns.Rank(columns.Unrank(rank)));
    }
  }
  state.SetItemsProcessed(state.iterations() * columns.count());
}
BENCHMARK(BM_Rank);

// The argument of these is the number of threads; rates count all positions
// of the section, symmetric ones apart.
tbb::global_control Threads(const benchmark::State& state) {
  return tbb::global_control(tbb::global_control::max_allowed_parallelism,
                             state.range(0));
}

void BM_Levels(benchmark::State& state) {
  const tbb::global_control threads = Threads(state);
  const Space& space = StandardSpace();
  Progress progress("benchmark");
  for (auto _ : state) {
    benchmark::DoNotOptimize(SolveMovePhase(space, progress));
  }
  state.SetItemsProcessed(state.iterations() * space.section(8).positions());
}
BENCHMARK(BM_Levels)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void BM_LastDrop(benchmark::State& state) {
  const tbb::global_control threads = Threads(state);
  const Space& space = StandardSpace();
  const std::vector<Value> next(space.section(8).size(), DecidedIn(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(SolveDrop(space, 7, 'S', next));
  }
  state.SetItemsProcessed(state.iterations() * space.section(7).positions());
}
BENCHMARK(BM_LastDrop)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void BM_FillPayload(benchmark::State& state) {
  const Space& space = StandardSpace();
  const SectionIndex& section = space.section(8);
  const std::vector<Value> values(section.size());
  std::vector<uint8_t> payload(1 << 16);
  uint64_t first = 0;
  for (auto _ : state) {
    FillPayload(section, values, 1, first, absl::MakeSpan(payload));
    first = (first + payload.size()) % (section.positions() - payload.size());
  }
  state.SetItemsProcessed(state.iterations() * payload.size());
}
BENCHMARK(BM_FillPayload);

}  // namespace
}  // namespace teeko::solver_b
