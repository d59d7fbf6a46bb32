// Solver A: solves a game with bit matrices of mover set × opponent set,
// without symmetry.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "base/estimate.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "hwy/targets.h"
#include "proto/rules_file.h"
#include "proto/stored_rows.h"
#include "proto/table_writer.h"
#include "solver_a/board.h"
#include "solver_a/solve.h"

ABSL_FLAG(std::string, rules, "", "rules file (corpus/rules/ has examples)");
ABSL_FLAG(std::string, out, "", "path of the table to write (docs/formats.md)");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "threads of each process, 1 to 1024");
ABSL_FLAG(std::string, checkpoint, "",
          "directory for checkpoints; removed when the table is complete");
ABSL_FLAG(bool, resume, false,
          "resume from the checkpoint in --checkpoint, if there is one");
ABSL_FLAG(uint32_t, checkpoint_seconds, 600, "seconds between checkpoints");
ABSL_FLAG(uint64_t, memory_mb, 0,
          "memory limit in MB for all processes on this machine; 0 means all "
          "available memory");
ABSL_FLAG(bool, estimate, false,
          "write an estimate of memory and disk space to --report, then exit");
ABSL_FLAG(std::string, report, "",
          "file for the time and memory of each phase");
ABSL_FLAG(std::string, simd, "",
          "instruction set to use (default: the best of this machine); list "
          "prints the instruction sets of this machine, best first, and exits");
ABSL_FLAG(
    uint32_t, processes, 0,
    "with --estimate: estimate the memory of one of this number of processes; "
    "0 means the memory of all running processes on this machine");
ABSL_FLAG(bool, reduced, false,
          "write a table that is reduced by symmetry; tables of large boards "
          "and of rules with scoring are always reduced");
ABSL_FLAG(bool, goals, false, "print the goals, then exit");

namespace teeko::solver_a {
namespace {

constexpr char kUsage[] =
    R"(Solves a game of the Teeko family in every style and writes a table file
(docs/formats.md).  Uses bit matrices of mover set × opponent set.  While it
runs, it needs a large temporary file in the directory of the table; --estimate
predicts its size.

  solver_a --rules=FILE --out=FILE [flags]
  solver_a --rules=FILE --goals

If it is built with --config=mpi, it can run as several processes
(mpirun -n 4 solver_a …).  Then each process has a temporary file.

With --checkpoint=DIR, DIR has the temporary files.  The same command with
--resume continues from this checkpoint.  The number of processes may change if
every process can read all files of DIR.

For example:

  solver_a --rules=corpus/rules/advanced.textproto --out=/tmp/advanced.table
)";

// Prints "44 goals", then one goal on each line: "1 2 3 4".
void PrintGoals(const Board& board) {
  std::cout << board.goals().size() << " goals\n";
  for (const Set goal : board.goals()) {
    std::vector<int> squares = SquaresOf(goal);
    for (int& square : squares) ++square;
    std::cout << absl::StrJoin(squares, " ") << "\n";
  }
}

absl::Status SolveRules(base::Processes& processes) {
  RETURN_IF_ERROR(base::RequireFlags({"rules"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   proto::ReadRulesFile(absl::GetFlag(FLAGS_rules)));
  if (absl::GetFlag(FLAGS_goals)) {
    PrintGoals(Board(rules));
    return absl::OkStatus();
  }

  const bool is_first = processes.process() == 0;
  const size_t local_count = processes.local_processes().size();
  uint64_t bytes = 0;  // all processes on this machine
  for (const size_t process : processes.local_processes()) {
    bytes += EstimateBytes(
        rules, {process, static_cast<size_t>(processes.process_count())});
  }
  if (absl::GetFlag(FLAGS_estimate)) {
    if (!is_first) return absl::OkStatus();
    // Process 0 needs the most memory.
    const size_t asked = absl::GetFlag(FLAGS_processes);
    if (asked > 0) bytes = EstimateBytes(rules, {0, asked});
    const double positions = CountPositions(rules);
    Estimate estimate;
    estimate.set_peak_memory_bytes(bytes);
    estimate.set_positions(positions);
    // Measured on large boards: half a byte per stored position, and levels of
    // at most one byte per position.
    const double per_stored =
        rules.has_scoring() ? 1 : proto::PositionsPerStored(rules);
    estimate.set_disk_bytes(positions / per_stored / 2);
    estimate.set_temporary_disk_bytes(positions);
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
    RETURN_IF_ERROR(
        proto::TableWriter::Create(out, rules, "solver_a", 1).status());
  }

  base::Progress progress(absl::StrCat(rules.name(), ": solver_a"));
  RETURN_IF_ERROR(Solve(
      rules, out, progress, processes,
      {.directory = absl::GetFlag(FLAGS_checkpoint),
       .resume = absl::GetFlag(FLAGS_resume),
       .interval = absl::Seconds(absl::GetFlag(FLAGS_checkpoint_seconds))},
      {.reduced =
           absl::GetFlag(FLAGS_reduced) || proto::IsStoredReduced(rules)}));
  if (!is_first) return absl::OkStatus();
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

absl::Status Run(base::Processes& processes) {
  const std::string simd = absl::GetFlag(FLAGS_simd);
  // The instruction sets of this machine that the code supports, best first.
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  std::vector<std::string> names;
  for (const int64_t target : targets) names.push_back(hwy::TargetName(target));
  if (simd == "list") {
    std::cout << absl::StrJoin(names, "\n") << "\n";
    return absl::OkStatus();
  }
  if (!simd.empty()) {
    const auto found = std::ranges::find(names, simd);
    if (found == names.end()) {
      return base::Invalid("--simd: expected one of ",
                           absl::StrJoin(names, ", "), " on this machine, got ",
                           simd);
    }
    hwy::DisableTargets(~targets[found - names.begin()]);
  }
  return SolveRules(processes);
}

}  // namespace
}  // namespace teeko::solver_a

int main(int argc, char** argv) {
  return teeko::base::ProcessesMain(argc, argv, teeko::solver_a::kUsage,
                                    teeko::solver_a::Run);
}
