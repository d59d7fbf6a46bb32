// What only the tables of scored rules have (docs/rules.md §7): an order of
// their thresholds, and scores.

#ifndef TEEKO_VERIFY_SCORED_H_
#define TEEKO_VERIFY_SCORED_H_

#include <map>
#include <ostream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/proto/rules.pb.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// Checks on oneTBB threads that, whatever pips the attacker's markers have, it
// never reaches the larger threshold in fewer plies than the smaller one.
// Returns FailedPrecondition otherwise, and draws the first wrong position on
// `details`.  Each table has all rows of the game of its threshold.
absl::Status CheckOrder(const ReducedTable& smaller, const ReducedTable& larger,
                        std::ostream& details);

// Adds the numbers of positions with all pieces placed.
void AddThresholdCounts(const ReducedTable& table, Manifest& manifest);

// The scores of the empty board in all variants, from the largest thresholds
// that each side reaches after each first drop.
class Scores {
 public:
  explicit Scores(const Rules& rules) : rules_(rules) {}

  // Thresholds must be added in ascending order.
  void Add(const ReducedTable& table);

  // Sets the variants of the manifest when all thresholds have been added.
  void AddVariants(Manifest& manifest) const;

 private:
  void AddVariant(const std::string& style, bool centre_ban,
                  Manifest& manifest) const;

  const Rules& rules_;
  // By style, then by pips and square of Black's first drop.
  std::map<std::string, std::map<std::pair<int, int>, int>> scores_;
};

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SCORED_H_
