// Who wins the empty board in every drop style, once it is known who wins with
// all pieces placed.

#ifndef TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
#define TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "proto/rules.pb.h"
#include "studies/placements/board.h"

namespace teeko::extra_rules {

// Black likes the larger ones.
enum class Outcome : int8_t { kRedWins = -1, kDraw = 0, kBlackWins = 1 };

struct Variant {
  std::string style;
  bool centre_ban = false;
};

// Variants of `rules.styles`, in order, without and with the banned first
// drops.
std::vector<Variant> VariantsOf(const Rules& rules);

// What the empty board is worth in each of those variants.
//
// `outcome(position)` is that of a position with all pieces placed and Black to
// move; anything if Black has a goal.  It has to be the same for symmetric
// ones, and is called from several oneTBB threads.
std::vector<Outcome> OutcomesOfTheEmptyBoard(
    const Board& board, const Rules& rules,
    absl::FunctionRef<Outcome(Position)> outcome);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_EMPTY_BOARD_H_
