// A table reduced by the symmetries of its game, and whether it has them.
//
// In the order of docs/formats.md a section is made of rows: the positions with
// one mover's set.  Of all rows that symmetries take into each other one is
// kept, that of the smallest set, which comes first.

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

// What a check finds wrong in a section.
struct Faults {
  uint64_t count = 0;
  uint64_t first = std::numeric_limits<uint64_t>::max();  // index

  void Add(const Faults& more) {
    count += more.count;
    first = std::min(first, more.first);
  }
};

// Whether the game's symmetries are a group of permutations of its squares, and
// take goals to goals and neighbours to neighbours.
bool AreSymmetries(const kernel::Game& game);

// All sets of one size, in classes of those that symmetries take into each
// other.
struct SetClasses {
  SetClasses(const kernel::Game& game, int size);

  // How many classes there are, without going through the sets.
  static double Count(const kernel::Game& game, int size);

  struct Class {
    kernel::Set first;  // the smallest of its sets
    uint64_t sets;      // how many it has
  };
  std::vector<Class> classes;  // by `first`

  struct Member {
    uint32_t number;    // of its class
    uint32_t symmetry;  // game.symmetries[symmetry] takes it to the first
  };
  std::vector<Member> members;  // by rank
};

// One of several processes, and its part of things that they share.
struct Partition {
  uint32_t process = 0;
  uint32_t process_count = 1;

  // Of things numbered from 0 to count - 1 those from Begin to End - 1; the
  // first thing is the first rank's.
  uint64_t Begin(uint64_t count) const {
    return std::min(count,
                    (process * count + process_count - 1) / process_count);
  }
  uint64_t End(uint64_t count) const {
    return Partition{process + 1, process_count}.Begin(count);
  }
};

class ReducedTable {
 public:
  // Takes next to no memory until rows are added.  `game` has to outlive this,
  // and `file`, too: the table whose rows are added, and from which those of
  // other processes are read.  Without one, the rows are those of a whole
  // table.
  ReducedTable(const kernel::Game& game, std::vector<kernel::Section> sections,
               int value_bytes, Partition partition = {},
               const proto::TableReader* file = nullptr);

  const kernel::Game& game() const { return game_; }
  const std::vector<kernel::Section>& sections() const { return sections_; }
  int value_bytes() const { return value_bytes_; }
  // Of sets of 0 to game().pieces squares.
  const SetClasses& sets(int size) const { return sets_[size]; }
  // Which of the movers' classes, by number, this process keeps the rows of.
  uint64_t Begin(int section) const {
    return partition_.Begin(movers(section).classes.size());
  }
  uint64_t End(int section) const {
    return partition_.End(movers(section).classes.size());
  }

  // The rows of the file in their order: movers' sets, and how many rows each
  // stands for.
  const std::vector<SetClasses::Class>& rows_of_file(int section) const {
    return rows_of_file_[sections_[section].mover_pieces];
  }

  // Keeps what is to be kept of rows and compares all of them with what is
  // kept, on oneTBB threads.  They are from number `first` on of the rows of
  // the file; all before must have been added, but for those of a reduced file
  // of other processes.  A fault is a value that differs from that of an
  // image; if a section has none, it is invariant under all symmetries.
  Faults Add(int section, uint64_t first, absl::Span<const uint8_t> rows);

  // The row of the movers' class with this number, which must be of this
  // process.
  absl::Span<const uint8_t> Row(int section, uint64_t number) const {
    const uint64_t bytes = RowBytes(section);
    return absl::MakeSpan(payloads_[section])
        .subspan((number - Begin(section)) * bytes, bytes);
  }

  // The rows of the movers' classes from number `first` to `last` - 1, of
  // whichever process; in `loaded` if one of them is not of this process.
  absl::StatusOr<absl::Span<const uint8_t>> Rows(
      int section, uint64_t first, uint64_t last,
      std::vector<uint8_t>& loaded) const;

  // How a symmetry numbers squares for rows: by square, which of the squares it
  // goes to, counted from 0, that the image of `mover` leaves.
  static std::vector<int> Numbers(const std::vector<int>& symmetry,
                                  kernel::Set mover);
  // Where the position with this opponent goes in its row.
  uint64_t IndexInRow(const std::vector<int>& numbers,
                      kernel::Set opponent) const {
    uint64_t rank = 0;
    int size = 0;
    kernel::ForEachSquare(opponent, [&](int square) {
      rank = larger_[size++][numbers[square]][rank];
    });
    return rank;
  }

 private:
  const SetClasses& movers(int section) const {
    return sets_[sections_[section].mover_pieces];
  }
  uint64_t RowBytes(int section) const {
    return kernel::RowPositions(game_, sections_[section]) * value_bytes_;
  }
  Faults CompareRow(int section, kernel::Set mover, const uint8_t* row) const;
  std::vector<uint32_t> IndicesInRow(const std::vector<int>& symmetry,
                                     kernel::Set mover,
                                     int opponent_pieces) const;

  const kernel::Game& game_;
  std::vector<kernel::Section> sections_;
  int value_bytes_;
  Partition partition_;
  const proto::TableReader* file_;
  // By size.
  std::vector<SetClasses> sets_;
  std::vector<std::vector<SetClasses::Class>> rows_of_file_;
  // larger_[k][s][r] is the rank of the set that comes of adding square s to
  // the set of k squares with rank r.  With it the rank of a set can be put
  // together from its squares, no matter in which order they come.
  std::vector<std::vector<std::vector<uint32_t>>> larger_;
  std::vector<std::vector<uint8_t>> payloads_;  // of this process's rows
};

// What a reduced table takes, without making one.
double ReducedBytes(const kernel::Game& game,
                    const std::vector<kernel::Section>& sections,
                    int value_bytes);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SYMMETRY_H_
