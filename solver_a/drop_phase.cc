#include "solver_a/drop_phase.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/exchange.h"
#include "solver_a/parallel.h"
#include "solver_a/simd.h"
#include "solver_a/values.h"

namespace teeko::solver_a {
namespace {

// A stripe is the transpose of 64 rows of the section with one more piece.  It
// fits into the cache.  stripe[64 * r + c] is the score of the mover set of
// rank 64 * index + c against the opponent set of rank r, or 0 if these sets
// overlap.  Scores of ranks beyond the last set are never used.
constexpr size_t kStripe = 64;
constexpr size_t kStripesOfPanel = kLineBits / kStripe;

// Transposes rows first … first + 63 of a section into a stripe.
template <typename Score>
void ReadStripe(const ScoreMatrix<Score>& section, size_t first,
                Score* stripe) {
  for (size_t r = 0; r < section.stride(); r += kStripe) {
    SimdOf<Score>().transpose(section.row(first) + r, section.stride(),
                              stripe + kStripe * r, kStripe);
  }
}

// Sections by the letters of their drops to come.
template <typename Score>
using Sections = std::map<std::string, ScoreMatrix<Score>>;

// Calls visit(section, row) for all rows of this process, section by section.
// A message has the rows in this order, too.
template <typename Score, typename Visit>
void ForEachRow(Sections<Score>& sections, Visit visit) {
  for (auto& [letters, section] : sections) {
    for (size_t m = 0; m < section.rows(); ++m) {
      if (section.has(m)) visit(section, m);
    }
  }
}

// Stores the part of a stripe that process `from` sent in the rows of this
// process.
template <typename Score>
absl::Status TakeStripe(const Partition& partition, int from, uint64_t index,
                        absl::Span<const uint8_t> bytes,
                        Sections<Score>& sections) {
  constexpr size_t kBytes = kStripe * sizeof(Score);
  size_t rows = 0;
  ForEachRow(sections, [&](const ScoreMatrix<Score>&, size_t) { ++rows; });
  if (index >= sections.begin()->second.stride() / kStripe ||
      partition.OwnerOf(index / kStripesOfPanel) != static_cast<size_t>(from) ||
      bytes.size() != rows * kBytes) {
    return base::UnexpectedMessage(from, index);
  }
  ForEachRow(sections, [&](ScoreMatrix<Score>& section, size_t m) {
    std::memcpy(section.row(m) + kStripe * index, bytes.data(), kBytes);
    bytes.remove_prefix(kBytes);
  });
  return absl::OkStatus();
}

// Solves 64 columns of `sections` from a stripe of the section after the drop.
// Stores the scores in the rows of this process.  Returns the bytes of the
// scores in other rows, by the process that owns the row.
template <typename Score>
std::vector<std::vector<uint8_t>> SolveStripe(const Partition& partition,
                                              size_t index, const Score* stripe,
                                              const Moves& drops,
                                              Sections<Score>& sections) {
  std::vector<std::vector<uint8_t>> messages(partition.process_count);
  for (auto& [letters, section] : sections) {
    const bool mover_picks = letters[0] == 'S';
    for (size_t m = 0; m < section.rows(); ++m) {
      Score sent[kStripe];
      Score* const scores =
          section.has(m) ? section.row(m) + kStripe * index : sent;
      SimdOf<Score>().best_drops(stripe, drops.From(m), mover_picks, scores);
      if (section.has(m)) continue;
      const auto* const from = reinterpret_cast<const uint8_t*>(sent);
      std::vector<uint8_t>& bytes = messages[section.owner(m)];
      bytes.insert(bytes.end(), from, from + sizeof sent);
    }
  }
  return messages;
}

// Solves one section with `placed` pieces for each element of `drops`, the
// letters of the drops to come.  A drop in any of these sections leads to the
// same section.  read(index, stripe) reads a stripe from this process's rows of
// that section.
template <typename Score>
absl::StatusOr<Sections<Score>> SolveSections(
    const Board& board, int placed, const std::vector<std::string>& drops,
    base::Processes& processes,
    absl::FunctionRef<absl::Status(size_t index, Score* stripe)> read) {
  const Subsets movers(board.squares(), placed / 2);
  const Subsets dropped(board.squares(), placed / 2 + 1);
  const Subsets opponents(board.squares(), (placed + 1) / 2);
  const Moves all_drops(movers, dropped, [&board](Set set) {
    std::vector<Set> all;
    for (int square = 0; square < board.squares(); ++square) {
      const Set drop = Set{1} << square;
      if ((set & drop) == 0) all.push_back(set | drop);
    }
    return all;
  });
  const Partition partition = PartitionOf(processes);
  Sections<Score> sections;
  for (const std::string& letters : drops) {
    sections.try_emplace(letters, movers.size(), opponents.size(), partition);
  }
  std::vector<size_t> own;  // numbers of the stripes of this process
  for (size_t i = 0; kStripe * i < opponents.size(); ++i) {
    if (partition.OwnerOf(i / kStripesOfPanel) == partition.process)
      own.push_back(i);
  }
  processes.BeginRound(
      absl::StrCat("drop ", placed + 1),
      [&](int from, uint64_t index, absl::Span<const uint8_t> bytes) {
        return TakeStripe(partition, from, index, bytes, sections);
      });
  // Rounded up to whole blocks.
  const size_t stripe_rows = (dropped.size() + kStripe - 1) / kStripe * kStripe;
  tbb::enumerable_thread_specific<LargeVector<Score>> stripes(kStripe *
                                                              stripe_rows);
  RETURN_IF_ERROR(ParallelFor(own.size(), [&](size_t i) -> absl::Status {
    Score* const stripe = stripes.local().data();
    RETURN_IF_ERROR(read(own[i], stripe));
    return SendAll(processes, own[i],
                   SolveStripe(partition, own[i], stripe, all_drops, sections));
  }));
  RETURN_IF_ERROR(processes.EndRound(0).status());

  // The mover has lost if the opponent's last drop completed a goal.
  for (size_t o = 0; o < opponents.size(); ++o) {
    if (!board.IsGoal(opponents[o])) continue;
    ForEachRow(sections, [&](ScoreMatrix<Score>& section, size_t m) {
      Score& score = section.row(m)[o];
      if (score != 0) score = ScoreOfValue<Score>(1);
    });
  }
  return sections;
}

}  // namespace

template <typename Score>
absl::Status ReadScores(const Spill& spill, const Subsets& sets, size_t p,
                        size_t q, ScoreMatrix<Score>& panel) {
  const ValueFunctions<Score>& simd = SimdOf<Score>();
  // In the order of the spill's tiles: rows are opponent sets.
  const auto scores =
      std::make_unique_for_overwrite<Score[]>(kLineBits * kLineBits);
  const size_t first = q * kLineBits;
  for (size_t word = 0; word < 8; ++word) {
    const Columns movers(sets, 8 * p + word);
    for (size_t o = first; o < first + kLineBits; ++o) {
      simd.put_draws(o < sets.size() ? movers.HoldingNoneOf(sets[o]) : 0,
                     &scores[kLineBits * (o - first) + 64 * word]);
    }
  }
  spill.ReadAhead(p, q);
  std::vector<uint8_t> buffer;
  for (int level = 0; level < spill.levels(); ++level) {
    ASSIGN_OR_RETURN(const absl::Span<const uint8_t> tile,
                     spill.Read(level, p, q, buffer));
    simd.put_scores(tile, ScoreOfValue<Score>(level + 1), scores.get());
  }
  for (size_t o = 0; o < kLineBits && first + o < panel.stride(); o += 64) {
    for (size_t m = 0; m < kLineBits; m += 64) {
      simd.transpose(&scores[kLineBits * o + m], kLineBits,
                     panel.row(m) + first + o, panel.stride());
    }
  }
  return absl::OkStatus();
}

template <typename Score>
std::shared_ptr<const ScoreMatrix<Score>> MovePanels<Score>::Get(size_t p) {
  std::shared_ptr<Panel> panel;
  {
    const std::lock_guard lock(mutex_);
    panel = panels_[p].lock();
    if (panel == nullptr) {
      panel = std::make_shared<Panel>(sets_.size());
      panels_[p] = panel;
    }
  }
  last_.local() = panel;
  tbb::collaborative_call_once(panel->read, [&] {
    const absl::Status status = ParallelFor(spill_.panels(), [&](size_t q) {
      return ReadScores(spill_.own(), sets_, p, q, panel->scores);
    });
    const std::lock_guard lock(mutex_);
    status_.Update(status);
  });
  return {panel, &panel->scores};
}

std::set<std::string> DropsToCome(const Rules& rules, int placed) {
  std::set<std::string> drops;
  for (const std::string& style : rules.styles()) {
    drops.insert(style.substr(placed / 2));
  }
  return drops;
}

template <typename Score>
absl::Status SolveDropPhase(const Rules& rules, const Board& board,
                            const Subsets& sets, DistributedSpill& spill,
                            base::Processes& processes,
                            SectionSink<Score> sink) {
  Sections<Score> next;  // with one more piece
  for (int placed = 2 * board.pieces() - 1; placed >= 0; --placed) {
    // The letters of the drops to come now, by the letters after one more drop.
    std::map<std::string, std::vector<std::string>> leading_to;
    for (const std::string& drops : DropsToCome(rules, placed)) {
      leading_to[drops.substr(placed % 2)].push_back(drops);
    }
    Sections<Score> sections;
    for (const auto& leading : leading_to) {
      const std::string& after = leading.first;
      const std::vector<std::string>& drops = leading.second;
      MovePanels<Score> panels(spill, sets);
      const auto read = [&](size_t index, Score* stripe) -> absl::Status {
        const size_t row = kStripe * index;
        if (after.empty()) {
          ReadStripe(*panels.Get(row / kLineBits), row % kLineBits, stripe);
        } else {
          ReadStripe(next.at(after), row, stripe);
        }
        return panels.status();
      };
      ASSIGN_OR_RETURN(
          Sections<Score> solved,
          SolveSections<Score>(board, placed, drops, processes, read));
      sections.merge(solved);
    }
    next = std::move(sections);
    for (const auto& [drops, scores] : next) {
      RETURN_IF_ERROR(sink(placed, drops, scores));
    }
  }
  return absl::OkStatus();
}

template absl::Status ReadScores(const Spill&, const Subsets&, size_t, size_t,
                                 ScoreMatrix<uint8_t>&);
template absl::Status ReadScores(const Spill&, const Subsets&, size_t, size_t,
                                 ScoreMatrix<uint16_t>&);

template class MovePanels<uint8_t>;
template class MovePanels<uint16_t>;

template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     DistributedSpill&, base::Processes&,
                                     SectionSink<uint8_t>);
template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     DistributedSpill&, base::Processes&,
                                     SectionSink<uint16_t>);

}  // namespace teeko::solver_a
