// Prints how the kernel reads the rules: goals, neighbours, the first drops
// with each square banned, and successors and outcomes of random positions of
// every phase and style.  Coq's reading must
// print the same (bridge.ml).
//
//   bridge NUMBER_OF_POSITIONS

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernel/kernel.h"
#include "kernel/order.h"

namespace {

using namespace teeko::kernel;

void Print(const char* name, const Game& game, long positions,
           std::mt19937_64& random) {
  std::printf("goals %s", name);
  for (const Set goal : game.goals) {
    std::printf(" %llu", static_cast<unsigned long long>(goal));
  }
  std::printf("\n");
  const std::vector<Section> sections = Sections(
      game, {"SSSS", "SSSA", "SSAA", "SAAA", "AAAA", "AAAS", "AASS", "ASSS"});
  for (long i = 0; i < positions; ++i) {
    // Every other one has all its pieces.
    const Section& section =
        sections[i % 2 == 0 ? 0 : random() % sections.size()];
    const Position position =
        PositionAt(game, section, random() % section.positions);
    const bool mover_won = HasGoal(game, position.mover);
    const bool opponent_won = HasGoal(game, position.opponent);
    std::printf("%s %s %d %llu %llu %c %d %d", name,
                section.drops.empty() ? "-" : section.drops.c_str(),
                section.placed, static_cast<unsigned long long>(position.mover),
                static_cast<unsigned long long>(position.opponent),
                section.letter(), mover_won, opponent_won);
    std::vector<std::pair<Set, Set>> successors;
    ForEachSuccessor(game, position, [&](Position next) {
      successors.emplace_back(next.mover, next.opponent);
    });
    std::ranges::sort(successors);
    for (const auto& [mover, opponent] : successors) {
      std::printf(" %llu/%llu", static_cast<unsigned long long>(mover),
                  static_cast<unsigned long long>(opponent));
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long positions = argc == 2 ? std::atol(argv[1]) : 1000;
  std::mt19937_64 random(25);
  Rules rules = {.rows = 5, .columns = 5, .pieces = 4, .families = {}};
  rules.families = {{Family::kLine, 4}, {Family::kSquare, 1}};
  const Game standard = GameOf(rules);
  for (int i = 0; i < standard.squares; ++i) {
    std::printf("neighbours %d %llu\n", i + 1,
                static_cast<unsigned long long>(standard.neighbours[i]));
  }
  // The kernel has no ban; it only forbids one drop (docs/rules.md).
  for (int banned = 0; banned < standard.squares; ++banned) {
    std::printf("ban %d", banned + 1);
    ForEachSuccessor(standard, {}, [&](Position next) {
      if (next.opponent == Bit(banned)) return;
      std::printf(" %llu", static_cast<unsigned long long>(next.opponent));
    });
    std::printf("\n");
  }
  Print("Standard", standard, positions / 2, random);
  for (const int side : {2, 3, 4}) {
    rules.families.push_back({Family::kSquare, side});
  }
  Print("Advanced", GameOf(rules), positions - positions / 2, random);
}
