#include "proto/solver_main.h"

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/estimate.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/rules_file.h"
#include "proto/stored_rows.h"
#include "proto/table_writer.h"

ABSL_FLAG(std::string, rules, "", "rules file (corpus/rules/ has examples)");
ABSL_FLAG(std::string, out, "", "path of the table to write (docs/formats.md)");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "threads of each process, 1 to 1024");
ABSL_FLAG(uint64_t, memory_mb, 0,
          "memory limit in MB for all processes on this machine; 0 means all "
          "available memory");
ABSL_FLAG(std::string, checkpoint, "",
          "directory for checkpoints; removed when the table is complete");
ABSL_FLAG(uint32_t, checkpoint_seconds, 600, "seconds between checkpoints");
ABSL_FLAG(bool, resume, false,
          "resume from the checkpoint in --checkpoint, if there is one");
ABSL_FLAG(bool, reduced, false,
          "write a table that is reduced by symmetry; tables of large boards "
          "and of rules with scoring are always reduced");
ABSL_FLAG(bool, estimate, false,
          "write an estimate of memory and disk space to --report, then exit");
ABSL_FLAG(
    uint32_t, processes, 0,
    "with --estimate: estimate the memory of one of this number of processes; "
    "0 means the memory of all running processes on this machine");
ABSL_FLAG(std::string, report, "",
          "file for the time and memory of each phase");

namespace teeko::proto {
namespace {

absl::Status Run(const Solver& solver, base::Processes& processes) {
  if (solver.prepare) {
    ASSIGN_OR_RETURN(const bool done, solver.prepare());
    if (done) return absl::OkStatus();
  }
  RETURN_IF_ERROR(base::RequireFlags({"rules"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   ReadRulesFile(absl::GetFlag(FLAGS_rules)));
  const bool is_first = processes.process() == 0;
  const size_t local_count = processes.local_processes().size();
  uint64_t bytes = 0;  // all processes on this machine
  for (const int process : processes.local_processes()) {
    bytes += solver.memory_bytes(rules, process, processes.process_count());
  }
  if (absl::GetFlag(FLAGS_estimate)) {
    if (!is_first) return absl::OkStatus();
    // Process 0 needs the most memory.
    const int asked = absl::GetFlag(FLAGS_processes);
    if (asked > 0) bytes = solver.memory_bytes(rules, 0, asked);
    const double positions = solver.positions(rules);
    Estimate estimate;
    estimate.set_peak_memory_bytes(bytes);
    estimate.set_positions(positions);
    // Measured on large boards: half a byte for each stored position.
    const double per_stored =
        rules.has_scoring() ? 1 : PositionsPerStored(rules);
    estimate.set_disk_bytes(positions / per_stored / 2);
    estimate.set_temporary_disk_bytes(positions *
                                      solver.temporary_bytes(rules));
    return base::WriteEstimate(estimate, absl::GetFlag(FLAGS_report));
  }
  RETURN_IF_ERROR(base::RequireFlags({"out"}));
  if (absl::GetFlag(FLAGS_resume)) {
    RETURN_IF_ERROR(base::RequireFlags({"checkpoint"}));
  }
  const std::string out = absl::GetFlag(FLAGS_out);
  const absl::Status fits = base::CheckMemory(
      bytes, base::MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb)));
  if (!fits.ok() && local_count > 1) {
    return absl::ResourceExhaustedError(absl::StrCat(
        fits.message(), " by the ", local_count, " processes on this machine"));
  }
  RETURN_IF_ERROR(fits);
  // Fail now rather than after solving if the table cannot be created.
  if (is_first) {
    RETURN_IF_ERROR(TableWriter::Create(out, rules, solver.name, 1).status());
  }
  base::Progress progress(absl::StrCat(rules.name(), ": ", solver.name));
  RETURN_IF_ERROR(solver.solve(
      {.rules = rules,
       .out = out,
       .reduced = absl::GetFlag(FLAGS_reduced) || IsStoredReduced(rules),
       .checkpoint = {.directory = absl::GetFlag(FLAGS_checkpoint),
                      .resume = absl::GetFlag(FLAGS_resume),
                      .interval = absl::Seconds(
                          absl::GetFlag(FLAGS_checkpoint_seconds))},
       .processes = processes,
       .progress = progress}));
  if (!is_first) return absl::OkStatus();
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace

int SolverMain(int argc, char** argv, const Solver& solver) {
  return base::ProcessesMain(
      argc, argv, solver.about,
      [&](base::Processes& processes) { return Run(solver, processes); });
}

}  // namespace teeko::proto
