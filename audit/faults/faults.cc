// The fault campaign as a program.

#include <tbb/global_control.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "audit/faults/campaign.h"
#include "audit/faults/kinds.h"
#include "audit/faults/samples.h"
#include "audit/faults/workplace.h"
#include "game/accepted_table.h"
#include "google/protobuf/util/json_util.h"
#include "stage/stage.h"

ABSL_FLAG(uint32_t, faults, 12000, "how many faults to plant");
ABSL_FLAG(uint32_t, seed, 1, "of the random numbers");
ABSL_FLAG(std::string, json, "", "where to write what was found");
ABSL_FLAG(int, threads, teeko::DefaultThreads(), "1 to 1024");

namespace teeko::faults {
namespace {

constexpr char kUsage[] =
    R"(faults: plants faults in everything, and sees whether they are caught.

  ./bazelw run //audit:faults -- [--faults=N] [--seed=N] [--json=FILE]

Faults are planted in tables, raw dumps, manifests, certificates and in the code
of both solvers; each kind has to be caught by a certain part of the house.  What
changes nothing is told apart, with the reason (audit/faults/README.md).

  --faults=N     how many, 1 or more, 12000 unless told otherwise; there is at
                 least one of each kind
  --seed=N       others with another seed, 1 unless told otherwise; the same
                 seed and number plant the same faults
  --json=FILE    where to write what was found (proto/faults.proto)
  --threads=N    1 to 1024; all processors unless told otherwise
  --help         this text

Exit status: 0 if all is caught or explained, 1 if anything was missed.
)";

absl::StatusOr<std::vector<Kind>> AllKinds(const Workplace& workplace,
                                           const Samples& samples) {
  std::vector<Kind> kinds;
  absl::Status status;
  const auto add = [&](absl::StatusOr<std::vector<Kind>> more) {
    status.Update(more.status());
    if (!more.ok()) return;
    for (Kind& kind : *more) kinds.push_back(std::move(kind));
  };
  add(ValueFaults(samples));
  add(TableFileFaults(workplace, samples));
  add(DumpFaults(workplace, samples));
  add(ManifestFaults(workplace, samples));
  add(CertificateFaults(workplace, samples));
  add(SolverFaults(workplace, samples, "a"));
  add(SolverFaults(workplace, samples, "b"));
  if (!status.ok()) return status;
  return kinds;
}

absl::Status WriteJson(const std::string& path, const Report& report) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string json;
  const auto status =
      google::protobuf::util::MessageToJsonString(report, &json, options);
  if (!status.ok()) return absl::InternalError(status.ToString());
  return WriteTextFile(UserPath(path), json);
}

absl::Status Run(const std::string& argv0,
                 const std::vector<std::string>& arguments) {
  if (!arguments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", arguments[0], "\"; see --help"));
  }
  const uint32_t faults = absl::GetFlag(FLAGS_faults);
  const uint32_t seed = absl::GetFlag(FLAGS_seed);
  if (faults == 0) return absl::InvalidArgumentError("--faults must not be 0");
  const absl::StatusOr<int> threads =
      CheckThreads(absl::GetFlag(FLAGS_threads));
  if (!threads.ok()) return threads.status();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  *threads);
  const auto workplace = Workplace::Create(argv0);
  if (!workplace.ok()) return workplace.status();
  const absl::StatusOr<Samples> samples = MakeSamples(**workplace);
  if (!samples.ok()) return samples.status();
  const absl::StatusOr<std::vector<Kind>> kinds =
      AllKinds(**workplace, *samples);
  if (!kinds.ok()) return kinds.status();

  const Report report = RunCampaign(*kinds, faults, seed);
  std::printf("%s\nThe same again: --faults=%u --seed=%u\n",
              ReportText(report).c_str(), faults, seed);
  const std::string json = absl::GetFlag(FLAGS_json);
  if (!json.empty()) {
    const absl::Status status = WriteJson(json, report);
    if (!status.ok()) return status;
  }
  if (report.missed() == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(report.missed(), " faults were missed"));
}

}  // namespace
}  // namespace teeko::faults

int main(int argc, char** argv) {
  const std::vector<std::string> arguments =
      teeko::ParseStageFlags(argc, argv, teeko::faults::kUsage);
  return teeko::ExitStatus(teeko::faults::Run(argv[0], arguments));
}
