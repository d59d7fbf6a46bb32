// What the claims report rests on: the tables that the verifier accepted, and
// what the stages of a run left beside them.

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
#include "teeko/proto/manifest.pb.h"
#include "teeko/reports/results.pb.h"
#include "teeko/verify/certificates/checked.pb.h"

namespace teeko::reports {

inline constexpr const char* kStages[] = {"solver_a", "solver_b", "verify",
                                          "certificates", "extra_rules"};

// What is known of the game by some rules.
struct Evidence {
  Manifest manifest;  // found to be true of the table
  std::shared_ptr<const Tablebase> tablebase;

  // Computed from the table.
  std::vector<studies::LongestWin> longest;
  // Of tables not too large.
  std::optional<studies::PassPrivilege> pass_privilege;

  // As other stages left it.
  std::vector<StageReport> stages;  // of kStages, empty if one left none
  std::optional<extra_rules::ExtraRules> extra_rules;  // if they apply
  std::optional<verify::CertificatesChecked> certificates;
};

// Reads FOLDER/results.json and, for the rules it has, the manifest, the table
// and what else there is in FOLDER/NAME.  `names` are the rules to report on;
// if there are none, all.  NotFound if there is no results.json or it does not
// have them; FailedPrecondition if what results.json or a manifest says of a
// table is not so; InvalidArgument if a file does not parse; else the errors of
// Tablebase. Stage reports, extra rules and certificates may be missing.  Runs
// on oneTBB threads.
absl::StatusOr<std::vector<Evidence>> GatherEvidence(
    const std::string& folder, const std::vector<std::string>& names);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_EVIDENCE_H_
