#include "studies/placements/empty_board.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

namespace teeko::extra_rules {
namespace {

// 1: Black wins; -1: Red does.
using Outcome = int8_t;

Outcome OutcomeOf(Value value) { return MoverWins(value) - MoverLoses(value); }

// Outcomes by black set and red set, all with the same number of pieces placed.
// Of rows that are images of each other one is used, for all of them.
class Section {
 public:
  // Runs outcome(black, red) for disjoint sets, on oneTBB threads.  The board
  // must outlive this.
  template <typename OutcomeOf>
  Section(const Board& board, int black_pieces, int red_pieces,
          OutcomeOf outcome)
      : board_(&board), red_pieces_(red_pieces) {
    const std::vector<Set>& blacks = board.sets(black_pieces);
    const std::vector<Set>& reds = board.sets(red_pieces);
    for (size_t rank = 0; rank < blacks.size(); ++rank) {
      least_.push_back({static_cast<int>(rank), 0});
      for (size_t s = 1; s < board.symmetries(); ++s) {
        least_[rank] =
            std::min(least_[rank], {board.Image(s, rank, black_pieces), s});
      }
    }
    rows_.resize(blacks.size());
    tbb::parallel_for(size_t{0}, rows_.size(), [&](size_t black) {
      if (least_[black].second != 0) return;
      for (const Set red : reds) {
        const bool meet = (blacks[black] & red) != 0;
        rows_[black].push_back(meet ? Outcome{} : outcome(blacks[black], red));
      }
    });
  }

  Outcome At(Set black, Set red) const {
    const auto& [row, symmetry] = least_[board_->Rank(black)];
    return rows_[row][board_->Image(symmetry, board_->Rank(red), red_pieces_)];
  }

 private:
  const Board* board_;
  int red_pieces_;
  // The least image of a black rank, and a symmetry that leads to it.
  std::vector<std::pair<int, size_t>> least_;
  std::vector<std::vector<Outcome>> rows_;
};

}  // namespace

std::vector<VariantOutcome> OutcomesOfTheEmptyBoard(const Board& board,
                                                    const Rules& rules,
                                                    const Values& values) {
  const int all = 2 * board.game().pieces;
  // The outcome before a drop on a free square, which leads to `section`, or to
  // where all pieces are placed if that is null.
  const auto before_drop = [&](Set black, Set red, Set free, bool black_drops,
                               char letter, const Section* section) {
    const int sign = black_drops == (letter == 'S') ? 1 : -1;
    int best = -1;  // for whoever picks
    for (; free != 0 && best != 1; free &= free - 1) {
      const Set drop = free & -free;
      const Set blacks = black_drops ? black | drop : black;
      const Set reds = black_drops ? red : red | drop;
      const Outcome after =
          section == nullptr
              ? OutcomeOf(values.At(board.PositionOf({blacks, reds})))
              : section->At(blacks, reds);
      best = std::max(best, sign * after);
    }
    return sign * best;
  };

  // Sections with one number of pieces placed, by the letters still to come.
  std::map<std::string, Section> sections;
  const Set squares = kernel::Below(board.squares());
  // With no piece placed the first drop may be restricted: done apart below.
  for (int placed = all - 1; placed > 0; --placed) {
    std::map<std::string, Section> before;
    for (const std::string& style : rules.styles()) {
      const std::string drops = style.substr(placed / 2);
      if (before.contains(drops)) continue;
      const Section* const next =
          placed == all - 1 ? nullptr
                            : &sections.at(style.substr((placed + 1) / 2));
      const auto outcome = [&](Set black, Set red) {
        if (kernel::HasGoal(board.game(), black)) return 1;
        return before_drop(black, red, squares & ~(black | red),
                           placed % 2 == 0, drops[0], next);
      };
      before.try_emplace(drops, board, (placed + 1) / 2, placed / 2, outcome);
    }
    sections = std::move(before);
  }

  std::vector<VariantOutcome> variants;
  for (const bool centre_ban : {false, true}) {
    if (centre_ban && rules.banned_first_drops().empty()) continue;
    Set free = squares;
    for (const int square : rules.banned_first_drops()) {
      if (centre_ban) free &= ~Only(square - 1);
    }
    for (const std::string& style : rules.styles()) {
      const int winner = before_drop(0, 0, free, /*black_drops=*/true, style[0],
                                     &sections.at(style));
      VariantOutcome& variant = variants.emplace_back();
      variant.set_style(style);
      variant.set_centre_ban(centre_ban);
      variant.set_plain(winner > 0 ? "black" : winner < 0 ? "red" : "draw");
    }
  }
  return variants;
}

}  // namespace teeko::extra_rules
