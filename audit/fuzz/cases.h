// What the fuzzer tries, a case for each seed.

#ifndef TEEKO_AUDIT_FUZZ_CASES_H_
#define TEEKO_AUDIT_FUZZ_CASES_H_

#include <cstdint>
#include <optional>

#include "audit/fuzz/games.h"
#include "audit/fuzz/random_rules.h"
#include "audit/fuzz/shrink.h"

namespace teeko::verify {

struct Counts {
  uint64_t rules = 0;
  uint64_t positions = 0;
  uint64_t games = 0;
  uint64_t checks = 0;  // comparisons of what readings, or tables, say
};

class Cases {
 public:
  // Every case also has games against `tables`, if there are any.
  Cases(Solvers solvers, std::optional<Tables> tables);

  // Tries rules that depend on the seed alone.  What is wrong comes back
  // shrunk.
  std::optional<Finding> Try(uint64_t seed);

  // Of all cases.
  const Counts& counts() const { return counts_; }

 private:
  std::optional<Disagreement> CompareReadings(const Rules& rules, int positions,
                                              Random& random);
  std::optional<Disagreement> SolveAndPlay(const Rules& rules, Random& random);
  std::optional<Disagreement> Play(const Tables& tables, int number,
                                   Random& random);

  const Solvers solvers_;
  const std::optional<Tables> tables_;
  Counts counts_;
};

}  // namespace teeko::verify

#endif  // TEEKO_AUDIT_FUZZ_CASES_H_
