#include "verify/symmetry.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "verify/order.h"

namespace teeko::verify {
namespace {

using kernel::Game;
using kernel::Section;
using kernel::Set;
using Permutation = std::vector<int>;

// First `first`, then `second`.
Permutation Product(const Permutation& first, const Permutation& second) {
  Permutation product;
  for (const int square : first) product.push_back(second[square]);
  return product;
}

// larger[k][r × squares + s] is the rank of the set that comes of adding square
// s to the set of k squares with rank r.  With it the rank of a set can be put
// together from its squares, no matter in which order they come.
std::vector<std::vector<uint32_t>> LargerSets(int squares, int size) {
  std::vector<std::vector<uint32_t>> larger(size);
  for (int k = 0; k < size; ++k) {
    const uint64_t sets = kernel::Choose(squares, k);
    larger[k].resize(sets * squares);
    for (uint64_t rank = 0; rank < sets; ++rank) {
      const Set set = kernel::Unrank(rank, k);
      for (int square = 0; square < squares; ++square) {
        larger[k][rank * squares + square] =
            kernel::Rank(set | kernel::Only(square));
      }
    }
  }
  return larger;
}

// Compares one row of a section, the positions with one mover's set, to the row
// into which a symmetry takes them.
template <typename T>
struct RowComparison {
  const std::vector<std::vector<uint32_t>>& larger;
  int squares;   // that the mover leaves
  int pieces;    // of the opponent
  const T* row;  // the value to be compared next
  const T* image_row;
  // Where the squares that the mover leaves go, among those that its image
  // leaves.
  const int* image_square;

  // Compares the positions in which the opponent holds some squares, to which
  // those of rank `image` correspond, and `more` squares below `limit`.  Calls
  // differs(value).
  template <typename Differs>
  void Compare(int more, int limit, uint32_t image, Differs differs) {
    if (more == 0) {
      if (*row != image_row[image]) differs(row);
      ++row;
      return;
    }
    const uint32_t* const larger_image =
        larger[pieces - more].data() + size_t{image} * squares;
    if (more > 1) {
      for (int square = more - 1; square < limit; ++square) {
        Compare(more - 1, square, larger_image[image_square[square]], differs);
      }
      return;
    }
    for (int square = 0; square < limit; ++square, ++row) {
      if (*row != image_row[larger_image[image_square[square]]]) differs(row);
    }
  }
};

template <typename T>
Faults Check(const Game& game, const Table& table, int number,
             absl::FunctionRef<void(uint64_t)> passed) {
  const Section& section = table.sections[number];
  const T* const values = table.Values<T>(number);
  const std::vector<Permutation> generators = Generators(game);
  const int left = game.squares - section.mover_pieces;
  const uint64_t row_positions = kernel::Choose(left, section.opponent_pieces);
  const auto larger = LargerSets(left, section.opponent_pieces);

  const auto check_row = [&](uint64_t row, const Permutation& symmetry,
                             Faults& faults) {
    const Set mover = kernel::Unrank(row, section.mover_pieces);
    const Set image = kernel::Image(symmetry, mover);
    const uint64_t image_row = kernel::Rank(image);
    std::vector<int> image_square;
    kernel::ForEachSquare(
        kernel::Below(game.squares) & ~mover, [&](int square) {
          image_square.push_back(std::countr_zero(
              kernel::Compress(kernel::Only(symmetry[square]), image)));
        });
    RowComparison<T>{larger,
                     left,
                     section.opponent_pieces,
                     values + row * row_positions,
                     values + image_row * row_positions,
                     image_square.data()}
        .Compare(section.opponent_pieces, left, 0, [&](const T* value) {
          faults.Add({1, static_cast<uint64_t>(value - values)});
        });
  };

  tbb::enumerable_thread_specific<Faults> faults;
  tbb::parallel_for(uint64_t{0},
                    kernel::Choose(game.squares, section.mover_pieces),
                    [&](uint64_t row) {
                      for (const Permutation& symmetry : generators) {
                        check_row(row, symmetry, faults.local());
                      }
                      passed(row_positions);
                    });
  Faults total;
  for (const Faults& some : faults) total.Add(some);
  return total;
}

}  // namespace

std::vector<Permutation> Generators(const Game& game) {
  std::vector<Permutation> generators;
  std::set<Permutation> products = {game.symmetries[0]};  // the identity
  for (const Permutation& symmetry : game.symmetries) {
    if (products.contains(symmetry)) continue;
    generators.push_back(symmetry);
    std::vector<Permutation> open(products.begin(), products.end());
    while (!open.empty()) {
      const Permutation first = std::move(open.back());
      open.pop_back();
      for (const Permutation& generator : generators) {
        Permutation product = Product(first, generator);
        if (products.insert(product).second) open.push_back(std::move(product));
      }
    }
  }
  return generators;
}

Faults CheckSymmetry(const Game& game, const Table& table, int section,
                     absl::FunctionRef<void(uint64_t)> passed) {
  return table.value_bytes == 1 ? Check<uint8_t>(game, table, section, passed)
                                : Check<uint16_t>(game, table, section, passed);
}

}  // namespace teeko::verify
