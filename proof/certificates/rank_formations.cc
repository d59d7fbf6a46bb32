// The program rank_formations: lists formations for a certificate of scores,
// the most useful first, for find_formations.py.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/program.h"
#include "base/status.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/table_reader.h"
#include "verify/symmetry.h"

ABSL_FLAG(std::string, table, "", "table of scored rules");
ABSL_FLAG(uint32_t, score, 0, "points that the Prover must score");
ABSL_FLAG(uint32_t, prevent, 0, "points that the Prover must prevent");

namespace teeko::proof {
namespace {

constexpr char kUsage[] =
    R"(Lists formations for a certificate of scores, the most useful first.

  rank_formations --table=FILE (--score=N | --prevent=N) > ORDER

The use of an orbit of formations is the number of placements with one of these
formations, and with the Skeptic to move, in which the table says that the
Prover succeeds.  Prints a formation of each orbit, without goals, for
find_formations.py.
)";

// A formation and, if the Prover is to score, its pattern.
using Formation = std::pair<kernel::Set, kernel::Pattern>;

// Returns the smallest image of a formation, to represent its orbit.
Formation Smallest(const kernel::Game& game, const Formation& formation) {
  Formation smallest = formation;
  for (const std::vector<int>& symmetry : game.symmetries) {
    smallest = std::min(
        smallest,
        {kernel::Image(symmetry, formation.first),
         formation.second.empty()
             ? kernel::Pattern()
             : kernel::Image(symmetry, formation.first, formation.second)});
  }
  return smallest;
}

// Returns the use of each orbit, by its smallest formation.  `values` are those
// of the placements with the Skeptic to move.
std::map<Formation, uint64_t> UsesByOrbit(
    const kernel::Game& game, bool scores,
    const std::vector<kernel::Pattern>& patterns,
    const std::vector<uint8_t>& values) {
  const uint64_t columns =
      kernel::Choose(game.squares - game.pieces, game.pieces);
  absl::flat_hash_map<Formation, uint64_t> uses;
  auto value = values.begin();
  for (const auto& [attacker, sets] :
       verify::SetOrbits(game, game.pieces).orbits) {
    for (const kernel::Pattern& pattern : patterns) {
      for (uint64_t c = 0; c < columns; ++c, ++value) {
        if (*value == kernel::kGameOver) continue;
        if (scores) {
          uses[{attacker, pattern}] += (*value != kernel::kFailure) * sets;
        } else {
          const kernel::Set defender =
              kernel::Expand(kernel::Unrank(c, game.pieces), attacker);
          uses[{defender, {}}] += (*value == kernel::kFailure) * sets;
        }
      }
    }
  }
  std::map<Formation, uint64_t> of_orbit;
  for (const auto& [formation, count] : uses) {
    of_orbit[Smallest(game, formation)] += count;
  }
  return of_orbit;
}

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"table"}));
  const bool scores = absl::GetFlag(FLAGS_score) > 0;
  const uint32_t threshold = std::max(absl::GetFlag(FLAGS_score),  //
                                      absl::GetFlag(FLAGS_prevent));
  ASSIGN_OR_RETURN(const auto table,
                   proto::TableReader::Open(absl::GetFlag(FLAGS_table)));
  const auto& sections = table.footer().sections();
  // The Skeptic is to move.
  const auto section = std::ranges::find_if(sections, [&](const auto& s) {
    return s.threshold() == threshold && s.drops().empty() &&
           s.attacker_moves() == !scores;
  });
  if (section == sections.end() ||
      scores == (absl::GetFlag(FLAGS_prevent) > 0)) {
    return absl::InvalidArgumentError(
        "expected --score or --prevent with points that the table has");
  }
  std::vector<uint8_t> values(section->positions());
  RETURN_IF_ERROR(
      table.ReadStored(section - sections.begin(), absl::MakeSpan(values), 0));

  const kernel::ScoredGame scored =
      kernel::ScoredGameOf(table.footer().rules());
  const kernel::Game& game = scored.game;
  const kernel::Pattern classes = kernel::AllClasses(scored, threshold);
  std::map<char, int> fewest_pips;  // of each class
  for (const int pips : scored.scoring.pips) {
    const char marker_class = kernel::ClassOf(scored, threshold, pips);
    const auto [found, is_new] = fewest_pips.emplace(marker_class, pips);
    found->second = std::min(found->second, pips);
  }
  std::vector<std::pair<uint64_t, Formation>> order;
  for (const auto& [formation, count] : UsesByOrbit(
           game, scores, kernel::Patterns(classes, game.pieces), values)) {
    order.emplace_back(count, formation);
  }
  std::ranges::sort(order, std::greater());
  for (const auto& [count, formation] : order) {
    const kernel::Pattern& pattern = formation.second;
    std::string line;
    int marker = 0;
    kernel::ForEachSquare(formation.first, [&](int square) {
      absl::StrAppend(&line, line.empty() ? "" : " ", square + 1);
      if (!pattern.empty()) {
        absl::StrAppend(&line, ":", fewest_pips.at(pattern[marker++]));
      }
    });
    std::cout << line << "\n";
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::proof

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::proof::kUsage,
                                  teeko::proof::Run);
}
