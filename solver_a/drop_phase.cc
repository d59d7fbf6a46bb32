#include "solver_a/drop_phase.h"

#include <tbb/collaborative_call_once.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
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

// Calls its argument for the number of each stripe of this process.
using ForStripes = absl::FunctionRef<absl::Status(
    absl::FunctionRef<absl::Status(size_t index)> solve)>;

// Solves one section with `placed` pieces and this side to move for each
// element of `drops`, the letters of the drops to come.  A drop in any of these
// sections leads to the same section.  read(index, stripe) reads a stripe from
// this process's rows of that section.  `for_stripes` must call its argument
// once for each stripe of this process, on any thread.  The side's markers must
// have the same class.
template <typename Score>
absl::StatusOr<Sections<Score>> SolveSections(
    const Game& game, int side, int placed,
    const std::vector<std::string>& drops, base::Processes& processes,
    absl::FunctionRef<absl::Status(size_t index, Score* stripe)> read,
    ForStripes for_stripes) {
  const Holdings& movers = game.holdings(side, placed / 2);
  const Holdings& dropped = game.holdings(side, placed / 2 + 1);
  const Holdings& opponents = game.holdings(1 - side, (placed + 1) / 2);
  const Moves all_drops = movers.Drops(dropped)[0];
  const Partition partition = PartitionOf(processes);
  Sections<Score> sections;
  for (const std::string& letters : drops) {
    sections.try_emplace(letters, movers.size(), opponents.stored(), partition);
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
  RETURN_IF_ERROR(for_stripes([&](size_t index) -> absl::Status {
    Score* const stripe = stripes.local().data();
    RETURN_IF_ERROR(read(index, stripe));
    return SendAll(processes, index,
                   SolveStripe(partition, index, stripe, all_drops, sections));
  }));
  RETURN_IF_ERROR(processes.EndRound(0).status());

  // The mover has lost if the opponent's last drop completed a goal.
  for (const uint32_t o : opponents.scored()) {
    if (o >= opponents.stored()) break;
    ForEachRow(sections, [&](ScoreMatrix<Score>& section, size_t m) {
      Score& score = section.row(m)[o];
      if (score != 0) score = ScoreOfValue<Score>(1);
    });
  }
  return sections;
}

// Returns the transpose, with this number of rows.
template <typename Score>
ScoreMatrix<Score> Transposed(const ScoreMatrix<Score>& section, size_t rows) {
  ScoreMatrix<Score> transposed(rows, section.rows(), Partition());
  tbb::parallel_for(size_t{0}, section.stride() / 64, [&](size_t i) {
    for (size_t c = 0; c < transposed.stride(); c += 64) {
      SimdOf<Score>().transpose(section.row(c) + 64 * i, section.stride(),
                                transposed.row(64 * i) + c,
                                transposed.stride());
    }
  });
  return transposed;
}

// Solves one section with the attacker to move for each element of `drops`.
// `next` has the positions after the drop.
template <typename Score>
Sections<Score> SolveAttackerSections(const Game& game, int placed,
                                      const std::vector<std::string>& drops,
                                      const ScoreMatrix<Score>& next) {
  const Holdings& movers = game.holdings(1, placed / 2);
  const Holdings& dropped = game.holdings(1, placed / 2 + 1);
  const Holdings& opponents = game.holdings(0, (placed + 1) / 2);
  const std::vector<Moves> drops_of_class = movers.Drops(dropped);
  const std::vector<Holdings::Image> stored = dropped.StoredImages();
  // By symmetry: the image of each column.  The columns that pad a row have the
  // score 0.
  std::vector<std::vector<uint32_t>> images;
  for (const Symmetry& symmetry : game.symmetries()) {
    images.push_back(opponents.Images(symmetry));
    images.back().resize(next.stride(), opponents.size());
  }
  std::vector<uint32_t> numbers(game.board().squares() * drops_of_class.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  Sections<Score> sections;
  for (const std::string& letters : drops) {
    sections.try_emplace(letters, movers.stored(), opponents.size(),
                         Partition());
  }
  tbb::enumerable_thread_specific<LargeVector<Score>> buffers(64 *
                                                              numbers.size());
  tbb::parallel_for(size_t{0}, movers.stored(), [&](size_t m) {
    Score* const after = buffers.local().data();
    for (size_t first = 0; first < next.stride(); first += 64) {
      // The scores after each drop.
      size_t count = 0;
      std::vector<absl::Span<const uint32_t>> by_class;
      for (const Moves& moves : drops_of_class) {
        const size_t before = count;
        for (const uint32_t to : moves.From(m)) {
          const auto& [holding, symmetry] = stored[to];
          const Score* const from = next.row(holding);
          const uint32_t* const columns = &images[symmetry][first];
          Score* const scores = after + 64 * count++;
          for (size_t c = 0; c < 64; ++c) scores[c] = from[columns[c]];
        }
        by_class.push_back({&numbers[before], count - before});
      }
      // The attacker picks the class; its best score is the largest one.
      for (auto& [letters, section] : sections) {
        Score* const best = section.row(m) + first;
        for (const absl::Span<const uint32_t> of_class : by_class) {
          alignas(64) Score scores[64];
          SimdOf<Score>().best_drops(after, of_class, letters[0] == 'S',
                                     scores);
          for (size_t c = 0; c < 64; ++c)
            best[c] = std::max(best[c], scores[c]);
        }
      }
    }
  });
  return sections;
}

// Reads the scores of a tile of the spill, in its order: rows are opponents.
template <typename Score>
absl::Status ReadTile(const Spill& spill, const MoveSection& section, size_t p,
                      size_t q, Score* scores) {
  const ValueFunctions<Score>& simd = SimdOf<Score>();
  const size_t first = q * kLineBits;
  for (size_t word = 0; word < 8; ++word) {
    const Columns movers(section.movers, 8 * p + word);
    for (size_t o = first; o < first + kLineBits; ++o) {
      simd.put_draws(o < section.opponents.size()
                         ? movers.HoldingNoneOf(section.opponents[o])
                         : 0,
                     &scores[kLineBits * (o - first) + 64 * word]);
    }
  }
  spill.ReadAhead(p, q, section.first_level, section.step);
  std::vector<uint8_t> buffer;
  for (int level = section.first_level; level < spill.levels();
       level += section.step) {
    ASSIGN_OR_RETURN(const absl::Span<const uint8_t> tile,
                     spill.Read(level, p, q, buffer));
    simd.put_scores(tile, ScoreOfValue<Score>(level + 1), scores);
  }
  return absl::OkStatus();
}

// Copies 512 × 512 scores to the rows of `panel` from row first_row on, and to
// its columns from first_column on, as far as there are columns.
template <typename Score>
void PutTransposed(const Score* scores, size_t first_row, size_t first_column,
                   ScoreMatrix<Score>& panel) {
  for (size_t o = 0; o < kLineBits && first_column + o < panel.stride();
       o += 64) {
    for (size_t m = 0; m < kLineBits; m += 64) {
      SimdOf<Score>().transpose(&scores[kLineBits * o + m], kLineBits,
                                panel.row(first_row + m) + first_column + o,
                                panel.stride());
    }
  }
}

template <typename Score>
std::unique_ptr<Score[]> NewTile() {
  return std::make_unique_for_overwrite<Score[]>(kLineBits * kLineBits);
}

// Reads the section of a threshold game with all pieces placed and this side to
// move, with the attacker's stored holdings as rows.  Each process reads the
// tiles of its panels and sends them to process 0.  On the other processes, the
// result has no rows.
template <typename Score>
absl::StatusOr<ScoreMatrix<Score>> ReadSection(const DistributedSpill& spill,
                                               const Game& game, int side,
                                               base::Processes& processes) {
  const MoveSection section = SectionOf(game, side);
  const Partition partition = PartitionOf(processes);
  const size_t rows = game.holdings(1).stored();
  ScoreMatrix<Score> scores(partition.process == 0 ? rows : 0,
                            game.holdings(0).size(), Partition());
  const size_t column_tiles = Panels(scores.stride());
  const size_t tiles = Panels(rows) * column_tiles;
  // A tile of the spill has the opponents as rows.
  const auto owner = [&](size_t i) {
    return partition.OwnerOf(side == 1 ? i / column_tiles : i % column_tiles);
  };
  const auto put = [&](int from, uint64_t i, absl::Span<const uint8_t> bytes) {
    if (partition.process != 0 || i >= tiles ||
        owner(i) != static_cast<size_t>(from) ||
        bytes.size() != kLineBits * kLineBits * sizeof(Score)) {
      return base::UnexpectedMessage(from, i);
    }
    const auto* const tile = reinterpret_cast<const Score*>(bytes.data());
    const size_t row = kLineBits * (i / column_tiles);
    const size_t column = kLineBits * (i % column_tiles);
    if (side == 1) {
      PutTransposed(tile, row, column, scores);
      return absl::OkStatus();
    }
    const size_t columns = std::min(kLineBits, scores.stride() - column);
    for (size_t r = 0; r < kLineBits; ++r) {
      std::copy_n(&tile[kLineBits * r], columns, scores.row(row + r) + column);
    }
    return absl::OkStatus();
  };
  processes.BeginRound("section with all pieces placed", put);
  RETURN_IF_ERROR(ParallelFor(tiles, [&](size_t i) -> absl::Status {
    if (owner(i) != partition.process) return absl::OkStatus();
    const size_t r = i / column_tiles, c = i % column_tiles;
    const auto tile = NewTile<Score>();
    RETURN_IF_ERROR(ReadTile(spill.own(), section, side == 1 ? r : c,
                             side == 1 ? c : r, tile.get()));
    return processes.Send(0, i,
                          {reinterpret_cast<const uint8_t*>(tile.get()),
                           kLineBits * kLineBits * sizeof(Score)});
  }));
  RETURN_IF_ERROR(processes.EndRound(0).status());
  return scores;
}

}  // namespace

MoveSection SectionOf(const Game& game, int side) {
  return {game.holdings(side).sets(), game.holdings(1 - side).sets(), side,
          game.has_two_sides() ? 2 : 1};
}

template <typename Score>
absl::Status ReadScores(const Spill& spill, const MoveSection& section,
                        size_t p, size_t q, ScoreMatrix<Score>& panel) {
  const auto tile = NewTile<Score>();
  RETURN_IF_ERROR(ReadTile(spill, section, p, q, tile.get()));
  PutTransposed(tile.get(), 0, q * kLineBits, panel);
  return absl::OkStatus();
}

namespace {

// Reads panels of the ordinary game's section with all pieces placed (the move
// phase).  Caches the panel that each thread used last.  Thread-safe.
template <typename Score>
class MovePanels {
 public:
  MovePanels(const DistributedSpill& spill, const Game& game)
      : spill_(spill),
        section_(SectionOf(game, 0)),
        panels_(Panels(section_.movers.size())),
        told_(panels_.size()) {}

  // Makes Get call on_read(p) after it has read panel p for the first time.
  void set_on_read(std::function<absl::Status(size_t p)> on_read) {
    on_read_ = std::move(on_read);
  }
  // True if Get has called on_read(p).
  bool was_read(size_t p) const { return told_[p]; }

  // Returns panel p: kLineBits rows that start with row 512 p.  Threads that
  // wait for the same panel help to read it.
  std::shared_ptr<const ScoreMatrix<Score>> Get(size_t p);

  // Returns row `row` of its panel, which stays in memory until this thread
  // asks for another one.
  const Score* Row(size_t row) {
    return Get(row / kLineBits)->row(row % kLineBits);
  }

  // Returns the first error.
  absl::Status status() {
    const std::lock_guard lock(mutex_);
    return status_;
  }

 private:
  struct Panel {
    explicit Panel(size_t columns) : scores(kLineBits, columns, Partition()) {}

    tbb::collaborative_once_flag read;
    ScoreMatrix<Score> scores;
  };

  const DistributedSpill& spill_;
  const MoveSection section_;
  tbb::enumerable_thread_specific<std::shared_ptr<Panel>> last_;
  std::mutex mutex_;                          // guards the members below
  std::vector<std::weak_ptr<Panel>> panels_;  // [p]
  std::function<absl::Status(size_t p)> on_read_;
  std::vector<std::atomic<bool>> told_;  // [p]: true if on_read_ was called
  absl::Status status_;
};

template <typename Score>
std::shared_ptr<const ScoreMatrix<Score>> MovePanels<Score>::Get(size_t p) {
  std::shared_ptr<Panel> panel;
  {
    const std::lock_guard lock(mutex_);
    panel = panels_[p].lock();
    if (panel == nullptr) {
      panel = std::make_shared<Panel>(section_.opponents.size());
      panels_[p] = panel;
    }
  }
  last_.local() = panel;
  tbb::collaborative_call_once(panel->read, [&] {
    const absl::Status status = ParallelFor(panels_.size(), [&](size_t q) {
      return ReadScores(spill_.own(), section_, p, q, panel->scores);
    });
    const std::lock_guard lock(mutex_);
    status_.Update(status);
  });
  if (on_read_ != nullptr && !told_[p].exchange(true)) {
    const absl::Status status = on_read_(p);
    const std::lock_guard lock(mutex_);
    status_.Update(status);
  }
  // This thread may have read another panel while it waited.
  last_.local() = panel;
  return {panel, &panel->scores};
}

}  // namespace

std::set<std::string> DropsToCome(const Rules& rules, int placed) {
  std::set<std::string> drops;
  for (const std::string& style : rules.styles()) {
    drops.insert(style.substr(placed / 2));
  }
  return drops;
}

template <typename Score>
absl::Status SolveDropPhase(const Rules& rules, const Game& game,
                            DistributedSpill& spill, base::Processes& processes,
                            SectionSink<Score> sink) {
  const int all = 2 * game.board().pieces();
  const int last_side = game.has_two_sides();
  // By side to move; with one more piece.
  std::array<Sections<Score>, 2> next;
  const auto tell = [&](int placed) -> absl::Status {
    for (const auto& [drops, scores] : next[last_side]) {
      for (int side = last_side; side >= 0; --side) {
        const ScoreMatrix<Score>& section = next[side].at(drops);
        RETURN_IF_ERROR(sink(placed, drops, side == last_side,
                             [&](size_t row) { return section.row(row); }));
      }
    }
    return absl::OkStatus();
  };
  // The section with all pieces placed of the ordinary game.
  std::optional<MovePanels<Score>> panels;
  const auto tell_panels = [&]() -> absl::Status {
    RETURN_IF_ERROR(
        sink(all, "", true, [&](size_t row) { return panels->Row(row); }));
    return panels->status();
  };
  // Process 0 solves the sections of threshold games alone.
  base::Processes alone;
  base::Processes& solvers = game.has_two_sides() ? alone : processes;
  // One process reads each panel only once, for the table and for the drops.
  const bool once = solvers.process_count() == 1;
  if (game.has_two_sides()) {
    for (const int side : {0, 1}) {
      ASSIGN_OR_RETURN(ScoreMatrix<Score> scores,
                       ReadSection<Score>(spill, game, side, processes));
      next[side].emplace("", std::move(scores));
    }
    if (processes.process() != 0) return absl::OkStatus();
    RETURN_IF_ERROR(tell(all));
  } else {
    panels.emplace(spill, game);
    if (!once) RETURN_IF_ERROR(tell_panels());
  }
  for (int placed = all - 1; placed >= 0; --placed) {
    // The letters of the drops to come now, by the letters after one more drop.
    std::map<std::string, std::vector<std::string>> leading_to;
    for (const std::string& drops : DropsToCome(rules, placed)) {
      leading_to[drops.substr(placed % 2)].push_back(drops);
    }
    std::array<Sections<Score>, 2> sections;
    for (const auto& leading : leading_to) {
      const std::string& after = leading.first;
      const std::vector<std::string>& drops = leading.second;
      const auto read = [&](size_t index, Score* stripe) -> absl::Status {
        const size_t row = kStripe * index;
        if (!panels.has_value()) {
          ReadStripe(next[last_side].at(after), row, stripe);
          return absl::OkStatus();
        }
        ReadStripe(*panels->Get(row / kLineBits), row % kLineBits, stripe);
        return panels->status();
      };
      const size_t columns = game.holdings(1, (placed + 1) / 2).stored();
      const Partition partition = PartitionOf(solvers);
      std::vector<size_t> own;  // numbers of the stripes of this process
      for (size_t i = 0; kStripe * i < columns; ++i) {
        if (partition.OwnerOf(i / kStripesOfPanel) == partition.process) {
          own.push_back(i);
        }
      }
      const auto for_stripes = [&](auto solve) -> absl::Status {
        if (!once || !panels.has_value()) {
          return ParallelFor(own.size(),
                             [&](size_t i) { return solve(own[i]); });
        }
        panels->set_on_read([&own, solve](size_t p) {
          const size_t first = kStripesOfPanel * p;
          return ParallelFor(std::min(kStripesOfPanel, own.size() - first),
                             [&](size_t i) { return solve(own[first + i]); });
        });
        RETURN_IF_ERROR(tell_panels());
        // A reduced table does not have rows of all panels.
        return ParallelFor(Panels(columns), [&](size_t p) {
          if (!panels->was_read(p)) panels->Get(p);
          return panels->status();
        });
      };
      ASSIGN_OR_RETURN(Sections<Score> solved,
                       SolveSections<Score>(game, 0, placed, drops, solvers,
                                            read, for_stripes));
      panels.reset();
      if (game.has_two_sides()) {
        for (auto& [letters, scores] : solved) {
          scores =
              Transposed(scores, game.holdings(1, (placed + 1) / 2).stored());
        }
        sections[1].merge(
            SolveAttackerSections(game, placed, drops, next[0].at(after)));
      }
      sections[0].merge(solved);
    }
    next = std::move(sections);
    RETURN_IF_ERROR(tell(placed));
  }
  return absl::OkStatus();
}

template absl::Status ReadScores(const Spill&, const MoveSection&, size_t,
                                 size_t, ScoreMatrix<uint8_t>&);
template absl::Status ReadScores(const Spill&, const MoveSection&, size_t,
                                 size_t, ScoreMatrix<uint16_t>&);

template absl::Status SolveDropPhase(const Rules&, const Game&,
                                     DistributedSpill&, base::Processes&,
                                     SectionSink<uint8_t>);
template absl::Status SolveDropPhase(const Rules&, const Game&,
                                     DistributedSpill&, base::Processes&,
                                     SectionSink<uint16_t>);

}  // namespace teeko::solver_a
