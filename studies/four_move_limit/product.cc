#include "studies/four_move_limit/product.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "absl/container/inlined_vector.h"

namespace teeko::extra_rules {
namespace {

constexpr size_t kGrain = 256;

// What the phases stand for, on an abstract board where each side has a piece
// that may return, 0→1 or 4→5, and another piece, on 2 or 6.
constexpr Move kReturn[2] = {{0, 1}, {4, 5}};
constexpr Move kOther[2] = {{2, 3}, {6, 7}};

// Bits of masks: the defender's phase times n + 1 plus the attacker's.
State StateOf(const Wording& wording, int bit) {
  const int n = wording.limit;
  const int defender = bit / (n + 1);
  const int attacker = bit % (n + 1);
  const auto steady_left = [&](int moves_made) {
    return static_cast<int8_t>(
        std::max(wording.steady_turns - 1 - moves_made, 0));
  };
  State state = {{.pieces = Only(0) | Only(2), .last = kReturn[0].Back()},
                 {.pieces = Only(4) | Only(6), .last = kReturn[1].Back()}};
  if (defender > 0) {
    state.mover.returned = true;
    state.mover.moves_left = defender;
    state.mover.steady_left = steady_left(n - defender);
  }
  if (attacker > 0) {
    state.opponent.returned = true;
    if (attacker < n) {
      // He has made one move since the defender invoked, who had one turn.
      state.opponent.moves_left = attacker;
      state.opponent.steady_left = steady_left(n - 1 - attacker);
    }
  }
  return state;
}

int BitOf(const Wording& wording, const State& state) {
  const Side& attacker = state.opponent;
  const int phase = attacker.moves_left > 0 ? attacker.moves_left
                    : attacker.returned     ? wording.limit
                                            : 0;
  return state.mover.moves_left * (wording.limit + 1) + phase;
}

int CountMoves(const Board& board, Set own, Set other) {
  int moves = 0;
  board.ForEachMove(own, other, [&](Move, Set) { ++moves; });
  return moves;
}

// Where a move is in the list, counted from 1, or 0.
uint8_t PlaceOf(absl::Span<const Move> list, Move move) {
  const auto found = std::ranges::find(list, move);
  return found == list.end() ? 0 : found - list.begin() + 1;
}

}  // namespace

Product::Product(const Board& board, const Values& values,
                 const OneSided& bound)
    : board_(board), values_(values), bound_(bound) {
  const int placements = board.placements().size();
  for (int defender = 0; defender < placements; ++defender) {
    for (int attacker = 0; attacker < placements; ++attacker) {
      const Position position{defender, attacker};
      if (!bound.DefenderMayLose(position) || !board.IsCanonical(position)) {
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
  const kernel::Position sets = board_.SetsOf(position);
  std::vector<Reply> replies;
  board_.ForEachMove(sets.mover, sets.opponent, [&](Move move, Set moved) {
    const int moved_rank = board_.Rank(moved);
    if (MoverWins(values_.At({position.opponent, moved_rank}))) return;
    replies.clear();
    board_.ForEachMove(sets.opponent, moved, [&](Move reply, Set replied) {
      const Position next{moved_rank, board_.Rank(replied)};
      if (bound_.DefenderMayLose(next)) replies.push_back({reply, next});
    });
    visit(move, replies);
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
                             PlaceOf(RepliesOf(node), reply.move)};
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
    for (const Link& link : Part(links_, &Node::links, node)) {
      const uint32_t target = link.to.node;
      dependents_[nodes_[target].dependents + filled[target]++] = node;
    }
  }
}

std::optional<Product::Entry> Product::Find(Position position,
                                            Move defender_last,
                                            Move attacker_last) const {
  const std::pair<Position, size_t> canonical = board_.Canonical(position);
  const auto found = index_.find(canonical.first);
  if (found == index_.end()) return std::nullopt;
  const uint32_t node = found->second;
  const auto place_of = [&](absl::Span<const Move> list, Move last) {
    if (last == kNoMove) return uint8_t{0};
    return PlaceOf(list, board_.Image(canonical.second, last.Back()));
  };
  return Entry{node, place_of(MovesOf(node), defender_last),
               place_of(RepliesOf(node), attacker_last)};
}

void Product::Solve(const Wording& wording) {
  if (wording.limit < 1 || wording.limit > kLongestLimit ||
      wording.binds_invoker) {
    std::fprintf(stderr, "Product::Solve: a wording that it does not know\n");
    std::abort();
  }
  std::ranges::fill(masks_, 0);
  wording_ = wording;
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
      const auto part = Part(dependents_, &Node::dependents, open[i]);
      next.insert(next.end(), part.begin(), part.end());
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
      const State state = StateOf(wording_, bit);
      Step step;
      for (const bool invokes : {false, true}) {
        const std::optional<State> after = After(
            state, Turn{returns ? kReturn[0] : kOther[0], invokes}, wording_);
        if (after.has_value()) {
          step.next[invokes] = Replies(*after);
        } else if (invokes) {
          step.next[true] = step.next[false];  // no right to
        } else {
          forfeits_ |= Mask{1} << bit;
        }
      }
      const auto same =
          std::ranges::find(steps_[returns], step.next, &Step::next);
      (same == steps_[returns].end() ? steps_[returns].emplace_back(step)
                                     : *same)
          .from |= Mask{1} << bit;
    }
  }
}

std::array<Product::Mask, 2> Product::Replies(
    const State& attacker_to_move) const {
  std::array<Mask, 2> next = {};
  for (const bool returns : {false, true}) {
    for (const bool invokes : {false, true}) {
      const std::optional<State> after = After(
          attacker_to_move, Turn{returns ? kReturn[1] : kOther[1], invokes},
          Reversed(wording_));
      if (!after.has_value()) continue;
      next[returns] |= Mask{1} << BitOf(wording_, *after);
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
  const absl::Span<const Link> links = Part(links_, &Node::links, node);
  absl::InlinedVector<Mask, 32> reached;
  for (const Link& link : links) {
    reached.push_back(std::atomic_ref(masks_[MaskIndex(link.to)])
                          .load(std::memory_order_relaxed));
  }
  const size_t moves = MovesOf(node).size();
  bool grown = false;
  for (uint8_t column = 0; column <= RepliesOf(node).size(); ++column) {
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
      for (size_t move = 0; move < moves; ++move) {
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
  defender_loses_.assign(placements * placements, false);
  attacker_wins_.assign(placements * placements, false);
  const auto mark = [&](std::vector<bool>& marked, Position position) {
    for (size_t s = 0; s < board_.symmetries(); ++s) {
      marked[Index(board_.Image(s, position))] = true;
    }
  };
  for (uint32_t node = 0; node < index_.size(); ++node) {
    const auto masks = Part(masks_, &Node::masks, node);
    const auto lost = [&](uint8_t column) { return (masks[column] & 1) != 0; };
    const Position position = nodes_[node].position;
    if (lost(0)) mark(defender_loses_, position);
    // Where the attacker may have come from, with what would take him back.
    const absl::Span<const Move> replies = RepliesOf(node);
    const kernel::Position sets = board_.SetsOf(position);
    board_.ForEachMove(sets.opponent, sets.mover, [&](Move back, Set attacker) {
      const Position before{board_.Rank(attacker), position.mover};
      if (values_.At(before) == kDraw && lost(PlaceOf(replies, back))) {
        mark(attacker_wins_, before);
      }
    });
  }
}

bool Product::DefenderToMoveLoses(const State& state) const {
  const std::optional<Entry> entry =
      Find(board_.PositionOf(state.position()), state.mover.last,
           state.opponent.last);
  return entry.has_value() &&
         (masks_[MaskIndex(*entry)] >> BitOf(wording_, state) & 1) != 0;
}

PositionCounts Product::Count() const {
  uint64_t always = 0;
  uint64_t sometimes = 0;
  uint64_t states = 0;
  for (uint32_t node = 0; node < index_.size(); ++node) {
    const auto masks = Part(masks_, &Node::masks, node);
    const auto lost = [](Mask mask) { return (mask & 1) != 0; };
    if (std::ranges::none_of(masks, lost)) continue;
    const uint64_t orbit = board_.OrbitSize(nodes_[node].position);
    sometimes += orbit;
    if (std::ranges::all_of(masks, lost)) always += orbit;

    // Returns that make no difference share the first row, or column.
    const kernel::Position sets = board_.SetsOf(nodes_[node].position);
    const size_t columns = RepliesOf(node).size() + 1;
    const uint64_t first_row = CountMoves(board_, sets.mover, sets.opponent) +
                               1 - MovesOf(node).size();
    const uint64_t first_column =
        CountMoves(board_, sets.opponent, sets.mover) + 2 - columns;
    for (size_t entry = 0; entry < masks.size(); ++entry) {
      if (!lost(masks[entry])) continue;
      states += orbit * (entry < columns ? first_row : 1) *
                (entry % columns == 0 ? first_column : 1);
    }
  }
  PositionCounts counts;
  counts.set_loser_to_move(std::ranges::count(defender_loses_, true));
  counts.set_winner_to_move(std::ranges::count(attacker_wins_, true));
  counts.set_always(always);
  counts.set_sometimes(sometimes);
  counts.set_states(states);
  return counts;
}

}  // namespace teeko::extra_rules
