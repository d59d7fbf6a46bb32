#include "solver_a/values.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/values.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename Value>
bool ReadValuesOf(const ValuePlanes& planes, size_t q, size_t line, size_t word,
                  Value* values) {
  constexpr size_t kMostPlanes = 8 * sizeof(Value);
  HWY_ASSERT(planes.planes() <= kMostPlanes);
  uint64_t bits[kMostPlanes];
  uint64_t any = 0;
  for (size_t b = 0; b < planes.planes(); ++b) {
    any |= bits[b] = planes.Word(b, q, line, word);
  }
  if (any == 0) return false;
  const hn::CappedTag<Value, 64> d;
  for (size_t c = 0; c < 64; c += hn::Lanes(d)) {
    auto lanes = hn::Zero(d);
    for (size_t b = 0; b < planes.planes(); ++b) {
      const uint64_t from_c = bits[b] >> c;
      const auto set =
          hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&from_c));
      lanes = hn::Or(lanes, hn::IfThenElseZero(set, hn::Set(d, Value{1} << b)));
    }
    hn::StoreU(lanes, d, values + c);
  }
  return true;
}

bool ReadValues8(const ValuePlanes& planes, size_t q, size_t line, size_t word,
                 uint8_t* values) {
  return ReadValuesOf(planes, q, line, word, values);
}

bool ReadValues16(const ValuePlanes& planes, size_t q, size_t line, size_t word,
                  uint16_t* values) {
  return ReadValuesOf(planes, q, line, word, values);
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {

HWY_EXPORT(ReadValues8);
HWY_EXPORT(ReadValues16);

bool ReadValues(const ValuePlanes& planes, size_t q, size_t line, size_t word,
                uint8_t values[64]) {
  return HWY_DYNAMIC_DISPATCH(ReadValues8)(planes, q, line, word, values);
}

bool ReadValues(const ValuePlanes& planes, size_t q, size_t line, size_t word,
                uint16_t values[64]) {
  return HWY_DYNAMIC_DISPATCH(ReadValues16)(planes, q, line, word, values);
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
