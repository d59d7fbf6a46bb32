// The study of scores as a stage of the pipeline.

#include <string>

#include "absl/flags/flag.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "studies/scores/scores.h"

ABSL_FLAG(std::string, table, "", "table of scored rules");
ABSL_FLAG(std::string, manifest, "", "manifest that accepts the table");
ABSL_FLAG(std::string, json, "", "file to write (scores.proto)");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");
ABSL_FLAG(std::string, report, "",
          "file to write with the time and memory that this stage used");

namespace teeko::studies {
namespace {

constexpr char kUsage[] =
    R"(Counts the placements of a scored game by their score.  Finds out how often
the fastest win and the slowest defence give away points.

  scores --table=FILE --manifest=FILE --json=FILE

The table must be one that the manifest accepts.  For example:

  scores --table=out/scored_standard/solver_a.table --json=/tmp/scores.json \
    --manifest=out/scored_standard/manifest.textproto
)";

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"table", "manifest", "json"}));
  ASSIGN_OR_RETURN(const Manifest manifest,
                   proto::ReadManifestFile(absl::GetFlag(FLAGS_manifest)));
  const std::string& name = manifest.rules().name();
  if (manifest.scored_variants().empty()) {
    return base::Invalid(absl::GetFlag(FLAGS_manifest), ": the rules \"", name,
                         "\" have no scoring");
  }
  ASSIGN_OR_RETURN(proto::TableReader table,
                   proto::OpenAccepted(manifest, absl::GetFlag(FLAGS_table)));
  base::Progress progress(name + ": scores");
  progress.StartPhase("counting");
  ASSIGN_OR_RETURN(
      const scores::Scores scores,
      FindScores(std::make_shared<const proto::TableReader>(std::move(table))));
  RETURN_IF_ERROR(proto::WriteJson(absl::GetFlag(FLAGS_json), scores));
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::studies

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::studies::kUsage,
                                  teeko::studies::Run);
}
