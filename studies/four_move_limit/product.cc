#include "studies/four_move_limit/product.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

namespace teeko::extra_rules {
namespace {

constexpr size_t kGrain = 256;

// Bits of masks: the hunted side's phase times n + 1 plus the hunter's.
struct Phases {
  int hunted;
  int hunter;
};

// What the phases stand for, on an abstract board where each side has a piece
// that may return, 0→1 or 4→5, and another piece, on 2 or 6.
constexpr Move kReturn[2] = {{0, 1}, {4, 5}};
constexpr Move kOther[2] = {{2, 3}, {6, 7}};

int SteadyLeft(const Wording& wording, int moves_made) {
  return std::max(wording.steady_turns - 1 - moves_made, 0);
}

State StateOf(const Wording& wording, Phases phases) {
  const int n = wording.limit;
  State state;
  state.mover = {.pieces = Bit(0) | Bit(2), .at = 0, .from = 1};
  state.opponent = {.pieces = Bit(4) | Bit(6), .at = 4, .from = 5};
  if (phases.hunted > 0) {
    state.mover.returned = true;
    state.mover.moves_left = phases.hunted;
    state.mover.steady_left = SteadyLeft(wording, n - phases.hunted);
  }
  if (phases.hunter > 0) {
    state.opponent.returned = true;
    if (phases.hunter < n) {
      // He has made one move since the hunted side invoked, which had one turn.
      state.opponent.moves_left = phases.hunter;
      state.opponent.steady_left = SteadyLeft(wording, n - 1 - phases.hunter);
    }
  }
  return state;
}

Phases PhasesOf(const Wording& wording, const State& state) {
  const Side& hunter = state.opponent;
  return {state.mover.moves_left, hunter.moves_left > 0 ? hunter.moves_left
                                  : hunter.returned     ? wording.limit
                                                        : 0};
}

Turn TurnOf(Move move, bool invokes) {
  return {static_cast<int8_t>(move.from), static_cast<int8_t>(move.to),
          invokes};
}

int CountMoves(const Board& board, Set own, Set other) {
  int moves = 0;
  board.ForEachMove(own, other, [&](int, int, Set) { ++moves; });
  return moves;
}

}  // namespace

Product::Product(const Board& board, const Values& values, const Hunt& bound)
    : board_(board), values_(values), bound_(bound) {
  const int placements = board.placements().size();
  for (int hunted = 0; hunted < placements; ++hunted) {
    for (int hunter = 0; hunter < placements; ++hunter) {
      const Position position{hunted, hunter};
      if (!bound.HuntedMayLose(position) ||
          CanonicalForm(board, position).position != position) {
        continue;
      }
      index_[position] = nodes_.size();
      AddNode(position);
    }
  }
  AddNode(std::nullopt);
  links_.resize(nodes_.back().links);
  tbb::parallel_for(size_t{0}, index_.size(),
                    [&](size_t node) { SetLinks(node); });
  AddDependents();
}

void Product::ForEachMove(
    Position position,
    absl::FunctionRef<void(Move, const std::vector<Reply>&)> visit) const {
  const Set hunted = board_.placements()[position.mover];
  const Set hunter = board_.placements()[position.opponent];
  std::vector<Reply> replies;
  board_.ForEachMove(hunted, hunter, [&](int from, int to, Set moved) {
    const int moved_rank = board_.Rank(moved);
    if (MoverWins(values_.At(position.opponent, moved_rank))) return;
    replies.clear();
    board_.ForEachMove(hunter, moved, [&](int a, int b, Set replied) {
      const Position next{moved_rank, board_.Rank(replied)};
      if (bound_.HuntedMayLose(next)) replies.push_back({{a, b}, next});
    });
    visit({from, to}, replies);
  });
}

void Product::AddNode(std::optional<Position> position) {
  Node node;
  node.moves = moves_.size();
  node.replies = replies_.size();
  node.links = link_count_;
  node.masks = masks_.size();
  if (position.has_value()) {
    node.position = *position;
    ForEachMove(*position, [&](Move move, const std::vector<Reply>& replies) {
      moves_.push_back(move);
      link_count_ += replies.size();
      for (const Reply& reply : replies) {
        const auto own = replies_.begin() + node.replies;
        if (std::find(own, replies_.end(), reply.move) == replies_.end()) {
          replies_.push_back(reply.move);
        }
      }
    });
    masks_.resize(masks_.size() + (moves_.size() - node.moves + 1) *
                                      (replies_.size() - node.replies + 1));
  }
  nodes_.push_back(node);
}

void Product::SetLinks(uint32_t node) {
  auto link = links_.begin() + nodes_[node].links;
  uint8_t row = 0;
  ForEachMove(nodes_[node].position,
              [&](Move move, const std::vector<Reply>& replies) {
                ++row;
                for (const Reply& reply : replies) {
                  *link++ = {*Find(reply.next, move, reply.move), row,
                             Column(node, reply.move)};
                }
              });
}

void Product::AddDependents() {
  for (const Link& link : links_) ++nodes_[link.to.node + 1].dependents;
  for (size_t node = 1; node < nodes_.size(); ++node) {
    nodes_[node].dependents += nodes_[node - 1].dependents;
  }
  dependents_.resize(links_.size());
  std::vector<uint32_t> filled(nodes_.size());
  for (uint32_t node = 0; node < index_.size(); ++node) {
    for (uint32_t i = nodes_[node].links; i < nodes_[node + 1].links; ++i) {
      const uint32_t target = links_[i].to.node;
      dependents_[nodes_[target].dependents + filled[target]++] = node;
    }
  }
}

uint8_t Product::PlaceOf(const std::vector<Move>& list, uint32_t begin,
                         uint32_t end, Move move) {
  const auto first = list.begin() + begin;
  const auto last = list.begin() + end;
  const auto found = std::find(first, last, move);
  return found == last ? 0 : found - first + 1;
}

uint8_t Product::Row(uint32_t node, Move move) const {
  return PlaceOf(moves_, nodes_[node].moves, nodes_[node + 1].moves, move);
}

uint8_t Product::Column(uint32_t node, Move reply) const {
  return PlaceOf(replies_, nodes_[node].replies, nodes_[node + 1].replies,
                 reply);
}

std::optional<Product::Entry> Product::Find(
    Position position, std::optional<Move> hunted_last,
    std::optional<Move> hunter_last) const {
  const CanonicalPosition canonical = CanonicalForm(board_, position);
  const auto found = index_.find(canonical.position);
  if (found == index_.end()) return std::nullopt;
  const uint32_t node = found->second;
  const auto back = [&](Move last) {
    const auto& map = board_.symmetries()[canonical.symmetry];
    return Move{map[last.to], map[last.from]};
  };
  return Entry{
      node,
      hunted_last.has_value() ? Row(node, back(*hunted_last)) : uint8_t{0},
      hunter_last.has_value() ? Column(node, back(*hunter_last)) : uint8_t{0}};
}

void Product::Solve(const Wording& wording) {
  wording_ = wording;
  std::fill(masks_.begin(), masks_.end(), 0);
  SetSteps();
  std::vector<uint32_t> open(index_.size());
  std::iota(open.begin(), open.end(), 0);
  while (!open.empty()) {
    // Other threads may see a mask before or after it grows: masks only grow,
    // and nodes that depend on one that has grown are looked at again, so the
    // end is the same.
    std::vector<uint8_t> grown(open.size());
    tbb::parallel_for(tbb::blocked_range<size_t>(0, open.size(), kGrain),
                      [&](const tbb::blocked_range<size_t>& range) {
                        for (size_t i = range.begin(); i < range.end(); ++i) {
                          grown[i] = Evaluate(open[i]);
                        }
                      });
    std::vector<uint32_t> next;
    for (size_t i = 0; i < open.size(); ++i) {
      if (!grown[i]) continue;
      next.insert(next.end(), dependents_.begin() + nodes_[open[i]].dependents,
                  dependents_.begin() + nodes_[open[i] + 1].dependents);
    }
    tbb::parallel_sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    open = std::move(next);
  }
  MarkFresh();
}

void Product::SetSteps() {
  const int size = wording_.limit + 1;
  forfeits_ = 0;
  for (const bool returns : {false, true}) {
    steps_[returns].clear();
    for (int bit = 0; bit < size * size; ++bit) {
      const State state = StateOf(wording_, {bit / size, bit % size});
      Step step;
      for (const bool invokes : {false, true}) {
        const std::optional<State> after = After(
            state, TurnOf(returns ? kReturn[0] : kOther[0], invokes), wording_);
        if (after.has_value()) {
          step.next[invokes] = Replies(*after);
        } else if (invokes) {
          step.next[true] = step.next[false];  // no right to
        } else {
          forfeits_ |= Mask{1} << bit;
        }
      }
      const auto same = std::find_if(
          steps_[returns].begin(), steps_[returns].end(),
          [&](const Step& other) { return other.next == step.next; });
      (same == steps_[returns].end() ? steps_[returns].emplace_back(step)
                                     : *same)
          .from |= Mask{1} << bit;
    }
  }
}

std::array<Product::Mask, 2> Product::Replies(
    const State& hunter_to_move) const {
  std::array<Mask, 2> next = {};
  for (const bool returns : {false, true}) {
    for (const bool invokes : {false, true}) {
      const std::optional<State> after = After(
          hunter_to_move, TurnOf(returns ? kReturn[1] : kOther[1], invokes),
          Reversed(wording_));
      if (!after.has_value()) continue;
      const Phases phases = PhasesOf(wording_, *after);
      next[returns] |=
          Mask{1} << (phases.hunted * (wording_.limit + 1) + phases.hunter);
    }
  }
  return next;
}

Product::Mask Product::Refuted(bool returns, Mask steady,
                               Mask returning) const {
  Mask refuted = returns ? forfeits_ : 0;
  if ((steady | returning) == 0) return refuted;
  for (const Step& step : steps_[returns]) {
    const auto wins = [&](const std::array<Mask, 2>& next) {
      return ((next[false] & steady) | (next[true] & returning)) != 0;
    };
    if (wins(step.next[false]) && wins(step.next[true])) refuted |= step.from;
  }
  return refuted;
}

bool Product::Evaluate(uint32_t node) {
  const absl::Span<const Link> links =
      absl::MakeSpan(links_).subspan(nodes_[node].links, LinkCount(node));
  absl::InlinedVector<Mask, 32> reached;
  for (const Link& link : links) {
    reached.push_back(std::atomic_ref(masks_[MaskIndex(link.to)])
                          .load(std::memory_order_relaxed));
  }
  const int moves = nodes_[node + 1].moves - nodes_[node].moves;
  bool grown = false;
  for (uint8_t column = 0; column < Columns(node); ++column) {
    // What each move leads to by steady replies and by the one that returns.
    struct Replied {
      Mask steady = 0;
      Mask returning = 0;
    };
    absl::InlinedVector<Replied, 8> replied(moves);
    for (size_t i = 0; i < links.size(); ++i) {
      Replied& masks = replied[links[i].move - 1];
      const bool returns = column > 0 && links[i].reply == column;
      (returns ? masks.returning : masks.steady) |= reached[i];
    }
    absl::InlinedVector<Mask, 8> if_steady;  // by move, whether it is refuted
    absl::InlinedVector<Mask, 8> if_returning;
    for (const Replied& masks : replied) {
      if_steady.push_back(Refuted(false, masks.steady, masks.returning));
      if_returning.push_back(Refuted(true, masks.steady, masks.returning));
    }
    for (uint8_t row = 0; row <= moves; ++row) {
      Mask lost = ~Mask{0};
      for (int move = 0; move < moves; ++move) {
        lost &= (move + 1 == row ? if_returning : if_steady)[move];
      }
      Mask& mask = masks_[MaskIndex({node, row, column})];
      if (lost == mask) continue;
      std::atomic_ref(mask).store(lost, std::memory_order_relaxed);
      grown = true;
    }
  }
  return grown;
}

void Product::MarkFresh() {
  const size_t placements = board_.placements().size();
  hunted_to_move_.assign(placements * placements, false);
  hunter_to_move_.assign(placements * placements, false);
  for (uint32_t node = 0; node < index_.size(); ++node) {
    if (std::all_of(masks_.begin() + nodes_[node].masks,
                    masks_.begin() + nodes_[node + 1].masks,
                    [](Mask mask) { return (mask & 1) == 0; })) {
      continue;
    }
    const int hunted = nodes_[node].position.mover;
    const int hunter = nodes_[node].position.opponent;
    const auto mark = [&](std::vector<bool>& marked, int hunter_rank) {
      for (size_t s = 0; s < board_.symmetries().size(); ++s) {
        marked[Index(board_.RankImage(s, hunted),
                     board_.RankImage(s, hunter_rank))] = true;
      }
    };
    if ((masks_[MaskIndex({node, 0, 0})] & 1) != 0) {
      mark(hunted_to_move_, hunter);
    }
    // Where the hunter may have come from, with what would take him back.
    board_.ForEachMove(board_.placements()[hunter], board_.placements()[hunted],
                       [&](int from, int to, Set before) {
                         const int rank = board_.Rank(before);
                         if (values_.At(rank, hunted) != 0) return;
                         const Entry entry{node, 0, Column(node, {from, to})};
                         if ((masks_[MaskIndex(entry)] & 1) != 0)
                           mark(hunter_to_move_, rank);
                       });
  }
}

bool Product::HuntedToMoveLoses(const State& state) const {
  const auto last = [](const Side& side) {
    return side.at == Side::kNone ? std::optional<Move>()
                                  : Move{side.from, side.at};
  };
  const std::optional<Entry> entry = Find(
      {board_.Rank(state.mover.pieces), board_.Rank(state.opponent.pieces)},
      last(state.mover), last(state.opponent));
  if (!entry.has_value()) return false;
  const Phases phases = PhasesOf(wording_, state);
  const int bit = phases.hunted * (wording_.limit + 1) + phases.hunter;
  return (masks_[MaskIndex(*entry)] >> bit & 1) != 0;
}

Product::Counts Product::Count() const {
  Counts counts;
  counts.hunted_to_move =
      std::count(hunted_to_move_.begin(), hunted_to_move_.end(), true);
  counts.hunter_to_move =
      std::count(hunter_to_move_.begin(), hunter_to_move_.end(), true);
  for (uint32_t node = 0; node < index_.size(); ++node) {
    const auto first = masks_.begin() + nodes_[node].masks;
    const auto last = masks_.begin() + nodes_[node + 1].masks;
    const auto lost = [](Mask mask) { return (mask & 1) != 0; };
    if (std::none_of(first, last, lost)) continue;
    const uint64_t orbit = OrbitSize(board_, nodes_[node].position);
    counts.sometimes += orbit;
    if (std::all_of(first, last, lost)) counts.always += orbit;

    // Returns that make no difference share the first row, or column.
    const Set hunted = board_.placements()[nodes_[node].position.mover];
    const Set hunter = board_.placements()[nodes_[node].position.opponent];
    const int columns = Columns(node);
    const int rows = (last - first) / columns;
    const int first_row = CountMoves(board_, hunted, hunter) + 2 - rows;
    const int first_column = CountMoves(board_, hunter, hunted) + 2 - columns;
    for (auto mask = first; mask != last; ++mask) {
      if (!lost(*mask)) continue;
      const int entry = mask - first;
      counts.states += orbit * (entry < columns ? first_row : 1) *
                       (entry % columns == 0 ? first_column : 1);
    }
  }
  return counts;
}

}  // namespace teeko::extra_rules
