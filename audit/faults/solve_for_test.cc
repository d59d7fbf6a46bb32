// The program solve_for_test: solves a board with processes that are threads of
// this program.

#include <climits>
#include <cstdint>
#include <iostream>
#include <string>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/checkpoint.h"
#include "base/local_processes_for_test.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "proto/rules_file.h"
#include "solver_a/solve.h"
#include "solver_b/native.h"
#include "solver_b/solve_on_processes_for_test.h"

ABSL_FLAG(std::string, solver, "", "solver_a or solver_b");
ABSL_FLAG(std::string, rules, "", "rules to solve");
ABSL_FLAG(std::string, out, "", "table to write");
ABSL_FLAG(int, processes, 1, "number of processes");
ABSL_FLAG(int, slow, -1,
          "process that sleeps for a millisecond before each message; -1 means "
          "no process");
ABSL_FLAG(int64_t, stop_at, -1,
          "number of the message at which all processes fail, counted from 0; "
          "-1 means that they do not fail");
ABSL_FLAG(int, levels, INT_MAX, "solver B fails after this level");
ABSL_FLAG(std::string, checkpoint, "",
          "directory in which to save every level and from which to resume");

namespace teeko::audit {
namespace {

constexpr char kUsage[] =
    R"(Solves a board with processes that are threads, and prints the number of messages.

For example:

  solve_for_test --solver=solver_b --rules=board.textproto --out=/tmp/table \
    --processes=3
)";

// Each of these functions returns the status of process 0.

absl::Status SolveWithA(const Rules& rules, base::LocalNetwork& network) {
  return network.Run({}, [&](base::Processes& processes) {
    base::Progress progress("");
    return solver_a::Solve(rules, absl::GetFlag(FLAGS_out), progress, processes,
                           {.directory = absl::GetFlag(FLAGS_checkpoint),
                            .resume = true,
                            .interval = absl::ZeroDuration()});
  })[0];
}

absl::Status SolveWithB(const Rules& rules, base::LocalNetwork& network) {
  const solver_b::Board board(solver_b::MakeGame(rules));
  std::string table;
  return SolveOnProcesses(
      network, solver_b::Space(board),
      {.table = absl::GetFlag(FLAGS_out),
       .rules = rules,
       .on_level =
           [](int plies) {
             return plies < absl::GetFlag(FLAGS_levels)
                        ? absl::OkStatus()
                        : absl::AbortedError("stopped after --levels");
           },
       .checkpoints = absl::GetFlag(FLAGS_checkpoint)},
      table);
}

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"solver", "rules", "out"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   proto::ReadRulesFile(absl::GetFlag(FLAGS_rules)));
  const std::string solver = absl::GetFlag(FLAGS_solver);
  if (solver != "solver_a" && solver != "solver_b") {
    return base::Invalid("--solver=", solver,
                         ": expected solver_a or solver_b");
  }
  base::LocalNetwork network(absl::GetFlag(FLAGS_processes),
                             {.stop_at = absl::GetFlag(FLAGS_stop_at),
                              .slow_process = absl::GetFlag(FLAGS_slow)});
  const absl::Status status =
      (solver == "solver_a" ? SolveWithA : SolveWithB)(rules, network);
  std::cout << network.frames() << "\n";
  return status;
}

}  // namespace
}  // namespace teeko::audit

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::audit::kUsage,
                                  teeko::audit::Run);
}
