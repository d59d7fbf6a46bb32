// Eight bytes at a time: those of a mask move to the front, or back.  For files
// that Highway compiles once for each instruction set.

#ifndef TEEKO_SOLVER_A_SHUFFLE_INL_H_ONCE
#define TEEKO_SOLVER_A_SHUFFLE_INL_H_ONCE

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace teeko::solver_a {

// Where the bytes of a word come from when those of a mask move to the front,
// and when they move back; 128 stands for zero.
struct Shuffles {
  uint8_t pack[256][8];
  uint8_t unpack[256][8];
};
inline constexpr Shuffles kShuffles = [] {
  Shuffles shuffles = {};
  for (int mask = 0; mask < 256; ++mask) {
    std::fill_n(shuffles.pack[mask], 8, 128);
    std::fill_n(shuffles.unpack[mask], 8, 128);
    for (int i = 0, count = 0; i < 8; ++i) {
      if ((mask >> i & 1) == 0) continue;
      shuffles.pack[mask][count] = i;
      shuffles.unpack[mask][i] = count++;
    }
  }
  return shuffles;
}();

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SHUFFLE_INL_H_ONCE

#if defined(TEEKO_SOLVER_A_SHUFFLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEEKO_SOLVER_A_SHUFFLE_INL_H_
#undef TEEKO_SOLVER_A_SHUFFLE_INL_H_
#else
#define TEEKO_SOLVER_A_SHUFFLE_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Moves eight bytes as kShuffles says.
HWY_INLINE void Shuffle(const void* from, const uint8_t* shuffle, void* to) {
#if HWY_TARGET == HWY_SCALAR
  uint8_t bytes[129] = {};
  std::memcpy(bytes, from, 8);
  for (int i = 0; i < 8; ++i) static_cast<uint8_t*>(to)[i] = bytes[shuffle[i]];
#else
  const hn::Full64<uint8_t> d;
  const auto bytes = hn::LoadU(d, static_cast<const uint8_t*>(from));
  hn::StoreU(hn::TableLookupBytesOr0(bytes, hn::LoadU(d, shuffle)), d,
             static_cast<uint8_t*>(to));
#endif
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
