#include "verify/plain_search.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "verify/order.h"

namespace teeko::verify {
namespace {

using kernel::Game;
using kernel::Position;
using kernel::Section;
using kernel::Value;

// All positions of a section, with the indices of their successors in the next.
struct Tree {
  Tree(const Game& game, const Section& section) {
    for (uint64_t i = 0; i < section.positions; ++i) {
      positions.push_back(kernel::PositionAt(game, section, i));
      first.push_back(successors.size());
      kernel::ForEachSuccessor(game, positions[i], [&](Position successor) {
        successors.push_back(kernel::Index(game, successor));
      });
    }
    first.push_back(successors.size());
  }

  // Values of all positions one ply further back than `next`.
  std::vector<Value> Before(const Game& game, char letter,
                            const std::vector<Value>& next) const {
    std::vector<Value> values;
    std::vector<Value> choices;
    for (size_t i = 0; i < positions.size(); ++i) {
      choices.clear();
      for (size_t s = first[i]; s < first[i + 1]; ++s) {
        choices.push_back(next[successors[s]]);
      }
      values.push_back(kernel::ValueFrom(game, positions[i], letter, choices));
    }
    return values;
  }

  std::vector<Position> positions;
  std::vector<uint32_t> successors;
  std::vector<size_t> first;  // of each position's successors, and the end
};

}  // namespace

Table PlainSearch(const Game& game, const std::vector<std::string>& styles) {
  const std::vector<Section> sections = kernel::Sections(game, styles);
  std::vector<std::vector<Value>> values(sections.size());
  for (size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    const Tree tree(game, section);
    if (!section.drops.empty()) {
      values[i] = tree.Before(game, section.letter(), values[section.next]);
      continue;
    }
    // Looks one ply further ahead at a time, and takes what is undecided within
    // as many for drawn, until another ply changes nothing.
    std::vector<Value> ahead(section.positions, kernel::kDraw);
    while (ahead != values[i]) {
      values[i] = std::move(ahead);
      ahead = tree.Before(game, section.letter(), values[i]);
    }
  }

  int longest = 0;
  for (const Value value : values[0]) {
    if (value != kernel::kNoValue) longest = std::max(longest, value - 1);
  }
  Table table = {.value_bytes = longest + 2 * game.pieces <= 253 ? 1 : 2,
                 .sections = sections,
                 .payloads = {}};
  for (size_t i = 0; i < sections.size(); ++i) {
    table.payloads.emplace_back(sections[i].positions * table.value_bytes);
    for (uint64_t index = 0; index < sections[i].positions; ++index) {
      table.SetValueAt(i, index, values[i][index]);
    }
  }
  return table;
}

Table Widened(const Table& table) {
  Table wide = {.value_bytes = 2, .sections = table.sections, .payloads = {}};
  for (size_t i = 0; i < table.sections.size(); ++i) {
    wide.payloads.emplace_back(2 * table.sections[i].positions);
    for (uint64_t j = 0; j < table.sections[i].positions; ++j) {
      wide.SetValueAt(i, j, table.ValueAt(i, j));
    }
  }
  return wide;
}

uint64_t Positions(const Table& table) {
  uint64_t positions = 0;
  for (const Section& section : table.sections) positions += section.positions;
  return positions;
}

}  // namespace teeko::verify
