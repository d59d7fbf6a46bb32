// Games solved by processes that are threads of one program.

#ifndef TEEKO_SOLVER_B_SOLVE_ON_PROCESSES_FOR_TEST_H_
#define TEEKO_SOLVER_B_SOLVE_ON_PROCESSES_FOR_TEST_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/local_processes_for_test.h"
#include "solver_b/parallel_for.h"
#include "solver_b/space.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

struct RunOptions {
  std::string table;  // where to write it
  Rules rules = {};   // for the table to name
  bool reduced = false;
  ParallelFor parallel_for = Sequentially;
  absl::Duration timeout = absl::Minutes(1);
  // Called on process 0 after each level; an error fails the run.
  std::function<absl::Status(int plies)> on_level = nullptr;
  // If not empty: where to save every level, or resume.
  std::string checkpoints = {};
  std::string input = {};  // Checkpoint::Open
};

// Returns the status of process 0, and sets `table` to the file, or to nothing
// if there is no file.  The processes send small batches, and write the table a
// few chunks at a time.
absl::Status SolveOnProcesses(base::LocalNetwork& network, const Space& space,
                              const RunOptions& options, std::string& table);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SOLVE_ON_PROCESSES_FOR_TEST_H_
