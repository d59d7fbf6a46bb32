// Values of positions as the table has them (proto/README.md).

#ifndef TEEKO_SOLVER_B_VALUE_H_
#define TEEKO_SOLVER_B_VALUE_H_

#include <cstdint>

namespace teeko::solver_b {

// 0: a draw; n + 1: decided in n plies, won by the mover if n is odd.
using Value = uint16_t;

inline constexpr Value kDraw = 0;
inline constexpr Value kNoValue = 65535;
inline constexpr int kMaxPlies = kNoValue - 2;

constexpr Value DecidedIn(int plies) { return plies + 1; }

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_VALUE_H_
