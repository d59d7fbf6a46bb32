#include "solver_b/plain_game.h"

#include <algorithm>
#include <bit>

namespace teeko::solver_b {
namespace {

constexpr uint16_t kDraw = 0;
constexpr uint16_t kLostNow = 1;
constexpr uint16_t kNoValue = 65535;

// Returns the value before a ply to a position with value `after`.
int Before(uint16_t after) { return after == kDraw ? kDraw : after + 1; }

// True if a is worse than b for the side to move.  A loss is worse than a draw,
// and a draw is worse than a win.  An earlier loss is worse than a later loss,
// and a later win is worse than an earlier win.
bool IsWorse(int a, int b) {
  const auto kind = [](int value) {
    return value == kDraw ? 1 : value % 2 == 0 ? 2 : 0;
  };
  if (kind(a) != kind(b)) return kind(a) < kind(b);
  return kind(a) == 2 ? a > b : a < b;
}

std::vector<Set> SetsOfSize(const Board& board, int size) {
  std::vector<Set> sets;
  for (Set set = 0; set < SetOf(board.squares()); ++set) {
    if (std::popcount(set) == size) sets.push_back(set);
  }
  return sets;
}

// Returns all positions of a section in the order of docs/formats.md,
// ascending.
std::vector<Position> Positions(const Board& board, int placed) {
  const std::vector<Set> opponents = SetsOfSize(board, (placed + 1) / 2);
  std::vector<Position> positions;
  for (const Set mover : SetsOfSize(board, placed / 2)) {
    for (const Set opponent : opponents) {
      if ((mover & opponent) == 0) positions.push_back({mover, opponent});
    }
  }
  return positions;
}

size_t IndexIn(const std::vector<Position>& positions, const Position& item) {
  return std::lower_bound(positions.begin(), positions.end(), item) -
         positions.begin();
}

// Returns the values with all pieces placed.  Computes which wins and losses
// the sides can force within 1, 2, … plies, until one more ply changes no
// value.
std::vector<uint16_t> SolveMoves(const Board& board) {
  const std::vector<Position> positions = Positions(board, 2 * board.pieces());
  std::vector<uint16_t> values(positions.size(), kDraw);
  // Empty if the game is over.
  std::vector<std::vector<size_t>> successors(positions.size());
  for (size_t i = 0; i < positions.size(); ++i) {
    if (board.IsGoal(positions[i].mover)) {
      values[i] = kNoValue;
      continue;
    }
    values[i] = kLostNow;
    if (board.IsGoal(positions[i].opponent)) continue;
    for (const Position& successor : Successors(board, positions[i])) {
      successors[i].push_back(IndexIn(positions, successor));
      values[i] = kDraw;
    }
  }
  for (bool changed = true; changed;) {
    const std::vector<uint16_t> fewer = values;
    for (size_t i = 0; i < positions.size(); ++i) {
      if (successors[i].empty()) continue;
      values[i] = Before(fewer[successors[i][0]]);
      for (const size_t j : successors[i]) {
        values[i] = std::max<int>(values[i], Before(fewer[j]), IsWorse);
      }
    }
    changed = values != fewer;
  }
  return values;
}

std::vector<uint16_t> SolveDrops(const Board& board, int placed, char letter,
                                 const std::vector<uint16_t>& next) {
  const std::vector<Position> next_positions = Positions(board, placed + 1);
  std::vector<uint16_t> values;
  for (const auto& [mover, opponent] : Positions(board, placed)) {
    if (board.IsGoal(opponent)) {  // a goal needs all pieces of a side
      values.push_back(kLostNow);
      continue;
    }
    std::vector<int> choices;
    for (int square = 0; square < board.squares(); ++square) {
      if (((mover | opponent) & SetOf(square)) != 0) continue;
      const Position after = {opponent, mover | SetOf(square)};
      choices.push_back(Before(next[IndexIn(next_positions, after)]));
    }
    std::sort(choices.begin(), choices.end(), IsWorse);
    values.push_back(letter == 'S' ? choices.back() : choices.front());
  }
  return values;
}

// Returns all sets that `pieces` can become by a move.  Moves are reversible,
// so these are also the sets before the last move.
std::vector<Set> AfterMove(const Board& board, Set pieces, Set others) {
  std::vector<Set> all;
  for (int from = 0; from < board.squares(); ++from) {
    if ((pieces & SetOf(from)) == 0) continue;
    for (int to = 0; to < board.squares(); ++to) {
      if ((board.neighbors()[from] & ~(pieces | others) & SetOf(to)) != 0) {
        all.push_back((pieces ^ SetOf(from)) | SetOf(to));
      }
    }
  }
  return all;
}

}  // namespace

std::vector<Position> Successors(const Board& board, const Position& position) {
  std::vector<Position> successors;
  for (const Set after : AfterMove(board, position.mover, position.opponent)) {
    successors.push_back({position.opponent, after});
  }
  return successors;
}

std::vector<Position> Predecessors(const Board& board,
                                   const Position& position) {
  std::vector<Position> predecessors;
  for (const Set before : AfterMove(board, position.opponent, position.mover)) {
    predecessors.push_back({before, position.mover});
  }
  return predecessors;
}

PlainSections SolvePlainly(const Board& board) {
  PlainSections sections;
  const int all = 2 * board.pieces();
  sections[{all, ""}] = SolveMoves(board);
  for (const std::string& style : board.game().styles) {
    for (int placed = all - 1; placed >= 0; --placed) {
      const std::string drops = style.substr(placed / 2);
      const std::string drops_after = style.substr((placed + 1) / 2);
      if (sections.contains({placed, drops})) continue;
      sections[{placed, drops}] = SolveDrops(
          board, placed, drops[0], sections.at({placed + 1, drops_after}));
    }
  }
  return sections;
}

}  // namespace teeko::solver_b
