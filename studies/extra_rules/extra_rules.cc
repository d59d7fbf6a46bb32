// Solves Teeko with Steele's two extra rules (README.md).

#include <iostream>
#include <string>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "studies/extra_rules/analyse.h"
#include "studies/placements/board.h"
#include "teeko/proto/manifest.pb.h"

ABSL_FLAG(std::string, table, "", "path of the table");
ABSL_FLAG(std::string, manifest, "", "path of the verifier's manifest");
ABSL_FLAG(std::string, json, "",
          "file to write with the findings as JSON (extra_rules.proto)");
ABSL_FLAG(
    bool, every_length, false,
    "also study limits of 1, 2, 3, 5, 6 and 7 moves; takes three times as "
    "long");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");
ABSL_FLAG(std::string, report, "", "file to write with the time of each phase");

namespace teeko::studies {
namespace {

constexpr char kUsage[] =
    R"(Solves Teeko with Steele's two extra rules: the four-move limit against
shuttling and the ten-move limit against boxing in.  Lists the cycles in which
each side has exactly one move that does not lose.  Prints a summary.

  extra_rules --table=FILE --manifest=FILE [flags]

The study applies to boards of up to 25 squares with up to 4 pieces a side that
move like kings.  For a table of other rules, the findings have only the field
not_applicable with the reason, and the exit status is 0.  Example:

  extra_rules --table=out/advanced/solver_a.table \
    --manifest=out/advanced/manifest.textproto
)";

absl::StatusOr<extra_rules::ExtraRules> Study(const proto::TableReader& table,
                                              base::Progress& progress) {
  const Rules& rules = table.footer().rules();
  extra_rules::ExtraRules findings;
  findings.set_not_applicable(Board::NotApplicable(rules));
  if (!findings.not_applicable().empty()) return findings;
  progress.StartPhase("reading");
  ASSIGN_OR_RETURN(const proto::SectionValues values,
                   proto::SectionValues::Read(table, 0));
  return Analyse(rules, values, absl::GetFlag(FLAGS_every_length), progress);
}

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"table", "manifest"}));
  ASSIGN_OR_RETURN(const Manifest manifest,
                   proto::ReadManifestFile(absl::GetFlag(FLAGS_manifest)));
  ASSIGN_OR_RETURN(const proto::TableReader table,
                   proto::OpenAccepted(manifest, absl::GetFlag(FLAGS_table)));
  base::Progress progress(
      absl::StrCat(manifest.rules().name(), ": extra_rules"));
  ASSIGN_OR_RETURN(const extra_rules::ExtraRules findings,
                   Study(table, progress));

  std::cout << Summary(findings);
  const std::string json_path = absl::GetFlag(FLAGS_json);
  if (!json_path.empty())
    RETURN_IF_ERROR(proto::WriteJson(json_path, findings));
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::studies

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::studies::kUsage,
                                  teeko::studies::Run);
}
