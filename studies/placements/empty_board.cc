#include "studies/placements/empty_board.h"

#include <tbb/parallel_for.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

namespace teeko::studies {
namespace {

// A bit for each game: whether the mover wins the game, and whether it loses.
struct Outcomes {
  uint8_t wins = 0;
  uint8_t loses = 0;
};
constexpr uint8_t kAll = 255;
constexpr size_t kMaxGames = 8;

// Positions with the same number of pieces, by Black's set, then Red's set.
using Section = std::vector<Outcomes>;

// Returns the outcomes with all pieces placed and Black to move.
Section AllPlaced(const Layout& layout, absl::Span<const Values> games) {
  Section section(layout.size());
  tbb::parallel_for(size_t{0}, layout.rows(), [&](size_t row) {
    layout.ForEachInRow(row, [&](int, int, size_t index) {
      for (size_t i = 0; i < games.size(); ++i) {
        const Value value = games[i].AtIndex(index);
        section[index].wins |= MoverWins(value) << i;
        section[index].loses |= MoverLoses(value) << i;
      }
    });
  });
  return section;
}

// Returns ranks[rank][square]: the rank of the set that consists of the set
// with this rank and a square outside it.
std::vector<std::array<int, Board::kMaxSquares>> RanksWith(
    const kernel::Game& game, const Sets& sets) {
  std::vector<std::array<int, Board::kMaxSquares>> ranks(sets.count());
  for (size_t rank = 0; rank < sets.count(); ++rank) {
    const Set set = sets.all()[rank];
    ForEachSquare(kernel::Below(game.squares) & ~set, [&](int square) {
      ranks[rank][square] = kernel::Rank(set | Bit(square));
    });
  }
  return ranks;
}

// Returns the outcomes with one piece less than in `next`, before Red or Black
// drops a piece on one of `squares`.  The letter says who chooses the square.
Section BeforeDrop(const kernel::Game& game, const Layout& layout,
                   bool red_drops, char letter, Set squares,
                   const Layout& next_layout, const Section& next) {
  const auto ranks_with =
      RanksWith(game, red_drops ? layout.second() : layout.first());
  Section section(layout.size());
  tbb::parallel_for(size_t{0}, layout.rows(), [&](size_t row) {
    layout.ForEachInRow(row, [&](int black, int red, size_t index) {
      const Set black_set = layout.first().all()[black];
      const Set red_set = layout.second().all()[red];
      // The last piece may have completed a goal.
      if (kernel::HasGoal(game, red_drops ? black_set : red_set)) {
        section[index] = {.loses = kAll};
        return;
      }
      Outcomes some;
      Outcomes every = {kAll, kAll};
      ForEachSquare(squares & ~(black_set | red_set), [&](int square) {
        const int with = ranks_with[red_drops ? red : black][square];
        const Outcomes& outcomes =
            next[red_drops ? next_layout.IndexOf(black, with)
                           : next_layout.IndexOf(with, red)];
        some.wins |= outcomes.wins;
        some.loses |= outcomes.loses;
        every.wins &= outcomes.wins;
        every.loses &= outcomes.loses;
      });
      section[index] = letter == 'A' ? Outcomes{every.loses, some.wins}
                                     : Outcomes{some.loses, every.wins};
    });
  });
  return section;
}

}  // namespace

std::vector<std::vector<extra_rules::VariantOutcome>> OutcomesOfTheEmptyBoard(
    const Board& board, const Rules& rules, absl::Span<const Values> games) {
  if (games.size() > kMaxGames) {
    std::fprintf(stderr, "OutcomesOfTheEmptyBoard: too many games\n");
    std::abort();
  }
  // The sections with the same number of pieces, by letters of the drops to
  // come.
  std::map<std::string, Section> sections = {
      {"", AllPlaced(board.layout(), games)}};
  Layout layout = board.layout();
  const kernel::Game& game = board.game();
  const Set all = kernel::Below(game.squares);
  for (int placed = 2 * game.pieces - 1; placed > 0; --placed) {
    Layout fewer(game, (placed + 1) / 2, placed / 2);
    std::map<std::string, Section> before;
    for (const std::string& style : rules.styles()) {
      const std::string drops = style.substr(placed / 2);
      if (before.contains(drops)) continue;
      before[drops] =
          BeforeDrop(game, fewer, placed % 2 == 1, drops[0], all, layout,
                     sections.at(style.substr((placed + 1) / 2)));
    }
    sections = std::move(before);
    layout = std::move(fewer);
  }

  Set banned = 0;
  for (const int square : rules.banned_first_drops()) {
    banned |= Bit(square - 1);
  }
  std::vector<std::vector<extra_rules::VariantOutcome>> variants(games.size());
  for (const bool centre_ban : {false, true}) {
    if (centre_ban && banned == 0) continue;
    for (const std::string& style : rules.styles()) {
      const Outcomes outcomes = BeforeDrop(
          game, Layout(game, 0, 0), /*red_drops=*/false, style[0],
          centre_ban ? all & ~banned : all, layout, sections.at(style))[0];
      for (size_t i = 0; i < games.size(); ++i) {
        extra_rules::VariantOutcome& variant = variants[i].emplace_back();
        variant.set_style(style);
        variant.set_centre_ban(centre_ban);
        variant.set_plain((outcomes.wins >> i & 1) != 0    ? "black"
                          : (outcomes.loses >> i & 1) != 0 ? "red"
                                                           : "draw");
      }
    }
  }
  return variants;
}

}  // namespace teeko::studies
