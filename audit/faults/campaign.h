// Plants faults of many kinds and counts the faults that were missed.

#ifndef TEEKO_AUDIT_FAULTS_CAMPAIGN_H_
#define TEEKO_AUDIT_FAULTS_CAMPAIGN_H_

#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "teeko/proto/faults.pb.h"

namespace teeko::audit {

// A random number generator with the same numbers on every machine.
class Random {
 public:
  Random(uint32_t seed, uint32_t kind, uint32_t number);

  // Returns a number from 0 to n - 1.  Requires n ≥ 1.
  uint64_t Below(uint64_t n) { return engine_() % n; }

  template <typename Items>
  auto& OneOf(Items& items) {
    return items[Below(std::size(items))];
  }

 private:
  std::mt19937_64 engine_;
};

// A description of a missed fault, or nullopt if the fault was caught.
using Missed = std::optional<std::string>;

struct Kind {
  std::string place;  // the data in which the faults are planted
  std::string name;
  std::string checker;  // the part of the project that must catch the faults
  // Plants and checks a fault.  Must be thread-safe.
  std::function<Missed(Random& random)> plant;
};

// Returns a function add(name, damage) that adds a kind to `kinds`.  To plant a
// fault of this kind, the function takes valid data from draw(random), the
// subject, and damage(random, subject) changes it.  Both steps are repeated
// until the subject has changed, because not every subject can have every
// fault.  Then check(subject) returns nullopt or a description of the missed
// fault.
template <typename Draw, typename Check>
auto Planter(const char* place, const char* checker, Draw draw, Check check,
             std::vector<Kind>& kinds) {
  return [=, &kinds](const char* name, auto damage) {
    kinds.push_back({place, name, checker, [=](Random& random) {
                       while (true) {
                         const auto valid = draw(random);
                         auto subject = valid;
                         damage(random, subject);
                         if (!(subject == valid)) return check(subject);
                       }
                     }});
  };
}

// Plants `faults_of_a_kind` faults of each kind on oneTBB threads.  If `place`
// is not empty, plants only the faults in this place; a campaign with all
// places plants the same faults there.  The result depends only on the
// arguments.
faults::Report RunCampaign(const std::vector<Kind>& kinds,
                           uint32_t faults_of_a_kind, uint32_t seed,
                           absl::string_view place = "");

// Returns the result as text: a row for each kind, then the missed faults.
std::string ReportText(const faults::Report& report);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_FAULTS_CAMPAIGN_H_
