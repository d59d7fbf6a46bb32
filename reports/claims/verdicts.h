// Judges the claims by what was computed.

#ifndef TEEKO_REPORTS_CLAIMS_VERDICTS_H_
#define TEEKO_REPORTS_CLAIMS_VERDICTS_H_

#include <string>
#include <vector>

#include "proto/extra_rules.pb.h"
#include "reports/claims/findings.h"

namespace teeko::reports {

// An annotation that the letter prints, and ours of the same problem or game.
struct PrintedAnnotation {
  std::string name;  // "Problem No. 6"
  std::string letters;
  std::string ours;
};

// One finding a claim, in the order of `claims`.  A claim on rules that are not
// among `rules`, or on extra rules that were left out, is not examined; so are
// those on annotations if there are none.
std::vector<ClaimFinding> JudgeClaims(
    const Claims& claims, const std::vector<RulesFinding>& rules,
    const std::vector<PrintedAnnotation>& annotations);

// The four-move limit's wording in which the invoker may not return on so many
// of his turns (0: the original, 1: Steele's), or null.
const extra_rules::WordingResult* FindWording(
    const extra_rules::FourMoveLimit& limit, uint32_t steady_turns);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_VERDICTS_H_
