// Solves games with processes that are threads of one program.

#ifndef TEEKO_SOLVER_B_SOLVE_ON_PROCESSES_FOR_TEST_H_
#define TEEKO_SOLVER_B_SOLVE_ON_PROCESSES_FOR_TEST_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "base/local_processes_for_test.h"
#include "solver_b/parallel_for.h"
#include "solver_b/space.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_b {

struct RunOptions {
  std::string table;  // path of the table
  Rules rules = {};   // the rules that the table names
  bool reduced = false;
  ParallelFor parallel_for = Sequentially;
  // Called on process 0 after each level; an error fails the run.
  std::function<absl::Status(int plies)> on_level = nullptr;
  // If not empty: the folder in which to save every level and to resume.
  std::string checkpoints = {};
  std::string input = {};  // for Checkpoint::Open
};

// Solves a game and returns the status of process 0.  Sets `table` to the
// content of the table file, or to "" if there is no file.  Sends small
// batches, and writes a few chunks at a time.
absl::Status SolveOnProcesses(base::LocalNetwork& network, const Space& space,
                              const RunOptions& options, std::string& table);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_SOLVE_ON_PROCESSES_FOR_TEST_H_
