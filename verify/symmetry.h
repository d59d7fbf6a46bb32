// Checks that a table has the symmetries of its game, and keeps the reduced
// table.
//
// In the order of docs/formats.md a section consists of rows (checked_game.h),
// and the rows of one set of the attacker are consecutive.  Symmetries take
// rows to rows.  Of all images of a set, the reduced table keeps the rows of
// the smallest set.  In a file these rows come before their images, so each
// image is compared with them as soon as the image is read.

#ifndef TEEKO_VERIFY_SYMMETRY_H_
#define TEEKO_VERIFY_SYMMETRY_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/table_reader.h"
#include "verify/checked_game.h"

namespace teeko::verify {

// The faults that a check found in a section.
struct Faults {
  uint64_t count = 0;
  // Index of the first faulty position.
  uint64_t first = std::numeric_limits<uint64_t>::max();

  void Add(const Faults& more) {
    count += more.count;
    first = std::min(first, more.first);
  }
};

// True if the game's symmetries are a group of permutations of its squares, and
// take goals to goals and neighbours to neighbours.
bool AreSymmetries(const kernel::Game& game);

// All sets of one size, by orbit.
struct SetOrbits {
  SetOrbits(const kernel::Game& game, int size);

  // Returns the number of orbits, without listing the sets.
  static double Count(const kernel::Game& game, int size);

  struct Orbit {
    kernel::Set first;  // the smallest set of the orbit
    uint64_t sets;      // number of sets
  };
  std::vector<Orbit> orbits;  // sorted by `first`

  struct Member {
    uint32_t number;    // index in `orbits`
    uint32_t symmetry;  // game.symmetries[symmetry] takes the set to `first`
  };
  std::vector<Member> members;  // by rank
};

// The part of one process, if several processes divide a list of items.
struct Partition {
  uint32_t process = 0;
  uint32_t process_count = 1;

  // The process has items Begin(count) to End(count) - 1 of `count` items.
  // Item 0 belongs to process 0.
  uint64_t Begin(uint64_t count) const {
    return std::min(count,
                    (process * count + process_count - 1) / process_count);
  }
  uint64_t End(uint64_t count) const {
    return Partition{process + 1, process_count}.Begin(count);
  }
};

// Takes positions to their images in the row of the smallest image of the
// attacker's set, and computes their indices there.
class RowImages {
 public:
  explicit RowImages(const kernel::Game& game);

  // Numbers the squares outside the image of `attacker` from 0, in ascending
  // order (as kernel::Compress does).  Returns, for each square that is not in
  // `attacker`, the number of its image.  The other elements have no meaning.
  static std::vector<int> Numbers(const std::vector<int>& symmetry,
                                  kernel::Set attacker);
  // Returns the index, in the image's row, of the image of the position with
  // this defender's set.  `numbers` is the result of Numbers.
  uint64_t IndexInRow(const std::vector<int>& numbers,
                      kernel::Set defender) const {
    uint64_t rank = 0;
    for (int size = 0; defender != 0; ++size, defender &= defender - 1) {
      rank = larger_[size][numbers[std::countr_zero(defender)]][rank];
    }
    return rank;
  }

  // Returns, for each position of a row of this set, the index of its image in
  // the image's row.
  std::vector<uint32_t> IndicesInRow(const std::vector<int>& symmetry,
                                     kernel::Set attacker, int defenders) const;

 private:
  int squares_;
  // larger_[k][s][r] is the rank of the union of square s and the set of k
  // squares with rank r.  So IndexInRow can compute the rank of a set square by
  // square, in any order.
  std::vector<std::vector<std::vector<uint32_t>>> larger_;
};

// The rows of one game.
class ReducedTable {
 public:
  // Creates an empty table.  Its sections are those of `file` from
  // `first_section` on.  The method Rows reads the rows of other processes from
  // this file.  If `file` is null, Add gets the rows of a table that is not
  // reduced (unless it is of a threshold game), and there must be one process.
  // `file` must outlive this object.  Memory for rows is allocated when they
  // are added.
  ReducedTable(CheckedGame game, int value_bytes, Partition partition = {},
               const proto::TableReader* file = nullptr, int first_section = 0);

  const CheckedGame& game() const { return game_; }
  int value_bytes() const { return value_bytes_; }
  // The orbits of the sets of `size` squares; `size` is 0 to board().pieces.
  const SetOrbits& sets(int size) const { return sets_[size]; }
  // This process keeps the rows of the orbits Begin to End - 1 of the
  // attacker's sets.
  uint64_t Begin(int section) const {
    return partition_.Begin(orbits(section).size());
  }
  uint64_t End(int section) const {
    return partition_.End(orbits(section).size());
  }

  // The attacker's sets whose rows the file has, in its order.  `sets` is the
  // number of sets that they represent.  (If the file is not reduced, each set
  // is an orbit of its own here.)
  const std::vector<SetOrbits::Orbit>& sets_of_file(int section) const {
    return sets_of_file_[game_.sections()[section].attackers()];
  }

  // Adds the rows of whole sets, beginning with set `first` of the file: keeps
  // the rows of the smallest sets, and compares every row with its kept image,
  // on oneTBB threads.  All earlier rows must have been added, except rows of
  // other processes if the file is reduced.  Returns the number of positions
  // whose value differs from the value of an image, and the first of them.  A
  // section without faults is invariant under all symmetries.
  Faults Add(int section, uint64_t first, absl::Span<const uint8_t> rows);

  // Returns the number of the kept row of a holding: the set of `size` squares
  // with this rank, and the pattern with this number.  With P patterns, the
  // first row of an orbit has the number P times that of the orbit.
  uint64_t RowOf(int size, uint64_t rank, uint32_t pattern) const {
    return rows_[size][rank * game_.patterns(size).size() + pattern];
  }
  // Returns a kept row, which must belong to this process.
  const uint8_t* Row(int section, uint64_t number) const {
    const uint64_t first = Begin(section) * patterns(section);
    return payloads_[section].data() + (number - first) * RowBytes(section);
  }
  // Returns the kept rows `first` to `last` - 1 of any process.  If some of
  // them belong to other processes, reads all of them from the file into
  // `loaded`.
  absl::StatusOr<const uint8_t*> Rows(int section, uint64_t first,
                                      uint64_t last,
                                      std::vector<uint8_t>& loaded) const;
  // Returns the index of the position's image among all positions with smallest
  // sets of the attacker.
  uint64_t KeptIndex(int section, const ThresholdPosition& position) const;
  // Returns the value of any position.  There must be one process.
  kernel::Value Value(int section, const ThresholdPosition& position) const;

  const RowImages& images() const { return images_; }

 private:
  const std::vector<SetOrbits::Orbit>& orbits(int section) const {
    return sets_[game_.sections()[section].attackers()].orbits;
  }
  uint64_t patterns(int section) const {
    return game_.patterns(game_.sections()[section].attackers()).size();
  }
  uint64_t RowBytes(int section) const {
    return game_.RowSize(section) * value_bytes_;
  }
  Faults CompareRows(int section, kernel::Set attacker,
                     const uint8_t* rows) const;

  CheckedGame game_;
  int value_bytes_;
  Partition partition_;
  const proto::TableReader* file_;
  int first_section_;
  // By size.
  std::vector<SetOrbits> sets_;
  std::vector<std::vector<SetOrbits::Orbit>> sets_of_file_;
  std::vector<std::vector<uint32_t>> rows_;
  RowImages images_;
  std::vector<std::vector<uint8_t>> payloads_;  // of this process's rows
};

// Returns the number of positions of a section that its file has, if it is not
// reduced.  (The tables of threshold games have only smallest sets of the
// attacker.)
uint64_t PositionsOf(const CheckedGame& game, int section);

// Returns the bytes of memory for the rows of a reduced table.
double ReducedBytes(const CheckedGame& game, int value_bytes);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SYMMETRY_H_
