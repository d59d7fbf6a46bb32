// Solves the threshold games of scored rules by retrograde analysis.
//
// Each side to move has its own array of values, in the order of the table.  A
// *part* has the positions with one attacker's set (a row) and one pattern of
// classes; its *columns* are the defender's sets.  A move of the defender stays
// in its part.  After a ply of the attacker, a symmetry takes the new set to
// the set of its row.  The same symmetry takes the defender's set and the
// pattern to a column and a pattern of that row.
//
// A set that has symmetries of its own has all columns, too.  So every stored
// position is solved from its own moves, and each thread writes only to its own
// part or row.

#include "solver_b/scored.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <set>

#include "solver_b/require.h"

namespace teeko::solver_b {

AttackerSets::AttackerSets(const Board& board, int size)
    : rows_of_sets_(kBinomials[board.squares()][size], RowOfSet{0, nullptr}) {
  for (const Set set : SetsOfSize(board.squares(), size)) {
    if (RowOf(set).from_row != nullptr) continue;
    // No smaller set has this set as an image.
    for (const Permutation& symmetry : board.symmetries()) {
      rows_of_sets_[Rank(Image(symmetry, set))] = {uint32_t(rows_.size()),
                                                   &symmetry};
    }
    rows_.push_back({set, SquaresLeft(board.squares(), set)});
  }
}

ScoredSpace::ScoredSpace(const Board& board) : board_(board) {
  const Game& game = board.game();
  Require(game.scoring.has_value() && game.pieces <= 8 &&
              int(game.scoring->pips.size()) == game.pieces,
          "each of up to 8 markers has a number of pips");
  std::set<int> bonuses;
  for (const GoalFamily& family : game.goals) {
    bonuses.insert(family.points);
    bonuses.insert(family.points + game.scoring->special_points);
  }
  bonuses_.assign(bonuses.begin(), bonuses.end());
  for (int size = 0; size <= game.pieces; ++size) {
    attackers_.emplace_back(board, size);
  }
}

int ScoredSpace::largest_score() const {
  const std::vector<int>& pips = board_.game().scoring->pips;
  return *std::max_element(pips.begin(), pips.end()) + bonuses_.back();
}

int ScoredSpace::BonusesBelow(int points) const {
  return std::lower_bound(bonuses_.begin(), bonuses_.end(), points) -
         bonuses_.begin();
}

std::vector<int> ScoredSpace::ClassSizes(int threshold) const {
  std::vector<int> sizes(bonuses_.size() + 1);
  for (const int pips : board_.game().scoring->pips) {
    ++sizes[ClassOf(pips, threshold)];
  }
  return sizes;
}

int ScoredSpace::LargestClass(Set goal, int square) const {
  const Scoring& scoring = *board_.game().scoring;
  const bool special = (scoring.special & SetOf(square)) != 0;
  return BonusesBelow(board_.PointsOf(goal) + special * scoring.special_points);
}

namespace {

// Values of the table.  A success in n plies has the value n + 1.
constexpr uint8_t kFailure = 0;
constexpr uint8_t kGameOver = 255;
constexpr uint8_t SuccessIn(int plies) { return plies + 1; }

// The classes of up to 8 markers, in the order of their squares, and of a
// marker that is dropped; then zeros.
using Pattern = std::array<uint8_t, 9>;

// The patterns of a threshold game.  Immutable, hence thread-safe.
struct Patterns {
  Patterns(const ScoredSpace& space, int threshold)
      : class_sizes(space.ClassSizes(threshold)), by_size(1, {Pattern{}}) {
    for (int size = 0; size < space.board().pieces(); ++size) {
      std::vector<Pattern> longer;
      for (Pattern pattern : by_size[size]) {
        for (const uint8_t added : ClassesLeft(pattern, size)) {
          pattern[size] = added;
          longer.push_back(pattern);
        }
      }
      by_size.push_back(std::move(longer));
    }
  }

  // Returns the classes of the markers that are not among the `size` markers of
  // the pattern.
  std::vector<uint8_t> ClassesLeft(const Pattern& pattern, int size) const {
    const auto end = pattern.begin() + size;
    std::vector<uint8_t> left;
    for (size_t c = 0; c < class_sizes.size(); ++c) {
      const int placed = std::count(pattern.begin(), end, c);
      if (placed < class_sizes[c]) left.push_back(c);
    }
    return left;
  }

  const std::vector<int> class_sizes;
  std::vector<std::vector<Pattern>> by_size;  // ascending
};

// The positions with these numbers of markers, for one side to move.
struct Section {
  Section(const ScoredSpace& space, const Patterns& all, int attackers,
          int defenders)
      : board(space.board()),
        attackers(attackers),
        defenders(defenders),
        rows(space.attackers(attackers).rows()),
        patterns(all.by_size[attackers]),
        columns(board.squares() - attackers, defenders) {}

  uint64_t parts() const { return rows.size() * patterns.size(); }
  uint64_t positions() const { return parts() * columns.count(); }
  const AttackerSets::Row& RowOf(uint64_t part) const {
    return rows[part / patterns.size()];
  }
  const Pattern& PatternOf(uint64_t part) const {
    return patterns[part % patterns.size()];
  }
  uint64_t PartOf(uint64_t row, const Pattern& pattern) const {
    return row * patterns.size() +
           (std::lower_bound(patterns.begin(), patterns.end(), pattern) -
            patterns.begin());
  }

  // Returns the values of a new part: kGameOver if a side has a goal.
  std::vector<uint8_t> NewPart(const AttackerSets::Row& row) const {
    const auto& [set, left] = row;
    std::vector<uint8_t> cells(columns.count(),
                               board.IsGoal(set) ? kGameOver : kFailure);
    if (defenders < board.pieces()) return cells;
    for (const Set goal : board.goals()) {
      if ((goal & set) == 0) cells[Rank(left.Renumber(goal))] = kGameOver;
    }
    return cells;
  }

  const Board& board;
  const int attackers;
  const int defenders;
  const std::vector<AttackerSets::Row>& rows;
  const std::vector<Pattern>& patterns;
  const SetIndex columns;
};

// A move or a drop.
struct Step {
  int marker;             // of the attacker: its number before the step
  bool is_goal = false;   // the step completes a goal of the attacker
  int largest_class = 0;  // then: the largest class of a marker that succeeds
  uint64_t row = 0;       // of the attacker's set after the step
  // By number of a square outside the set of this row: its number before the
  // step.  The bit `vacated` is the square that the marker left.
  Permutation squares = {};
  Set vacated = 0;
  // By number of a marker of this row: its number before the step.
  Pattern markers = {0, 1, 2, 3, 4, 5, 6, 7};

  // Returns the part after the step, in the section of the next side to move.
  uint64_t PartAfter(const Section& next, const Pattern& before) const {
    Pattern after = {};
    for (int i = 0; i < next.attackers; ++i) after[i] = before[markers[i]];
    return next.PartOf(row, after);
  }
};

// Returns the step of a marker of the attacker to `to`, from the square in the
// set `from` or, if this set is empty, from outside the board.
Step AttackerStep(const ScoredSpace& space, const AttackerSets::Row& before,
                  Set from, int to) {
  const auto number = [&before](Set square) {
    return std::popcount(before.set & (square - 1));
  };
  Step step = {.marker = number(from)};  // the last one if `from` is empty
  const Set set = (before.set & ~from) | SetOf(to);
  step.is_goal = space.board().IsGoal(set);
  if (step.is_goal) step.largest_class = space.LargestClass(set, to);
  const AttackerSets& sets = space.attackers(std::popcount(set));
  const auto [row, from_row] = sets.RowOf(set);
  const auto& [row_set, left] = sets.rows()[row];
  step.row = row;
  for (int i = 0; i < left.count(); ++i) {
    const int square = (*from_row)[left.Square(i)];
    step.squares[i] = before.left.Number(square);
    if (SetOf(square) == from) step.vacated = SetOf(i);
  }
  int i = 0;
  for (Set rest = row_set; rest != 0; rest &= rest - 1) {
    const int square = (*from_row)[std::countr_zero(rest)];
    step.markers[i++] = square == to ? step.marker : number(SetOf(square));
  }
  return step;
}

// Solves the positions with all markers placed, level by level.  The attacker
// succeeds if a step leads to a success of the last level, or completes a goal.
// The counter of a position of the defender is the number of moves that are not
// known to let the attacker succeed.  Moves that end the game never are.
class ThresholdMovePhase {
 public:
  ThresholdMovePhase(const ScoredSpace& space, const Patterns& patterns,
                     int threshold)
      : space_(space),
        board_(space.board()),
        blocked_loses_(threshold == 1),  // 1 point
        section_(space, patterns, board_.pieces(), board_.pieces()) {}

  // Returns nullopt if a success takes too many plies.
  std::optional<ThresholdValues> Solve(
      const ParallelFor& parallel_for,
      const std::function<void(int plies)>& on_level) {
    counters_.resize(section_.positions());
    for (const bool attacker_moves : {false, true}) {
      values_[attacker_moves].resize(section_.positions());
      newest_[attacker_moves].resize(section_.parts(), -1);
    }
    parallel_for(section_.parts(), [this](uint64_t part) { BeginPart(part); });
    for (int plies = 1;; ++plies) {
      found_ = false;
      parallel_for(section_.parts(), [this, plies](uint64_t part) {
        plies % 2 == 1 ? AttackerLevel(part, plies)
                       : DefenderLevel(part, plies);
      });
      if (!found_) return std::move(values_);
      if (plies > 253 - 2 * board_.pieces()) return std::nullopt;
      on_level(plies);
    }
  }

 private:
  uint8_t* Cells(bool attacker_moves, uint64_t part) {
    return &values_[attacker_moves][part * section_.columns.count()];
  }

  // Calls visit(column) for each success of the last level in a part.
  template <typename Visit>
  void ForEachNewest(bool attacker_moves, uint64_t part, int plies,
                     Visit visit) {
    if (newest_[attacker_moves][part] != plies) return;
    const uint8_t* const cells = Cells(attacker_moves, part);
    const uint64_t count = section_.columns.count();
    for (uint64_t i = 0; i < count; ++i) {
      const void* const found =
          std::memchr(cells + i, SuccessIn(plies), count - i);
      if (found == nullptr) return;
      i = static_cast<const uint8_t*>(found) - cells;
      visit(i);
    }
  }

  void Succeed(bool attacker_moves, uint64_t part, uint64_t column, int plies) {
    Cells(attacker_moves, part)[column] = SuccessIn(plies);
    newest_[attacker_moves][part] = plies;
    found_.store(true, std::memory_order_relaxed);
  }

  // Returns the neighbours among the squares outside the attacker's set, in the
  // numbering of these squares.
  Neighbors RowNeighbors(const AttackerSets::Row& row) const {
    const auto& [set, left] = row;
    Neighbors neighbors = {};
    for (int i = 0; i < left.count(); ++i) {
      neighbors[i] = left.Renumber(board_.neighbors()[left.Square(i)] & ~set);
    }
    return neighbors;
  }

  // Finds positions without value, and counts the moves of the defender.
  void BeginPart(uint64_t part) {
    const Neighbors neighbors = RowNeighbors(section_.RowOf(part));
    const std::vector<uint8_t> cells = section_.NewPart(section_.RowOf(part));
    std::copy(cells.begin(), cells.end(), Cells(true, part));
    std::copy(cells.begin(), cells.end(), Cells(false, part));
    for (uint64_t column = 0; column < cells.size(); ++column) {
      const Set set = section_.columns.Unrank(column);
      uint8_t& moves = counters_[part * cells.size() + column];
      for (Set rest = set; rest != 0; rest &= rest - 1) {
        moves += std::popcount(neighbors[std::countr_zero(rest)] & ~set);
      }
      if (blocked_loses_ && moves == 0 && cells[column] != kGameOver) {
        Succeed(false, part, column, 0);
      }
    }
  }

  void AttackerLevel(uint64_t part, int plies) {
    const AttackerSets::Row& before = section_.RowOf(part);
    if (board_.IsGoal(before.set)) return;
    for (Set from = before.set; from != 0; from &= from - 1) {
      Set to = board_.neighbors()[std::countr_zero(from)] & ~before.set;
      for (; to != 0; to &= to - 1) {
        TakeStep(
            AttackerStep(space_, before, from & -from, std::countr_zero(to)),
            part, plies);
      }
    }
  }

  // Decides the positions of a part in which this step succeeds.
  void TakeStep(const Step& step, uint64_t part, int plies) {
    const uint8_t* const cells = Cells(true, part);
    const auto succeed = [&](uint64_t column_after) {
      const Set after = section_.columns.Unrank(column_after);
      if ((after & step.vacated) != 0) return;
      const uint64_t column = Rank(Image(step.squares, after));
      if (cells[column] == kFailure) Succeed(true, part, column, plies);
    };
    const Pattern& pattern = section_.PatternOf(part);
    if (!step.is_goal) {
      ForEachNewest(false, step.PartAfter(section_, pattern), plies - 1,
                    succeed);
    } else if (plies == 1 && pattern[step.marker] <= step.largest_class) {
      for (uint64_t i = 0; i < section_.columns.count(); ++i) succeed(i);
    }
  }

  void DefenderLevel(uint64_t part, int plies) {
    const Neighbors neighbors = RowNeighbors(section_.RowOf(part));
    const SetIndex& columns = section_.columns;
    const uint8_t* const cells = Cells(false, part);
    uint8_t* const counters = &counters_[part * columns.count()];
    ForEachNewest(true, part, plies - 1, [&](uint64_t column) {
      const Set set = columns.Unrank(column);
      columns.ForEachRest(column, [&](uint64_t rest, int to) {
        const uint32_t* const before = columns.RanksWith(rest);
        for (Set from = neighbors[to] & ~set; from != 0; from &= from - 1) {
          const uint32_t i = before[std::countr_zero(from)];
          if (--counters[i] > 0 || cells[i] != kFailure) continue;
          Succeed(false, part, i, plies);
        }
      });
    });
  }

  const ScoredSpace& space_;
  const Board& board_;
  const bool blocked_loses_;
  const Section section_;
  // For the defender and for the attacker to move.
  ThresholdValues values_;
  std::array<std::vector<uint8_t>, 2> newest_;  // by part: its last level
  std::vector<uint8_t> counters_;
  std::atomic<bool> found_ = false;  // a success of this level
};

// Solves a section with drops to come.  A *delay* is the number of plies from
// the drop to a success, or 254 or more if the attacker fails.
class DropPhase {
 public:
  // `next` are the values after the drop, for the other side to move.
  DropPhase(const ScoredSpace& space, const Patterns& patterns, int placed,
            char letter, bool attacker_moves, const std::vector<uint8_t>& next)
      : space_(space),
        patterns_(patterns),
        attacker_moves_(attacker_moves),
        flip_((letter == 'S') == attacker_moves ? 0 : 255),
        section_(space, patterns, (placed + !attacker_moves) / 2,
                 (placed + attacker_moves) / 2),
        next_section_(space, patterns, (placed + 1 + attacker_moves) / 2,
                      (placed + 1 + !attacker_moves) / 2),
        next_(next),
        values_(section_.positions()) {}

  std::vector<uint8_t> Solve(const ParallelFor& parallel_for) {
    parallel_for(section_.rows.size(), [this](uint64_t row) { SolveRow(row); });
    return std::move(values_);
  }

 private:
  // A drop on one square: the columns before and after it.
  struct Drop {
    Step step;
    std::vector<uint32_t> before = {};
    std::vector<uint32_t> after = {};
  };

  std::vector<Drop> AttackerDrops(uint64_t row) const {
    const AttackerSets::Row& before = section_.rows[row];
    std::vector<Drop> drops;
    for (int i = 0; i < before.left.count(); ++i) {
      drops.push_back({AttackerStep(space_, before, 0, before.left.Square(i))});
      auto& [step, columns_before, columns_after] = drops.back();
      for (uint64_t column = 0; column < next_section_.columns.count();
           ++column) {
        const Set after = next_section_.columns.Unrank(column);
        columns_before.push_back(Rank(Image(step.squares, after)));
        columns_after.push_back(column);
      }
    }
    return drops;
  }

  std::vector<Drop> DefenderDrops(uint64_t row) const {
    const int squares = section_.rows[row].left.count();
    std::vector<Drop> drops(squares, Drop{{.marker = 0, .row = row}});
    const SetIndex& columns = next_section_.columns;
    for (uint64_t after = 0; after < columns.count(); ++after) {
      columns.ForEachRest(after, [&](uint64_t before, int square) {
        drops[square].before.push_back(before);
        drops[square].after.push_back(after);
      });
    }
    return drops;
  }

  void SolveRow(uint64_t row) {
    const std::vector<uint8_t> cells = section_.NewPart(section_.rows[row]);
    const std::vector<Drop> drops =
        attacker_moves_ ? AttackerDrops(row) : DefenderDrops(row);
    auto value =
        values_.begin() + row * section_.patterns.size() * cells.size();
    for (const Pattern& pattern : section_.patterns) {
      const std::vector<uint8_t> delays = Delays(drops, pattern);
      for (uint64_t i = 0; i < cells.size(); ++i) {
        const bool succeeds = cells[i] == kFailure && delays[i] < 254;
        *value++ = succeeds ? SuccessIn(delays[i] + 1) : cells[i];
      }
    }
  }

  // Returns the delays in a part, by column.  An attacker who drops a marker
  // chooses its class before a square is chosen.
  std::vector<uint8_t> Delays(const std::vector<Drop>& drops,
                              Pattern pattern) const {
    std::vector<uint8_t> classes = {0};
    if (attacker_moves_) {
      classes = patterns_.ClassesLeft(pattern, section_.attackers);
    }
    std::vector<uint8_t> least(section_.columns.count(), 255);
    std::vector<uint8_t> chosen(least.size());
    for (const uint8_t dropped : classes) {
      pattern[section_.attackers] = dropped;
      std::fill(chosen.begin(), chosen.end(), 255);
      for (const Drop& drop : drops) Choose(drop, pattern, chosen);
      for (uint64_t i = 0; i < least.size(); ++i) {
        least[i] = std::min<uint8_t>(least[i], chosen[i] ^ flip_);
      }
    }
    return least;
  }

  // Replaces the chosen delays, by column, where this drop is a better choice.
  // The attacker chooses the least delay.  The defender chooses the largest,
  // which is the least if all bits are flipped.
  void Choose(const Drop& drop, const Pattern& pattern,
              std::vector<uint8_t>& chosen) const {
    const auto& [step, before, after] = drop;
    if (step.is_goal) {
      const uint8_t delay =
          pattern[step.marker] <= step.largest_class ? 0 : 255;
      for (const uint32_t i : before) {
        chosen[i] = std::min<uint8_t>(chosen[i], delay ^ flip_);
      }
      return;
    }
    const uint8_t* const next = &next_[step.PartAfter(next_section_, pattern) *
                                       next_section_.columns.count()];
    const uint8_t flip = flip_;
    for (uint64_t i = 0; i < before.size(); ++i) {
      // kFailure and kGameOver become 255 and 254.
      const uint8_t delay = next[after[i]] - 1;
      uint8_t& choice = chosen[before[i]];
      choice = std::min<uint8_t>(choice, delay ^ flip);
    }
  }

  const ScoredSpace& space_;
  const Patterns& patterns_;
  const bool attacker_moves_;
  const uint8_t flip_;
  const Section section_;
  const Section next_section_;
  const std::vector<uint8_t>& next_;
  std::vector<uint8_t> values_;
};

// Returns the letters to come of the sections with `placed` markers.
std::set<std::string> DropsToCome(const ScoredSpace& space, int placed) {
  std::set<std::string> drops;
  for (const std::string& style : space.board().game().styles) {
    drops.insert(style.substr(placed / 2));
  }
  return drops;
}

double CountPositions(const ScoredSpace& space, int threshold) {
  const Patterns patterns(space, threshold);
  const int squares = space.board().squares();
  double positions = 0;
  for (int placed = 0; placed <= 2 * space.board().pieces(); ++placed) {
    const double sections = DropsToCome(space, placed).size();
    for (const int attackers : {placed / 2, (placed + 1) / 2}) {
      positions += sections * space.attackers(attackers).rows().size() *
                   patterns.by_size[attackers].size() *
                   kBinomials[squares - attackers][placed - attackers];
    }
  }
  return positions;
}

}  // namespace

std::optional<ThresholdSections> SolveThreshold(
    const ScoredSpace& space, int threshold, const ParallelFor& parallel_for,
    const std::function<void(int plies)>& on_level) {
  const Patterns patterns(space, threshold);
  const int pieces = space.board().pieces();
  auto moves = ThresholdMovePhase(space, patterns, threshold)
                   .Solve(parallel_for, on_level);
  if (!moves.has_value()) return std::nullopt;
  ThresholdSections sections([](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  sections[{2 * pieces, ""}] = *std::move(moves);
  for (int placed = 2 * pieces - 1; placed >= 0; --placed) {
    for (const std::string& letters : DropsToCome(space, placed)) {
      // The second of the two drops of a letter removes it.
      const auto& next = sections.at({placed + 1, letters.substr(placed % 2)});
      for (const bool attacker_moves : {true, false}) {
        sections[{placed, letters}][attacker_moves] =
            DropPhase(space, patterns, placed, letters[0], attacker_moves,
                      next[!attacker_moves])
                .Solve(parallel_for);
      }
    }
  }
  return sections;
}

uint8_t ValueOf(const ScoredSpace& space, int threshold,
                const ThresholdSections& sections,
                const ThresholdPosition& position) {
  const auto& [attacker, defender, pips, attacker_moves, drops] = position;
  const int attackers = pips.size();
  const int defenders = std::popcount(defender);
  const AttackerSets& sets = space.attackers(attackers);
  const auto [row, from_row] = sets.RowOf(attacker);
  const auto& [row_set, left] = sets.rows()[row];
  Pattern pattern = {};
  int i = 0;
  for (Set rest = row_set; rest != 0; rest &= rest - 1) {
    const int square = (*from_row)[std::countr_zero(rest)];
    const int marker = std::popcount(attacker & (SetOf(square) - 1));
    pattern[i++] = space.ClassOf(pips[marker], threshold);
  }
  Set column = 0;
  for (int number = 0; number < left.count(); ++number) {
    const int square = (*from_row)[left.Square(number)];
    if ((defender & SetOf(square)) != 0) column |= SetOf(number);
  }
  const Patterns all(space, threshold);
  const std::vector<Pattern>& patterns = all.by_size[attackers];
  const uint64_t part =
      row * patterns.size() +
      (std::lower_bound(patterns.begin(), patterns.end(), pattern) -
       patterns.begin());
  return sections.at(
      {attackers + defenders,
       drops})[attacker_moves]
              [part * kBinomials[left.count()][defenders] + Rank(column)];
}

double CountPositions(const ScoredSpace& space) {
  double positions = 0;
  for (int t = 1; t <= space.largest_score(); ++t) {
    positions += CountPositions(space, t);
  }
  return positions;
}

uint64_t EstimateMemoryBytes(const ScoredSpace& space) {
  double most = 0;
  for (int t = 1; t <= space.largest_score(); ++t) {
    most = std::max(most, CountPositions(space, t));
  }
  // Half of the positions with all markers placed have a counter.
  constexpr double kFixedBytes = 60e6;  // the program, threads, and chunks
  return kFixedBytes + 1.5 * most;
}

}  // namespace teeko::solver_b
