// Orbits of sets of squares under symmetries, and places of values.  Positions
// that are images of each other share their places.

#ifndef TEEKO_SOLVER_B_SPACE_H_
#define TEEKO_SOLVER_B_SPACE_H_

#include <bit>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/exchange.h"
#include "solver_b/markers.h"
#include "solver_b/set.h"
#include "solver_b/set_index.h"

namespace teeko::solver_b {

// The orbits of sets of one size under the symmetries of the board.  Immutable,
// hence thread-safe.
class SetOrbits {
 public:
  struct Orbit {
    // The canonical set: the smallest number in the orbit.
    Set representative;
    SquaresLeft left;  // squares outside the representative
    // The stabilizer of the representative, without the identity.
    std::vector<const Permutation*> stabilizer = {};
  };

  // A symmetry that maps a set to the representative of its orbit.
  struct Canonicalization {
    uint32_t orbit_number;
    // By square: its image under the symmetry, numbered among the squares
    // outside the representative or, for squares of the set, among the squares
    // of the representative.
    const uint8_t* numbers;
  };

  // `board` must outlive this.
  SetOrbits(const Board& board, int size);

  // Orbits in ascending order of representatives.  To compute the size of an
  // orbit, divide the number of all symmetries by the number of symmetries that
  // do not change the representative.
  const std::vector<Orbit>& orbits() const { return orbits_; }

  const Board& board() const { return board_; }

  // All sets, by rank.
  const std::vector<Set>& sets() const { return sets_; }

  // Returns a symmetry, always the same, that maps the set with this rank to
  // its representative.
  Canonicalization Canonicalize(uint64_t rank) const {
    return {orbit_numbers_[rank], &numbers_[rank * board_.squares()]};
  }
  // Prefetches the data that Canonicalize needs.
  void Prefetch(uint64_t rank) const {
    __builtin_prefetch(&orbit_numbers_[rank]);
    const uint8_t* const numbers = &numbers_[rank * board_.squares()];
    __builtin_prefetch(numbers);
    __builtin_prefetch(numbers + board_.squares() - 1);
  }

 private:
  static constexpr uint32_t kNoOrbit = -1;  // not yet known

  const Board& board_;
  const std::vector<Set> sets_;
  std::vector<Orbit> orbits_;
  std::vector<uint32_t> orbit_numbers_;  // by rank
  std::vector<uint8_t> numbers_;         // by rank and square
};

// Values of the table (docs/formats.md), of one or two bytes.
// 0: a draw; n + 1: decided in n plies, won by the mover if n is odd.
inline constexpr int kDraw = 0;
constexpr int DecidedIn(int plies) { return plies + 1; }
template <typename Value>
inline constexpr Value kNoValue = std::numeric_limits<Value>::max();

// Values by place.
using Values = std::variant<std::vector<uint8_t>, std::vector<uint16_t>>;

// The sides of a threshold game.  In a game without scoring, both sides are
// attackers.
enum Side { kAttacker, kDefender };

// The places of a section (docs/formats.md).  There is a row for every orbit of
// the mover's sets.  There is a column for every set of the opponent on the
// squares outside the orbit's representative R, with every pattern of the
// attacker's markers.  (A game without scoring has one pattern.)
//
//                          column c
//                 ┌───┬───┬───┬───┬───
//     row of R    │   │   │ v │   │   │       v: the value of (R, set of c),
//                 └───┴───┴───┴───┴───           with the pattern of c
//
// The places of a position are in the row of the orbit of its mover's set.
// Each symmetry that maps the mover's set to R gives a place: it also maps the
// opponent's set and the pattern.  (For most positions there is one such
// symmetry.  If there are several, some may give the same place.)  A position
// with several places has the same value in all of them.  So a row has the
// right value in every column.  Positions that differ only in the opponent's
// set or the pattern are in the same row.
//
// Positions that share a place are images of each other, so that the sets of
// their opponents are in the same orbit.  If two threads write positions whose
// opponent sets are in different orbits, they never write to the same place.
//
// Immutable, hence thread-safe.
class SectionIndex {
 public:
  // The section with these numbers of pieces.  `orbits`, by size, and `markers`
  // must outlive this.
  SectionIndex(const std::deque<SetOrbits>& orbits, const Markers& markers,
               int mover_pieces, int opponent_pieces, Side mover)
      : movers_(orbits[mover_pieces]),
        opponents_(orbits[opponent_pieces]),
        markers_(markers),
        patterns_(markers.patterns(mover == kAttacker ? mover_pieces
                                                      : opponent_pieces)),
        mover_(mover),
        columns_(movers_.orbits()[0].left.count(), opponent_pieces, patterns_,
                 /*marked=*/mover == kDefender) {}

  const SetOrbits& movers() const { return movers_; }
  const SetIndex& columns() const { return columns_; }
  uint64_t rows() const { return movers_.orbits().size(); }
  uint64_t size(Partition partition = {}) const {
    return partition.Count(rows()) * columns_.count();
  }

  bool is_scored() const { return markers_.is_scored(); }
  // The number of positions in the section.  Images count separately.
  uint64_t positions() const {
    return movers_.sets().size() * columns_.count();
  }
  // The number of positions that a table stores, unless it is reduced.
  uint64_t stored_positions() const {
    // Each of the stored attacker's sets has equally many positions.
    return is_scored() ? positions() / attackers().sets().size() *
                             attackers().orbits().size()
                       : positions();
  }
  Side mover() const { return mover_; }
  int defender_pieces() const {
    return std::popcount(
        (mover_ == kAttacker ? opponents_ : movers_).sets()[0]);
  }
  // The attacker's sets, which are the movers or the opponents.
  const SetOrbits& attackers() const {
    return mover_ == kAttacker ? movers_ : opponents_;
  }

  // Maps patterns to patterns.
  struct PatternMap {
    const uint16_t* first;
    const uint16_t* second = nullptr;  // null, or applied to the results

    uint32_t operator()(uint32_t pattern) const {
      return second == nullptr ? first[pattern] : second[first[pattern]];
    }
  };

  // Positions that differ only in the pattern.
  struct InRow {
    uint64_t row;
    // In the numbering of the squares outside the row's representative.
    Set opponent;
    PatternMap after;  // returns the image of a pattern
  };

  // Returns an image of positions, given by the rank of the mover's set, and
  // the opponent's set.
  [[gnu::always_inline]] InRow Canonicalize(uint64_t mover_rank,
                                            Set opponent) const {
    const auto [row, numbers] = movers_.Canonicalize(mover_rank);
    InRow in_row = {row, Image(numbers, opponent), {patterns_.SameMap()}};
    if (patterns_.count() > 1) {
      in_row.after.first = patterns_.AfterMap(
          numbers, mover_ == kAttacker ? movers_.sets()[mover_rank] : opponent);
    }
    return in_row;
  }
  // Returns positions whose mover has the row's representative.
  InRow Unchanged(uint64_t row, Set opponent) const {
    return {row, opponent, {patterns_.SameMap()}};
  }

  // Returns the column of a position.
  uint64_t Column(const InRow& in_row, uint32_t pattern) const {
    return columns_.IndexOf(in_row.opponent) + in_row.after(pattern);
  }

  // Calls visit(image) for the places of positions, once for each symmetry that
  // gives a place.
  template <typename Visit>
  [[gnu::always_inline]] void ForEachImage(const InRow& in_row,
                                           Visit visit) const {
    const auto& [representative, left, stabilizer] =
        movers_.orbits()[in_row.row];
    InRow image = in_row;
    // One call of `visit`, so that the compiler inlines it.
    for (auto kept = stabilizer.begin();; ++kept) {
      visit(image);
      if (kept == stabilizer.end()) return;
      const Set opponent = left.OnBoard(in_row.opponent);
      image.opponent = left.Renumber(Image(**kept, opponent));
      image.after.second = patterns_.AfterMap(
          **kept, mover_ == kAttacker ? representative : opponent);
    }
  }

  // Returns the image of ForEachImage with the first column.
  [[gnu::always_inline]] InRow FirstImage(const InRow& in_row) const {
    InRow first = in_row;
    ForEachImage(in_row, [&](const InRow& image) {
      if (image.opponent < first.opponent) first = image;
    });
    return first;
  }

  // Calls visit(row, column) for all places of a position, given by the rank of
  // the mover's set, the opponent's set and the pattern.  Visits a place once
  // for each symmetry that gives it.
  template <typename Visit>
  [[gnu::always_inline]] void ForEachPlace(uint64_t mover_rank, Set opponent,
                                           Visit visit,
                                           uint32_t pattern = 0) const {
    ForEachImage(Canonicalize(mover_rank, opponent), [&](const InRow& image) {
      visit(image.row, Column(image, pattern));
    });
  }

  // Calls visit(goal, rest, square, reaches_threshold) for each way in which
  // the opponent of the row's representative can complete a goal: the column's
  // goal, a rest of it, and the missing square.  Sets and squares use the
  // numbers of the squares outside the representative.
  template <typename Visit>
  void ForEachCompletion(uint64_t row, Visit visit) const {
    const auto& [representative, left, stabilizer] = movers_.orbits()[row];
    for (const auto& [goal, square, largest_class] : markers_.completions()) {
      if ((goal & representative) != 0 ||
          std::popcount(goal) != std::popcount(columns_.Unrank(0))) {
        continue;
      }
      const Set column = left.Renumber(goal);
      const int to = left.Number(square);
      uint64_t rest = columns_.IndexOf(column ^ SetOf(to));
      for (const int missing_class : columns_.missing_classes()) {
        visit(column, rest++, to, missing_class <= largest_class);
      }
    }
  }

  // Returns the index of a place in the array of the process that owns the row.
  // The array has size(partition) items.
  uint64_t Index(uint64_t row, uint64_t column,
                 Partition partition = {}) const {
    return partition.OwnNumber(row) * columns_.count() + column;
  }

 private:
  const SetOrbits& movers_;
  const SetOrbits& opponents_;
  const Markers& markers_;
  const Patterns& patterns_;  // of the attacker's pieces on the board
  const Side mover_;
  SetIndex columns_;
};

// The places of all sections of a threshold game, and the orbits of sets.
//
// Immutable, hence thread-safe.
class Space {
 public:
  // `board` must outlive this.
  explicit Space(const Board& board, int threshold = 1);
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;

  const Board& board() const { return board_; }
  int threshold() const { return threshold_; }
  const Markers& markers() const { return markers_; }

  // Returns the orbits of sets of `size` squares, 0 … pieces.
  const SetOrbits& orbits(int size) const { return orbits_[size]; }

  // Returns the sides whose positions have different values: one without
  // scoring, two with scoring.
  const std::vector<Side>& sides() const { return sides_; }
  // Returns the opponent of a side; without scoring, this is the same side.
  Side Other(Side side) const { return sides_[sides_.size() - 1 - side]; }

  bool is_scored() const { return markers_.is_scored(); }
  // Returns the value of a position in which the opponent has a goal, and the
  // mover has none.
  template <typename Value>
  Value OverValue() const {
    return is_scored() ? kNoValue<Value> : Value{DecidedIn(0)};
  }

  // Returns the places of every section with `placed` pieces of both sides
  // together and this mover; the drops to come do not matter.
  const SectionIndex& section(int placed, Side mover = kAttacker) const {
    return sections_[placed * sides_.size() + mover];
  }

 private:
  const Board& board_;
  const int threshold_;
  const Markers markers_;
  const std::vector<Side> sides_;
  // Deques, because the sections refer to the orbits, which must not move.
  std::deque<SetOrbits> orbits_;
  std::deque<SectionIndex> sections_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SPACE_H_
