#include "verify/table.h"

#include <algorithm>

#include "kernel/plain_search.h"

namespace teeko::verify {

Table PlainTable(const kernel::Game& game,
                 const std::vector<std::string>& styles) {
  Table table = {.value_bytes = 1,
                 .sections = kernel::Sections(game, styles),
                 .payloads = {}};
  const std::vector<std::vector<kernel::Value>> values =
      kernel::PlainSearch(game, table.sections);
  int longest = 0;
  for (const kernel::Value value : values[0]) {
    if (value != kernel::kNoValue) longest = std::max(longest, value - 1);
  }
  if (longest + 2 * game.pieces > 253) table.value_bytes = 2;
  for (size_t i = 0; i < values.size(); ++i) {
    table.payloads.emplace_back(values[i].size() * table.value_bytes);
    for (uint64_t index = 0; index < values[i].size(); ++index) {
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
  for (const kernel::Section& section : table.sections) {
    positions += section.positions;
  }
  return positions;
}

}  // namespace teeko::verify
