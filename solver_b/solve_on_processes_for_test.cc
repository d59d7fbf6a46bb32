#include "solver_b/solve_on_processes_for_test.h"

#include <cstdio>
#include <memory>
#include <optional>

#include "base/checkpoint.h"
#include "base/files.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "solver_b/level_checkpoint.h"
#include "solver_b/process_exchange.h"
#include "solver_b/solver.h"
#include "solver_b/write_table.h"

namespace teeko::solver_b {
namespace {

absl::Status Solve(const Space& space, const RunOptions& options,
                   base::Processes& processes) {
  ASSIGN_OR_RETURN(
      const std::unique_ptr<base::Checkpoint> checkpoint,
      base::Checkpoint::Open({.directory = options.checkpoints,
                              .resume = true,
                              .interval = absl::ZeroDuration()},
                             "solver_b", options.input, processes));
  ProcessExchange exchange(processes, /*batch_updates=*/40);
  const auto on_progress = [&](const SolverProgress& now) {
    if (options.on_level && processes.process() == 0 && now.done > 0 &&
        now.phase == SolverProgress::kLevels) {
      exchange.Fail(options.on_level(now.level));
    }
  };
  const std::optional<Solution> solution = Solve(
      space, options.parallel_for, on_progress, exchange,
      [&](LevelState& state) {
        if (exchange.failed()) return;
        exchange.Fail(RestoreOrSave(*checkpoint, exchange.partition(), state));
      });
  RETURN_IF_ERROR(exchange.status());
  base::Progress progress("");
  proto::SharedTable table(options.rules, options.reduced, processes, progress,
                           /*chunks_at_once=*/3);
  RETURN_IF_ERROR(
      table.Create(options.table, "solver_b", solution->value_bytes));
  RETURN_IF_ERROR(WriteSections(space, *solution, exchange.partition(), table));
  RETURN_IF_ERROR(table.Finish());
  return processes.Shutdown();
}

}  // namespace

absl::Status SolveOnProcesses(base::LocalNetwork& network, const Space& space,
                              const RunOptions& options, std::string& table) {
  std::remove(options.table.c_str());
  const absl::Status status = network.Run({}, [&](base::Processes& processes) {
    return Solve(space, options, processes);
  })[0];
  table = base::ReadFile(options.table).value_or("");
  return status;
}

}  // namespace teeko::solver_b
