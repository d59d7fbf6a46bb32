// The plain game's values, laid out for studies/extra_rules: a row per mover
// set, a column per opponent set.

#ifndef TEEKO_STUDIES_PLACEMENTS_VALUES_H_
#define TEEKO_STUDIES_PLACEMENTS_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "proto/table_reader.h"
#include "studies/placements/board.h"

namespace teeko::extra_rules {

// Of a game, for one side.
enum class Outcome : int8_t { kLoss = -1, kDraw = 0, kWin = 1 };

constexpr Outcome Reversed(Outcome outcome) {
  return static_cast<Outcome>(-static_cast<int>(outcome));
}

// "win", "draw" or "loss".
std::string OutcomeName(Outcome outcome);

// A value as proto/README.md says: 0 a draw, n + 1 decided in n plies, 255 no
// value.  Values of two bytes come as 255 if there is none, else as 0 to 254
// with large n cut down to 252 or 253: who wins, and loss in 0, stay as they
// were.
using Value = uint8_t;
inline constexpr Value kNoValue = 255;
inline constexpr Value kLossInZero = 1;

constexpr bool MoverWins(Value value) { return value != 0 && value % 2 == 0; }
constexpr bool MoverLoses(Value value) {
  return value % 2 == 1 && value != kNoValue;
}

// The section of all placements.  Const methods are thread-safe.
class Values {
 public:
  // `payload` lists the values in the order of proto/README.md, a byte each.
  Values(const Board& board, absl::Span<const uint8_t> payload);

  // By the ranks of the two sets; kNoValue too if they meet.
  Value At(int mover, int opponent) const {
    return values_[static_cast<size_t>(mover) * placements_ + opponent];
  }

  void Correct(int mover, int opponent, Value value) {
    values_[static_cast<size_t>(mover) * placements_ + opponent] = value;
  }

  // Requires a position that has a value.
  Outcome For(int mover, int opponent) const {
    const Value value = At(mover, opponent);
    return value == 0         ? Outcome::kDraw
           : MoverWins(value) ? Outcome::kWin
                              : Outcome::kLoss;
  }

  // Ranks of the sets that are goals.
  std::vector<bool> Goals() const;

 private:
  size_t placements_;
  std::vector<Value> values_;
};

// Reads the section of all placements.
absl::StatusOr<Values> ReadValues(const Board& board, const TableReader& table);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_VALUES_H_
