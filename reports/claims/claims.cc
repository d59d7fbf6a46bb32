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

ABSL_FLAG(std::string, out, teeko::DefaultOutFolder(),
          "folder that the pipeline wrote");
ABSL_FLAG(std::string, html, "",
          "file to write in HTML; empty means report.html in --out");
ABSL_FLAG(std::string, markdown, "",
          "file to write in Markdown; empty means report.md in --out");
ABSL_FLAG(std::vector<std::string>, rules, {},
          "names of the rules to report on; empty means all rules in "
          "results.json");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");
ABSL_FLAG(std::string, report, "",
          "file to write with the time and memory that this stage used");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Writes the claims report: the claims of Steele's letter, the results of this
run, and a verdict on each claim.

  claims [flags]

Reads OUT/results.json, OUT/qubic/facts.json if ./bazelw run //qubic has written
it and, for each rule set, the manifest, the table that the
verifier accepted, the stage reports and certificates.json.  Computes all facts
about a table from the table again.  Writes the report in two forms,
OUT/report.md and OUT/report.html.  report.html needs no other file.

Fails if results.json or a manifest does not agree with a table; an earlier
report then stays unchanged.  For example:

  claims --out=out --rules=advanced
)";

absl::Status Run() {
  const std::string folder = absl::GetFlag(FLAGS_out);
  base::Progress progress("claims");
  progress.StartPhase("gathering");
  ASSIGN_OR_RETURN(const RunEvidence evidence,
                   GatherEvidence(folder, absl::GetFlag(FLAGS_rules)));
  progress.StartPhase("writing");
  ASSIGN_OR_RETURN(const findings::Findings findings, FindingsOf(evidence));
  ASSIGN_OR_RETURN(const std::string markdown, Markdown(findings));
  ASSIGN_OR_RETURN(const std::string html, Html(findings));
  const auto path = [&folder](const std::string& flag, const char* name) {
    return flag.empty() ? absl::StrCat(folder, "/", name) : flag;
  };
  RETURN_IF_ERROR(base::WriteFile(
      path(absl::GetFlag(FLAGS_markdown), "report.md"), markdown));
  RETURN_IF_ERROR(
      base::WriteFile(path(absl::GetFlag(FLAGS_html), "report.html"), html));
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
