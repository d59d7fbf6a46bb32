#include "solver_a/bit_matrix.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/bit_matrix.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Swaps the off-diagonal halves of every 2s × 2s block of bits: with lines i
// and i + s of a block, the high s bits of the one and the low of the other.
template <int s>
HWY_INLINE void SwapHalves(Line* lines) {
  const hn::CappedTag<uint64_t, 8> d;
  const auto low_bits = hn::Set(d, ~uint64_t{0} / ((uint64_t{1} << s) + 1));
  for (size_t block = 0; block < 64; block += 2 * s) {
    for (size_t i = block; i < block + s; ++i) {
      for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
        uint64_t* const upper = lines[i].words + word;
        uint64_t* const lower = lines[i + s].words + word;
        const auto a = hn::Load(d, upper);
        const auto b = hn::Load(d, lower);
        const auto swap = hn::And(hn::Xor(hn::ShiftRight<s>(a), b), low_bits);
        hn::Store(hn::Xor(a, hn::ShiftLeft<s>(swap)), d, upper);
        hn::Store(hn::Xor(b, swap), d, lower);
      }
    }
  }
}

// 64 lines at a time: eight 64 × 64 blocks side by side, transposed together
// by halving, then put where they belong.
void TransposeTileImpl(const Tile& in, Tile& out) {
  for (size_t block_row = 0; block_row < 8; ++block_row) {
    const Line* const from = in.lines + 64 * block_row;
    Line lines[64];
    std::copy_n(from, 64, lines);
    SwapHalves<32>(lines);
    SwapHalves<16>(lines);
    SwapHalves<8>(lines);
    SwapHalves<4>(lines);
    SwapHalves<2>(lines);
    SwapHalves<1>(lines);
    for (size_t block = 0; block < 8; ++block) {
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

void BitMatrix::Transpose() {
  tbb::parallel_for(size_t{0}, panels_, [this](size_t p) {
    const auto transposed = std::make_unique<Tile>();
    for (size_t q = 0; q <= p; ++q) {
      TransposeTile(tile(p, q), *transposed);
      if (p != q) TransposeTile(tile(q, p), tile(p, q));
      tile(q, p) = *transposed;
    }
  });
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
