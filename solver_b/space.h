// Orbits of sets of squares under symmetries, and places of values.  Positions
// that are images of each other share their places.

#ifndef TEEKO_SOLVER_B_SPACE_H_
#define TEEKO_SOLVER_B_SPACE_H_

#include <cstdint>
#include <deque>
#include <limits>
#include <variant>
#include <vector>

#include "solver_b/board.h"
#include "solver_b/exchange.h"
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
    // outside the representative.  Undefined for squares of the set.
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

// The places of a section (docs/formats.md).  There is a row for every orbit of
// the mover's sets.  There is a column for every set of the opponent on the
// squares outside the orbit's representative R.
//
//                          column c
//                 ┌───┬───┬───┬───┬───
//     row of R    │   │   │ v │   │       v: the value of (R, set of c)
//                 └───┴───┴───┴───┴───
//
// The places of a position are in the row of the orbit of its mover's set.
// Each symmetry that maps the mover's set to R gives a place.  (For most
// positions there is one such symmetry.  If there are several, some may give
// the same place.)  A position with several places has the same value in all of
// them.  So a row has the right value in every column.  Positions that differ
// only in the opponent's set are in the same row.
//
// Positions that share a place are images of each other, so that the sets of
// their opponents are in the same orbit.  If two threads write positions whose
// opponent sets are in different orbits, they never write to the same place.
//
// Immutable, hence thread-safe.
class SectionIndex {
 public:
  // `movers` must outlive this.
  SectionIndex(const SetOrbits& movers, int opponent_pieces)
      : movers_(movers),
        columns_(movers.orbits()[0].left.count(), opponent_pieces) {}

  const SetOrbits& movers() const { return movers_; }
  const SetIndex& columns() const { return columns_; }
  uint64_t rows() const { return movers_.orbits().size(); }
  uint64_t size(Partition partition = {}) const {
    return partition.Count(rows()) * columns_.count();
  }

  // The number of positions in the section.  Images count separately.
  uint64_t positions() const {
    return movers_.sets().size() * columns_.count();
  }

  // Calls visit(row, column) for all places of a position, given by the rank of
  // the mover's set and the opponent's set.  Visits a place once for each
  // symmetry that gives it.
  template <typename Visit>
  void ForEachPlace(uint64_t mover_rank, Set opponent, Visit visit) const {
    const auto [row, numbers] = movers_.Canonicalize(mover_rank);
    ForEachPlaceInRow(row, Image(numbers, opponent), visit);
  }

  // The same for a position whose mover's set is the row's representative.  The
  // opponent's set uses the numbers of the squares outside the representative.
  template <typename Visit>
  void ForEachPlaceInRow(uint64_t row, Set opponent, Visit visit) const {
    visit(row, Rank(opponent));
    const SetOrbits::Orbit& row_orbit = movers_.orbits()[row];
    for (const Permutation* kept : row_orbit.stabilizer) {
      const Set image = Image(*kept, row_orbit.left.OnBoard(opponent));
      visit(row, Rank(row_orbit.left.Renumber(image)));
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
  SetIndex columns_;
};

// The places of all sections of a game, and the orbits of sets.
//
// Immutable, hence thread-safe.
class Space {
 public:
  // `board` must outlive this.
  explicit Space(const Board& board) : board_(board) {
    for (int size = 0; size <= board.pieces(); ++size) {
      orbits_.emplace_back(board, size);
    }
    for (int placed = 0; placed <= 2 * board.pieces(); ++placed) {
      sections_.emplace_back(orbits_[placed / 2], (placed + 1) / 2);
    }
  }
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;

  const Board& board() const { return board_; }

  // Returns the orbits of sets of `size` squares, 0 … pieces.
  const SetOrbits& orbits(int size) const { return orbits_[size]; }

  // Returns the places of every section with `placed` pieces of both sides
  // together; the drops to come do not matter.
  const SectionIndex& section(int placed) const { return sections_[placed]; }

 private:
  const Board& board_;
  // Deques, because the sections refer to the orbits, which must not move.
  std::deque<SetOrbits> orbits_;
  std::deque<SectionIndex> sections_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SPACE_H_
