// The verifier as a program.

#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/stage_report.pb.h"
#include "stage/status.h"
#include "tbb/global_control.h"
#include "verify/verifier.h"

ABSL_FLAG(std::string, rules, "", "rules of both tables");
ABSL_FLAG(std::string, table_a, "", "table of the first solver");
ABSL_FLAG(std::string, table_b, "", "table of the second solver");
ABSL_FLAG(std::string, manifest, "", "where to write what was accepted");
ABSL_FLAG(teeko::Threads, threads, teeko::DefaultThreads(), "1 to 1024");
ABSL_FLAG(uint64_t, memory_mb, 0, "0: what is available");
ABSL_FLAG(std::string, report, "", "where to write the stage report");

namespace teeko::verify {
namespace {

constexpr char kUsage[] =
    R"(verify: accepts two tables of the same rules, or says why not.

  verify --rules=FILE --table_a=FILE --table_b=FILE --manifest=FILE

Compares the tables position by position, then checks every value against those
of its successors by rules of its own (verify/kernel.h), the invariance under
all symmetries, and all digests.  Only if everything passes does it write the
manifest: digests, counts, the values of all variants, and a list of the checks.
A manifest of an earlier run is removed first.

  --rules=FILE      rules of both tables, protobuf text (proto/rules.proto)
  --table_a=FILE    table of the first solver (proto/README.md)
  --table_b=FILE    table of the second solver
  --manifest=FILE   where to write the manifest (proto/manifest.proto)
  --threads=N       1 to 1024; all processors unless told otherwise
  --memory_mb=N     refuse to use more than this; unless told otherwise, more
                    than is available
  --report=FILE     where to write how long each phase took
  --help            this text

Exit status: 0 if the tables are accepted, 1 otherwise.  Then stderr shows the
first position that is wrong, and one line that begins with "error:".
)";

absl::Status Run() {
  const VerifierOptions options = {
      .rules = absl::GetFlag(FLAGS_rules),
      .table_a = absl::GetFlag(FLAGS_table_a),
      .table_b = absl::GetFlag(FLAGS_table_b),
      .manifest = absl::GetFlag(FLAGS_manifest),
      .memory_bytes = MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb))};
  RETURN_IF_ERROR(RequireFlags({{"rules", options.rules},
                                {"table_a", options.table_a},
                                {"table_b", options.table_b},
                                {"manifest", options.manifest}}));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  absl::GetFlag(FLAGS_threads).count);

  StageReport report;
  std::ostringstream details;
  const absl::Status status = Verify(options, details, &report);
  std::cerr << details.str();
  RETURN_IF_ERROR(status);
  return WriteStageReport(absl::GetFlag(FLAGS_report), report);
}

}  // namespace
}  // namespace teeko::verify

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::verify::kUsage,
                          teeko::verify::Run);
}
