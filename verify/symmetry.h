// A table reduced by the symmetries of its game, and whether it has them.
//
// In the order of proto/README.md a section is made of rows: the positions with
// one mover's set.  Of all rows that symmetries take into each other one is
// kept, that of the smallest set, which comes first.

#ifndef TEEKO_VERIFY_SYMMETRY_H_
#define TEEKO_VERIFY_SYMMETRY_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::verify {

// How the values of a table with values of type T (uint8_t or uint16_t) say
// that there is none.
template <typename T>
inline constexpr T kNoValueIn = static_cast<T>(~T{0});

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

// One of several ranks, and what is its of things that they share.
struct Share {
  uint32_t rank = 0;
  uint32_t ranks = 1;

  // Of things numbered from 0 to count - 1 those from Begin to End - 1; the
  // first thing is the first rank's.
  uint64_t Begin(uint64_t count) const {
    return std::min(count, (rank * count + ranks - 1) / ranks);
  }
  uint64_t End(uint64_t count) const {
    return Share{rank + 1, ranks}.Begin(count);
  }
};

class ReducedTable {
 public:
  // Reads the rows of movers' classes from number `first` on.  Thread-safe.
  using Load = std::function<absl::Status(int section, uint64_t first,
                                          absl::Span<uint8_t> rows)>;

  // Takes next to no memory until rows are added.  `game` has to outlive this;
  // `load` is asked for rows that are not this rank's.
  ReducedTable(const kernel::Game& game, std::vector<kernel::Section> sections,
               int value_bytes, Share share = {}, Load load = nullptr);

  const kernel::Game& game() const { return game_; }
  const std::vector<kernel::Section>& sections() const { return sections_; }
  int value_bytes() const { return value_bytes_; }
  // Of sets of 0 to game().pieces squares.
  const SetClasses& sets(int size) const { return sets_[size]; }
  // Which of the movers' classes, by number, this rank keeps the rows of.
  uint64_t Begin(int section) const {
    return share_.Begin(movers(section).classes.size());
  }
  uint64_t End(int section) const {
    return share_.End(movers(section).classes.size());
  }

  enum class Rows { kAll, kKept };

  // Keeps what is to be kept of whole rows and compares all of them with what
  // is kept, on oneTBB threads.  They are from row `first` on of all rows,
  // which one rank alone can add, or of those that this rank keeps, counted
  // from that of the first class; all rows before must have been added.  A
  // fault is a value that differs from that of an image; if a section has none,
  // it is invariant under all symmetries.
  Faults Add(int section, Rows which, uint64_t first,
             absl::Span<const uint8_t> rows);

  // The rank of the mover's set of such a row.
  uint64_t MoverRank(int section, Rows which, uint64_t row) const {
    if (which == Rows::kAll) return row;
    return kernel::Rank(movers(section).classes[row].first);
  }

  // How many rows those from `first` on, but for `end` on, stand for.
  uint64_t Images(int section, Rows which, uint64_t first, uint64_t end) const {
    if (which == Rows::kAll) return end - first;
    uint64_t images = 0;
    const auto& classes = movers(section).classes;
    for (uint64_t row = first; row < end; ++row) images += classes[row].sets;
    return images;
  }

  // The row of the movers' class with this number, which must be this rank's.
  absl::Span<const uint8_t> Row(int section, uint64_t number) const {
    const uint64_t bytes = RowBytes(section);
    return absl::MakeSpan(payloads_[section])
        .subspan((number - Begin(section)) * bytes, bytes);
  }
  // T must be the type of value_bytes() bytes.
  template <typename T>
  const T* RowAs(int section, uint64_t number) const {
    return reinterpret_cast<const T*>(Row(section, number).data());
  }

  // The rows of the movers' classes from number `first` to `last` - 1, of
  // whichever rank; in `loaded` if one of them is not this rank's.
  absl::StatusOr<absl::Span<const uint8_t>> RowsOfAll(
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
      rank = larger_[size++][rank * game_.squares + numbers[square]];
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
  template <typename T>
  Faults Compare(int section, Rows which, uint64_t first,
                 absl::Span<const uint8_t> rows) const;

  const kernel::Game& game_;
  std::vector<kernel::Section> sections_;
  int value_bytes_;
  Share share_;
  Load load_;
  std::vector<SetClasses> sets_;
  // larger_[k][r × squares + s] is the rank of the set that comes of adding
  // square s to the set of k squares with rank r.  With it the rank of a set
  // can be put together from its squares, no matter in which order they come.
  std::vector<std::vector<uint32_t>> larger_;
  std::vector<std::vector<uint8_t>> payloads_;  // of this rank's rows
};

// What a reduced table takes, without making one.
double ReducedBytes(const kernel::Game& game,
                    const std::vector<kernel::Section>& sections,
                    int value_bytes);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SYMMETRY_H_
