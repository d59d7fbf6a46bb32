#include "proto/stored_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>

namespace teeko::proto {
namespace {

using Set = uint64_t;
using Permutation = std::vector<uint8_t>;

constexpr int kMostSquares = 64;
// The largest number of sets of the mover, and of the sets in rank_with_.  With
// these limits, a damaged footer cannot make the program use all memory. Larger
// tables would not fit on any disk.
constexpr uint64_t kMaxRows = uint64_t{1} << 24;
constexpr uint64_t kMaxRanked = uint64_t{1} << 22;

// kBinomials[n][k] is the number of sets of k among n squares.
constexpr auto kBinomials = [] {
  std::array<std::array<uint64_t, kMostSquares + 1>, kMostSquares + 1> c = {};
  for (int n = 0; n <= kMostSquares; ++n) {
    c[n][0] = 1;
    for (int k = 1; k <= n; ++k) c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
  }
  return c;
}();

uint64_t Rank(Set set) {
  uint64_t rank = 0;
  for (int size = 0; set != 0; set &= set - 1) {
    rank += kBinomials[std::countr_zero(set)][++size];
  }
  return rank;
}

Set Unrank(uint64_t rank, int size) {
  Set set = 0;
  for (int square = kMostSquares - 1; size > 0; --square) {
    if (kBinomials[square][size] > rank) continue;
    rank -= kBinomials[square][size--];
    set |= Set{1} << square;
  }
  return set;
}

// Returns the next larger set with the same number of squares; the set must not
// be empty.
Set Next(Set set) {
  const Set lowest = set & -set;
  const Set carried = set + lowest;
  return carried | ((set ^ carried) >> 2) / lowest;
}

Set Image(const Permutation& symmetry, Set set) {
  Set image = 0;
  for (; set != 0; set &= set - 1) {
    image |= Set{1} << symmetry[std::countr_zero(set)];
  }
  return image;
}

// Returns all symmetries of the board: flips, half turns, diagonals on square
// boards, and shifts if edges wrap.  There are no duplicates.
std::vector<Permutation> Symmetries(const Rules& rules) {
  const int rows = rules.rows();
  const int columns = rules.columns();
  const bool wrapped = rules.edges() == Rules::WRAPPED;
  std::vector<Permutation> symmetries;
  for (int turned = 0; turned <= (rows == columns); ++turned) {
    for (int down : {1, -1}) {
      for (int right : {1, -1}) {
        for (int shift = 0; shift < (wrapped ? rows * columns : 1); ++shift) {
          Permutation& symmetry = symmetries.emplace_back();
          for (int square = 0; square < rows * columns; ++square) {
            int row = square / columns;
            int column = square % columns;
            if (turned) std::swap(row, column);
            row = (down > 0 ? row : rows - 1 - row) + shift / columns;
            column =
                (right > 0 ? column : columns - 1 - column) + shift % columns;
            symmetry.push_back(row % rows * columns + column % columns);
          }
        }
      }
    }
  }
  std::ranges::sort(symmetries);
  symmetries.erase(std::unique(symmetries.begin(), symmetries.end()),
                   symmetries.end());
  return symmetries;
}

uint64_t Binomial(int n, int k) { return k > n ? 0 : kBinomials[n][k]; }

}  // namespace

bool IsStoredReduced(const Rules& rules) {
  const int squares = rules.rows() * rules.columns();
  const int pieces = rules.pieces();
  return static_cast<double>(Binomial(squares, pieces)) *
             Binomial(squares - pieces, pieces) >
         uint64_t{1} << 30;
}

double PositionsPerStored(const Rules& rules) {
  return IsStoredReduced(rules) ? Symmetries(rules).size() : 1;
}

bool StoredRows::Fit(const Rules& rules, int placed) {
  const uint64_t squares = uint64_t{rules.rows()} * rules.columns();
  if (squares < 1 || squares > kMostSquares || placed < 0 ||
      static_cast<uint64_t>(placed) > squares) {
    return false;
  }
  const int left = squares - placed / 2;
  const int opponents = (placed + 1) / 2;
  return Binomial(squares, placed / 2) <= kMaxRows &&
         Binomial(left, opponents - (opponents > 0)) <= kMaxRanked &&
         Binomial(left, opponents) <= std::numeric_limits<uint32_t>::max();
}

StoredRows::StoredRows(const Rules& rules, int placed)
    : squares_(rules.rows() * rules.columns()),
      mover_pieces_(placed / 2),
      opponent_pieces_((placed + 1) / 2),
      all_rows_(Binomial(squares_, mover_pieces_)),
      row_positions_(Binomial(squares_ - mover_pieces_, opponent_pieces_)),
      symmetries_(Symmetries(rules)) {
  Set mover = (Set{1} << mover_pieces_) - 1;
  for (uint64_t number = 0; number < all_rows_; ++number) {
    uint32_t stabilizer = 0;  // symmetries that do not change the set
    const bool smallest =
        std::ranges::all_of(symmetries_, [&](const Permutation& symmetry) {
          const Set image = Image(symmetry, mover);
          stabilizer += image == mover;
          return image >= mover;
        });
    if (smallest) {
      rows_.push_back(
          {number, static_cast<uint32_t>(symmetries_.size() / stabilizer)});
    }
    if (number + 1 < all_rows_) mover = Next(mover);
  }
}

void StoredRows::ForEachPart(
    uint64_t first, uint64_t count,
    absl::FunctionRef<void(uint64_t, uint64_t, uint32_t)> use) const {
  while (count > 0) {
    const Row& row = rows_[first / row_positions_];
    const uint64_t skipped = first % row_positions_;
    const uint64_t part = std::min(count, row_positions_ - skipped);
    use(row.number * row_positions_ + skipped, part, row.images);
    first += part;
    count -= part;
  }
}

void StoredRows::Fill(
    uint64_t first, int value_bytes, absl::Span<uint8_t> out,
    absl::FunctionRef<void(uint64_t, absl::Span<uint8_t>)> fill) const {
  ForEachPart(first, out.size() / value_bytes,
              [&](uint64_t index, uint64_t count, uint32_t) {
                fill(index, out.first(count * value_bytes));
                out.remove_prefix(count * value_bytes);
              });
}

void StoredRows::RankOpponents() const {
  const int left = squares_ - mover_pieces_;
  const uint64_t sets = Binomial(left, opponent_pieces_ - 1);
  rank_with_.resize(sets * left);
  Set others = (Set{1} << (opponent_pieces_ - 1)) - 1;
  for (uint64_t rank = 0; rank < sets; ++rank) {
    for (int square = 0; square < left; ++square) {
      if ((others >> square & 1) != 0) continue;
      rank_with_[rank * left + square] = Rank(others | Set{1} << square);
    }
    if (rank + 1 < sets) others = Next(others);
  }
}

StoredRows::Source StoredRows::Find(uint64_t index, uint64_t count) const {
  const Set mover = Unrank(index / row_positions_, mover_pieces_);
  const Permutation* to_stored = nullptr;
  Set stored = std::numeric_limits<Set>::max();
  for (const Permutation& symmetry : symmetries_) {
    const Set image = Image(symmetry, mover);
    if (image >= stored) continue;
    stored = image;
    to_stored = &symmetry;
  }
  const auto row =
      std::ranges::lower_bound(rows_, Rank(stored), {}, &Row::number);
  Source source = {(row - rows_.begin()) * row_positions_, {}};
  if (opponent_pieces_ == 0) {
    source.in_row.push_back(0);
    return source;
  }
  std::call_once(ranked_, [this] { RankOpponents(); });
  // Maps the squares that the mover leaves free to the squares that its image
  // leaves free.
  Permutation squares;
  for (int square = 0; square < squares_; ++square) {
    if ((mover >> square & 1) != 0) continue;
    const int image = (*to_stored)[square];
    squares.push_back(image - std::popcount(stored & ((Set{1} << image) - 1)));
  }
  source.in_row.reserve(count);
  Set opponent = Unrank(index % row_positions_, opponent_pieces_);
  while (true) {
    // Sets that differ only in their lowest square are consecutive.
    const Set others = opponent & (opponent - 1);
    const uint32_t* const with =
        &rank_with_[Rank(Image(squares, others)) * squares.size()];
    const int end = others == 0 ? squares.size() : std::countr_zero(others);
    for (int low = std::countr_zero(opponent); low < end; ++low) {
      source.in_row.push_back(with[squares[low]]);
      if (source.in_row.size() == count) return source;
    }
    opponent = Next(others | Set{1} << (end - 1));
  }
}

}  // namespace teeko::proto
