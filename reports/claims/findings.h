// The facts of the claims report, gathered from what the pipeline left in a
// folder; nothing here says how they look on a page.

#ifndef TEEKO_REPORTS_CLAIMS_FINDINGS_H_
#define TEEKO_REPORTS_CLAIMS_FINDINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "game/position.h"
#include "proto/claims.pb.h"
#include "proto/manifest.pb.h"
#include "proto/results.pb.h"
#include "stage/stage_report.pb.h"
#include "studies/longest/longest_wins.h"
#include "studies/pass_privilege/pass_privilege.h"

namespace teeko::reports {

struct StageFinding {
  std::string name;                   // "solver_a"
  std::optional<StageReport> report;  // none if the stage left none
};

struct LongestWinFinding {
  studies::LongestWin win;
  std::vector<Move> line;  // of best play, to the end
  Position end;
};

// What is known of the game by some rules.
struct RulesFinding {
  RulesResult result;  // as results.json has it
  Manifest manifest;   // as the verifier wrote it
  // True if all three agree: results.json, the manifest, and what was counted
  // in the table for the report.
  bool consistent = false;
  std::vector<StageFinding> stages;
  // Of the table, read for the report.
  studies::Depths depths;
  std::vector<LongestWinFinding> longest;
  std::vector<studies::PassPrivilege>
      pass_privilege;  // of the letter's two games
};

enum class Verdict { kReproduced, kRefuted, kNotExamined, kNotComparable };

struct ClaimFinding {
  Claim claim;
  Verdict verdict = Verdict::kNotExamined;
  std::string finding;  // what was computed, in sentences
};

struct Findings {
  std::vector<RulesFinding> rules;   // in the order of results.json
  std::vector<ClaimFinding> claims;  // in the order of corpus/claims.textproto
};

// The rules of this name, or null.
const RulesFinding* FindRules(const std::vector<RulesFinding>& rules,
                              const std::string& name);

// Reads FOLDER/results.json and, for the rules it has, manifests, stage reports
// and tables in FOLDER/NAME.  `names` are the rules to report on; if there are
// none, all.  NotFound if there is no results.json or it does not have them;
// DataLoss if a file does not parse; else the errors of Tablebase.  Stage
// reports may be missing.  Runs on oneTBB threads.
absl::StatusOr<Findings> GatherFindings(const std::string& folder,
                                        const std::vector<std::string>& names);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_FINDINGS_H_
