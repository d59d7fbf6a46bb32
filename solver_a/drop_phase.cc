#include "solver_a/drop_phase.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/drop_phase.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"
#include "solver_a/values.h"

#ifndef TEEKO_SOLVER_A_DROP_PHASE_CC_ONCE
#define TEEKO_SOLVER_A_DROP_PHASE_CC_ONCE
namespace teeko::solver_a {
namespace {

// What one stripe asks for one letter.
template <typename Score>
struct StripeTask {
  const Score* stripe;  // [64 * dropped set + column]
  // drops[drop_count * m + i]: the mover's set m after its i-th drop.
  const uint32_t* drops;
  size_t drop_count;
  size_t movers;
  size_t index;  // of the stripe
};

}  // namespace
}  // namespace teeko::solver_a
#endif  // TEEKO_SOLVER_A_DROP_PHASE_CC_ONCE

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// For every mover's set and 64 opponents: the worst score (S: the mover picks)
// or the best one (A) that the next mover, the opponent, can be left with,
// seen from the other side.
template <typename Score>
HWY_INLINE void BestDrops(const StripeTask<Score>& task, bool mover_picks,
                          ScoreMatrix<Score>& section) {
  const hn::CappedTag<Score, kStripe> d;
  const auto one = hn::Set(d, Score{1});
  const auto draw = hn::Set(d, ScoreOfValue<Score>(0));
  for (size_t m = 0; m < task.movers; ++m) {
    const uint32_t* const drops = task.drops + task.drop_count * m;
    Score* const scores = section.row(m) + kStripe * task.index;
    for (size_t column = 0; column < kStripe; column += hn::Lanes(d)) {
      const Score* const from = task.stripe + column;
      auto next = hn::Zero(d);
      if (mover_picks) {
        // Less one, overlaps become the largest number and are not chosen.
        next = hn::Sub(next, one);
        for (size_t i = 0; i < task.drop_count; ++i) {
          const auto score = hn::Load(d, from + kStripe * drops[i]);
          next = hn::Min(next, hn::Sub(score, one));
        }
        next = hn::Add(next, one);
      } else {
        for (size_t i = 0; i < task.drop_count; ++i) {
          next = hn::Max(next, hn::Load(d, from + kStripe * drops[i]));
        }
      }
      // Won in n is value n + 1, score B − (n + 1) / 2; the side before it has
      // lost in n + 1, score (n + 3) / 2: their sum is B + 1.  Lost in n is
      // score n / 2 + 1; the side before it has won in n + 1, score
      // B − n / 2 − 1: their sum is B, as it is for two draws.
      const auto turned = hn::Sub(hn::Zero(d), next);
      hn::Store(
          hn::IfThenElse(hn::Gt(next, draw), hn::Add(turned, one), turned), d,
          scores + column);
    }
  }
}

void BestDrops8(const StripeTask<uint8_t>& task, bool mover_picks,
                ScoreMatrix<uint8_t>& section) {
  BestDrops(task, mover_picks, section);
}
void BestDrops16(const StripeTask<uint16_t>& task, bool mover_picks,
                 ScoreMatrix<uint16_t>& section) {
  BestDrops(task, mover_picks, section);
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {
namespace {

HWY_EXPORT(BestDrops8);
HWY_EXPORT(BestDrops16);

void BestDrops(const StripeTask<uint8_t>& task, bool mover_picks,
               ScoreMatrix<uint8_t>& section) {
  HWY_DYNAMIC_DISPATCH(BestDrops8)(task, mover_picks, section);
}
void BestDrops(const StripeTask<uint16_t>& task, bool mover_picks,
               ScoreMatrix<uint16_t>& section) {
  HWY_DYNAMIC_DISPATCH(BestDrops16)(task, mover_picks, section);
}

}  // namespace

template <typename Score>
void ReadStripe(const std::vector<BitMatrix>& planes, const Subsets& sets,
                size_t index, absl::Span<Score> stripe) {
  const size_t panel = index / 8;
  const size_t word = index % 8;
  const Holders movers(sets, kStripe * index);
  for (size_t row = 0; row < sets.size(); ++row) {
    Score* const scores = &stripe[kStripe * row];
    const uint64_t legal = movers.DisjointFrom(sets[row]);
    if (ReadPlanes(planes, panel, row, word, scores)) {
      for (size_t c = 0; c < kStripe; ++c) {
        scores[c] = ScoreOfValue<Score>(scores[c]);
      }
    } else {
      std::fill_n(scores, kStripe, ScoreOfValue<Score>(0));
    }
    for (size_t c = 0; c < kStripe; ++c) {
      scores[c] &= -static_cast<Score>(legal >> c & 1);
    }
  }
}

template <typename Score>
void ReadStripe(const ScoreMatrix<Score>& section, size_t index,
                absl::Span<Score> stripe) {
  const size_t first = kStripe * index;
  const size_t count = std::min(kStripe, section.rows() - first);
  std::fill(stripe.begin(), stripe.end(), 0);
  // A block of columns at a time, so that the lines read stay in the cache.
  for (size_t block = 0; block < section.columns(); block += 64) {
    const size_t end = std::min(block + 64, section.columns());
    for (size_t c = 0; c < count; ++c) {
      const Score* const row = section.row(first + c);
      for (size_t r = block; r < end; ++r) stripe[kStripe * r + c] = row[r];
    }
  }
}

template <typename Score>
std::vector<ScoreMatrix<Score>> DropSections(const Board& board, int placed,
                                             absl::string_view letters,
                                             StripeReader<Score> reader) {
  const Subsets movers(board.squares(), placed / 2);
  const Subsets dropped(board.squares(), placed / 2 + 1);
  const Subsets opponents(board.squares(), (placed + 1) / 2);

  const size_t drop_count = board.squares() - placed / 2;
  std::vector<uint32_t> drops;
  drops.reserve(movers.size() * drop_count);
  for (size_t m = 0; m < movers.size(); ++m) {
    for (int square = 0; square < board.squares(); ++square) {
      const Set drop = Set{1} << square;
      if ((movers[m] & drop) != 0) continue;
      drops.push_back(static_cast<uint32_t>(dropped.Rank(movers[m] | drop)));
    }
  }

  std::vector<ScoreMatrix<Score>> sections;
  for (size_t i = 0; i < letters.size(); ++i) {
    sections.emplace_back(movers.size(), opponents.size());
  }
  using Stripe = std::vector<Score, tbb::cache_aligned_allocator<Score>>;
  tbb::enumerable_thread_specific<Stripe> stripes(kStripe * dropped.size());
  tbb::parallel_for(size_t{0}, (opponents.size() + kStripe - 1) / kStripe,
                    [&](size_t index) {
                      Stripe& stripe = stripes.local();
                      reader(index, absl::MakeSpan(stripe));
                      const StripeTask<Score> task = {.stripe = stripe.data(),
                                                      .drops = drops.data(),
                                                      .drop_count = drop_count,
                                                      .movers = movers.size(),
                                                      .index = index};
                      for (size_t i = 0; i < letters.size(); ++i) {
                        BestDrops(task, letters[i] == 'S', sections[i]);
                      }
                    });

  // The opponent's last drop may have ended the game.
  for (size_t o = 0; o < opponents.size(); ++o) {
    if (!board.IsGoal(opponents[o])) continue;
    for (ScoreMatrix<Score>& section : sections) {
      for (size_t m = 0; m < movers.size(); ++m) {
        Score& score = section.row(m)[o];
        if (score != 0) score = ScoreOfValue<Score>(1);
      }
    }
  }
  return sections;
}

template void ReadStripe(const std::vector<BitMatrix>&, const Subsets&, size_t,
                         absl::Span<uint8_t>);
template void ReadStripe(const std::vector<BitMatrix>&, const Subsets&, size_t,
                         absl::Span<uint16_t>);
template void ReadStripe(const ScoreMatrix<uint8_t>&, size_t,
                         absl::Span<uint8_t>);
template void ReadStripe(const ScoreMatrix<uint16_t>&, size_t,
                         absl::Span<uint16_t>);
template std::vector<ScoreMatrix<uint8_t>> DropSections(const Board&, int,
                                                        absl::string_view,
                                                        StripeReader<uint8_t>);
template std::vector<ScoreMatrix<uint16_t>> DropSections(
    const Board&, int, absl::string_view, StripeReader<uint16_t>);

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
