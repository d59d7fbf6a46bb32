// Writes the claims report.

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "reports/claims/evidence.h"
#include "reports/claims/findings.h"
#include "reports/claims/render.h"

ABSL_FLAG(std::string, out, teeko::DefaultOutFolder(), "the pipeline's folder");
ABSL_FLAG(std::vector<std::string>, rules, {},
          "rules to report on; unless told otherwise, all in results.json");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(), "1 to 1024");
ABSL_FLAG(std::string, report, "", "write what the stage measured of itself");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Writes the claims report: what Steele's letter says, what was computed, and
whether it agrees.

  claims [flags]

Reads OUT/results.json and, for each rules, the manifest, the table that the
verifier accepted, the stages' reports and certificates.json.  What is said of the
table is computed from it again.  Writes OUT/report.md and OUT/report.html, the
same in two forms; the latter needs no other file.

It is an error if results.json or a manifest says of a table what is not so; then
an earlier report stays as it was.  For example:

  claims --out=out --rules=advanced
)";

absl::Status Run() {
  const std::string folder = absl::GetFlag(FLAGS_out);
  base::Progress progress("claims");
  progress.StartPhase("gathering");
  ASSIGN_OR_RETURN(const std::vector<Evidence> evidence,
                   GatherEvidence(folder, absl::GetFlag(FLAGS_rules)));
  progress.StartPhase("writing");
  ASSIGN_OR_RETURN(const findings::Findings findings, FindingsOf(evidence));
  ASSIGN_OR_RETURN(const std::string markdown, Markdown(findings));
  ASSIGN_OR_RETURN(const std::string html, Html(findings));
  RETURN_IF_ERROR(
      base::WriteFile(absl::StrCat(folder, "/report.md"), markdown));
  RETURN_IF_ERROR(base::WriteFile(absl::StrCat(folder, "/report.html"), html));
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
