// Judges the claims by the evidence.

#ifndef TEEKO_REPORTS_CLAIMS_VERDICTS_H_
#define TEEKO_REPORTS_CLAIMS_VERDICTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/claims.pb.h"
#include "reports/claims/evidence.h"

namespace teeko::reports {

// Of a part, or of a whole claim: kPartly if the rest could not be examined.
enum class Verdict { kReproduced, kPartly, kRefuted, kNotExamined, kCompare };

struct PartVerdict {
  Verdict verdict = Verdict::kNotExamined;
  std::string found;  // what was computed, in sentences
};

struct ClaimVerdict {
  Claim claim;
  Verdict verdict = Verdict::kNotExamined;
  std::vector<PartVerdict> parts;  // in the claim's order
};

// corpus/claims.textproto.
Claims LettersClaims();

// The rules in corpus/rules/NAME.textproto, of those that the claims name.
// They must be there.
Rules CorpusRules(const std::string& name);

// The evidence of the game that these rules are, whatever its name, or null.
const Evidence* FindGame(const std::vector<Evidence>& evidence,
                         const std::string& corpus_rules);

// One verdict a claim.  Parts on games that are not among the evidence, or on
// studies that it lacks, are not examined.  Errors are those of the tables;
// DataLoss if a study's cycles are not possible positions.
absl::StatusOr<std::vector<ClaimVerdict>> JudgeClaims(
    const Claims& claims, const std::vector<Evidence>& evidence);

// The four-move limit's wording in which the invoker may not return on so many
// of his turns (0: the original, 1: Steele's), or null.
const extra_rules::WordingResult* FindWording(
    const extra_rules::FourMoveLimit& limit, uint32_t steady_turns);

// "draw" or "Black in 13".
std::string OutcomeText(Value value);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_VERDICTS_H_
