#include "solver_b/solver.h"

#include <algorithm>
#include <set>
#include <utility>

#include "solver_b/markers.h"
#include "solver_b/phases.h"
#include "solver_b/require.h"
#include "solver_b/set_index.h"

namespace teeko::solver_b {
namespace {

// Memory of the program, its threads, and chunks before they are written.
constexpr double kFixedBytes = 20e6;

// If there are several processes, each process needs memory for MPI and chunks
// of the table, and for the unsent updates to each other process.
constexpr double kProcessBytes = 20e6;
constexpr double kOtherProcessBytes = 1e6;

// Bytes per place of two frontiers, each of which needs one bit.
constexpr double kFrontierBytes = 0.25;

// Returns the sections with drops to come in the order of the table, without
// values and for one mover.
std::vector<SolvedSection> DropSections(const Game& game) {
  std::vector<SolvedSection> sections;
  for (int placed = 2 * game.pieces - 1; placed >= 0; --placed) {
    std::set<std::string> drops;
    for (const std::string& style : game.styles) {
      Require(style.size() == size_t(game.pieces) &&
                  style.find_first_not_of("SA") == std::string::npos,
              "a style has a letter S or A for each piece of a side");
      drops.insert(style.substr(placed / 2));
    }
    for (const std::string& letters : drops) {
      sections.push_back({placed, letters, {}});
    }
  }
  return sections;
}

// Returns an estimate of the number of orbits of sets of `size` squares.  By
// Burnside's lemma, it is a little more than the number of sets divided by the
// number of symmetries.
double CountSetOrbits(const Board& board, int size) {
  return 1.1 * kBinomials[board.squares()][size] / board.symmetries().size();
}

// Returns an estimate of SectionIndex::size() for all movers together.
double CountPlaces(const Board& board, const Markers& markers, int placed) {
  const int movers = placed / 2, opponents = placed - movers;
  double patterns = markers.patterns(movers).count();
  if (board.game().scoring) patterns += markers.patterns(opponents).count();
  return patterns * CountSetOrbits(board, movers) *
         kBinomials[board.squares() - movers][opponents];
}

// Returns the same for all sections with drops to come.
double CountDropPlaces(const Board& board, const Markers& markers) {
  double places = 0;
  for (const SolvedSection& section : DropSections(board.game())) {
    places += CountPlaces(board, markers, section.placed);
  }
  return places;
}

}  // namespace

std::optional<Solution> Solve(const Space& space,
                              const ParallelFor& parallel_for,
                              const OnProgress& on_progress, Exchange& exchange,
                              const OnLevel& on_level) {
  const Board& board = space.board();
  int longest = 0;  // largest distance, in plies
  const auto show_level = [&](LevelState& state) {
    const int level = std::max(state.plies, 0);
    on_progress({SolverProgress::kLevels, level, state.decided, 0});
    on_level(state);
    longest = std::max(state.plies, 0);
  };
  std::optional<std::vector<Values>> moves;
  // Tries one byte first: few games are too long for it.
  for (int bytes = 1; bytes <= 2 && !moves.has_value() && !exchange.failed();
       ++bytes) {
    moves = SolveMovePhase(space, bytes, parallel_for, show_level, exchange);
  }
  if (!moves.has_value()) return std::nullopt;
  Solution solution = {ValueBytes(longest, board.pieces()), {}};
  // Tables of scored rules have one byte per value.
  if (space.is_scored() && solution.value_bytes > 1) return std::nullopt;
  for (const Side mover : space.sides()) {
    Values& values = (*moves)[mover];
    const auto* const wide = std::get_if<std::vector<uint16_t>>(&values);
    if (wide != nullptr && solution.value_bytes == 1) {
      // The values fit into one byte; only the counters did not.
      values = std::vector<uint8_t>(wide->begin(), wide->end());
    }
    solution.sections.push_back(
        {2 * board.pieces(), "", std::move(values), mover});
  }

  const std::vector<SolvedSection> drop_sections = DropSections(board.game());
  const auto positions = [&space](int placed) {
    return space.section(placed).positions() * space.sides().size();
  };
  uint64_t total = 0;
  for (const SolvedSection& section : drop_sections) {
    total += positions(section.placed);
  }
  uint64_t done = 0;
  on_progress({SolverProgress::kDrops, 0, done, total});
  for (const auto& [placed, drops, none, any] : drop_sections) {
    for (const Side mover : space.sides()) {
      // A letter stands for one drop of each side.  So only the second of these
      // two drops removes the letter.
      const auto next = std::find_if(
          solution.sections.begin(), solution.sections.end(),
          [&, placed = placed, &drops = drops](const SolvedSection& after) {
            return after.placed == placed + 1 &&
                   after.drops == drops.substr(placed % 2) &&
                   after.mover == space.Other(mover);
          });
      Require(next != solution.sections.end(),
              "the section after the drop is solved");
      std::optional<Values> values = SolveDrop(
          space, placed, drops[0], mover, next->values, parallel_for, exchange);
      if (!values.has_value()) return std::nullopt;
      solution.sections.push_back({placed, drops, *std::move(values), mover});
    }
    done += positions(placed);
    on_progress({SolverProgress::kDrops, 0, done, total});
  }
  return solution;
}

int ValueBytes(int longest, int pieces) {
  return longest + 2 * pieces <= 253 ? 1 : 2;
}

double CountPositions(const Board& board) {
  double positions = 0;
  if (board.game().scoring) {
    for (int t = 1; t <= CountThresholds(board.game()); ++t) {
      const Markers markers(board, t);
      positions += CountPlaces(board, markers, 2 * board.pieces()) +
                   CountDropPlaces(board, markers);
    }
    return positions;
  }
  const auto in_section = [&board](int placed) {
    return static_cast<double>(kBinomials[board.squares()][placed / 2]) *
           kBinomials[board.squares() - placed / 2][(placed + 1) / 2];
  };
  positions = in_section(2 * board.pieces());
  for (const SolvedSection& section : DropSections(board.game())) {
    positions += in_section(section.placed);
  }
  return positions;
}

uint64_t EstimateMemoryBytes(const Board& board, uint32_t process_count) {
  double bytes = kFixedBytes;
  for (int size = 0; size <= board.pieces(); ++size) {
    // For each set, SetIndex has the set as a number.  SetOrbits has its orbit
    // and a number for each square of the board.
    bytes += kBinomials[board.squares()][size] * (12.0 + board.squares()) +
             CountSetOrbits(board, size) * sizeof(SetOrbits::Orbit);
  }
  // Values of one byte.  Values of two bytes need twice as much.
  double most = 0;
  for (int t = 1; t <= CountThresholds(board.game()); ++t) {
    const Markers markers(board, t);
    const double places = CountPlaces(board, markers, 2 * board.pieces());
    most = std::max(most, places + std::max(places * kFrontierBytes,
                                            CountDropPlaces(board, markers)));
  }
  bytes += most / process_count;
  if (process_count > 1)
    bytes += kProcessBytes + process_count * kOtherProcessBytes;
  constexpr uint64_t kLimit = uint64_t{1} << 63;
  return bytes < static_cast<double>(kLimit) ? bytes : kLimit;
}

}  // namespace teeko::solver_b
