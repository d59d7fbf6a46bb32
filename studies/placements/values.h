// The plain game's values, without an extra rule: a row for each mover's set, a
// column for each opponent's.

#ifndef TEEKO_STUDIES_PLACEMENTS_VALUES_H_
#define TEEKO_STUDIES_PLACEMENTS_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "studies/placements/board.h"

namespace teeko::extra_rules {

// A kernel::Value in one byte: 0 a draw, n + 1 decided in n plies, 255 no
// value.  Large n are cut down to 251 or 252: who wins stays as it was.
using Value = uint8_t;
inline constexpr Value kDraw = 0;
inline constexpr Value kLossInZero = 1;
inline constexpr Value kLargest = 253;
inline constexpr Value kNoValue = 255;

constexpr bool MoverWins(Value value) {
  return value != kDraw && value % 2 == 0;
}
constexpr bool MoverLoses(Value value) {
  return value % 2 == 1 && value != kNoValue;
}

// Const methods are thread-safe.
class Values {
 public:
  // `value` gives the values of the positions with all pieces placed by their
  // index in a table (proto/README.md).
  Values(const Board& board, absl::FunctionRef<int(uint64_t index)> value)
      : placements_(board.placements().size()),
        values_(placements_ * placements_, kNoValue) {
    uint64_t index = 0;
    for (size_t i = 0; i < values_.size(); ++i) {
      if ((board.placements()[i / placements_] &
           board.placements()[i % placements_]) != 0) {
        continue;
      }
      const int wide = value(index++);
      values_[i] = wide == kernel::kNoValue ? kNoValue
                   : wide > kLargest        ? kLargest - 1 + wide % 2
                                            : wide;
    }
  }

  // kNoValue too if the sets meet.
  Value At(Position position) const { return values_[Index(position)]; }

  void Correct(Position position, Value value) {
    values_[Index(position)] = value;
  }

 private:
  size_t Index(Position position) const {
    return position.mover * placements_ + position.opponent;
  }

  size_t placements_;
  std::vector<Value> values_;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_PLACEMENTS_VALUES_H_
