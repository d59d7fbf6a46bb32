// Writes the claims report.

#include <tbb/global_control.h>

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "game/accepted_table.h"
#include "google/protobuf/text_format.h"
#include "reports/claims/findings.h"
#include "reports/claims/html.h"
#include "reports/claims/markdown.h"
#include "reports/claims/report.h"
#include "stage/stage.h"

ABSL_FLAG(std::string, out, "", "where the pipeline leaves its tables");
ABSL_FLAG(std::vector<std::string>, rules, {}, "names of the rules");
ABSL_FLAG(int, threads, teeko::DefaultThreads(), "threads to use");
ABSL_FLAG(std::string, report, "", "where to write what the stage measured");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Writes the claims report: what Steele's letter says, what was computed, and
whether it agrees.

  claims [flags]

  --out=DIR        where the pipeline leaves its tables (default: out)
  --rules=NAME,…   rules to report on (default: all in DIR/results.json)
  --threads=N      1 to 1024; all that this process may use if left out
  --report=FILE    write a StageReport, as protobuf text
  --help           this text

Reads DIR/results.json and, for each rules, the manifest, the stages' reports and
the table that the verifier accepted.  Writes DIR/report.md and DIR/report.html,
the same in two forms; the latter needs no other file.

Exit status: 0 if the report was written, whatever it says; else 1 and a line on
stderr, and an earlier report stays as it was.
)";

// Writes both forms; adds to `report` what it took.
absl::Status WriteReports(const std::string& folder, StageReport& report) {
  Progress progress("claims", &report);
  progress.StartPhase("gathering");
  const absl::StatusOr<Findings> findings =
      GatherFindings(folder, absl::GetFlag(FLAGS_rules));
  if (!findings.ok()) return findings.status();
  progress.StartPhase("writing");
  const Document document = ReportOf(*findings);
  const absl::Status status =
      WriteTextFile(absl::StrCat(folder, "/report.md"), Markdown(document));
  if (!status.ok()) return status;
  return WriteTextFile(absl::StrCat(folder, "/report.html"), Html(document));
}

absl::Status Run(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", arguments[0],
                     "\"; --help tells of the flags"));
  }
  const absl::StatusOr<int> threads =
      CheckThreads(absl::GetFlag(FLAGS_threads));
  if (!threads.ok()) return threads.status();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  *threads);

  const std::string folder = OutFolder(absl::GetFlag(FLAGS_out));
  StageReport report;
  absl::Status status = WriteReports(folder, report);
  if (!status.ok() || absl::GetFlag(FLAGS_report).empty()) return status;
  std::string text;
  google::protobuf::TextFormat::PrintToString(report, &text);
  return WriteTextFile(UserPath(absl::GetFlag(FLAGS_report)), text);
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::ExitStatus(teeko::reports::Run(
      teeko::ParseStageFlags(argc, argv, teeko::reports::kUsage)));
}
