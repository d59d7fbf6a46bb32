// Retrograde analysis of a threshold game.  A level has all positions in which
// the attacker succeeds in n plies.  The next level has
// - for even n: the positions with the attacker to move and a move to this
//   level, found by taking back moves of the attacker;
// - for odd n: the positions with the defender to move of which the last move
//   that was left leads to this level.  A counter has the number of moves left.
//
// The attacker's markers stay where they are in the second case, so that
// counters need no symmetry.  In the first case all places of a position are
// decided together.

#include "solver_b/scored.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <set>

#include "solver_b/set_index.h"

namespace teeko::solver_b {
namespace {

constexpr uint8_t kFailure = 0;
constexpr uint8_t kGameOver = 255;
constexpr int kLongest = 253;
// A counter of a position from which the defender can avoid every success, by
// completing a goal; or which is not played on.
constexpr uint8_t kNever = 255;

// The place of the marker on `square` in the pattern of `set`.
int PlaceIn(Set set, int square) {
  return std::popcount(set & (SetOf(square) - 1));
}

Pattern ImageOf(const Permutation& symmetry, Set set, const Pattern& pattern) {
  const Set image = Image(symmetry, set);
  Pattern result = pattern;
  for (Set rest = set; rest != 0; rest &= rest - 1) {
    const int square = std::countr_zero(rest);
    result[PlaceIn(image, symmetry[square])] = pattern[PlaceIn(set, square)];
  }
  return result;
}

// Adds a marker to the pattern of the other markers of `set`.
Pattern With(Pattern pattern, Set set, int square, char marker_class) {
  return pattern.insert(PlaceIn(set, square), 1, marker_class);
}

uint64_t NumberOf(const std::vector<Pattern>& patterns,
                  const Pattern& pattern) {
  return std::ranges::lower_bound(patterns, pattern) - patterns.begin();
}

// Calls visit(square) for each square of the set.
template <typename Visit>
void ForEachSquare(Set set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// The values of one section with one side to move, as an image under a symmetry
// sees them: for one set of the attacker with a pattern, by set of the
// defender.
class RowView {
 public:
  RowView(const ScoredSpace& space, int defenders,
          const std::vector<Pattern>& patterns, Set attacker,
          const Pattern& pattern, const ScoredSpace::Places& places,
          const Permutation& symmetry)
      : columns_(space.section(std::popcount(attacker), defenders)
                     .columns()
                     .count()) {
    const SquaresLeft& left = space.section(std::popcount(attacker), defenders)
                                  .movers()
                                  .orbits()[places.row]
                                  .left;
    first_ = (places.row * patterns.size() +
              NumberOf(patterns, ImageOf(symmetry, attacker, pattern))) *
             columns_;
    ForEachSquare(
        FirstSquares(space.board().squares()) & ~attacker,
        [&](int square) { numbers_[square] = left.Number(symmetry[square]); });
  }

  uint64_t Index(Set defender) const {
    return first_ + Rank(Image(numbers_, defender));
  }

 private:
  uint64_t columns_;
  uint64_t first_;
  Permutation numbers_ = {};
};

class MovePhase {
 public:
  MovePhase(const ScoredSpace& space, int threshold, const Pattern& classes,
            const ParallelFor& parallel_for)
      : space_(space),
        board_(space.board()),
        section_(space.section(board_.pieces(), board_.pieces())),
        columns_(section_.columns()),
        patterns_(Patterns(classes, board_.pieces())),
        counters_(section_.rows() * patterns_.size() * columns_.count()),
        parallel_for_(parallel_for) {
    for (auto& of_side : values_) of_side.resize(counters_.size());
    parallel_for_(section_.rows(),
                  [&](uint64_t row) { Begin(row, threshold); });
  }

  // Returns false if a success takes too long.
  bool Solve(const std::function<void(int plies)>& on_level) {
    for (int plies = 0;; ++plies) {
      on_level(plies);
      std::atomic<bool> any = false;
      parallel_for_(section_.rows(), [&](uint64_t row) {
        for (uint64_t p = 0; p < patterns_.size(); ++p) {
          if (plies % 2 == 0 ? TakeBackAttacker(row, p, plies)
                             : TakeBackDefender(row, p, plies)) {
            any = true;
          }
        }
      });
      if (!any && plies > 0) return true;
      if (plies + 2 * board_.pieces() > kLongest) return false;
    }
  }

  ThresholdValues TakeValues() { return std::move(values_); }

 private:
  Set AttackerOf(uint64_t row) const {
    return section_.movers().orbits()[row].representative;
  }
  uint64_t First(uint64_t row, uint64_t p) const {
    return (row * patterns_.size() + p) * columns_.count();
  }

  // Sets the counters, and the values of successes in 0 plies and in one.
  void Begin(uint64_t row, int threshold) {
    const Set attacker = AttackerOf(row);
    const SquaresLeft& left = section_.movers().orbits()[row].left;
    const bool over = board_.IsGoal(attacker);
    std::vector<uint8_t> counters;
    std::vector<Set> defenders;
    for (uint64_t column = 0; column < columns_.count(); ++column) {
      const Set defender = left.OnBoard(columns_.Unrank(column));
      defenders.push_back(defender);
      int moves = 0;
      bool completes = over || board_.IsGoal(defender);
      ForEachMove(defender, attacker, [&](int from, int to) {
        ++moves;
        completes |= board_.IsGoal((defender ^ SetOf(from)) | SetOf(to));
      });
      counters.push_back(completes ? kNever : moves);
    }
    for (uint64_t p = 0; p < patterns_.size(); ++p) {
      const uint64_t first = First(row, p);
      // The squares on which a move completes a goal for the threshold.
      Set completions = 0;
      ForEachMove(attacker, 0, [&](int from, int to) {
        const Set after = (attacker ^ SetOf(from)) | SetOf(to);
        if (board_.IsGoal(after) &&
            space_.Scores(patterns_[p][PlaceIn(attacker, from)], after, to)) {
          completions |= SetOf(to);
        }
      });
      for (uint64_t column = 0; column < columns_.count(); ++column) {
        const uint64_t i = first + column;
        counters_[i] = counters[column];
        if (over || board_.IsGoal(defenders[column])) {
          values_[0][i] = values_[1][i] = kGameOver;
          continue;
        }
        // A defender without a move loses one point.
        if (counters[column] == 0 && threshold == 1) {
          values_[0][i] = DecidedIn(0);
        }
        if ((completions & ~defenders[column]) != 0) {
          values_[1][i] = DecidedIn(1);
        }
      }
    }
  }

  // Calls visit(from, to) for each move of `own`.
  template <typename Visit>
  void ForEachMove(Set own, Set other, Visit visit) const {
    ForEachSquare(own, [&](int from) {
      ForEachSquare(board_.neighbors()[from] & ~(own | other),
                    [&](int to) { visit(from, to); });
    });
  }

  // Decides the positions from which the attacker can move to this level in one
  // row and pattern.  Returns whether the level has positions there.
  bool TakeBackAttacker(uint64_t row, uint64_t p, int plies) {
    const uint64_t first = First(row, p);
    const auto level = LevelOf(values_[0], first, plies);
    if (level.empty()) return false;
    const Set attacker = AttackerOf(row);
    const SquaresLeft& left = section_.movers().orbits()[row].left;
    ForEachMove(attacker, 0, [&](int to, int from) {
      const Set before = (attacker ^ SetOf(to)) | SetOf(from);
      if (board_.IsGoal(before)) return;
      Pattern pattern = patterns_[p];
      const char marker_class = pattern[PlaceIn(attacker, to)];
      pattern.erase(PlaceIn(attacker, to), 1);
      const ScoredSpace::Places& places = space_.places(before);
      for (const Permutation* symmetry : places.symmetries) {
        const RowView view(space_, board_.pieces(), patterns_, before,
                           With(pattern, before, from, marker_class), places,
                           *symmetry);
        for (const uint32_t column : level) {
          const Set defender = left.OnBoard(columns_.Unrank(column));
          if ((defender & SetOf(from)) != 0) continue;
          // Other threads may write the same value.
          const std::atomic_ref value(values_[1][view.Index(defender)]);
          if (value.load(std::memory_order_relaxed) == kFailure) {
            value.store(DecidedIn(plies + 1), std::memory_order_relaxed);
          }
        }
      }
    });
    return true;
  }

  // The same for the defender.
  bool TakeBackDefender(uint64_t row, uint64_t p, int plies) {
    const uint64_t first = First(row, p);
    const auto level = LevelOf(values_[1], first, plies);
    if (level.empty()) return false;
    // All squares have the numbers of the row.
    const SquaresLeft& left = section_.movers().orbits()[row].left;
    Neighbors neighbors = {};
    for (int number = 0; number < left.count(); ++number) {
      neighbors[number] = left.Renumber(
          board_.neighbors()[left.Square(number)] & ~AttackerOf(row));
    }
    for (const uint32_t column : level) {
      const Set defender = columns_.Unrank(column);
      columns_.ForEachLift(column, [&](uint64_t lifted, int to) {
        const uint32_t* const ranks = columns_.RanksWith(lifted);
        ForEachSquare(neighbors[to] & ~defender, [&](int from) {
          const uint64_t i = first + ranks[from];
          if (counters_[i] == kNever || --counters_[i] > 0) return;
          values_[0][i] = DecidedIn(plies + 1);
        });
      });
    }
    return true;
  }

  // Returns the columns of a row that belong to a level.
  std::vector<uint32_t> LevelOf(std::vector<uint8_t>& values, uint64_t first,
                                int plies) const {
    std::vector<uint32_t> level;
    for (uint64_t column = 0; column < columns_.count(); ++column) {
      const std::atomic_ref value(values[first + column]);
      if (value.load(std::memory_order_relaxed) == DecidedIn(plies)) {
        level.push_back(column);
      }
    }
    return level;
  }

  const ScoredSpace& space_;
  const Board& board_;
  const SectionIndex& section_;
  const SetIndex& columns_;
  const std::vector<Pattern> patterns_;
  ThresholdValues values_;  // of the defender and of the attacker to move
  std::vector<uint8_t> counters_;  // of the defender to move
  const ParallelFor& parallel_for_;
};

// True if the attacker prefers the first value.
bool IsBetter(uint8_t a, uint8_t b) {
  return a != kFailure && (b == kFailure || a < b);
}

// Takes the value of one more choice into the value of the best (or, if not
// `best`, of the worst) choice for the attacker.
class Choice {
 public:
  void Add(uint8_t value, bool best) {
    if (!any_ || IsBetter(best ? value : value_, best ? value_ : value)) {
      value_ = value;
    }
    any_ = true;
  }
  bool any() const { return any_; }
  uint8_t value() const { return value_; }

 private:
  bool any_ = false;
  uint8_t value_ = kFailure;
};

// Solves one row of a section with drops to come.
class DropPhase {
 public:
  // `next` has the positions after the drop.
  DropPhase(const ScoredSpace& space, const Pattern& classes, char letter,
            int attackers, int defenders, bool attacker_moves,
            const std::vector<uint8_t>& next)
      : space_(space),
        board_(space.board()),
        classes_(classes),
        letter_(letter),
        attackers_(attackers),
        defenders_(defenders),
        attacker_moves_(attacker_moves),
        next_(next),
        patterns_(Patterns(classes, attackers)),
        next_patterns_(Patterns(classes, attackers + 1)),
        section_(space.section(attackers, defenders)),
        values_(section_.rows() * patterns_.size() *
                section_.columns().count()) {}

  std::vector<uint8_t> Solve(const ParallelFor& parallel_for) {
    parallel_for(section_.rows(), [&](uint64_t row) {
      const Set attacker = section_.movers().orbits()[row].representative;
      const std::vector<Set> defenders = Defenders(row, section_.columns());
      for (uint64_t p = 0; p < patterns_.size(); ++p) {
        const uint64_t line = row * patterns_.size() + p;
        const std::vector<Choice> choices =
            attacker_moves_ ? AfterAttacker(attacker, patterns_[p], defenders)
                            : AfterDefender(row, line);
        for (uint64_t column = 0; column < choices.size(); ++column) {
          const uint8_t after = choices[column].value();
          const bool over = IsGoal(attacker) || IsGoal(defenders[column]);
          values_[line * choices.size() + column] = over ? kGameOver
                                                    : after == kFailure
                                                        ? kFailure
                                                        : after + 1;
        }
      }
    });
    return std::move(values_);
  }

 private:
  // Returns the sets of the defender of a row, by column.
  std::vector<Set> Defenders(uint64_t row, const SetIndex& columns) const {
    const SquaresLeft& left = section_.movers().orbits()[row].left;
    std::vector<Set> defenders;
    for (uint64_t column = 0; column < columns.count(); ++column) {
      defenders.push_back(left.OnBoard(columns.Unrank(column)));
    }
    return defenders;
  }

  // A goal needs all pieces of a side.
  bool IsGoal(Set set) const {
    return std::popcount(set) == board_.pieces() && board_.IsGoal(set);
  }

  // The attacker chooses the marker.  The letter says who chooses the square.
  std::vector<Choice> AfterAttacker(Set attacker, const Pattern& pattern,
                                    const std::vector<Set>& defenders) const {
    std::vector<Choice> best(defenders.size());
    Pattern left = classes_;
    for (const char placed : pattern) left.erase(left.find(placed), 1);
    left.erase(std::unique(left.begin(), left.end()), left.end());
    for (const char marker_class : left) {
      std::vector<Choice> of_marker(defenders.size());
      ForEachSquare(FirstSquares(board_.squares()) & ~attacker, [&](int to) {
        const Set after = attacker | SetOf(to);
        const bool completes = IsGoal(after);
        const bool scores = completes && space_.Scores(marker_class, after, to);
        const ScoredSpace::Places& places = space_.places(after);
        const RowView view(space_, defenders_, next_patterns_, after,
                           With(pattern, after, to, marker_class), places,
                           *places.symmetries[0]);
        for (uint64_t column = 0; column < defenders.size(); ++column) {
          const Set defender = defenders[column];
          if ((defender & SetOf(to)) != 0) continue;
          const uint8_t value = scores      ? DecidedIn(0)
                                : completes ? kFailure
                                            : next_[view.Index(defender)];
          of_marker[column].Add(value, letter_ == 'S');
        }
      });
      for (uint64_t column = 0; column < best.size(); ++column) {
        if (of_marker[column].any()) {
          best[column].Add(of_marker[column].value(), true);
        }
      }
    }
    return best;
  }

  std::vector<Choice> AfterDefender(uint64_t row, uint64_t line) const {
    const SquaresLeft& left = section_.movers().orbits()[row].left;
    const SetIndex& columns = section_.columns();
    const SetIndex& next_columns =
        space_.section(attackers_, defenders_ + 1).columns();
    // The values after the drop; those of completed goals are failures.
    std::vector<uint8_t> after(
        next_.begin() + line * next_columns.count(),
        next_.begin() + (line + 1) * next_columns.count());
    if (defenders_ + 1 == board_.pieces()) {
      const std::vector<Set> sets = Defenders(row, next_columns);
      for (uint64_t i = 0; i < sets.size(); ++i) {
        if (IsGoal(sets[i])) after[i] = kFailure;
      }
    }
    std::vector<Choice> choices(columns.count());
    for (uint64_t column = 0; column < columns.count(); ++column) {
      const uint32_t* const ranks = next_columns.RanksWith(column);
      ForEachSquare(FirstSquares(left.count()) & ~columns.Unrank(column),
                    [&](int to) {
                      choices[column].Add(after[ranks[to]], letter_ == 'A');
                    });
    }
    return choices;
  }

  const ScoredSpace& space_;
  const Board& board_;
  const Pattern& classes_;
  const char letter_;
  const int attackers_;
  const int defenders_;
  const bool attacker_moves_;
  const std::vector<uint8_t>& next_;
  const std::vector<Pattern> patterns_;
  const std::vector<Pattern> next_patterns_;
  const SectionIndex& section_;
  std::vector<uint8_t> values_;
};

}  // namespace

ScoredSpace::ScoredSpace(const Board& board) : board_(board) {
  const Scoring& scoring = *board.game().scoring;
  std::set<int> bonuses;
  for (const GoalFamily& family : board.game().goals) {
    bonuses.insert(family.points);
    if (scoring.special != 0) {
      bonuses.insert(family.points + scoring.special_points);
    }
  }
  bonuses_.assign(bonuses.begin(), bonuses.end());
  largest_score_ = std::ranges::max(scoring.pips) + bonuses_.back();
  for (int size = 0; size <= board.pieces(); ++size) {
    const SetOrbits& orbits = orbits_.emplace_back(board, size);
    auto& of_size = places_.emplace_back();
    for (uint64_t rank = 0; rank < orbits.sets().size(); ++rank) {
      const uint32_t row = orbits.Canonicalize(rank).orbit_number;
      Places& places = of_size.emplace_back(Places{row, {}});
      for (const Permutation& symmetry : board.symmetries()) {
        if (Image(symmetry, orbits.sets()[rank]) ==
            orbits.orbits()[row].representative) {
          places.symmetries.push_back(&symmetry);
        }
      }
    }
  }
  for (int attackers = 0; attackers <= board.pieces(); ++attackers) {
    for (int defenders = 0; defenders <= board.pieces(); ++defenders) {
      sections_.emplace_back(orbits_[attackers], defenders);
    }
  }
}

Pattern ScoredSpace::Classes(int threshold) const {
  Pattern classes;
  for (const int pips : board_.game().scoring->pips) {
    char marker_class = 0;
    for (const int bonus : bonuses_) marker_class += pips + bonus < threshold;
    classes += marker_class;
  }
  std::ranges::sort(classes);
  return classes;
}

bool ScoredSpace::Scores(int marker_class, Set goal, int square) const {
  const Scoring& scoring = *board_.game().scoring;
  const bool special = (scoring.special & SetOf(square)) != 0;
  const int bonus =
      board_.PointsOf(goal) + (special ? scoring.special_points : 0);
  const auto found = std::ranges::lower_bound(bonuses_, bonus);
  return found - bonuses_.begin() >= marker_class;
}

const ScoredSpace::Places& ScoredSpace::places(Set attacker) const {
  return places_[std::popcount(attacker)][Rank(attacker)];
}

std::vector<Pattern> Patterns(const Pattern& classes, int size) {
  if (size > static_cast<int>(classes.size())) return {};
  std::set<Pattern> patterns;
  Pattern order = classes;
  do {
    patterns.insert(order.substr(0, size));
  } while (std::ranges::next_permutation(order).found);
  return {patterns.begin(), patterns.end()};
}

std::optional<ThresholdSections> SolveThreshold(
    const ScoredSpace& space, int threshold, const ParallelFor& parallel_for,
    const std::function<void(int plies)>& on_level) {
  const Pattern classes = space.Classes(threshold);
  ThresholdSections sections([](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  const int all = 2 * space.board().pieces();
  {
    MovePhase move_phase(space, threshold, classes, parallel_for);
    if (!move_phase.Solve(on_level)) return std::nullopt;
    sections[{all, ""}] = move_phase.TakeValues();
  }
  for (int placed = all - 1; placed >= 0; --placed) {
    for (const std::string& style : space.board().game().styles) {
      const std::string drops = style.substr(placed / 2);
      if (sections.contains({placed, drops})) continue;
      const ThresholdValues& next =
          sections.at({placed + 1, style.substr((placed + 1) / 2)});
      ThresholdValues values;
      for (const bool attacker_moves : {false, true}) {
        const int attackers = (placed + !attacker_moves) / 2;
        values[attacker_moves] =
            DropPhase(space, classes, drops[0], attackers, placed - attackers,
                      attacker_moves, next[!attacker_moves])
                .Solve(parallel_for);
      }
      sections[{placed, drops}] = std::move(values);
    }
  }
  return sections;
}

double CountPositions(const ScoredSpace& space) {
  double positions = 0;
  for (int t = 1; t <= space.largest_score(); ++t) {
    for (int placed = 0; placed <= 2 * space.board().pieces(); ++placed) {
      std::set<std::string> drops;
      for (const std::string& style : space.board().game().styles) {
        drops.insert(style.substr(placed / 2));
      }
      for (const int attackers : {placed / 2, (placed + 1) / 2}) {
        positions += static_cast<double>(
                         space.section(attackers, placed - attackers).size()) *
                     Patterns(space.Classes(t), attackers).size() *
                     drops.size();
      }
    }
  }
  return positions;
}

uint64_t EstimateMemoryBytes(const ScoredSpace& space) {
  const int pieces = space.board().pieces();
  uint64_t most_patterns = 0;
  for (int t = 1; t <= space.largest_score(); ++t) {
    most_patterns = std::max<uint64_t>(
        most_patterns, Patterns(space.Classes(t), pieces).size());
  }
  // Values of both sides and counters; all other sections together are smaller
  // than two of these.
  return 40'000'000 + 5 * most_patterns * space.section(pieces, pieces).size();
}

}  // namespace teeko::solver_b
