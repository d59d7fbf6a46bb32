#include "solver_a/solve.h"

#include <tbb/collaborative_call_once.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/stored_rows.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/drop_phase.h"
#include "solver_a/file.h"
#include "solver_a/move_phase.h"
#include "solver_a/parallel.h"
#include "solver_a/shared_writer.h"
#include "solver_a/simd.h"
#include "solver_a/spill.h"
#include "solver_a/subsets.h"
#include "solver_a/values.h"
#include "stage/status.h"

namespace teeko::solver_a {
namespace {

// Of the program and its libraries, and what each thread takes to write a table
// and leaves to the allocator.
constexpr uint64_t kProgramBytes = 24'000'000;
constexpr uint64_t kThreadBytes = 4'000'000;
// Of MPI, and messages on their way.
constexpr uint64_t kRankBytes = 32'000'000;

// Positions that are stored of a section with that many pieces placed.
uint64_t SectionPositions(const Rules& rules, bool reduced, int placed) {
  if (reduced) return StoredRows(rules, placed).positions();
  const int squares = rules.rows() * rules.columns();
  return Binomial(squares, placed / 2) *
         Binomial(squares - placed / 2, (placed + 1) / 2);
}

// The values of some panels of kLineBits rows of the move section, while these
// rows are written.  Thread-safe.
class RowPlanes {
 public:
  explicit RowPlanes(const DistributedSpill& spill) : spill_(spill) {}

  // Of panel p; all threads that wait for the same one help to read it.
  std::shared_ptr<const ValuePlanes> Get(size_t p) {
    const std::shared_ptr<Panel> panel = Find(p);
    tbb::collaborative_call_once(panel->read, [&] {
      panel->planes.emplace(spill_.panels(), spill_.levels());
      const absl::Status status =
          ParallelFor(spill_.panels(), [&](size_t q) -> absl::Status {
            RETURN_IF_ERROR(spill_.own().ReadPlanes(p, q, *panel->planes));
            panel->planes->Transpose(q);
            return absl::OkStatus();
          });
      const std::lock_guard lock(mutex_);
      status_.Update(status);
    });
    return {panel, &*panel->planes};
  }

  // The first error, once all is written.
  const absl::Status& status() const { return status_; }

 private:
  struct Panel {
    tbb::collaborative_once_flag read;
    std::optional<ValuePlanes> planes;
  };

  std::shared_ptr<Panel> Find(size_t p) {
    const std::lock_guard lock(mutex_);
    // Rows are written in order.  A thread that is so far behind that there are
    // as many panels after its own as there are threads reads its panel again.
    const size_t kept = tbb::this_task_arena::max_concurrency();
    std::shared_ptr<Panel>& panel = panels_[p];
    if (panel == nullptr) panel = std::make_shared<Panel>();
    const std::shared_ptr<Panel> found = panel;
    while (panels_.size() > kept) panels_.erase(panels_.begin());
    return found;
  }

  const DistributedSpill& spill_;
  std::mutex mutex_;  // for the rest
  std::map<size_t, std::shared_ptr<Panel>> panels_;
  absl::Status status_;
};

template <typename Value>
absl::Status WriteMoveSection(SharedWriter& writer, const Board& board,
                              const Subsets& sets,
                              const DistributedSpill& spill) {
  const std::vector<Columns> columns = AllColumns(sets);
  RowPlanes planes(spill);
  RETURN_IF_ERROR(writer.WriteSection(
      2 * board.pieces(), "",
      [&](size_t row, uint64_t first, uint64_t end, void* out) {
        Value* const values = static_cast<Value*>(out);
        if (board.IsGoal(sets[row])) {
          std::fill(values + first, values + end, static_cast<Value>(-1));
          return;
        }
        const std::shared_ptr<const ValuePlanes> values_of =
            planes.Get(row / kLineBits);
        Value scores[64];
        uint64_t position = 0;
        for (size_t i = 0; position < end; ++i) {
          const uint64_t legal = columns[i].HoldingNoneOf(sets[row]);
          const uint64_t next = position + std::popcount(legal);
          values_of->Prefetch(i / 8 + 1, row % kLineBits, i % 8);
          if (next > first) {
            SimdOf<Value>().put_scores(
                values_of->Words(i / 8, row % kLineBits, i % 8), legal, scores);
            SimdOf<Value>().put_values(scores, values + position);
          }
          position = next;
        }
      }));
  return planes.status();
}

// Rank 0 tells of progress.
template <typename Value>
absl::Status WriteTable(const Rules& rules, bool reduced, const Board& board,
                        const Subsets& sets, DistributedSpill& spill,
                        Ranks& ranks, SharedWriter& writer,
                        Progress& progress) {
  const bool tells = ranks.rank() == 0;
  if (tells) {
    progress.StartPhase("writing",
                        SectionPositions(rules, reduced, 2 * board.pieces()));
  }
  RETURN_IF_ERROR(WriteMoveSection<Value>(writer, board, sets, spill));

  uint64_t drop_positions = 0;
  for (int placed = 0; placed < 2 * board.pieces(); ++placed) {
    drop_positions += DropsToCome(rules, placed).size() *
                      SectionPositions(rules, reduced, placed);
  }
  if (tells) progress.StartPhase("drop phase", drop_positions);
  return SolveDropPhase<Value>(
      rules, board, sets, spill, ranks,
      [&](int placed, const std::string& drops,
          const ScoreMatrix<Value>& scores) {
        return writer.WriteSection(
            placed, drops, [&](size_t row, uint64_t, uint64_t end, void* out) {
              const Value* of_64 = scores.row(row);
              Value* values = static_cast<Value*>(out);
              for (const Value* const last = values + end; values < last;) {
                values = SimdOf<Value>().put_values(of_64, values);
                of_64 += 64;
              }
            });
      });
}

}  // namespace

absl::Status Solve(const Rules& rules, const std::string& table_path,
                   Progress& progress, Ranks& ranks, Checkpoint checkpoint,
                   const TableForm& form) {
  const std::string identity =
      absl::StrCat(kVersion, " ", rules.SerializeAsString());
  RETURN_IF_ERROR(ranks.Agree(identity));
  checkpoint.identity = Checksum(BytesOf(identity));
  const Board board(rules);
  const Subsets sets(board.squares(), board.pieces());

  const bool tells = ranks.rank() == 0;
  if (tells) progress.StartPhase("levels");
  ASSIGN_OR_RETURN(const std::unique_ptr<DistributedSpill> spill,
                   DistributedSpill::Create(table_path, Panels(sets.size()),
                                            ranks, checkpoint));
  RETURN_IF_ERROR(
      SolveMovePhase(board, sets, *spill, [&](int plies, uint64_t decided) {
        if (!tells) return;
        progress.Update(progress.done() + decided,
                        absl::StrCat("level ", plies));
      }));

  const size_t longest = std::max(spill->levels(), 1) - 1 + 2 * board.pieces();
  if (longest > form.longest_in_two_bytes) {
    return absl::OutOfRangeError(
        absl::StrCat("a game of ", longest, " plies; a table can tell of ",
                     form.longest_in_two_bytes, " at most"));
  }
  const bool narrow = longest <= form.longest_in_one_byte;
  const std::string beside = checkpoint.folder.empty()
                                 ? table_path
                                 : checkpoint.folder + "/solver_a.packed";
  ASSIGN_OR_RETURN(const std::unique_ptr<SharedWriter> writer,
                   SharedWriter::Create(table_path, beside, rules, form.reduced,
                                        narrow ? 1 : 2, ranks, progress));
  const auto write = narrow ? WriteTable<uint8_t> : WriteTable<uint16_t>;
  RETURN_IF_ERROR(write(rules, form.reduced, board, sets, *spill, ranks,
                        *writer, progress));
  ASSIGN_OR_RETURN(const uint64_t sent_bytes, ranks.Part());
  if (!tells) return absl::OkStatus();
  progress.SetSentBytes(sent_bytes);
  RETURN_IF_ERROR(writer->Finish());
  if (!checkpoint.folder.empty()) checkpoint.Remove();
  return absl::OkStatus();
}

uint64_t EstimateBytes(const Rules& rules, const Share& share) {
  const int squares = rules.rows() * rules.columns();
  const int pieces = rules.pieces();
  const uint64_t sets = Binomial(squares, pieces);
  // More would overflow what follows.
  if (sets >= uint64_t{1} << 30) return UINT64_MAX;
  const uint64_t threads = tbb::global_control::active_value(
      tbb::global_control::max_allowed_parallelism);
  const uint64_t panels = Panels(sets);
  // Seldom are there more than 127 levels, and values of more than seven bits.
  const uint64_t index = Spill::IndexBytes(panels, share, 127);
  const uint64_t moves = sets * pieces * 8 * sizeof(uint32_t);
  const uint64_t matrices = 2 * BitMatrix::Bytes(sets, share);
  const uint64_t reached = 2 * threads * sets * sizeof(Line);
  const uint64_t planes = threads * ValuePlanes::Bytes(panels, 7);
  const uint64_t stripes = threads * 64 * sets;
  // The scores of two steps of the drop phase.
  uint64_t scores = 0;
  uint64_t next = 0;
  for (int placed = 2 * pieces - 1; placed >= 0; --placed) {
    const uint64_t sections = DropsToCome(rules, placed).size() *
                              Binomial(squares, placed / 2) *
                              Binomial(squares, (placed + 1) / 2);
    scores = std::max(scores, sections + next);
    next = sections;
  }
  const uint64_t drop_phase = planes + stripes + scores / share.ranks;
  return kProgramBytes + threads * kThreadBytes + index +
         (share.ranks > 1 ? kRankBytes : 0) +
         std::max(moves + matrices + reached, drop_phase);
}

}  // namespace teeko::solver_a
