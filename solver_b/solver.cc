#include "solver_b/solver.h"

#include <algorithm>
#include <set>
#include <utility>

#include "solver_b/drop_phase.h"
#include "solver_b/move_phase.h"
#include "solver_b/set_index.h"

namespace teeko::solver_b {
namespace {

// The program, its threads, and the chunks on their way into the file.
constexpr double kFixedBytes = 20e6;

// A section without its values.
struct SectionName {
  int placed;
  std::string drops;
};

// The sections with drops to come, in the order of the table.
std::vector<SectionName> DropSections(const Rules& rules) {
  std::vector<SectionName> names;
  for (int placed = 2 * rules.pieces() - 1; placed >= 0; --placed) {
    std::set<std::string> drops;
    for (const std::string& style : rules.styles()) {
      drops.insert(style.substr(placed / 2));
    }
    for (const std::string& letters : drops) names.push_back({placed, letters});
  }
  return names;
}

// The section to which the next drop leads.  Both sides' k-th drops have the
// same letter: after the second of the two it has been used.
SectionName After(const SectionName& name) {
  return {name.placed + 1,
          name.placed % 2 == 0 ? name.drops : name.drops.substr(1)};
}

const SolvedSection& Find(const std::vector<SolvedSection>& sections,
                          const SectionName& name) {
  return *std::find_if(
      sections.begin(), sections.end(), [&name](const SolvedSection& section) {
        return section.placed == name.placed && section.drops == name.drops;
      });
}

// What SectionIndex::size() will be.
double CountPlaces(const Board& board, int placed) {
  return CountSetClasses(board, placed / 2) *
         kBinomials[board.squares() - placed / 2][(placed + 1) / 2];
}

}  // namespace

int ValueBytes(int longest, int pieces) {
  return longest + 2 * pieces <= 253 ? 1 : 2;
}

uint64_t EstimateMemoryBytes(const Board& board, const Rules& rules) {
  double bytes = kFixedBytes;
  for (int size = 0; size <= board.pieces(); ++size) {
    // Once as a number and once as a member of a class.
    bytes += kBinomials[board.squares()][size] * 16.0 +
             CountSetClasses(board, size) * sizeof(SetClasses::Class);
  }
  double drops = 0;
  for (const SectionName& name : DropSections(rules)) {
    drops += CountPlaces(board, name.placed) * sizeof(Value);
  }
  const double places = CountPlaces(board, 2 * board.pieces());
  bytes += std::max(places * kMovePhaseBytes, places * sizeof(Value) + drops);
  constexpr uint64_t kLimit = uint64_t{1} << 63;
  return bytes < static_cast<double>(kLimit) ? bytes : kLimit;
}

absl::StatusOr<Solution> Solve(const Space& space, const Rules& rules,
                               Progress& progress) {
  const int all_pieces = 2 * space.board().pieces();
  const auto positions = [&space](const SectionName& name) {
    return space.section(name.placed).positions();
  };
  Solution solution;

  progress.StartPhase("levels");
  absl::StatusOr<MovePhaseValues> moves = SolveMovePhase(space, progress);
  if (!moves.ok()) return moves.status();
  solution.value_bytes = ValueBytes(moves->longest, space.board().pieces());
  solution.sections.push_back({all_pieces, "", std::move(moves->values)});

  const std::vector<SectionName> names = DropSections(rules);
  uint64_t total = 0;
  for (const SectionName& name : names) total += positions(name);
  progress.StartPhase("drop phase", total);
  uint64_t done = 0;
  for (const SectionName& name : names) {
    const SolvedSection& next = Find(solution.sections, After(name));
    solution.sections.push_back(
        {name.placed, name.drops,
         SolveDrop(space, name.placed, name.drops[0], next.values)});
    done += positions(name);
    progress.Update(done);
  }
  return solution;
}

}  // namespace teeko::solver_b
