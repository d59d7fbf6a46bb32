// A campaign: plants faults, kind by kind, and counts those that were not
// caught.

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

// Nothing if the fault was caught, else what was missed.
using Missed = std::optional<std::string>;

// Faults of one kind.
struct Kind {
  std::string place;  // in what they are planted
  std::string name;
  std::string checker;  // which part has to catch them
  // Plants one and has it checked.  Called by several threads at once.
  std::function<Missed(Random& random)> plant;
};

// A function add(name, spoil) that adds kinds.  Each spoils what draw(random)
// makes, something right, until one is spoilt: spoil(random, subject) leaves as
// it is what does not suit.  check(subject) is a Missed.
template <typename Draw, typename Check>
auto Planter(const char* place, const char* checker, Draw draw, Check check,
             std::vector<Kind>& kinds) {
  return [=, &kinds](const char* name, auto spoil) {
    kinds.push_back({place, name, checker, [=](Random& random) {
                       while (true) {
                         const auto right = draw(random);
                         auto subject = right;
                         spoil(random, subject);
                         if (!(subject == right)) return check(subject);
                       }
                     }});
  };
}

// Plants so many faults of each kind on oneTBB threads, or only of those that
// are planted in `place`: the same as among all.  The report depends on the
// arguments alone.
faults::Report RunCampaign(const std::vector<Kind>& kinds,
                           uint32_t faults_of_a_kind, uint32_t seed,
                           absl::string_view place = "");

// The report as a table, followed by what was missed.
std::string ReportText(const faults::Report& report);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_FAULTS_CAMPAIGN_H_
