// The program verify.

#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

#include "absl/flags/flag.h"
#include "base/estimate.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/rules_file.h"
#include "verify/verifier.h"

ABSL_FLAG(std::string, rules, "", "rules file of both tables");
ABSL_FLAG(std::string, table_a, "", "table of the first solver");
ABSL_FLAG(std::string, table_b, "", "table of the second solver");
ABSL_FLAG(std::string, manifest, "", "manifest to write");
ABSL_FLAG(std::string, golden_digests, "",
          "known digests (golden_digests.proto).  If the file has these rules, "
          "the tables must have the same digests");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");
ABSL_FLAG(uint64_t, memory_mb, 0,
          "memory limit in MB for all processes on this machine; 0 means all "
          "available memory");
ABSL_FLAG(bool, estimate, false,
          "do not verify; write an estimate of the memory, and the number of "
          "positions, to --report");
ABSL_FLAG(uint32_t, processes, 0,
          "with --estimate: estimate the memory of one process if this many "
          "processes verify together.  0 means the memory of all processes of "
          "this run on this machine");
ABSL_FLAG(
    std::string, report, "",
    "file to write with the time and memory that this stage used, or with "
    "the estimate");

namespace teeko::verify {
namespace {

constexpr char kUsage[] =
    R"(Verifies two tables of the same rules, made by two different solvers.

  verify --rules=FILE --table_a=FILE --table_b=FILE --manifest=FILE

Compares the tables position by position.  Checks all digests, and that values
do not change under the symmetries.  Compares every value with the values of the
successors.  The checks use their own implementation of the rules
(kernel/kernel.h).  Removes the manifest of an earlier run.  If every check
passes, writes the manifest: digests, counts, the values of all variants, and a
list of the checks.  If a check fails, prints the first wrong position to stderr.
For example:

  verify --rules=out/advanced/rules.textproto --manifest=/tmp/manifest \
    --table_a=out/advanced/solver_a.table --table_b=out/advanced/solver_b.table

Built with --config=mpi and started by mpirun, several processes verify the
tables of large boards together.  All of them must see the files.
)";

absl::Status Run(base::Processes& processes) {
  RETURN_IF_ERROR(base::RequireFlags({"rules"}));
  if (absl::GetFlag(FLAGS_estimate)) {
    if (processes.process() != 0) return absl::OkStatus();
    ASSIGN_OR_RETURN(const Rules rules,
                     proto::ReadRulesFile(absl::GetFlag(FLAGS_rules)));
    const uint32_t process_count = absl::GetFlag(FLAGS_processes);
    Estimate estimate;
    estimate.set_peak_memory_bytes(
        process_count > 0
            ? EstimateBytes(rules, process_count)
            : processes.local_processes().size() *
                  EstimateBytes(rules, processes.process_count()));
    estimate.set_positions(CountPositions(rules));
    return base::WriteEstimate(estimate, absl::GetFlag(FLAGS_report));
  }
  RETURN_IF_ERROR(base::RequireFlags({"table_a", "table_b", "manifest"}));
  std::ostringstream details;
  const absl::Status status = Verify(
      {.rules = absl::GetFlag(FLAGS_rules),
       .table_a = absl::GetFlag(FLAGS_table_a),
       .table_b = absl::GetFlag(FLAGS_table_b),
       .manifest = absl::GetFlag(FLAGS_manifest),
       .golden_digests = absl::GetFlag(FLAGS_golden_digests),
       .memory_bytes = base::MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb)),
       .report = absl::GetFlag(FLAGS_report),
       .processes = &processes},
      details);
  std::cerr << details.str();
  return status;
}

}  // namespace
}  // namespace teeko::verify

int main(int argc, char** argv) {
  return teeko::base::ProcessesMain(argc, argv, teeko::verify::kUsage,
                                    teeko::verify::Run);
}
