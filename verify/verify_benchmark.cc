// Measures the speed of the symmetry and consistency checks, in positions per
// second, on all sections of Standard Teeko.  The table has only draws, because
// the values hardly affect the speed.

#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "benchmark/benchmark.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "proto/rules_file.h"
#include "verify/consistency.h"
#include "verify/symmetry.h"
#include "verify/table_for_test.h"

namespace teeko::verify {
namespace {

struct Sample {
  kernel::Game game;
  Table table;
};

const Sample& AllDraws() {
  static const Sample* const sample = [] {
    const auto rules = proto::ReadRulesFile("corpus/rules/standard.textproto");
    if (!rules.ok()) {
      std::cerr << rules.status() << "\n";
      std::exit(1);
    }
    const kernel::Game game = kernel::GameOf(*rules);
    Table table = {.value_bytes = 1,
                   .sections = kernel::SectionsOf(game, *rules),
                   .payloads = {}};
    for (const kernel::Section& section : table.sections) {
      table.payloads.emplace_back(section.positions, kernel::kDraw);
    }
    return new Sample{game, table};
  }();
  return *sample;
}

void BM_Consistency(benchmark::State& state) {
  const auto& [game, table] = AllDraws();
  const ReducedTable reduced = table.Reduced(game);
  for (auto _ : state) {
    for (size_t i = 0; i < table.sections.size(); ++i) {
      benchmark::DoNotOptimize(CheckConsistency(reduced, i, [](uint64_t) {}));
    }
  }
  state.SetItemsProcessed(state.iterations() * Positions(table));
}
BENCHMARK(BM_Consistency)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_Symmetry(benchmark::State& state) {
  const auto& [game, table] = AllDraws();
  for (auto _ : state) {
    benchmark::DoNotOptimize(table.Reduced(game));
  }
  state.SetItemsProcessed(state.iterations() * Positions(table));
}
BENCHMARK(BM_Symmetry)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace teeko::verify
