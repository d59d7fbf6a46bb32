#include "kernel/plain_search.h"

#include <cstdint>
#include <utility>

namespace teeko::kernel {
namespace {

// All positions of a section, and the index of each successor in the section of
// the successors.
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

  // Makes one pass: returns the value of each position, by the values that
  // `next` has for the section of the successors.
  std::vector<Value> Pass(const Game& game, char letter,
                          const std::vector<Value>& next) const {
    std::vector<Value> values;
    std::vector<Value> of_successors;
    for (size_t i = 0; i < positions.size(); ++i) {
      of_successors.clear();
      for (size_t s = first[i]; s < first[i + 1]; ++s) {
        of_successors.push_back(next[successors[s]]);
      }
      values.push_back(ValueFrom(game, positions[i], letter, of_successors));
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
      values[i] = graph.Pass(game, section.letter(), values[section.next]);
      continue;
    }
    // After n passes, every win and loss with a distance less than n has its
    // value, and all other positions without a goal are draws.  A pass that
    // changes nothing is the last, because all further passes would give the
    // same values.
    values[i].assign(section.positions, kDraw);
    bool changed = true;
    while (changed) {
      std::vector<Value> after = graph.Pass(game, section.letter(), values[i]);
      changed = after != values[i];
      values[i] = std::move(after);
    }
  }
  return values;
}

}  // namespace teeko::kernel
