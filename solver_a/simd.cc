#include "solver_a/simd.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "solver_a/values.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/simd.cc"
#include "hwy/foreach_target.h"
// foreach_target.h includes this file once for each target.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// ---- Transposing tiles ----

// Swaps two quarters of blocks of 2s × 2s bits: the upper right and the lower
// left one.  `upper` and `lower` are lines i and i + s of the blocks.  In each
// block, swaps the high s bits of `upper` with the low s bits of `lower`.
template <int s, class V>
HWY_INLINE void SwapQuarters(V& upper, V& lower) {
  const hn::DFromV<V> d;
  const auto low_bits = hn::Set(d, ~uint64_t{0} / ((uint64_t{1} << s) + 1));
  const V swap = hn::And(hn::Xor(hn::ShiftRight<s>(upper), lower), low_bits);
  upper = hn::Xor(upper, hn::ShiftLeft<s>(swap));
  lower = hn::Xor(lower, swap);
}

// Calls SwapQuarters for all pairs of lines with distance `apart`, a power of
// two.
template <int s>
HWY_INLINE void SwapLines(Line* lines, size_t count, size_t apart) {
  const hn::CappedTag<uint64_t, 8> d;
  for (size_t i = 0; i < count; ++i) {
    if ((i & apart) != 0) continue;
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      auto upper = hn::Load(d, lines[i].words + word);
      auto lower = hn::Load(d, lines[i + apart].words + word);
      SwapQuarters<s>(upper, lower);
      hn::Store(upper, d, lines[i].words + word);
      hn::Store(lower, d, lines[i + apart].words + word);
    }
  }
}

// Returns the OR of 64 lines.
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

// Transposes 64 lines at a time.  These are eight blocks of 64 × 64 bits, which
// are transposed together by recursive halving (Warren, Hacker's Delight, 7-3).
// Then copies the blocks to their places.  Skips blocks of zeros, because most
// tiles have some.
void Transpose(const Tile& in, Tile& out) {
  out = Tile();
  for (size_t block_row = 0; block_row < 8; ++block_row) {
    const Line* const from = in.lines + 64 * block_row;
    const Line any = AnyOf(from);
    if (any == Line()) continue;
    Line lines[64];
    std::copy_n(from, 64, lines);
    SwapLines<32>(lines, 64, 32);
    SwapLines<16>(lines, 64, 16);
    SwapLines<8>(lines, 64, 8);
    SwapLines<4>(lines, 64, 4);
    SwapLines<2>(lines, 64, 2);
    SwapLines<1>(lines, 64, 1);
    for (size_t block = 0; block < 8; ++block) {
      if (any.words[block] == 0) continue;
      for (size_t i = 0; i < 64; ++i) {
        out.lines[64 * block + i].words[block_row] = lines[i].words[block];
      }
    }
  }
}

// ---- Packing tiles ----

// Shuffles by mask: `pack` moves the bytes in the mask to the front, and
// `unpack` moves them back.  128 stands for a zero byte.
struct Shuffles {
  uint8_t pack[256][8];
  uint8_t unpack[256][8];
};
constexpr Shuffles kShuffles = [] {
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

// Moves eight bytes according to a row of kShuffles.
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

// Returns a mask of the nonzero bytes.
inline uint8_t NonzeroBytes(uint64_t word) {
  constexpr uint64_t kLow7 = 0x7f7f7f7f7f7f7f7f;
  const uint64_t high_bits = (((word & kLow7) + kLow7) | word) & ~kLow7;
  return (high_bits >> 7) * 0x0102040810204080 >> 56;
}

uint8_t* Pack(const Tile& tile, uint8_t* out) {
  const hn::CappedTag<uint64_t, 8> d;
  for (size_t row = 0; row < kLineBits; ++row) {
    const uint64_t* const words = tile.lines[row].words;
    unsigned mask = 0;
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      uint8_t bits[8] = {};
      const auto nonzero = hn::Ne(hn::Load(d, words + word), hn::Zero(d));
      hn::StoreMaskBits(d, nonzero, bits);
      mask |= bits[0] << word;
    }
    if (mask == 0) continue;
    *out++ = row & 255;
    *out++ = row >> 8;
    *out++ = mask;
    for (; mask != 0; mask &= mask - 1) {
      const uint64_t* const word = words + std::countr_zero(mask);
      const uint8_t nonzero = NonzeroBytes(*word);
      *out++ = nonzero;
      Shuffle(word, kShuffles.pack[nonzero], out);
      out += std::popcount(nonzero);
    }
  }
  return out;
}

// Reads a packed tile.  Calls on_word(row, i, bits) for each word that is not
// zero, and on_line(row) after the words of each line.
template <class OnWord, class OnLine>
HWY_INLINE void ForLines(absl::Span<const uint8_t> packed, OnWord on_word,
                         OnLine on_line) {
  const uint8_t* in = packed.data();
  while (in < packed.data() + packed.size()) {
    const size_t row = (in[0] + 256 * in[1]) % kLineBits;
    unsigned mask = in[2];
    in += 3;
    for (; mask != 0; mask &= mask - 1) {
      const uint8_t nonzero = *in++;
      uint64_t bits;
      Shuffle(in, kShuffles.unpack[nonzero], &bits);
      on_word(row, std::countr_zero(mask), bits);
      in += std::popcount(nonzero);
    }
    on_line(row);
  }
}

void Unpack(absl::Span<const uint8_t> packed, Tile& tile) {
  ForLines(
      packed,
      [&](size_t row, size_t i, uint64_t bits)
          HWY_ATTR { tile.lines[row].words[i] |= bits; },
      [](size_t) {});
}

// ---- Levels ----

template <class D>
HWY_INLINE bool None(D d, hn::Vec<D> bits) {
  return hn::AllTrue(d, hn::Eq(bits, hn::Zero(d)));
}

void Reach(const Moves& moves, absl::Span<const uint8_t> packed,
           size_t first_row, Line* reached) {
  const hn::CappedTag<uint64_t, 8> d;
  Line line;
  ForLines(
      packed,
      [&](size_t, size_t i, uint64_t bits) HWY_ATTR { line.words[i] = bits; },
      [&](size_t row) HWY_ATTR {
        for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
          const auto bits = hn::Load(d, line.words + word);
          if (None(d, bits)) continue;
          for (const uint32_t from : moves.From(first_row + row)) {
            uint64_t* const words = reached[from].words + word;
            hn::Store(hn::Or(hn::Load(d, words), bits), d, words);
          }
        }
        line = Line();
      });
}

uint64_t Decide(const Moves& moves, size_t first_row, const Line* won,
                Tile& closed, Tile& reached) {
  const hn::CappedTag<uint64_t, 8> d;
  auto count = hn::Zero(d);
  for (size_t i = 0; i < kLineBits; ++i) {
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      uint64_t* const words = reached.lines[i].words + word;
      auto decided = hn::Load(d, words);
      if (None(d, decided)) continue;
      uint64_t* const closed_words = closed.lines[i].words + word;
      const auto closed_before = hn::Load(d, closed_words);
      decided = hn::AndNot(closed_before, decided);
      if (won != nullptr) {
        for (const uint32_t to : moves.From(first_row + i)) {
          if (None(d, decided)) break;
          decided = hn::And(decided, hn::Load(d, won[to].words + word));
        }
      }
      hn::Store(decided, d, words);
      if (None(d, decided)) continue;
      hn::Store(hn::Or(closed_before, decided), d, closed_words);
      count = hn::Add(count, hn::PopulationCount(decided));
    }
  }
  return hn::GetLane(hn::SumOfLanes(d, count));
}

// ---- Values and scores ----

template <class D>
HWY_INLINE hn::Mask<D> MaskOf(D d, uint64_t bits, size_t first) {
  const uint64_t from_first = bits >> first;
  return hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&from_first));
}

template <typename Score>
void PutDraws(uint64_t legal, Score* scores) {
  const hn::CappedTag<Score, 64> d;
  const auto draw = hn::Set(d, ScoreOfValue<Score>(0));
  for (size_t c = 0; c < 64; c += hn::Lanes(d)) {
    hn::StoreU(hn::IfThenElseZero(MaskOf(d, legal, c), draw), d, scores + c);
  }
}

template <typename Score>
void PutScores(absl::Span<const uint8_t> packed, Score score, Score* of_tile) {
  const hn::CappedTag<Score, 64> d;
  ForLines(
      packed,
      [&](size_t row, size_t i, uint64_t bits) HWY_ATTR {
        Score* const scores = of_tile + kLineBits * row + 64 * i;
        for (size_t c = 0; c < 64; c += hn::Lanes(d)) {
          hn::BlendedStore(hn::Set(d, score), MaskOf(d, bits, c), d,
                           scores + c);
        }
      },
      [](size_t) {});
}

// Transposes eight rows at a time: blocks of 8 × 8 bytes together.
void TransposeScores(const uint8_t* in, size_t in_stride, uint8_t* out,
                     size_t out_stride) {
  for (size_t row = 0; row < 64; row += 8) {
    Line lines[8];
    for (size_t i = 0; i < 8; ++i) {
      std::memcpy(&lines[i], in + (row + i) * in_stride, sizeof(Line));
    }
    SwapLines<32>(lines, 8, 4);
    SwapLines<16>(lines, 8, 2);
    SwapLines<8>(lines, 8, 1);
    for (size_t c = 0; c < 64; ++c) {
      std::memcpy(out + c * out_stride + row, &lines[c % 8].words[c / 8], 8);
    }
  }
}

void TransposeScores(const uint16_t* in, size_t in_stride, uint16_t* out,
                     size_t out_stride) {
  for (size_t row = 0; row < 64; ++row) {
    for (size_t c = 0; c < 64; ++c) {
      out[c * out_stride + row] = in[row * in_stride + c];
    }
  }
}

// Copies those of 64 values whose bit is set in `kept`.  Returns the end of the
// copied values.
HWY_INLINE uint8_t* Compact(const uint8_t* values, uint64_t kept,
                            uint8_t* out) {
  for (int i = 0; i < 64; i += 8) {
    const uint8_t mask = kept >> i;
    Shuffle(values + i, kShuffles.pack[mask], out);
    out += std::popcount(mask);
  }
  return out;
}

// The same for values of two bytes.  Uses no vector instructions, because few
// games are so long that values need two bytes.
HWY_INLINE uint16_t* Compact(const uint16_t* values, uint64_t kept,
                             uint16_t* out) {
  for (int i = 0; i < 64; ++i) {
    *out = values[i];
    out += kept >> i & 1;
  }
  return out;
}

// The inverse of ScoreOfValue.  A draw needs no special case: twice its score
// is B, which is 0 in this type.
template <typename Score>
Score* PutValues(const Score* scores, Score* out) {
  const hn::CappedTag<Score, 64> d;
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, 1);
  const auto draw = hn::Set(d, ScoreOfValue<Score>(0));
  HWY_ALIGN Score values[64];
  uint64_t kept = 0;
  for (size_t c = 0; c < 64; c += hn::Lanes(d)) {
    const auto score = hn::LoadU(d, scores + c);
    const auto twice = hn::Add(score, score);
    hn::Store(hn::IfThenElse(hn::Lt(score, draw), hn::Sub(twice, one),
                             hn::Sub(zero, twice)),
              d, values + c);
    uint64_t bits = 0;
    hn::StoreMaskBits(d, hn::Ne(score, zero),
                      reinterpret_cast<uint8_t*>(&bits));
    kept |= bits << c;
  }
  return Compact(values, kept, out);
}

template <typename Score>
void BestDrops(const Score* scores, absl::Span<const uint32_t> rows,
               bool mover_picks, Score* out) {
  const hn::CappedTag<Score, 64> d;
  const auto one = hn::Set(d, 1);
  const auto draw = hn::Set(d, ScoreOfValue<Score>(0));
  for (size_t c = 0; c < 64; c += hn::Lanes(d)) {
    auto next = hn::Zero(d);
    if (mover_picks) {
      // Subtracting one turns overlaps (0) into the largest number, so that Min
      // does not choose them.
      next = hn::Sub(next, one);
      for (const uint32_t row : rows) {
        const auto score = hn::Load(d, scores + 64 * row + c);
        next = hn::Min(next, hn::Sub(score, one));
      }
      next = hn::Add(next, one);
    } else {
      for (const uint32_t row : rows) {
        next = hn::Max(next, hn::Load(d, scores + 64 * row + c));
      }
    }
    // The score of a position from `next`, the score after the drop:
    //
    //   after the drop                    before the drop                 sum
    //   won in n,  score B − (n + 1) / 2  lost in n + 1, (n + 3) / 2      B + 1
    //   lost in n, score n / 2 + 1        won in n + 1,  B − n / 2 − 1    B
    //   drawn,     score B / 2            drawn,         B / 2            B
    const auto won = hn::IfThenElseZero(hn::Gt(next, draw), one);
    hn::StoreU(hn::Sub(won, next), d, out + c);
  }
}

template <typename Value>
constexpr ValueFunctions<Value> kOfValues = {
    PutDraws, PutScores, TransposeScores, PutValues, BestDrops};

}  // namespace

const SimdFunctions* Functions() {
  static constexpr SimdFunctions kFunctions = {
      Transpose, Pack,   Unpack,
      Reach,     Decide, {kOfValues<uint8_t>, kOfValues<uint16_t>}};
  return &kFunctions;
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {

HWY_EXPORT(Functions);

const SimdFunctions& Simd() { return *HWY_DYNAMIC_DISPATCH(Functions)(); }

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
