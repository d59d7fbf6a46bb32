#include "studies/placements/empty_board.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <map>

#include "verify/order.h"

namespace teeko::extra_rules {
namespace {

// The sets of so many squares in the order of their ranks.
struct Sets {
  Sets(const Board& board, int size) {
    const uint64_t count = kernel::Choose(board.squares(), size);
    for (uint64_t rank = 0; rank < count; ++rank) {
      sets.push_back(kernel::Unrank(rank, size));
    }
    for (const std::vector<int>& symmetry : board.game().symmetries) {
      std::vector<int>& ranks = images.emplace_back();
      for (const Set set : sets) {
        ranks.push_back(board.Rank(kernel::Image(symmetry, set)));
      }
    }
    for (uint64_t rank = 0; rank < count; ++rank) {
      const auto least = std::ranges::min_element(
          images, {},
          [&](const std::vector<int>& ranks) { return ranks[rank]; });
      to_least.push_back(least - images.begin());
    }
  }

  std::vector<Set> sets;
  std::vector<std::vector<int>> images;  // by symmetry
  std::vector<int> to_least;  // a symmetry that leads to the smallest image
};

// Outcomes by black set and red set, all with the same number of pieces placed.
// Of rows that are images of each other one is used, for all of them.
class Section {
 public:
  Section(const Sets& black, const Sets& red)
      : black_(&black), red_(&red), rows_(black.sets.size()) {}

  Outcome At(int black, int red) const {
    const int symmetry = black_->to_least[black];
    return rows_[black_->images[symmetry][black]][red_->images[symmetry][red]];
  }

  // Runs outcome(black, red), ranks of disjoint sets, on oneTBB threads.
  template <typename OutcomeOf>
  void Fill(OutcomeOf outcome) {
    tbb::parallel_for(size_t{0}, rows_.size(), [&](size_t black) {
      if (black_->to_least[black] != 0) return;
      rows_[black].resize(red_->sets.size());
      for (size_t red = 0; red < rows_[black].size(); ++red) {
        if ((black_->sets[black] & red_->sets[red]) != 0) continue;
        rows_[black][red] = outcome(black, red);
      }
    });
  }

 private:
  const Sets* black_;
  const Sets* red_;
  std::vector<std::vector<Outcome>> rows_;
};

// The outcome before a drop on one of the squares that are free.
Outcome BeforeDrop(const Board& board, const Section& after,
                   kernel::Position black_and_red, Set free, bool black_drops,
                   bool black_picks) {
  const auto [black, red] = black_and_red;
  const int black_rank = board.Rank(black);
  const int red_rank = board.Rank(red);
  const Outcome wanted = black_picks ? Outcome::kBlackWins : Outcome::kRedWins;
  Outcome best = black_picks ? Outcome::kRedWins : Outcome::kBlackWins;
  for (; free != 0 && best != wanted; free &= free - 1) {
    const Set drop = free & -free;
    const Outcome outcome = black_drops
                                ? after.At(board.Rank(black | drop), red_rank)
                                : after.At(black_rank, board.Rank(red | drop));
    best = black_picks ? std::max(best, outcome) : std::min(best, outcome);
  }
  return best;
}

}  // namespace

std::vector<Variant> VariantsOf(const Rules& rules) {
  std::vector<Variant> variants;
  for (const bool centre_ban : {false, true}) {
    if (centre_ban && rules.banned_first_drops().empty()) continue;
    for (const std::string& style : rules.styles()) {
      variants.push_back({style, centre_ban});
    }
  }
  return variants;
}

std::vector<Outcome> OutcomesOfTheEmptyBoard(
    const Board& board, const Rules& rules,
    absl::FunctionRef<Outcome(Position)> outcome) {
  const int all = 2 * board.game().pieces;
  const Set squares = kernel::Below(board.squares());
  std::vector<Sets> sets;  // by size
  for (int size = 0; size <= board.game().pieces; ++size) {
    sets.emplace_back(board, size);
  }

  // Sections with one number of pieces placed, by the letters still to come.
  std::map<std::string, Section> sections;
  sections.try_emplace("", sets.back(), sets.back())
      .first->second.Fill([&](int black, int red) {
        return outcome(Position{black, red});
      });
  // With no piece placed the first drop may be restricted: done apart below.
  for (int placed = all - 1; placed > 0; --placed) {
    const Sets& blacks = sets[(placed + 1) / 2];
    const Sets& reds = sets[placed / 2];
    const bool black_drops = placed % 2 == 0;
    std::map<std::string, Section> before;
    for (const std::string& style : rules.styles()) {
      const std::string drops = style.substr(placed / 2);
      const auto [entry, added] = before.try_emplace(drops, blacks, reds);
      if (!added) continue;
      const bool black_picks = black_drops == (drops[0] == 'S');
      const Section& after = sections.at(style.substr((placed + 1) / 2));
      entry->second.Fill([&](int black, int red) {
        const kernel::Position position = {blacks.sets[black], reds.sets[red]};
        if (kernel::HasGoal(board.game(), position.mover)) {
          return Outcome::kBlackWins;
        }
        return BeforeDrop(board, after, position,
                          squares & ~(position.mover | position.opponent),
                          black_drops, black_picks);
      });
    }
    sections = std::move(before);
  }

  std::vector<Outcome> outcomes;
  for (const Variant& variant : VariantsOf(rules)) {
    Set free = squares;
    for (const int square : rules.banned_first_drops()) {
      if (variant.centre_ban) free &= ~Only(square - 1);
    }
    outcomes.push_back(BeforeDrop(board, sections.at(variant.style), {0, 0},
                                  free, /*black_drops=*/true,
                                  /*black_picks=*/variant.style[0] == 'S'));
  }
  return outcomes;
}

}  // namespace teeko::extra_rules
