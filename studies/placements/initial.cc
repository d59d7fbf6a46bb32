#include "studies/placements/initial.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace teeko::extra_rules {
namespace {

// All sets of `size` squares in ascending order, which is that of their ranks.
std::vector<Set> SetsOf(const Board& board, int size) {
  std::vector<Set> sets = {0};
  // Those with their last square at `last`, from those of the squares below.
  for (int n = 1; n <= size; ++n) {
    std::vector<Set> larger;
    for (int last = n - 1; last < board.squares(); ++last) {
      for (const Set set : sets) {
        if (set >= Bit(last)) break;
        larger.push_back(set | Bit(last));
      }
    }
    sets = std::move(larger);
  }
  return sets;
}

// Whether the colour wins, by black set and red set: all with the same number
// of pieces placed.
class Section {
 public:
  Section(const Board& board, int placed)
      : black_(SetsOf(board, (placed + 1) / 2)),
        red_(SetsOf(board, placed / 2)),
        wins_(black_.size() * red_.size()) {}

  const std::vector<Set>& black() const { return black_; }
  const std::vector<Set>& red() const { return red_; }
  uint8_t& At(size_t black, size_t red) {
    return wins_[black * red_.size() + red];
  }
  bool At(size_t black, size_t red) const {
    return wins_[black * red_.size() + red] != 0;
  }

 private:
  std::vector<Set> black_;
  std::vector<Set> red_;
  std::vector<uint8_t> wins_;
};

// Whether the colour wins before a drop; `picks` if it picks the square.
bool WinsBefore(const Board& board, const Section& after, int placed, Set black,
                Set red, bool picks, Set allowed) {
  const int black_rank = board.Rank(black);
  const int red_rank = board.Rank(red);
  for (Set open = allowed & ~(black | red); open != 0; open &= open - 1) {
    const Set drop = open & -open;
    const bool wins = placed % 2 == 0
                          ? after.At(board.Rank(black | drop), red_rank)
                          : after.At(black_rank, board.Rank(red | drop));
    if (wins == picks) return picks;
  }
  return !picks;
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

std::vector<bool> WinsFromTheEmptyBoard(
    const Board& board, const Rules& rules, const std::vector<bool>& goals,
    Colour colour, absl::FunctionRef<bool(int black, int red)> wins) {
  const int pieces = board.pieces();
  const Set squares = (Set{1} << board.squares()) - 1;
  const auto picks = [colour](int placed, char letter) {
    const bool own_drop = (placed % 2 == 0) == (colour == Colour::kBlack);
    return own_drop == (letter == 'S');
  };

  // Sections with one number of pieces placed, by the letters still to come.
  std::map<std::string, Section> sections;
  Section& last = sections.try_emplace("", board, 2 * pieces).first->second;
  tbb::parallel_for(size_t{0}, last.black().size(), [&](size_t black) {
    for (size_t red = 0; red < last.red().size(); ++red) {
      if ((last.black()[black] & last.red()[red]) != 0) continue;
      last.At(black, red) = wins(black, red);
    }
  });

  // With no piece placed the first drop may be restricted: done apart below.
  for (int placed = 2 * pieces - 1; placed > 0; --placed) {
    std::map<std::string, Section> before;
    for (const std::string& style : rules.styles()) {
      const std::string drops = style.substr(placed / 2);
      const auto [entry, added] = before.try_emplace(drops, board, placed);
      if (!added) continue;
      Section& section = entry->second;
      const Section& after = sections.at(style.substr((placed + 1) / 2));
      tbb::parallel_for(size_t{0}, section.black().size(), [&](size_t black) {
        const Set black_set = section.black()[black];
        const bool over =
            placed == 2 * pieces - 1 && goals[board.Rank(black_set)];
        for (size_t red = 0; red < section.red().size(); ++red) {
          const Set red_set = section.red()[red];
          if ((black_set & red_set) != 0) continue;
          section.At(black, red) =
              over ? colour == Colour::kBlack
                   : WinsBefore(board, after, placed, black_set, red_set,
                                picks(placed, drops[0]), squares);
        }
      });
    }
    sections = std::move(before);
  }

  Set allowed = squares;
  for (const uint32_t square : rules.banned_first_drops()) {
    allowed &= ~Bit(square - 1);
  }
  std::vector<bool> results;
  for (const Variant& variant : VariantsOf(rules)) {
    results.push_back(WinsBefore(board, sections.at(variant.style), 0, 0, 0,
                                 picks(0, variant.style[0]),
                                 variant.centre_ban ? allowed : squares));
  }
  return results;
}

}  // namespace teeko::extra_rules
