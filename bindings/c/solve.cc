#include "bindings/c/solve.h"

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/memory.h"
#include "base/status.h"
#include "base/threads.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "solver_b/board.h"
#include "solver_b/native.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"

namespace teeko {
namespace {

// Number of positions of a chunk, as in table files.
constexpr uint64_t kChunkPositions = 1 << 16;

// A solved game.  Its tablebase unpacks sections from these values.
struct Solved {
  explicit Solved(const solver_b::Board& the_board)
      : board(the_board), space(board) {}

  solver_b::Board board;
  solver_b::Space space;
  solver_b::Solution solution = {};
};

// Ends the loop that runs, and Solve.
struct Stopped : std::exception {};

}  // namespace

absl::StatusOr<Tablebase> SolveInMemory(absl::string_view rules,
                                        const std::function<bool()>& stop) {
  ASSIGN_OR_RETURN(const Rules parsed, proto::ParseRules(rules, "rules"));
  return SolveInMemory(parsed, stop);
}

absl::StatusOr<Tablebase> SolveInMemory(const Rules& rules,
                                        const std::function<bool()>& stop) {
  const solver_b::Game game = solver_b::MakeGame(rules);
  if (game.scoring) {
    return base::Invalid("rules: ", rules.name(),
                         ": expected rules without scoring");
  }
  const solver_b::Board board(game);
  RETURN_IF_ERROR(base::CheckMemory(solver_b::EstimateMemoryBytes(board),
                                    base::AvailableMemoryBytes()));
  const auto solved = std::make_shared<Solved>(board);
  std::optional<solver_b::Solution> solution;
  try {
    solution = solver_b::Solve(
        solved->space,
        [&](uint64_t count, const std::function<void(uint64_t i)>& work) {
          base::ParallelFor(count, [&](uint64_t i) {
            if (stop()) throw Stopped();
            work(i);
          });
        },
        [](const solver_b::SolverProgress&) {});
  } catch (const Stopped&) {
    return absl::CancelledError("stopped");
  }
  if (!solution.has_value()) {
    return absl::OutOfRangeError(
        "some wins or losses take more plies than a table can hold");
  }
  solved->solution = *std::move(solution);

  std::vector<proto::SectionValues> sections;
  const int value_bytes = solved->solution.value_bytes;
  for (const solver_b::SolvedSection& section : solved->solution.sections) {
    const solver_b::SectionIndex& index = solved->space.section(section.placed);
    sections.emplace_back(
        index.positions(), value_bytes, kChunkPositions,
        [&section, &index](uint64_t first, absl::Span<uint8_t> out) {
          solver_b::FillPayload(index, section.values, first,
                                {out.data(), out.size()});
          return absl::OkStatus();
        });
  }
  return Tablebase(rules, std::move(sections), solved);
}

}  // namespace teeko
