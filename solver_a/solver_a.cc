// Solver A: solves a game with bit matrices of mover set × opponent set,
// without symmetry.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_join.h"
#include "base/program.h"
#include "base/status.h"
#include "hwy/targets.h"
#include "proto/rules_file.h"
#include "proto/solver_main.h"
#include "solver_a/board.h"
#include "solver_a/solve.h"

ABSL_FLAG(std::string, simd, "",
          "instruction set to use (default: the best of this machine); list "
          "prints the instruction sets of this machine, best first, and exits");
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

// Selects the instruction set.  True if the flags ask only for a list.
absl::StatusOr<bool> Prepare() {
  const std::string simd = absl::GetFlag(FLAGS_simd);
  // The instruction sets of this machine that the code supports, best first.
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  std::vector<std::string> names;
  for (const int64_t target : targets) names.push_back(hwy::TargetName(target));
  if (simd == "list") {
    std::cout << absl::StrJoin(names, "\n") << "\n";
    return true;
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
  if (!absl::GetFlag(FLAGS_goals)) return false;
  RETURN_IF_ERROR(base::RequireFlags({"rules"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   proto::ReadRulesFile(absl::GetFlag(FLAGS_rules)));
  PrintGoals(Board(rules));
  return true;
}

}  // namespace
}  // namespace teeko::solver_a

int main(int argc, char** argv) {
  using namespace teeko;  // NOLINT
  return proto::SolverMain(
      argc, argv,
      {.name = "solver_a",
       .about = solver_a::kUsage,
       .memory_bytes =
           [](const Rules& rules, size_t process, size_t process_count) {
             return solver_a::EstimateBytes(rules, {process, process_count});
           },
       .positions = solver_a::CountPositions,
       // Measured on large boards: levels of at most one byte per position.
       .temporary_bytes = [](const Rules&) { return 1; },
       .solve =
           [](const proto::SolverTask& task) {
             return solver_a::Solve(task.rules, task.out, task.progress,
                                    task.processes, task.checkpoint,
                                    {.reduced = task.reduced});
           },
       .prepare = solver_a::Prepare});
}
