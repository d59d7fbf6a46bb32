// Checks that a table has the symmetries of its game, and keeps the reduced
// table.
//
// In the order of docs/formats.md a section consists of rows.  A row has all
// positions with the same mover's set.  Symmetries take rows to rows.  Of all
// images of a row, the reduced table keeps the row with the smallest mover's
// set.  In a file this row comes before its images, so each image is compared
// with it as soon as the image is read.

#ifndef TEEKO_VERIFY_SYMMETRY_H_
#define TEEKO_VERIFY_SYMMETRY_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/table_reader.h"

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
// mover's set, and computes their indices there.
class RowImages {
 public:
  explicit RowImages(const kernel::Game& game);

  // Numbers the squares outside the image of `mover` from 0, in ascending order
  // (as kernel::Compress does).  Returns, for each square that is not in
  // `mover`, the number of its image.  The other elements have no meaning.
  static std::vector<int> Numbers(const std::vector<int>& symmetry,
                                  kernel::Set mover);
  // Returns the index, in the image's row, of the image of the position with
  // this opponent's set.  `numbers` is the result of Numbers.
  uint64_t IndexInRow(const std::vector<int>& numbers,
                      kernel::Set opponent) const {
    uint64_t rank = 0;
    int size = 0;
    kernel::ForEachSquare(opponent, [&](int square) {
      rank = larger_[size++][numbers[square]][rank];
    });
    return rank;
  }

  // Returns, for each position of the mover's row, the index of its image in
  // the image's row.
  std::vector<uint32_t> IndicesInRow(const std::vector<int>& symmetry,
                                     kernel::Set mover,
                                     int opponent_pieces) const;

 private:
  int squares_;
  // larger_[k][s][r] is the rank of the union of square s and the set of k
  // squares with rank r.  So IndexInRow can compute the rank of a set square by
  // square, in any order.
  std::vector<std::vector<std::vector<uint32_t>>> larger_;
};

class ReducedTable {
 public:
  // Creates an empty table.  `file` is the table file whose rows Add will get.
  // The method Rows reads the rows of other processes from this file.  If
  // `file` is null, Add gets the rows of a table that is not reduced, and there
  // must be one process.  `game` and `file` must outlive this object.  Memory
  // for rows is allocated when they are added.
  ReducedTable(const kernel::Game& game, std::vector<kernel::Section> sections,
               int value_bytes, Partition partition = {},
               const proto::TableReader* file = nullptr);

  const kernel::Game& game() const { return game_; }
  const std::vector<kernel::Section>& sections() const { return sections_; }
  int value_bytes() const { return value_bytes_; }
  // The orbits of the sets of `size` squares; `size` is 0 to game().pieces.
  const SetOrbits& sets(int size) const { return sets_[size]; }
  // This process keeps one row for each of the orbits Begin to End - 1 of
  // movers' sets.
  uint64_t Begin(int section) const {
    return partition_.Begin(movers(section).orbits.size());
  }
  uint64_t End(int section) const {
    return partition_.End(movers(section).orbits.size());
  }

  // The rows of the file in their order.  `first` is the mover's set of a row,
  // and `sets` the number of rows of the whole table that the row represents.
  // (If the file is not reduced, each set is an orbit of its own here.)
  const std::vector<SetOrbits::Orbit>& rows_of_file(int section) const {
    return rows_of_file_[sections_[section].mover_pieces];
  }

  // Adds rows of the file, beginning with row `first`: keeps the rows of the
  // smallest sets, and compares every row with its kept image, on oneTBB
  // threads.  All earlier rows must have been added, except rows of other
  // processes if the file is reduced.  Returns the number of positions whose
  // value differs from the value of an image, and the first of them.  A section
  // without faults is invariant under all symmetries.
  Faults Add(int section, uint64_t first, absl::Span<const uint8_t> rows);

  // Returns the row of an orbit of movers' sets.  The orbit must belong to this
  // process.
  absl::Span<const uint8_t> Row(int section, uint64_t number) const {
    const uint64_t bytes = RowBytes(section);
    return absl::MakeSpan(payloads_[section])
        .subspan((number - Begin(section)) * bytes, bytes);
  }

  // Returns the rows of movers' orbits `first` to `last` - 1 of any process.
  // If some of them belong to other processes, reads all of them from the file
  // into `loaded`.
  absl::StatusOr<absl::Span<const uint8_t>> Rows(
      int section, uint64_t first, uint64_t last,
      std::vector<uint8_t>& loaded) const;

  const RowImages& images() const { return images_; }

 private:
  const SetOrbits& movers(int section) const {
    return sets_[sections_[section].mover_pieces];
  }
  uint64_t RowBytes(int section) const {
    return kernel::RowSize(game_, sections_[section]) * value_bytes_;
  }
  Faults CompareRow(int section, kernel::Set mover, const uint8_t* row) const;

  const kernel::Game& game_;
  std::vector<kernel::Section> sections_;
  int value_bytes_;
  Partition partition_;
  const proto::TableReader* file_;
  // By size.
  std::vector<SetOrbits> sets_;
  std::vector<std::vector<SetOrbits::Orbit>> rows_of_file_;
  RowImages images_;
  std::vector<std::vector<uint8_t>> payloads_;  // of this process's rows
};

// Returns the bytes of memory for the rows of a reduced table.
double ReducedBytes(const kernel::Game& game,
                    const std::vector<kernel::Section>& sections,
                    int value_bytes);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SYMMETRY_H_
