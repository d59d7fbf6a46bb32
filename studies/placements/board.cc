#include "studies/placements/board.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace teeko::extra_rules {
namespace {

// C(n, k) for small arguments; 0 if k > n.
int Choose(int n, int k) {
  if (k > n) return 0;
  int result = 1;
  for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

// Steps between two rows (or columns): the shorter way round if they wrap.
int Distance(int a, int b, int length, bool wrapped) {
  const int distance = std::abs(a - b);
  return wrapped ? std::min(distance, length - distance) : distance;
}

}  // namespace

absl::StatusOr<Board> Board::Create(const Rules& rules) {
  if (rules.rows() * rules.columns() > kMaxSquares ||
      rules.pieces() > kMaxPieces) {
    return absl::InvalidArgumentError(
        absl::StrCat("the extra rules are solved on boards of up to ",
                     kMaxSquares, " squares with up to ", kMaxPieces,
                     " pieces a side; \"", rules.name(), "\" is larger"));
  }
  Board board;
  board.rows_ = rules.rows();
  board.columns_ = rules.columns();
  board.pieces_ = rules.pieces();

  const bool wrapped = rules.edges() == Rules::WRAPPED;
  for (int i = 0; i < board.squares(); ++i) {
    for (int j = 0; j < board.squares(); ++j) {
      const int down = Distance(i / board.columns_, j / board.columns_,
                                board.rows_, wrapped);
      const int across = Distance(i % board.columns_, j % board.columns_,
                                  board.columns_, wrapped);
      if (std::max(down, across) == 1) board.neighbours_[i] |= Bit(j);
    }
  }

  // Gosper's way to the next larger number with as many bits.
  const Set end = Set{1} << board.squares();
  for (Set set = Bit(board.pieces_) - 1; set < end;) {
    board.placements_.push_back(set);
    const Set lowest = set & -set;
    const Set carried = set + lowest;
    set = carried | (((set ^ carried) / lowest) >> 2);
  }

  board.low_.resize(kLowMask + 1);
  for (Set set = 0; set <= kLowMask; ++set) {
    Low& low = board.low_[set];
    ForEachSquare(
        set, [&low](int square) { low.rank += Choose(square, ++low.count); });
    // Sets with more squares have no rank; they must not lead out of bounds.
    low.count = std::min<int>(low.count, kMaxPieces);
  }
  for (int below = 0; below <= kMaxPieces; ++below) {
    std::vector<uint16_t>& ranks = board.high_rank_[below];
    ranks.resize(Set{1} << (kMaxSquares - kLowBits));
    for (Set high = 0; high < ranks.size(); ++high) {
      int k = below;
      ForEachSquare(high, [&](int square) {
        ranks[high] += Choose(square + kLowBits, ++k);
      });
    }
  }

  for (int shift = 0; shift < (wrapped ? board.squares() : 1); ++shift) {
    for (const bool transposed : {false, true}) {
      if (transposed && board.rows_ != board.columns_) continue;
      for (const bool upside_down : {false, true}) {
        for (const bool mirrored : {false, true}) {
          std::array<int8_t, kMaxSquares> map = {};
          for (int i = 0; i < board.squares(); ++i) {
            int row = i / board.columns_;
            int column = i % board.columns_;
            if (upside_down) row = board.rows_ - 1 - row;
            if (mirrored) column = board.columns_ - 1 - column;
            if (transposed) std::swap(row, column);
            row = (row + shift / board.columns_) % board.rows_;
            column = (column + shift % board.columns_) % board.columns_;
            map[i] = row * board.columns_ + column;
          }
          board.symmetries_.push_back(map);
        }
      }
    }
  }
  for (size_t s = 0; s < board.symmetries_.size(); ++s) {
    std::vector<uint16_t>& images = board.rank_images_.emplace_back();
    for (const Set set : board.placements_) {
      images.push_back(board.Rank(board.Image(s, set)));
    }
  }
  return board;
}

Set Board::Image(int symmetry, Set set) const {
  Set image = 0;
  ForEachSquare(
      set, [&](int square) { image |= Bit(symmetries_[symmetry][square]); });
  return image;
}

std::string Board::Draw(Set at_signs, Set circles) const {
  std::string text;
  for (int i = 0; i < squares(); ++i) {
    text += (at_signs & Bit(i)) ? '@' : (circles & Bit(i)) ? 'O' : '-';
    text += (i + 1) % columns_ == 0 ? '\n' : ' ';
  }
  return text;
}

std::string MoveName(int from, int to) {
  return absl::StrCat(from + 1, "-", to + 1);
}

}  // namespace teeko::extra_rules
