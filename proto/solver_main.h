// What the programs of both solvers share: flags, estimates, the limit on
// memory, checkpoints and the report.  It contains no solving code.

#ifndef TEEKO_PROTO_SOLVER_MAIN_H_
#define TEEKO_PROTO_SOLVER_MAIN_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/flags/declare.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/checkpoint.h"
#include "base/processes.h"
#include "base/progress.h"
#include "teeko/proto/rules.pb.h"

ABSL_DECLARE_FLAG(std::string, rules);

namespace teeko::proto {

// What the flags ask a solver to do.
struct SolverTask {
  const Rules& rules;
  std::string out;  // path of the table
  bool reduced;     // by --reduced or by the size of the board
  base::CheckpointOptions checkpoint;
  base::Processes& processes;
  base::Progress& progress;
};

struct Solver {
  std::string name;   // "solver_a"
  std::string about;  // as in ProgramMain (base/program.h)
  // Returns the bytes of memory for one of `process_count` processes.
  std::function<uint64_t(const Rules& rules, int process, int process_count)>
      memory_bytes;
  // Returns the number of positions of the table; of scored rules, those that
  // are stored.
  std::function<double(const Rules& rules)> positions;
  // Returns the bytes of temporary files for each position.
  std::function<double(const Rules& rules)> temporary_bytes;
  // All processes call it together.
  std::function<absl::Status(const SolverTask& task)> solve;
  // Called first.  True if the program has nothing else to do.
  std::function<absl::StatusOr<bool>()> prepare = nullptr;
};

// Runs a solver, and returns the exit status.  Before the solver starts, checks
// that the processes on this machine fit into memory together, and that the
// table can be created.
int SolverMain(int argc, char** argv, const Solver& solver);

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_SOLVER_MAIN_H_
