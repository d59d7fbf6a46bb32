#include "solver_a/values.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/values.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"
#include "solver_a/shuffle-inl.h"

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Mask<D> MaskOf(D d, uint64_t bits, size_t first) {
  const uint64_t from_first = bits >> first;
  return hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&from_first));
}

// Of columns first …
template <class D>
HWY_INLINE hn::Vec<D> ValuesAt(D d, absl::Span<const uint64_t> planes,
                               size_t first) {
  auto values = hn::Zero(d);
  for (size_t b = 0; b < planes.size(); ++b) {
    const auto bit = hn::Set(d, hn::TFromD<D>{1} << b);
    values =
        hn::Or(values, hn::IfThenElseZero(MaskOf(d, planes[b], first), bit));
  }
  return values;
}

// Sets out … to those of 64 values whose bit is in `kept`; returns their end.
HWY_INLINE uint8_t* Compact(const uint8_t* values, uint64_t kept,
                            uint8_t* out) {
  for (int i = 0; i < 64; i += 8) {
    const uint8_t mask = kept >> i;
    Shuffle(values + i, kShuffles.pack[mask], out);
    out += std::popcount(mask);
  }
  return out;
}

// The same; such long games are few.
HWY_INLINE uint16_t* Compact(const uint16_t* values, uint64_t kept,
                             uint16_t* out) {
  for (int i = 0; i < 64; ++i) {
    *out = values[i];
    out += kept >> i & 1;
  }
  return out;
}

HWY_INLINE bool AllZero(absl::Span<const uint64_t> planes) {
  uint64_t any = 0;
  for (const uint64_t plane : planes) any |= plane;
  return any == 0;
}

template <typename Value>
HWY_INLINE Value* Values(absl::Span<const uint64_t> planes, uint64_t legal,
                         Value* out) {
  HWY_ASSERT(planes.size() <= 8 * sizeof(Value));
  if (AllZero(planes)) return std::fill_n(out, std::popcount(legal), 0);
  const hn::CappedTag<Value, 64> d;
  HWY_ALIGN Value values[64];
  for (size_t c = 0; c < 64; c += hn::Lanes(d)) {
    hn::Store(ValuesAt(d, planes, c), d, values + c);
  }
  return Compact(values, legal, out);
}

// As ScoreOfValue: an odd value is halved, upwards, and an even one is halved
// and taken from B.
template <typename Score>
HWY_INLINE void Scores(absl::Span<const uint64_t> planes, uint64_t legal,
                       Score* scores) {
  HWY_ASSERT(planes.size() <= 8 * sizeof(Score));
  const hn::CappedTag<Score, 64> d;
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, 1);
  const auto draw = hn::Set(d, ScoreOfValue<Score>(0));
  const bool all_draws = AllZero(planes);
  for (size_t c = 0; c < 64; c += hn::Lanes(d)) {
    auto score = draw;
    if (!all_draws) {
      const auto values = ValuesAt(d, planes, c);
      const auto half = hn::ShiftRight<1>(hn::Add(values, one));
      const auto odd = hn::Eq(hn::And(values, one), one);
      score = hn::IfThenElse(odd, half, hn::Sub(zero, half));
      score = hn::IfThenElse(hn::Eq(values, zero), draw, score);
    }
    hn::StoreU(hn::IfThenElseZero(MaskOf(d, legal, c), score), d, scores + c);
  }
}

// The inverse.  Twice the score of a draw is B, too.
template <typename Score>
HWY_INLINE Score* ValuesOf(const Score* scores, Score* out) {
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

uint8_t* Values8(absl::Span<const uint64_t> planes, uint64_t legal,
                 uint8_t* out) {
  return Values(planes, legal, out);
}
uint16_t* Values16(absl::Span<const uint64_t> planes, uint64_t legal,
                   uint16_t* out) {
  return Values(planes, legal, out);
}
void Scores8(absl::Span<const uint64_t> planes, uint64_t legal,
             uint8_t* scores) {
  Scores(planes, legal, scores);
}
void Scores16(absl::Span<const uint64_t> planes, uint64_t legal,
              uint16_t* scores) {
  Scores(planes, legal, scores);
}
uint8_t* ValuesOf8(const uint8_t* scores, uint8_t* out) {
  return ValuesOf(scores, out);
}
uint16_t* ValuesOf16(const uint16_t* scores, uint16_t* out) {
  return ValuesOf(scores, out);
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {

HWY_EXPORT(Values8);
HWY_EXPORT(Values16);
HWY_EXPORT(Scores8);
HWY_EXPORT(Scores16);
HWY_EXPORT(ValuesOf8);
HWY_EXPORT(ValuesOf16);

uint8_t* PutValues(absl::Span<const uint64_t> planes, uint64_t legal,
                   uint8_t* out) {
  return HWY_DYNAMIC_DISPATCH(Values8)(planes, legal, out);
}
uint16_t* PutValues(absl::Span<const uint64_t> planes, uint64_t legal,
                    uint16_t* out) {
  return HWY_DYNAMIC_DISPATCH(Values16)(planes, legal, out);
}
void PutScores(absl::Span<const uint64_t> planes, uint64_t legal,
               uint8_t* scores) {
  HWY_DYNAMIC_DISPATCH(Scores8)(planes, legal, scores);
}
void PutScores(absl::Span<const uint64_t> planes, uint64_t legal,
               uint16_t* scores) {
  HWY_DYNAMIC_DISPATCH(Scores16)(planes, legal, scores);
}
uint8_t* PutValuesOf(const uint8_t* scores, uint8_t* out) {
  return HWY_DYNAMIC_DISPATCH(ValuesOf8)(scores, out);
}
uint16_t* PutValuesOf(const uint16_t* scores, uint16_t* out) {
  return HWY_DYNAMIC_DISPATCH(ValuesOf16)(scores, out);
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
