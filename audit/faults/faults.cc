// Runs the fault campaign.

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "audit/faults/kinds.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/message_file.h"

ABSL_FLAG(uint32_t, faults, 200, "number of faults of each kind");
ABSL_FLAG(uint32_t, seed, 1,
          "seed of the random numbers; the same seed plants the same faults");
ABSL_FLAG(std::string, json, "",
          "path of the report to write (proto/faults.proto)");
ABSL_FLAG(std::string, place, "",
          "plant faults only in this place, for example \"checkpoint\"");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(), "threads, 1 to 1024");

namespace teeko::audit {
namespace {

constexpr char kUsage[] =
    R"(Plants faults in data and counts the faults that the checkers do not catch.

  faults [--faults=N] [--seed=N] [--json=FILE]

Plants faults in values, table files, dumps, manifests and certificates, and in
the checkpoints of processes (audit/faults/README.md).  A missed
fault is an error.  (audit/mutate.py plants faults in sources.)  For example:

  ./bazelw run //audit:faults -- --faults=1000
)";

absl::Status Run(const std::string& argv0) {
  const uint32_t faults = absl::GetFlag(FLAGS_faults);
  const uint32_t seed = absl::GetFlag(FLAGS_seed);
  if (faults == 0) return base::Invalid("--faults=0: expected 1 or more");
  ASSIGN_OR_RETURN(const auto fixture, Fixture::Create(argv0));
  std::vector<Kind> kinds;
  AddValueFaults(*fixture, kinds);
  AddTableFileFaults(*fixture, kinds);
  RETURN_IF_ERROR(AddDumpFaults(*fixture, kinds));
  AddManifestFaults(*fixture, kinds);
  RETURN_IF_ERROR(AddCertificateFaults(*fixture, kinds));
  AddProcessFaults(*fixture, kinds);

  const faults::Report report =
      RunCampaign(kinds, faults, seed, absl::GetFlag(FLAGS_place));
  std::cout << ReportText(report)
            << "\nTo repeat this campaign: --faults=" << faults
            << " --seed=" << seed << "\n";
  const std::string json = absl::GetFlag(FLAGS_json);
  if (!json.empty()) RETURN_IF_ERROR(proto::WriteJson(json, report));
  for (const faults::KindReport& kind : report.kinds()) {
    if (kind.missed_size() > 0) {
      return absl::FailedPreconditionError(
          "faults were missed; the lines that begin with \"missed\" describe "
          "them");
    }
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::audit

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::audit::kUsage, [argv] {
    return teeko::audit::Run(argv[0]);
  });
}
