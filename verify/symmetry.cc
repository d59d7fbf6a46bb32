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

ReducedTable::ReducedTable(CheckedGame game, int value_bytes,
                           Partition partition, const proto::TableReader* file,
                           int first_section)
    : game_(std::move(game)),
      value_bytes_(value_bytes),
      partition_(partition),
      file_(file),
      first_section_(first_section),
      images_(game_.board()),
      payloads_(game_.sections().size()) {
  const Game& board = game_.board();
  Game stored = board;
  // A table that is not reduced has the rows of each set.
  if (game_.threshold() == 0 &&
      (file == nullptr || file->stored_rows(0) == nullptr)) {
    stored.symmetries.resize(1);
  }
  for (int size = 0; size <= board.pieces; ++size) {
    const SetOrbits& sets = sets_.emplace_back(board, size);
    sets_of_file_.push_back(SetOrbits(stored, size).orbits);
    const uint32_t patterns = game_.patterns(size).size();
    auto& rows = rows_.emplace_back();
    for (uint64_t rank = 0; rank < sets.members.size(); ++rank) {
      const auto [number, symmetry] = sets.members[rank];
      const Set set = kernel::Unrank(rank, size);
      for (uint32_t i = 0; i < patterns; ++i) {
        rows.push_back(
            number * patterns +
            game_.ImageOfPattern(board.symmetries[symmetry], set, i));
      }
    }
  }
}

Faults ReducedTable::Add(int section, uint64_t first,
                         absl::Span<const uint8_t> rows) {
  const auto& [orbits, members] = sets_[game_.sections()[section].attackers()];
  const auto* const sets = &sets_of_file(section)[first];
  const uint64_t set_bytes = game_.SetSize(section) * value_bytes_;
  const uint64_t count = rows.size() / set_bytes;
  std::vector<uint8_t>& kept = payloads_[section];
  kept.resize((End(section) - Begin(section)) * set_bytes);
  for (uint64_t i = 0; i < count; ++i) {
    const Set set = sets[i].first;
    const uint32_t number = members[kernel::Rank(set)].number;
    if (orbits[number].first != set) continue;
    std::copy_n(rows.begin() + i * set_bytes, set_bytes,
                kept.begin() + (number - Begin(section)) * set_bytes);
  }
  std::mutex mutex;
  Faults total;  // guarded by `mutex`
  tbb::parallel_for(uint64_t{0}, count, [&](uint64_t i) {
    const Faults faults =
        CompareRows(section, sets[i].first, rows.data() + i * set_bytes);
    const std::lock_guard lock(mutex);
    total.Add(faults);
  });
  return total;
}

// Compares the rows of a set with the kept rows of its orbit.
Faults ReducedTable::CompareRows(int section, Set attacker,
                                 const uint8_t* rows) const {
  const CheckedSection& checked = game_.sections()[section];
  const auto& [orbits, members] = sets_[checked.attackers()];
  const uint64_t rank = kernel::Rank(attacker);
  const uint32_t number = members[rank].number;
  Faults faults;
  for (const Permutation& symmetry : game_.board().symmetries) {
    // Several symmetries take the set to the smallest image if its stabilizer
    // has more than one symmetry.  All of them are compared.
    if (kernel::Image(symmetry, attacker) != orbits[number].first) continue;
    const std::vector<uint32_t> indices =
        images_.IndicesInRow(symmetry, attacker, checked.defenders());
    for (uint32_t pattern = 0; pattern < patterns(section); ++pattern) {
      const uint8_t* const row = rows + pattern * RowBytes(section);
      const uint8_t* const image =
          Row(section, number * patterns(section) +
                           game_.ImageOfPattern(symmetry, attacker, pattern));
      for (uint64_t i = 0; i < indices.size(); ++i) {
        if (proto::SectionValues::Decode(row, value_bytes_, i) !=
            proto::SectionValues::Decode(image, value_bytes_, indices[i])) {
          faults.Add({1, rank * game_.SetSize(section) +
                             pattern * indices.size() + i});
        }
      }
    }
  }
  return faults;
}

absl::StatusOr<const uint8_t*> ReducedTable::Rows(
    int section, uint64_t first, uint64_t last,
    std::vector<uint8_t>& loaded) const {
  if (Begin(section) * patterns(section) <= first &&
      last <= End(section) * patterns(section)) {
    return Row(section, first);
  }
  loaded.resize((last - first) * RowBytes(section));
  RETURN_IF_ERROR(file_->ReadStored(first_section_ + section,
                                    absl::MakeSpan(loaded),
                                    first * game_.RowSize(section)));
  return loaded.data();
}

uint64_t ReducedTable::KeptIndex(int section,
                                 const ThresholdPosition& position) const {
  const auto& [number, symmetry] =
      sets_[game_.sections()[section].attackers()]
          .members[kernel::Rank(position.attacker)];
  const ThresholdPosition kept =
      game_.Image(game_.board().symmetries[symmetry], position);
  return number * game_.SetSize(section) +
         game_.Index(section, kept) % game_.SetSize(section);
}

kernel::Value ReducedTable::Value(int section,
                                  const ThresholdPosition& position) const {
  return proto::SectionValues::Decode(payloads_[section].data(), value_bytes_,
                                      KeptIndex(section, position));
}

std::vector<int> RowImages::Numbers(const Permutation& symmetry, Set attacker) {
  const Set image = kernel::Image(symmetry, attacker);
  std::vector<int> numbers;
  for (const int square : symmetry) {
    numbers.push_back(square - std::popcount(image & kernel::Below(square)));
  }
  return numbers;
}

std::vector<uint32_t> RowImages::IndicesInRow(const Permutation& symmetry,
                                              Set attacker,
                                              int defenders) const {
  const std::vector<int> numbers = Numbers(symmetry, attacker);
  const Set squares = kernel::Below(squares_) & ~attacker;
  std::vector<uint32_t> ranks = {0};
  for (int size = 0; size < defenders; ++size) {
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

uint64_t PositionsOf(const CheckedGame& game, int section) {
  const CheckedSection& checked = game.sections()[section];
  if (game.threshold() == 0) return checked.positions;
  return SetOrbits::Count(game.board(), checked.attackers()) *
         game.SetSize(section);
}

double ReducedBytes(const CheckedGame& game, int value_bytes) {
  double bytes = 0;
  for (size_t i = 0; i < game.sections().size(); ++i) {
    bytes += SetOrbits::Count(game.board(), game.sections()[i].attackers()) *
             game.SetSize(i) * value_bytes;
  }
  return bytes;
}

}  // namespace teeko::verify
