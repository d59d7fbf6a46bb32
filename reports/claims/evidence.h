// Reads the evidence for the claims report: the accepted tables of a run, and
// the files that its stages wrote.

#ifndef TEEKO_REPORTS_CLAIMS_EVIDENCE_H_
#define TEEKO_REPORTS_CLAIMS_EVIDENCE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "game/tablebase.h"
#include "studies/longest/longest_wins.h"
#include "studies/pass_privilege/pass_privilege.h"
#include "teeko/base/stage_report.pb.h"
#include "teeko/proof/certificates/checked.pb.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/qubic/facts.pb.h"
#include "teeko/reports/results.pb.h"

namespace teeko::reports {

inline constexpr const char* kStages[] = {"solver_a", "solver_b", "verify",
                                          "certificates", "extra_rules"};

// The evidence for one rule set.
struct Evidence {
  Manifest manifest;  // checked against the table
  std::shared_ptr<const Tablebase> tablebase;

  // Computed from the table.
  std::vector<studies::LongestWin> longest;
  // Only for tables with at most 100 million placements.
  std::optional<studies::PassPrivilege> pass_privilege;

  // Read from the files of other stages.
  // One for each of kStages; an empty message if the stage wrote no report.
  std::vector<StageReport> stages;
  std::optional<extra_rules::ExtraRules> extra_rules;  // if the study applies
  std::optional<proof::CertificatesChecked> certificates;
};

// The evidence for rules with scoring.
struct ScoredEvidence {
  Rules rules;
  RulesResult result;  // checked against the table
};

// The evidence of a run of the pipeline.
struct RunEvidence {
  std::vector<Evidence> games;              // rules without scoring
  std::vector<ScoredEvidence> scored = {};  // rules with scores.json
  std::optional<qubic::Facts> qubic = {};   // if //qubic has run
};

// Returns the evidence for the rules called `names`, or for all rules in
// FOLDER/results.json if `names` is empty.  Reads FOLDER/results.json,
// FOLDER/qubic/facts.json and, for each rule set, the manifest, the table and
// the other files in FOLDER/NAME.  Stage reports, extra rules, certificates and
// facts.json may be missing.  Runs on oneTBB threads.
//
// NotFound if results.json is missing or lacks one of the names;
// FailedPrecondition if results.json or a manifest does not agree with a table;
// InvalidArgument if a file does not parse; else the errors of Tablebase.
absl::StatusOr<RunEvidence> GatherEvidence(
    const std::string& folder, const std::vector<std::string>& names);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_EVIDENCE_H_
