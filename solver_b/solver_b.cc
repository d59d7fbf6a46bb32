// The command line of solver B.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/rules_file.h"
#include "proto/table_writer.h"
#include "solver_b/board.h"
#include "solver_b/native.h"
#include "solver_b/payload.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/status.h"

ABSL_FLAG(std::string, rules, "", "rules file (corpus/rules/ has examples)");
ABSL_FLAG(std::string, out, "", "table to write (proto/README.md)");
ABSL_FLAG(int, threads, teeko::DefaultThreads(), "1 to 1024");
ABSL_FLAG(uint64_t, memory_mb, 0, "refuse to take more; 0: than there is");
ABSL_FLAG(bool, estimate, false,
          "write into --report how much memory it would take, and stop");
ABSL_FLAG(std::string, report, "", "write what the stage measured of itself");

namespace teeko::solver_b {
namespace {

constexpr char kUsage[] =
    R"(solver_b solves a game by retrograde analysis, reduced by symmetry.

  solver_b --rules=FILE --out=FILE [flags]

For example:

  solver_b --rules=corpus/rules/advanced.textproto --out=/tmp/advanced.table
)";

absl::StatusOr<Solution> SolveWithProgress(const Space& space,
                                           Progress& progress) {
  std::optional<Solution> solution =
      Solve(space, OnThreads, [&progress](const SolverProgress& now) {
        const bool levels = now.phase == SolverProgress::kLevels;
        if (now.done == 0) {
          progress.StartPhase(levels ? "levels" : "drop phase", now.total);
        } else {
          progress.Update(now.done,
                          levels ? absl::StrCat("level ", now.level) : "");
        }
      });
  if (!solution.has_value()) {
    return absl::OutOfRangeError("some games are too long for a table");
  }
  return *std::move(solution);
}

absl::Status WriteTable(const std::string& path, const Rules& rules,
                        const Space& space, const Solution& solution,
                        Progress& progress) {
  ASSIGN_OR_RETURN(
      std::unique_ptr<TableWriter> writer,
      TableWriter::Create(path, rules, "solver_b", solution.value_bytes));
  uint64_t total = 0;
  for (const SolvedSection& section : solution.sections) {
    total += space.section(section.placed).positions();
  }
  progress.StartPhase("writing", total);
  for (const SolvedSection& section : solution.sections) {
    const SectionIndex& index = space.section(section.placed);
    const auto fill = [&](uint64_t first, absl::Span<uint8_t> out) {
      FillPayload(index, section.values, first, {out.data(), out.size()});
      progress.Advance(out.size() / solution.value_bytes);
    };
    RETURN_IF_ERROR(writer->WriteSection(section.placed, section.drops,
                                         index.positions(), fill));
  }
  return writer->Finish();
}

absl::Status Run() {
  RETURN_IF_ERROR(RequireFlags({"rules"}));
  ASSIGN_OR_RETURN(const Rules rules,
                   ReadRulesFile(absl::GetFlag(FLAGS_rules)));

  const Board board(MakeGame(rules));
  const uint64_t bytes = EstimateMemoryBytes(board);
  if (absl::GetFlag(FLAGS_estimate)) {
    return WriteEstimate(bytes, absl::GetFlag(FLAGS_report));
  }
  RETURN_IF_ERROR(RequireFlags({"out"}));
  RETURN_IF_ERROR(
      CheckMemory(bytes, MemoryLimitBytes(absl::GetFlag(FLAGS_memory_mb))));

  const Space space(board);
  Progress progress(absl::StrCat(rules.name(), ": solver_b"));
  ASSIGN_OR_RETURN(const Solution solution, SolveWithProgress(space, progress));
  RETURN_IF_ERROR(
      WriteTable(absl::GetFlag(FLAGS_out), rules, space, solution, progress));
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::solver_b

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::solver_b::kUsage,
                          teeko::solver_b::Run);
}
