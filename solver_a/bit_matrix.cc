#include "solver_a/bit_matrix.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/bit_matrix.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Swaps the off-diagonal quarters of 2s × 2s blocks of bits: with lines i and
// i + s of the block in `upper` and `lower`, the high s bits of the one and the
// low s bits of the other.
template <int s, class V>
HWY_INLINE void SwapQuarters(V& upper, V& lower) {
  const hn::DFromV<V> d;
  const auto low_bits = hn::Set(d, ~uint64_t{0} / ((uint64_t{1} << s) + 1));
  const V swap = hn::And(hn::Xor(hn::ShiftRight<s>(upper), lower), low_bits);
  upper = hn::Xor(upper, hn::ShiftLeft<s>(swap));
  lower = hn::Xor(lower, swap);
}

// The above for all blocks of 2s × 2s and then of s × s bits of 64 lines.
template <int s>
HWY_INLINE void SwapTwice(Line* lines) {
  const hn::CappedTag<uint64_t, 8> d;
  for (size_t i = 0; i < 64; ++i) {
    if (i % (2 * s) >= s / 2) continue;
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      const auto at = [&](size_t row) { return lines[i + row].words + word; };
      auto v0 = hn::Load(d, at(0));
      auto v1 = hn::Load(d, at(s / 2));
      auto v2 = hn::Load(d, at(s));
      auto v3 = hn::Load(d, at(s + s / 2));
      SwapQuarters<s>(v0, v2);
      SwapQuarters<s>(v1, v3);
      SwapQuarters<s / 2>(v0, v1);
      SwapQuarters<s / 2>(v2, v3);
      hn::Store(v0, d, at(0));
      hn::Store(v1, d, at(s / 2));
      hn::Store(v2, d, at(s));
      hn::Store(v3, d, at(s + s / 2));
    }
  }
}

// Bits that are in any of 64 lines.
HWY_INLINE Line AnyOf(const Line* lines) {
  const hn::CappedTag<uint64_t, 8> d;
  Line any;
  for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
    auto bits = hn::Zero(d);
    for (size_t i = 0; i < 64; ++i) {
      bits = hn::Or(bits, hn::Load(d, lines[i].words + word));
    }
    hn::Store(bits, d, any.words + word);
  }
  return any;
}

// 64 lines at a time: eight 64 × 64 blocks side by side, transposed together
// by halving, then put where they belong.  Most tiles have blocks of zeros.
void TransposeTileImpl(const Tile& in, Tile& out) {
  out = Tile();
  for (size_t block_row = 0; block_row < 8; ++block_row) {
    const Line* const from = in.lines + 64 * block_row;
    const Line any = AnyOf(from);
    if (any == Line()) continue;
    Line lines[64];
    std::copy_n(from, 64, lines);
    SwapTwice<32>(lines);
    SwapTwice<8>(lines);
    SwapTwice<2>(lines);
    for (size_t block = 0; block < 8; ++block) {
      if (any.words[block] == 0) continue;
      for (size_t i = 0; i < 64; ++i) {
        out.lines[64 * block + i].words[block_row] = lines[i].words[block];
      }
    }
  }
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {

HWY_EXPORT(TransposeTileImpl);

void TransposeTile(const Tile& in, Tile& out) {
  HWY_DYNAMIC_DISPATCH(TransposeTileImpl)(in, out);
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
