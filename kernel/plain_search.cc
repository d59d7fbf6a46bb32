#include "kernel/plain_search.h"

#include <cstdint>
#include <utility>

namespace teeko::kernel {
namespace {

// All positions of a section, and the index of each successor in its section.
struct SectionGraph {
  SectionGraph(const Game& game, const Section& section) {
    for (uint64_t i = 0; i < section.positions; ++i) {
      positions.push_back(PositionAt(game, section, i));
      first.push_back(successors.size());
      ForEachSuccessor(game, positions[i], [&](Position successor) {
        successors.push_back(Index(game, successor));
      });
    }
    first.push_back(successors.size());
  }

  // Returns the value of each position.  `next` has the values of the section
  // of the successors.
  std::vector<Value> ValuesFrom(const Game& game, char letter,
                                const std::vector<Value>& next) const {
    std::vector<Value> values;
    std::vector<Value> choices;
    for (size_t i = 0; i < positions.size(); ++i) {
      choices.clear();
      for (size_t s = first[i]; s < first[i + 1]; ++s) {
        choices.push_back(next[successors[s]]);
      }
      values.push_back(ValueFrom(game, positions[i], letter, choices));
    }
    return values;
  }

  std::vector<Position> positions;
  std::vector<uint32_t> successors;
  // The successors of position i are successors[first[i]] to
  // successors[first[i + 1] - 1].
  std::vector<size_t> first;
};

}  // namespace

std::vector<std::vector<Value>> PlainSearch(
    const Game& game, const std::vector<Section>& sections) {
  std::vector<std::vector<Value>> values(sections.size());
  for (size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    const SectionGraph graph(game, section);
    if (!section.drops.empty()) {
      values[i] =
          graph.ValuesFrom(game, section.letter(), values[section.next]);
      continue;
    }
    // After n passes, the values of all positions that are decided within n
    // plies are right, and all others are draws.  Once a pass changes nothing,
    // no further pass would.
    std::vector<Value> after_pass(section.positions, kDraw);
    while (after_pass != values[i]) {
      values[i] = std::move(after_pass);
      after_pass = graph.ValuesFrom(game, section.letter(), values[i]);
    }
  }
  return values;
}

}  // namespace teeko::kernel
