// Builds the contents of the claims report from the evidence.

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

// Returns the contents of an embedded file; NotFound if no embedded file has
// this path.
absl::StatusOr<absl::string_view> Embedded(const std::string& path);

// Reads a message from an embedded file: JSON if the path ends in .json, else
// protobuf text.  InvalidArgument if the file does not parse.
absl::Status ReadEmbedded(const std::string& path,
                          google::protobuf::Message& message);

// Returns the contents of the report: verdicts on the letter's claims, and
// chapters on the games and studies.  Errors come from JudgeClaims and
// ExtraRulesOf.
absl::StatusOr<findings::Findings> FindingsOf(const RunEvidence& run);

// Returns the chapter on the two extra rules.  All `games` must have
// `extra_rules`.  Errors come from Tablebase (InvalidArgument for an
// impossible position in an example); DataLoss if an example has an illegal
// move.
absl::StatusOr<findings::ExtraRules> ExtraRulesOf(
    const std::vector<const Evidence*>& games);

// Returns the chapter on a scored game.
findings::ScoredGame ScoredGameOf(const ScoredEvidence& evidence);

// Returns the variants whose outcome a wording of the four-move limit changes,
// such as "Two-Move Standard becomes a win for Black".
std::vector<std::string> ChangedVariants(const Evidence& game,
                                         uint32_t steady_turns);

// ---- Verdicts ----

// Returns the claims of corpus/claims.textproto.
absl::StatusOr<Claims> LettersClaims();

// Returns the evidence of the game that corpus/rules/CORPUS_RULES.textproto
// describes, even if the game has another name in the run.  Returns null if the
// run lacks the game.  Errors come from Embedded.
absl::StatusOr<const Evidence*> FindGame(const std::vector<Evidence>& evidence,
                                         const std::string& corpus_rules);

// Returns the name of rules as a title: "advanced_diamonds" becomes "Advanced
// diamonds".
std::string TitleOf(const std::string& rules_name);

// Returns each claim with its verdict, its facts and its pictures.  Parts about
// games or studies that the evidence lacks get the verdict NOT_EXAMINED.
// InvalidArgument if a part of a claim has an unknown `question`
// (claims.proto); DataLoss if the moves of a cycle do not lead back to its
// first position; other errors come from Tablebase (InvalidArgument for an
// impossible position in a cycle).
absl::StatusOr<std::vector<findings::JudgedClaim>> JudgeClaims(
    const Claims& claims, const std::vector<Evidence>& evidence);

// Returns the result for the wording of the four-move limit with this number of
// steady turns (0: the original, 1: Steele's amendment); null if it was not
// examined.
const extra_rules::WordingResult* FindWording(
    const extra_rules::FourMoveLimit& limit, uint32_t steady_turns);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_FINDINGS_H_
