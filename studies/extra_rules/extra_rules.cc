// Steele's two extra rules, solved (README.md).

#include <tbb/global_control.h>

#include <cstdio>
#include <string>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "proto/json.h"
#include "proto/manifest.pb.h"
#include "proto/manifest_file.h"
#include "proto/table_reader.h"
#include "stage/files.h"
#include "stage/stage.h"
#include "studies/extra_rules/analyse.h"
#include "studies/extra_rules/chapter.h"
#include "studies/placements/board.h"
#include "studies/placements/values.h"

ABSL_FLAG(std::string, table, "", "table file");
ABSL_FLAG(std::string, manifest, "", "manifest that accepts it");
ABSL_FLAG(bool, every_length, false, "limits of other lengths than four");
ABSL_FLAG(std::string, out, "", "chapter to write");
ABSL_FLAG(std::string, json, "", "findings to write");
ABSL_FLAG(teeko::Threads, threads, teeko::DefaultThreads(), "threads");
ABSL_FLAG(std::string, report, "", "stage report to write");

namespace teeko::extra_rules {
namespace {

constexpr char kUsage[] =
    R"(Solves Teeko with Steele's two extra rules: the four-move limit against
shuttling and the ten-move limit against boxing in; lists the cycles in which
each side has one move that does not lose.

  extra_rules --table=FILE --manifest=FILE [flags]

  --table=FILE     a table, on a board of up to 25 squares
  --manifest=FILE  what the verifier accepted; the table has to agree
  --out=FILE       write a chapter with boards, Markdown (default: to stdout)
  --json=FILE      write the findings, JSON (extra_rules.proto)
  --every_length   limits of 1, 2, 3, 5, 6 and 7 moves besides the four-move
                   limit: takes a few times as long
  --threads=N      threads to use, 1 to 1024 (default: all that there are)
  --report=FILE    write what the stage measured of itself, protobuf text
  --help           this text

Exit status: 0 if everything is written, else 1 and a line on stderr.
)";

absl::Status WriteFindings(const Board& board, const ExtraRules& findings) {
  const std::string chapter = Chapter(board, findings);
  const std::string out = absl::GetFlag(FLAGS_out);
  if (out.empty()) {
    std::printf("%s", chapter.c_str());
  } else {
    const absl::Status status = WriteFile(out, chapter);
    if (!status.ok()) return status;
  }
  const std::string json_path = absl::GetFlag(FLAGS_json);
  if (json_path.empty()) return absl::OkStatus();
  return WriteJson(json_path, findings);
}

absl::Status Run() {
  absl::Status status =
      RequireFlags({{"table", absl::GetFlag(FLAGS_table)},
                    {"manifest", absl::GetFlag(FLAGS_manifest)}});
  if (!status.ok()) return status;
  const tbb::global_control control(
      tbb::global_control::max_allowed_parallelism,
      absl::GetFlag(FLAGS_threads).count);

  const absl::StatusOr<Manifest> manifest =
      ReadManifestFile(absl::GetFlag(FLAGS_manifest));
  if (!manifest.ok()) return manifest.status();
  const absl::StatusOr<TableReader> table =
      OpenAccepted(*manifest, absl::GetFlag(FLAGS_table));
  if (!table.ok()) return table.status();
  const Rules& rules = table->footer().rules();
  const absl::StatusOr<Board> board = Board::Create(rules);
  if (!board.ok()) return board.status();

  StageReport report;
  ExtraRules findings;
  {
    Progress progress(absl::StrCat(rules.name(), ": extra_rules"), &report);
    progress.StartPhase("reading");
    const absl::StatusOr<Values> values = ReadValues(*board, *table);
    if (!values.ok()) return values.status();
    findings = Analyse(*board, rules, *values,
                       absl::GetFlag(FLAGS_every_length), progress);
  }
  status = WriteFindings(*board, findings);
  if (!status.ok()) return status;
  return WriteStageReport(absl::GetFlag(FLAGS_report), report);
}

}  // namespace
}  // namespace teeko::extra_rules

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::extra_rules::kUsage,
                          teeko::extra_rules::Run);
}
