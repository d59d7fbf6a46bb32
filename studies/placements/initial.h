// Who wins the empty board in every drop style, once it is known who wins with
// all pieces placed.

#ifndef TEEKO_STUDIES_PLACEMENTS_INITIAL_H_
#define TEEKO_STUDIES_PLACEMENTS_INITIAL_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "proto/rules.pb.h"
#include "studies/placements/board.h"

namespace teeko::extra_rules {

enum class Colour { kBlack, kRed };

struct Variant {
  std::string style;
  bool centre_ban = false;
};

// Variants of `rules.styles`, in order, without and with the banned first
// drops.
std::vector<Variant> VariantsOf(const Rules& rules);

// For each of those variants, whether one colour wins from the empty board.
//
// `wins(black, red)` says whether it wins with all pieces placed and Black to
// move; ranks of disjoint sets.  It is called from several oneTBB threads.
// `goals` has a flag for every rank.
std::vector<bool> WinsFromTheEmptyBoard(
    const Board& board, const Rules& rules, const std::vector<bool>& goals,
    Colour colour, absl::FunctionRef<bool(int black, int red)> wins);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_INITIAL_H_
