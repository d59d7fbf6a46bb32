// Measures how long a probe takes, for chunks that are already unpacked and for
// chunks that are not.
//
//   ./bazelw run //game:tablebase_benchmark

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "game/tablebase.h"

namespace teeko {
namespace {

constexpr char kOut[] = "game/out_for_test";

// Returns possible positions with all pieces placed.
std::vector<Position> SomePositions(const Game& game) {
  std::mt19937_64 random(1);
  std::vector<Position> positions;
  while (positions.size() < 10'000) {
    const Position position = game.PositionAt(
        {.section = 0, .index = random() % game.sections()[0].positions},
        Colour::kBlack);
    if (game.Check(position).ok()) positions.push_back(position);
  }
  return positions;
}

void Open(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(Tablebase::Open(kOut, "standard"));
  }
}
BENCHMARK(Open)->Unit(benchmark::kMicrosecond);

// Measures the first probe after opening, without the time for opening.
void ColdProbe(benchmark::State& state) {
  std::vector<Position> positions;
  size_t i = 0;
  for (auto _ : state) {
    state.PauseTiming();
    {
      const Tablebase tablebase = *Tablebase::Open(kOut, "standard");
      if (positions.empty()) positions = SomePositions(tablebase.game());
      state.ResumeTiming();
      benchmark::DoNotOptimize(
          tablebase.Probe(positions[i++ % positions.size()]));
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
}
BENCHMARK(ColdProbe)->Unit(benchmark::kMicrosecond);

template <typename Ask>
void AskWarm(benchmark::State& state, Ask ask) {
  const Tablebase tablebase = *Tablebase::Open(kOut, "standard");
  const std::vector<Position> positions = SomePositions(tablebase.game());
  for (const Position& position : positions) ask(tablebase, position);
  size_t i = 0;
  for (auto _ : state) {
    ask(tablebase, positions[i++ % positions.size()]);
  }
}

void WarmProbe(benchmark::State& state) {
  AskWarm(state, [](const Tablebase& tablebase, const Position& position) {
    benchmark::DoNotOptimize(tablebase.Probe(position));
  });
}
BENCHMARK(WarmProbe)->Unit(benchmark::kNanosecond);

void WarmSuccessors(benchmark::State& state) {
  AskWarm(state, [](const Tablebase& tablebase, const Position& position) {
    benchmark::DoNotOptimize(tablebase.Successors(position));
  });
}
BENCHMARK(WarmSuccessors)->Unit(benchmark::kNanosecond);

}  // namespace
}  // namespace teeko
