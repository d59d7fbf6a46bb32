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
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
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

// Names of kinds, and how each spoils what is right; what does not suit is left
// as it is.
template <typename Subject>
using Ways = std::vector<
    std::pair<const char*, void (*)(Random& random, Subject& subject)>>;

// Adds a kind for each of the ways.  `draw` makes something right, until one is
// spoilt; `check` has it checked.
template <typename Subject>
void AddKinds(const char* place, const char* checker, Ways<Subject> ways,
              std::function<Subject(Random& random)> draw,
              std::function<Missed(const Subject& subject)> check,
              std::vector<Kind>& kinds) {
  for (const auto& [name, spoil] : ways) {
    kinds.push_back(
        {place, name, checker, [spoil = spoil, draw, check](Random& random) {
           while (true) {
             const Subject right = draw(random);
             Subject subject = right;
             spoil(random, subject);
             if (!(subject == right)) return check(subject);
           }
         }});
  }
}

// Plants so many faults of each kind on oneTBB threads, or only of those that
// are planted in `place`: the same as among all.  The report depends on the
// arguments alone.
Report RunCampaign(const std::vector<Kind>& kinds, uint32_t faults_of_a_kind,
                   uint32_t seed, absl::string_view place = "");

// The report as a table, followed by what was missed.
std::string ReportText(const Report& report);

}  // namespace teeko::faults

#endif  // TEEKO_AUDIT_FAULTS_CAMPAIGN_H_
