#include "solver_a/drop_phase.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <utility>

#include "absl/types/span.h"
#include "solver_a/values.h"
#include "stage/status.h"

namespace teeko::solver_a {
namespace {

// Scores are worked on in stripes of 64 columns, which stay in the cache: the
// transpose of 64 rows of the section with a piece more.  stripe[64 * r + c] is
// the score of mover 64 * index + c against opponent r there, 0 if they
// overlap.  Columns beyond the last are never looked at.
constexpr size_t kStripe = 64;

// Reads a stripe of the section with all pieces placed, from planes that have
// been transposed.
template <typename Score>
void ReadStripe(const std::vector<BitMatrix>& planes, const Subsets& sets,
                size_t index, Score* stripe) {
  const Columns movers(sets, index);
  for (size_t row = 0; row < sets.size(); ++row) {
    Score* const scores = stripe + kStripe * row;
    const uint64_t legal = movers.HoldingNoneOf(sets[row]);
    if (ReadPlanes(planes, row, index, scores)) {
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

// Sets out[0 … 63] to the scores of one mover's set against 64 opponents, whose
// drops lead to these rows of the stripe: the mover picks the drop that leaves
// the next mover, the opponent, with the worst score, or that one picks its
// best.
template <typename Score>
void BestDrops(const Score* stripe, absl::Span<const uint32_t> rows,
               bool mover_picks, Score* out) {
  Score next[kStripe];
  std::fill_n(next, kStripe, mover_picks ? static_cast<Score>(-1) : 0);
  for (const uint32_t row : rows) {
    const Score* const scores = stripe + kStripe * row;
    if (mover_picks) {
      // Less one, overlaps become the largest number and are not chosen.
      for (size_t c = 0; c < kStripe; ++c) {
        next[c] = std::min<Score>(next[c], scores[c] - 1);
      }
    } else {
      for (size_t c = 0; c < kStripe; ++c) {
        next[c] = std::max(next[c], scores[c]);
      }
    }
  }
  // Won in n is value n + 1, score B − (n + 1) / 2; the side before it has
  // lost in n + 1, score (n + 3) / 2: their sum is B + 1.  Lost in n is score
  // n / 2 + 1; the side before it has won in n + 1, score B − n / 2 − 1: their
  // sum is B, as it is for two draws.
  for (size_t c = 0; c < kStripe; ++c) {
    const Score score = next[c] + mover_picks;
    out[c] = (score > ScoreOfValue<Score>(0)) - score;
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
// to the same section; read(index, stripe) reads a stripe of that one.
template <typename Score>
Sections<Score> SolveSections(
    const Board& board, int placed, const std::vector<std::string>& drops,
    absl::FunctionRef<void(size_t index, Score* stripe)> read) {
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
  using Stripe = std::vector<Score, tbb::cache_aligned_allocator<Score>>;
  tbb::enumerable_thread_specific<Stripe> stripes(kStripe * dropped.size());
  tbb::parallel_for(
      size_t{0}, (opponents.size() + kStripe - 1) / kStripe, [&](size_t index) {
        Score* const stripe = stripes.local().data();
        read(index, stripe);
        for (auto& [letters, section] : sections) {
          for (size_t m = 0; m < movers.size(); ++m) {
            BestDrops(stripe, {&drops_of[drop_count * m], drop_count},
                      letters[0] == 'S', section.row(m) + kStripe * index);
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
                            const Subsets& sets, std::vector<BitMatrix> planes,
                            SectionSink<Score> sink) {
  Sections<Score> next;  // with a piece more
  for (int placed = 2 * board.pieces() - 1; placed >= 0; --placed) {
    // By the section that they lead to.
    std::map<std::string, std::vector<std::string>> leading_to;
    for (const std::string& drops : DropsToCome(rules, placed)) {
      leading_to[drops.substr(placed % 2)].push_back(drops);
    }
    Sections<Score> sections;
    for (const auto& [after, drops] : leading_to) {
      // Clang 14 captures no structured binding of its own accord.
      const auto read = [&, &after = after](size_t index, Score* stripe) {
        if (after.empty()) {
          ReadStripe(planes, sets, index, stripe);
        } else {
          ReadStripe(next.at(after), index, stripe);
        }
      };
      sections.merge(SolveSections<Score>(board, placed, drops, read));
    }
    planes.clear();
    next = std::move(sections);
    for (const auto& [drops, section] : next) {
      RETURN_IF_ERROR(sink(placed, drops, section));
    }
  }
  return absl::OkStatus();
}

template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     std::vector<BitMatrix>,
                                     SectionSink<uint8_t>);
template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     std::vector<BitMatrix>,
                                     SectionSink<uint16_t>);

}  // namespace teeko::solver_a
