// A campaign: plants faults, kind by kind, and keeps the score of those who
// have to catch them.

#ifndef TEEKO_AUDIT_FAULTS_CAMPAIGN_H_
#define TEEKO_AUDIT_FAULTS_CAMPAIGN_H_

#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "proto/faults.pb.h"

namespace teeko::faults {

// Numbers that are the same on every machine.
class Random {
 public:
  Random(uint32_t seed, uint32_t kind, uint32_t number);

  // 0 to n - 1; n is 1 or more.
  uint64_t Below(uint64_t n) { return engine_() % n; }

  template <typename Items>
  auto& OneOf(Items& items) {
    return items[Below(std::size(items))];
  }

 private:
  std::mt19937_64 engine_;
};

// What became of a fault.
struct Outcome {
  enum What { kCaught, kEquivalent, kMissed } what;
  // Why it changes nothing, or what it was that nobody noticed.
  std::string text;
};

inline Outcome Caught() { return {Outcome::kCaught, ""}; }
inline Outcome Equivalent(std::string why) {
  return {Outcome::kEquivalent, std::move(why)};
}
inline Outcome Missed(std::string what) {
  return {Outcome::kMissed, std::move(what)};
}

// Faults of one kind.
struct Kind {
  std::string place;  // in what they are planted
  std::string name;
  std::string judge;  // who has to catch them
  // How many are planted, in proportion to other kinds, and how many different
  // ones there are.
  uint32_t share;
  uint32_t most = std::numeric_limits<uint32_t>::max();
  // Plants the fault with this number, from 0, and tells what became of it.
  // Called by several threads at once.
  std::function<Outcome(Random& random, uint32_t number)> plant;
};

// Plants about so many faults, at least one of each kind, on oneTBB threads.
// The report depends on the arguments alone.
Report RunCampaign(const std::vector<Kind>& kinds, uint32_t faults,
                   uint32_t seed);

// The report as a table to read.
std::string ReportText(const Report& report);

}  // namespace teeko::faults

#endif  // TEEKO_AUDIT_FAULTS_CAMPAIGN_H_
