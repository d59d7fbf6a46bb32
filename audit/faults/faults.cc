// The fault campaign as a program.

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "audit/faults/kinds.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/message_file.h"

ABSL_FLAG(uint32_t, faults, 200, "how many faults of each kind");
ABSL_FLAG(uint32_t, seed, 1, "the same one plants the same faults");
ABSL_FLAG(std::string, json, "", "findings to write (proto/faults.proto)");
ABSL_FLAG(std::string, place, "", "plant only in this, say \"checkpoint\"");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(), "1 to 1024");

namespace teeko::audit {
namespace {

constexpr char kUsage[] =
    R"(faults: plants faults in everything, and sees whether they are caught.

  faults [--faults=N] [--seed=N] [--json=FILE]

Faults are planted in values, table files, dumps, manifests and certificates, and
between processes that solve a game together; each kind has to be caught by a certain part (audit/faults/README.md).  Faults in
sources are planted by audit/mutate.py.  To miss any is an error.
For example:

  ./bazelw run //audit:faults -- --faults=1000
)";

absl::Status Run(const std::string& argv0) {
  const uint32_t faults = absl::GetFlag(FLAGS_faults);
  const uint32_t seed = absl::GetFlag(FLAGS_seed);
  if (faults == 0) return absl::InvalidArgumentError("--faults must not be 0");
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
  std::cout << ReportText(report) << "\nThe same again: --faults=" << faults
            << " --seed=" << seed << "\n";
  const std::string json = absl::GetFlag(FLAGS_json);
  if (!json.empty()) RETURN_IF_ERROR(proto::WriteJson(json, report));
  for (const faults::KindReport& kind : report.kinds()) {
    if (kind.missed_size() > 0) {
      return absl::FailedPreconditionError("faults were missed");
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
