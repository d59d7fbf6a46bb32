#include "verify/scored_table_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "absl/types/span.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/table_writer.h"

namespace teeko::verify {

std::vector<ScoredPart> PlainScoredParts(const Rules& rules) {
  const kernel::ScoredGame game = kernel::ScoredGameOf(rules);
  const auto sections = kernel::SectionsOf(game.game, rules);
  std::vector<ScoredPart> parts;
  for (int t = 1; t <= kernel::LargestScore(game); ++t) {
    const auto values = kernel::PlainThresholdSearch(game, t, sections);
    for (size_t i = 0; i < sections.size(); ++i) {
      for (const bool attacker_moves : {true, false}) {
        const int attackers = attacker_moves ? sections[i].mover_pieces
                                             : sections[i].opponent_pieces;
        const auto& all = values[i][attacker_moves];
        const uint64_t sets = kernel::Choose(game.game.squares, attackers);
        const uint64_t in_set = all.size() / sets;
        ScoredPart& part =
            parts.emplace_back(ScoredPart{t, sections[i], attacker_moves, {}});
        for (uint64_t rank = 0; rank < sets; ++rank) {
          const kernel::Set set = kernel::Unrank(rank, attackers);
          const bool smallest = std::ranges::all_of(
              game.game.symmetries, [&](const std::vector<int>& symmetry) {
                return kernel::Image(symmetry, set) >= set;
              });
          if (!smallest) continue;
          part.values.insert(part.values.end(), all.begin() + rank * in_set,
                             all.begin() + (rank + 1) * in_set);
        }
      }
    }
  }
  return parts;
}

proto::TableReader WriteScoredTable(const Rules& rules,
                                    const std::vector<ScoredPart>& parts,
                                    const std::string& writer) {
  const std::string path = testing::TempDir() + "/" + writer;
  auto table = *proto::TableWriter::Create(path, rules, writer, 1);
  for (const ScoredPart& part : parts) {
    const auto fill = [&](uint64_t first, absl::Span<uint8_t> out) {
      std::copy_n(part.values.begin() + first, out.size(), out.begin());
    };
    table->SetThreshold(part.threshold, part.attacker_moves);
    EXPECT_TRUE(table
                    ->WriteSection(part.section.placed, part.section.drops,
                                   part.values.size(), fill)
                    .ok());
  }
  EXPECT_TRUE(table->Finish().ok());
  return *proto::TableReader::Open(path);
}

}  // namespace teeko::verify
