#include "solver_a/drop_phase.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <utility>

#include "absl/types/span.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/first_error.h"
#include "solver_a/large_vector.h"
#include "solver_a/values.h"
#include "stage/status.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/drop_phase.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"

#ifndef TEEKO_SOLVER_A_DROP_PHASE_CC_ONCE
#define TEEKO_SOLVER_A_DROP_PHASE_CC_ONCE
namespace teeko::solver_a {
namespace {

// Scores are worked on in stripes of 64 columns, which stay in the cache: the
// transpose of 64 rows of the section with a piece more.  stripe[64 * r + c] is
// the score of mover 64 * index + c against opponent r there, 0 if they
// overlap.  Columns beyond the last are never looked at.
constexpr size_t kStripe = 64;

}  // namespace
}  // namespace teeko::solver_a
#endif  // TEEKO_SOLVER_A_DROP_PHASE_CC_ONCE

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sets out[0 … 63] to the scores of one mover's set against 64 opponents, whose
// drops lead to these rows of the stripe: the mover picks the drop that leaves
// the next mover, the opponent, with the worst score, or that one picks its
// best.
template <typename Score>
void BestDropsOf(const Score* stripe, absl::Span<const uint32_t> rows,
                 bool mover_picks, Score* out) {
  const hn::CappedTag<Score, kStripe> d;
  const auto one = hn::Set(d, 1);
  const auto draw = hn::Set(d, ScoreOfValue<Score>(0));
  for (size_t c = 0; c < kStripe; c += hn::Lanes(d)) {
    auto next = hn::Zero(d);
    if (mover_picks) {
      // Less one, overlaps become the largest number and are not chosen.
      next = hn::Sub(next, one);
      for (const uint32_t row : rows) {
        const auto scores = hn::Load(d, stripe + kStripe * row + c);
        next = hn::Min(next, hn::Sub(scores, one));
      }
      next = hn::Add(next, one);
    } else {
      for (const uint32_t row : rows) {
        next = hn::Max(next, hn::Load(d, stripe + kStripe * row + c));
      }
    }
    // Won in n is value n + 1, score B − (n + 1) / 2; the side before it has
    // lost in n + 1, score (n + 3) / 2: their sum is B + 1.  Lost in n is score
    // n / 2 + 1; the side before it has won in n + 1, score B − n / 2 − 1:
    // their sum is B, as it is for two draws.
    const auto won = hn::IfThenElseZero(hn::Gt(next, draw), one);
    hn::Store(hn::Sub(won, next), d, out + c);
  }
}

void BestDrops8(const uint8_t* stripe, absl::Span<const uint32_t> rows,
                bool mover_picks, uint8_t* out) {
  BestDropsOf(stripe, rows, mover_picks, out);
}

void BestDrops16(const uint16_t* stripe, absl::Span<const uint32_t> rows,
                 bool mover_picks, uint16_t* out) {
  BestDropsOf(stripe, rows, mover_picks, out);
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {
namespace {

HWY_EXPORT(BestDrops8);
HWY_EXPORT(BestDrops16);

void BestDrops(const uint8_t* stripe, absl::Span<const uint32_t> rows,
               bool mover_picks, uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(BestDrops8)(stripe, rows, mover_picks, out);
}

void BestDrops(const uint16_t* stripe, absl::Span<const uint32_t> rows,
               bool mover_picks, uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(BestDrops16)(stripe, rows, mover_picks, out);
}

// Reads a stripe of the section with all pieces placed, from the planes
// of its kLineBits movers.
template <typename Score>
void ReadStripe(const ValuePlanes& planes, const Subsets& sets, size_t index,
                Score* stripe) {
  const Columns movers(sets, index);
  for (size_t row = 0; row < sets.size(); ++row) {
    PutScores(planes.Words(row / kLineBits, row % kLineBits,
                           index % (kLineBits / kStripe)),
              movers.HoldingNoneOf(sets[row]), stripe + kStripe * row);
  }
}

// Reads a stripe of any other section.
template <typename Score>
void ReadStripe(const ScoreMatrix<Score>& section, size_t index,
                Score* stripe) {
  const size_t first = kStripe * index;
  const size_t count = std::min(kStripe, section.rows() - first);
  // A block of columns at a time, so that the lines read stay in the cache.
  for (size_t block = 0; block < section.columns(); block += 64) {
    const size_t end = std::min(block + 64, section.columns());
    for (size_t c = 0; c < count; ++c) {
      const Score* const row = section.row(first + c);
      for (size_t r = block; r < end; ++r) stripe[kStripe * r + c] = row[r];
    }
  }
}

// [drop_count * m + i]: the mover's set m after its i-th drop.
std::vector<uint32_t> AllDrops(int squares, const Subsets& movers,
                               const Subsets& dropped) {
  std::vector<uint32_t> targets;
  for (size_t m = 0; m < movers.size(); ++m) {
    for (int square = 0; square < squares; ++square) {
      const Set drop = Set{1} << square;
      if ((movers[m] & drop) != 0) continue;
      targets.push_back(static_cast<uint32_t>(dropped.Rank(movers[m] | drop)));
    }
  }
  return targets;
}

// Sections by their drops to come.
template <typename Score>
using Sections = std::map<std::string, ScoreMatrix<Score>>;

// The sections with `placed` pieces and any of `drops` to come, which all lead
// to the same section; read(index, stripe) reads a stripe of that one.  A
// thread reads so many stripes `at_once`, the first of which is a multiple of
// that.
template <typename Score>
Sections<Score> SolveSections(
    const Board& board, int placed, const std::vector<std::string>& drops,
    size_t at_once, absl::FunctionRef<void(size_t index, Score* stripe)> read) {
  const Subsets movers(board.squares(), placed / 2);
  const Subsets dropped(board.squares(), placed / 2 + 1);
  const Subsets opponents(board.squares(), (placed + 1) / 2);
  const std::vector<uint32_t> drops_of =
      AllDrops(board.squares(), movers, dropped);
  const size_t drop_count = drops_of.size() / movers.size();

  Sections<Score> sections;
  for (const std::string& letters : drops) {
    sections.try_emplace(letters, movers.size(), opponents.size());
  }
  tbb::enumerable_thread_specific<LargeVector<Score>> stripes(kStripe *
                                                              dropped.size());
  const size_t count = (opponents.size() + kStripe - 1) / kStripe;
  tbb::parallel_for(size_t{0}, count, at_once, [&](size_t first) {
    Score* const stripe = stripes.local().data();
    for (size_t i = first; i < std::min(first + at_once, count); ++i) {
      read(i, stripe);
      for (auto& [letters, section] : sections) {
        for (size_t m = 0; m < movers.size(); ++m) {
          BestDrops(stripe, {&drops_of[drop_count * m], drop_count},
                    letters[0] == 'S', section.row(m) + kStripe * i);
        }
      }
    }
  });

  // The opponent's last drop may have ended the game.
  for (size_t o = 0; o < opponents.size(); ++o) {
    if (!board.IsGoal(opponents[o])) continue;
    for (auto& [letters, section] : sections) {
      for (size_t m = 0; m < movers.size(); ++m) {
        Score& score = section.row(m)[o];
        if (score != 0) score = ScoreOfValue<Score>(1);
      }
    }
  }
  return sections;
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
absl::Status SolveDropPhase(const Rules& rules, const Board& board,
                            const Subsets& sets, DistributedSpill& spill,
                            SectionSink<Score> sink) {
  constexpr size_t kStripesOfPlanes = kLineBits / kStripe;
  FirstError error;
  const auto read_spill = [&](ValuePlanes& planes, size_t p) {
    for (size_t q = 0; q < spill.panels(); ++q) {
      error.Update(spill.ReadPlanes(p, q, planes));
    }
  };
  Sections<Score> next;  // with a piece more
  for (int placed = 2 * board.pieces() - 1; placed >= 0; --placed) {
    // By the section that they lead to.
    std::map<std::string, std::vector<std::string>> leading_to;
    for (const std::string& drops : DropsToCome(rules, placed)) {
      leading_to[drops.substr(placed % 2)].push_back(drops);
    }
    Sections<Score> sections;
    for (const auto& [after, drops] : leading_to) {
      if (after.empty()) {
        tbb::enumerable_thread_specific<ValuePlanes> planes(
            [&spill] { return ValuePlanes(spill.panels(), spill.levels()); });
        sections = SolveSections<Score>(
            board, placed, drops, kStripesOfPlanes,
            [&](size_t index, Score* stripe) {
              const size_t in_planes = index % kStripesOfPlanes;
              if (in_planes == 0) {
                read_spill(planes.local(), index / kStripesOfPlanes);
              }
              ReadStripe(planes.local(), sets, index, stripe);
            });
      } else {
        const ScoreMatrix<Score>& section = next.at(after);
        sections.merge(SolveSections<Score>(
            board, placed, drops, 1, [&](size_t index, Score* stripe) {
              ReadStripe(section, index, stripe);
            }));
      }
    }
    RETURN_IF_ERROR(error.status());
    next = std::move(sections);
    for (const auto& [drops, section] : next) {
      RETURN_IF_ERROR(sink(placed, drops, section));
    }
  }
  return absl::OkStatus();
}

template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     DistributedSpill&, SectionSink<uint8_t>);
template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     DistributedSpill&, SectionSink<uint16_t>);

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
