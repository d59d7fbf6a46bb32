#include "verify/symmetry.h"

#include <tbb/parallel_for.h>

#include <bit>
#include <mutex>
#include <set>
#include <utility>

#include "base/status.h"
#include "proto/section_values.h"

namespace teeko::verify {
namespace {

using kernel::Game;
using kernel::Section;
using kernel::Set;
using Permutation = std::vector<int>;

}  // namespace

bool AreSymmetries(const Game& game) {
  const std::set<Permutation> symmetries(game.symmetries.begin(),
                                         game.symmetries.end());
  return std::ranges::all_of(symmetries, [&](const Permutation& symmetry) {
    const Set board = kernel::Below(game.squares);
    bool right = kernel::Image(symmetry, board) == board;
    for (const Set goal : game.goals) {
      right &= kernel::HasGoal(game, kernel::Image(symmetry, goal));
    }
    for (int square = 0; square < game.squares; ++square) {
      right &= kernel::Image(symmetry, game.neighbours[square]) ==
               game.neighbours[symmetry[square]];
    }
    // A finite set of permutations is a group if it has all their products.
    for (const Permutation& other : symmetries) {
      Permutation product;
      for (const int square : other) product.push_back(symmetry[square]);
      right &= symmetries.contains(product);
    }
    return right;
  });
}

SetOrbits::SetOrbits(const Game& game, int size) {
  const uint64_t sets = kernel::Choose(game.squares, size);
  members.reserve(sets);
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
      member.number = orbits.size();
      orbits.push_back({set, 0});
    } else {
      member.number = members[kernel::Rank(first)].number;
    }
    ++orbits[member.number].sets;
    members.push_back(member);
  }
}

double SetOrbits::Count(const Game& game, int size) {
  // Burnside's lemma: the number of orbits is the average number of sets that
  // a symmetry does not change.
  double unchanged = 0;
  for (const Permutation& symmetry : game.symmetries) {
    // sets[k]: number of sets of k squares that consist of whole cycles of the
    // symmetry.
    std::vector<double> sets(size + 1);
    sets[0] = 1;
    Set seen = 0;
    for (int first = 0; first < game.squares; ++first) {
      int length = 0;
      for (int square = first; (seen & kernel::Bit(square)) == 0;
           square = symmetry[square]) {
        seen |= kernel::Bit(square);
        ++length;
      }
      for (int k = size; length > 0 && k >= length; --k) {
        sets[k] += sets[k - length];
      }
    }
    unchanged += sets[size];
  }
  return unchanged / game.symmetries.size();
}

RowImages::RowImages(const Game& game)
    : squares_(game.squares), larger_(game.pieces) {
  for (int size = 0; size < game.pieces; ++size) {
    const uint64_t sets = kernel::Choose(game.squares, size);
    for (int square = 0; square < game.squares; ++square) {
      auto& larger = larger_[size].emplace_back(sets);
      for (uint64_t rank = 0; rank < sets; ++rank) {
        larger[rank] =
            kernel::Rank(kernel::Unrank(rank, size) | kernel::Bit(square));
      }
    }
  }
}

ReducedTable::ReducedTable(const Game& game, std::vector<Section> sections,
                           int value_bytes, Partition partition,
                           const proto::TableReader* file)
    : game_(game),
      sections_(std::move(sections)),
      value_bytes_(value_bytes),
      partition_(partition),
      file_(file),
      images_(game),
      payloads_(sections_.size()) {
  // A table that is not reduced has a row for each set.
  Game stored = game;
  if (file == nullptr || file->stored_rows(0) == nullptr) {
    stored.symmetries.resize(1);
  }
  for (int size = 0; size <= game.pieces; ++size) {
    sets_.emplace_back(game, size);
    rows_of_file_.push_back(SetOrbits(stored, size).orbits);
  }
}

Faults ReducedTable::Add(int section, uint64_t first,
                         absl::Span<const uint8_t> rows) {
  const auto& [orbits, members] = movers(section);
  const auto* const movers_of_file = &rows_of_file(section)[first];
  const uint64_t row_bytes = RowBytes(section);
  const uint64_t count = rows.size() / row_bytes;
  std::vector<uint8_t>& kept = payloads_[section];
  kept.resize((End(section) - Begin(section)) * row_bytes);
  for (uint64_t i = 0; i < count; ++i) {
    const Set mover = movers_of_file[i].first;
    const uint32_t number = members[kernel::Rank(mover)].number;
    if (orbits[number].first != mover) continue;
    std::copy_n(rows.begin() + i * row_bytes, row_bytes,
                kept.begin() + (number - Begin(section)) * row_bytes);
  }
  std::mutex mutex;
  Faults total;  // guarded by `mutex`
  tbb::parallel_for(uint64_t{0}, count, [&](uint64_t i) {
    const Faults faults = CompareRow(section, movers_of_file[i].first,
                                     rows.data() + i * row_bytes);
    const std::lock_guard lock(mutex);
    total.Add(faults);
  });
  return total;
}

// Compares a row with the kept row of its orbit.
Faults ReducedTable::CompareRow(int section, Set mover,
                                const uint8_t* row) const {
  const auto& [orbits, members] = movers(section);
  const uint64_t rank = kernel::Rank(mover);
  const uint32_t number = members[rank].number;
  const uint8_t* const kept = Row(section, number).data();
  const int opponent_pieces = sections_[section].opponent_pieces;
  Faults faults;
  for (const Permutation& symmetry : game_.symmetries) {
    // Several symmetries take the mover's set to the smallest image if its
    // stabilizer has more than one symmetry.  All of them are compared.
    if (kernel::Image(symmetry, mover) != orbits[number].first) continue;
    const std::vector<uint32_t> indices =
        images_.IndicesInRow(symmetry, mover, opponent_pieces);
    for (uint64_t i = 0; i < indices.size(); ++i) {
      if (proto::SectionValues::Decode(row, value_bytes_, i) !=
          proto::SectionValues::Decode(kept, value_bytes_, indices[i])) {
        faults.Add({1, rank * indices.size() + i});
      }
    }
  }
  return faults;
}

absl::StatusOr<absl::Span<const uint8_t>> ReducedTable::Rows(
    int section, uint64_t first, uint64_t last,
    std::vector<uint8_t>& loaded) const {
  const uint64_t bytes = (last - first) * RowBytes(section);
  if (Begin(section) <= first && last <= End(section)) {
    return absl::MakeSpan(Row(section, first).data(), bytes);
  }
  loaded.resize(bytes);
  RETURN_IF_ERROR(
      file_->ReadStored(section, absl::MakeSpan(loaded),
                        first * kernel::RowSize(game_, sections_[section])));
  return absl::MakeSpan(loaded);
}

std::vector<int> RowImages::Numbers(const Permutation& symmetry, Set mover) {
  const Set image = kernel::Image(symmetry, mover);
  std::vector<int> numbers;
  for (const int square : symmetry) {
    numbers.push_back(square - std::popcount(image & kernel::Below(square)));
  }
  return numbers;
}

std::vector<uint32_t> RowImages::IndicesInRow(const Permutation& symmetry,
                                              Set mover,
                                              int opponent_pieces) const {
  const std::vector<int> numbers = Numbers(symmetry, mover);
  const Set squares = kernel::Below(squares_) & ~mover;
  std::vector<uint32_t> ranks = {0};
  for (int size = 0; size < opponent_pieces; ++size) {
    std::vector<uint32_t> larger(
        kernel::Choose(std::popcount(squares), size + 1));
    uint32_t* next = larger.data();
    // Sets come in the order of their ranks: first by their last square, then
    // by the rank of their other squares.
    int others = 0;
    kernel::ForEachSquare(squares, [&](int last) {
      const uint32_t* const with_last = larger_[size][numbers[last]].data();
      const uint64_t sets = kernel::Choose(others++, size);
      for (uint64_t i = 0; i < sets; ++i) *next++ = with_last[ranks[i]];
    });
    ranks = std::move(larger);
  }
  return ranks;
}

double ReducedBytes(const Game& game, const std::vector<Section>& sections,
                    int value_bytes) {
  double bytes = 0;
  for (const Section& section : sections) {
    bytes += SetOrbits::Count(game, section.mover_pieces) *
             kernel::RowSize(game, section) * value_bytes;
  }
  return bytes;
}

}  // namespace teeko::verify
