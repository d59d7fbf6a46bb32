#include "solver_a/solve.h"

#include <tbb/collaborative_call_once.h>
#include <tbb/concurrent_queue.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/stored_rows.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/board.h"
#include "solver_a/distributed_spill.h"
#include "solver_a/drop_phase.h"
#include "solver_a/first_error.h"
#include "solver_a/large_vector.h"
#include "solver_a/move_phase.h"
#include "solver_a/shared_writer.h"
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

// How many rows of each panel are stored of the move section.
std::vector<size_t> RowsOfPanels(const Rules& rules, bool reduced,
                                 size_t rows) {
  std::vector<size_t> of_panels(Panels(rows));
  if (reduced) {
    const StoredRows stored(rules, 2 * rules.pieces());
    for (const StoredRows::Row& row : stored.rows()) {
      ++of_panels[row.number / kLineBits];
    }
  } else {
    for (size_t row = 0; row < rows; ++row) ++of_panels[row / kLineBits];
  }
  return of_panels;
}

// Those that are used no more, for the next.
using FreePlanes = tbb::concurrent_queue<std::unique_ptr<ValuePlanes>>;

// The values of kLineBits rows of the move section, in memory while these rows
// are written.  Thread-safe.
class RowPlanes {
 public:
  // All threads that wait for the planes help to read them.
  const ValuePlanes& Get(DistributedSpill& spill, size_t p, FreePlanes& free,
                         FirstError& error) {
    tbb::collaborative_call_once(read_, [&] {
      if (!free.try_pop(planes_)) {
        planes_ = std::make_unique<ValuePlanes>(spill.panels(), spill.levels());
      }
      tbb::parallel_for(size_t{0}, spill.panels(), [&](size_t q) {
        error.Update(spill.ReadPlanes(p, q, *planes_));
        planes_->Transpose(q);
      });
    });
    return *planes_;
  }

  // Says that `count` of all the positions in these rows are done.
  void Used(uint64_t count, uint64_t all, FreePlanes& free) {
    if ((used_ += count) == all && planes_ != nullptr) {
      free.push(std::move(planes_));
    }
  }

 private:
  tbb::collaborative_once_flag read_;
  std::unique_ptr<ValuePlanes> planes_;
  std::atomic<uint64_t> used_ = 0;
};

// Writes the sections of one table whose values are of type Value, of each the
// rows of this rank.
template <typename Value>
class SectionWriter {
 public:
  // Counts what is written in the phase under way of `progress`.
  SectionWriter(const Board& board, SharedWriter& writer, Progress& progress)
      : board_(board), writer_(writer), progress_(progress) {}

  // `rows_of_panels` are those that will be asked for.
  absl::Status WriteMoveSection(const Subsets& sets,
                                const std::vector<size_t>& rows_of_panels,
                                DistributedSpill& spill) {
    std::vector<Columns> columns;
    for (size_t word = 0; 64 * word < sets.size(); ++word) {
      columns.emplace_back(sets, word);
    }
    std::vector<RowPlanes> planes(spill.panels());
    FreePlanes free;
    FirstError error;
    RETURN_IF_ERROR(WriteRows(
        2 * board_.pieces(), "", sets.size(),
        [&](size_t row, uint64_t first, uint64_t end, Value* out) {
          if (board_.IsGoal(sets[row])) {
            std::fill(out + first, out + end, static_cast<Value>(-1));
            return;
          }
          const ValuePlanes& values_of =
              planes[row / kLineBits].Get(spill, row / kLineBits, free, error);
          uint64_t position = 0;
          for (size_t i = 0; position < end; ++i) {
            const uint64_t legal = columns[i].HoldingNoneOf(sets[row]);
            const uint64_t next = position + std::popcount(legal);
            values_of.Prefetch(i / 8 + 1, row % kLineBits, i % 8);
            if (next > first) {
              PutValues(values_of.Words(i / 8, row % kLineBits, i % 8), legal,
                        out + position);
            }
            position = next;
          }
        },
        [&](size_t row, uint64_t count, uint64_t row_positions) {
          const size_t p = row / kLineBits;
          planes[p].Used(count, rows_of_panels[p] * row_positions, free);
        }));
    return error.status();
  }

  absl::Status WriteDropSection(const SolvedSection<Value>& section) {
    return WriteRows(
        section.placed, section.drops, section.scores.rows(),
        [&](size_t row, uint64_t, uint64_t end, Value* out) {
          const Value* scores = section.scores.row(row);
          for (const Value* const out_end = out + end; out < out_end;) {
            out = PutValuesOf(scores, out);
            scores += 64;
          }
        },
        [](size_t, uint64_t, uint64_t) {});
  }

 private:
  // `fill_row(row, first, end, out)` sets out[first … end − 1] to the values of
  // a mover's set of those opponents; it may spoil the rest of out[0 … n + 63].
  // A row of n positions may be asked for more than once; `used(row, count, n)`
  // says how many were taken.
  absl::Status WriteRows(
      int placed, const std::string& drops, size_t rows,
      absl::FunctionRef<void(size_t row, uint64_t first, uint64_t end,
                             Value* out)>
          fill_row,
      absl::FunctionRef<void(size_t row, uint64_t count, uint64_t n)> used) {
    const uint64_t row_positions = RowPositions(placed);
    return writer_.WriteSection(
        placed, drops, rows, row_positions,
        [&](uint64_t first, absl::Span<uint8_t> out) {
          std::vector<Value> values(row_positions + 64);
          uint64_t position = first;
          while (!out.empty()) {
            const uint64_t skipped = position % row_positions;
            const size_t count = std::min<uint64_t>(row_positions - skipped,
                                                    out.size() / sizeof(Value));
            fill_row(position / row_positions, skipped, skipped + count,
                     values.data());
            std::memcpy(out.data(), &values[skipped], count * sizeof(Value));
            used(position / row_positions, count, row_positions);
            out.remove_prefix(count * sizeof(Value));
            position += count;
          }
        },
        [this](uint64_t positions) { progress_.Advance(positions); });
  }

  uint64_t RowPositions(int placed) const {
    return Binomial(board_.squares() - placed / 2, (placed + 1) / 2);
  }

  const Board& board_;
  SharedWriter& writer_;
  Progress& progress_;
};

// Rank 0 tells of progress.
template <typename Value>
absl::Status WriteTable(const Rules& rules, bool reduced, const Board& board,
                        const Subsets& sets, DistributedSpill& spill,
                        Ranks& ranks, SharedWriter& writer,
                        Progress& progress) {
  const bool tells = ranks.rank() == 0;
  SectionWriter<Value> sections(board, writer, progress);
  if (tells) {
    progress.StartPhase("writing",
                        SectionPositions(rules, reduced, 2 * board.pieces()));
  }
  RETURN_IF_ERROR(sections.WriteMoveSection(
      sets, RowsOfPanels(rules, reduced, sets.size()), spill));

  uint64_t drop_positions = 0;
  for (int placed = 0; placed < 2 * board.pieces(); ++placed) {
    drop_positions += DropsToCome(rules, placed).size() *
                      SectionPositions(rules, reduced, placed);
  }
  if (tells) progress.StartPhase("drop phase", drop_positions);
  return SolveDropPhase<Value>(
      rules, board, sets, spill, ranks,
      [&sections](const SolvedSection<Value>& section) {
        return sections.WriteDropSection(section);
      });
}

}  // namespace

absl::Status Solve(const Rules& rules, const std::string& table_path,
                   Progress& progress, Ranks& ranks, Checkpoint checkpoint,
                   const TableForm& form) {
  const std::string identity =
      absl::StrCat(kVersion, " ", rules.SerializeAsString());
  RETURN_IF_ERROR(ranks.Agree(identity));
  checkpoint.identity = Checksum(
      {reinterpret_cast<const uint8_t*>(identity.data()), identity.size()});
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
                   SharedWriter::Create({table_path, beside}, rules,
                                        form.reduced, narrow ? 1 : 2, ranks));
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
         std::max(MovePhaseBytes(sets, pieces, share, threads), drop_phase);
}

}  // namespace teeko::solver_a
