#include "verify/table_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "absl/types/span.h"
#include "kernel/plain_search.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/table_writer.h"

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

Table PlainTable(const Rules& rules) {
  if (!rules.has_scoring()) {
    return PlainTable(kernel::GameOf(rules),
                      {rules.styles().begin(), rules.styles().end()});
  }
  Table table = {1, {}, {}};
  const kernel::ScoredGame game = kernel::ScoredGameOf(rules);
  const auto sections = kernel::SectionsOf(game.game, rules);
  for (int t = 1; t <= kernel::LargestScore(game); ++t) {
    const auto values = kernel::PlainThresholdSearch(game, t, sections);
    for (size_t i = 0; i < sections.size(); ++i) {
      for (const bool attacker_moves : {true, false}) {
        const int attackers = attacker_moves ? sections[i].mover_pieces
                                             : sections[i].opponent_pieces;
        const auto& all = values[i][attacker_moves];
        const uint64_t sets = kernel::Choose(game.game.squares, attackers);
        const uint64_t in_set = all.size() / sets;
        std::vector<uint8_t>& payload = table.payloads.emplace_back();
        for (uint64_t rank = 0; rank < sets; ++rank) {
          const kernel::Set set = kernel::Unrank(rank, attackers);
          const bool smallest = std::ranges::all_of(
              game.game.symmetries, [&](const std::vector<int>& symmetry) {
                return kernel::Image(symmetry, set) >= set;
              });
          if (!smallest) continue;
          payload.insert(payload.end(), all.begin() + rank * in_set,
                         all.begin() + (rank + 1) * in_set);
        }
        table.sections.push_back(sections[i]);
        table.sections.back().positions = payload.size();
        table.games.emplace_back(t, attacker_moves);
      }
    }
  }
  return table;
}

proto::TableReader WriteTable(const std::string& path, const Rules& rules,
                              const Table& table, const std::string& writer,
                              bool reduced) {
  auto file = *proto::TableWriter::Create(path, rules, writer,
                                          table.value_bytes, reduced);
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const kernel::Section& section = table.sections[i];
    if (!table.games.empty()) {
      file->SetThreshold(table.games[i].first, table.games[i].second);
    }
    const absl::Status status = file->WriteSection(
        section.placed, section.drops, section.positions,
        [&](uint64_t first, absl::Span<uint8_t> out) {
          std::copy_n(table.payloads[i].begin() + first * table.value_bytes,
                      out.size(), out.begin());
        });
    EXPECT_TRUE(status.ok()) << status;
  }
  EXPECT_TRUE(file->Finish().ok());
  return *proto::TableReader::Open(path);
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
