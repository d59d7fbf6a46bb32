// Solves and looks up single threshold games: the interface of the page.

#ifndef TEEKO_SOLVER_B_SCORED_H_
#define TEEKO_SOLVER_B_SCORED_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/parallel_for.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

// A game with scoring.
struct ScoredSpace {
  explicit ScoredSpace(const Board& its_board) : board(its_board) {}

  int largest_score() const { return CountThresholds(board.game()); }

  const Board& board;
};

struct ThresholdSections {
  std::unique_ptr<Space> space;
  Solution solution = {};
};

// A position of a threshold game.
struct ThresholdPosition {
  Set attacker;
  Set defender;
  std::vector<int> pips;  // of the attacker's markers, ascending by square
  bool attacker_moves;
  std::string drops;  // to come
};

// Returns the bytes of memory that SolveThreshold needs.
inline uint64_t EstimateMemoryBytes(const ScoredSpace& scored) {
  return EstimateMemoryBytes(scored.board);
}

// Solves one threshold game.  Returns nullopt if a success takes too many plies
// for a table.  Calls on_level(plies) on the caller's thread.
inline std::optional<ThresholdSections> SolveThreshold(
    const ScoredSpace& scored, int threshold, const ParallelFor& parallel_for,
    const std::function<void(int plies)>& on_level) {
  ThresholdSections solved = {std::make_unique<Space>(scored.board, threshold)};
  std::optional<Solution> solution =
      Solve(*solved.space, parallel_for, [&](const SolverProgress& now) {
        if (now.phase == SolverProgress::kLevels) on_level(now.level);
      });
  if (!solution.has_value()) return std::nullopt;
  solved.solution = *std::move(solution);
  return solved;
}

// Returns the value of a position in the result of SolveThreshold.
inline uint8_t ValueOf(const ScoredSpace&, int,
                       const ThresholdSections& sections,
                       const ThresholdPosition& position) {
  const auto& [attacker, defender, pips, attacker_moves, drops] = position;
  const Space& space = *sections.space;
  const int placed = std::popcount(attacker | defender);
  const Side mover = attacker_moves ? kAttacker : kDefender;
  Patterns::Classes classes;
  for (const int p : pips) classes.push_back(space.markers().ClassOf(p));
  const SectionIndex& index = space.section(placed, mover);
  uint64_t place = 0;
  index.ForEachPlace(
      Rank(attacker_moves ? attacker : defender),
      attacker_moves ? defender : attacker,
      [&](uint64_t row, uint64_t column) { place = index.Index(row, column); },
      space.markers().patterns(pips.size()).Number(classes));
  for (const SolvedSection& solved : sections.solution.sections) {
    if (solved.placed == placed && solved.drops == drops &&
        solved.mover == mover) {
      return std::get<std::vector<uint8_t>>(solved.values)[place];
    }
  }
  Require(false, "the section of the position is solved");
  return 0;
}

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SCORED_H_
