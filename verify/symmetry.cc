#include "verify/symmetry.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <bit>
#include <utility>

namespace teeko::verify {
namespace {

using kernel::Game;
using kernel::Section;
using kernel::Set;
using Permutation = std::vector<int>;

// Compares one row of a section with that into which a symmetry takes it.
template <typename T>
struct RowComparison {
  const std::vector<std::vector<uint32_t>>& larger;
  int squares;   // of the board
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

}  // namespace

bool AreSymmetries(const Game& game) {
  std::vector<Permutation> symmetries = game.symmetries;
  std::ranges::sort(symmetries);
  const auto is_one = [&](const Permutation& permutation) {
    return std::ranges::binary_search(symmetries, permutation);
  };
  // A finite set of permutations is a group if it has all their products.
  return std::ranges::all_of(symmetries, [&](const Permutation& symmetry) {
    const Set board = kernel::Below(game.squares);
    bool invariant = kernel::Image(symmetry, board) == board;
    for (const Set goal : game.goals) {
      invariant &= kernel::HasGoal(game, kernel::Image(symmetry, goal));
    }
    for (int square = 0; square < game.squares; ++square) {
      invariant &= kernel::Image(symmetry, game.neighbours[square]) ==
                   game.neighbours[symmetry[square]];
    }
    return invariant &&
           std::ranges::all_of(symmetries, [&](const Permutation& other) {
             Permutation product;
             for (const int square : other) product.push_back(symmetry[square]);
             return is_one(product);
           });
  });
}

SetClasses::SetClasses(const Game& game, int size) {
  const uint64_t sets = kernel::Choose(game.squares, size);
  for (uint64_t rank = 0; rank < sets; ++rank) {
    const Set set = kernel::Unrank(rank, size);
    Set first = set;
    Member member = {};
    for (uint32_t i = 0; i < game.symmetries.size(); ++i) {
      const Set image = kernel::Image(game.symmetries[i], set);
      if (image >= first) continue;
      first = image;
      member.symmetry = i;
    }
    if (first == set) {
      member.number = classes.size();
      classes.push_back({set, 0});
    } else {
      member.number = members[kernel::Rank(first)].number;
    }
    ++classes[member.number].sets;
    members.push_back(member);
  }
}

double SetClasses::Count(const Game& game, int size) {
  // By Burnside's lemma, as many as symmetries leave sets alone on average.
  double alone = 0;
  for (const Permutation& symmetry : game.symmetries) {
    // sets[k]: those of k squares that are made of whole cycles.
    std::vector<double> sets(size + 1);
    sets[0] = 1;
    Set seen = 0;
    for (int first = 0; first < game.squares; ++first) {
      int length = 0;
      for (int square = first; (seen & kernel::Only(square)) == 0;
           square = symmetry[square]) {
        seen |= kernel::Only(square);
        ++length;
      }
      for (int k = size; length > 0 && k >= length; --k) {
        sets[k] += sets[k - length];
      }
    }
    alone += sets[size];
  }
  return alone / game.symmetries.size();
}

ReducedTable::ReducedTable(const Game& game, std::vector<Section> sections,
                           int value_bytes, Share share, Load load)
    : game_(game),
      sections_(std::move(sections)),
      value_bytes_(value_bytes),
      share_(share),
      load_(std::move(load)),
      larger_(game.pieces),
      payloads_(sections_.size()) {
  for (int size = 0; size <= game.pieces; ++size) {
    sets_.emplace_back(game, size);
  }
  for (int size = 0; size < game.pieces; ++size) {
    for (uint64_t rank = 0; rank < sets_[size].members.size(); ++rank) {
      const Set set = kernel::Unrank(rank, size);
      for (int square = 0; square < game.squares; ++square) {
        larger_[size].push_back(kernel::Rank(set | kernel::Only(square)));
      }
    }
  }
}

Faults ReducedTable::Add(int section, Rows which, uint64_t first,
                         absl::Span<const uint8_t> rows) {
  const auto& [classes, members] = movers(section);
  std::vector<uint8_t>& kept = payloads_[section];
  const uint64_t row_bytes = RowBytes(section);
  const uint64_t begin = Begin(section);
  kept.resize((End(section) - begin) * row_bytes);
  for (uint64_t row = 0; row * row_bytes < rows.size(); ++row) {
    const uint64_t rank = MoverRank(section, which, first + row);
    const uint32_t number = members[rank].number;
    if (kernel::Rank(classes[number].first) != rank) continue;
    std::copy_n(rows.begin() + row * row_bytes, row_bytes,
                kept.begin() + (number - begin) * row_bytes);
  }
  return value_bytes_ == 1 ? Compare<uint8_t>(section, which, first, rows)
                           : Compare<uint16_t>(section, which, first, rows);
}

template <typename T>
Faults ReducedTable::Compare(int section, Rows which, uint64_t first,
                             absl::Span<const uint8_t> rows) const {
  const int mover_pieces = sections_[section].mover_pieces;
  const int opponent_pieces = sections_[section].opponent_pieces;
  const SetClasses& sets = movers(section);
  const uint64_t row_positions =
      kernel::RowPositions(game_, sections_[section]);
  const T* const values = reinterpret_cast<const T*>(rows.data());

  tbb::enumerable_thread_specific<Faults> faults;
  const auto compare_row = [&](uint64_t row) {
    const uint64_t rank = MoverRank(section, which, first + row);
    const Set mover = kernel::Unrank(rank, mover_pieces);
    const uint32_t number = sets.members[rank].number;
    const Set kept = sets.classes[number].first;
    const T* const row_values = values + row * row_positions;
    for (const Permutation& symmetry : game_.symmetries) {
      // Several lead there if the mover's set has symmetries itself.
      if (kernel::Image(symmetry, mover) != kept) continue;
      const std::vector<int> numbers = Numbers(symmetry, mover);
      std::vector<int> image_square;
      kernel::ForEachSquare(
          kernel::Below(game_.squares) & ~mover,
          [&](int square) { image_square.push_back(numbers[square]); });
      RowComparison<T>{larger_,
                       game_.squares,
                       opponent_pieces,
                       row_values,
                       RowAs<T>(section, number),
                       image_square.data()}
          .Compare(opponent_pieces, image_square.size(), 0,
                   [&](const T* value) {
                     faults.local().Add(
                         {1, rank * row_positions + (value - row_values)});
                   });
    }
  };
  tbb::parallel_for(uint64_t{0}, rows.size() / RowBytes(section), compare_row);
  Faults total;
  for (const Faults& some : faults) total.Add(some);
  return total;
}

absl::StatusOr<absl::Span<const uint8_t>> ReducedTable::RowsOfAll(
    int section, uint64_t first, uint64_t last,
    std::vector<uint8_t>& loaded) const {
  const uint64_t bytes = (last - first) * RowBytes(section);
  if (Begin(section) <= first && last <= End(section)) {
    return absl::MakeSpan(Row(section, first).data(), bytes);
  }
  loaded.resize(bytes);
  const absl::Status status = load_(section, first, absl::MakeSpan(loaded));
  if (!status.ok()) return status;
  return absl::MakeSpan(loaded);
}

std::vector<int> ReducedTable::Numbers(const Permutation& symmetry, Set mover) {
  const Set image = kernel::Image(symmetry, mover);
  std::vector<int> numbers;
  for (const int square : symmetry) {
    numbers.push_back(square - std::popcount(image & kernel::Below(square)));
  }
  return numbers;
}

double ReducedBytes(const Game& game, const std::vector<Section>& sections,
                    int value_bytes) {
  double bytes = 0;
  for (const Section& section : sections) {
    bytes += SetClasses::Count(game, section.mover_pieces) *
             kernel::RowPositions(game, section) * value_bytes;
  }
  return bytes;
}

}  // namespace teeko::verify
