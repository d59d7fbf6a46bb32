// Puts together what the claims report says.

#ifndef TEEKO_REPORTS_CLAIMS_FINDINGS_H_
#define TEEKO_REPORTS_CLAIMS_FINDINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "reports/claims/evidence.h"
#include "teeko/reports/claims/claims.pb.h"
#include "teeko/reports/claims/findings.pb.h"

namespace teeko::reports {

// Returns the contents of a file that is part of the program; NotFound if there
// is none with this path.
absl::StatusOr<absl::string_view> Embedded(const std::string& path);

// Reads a message from such a file, as JSON if its name ends so.
// InvalidArgument if it does not parse.
absl::Status ReadEmbedded(const std::string& path,
                          google::protobuf::Message& message);

// Judges the letter's claims, and says what else is known.  Errors are those of
// JudgeClaims and ExtraRulesOf.
absl::StatusOr<findings::Findings> FindingsOf(
    const std::vector<Evidence>& evidence);

// The chapter on the two extra rules.  All `games` have results for them.
// Errors are those of the tables (InvalidArgument for an impossible position in
// an example); DataLoss if one is not played by the rules.
absl::StatusOr<findings::ExtraRules> ExtraRulesOf(
    const std::vector<const Evidence*>& games);

// The variants whose outcome a wording of the four-move limit changes, each as
// "Two-Move Standard drops become a win for Black".
std::vector<std::string> ChangedVariants(const Evidence& game,
                                         uint32_t steady_turns);

// ---- Verdicts ----

// Returns corpus/claims.textproto.
absl::StatusOr<Claims> LettersClaims();

// Returns the evidence of the game that corpus/rules/NAME.textproto describes,
// whatever its name there, or null.  Errors are those of Embedded.
absl::StatusOr<const Evidence*> FindGame(const std::vector<Evidence>& evidence,
                                         const std::string& corpus_rules);

// "advanced_diamonds" → "Advanced diamonds".
std::string TitleOf(const std::string& rules_name);

// Each claim with its verdict and what there is to be seen of it.  Parts on
// games that are not among the evidence, or on studies that it lacks, are not
// examined.  InvalidArgument for an unknown question, other errors are those of
// the tables (InvalidArgument for an impossible position in a cycle); DataLoss
// if a cycle is none.
absl::StatusOr<std::vector<findings::JudgedClaim>> JudgeClaims(
    const Claims& claims, const std::vector<Evidence>& evidence);

// The four-move limit's wording in which the invoker may not return on so many
// of his turns (0: the original, 1: Steele's), or null.
const extra_rules::WordingResult* FindWording(
    const extra_rules::FourMoveLimit& limit, uint32_t steady_turns);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_FINDINGS_H_
