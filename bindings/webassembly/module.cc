// The WebAssembly module: exports solver B's core to a page.
//
// A module solves one game on one thread.  Call its functions in this order:
//
//     game, add_goals …, add_style …   set the rules
//     board                            makes the board; then the page may call
//                                      goal, neighbours and memory_bytes
//     solve, or add_section …          solves the game, or adds the values that
//                                      the page has stored
//     probe, fill_payload              may be called any number of times
//
// For rules with scoring:
//
//     game …, add_marker …, add_special …, board     set the rules
//     largest_score                                  number of threshold games
//     solve_threshold                                once for 1, 2, … of them
//     probe_threshold                                any number of times
//
// The page (site/web/module.js) must validate rules and positions, because
// invalid arguments abort the module.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/game.h"
#include "solver_b/markers.h"
#include "solver_b/parallel_for.h"
#include "solver_b/require.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// A function of the page that receives a SolverProgress.  `phase` is 0 for the
// levels and 1 for the drops.
extern "C" __attribute__((import_module("page"), import_name("progress"))) void
ShowProgress(int phase, int level, double done, double total);

namespace teeko::solver_b {
namespace {

// A position in the buffer that the module shares with the page, and its value,
// which the function probe sets:
//
//     byte 0        8         16        20        24
//          │ mover  │ opponent│ section │ value   │
struct Query {
  Set mover;
  Set opponent;
  uint32_t section;  // index of the section in the table
  uint32_t value;    // encoded as in a table with two-byte values
};
static_assert(sizeof(Query) == 24);

// The same for a threshold game:
//
//     byte 0          8          16       24        25        26     27    28
//          │ attacker │ defender │ pips   │ thresh. │ moves   │ drops│ value │
//
// `pips` has the pips of the attacker's markers in the order of their squares;
// `moves` is 1 if the attacker moves; bit k of `drops` is 1 if letter k of
// those to come is A.
struct ThresholdQuery {
  Set attacker;
  Set defender;
  std::array<uint8_t, 8> pips;
  uint8_t threshold;
  uint8_t attacker_moves;
  uint8_t drops;
  uint8_t value;  // as in tables of scored rules
};
static_assert(sizeof(ThresholdQuery) == 32);

// The buffer also holds the bytes of a payload.
constexpr size_t kBufferBytes = 24 << 16;

// A solved threshold game.
struct Threshold {
  Threshold(const Board& board, int threshold) : space(board, threshold) {}

  Space space;
  Solution solution = {};
};

struct Module {
  Game game = {};
  std::optional<Board> board;
  std::optional<Space> space;
  Solution solution = {};
  std::deque<Threshold> thresholds = {};
  std::vector<Query> buffer = std::vector<Query>(kBufferBytes / sizeof(Query));
};

// A global variable, because a module has one game and exports plain functions.
Module module;

const SectionIndex& Index(const SolvedSection& section) {
  return module.space->section(section.placed);
}

// Converts a value to the encoding of tables with two-byte values.
template <typename Value>
uint32_t Widen(Value value) {
  return value == kNoValue<Value> ? kNoValue<uint16_t> : value;
}

uint32_t ValueAt(const SolvedSection& section, uint64_t place) {
  return std::visit(
      [place](const auto& values) { return Widen(values[place]); },
      section.values);
}

// Convert letters to a number and back: bit k is 1 if letter k is A.
uint32_t BitsOf(const std::string& letters) {
  uint32_t bits = 0;
  for (size_t k = 0; k < letters.size(); ++k) {
    bits |= uint32_t{letters[k] == 'A'} << k;
  }
  return bits;
}

std::string LettersOf(uint32_t bits, int count) {
  std::string letters;
  for (int k = 0; k < count; ++k) letters += (bits >> k & 1) != 0 ? 'A' : 'S';
  return letters;
}

}  // namespace

// `moves` is the number of a Moves.
EXPORT(game)
void SetGame(int rows, int columns, int pieces, int wrapped, int moves) {
  module.game = {.rows = rows,
                 .columns = columns,
                 .pieces = pieces,
                 .wrapped = wrapped != 0,
                 .moves = static_cast<Moves>(moves),
                 .goals = {},
                 .styles = {}};
}

// `shape` is the number of a GoalFamily::Shape.
EXPORT(add_goals) void AddGoals(int shape, int size) {
  module.game.goals.push_back({static_cast<GoalFamily::Shape>(shape), size});
}

EXPORT(add_style) void AddStyle(uint32_t letters) {
  module.game.styles.push_back(LettersOf(letters, module.game.pieces));
}

EXPORT(add_marker) void AddMarker(int pips) {
  if (!module.game.scoring.has_value()) module.game.scoring.emplace();
  module.game.scoring->pips.push_back(pips);
}

// Makes a square special; after add_marker.  All have the same points.
EXPORT(add_special) void AddSpecial(int square, int points) {
  module.game.scoring->special |= SetOf(square);
  module.game.scoring->special_points = points;
}

EXPORT(board) void MakeBoard() { module.board.emplace(module.game); }

EXPORT(goal_count) uint32_t GoalCount() { return module.board->goals().size(); }
EXPORT(goal) Set Goal(uint32_t i) { return module.board->goals()[i]; }

EXPORT(neighbours) Set NeighborsOf(uint32_t square) {
  return module.board->neighbors()[square];
}

EXPORT(memory_bytes) double MemoryBytes() {
  return EstimateMemoryBytes(*module.board);
}

// Solves the game.  Returns 1, or 0 if a game is too long for a table.
EXPORT(solve) int SolveGame() {
  module.space.emplace(*module.board);
  std::optional<Solution> solution =
      Solve(*module.space, Sequentially, [](const SolverProgress& now) {
        ShowProgress(now.phase, now.level, now.done, now.total);
      });
  if (!solution.has_value()) return 0;
  module.solution = *std::move(solution);
  return 1;
}

// Adds a section.  A page that has stored the values of a run calls this
// function instead of solve, for each section in the order of the table.  Then
// the page writes the values to the address that section_values returns.
EXPORT(add_section)
void AddSection(int value_bytes, int placed, uint32_t drops) {
  const int pieces = module.board->pieces();
  Require(placed >= 0 && placed <= 2 * pieces,
          "`placed` is a number from 0 to the number of all pieces");
  if (!module.space.has_value()) module.space.emplace(*module.board);
  const size_t size = module.space->section(placed).size();
  module.solution.value_bytes = value_bytes;
  SolvedSection& section = module.solution.sections.emplace_back();
  section.placed = placed;
  section.drops = LettersOf(drops, pieces - placed / 2);
  if (value_bytes == 1) {
    section.values = std::vector<uint8_t>(size);
  } else {
    section.values = std::vector<uint16_t>(size);
  }
}

EXPORT(value_bytes) int ValueBytesOfAll() {
  return module.solution.value_bytes;
}
EXPORT(section_count) uint32_t SectionCount() {
  return module.solution.sections.size();
}
EXPORT(section_placed) int SectionPlaced(uint32_t i) {
  return module.solution.sections[i].placed;
}
EXPORT(section_drops) uint32_t SectionDrops(uint32_t i) {
  return BitsOf(module.solution.sections[i].drops);
}
EXPORT(section_positions) double SectionPositions(uint32_t i) {
  return Index(module.solution.sections[i]).positions();
}
// section_values returns the address of the values, by place
// (solver_b/space.h). section_size returns the number of these values.
EXPORT(section_values) void* SectionValues(uint32_t i) {
  return std::visit([](auto& values) -> void* { return values.data(); },
                    module.solution.sections[i].values);
}
EXPORT(section_size) uint32_t SectionSize(uint32_t i) {
  return Index(module.solution.sections[i]).size();
}

EXPORT(buffer) Query* QueryBuffer() { return module.buffer.data(); }
EXPORT(buffer_bytes) uint32_t BufferBytes() { return kBufferBytes; }

// Writes a part of the payload of section i (docs/formats.md) to the buffer,
// starting with position `first`.  Returns the number of bytes that it has
// written, or 0 if `first` is the number of positions.
EXPORT(fill_payload) uint32_t FillPayloadFrom(uint32_t i, double first) {
  const SolvedSection& section = module.solution.sections[i];
  const SectionIndex& index = Index(section);
  const int value_bytes = module.solution.value_bytes;
  const uint64_t start = first;
  const uint64_t count =
      std::min<uint64_t>(index.positions() - start, kBufferBytes / value_bytes);
  const std::span<uint8_t> out(reinterpret_cast<uint8_t*>(module.buffer.data()),
                               count * value_bytes);
  FillPayload(index, section.values, start, out);
  return out.size();
}

// Sets the values of the first `count` positions in the buffer.
EXPORT(probe) void Probe(uint32_t count) {
  Require(count <= module.buffer.size(),
          "`count` positions fit into the buffer");
  for (uint32_t i = 0; i < count; ++i) {
    Query& query = module.buffer[i];
    Require(query.section < module.solution.sections.size(),
            "the section of each position exists");
    const SolvedSection& section = module.solution.sections[query.section];
    Require((query.mover & query.opponent) == 0 &&
                int(std::bit_width(query.mover | query.opponent)) <=
                    module.board->squares() &&
                std::popcount(query.mover) == section.placed / 2 &&
                std::popcount(query.opponent) == (section.placed + 1) / 2,
            "each position has the pieces of its section");
    const SectionIndex& index = Index(section);
    // All places of a position have the same value.
    uint64_t place = 0;
    index.ForEachPlace(Rank(query.mover), query.opponent,
                       [&](uint64_t row, uint64_t column) {
                         place = index.Index(row, column);
                       });
    query.value = ValueAt(section, place);
  }
}

EXPORT(largest_score) int LargestScore() {
  return CountThresholds(module.game);
}

EXPORT(threshold_memory_bytes) double ThresholdMemoryBytes() {
  return EstimateMemoryBytes(*module.board);
}

// Solves the next threshold game.  Returns 1, or 0 if it is too long for a
// table.
EXPORT(solve_threshold) int SolveNextThreshold() {
  Threshold& game = module.thresholds.emplace_back(
      *module.board, int(module.thresholds.size()) + 1);
  std::optional<Solution> solution =
      Solve(game.space, Sequentially, [](const SolverProgress& now) {
        if (now.phase == SolverProgress::kLevels) {
          ShowProgress(0, now.level, 0, 0);
        }
      });
  if (!solution.has_value()) return 0;
  game.solution = *std::move(solution);
  return 1;
}

// Sets the values of the first `count` threshold queries in the buffer.
EXPORT(probe_threshold) void ProbeThreshold(uint32_t count) {
  Require(count <= kBufferBytes / sizeof(ThresholdQuery),
          "`count` positions fit into the buffer");
  auto* queries = reinterpret_cast<ThresholdQuery*>(module.buffer.data());
  for (uint32_t i = 0; i < count; ++i) {
    ThresholdQuery& query = queries[i];
    Require(query.threshold >= 1 && query.threshold <= module.thresholds.size(),
            "the threshold of each position is solved");
    const auto& [space, solution] = module.thresholds[query.threshold - 1];
    const bool moves = query.attacker_moves != 0;
    const int placed = std::popcount(query.attacker | query.defender);
    const std::string drops =
        LettersOf(query.drops, module.board->pieces() - placed / 2);
    Patterns::Classes classes(std::popcount(query.attacker));
    for (size_t k = 0; k < classes.size(); ++k) {
      classes[k] = space.markers().ClassOf(query.pips[k]);
    }
    for (const SolvedSection& section : solution.sections) {
      if (section.placed != placed || section.drops != drops ||
          (section.mover == kAttacker) != moves) {
        continue;
      }
      const SectionIndex& index = space.section(placed, section.mover);
      uint64_t place = 0;
      index.ForEachPlace(
          Rank(moves ? query.attacker : query.defender),
          moves ? query.defender : query.attacker,
          [&](uint64_t row, uint64_t column) {
            place = index.Index(row, column);
          },
          space.markers().patterns(classes.size()).Number(classes));
      query.value = ValueAt(section, place);
    }
  }
}

}  // namespace teeko::solver_b
