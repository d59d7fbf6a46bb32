// A table in memory, for tests.

#ifndef TEEKO_VERIFY_TABLE_FOR_TEST_H_
#define TEEKO_VERIFY_TABLE_FOR_TEST_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "teeko/proto/rules.pb.h"
#include "verify/checked_game.h"
#include "verify/symmetry.h"

namespace teeko::verify {

struct Table {
  int value_bytes;  // 1 or 2
  std::vector<kernel::Section> sections;
  // payloads[section] has value_bytes × positions bytes, in the order of
  // docs/formats.md.
  std::vector<std::vector<uint8_t>> payloads;
  // Only of scored rules, by section: the threshold, and whether the attacker
  // is to move.
  std::vector<std::pair<int, bool>> games = {};

  kernel::Value ValueAt(int section, uint64_t index) const {
    return proto::SectionValues::Decode(payloads[section].data(), value_bytes,
                                        index);
  }

  void SetValueAt(int section, uint64_t index, kernel::Value value) {
    uint8_t* const bytes = payloads[section].data() + index * value_bytes;
    bytes[0] = static_cast<uint8_t>(value);
    if (value_bytes == 2) bytes[1] = static_cast<uint8_t>(value >> 8);
  }

  // Sets the value of all images of a position under the game's symmetries.
  void SetImagesAt(const kernel::Game& game, int section, uint64_t index,
                   kernel::Value value) {
    const kernel::Position position =
        kernel::PositionAt(game, sections[section], index);
    for (const std::vector<int>& symmetry : game.symmetries) {
      SetValueAt(section,
                 kernel::Index(game, kernel::Image(symmetry, position)), value);
    }
  }

  // Returns the reduced table.
  ReducedTable Reduced(const kernel::Game& game) const {
    ReducedTable reduced(CheckedGame(game, sections), value_bytes);
    for (size_t i = 0; i < sections.size(); ++i) {
      reduced.Add(i, 0, payloads[i]);
    }
    return reduced;
  }
};

// Solves a game with kernel::PlainSearch and returns its table.  Values have
// one or two bytes, as docs/formats.md requires.
Table PlainTable(const kernel::Game& game,
                 const std::vector<std::string>& styles);

// Returns the right table of ordinary or scored rules.  Only for boards with at
// most a few thousand positions.
Table PlainTable(const Rules& rules);

// Writes a table, which names `writer` as the program that wrote it, and opens
// it.
proto::TableReader WriteTable(const std::string& path, const Rules& rules,
                              const Table& table, const std::string& writer,
                              bool reduced = false);

// Returns the same table with two bytes per value.
Table Widened(const Table& table);

// Returns the number of positions in all sections.
uint64_t Positions(const Table& table);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_TABLE_FOR_TEST_H_
