#include "solver_a/drop_phase.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cstring>
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
// Of the rows of a panel.
constexpr size_t kStripesOfPanel = kLineBits / kStripe;

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
    PutScores(
        planes.Words(row / kLineBits, row % kLineBits, index % kStripesOfPanel),
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

// Calls visit(section, row) for the rows that a rank has, section by section:
// so they follow each other in messages.
template <typename Score, typename Visit>
void ForEachRowOf(size_t rank, Sections<Score>& sections, Visit visit) {
  for (auto& [letters, section] : sections) {
    for (size_t m = 0; m < section.rows(); ++m) {
      if (section.owner(m) == rank) visit(section, m);
    }
  }
}

size_t OwnerOfStripe(const Share& share, size_t index) {
  return share.OwnerOf(index / kStripesOfPanel);
}

// Puts the part of a stripe that another rank has sent into the own rows.
template <typename Score>
absl::Status TakeStripe(const Share& share, int from, const Message& message,
                        Sections<Score>& sections) {
  const size_t index = message.argument;
  const std::vector<uint8_t>& bytes = message.tiles.bytes;
  constexpr size_t kBytes = kStripe * sizeof(Score);
  size_t rows = 0;
  ForEachRowOf(share.rank, sections,
               [&](const ScoreMatrix<Score>&, size_t) { ++rows; });
  if (message.kind != Message::kScores ||
      index >= sections.begin()->second.stride() / kStripe ||
      OwnerOfStripe(share, index) != static_cast<size_t>(from) ||
      bytes.size() != rows * kBytes) {
    return Unexpected(from, message);
  }
  const uint8_t* next = bytes.data();
  ForEachRowOf(share.rank, sections,
               [&](ScoreMatrix<Score>& section, size_t m) {
                 std::memcpy(section.row(m) + kStripe * index, next, kBytes);
                 next += kBytes;
               });
  return absl::OkStatus();
}

// Solves a stripe of sections by that of the next one; drops_of(m) are the rows
// there that are the drops of mover m.  Returns what other ranks are to have.
template <typename Score>
std::vector<Message> SolveStripe(
    const Share& share, size_t index, const Score* stripe,
    absl::FunctionRef<absl::Span<const uint32_t>(size_t m)> drops_of,
    Sections<Score>& sections) {
  std::vector<Message> messages(share.ranks,
                                {.kind = Message::kScores, .argument = index});
  for (auto& [letters, section] : sections) {
    const bool mover_picks = letters[0] == 'S';
    for (size_t m = 0; m < section.rows(); ++m) {
      if (section.owner(m) == share.rank) {
        BestDrops(stripe, drops_of(m), mover_picks,
                  section.row(m) + kStripe * index);
        continue;
      }
      alignas(kStripe) std::array<Score, kStripe> scores;
      BestDrops(stripe, drops_of(m), mover_picks, scores.data());
      const auto* const from = reinterpret_cast<const uint8_t*>(&scores);
      std::vector<uint8_t>& bytes = messages[section.owner(m)].tiles.bytes;
      bytes.insert(bytes.end(), from, from + sizeof scores);
    }
  }
  return messages;
}

// The sections with `placed` pieces and any of `drops` to come, which all lead
// to the same section; read(index, stripe) reads a stripe of the rows that this
// rank has of that one.  A thread reads so many stripes `at_once`, the first of
// which is a multiple of that.
template <typename Score>
absl::StatusOr<Sections<Score>> SolveSections(
    const Board& board, int placed, const std::vector<std::string>& drops,
    size_t at_once, Ranks& ranks,
    absl::FunctionRef<void(size_t index, Score* stripe)> read) {
  const Subsets movers(board.squares(), placed / 2);
  const Subsets dropped(board.squares(), placed / 2 + 1);
  const Subsets opponents(board.squares(), (placed + 1) / 2);
  const std::vector<uint32_t> all_drops =
      AllDrops(board.squares(), movers, dropped);
  const size_t drop_count = all_drops.size() / movers.size();
  const auto drops_of = [&](size_t m) {
    return absl::MakeSpan(all_drops).subspan(drop_count * m, drop_count);
  };

  const Share share = ranks.share();
  Sections<Score> sections;
  for (const std::string& letters : drops) {
    sections.try_emplace(letters, movers.size(), opponents.size(), share);
  }
  std::vector<size_t> own;  // stripes
  for (size_t i = 0; kStripe * i < opponents.size(); ++i) {
    if (OwnerOfStripe(share, i) == share.rank) own.push_back(i);
  }
  Round round(ranks, placed, [&](int from, const Message& message) {
    return TakeStripe(share, from, message, sections);
  });
  FirstError error;
  tbb::enumerable_thread_specific<LargeVector<Score>> stripes(kStripe *
                                                              dropped.size());
  tbb::parallel_for(size_t{0}, own.size(), at_once, [&](size_t first) {
    Score* const stripe = stripes.local().data();
    for (size_t i = first; i < std::min(first + at_once, own.size()); ++i) {
      read(own[i], stripe);
      error.Update(
          round.Send(SolveStripe(share, own[i], stripe, drops_of, sections)));
    }
  });
  RETURN_IF_ERROR(error.status());
  RETURN_IF_ERROR(round.End(0).status());

  // The opponent's last drop may have ended the game.
  for (size_t o = 0; o < opponents.size(); ++o) {
    if (!board.IsGoal(opponents[o])) continue;
    ForEachRowOf(share.rank, sections,
                 [&](ScoreMatrix<Score>& section, size_t m) {
                   Score& score = section.row(m)[o];
                   if (score != 0) score = ScoreOfValue<Score>(1);
                 });
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
                            Ranks& ranks, SectionSink<Score> sink) {
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
    for (const auto& leading : leading_to) {
      const std::string& after = leading.first;
      const std::vector<std::string>& drops = leading.second;
      tbb::enumerable_thread_specific<ValuePlanes> planes(
          [&spill] { return ValuePlanes(spill.panels(), spill.levels()); });
      const auto read_planes = [&](size_t index, Score* stripe) {
        if (index % kStripesOfPanel == 0) {
          read_spill(planes.local(), index / kStripesOfPanel);
        }
        ReadStripe(planes.local(), sets, index, stripe);
      };
      const auto read_section = [&](size_t index, Score* stripe) {
        ReadStripe(next.at(after), index, stripe);
      };
      absl::StatusOr<Sections<Score>> some =
          after.empty()
              ? SolveSections<Score>(board, placed, drops, kStripesOfPanel,
                                     ranks, read_planes)
              : SolveSections<Score>(board, placed, drops, 1, ranks,
                                     read_section);
      RETURN_IF_ERROR(some.status());
      sections.merge(*some);
    }
    RETURN_IF_ERROR(error.status());
    next = std::move(sections);
    for (const auto& [drops, scores] : next) {
      RETURN_IF_ERROR(sink({placed, drops, scores}));
    }
  }
  return absl::OkStatus();
}

template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     DistributedSpill&, Ranks&,
                                     SectionSink<uint8_t>);
template absl::Status SolveDropPhase(const Rules&, const Board&, const Subsets&,
                                     DistributedSpill&, Ranks&,
                                     SectionSink<uint16_t>);

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
