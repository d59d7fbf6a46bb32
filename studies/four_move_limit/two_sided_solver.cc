#include "studies/four_move_limit/two_sided_solver.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace teeko::studies {
namespace {

// A move that returns and one that does not.  Phases do not depend on the
// squares, so these stand for all moves.
constexpr Move kReturn = {0, 1};
constexpr Move kOther = {2, 3};

// Returns a state with the phases of a bit.  The bit's number is the defender's
// phase times n + 1 plus the attacker's phase.
State StateOf(const Wording& wording, int bit) {
  const int n = wording.limit;
  const int defender = bit / (n + 1);
  const int attacker = bit % (n + 1);
  const auto steady_left = [&](int moves_made) {
    return static_cast<int8_t>(
        std::max(wording.steady_turns - 1 - moves_made, 0));
  };
  State state = {{.last = kReturn.Back()}, {.last = kReturn.Back()}};
  if (defender > 0) {
    state.mover.moves_left = defender;
    state.mover.steady_left = steady_left(n - defender);
  }
  if (attacker > 0) {
    state.opponent.returned = true;
    if (attacker < n) {
      // The attacker has moved once since the defender invoked, so the defender
      // has had one turn.
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

constexpr uint32_t kNoNode = -1;

int CountMoves(const Board& board, Position position) {
  int moves = 0;
  board.ForEachNext(position, [&](Move, Position) { ++moves; });
  return moves;
}

// Returns the index of a move in the list, counted from 1; 0 if it is not
// there.
uint8_t NumberOf(absl::Span<const Move> list, Move move) {
  const auto found = std::ranges::find(list, move);
  return found == list.end() ? 0 : found - list.begin() + 1;
}

}  // namespace

TwoSidedSolver::TwoSidedSolver(const Board& board, const Values& values,
                               const OnlyMoves& bound)
    : board_(board),
      values_(values),
      bound_(bound),
      nodes_(bound.lost().size()),
      node_at_(board.layout().size(), kNoNode),
      values_without_history_(values) {
  tbb::parallel_for(size_t{0}, nodes_.size(), [&](size_t i) {
    nodes_[i].position = bound.lost()[i];
    node_at_[board.Index(Swapped(nodes_[i].position))] = i;
    AddMoves(nodes_[i]);
  });
  for (Node& node : nodes_) {
    node.masks = masks_.size();
    masks_.resize(node.masks + node.rows() * node.columns());
  }
  tbb::parallel_for(size_t{0}, nodes_.size(), [&](size_t i) {
    Node& node = nodes_[i];
    for (Link& link : node.links) {
      link.to = *Find(link.next, node.moves[link.row - 1],
                      node.replies[link.column - 1]);
    }
  });
  for (uint32_t node = 0; node < nodes_.size(); ++node) {
    for (const Link& link : nodes_[node].links) {
      nodes_[link.to.node].dependents.push_back(node);
    }
  }
}

void TwoSidedSolver::AddMoves(Node& node) const {
  board_.ForEachNext(node.position, [&](Move move, Position moved) {
    if (MoverWins(values_.At(moved))) return;
    node.moves.push_back(move);
    board_.ForEachNext(moved, [&](Move reply, Position next) {
      if (bound_.Holding(next) > 0) return;
      if (NumberOf(node.replies, reply) == 0) node.replies.push_back(reply);
      node.links.push_back({.next = next,
                            .row = static_cast<uint8_t>(node.moves.size()),
                            .column = NumberOf(node.replies, reply)});
    });
  });
}

std::optional<TwoSidedSolver::Entry> TwoSidedSolver::Find(
    Position position, Move defender_last, Move attacker_last) const {
  const auto [canonical, symmetry] = board_.Canonical(Swapped(position));
  const uint32_t found = node_at_[board_.Index(canonical)];
  if (found == kNoNode) return std::nullopt;
  const Node& node = nodes_[found];
  const auto place_of = [&, s = symmetry](const Moves& list, Move last) {
    return last == kNoMove ? 0 : NumberOf(list, board_.Image(s, last.Back()));
  };
  const size_t row = place_of(node.moves, defender_last);
  const size_t column = place_of(node.replies, attacker_last);
  return Entry{
      found, static_cast<uint32_t>(node.masks + row * node.columns() + column)};
}

void TwoSidedSolver::Solve(const Wording& wording) {
  if (wording.limit < 1 || wording.limit > kLongestLimit ||
      wording.binds_invoker) {
    std::fprintf(stderr,
                 "TwoSidedSolver::Solve: expected a limit of 1 to 7 moves that "
                 "does not bind the invoker\n");
    std::abort();
  }
  std::ranges::fill(masks_, 0);
  wording_ = wording;
  SetSteps();
  // Other threads may see a mask before or after it grows.  Masks only grow,
  // and nodes that depend on a mask that has grown are evaluated again, so the
  // result is the same.
  std::vector<uint8_t> due;
  for (const Node& node : nodes_) {
    // Of two moves, one is not a return, and it is not refuted while all masks
    // are 0.
    due.push_back(node.moves.size() < 2);
  }
  for (std::atomic<bool> again = true; again.exchange(false);) {
    tbb::parallel_for(size_t{0}, nodes_.size(), [&](size_t node) {
      std::atomic_ref mine(due[node]);
      if (!mine.load(std::memory_order_relaxed) || !mine.exchange(false) ||
          !Evaluate(nodes_[node])) {
        return;
      }
      for (const uint32_t dependent : nodes_[node].dependents) {
        std::atomic_ref(due[dependent]).store(true);
      }
      again = true;
    });
  }
  SetResults();
}

void TwoSidedSolver::SetSteps() {
  const auto play = [&](const State& state, bool returns, bool invokes) {
    return After(state, {returns ? kReturn : kOther, invokes}, wording_);
  };
  // Returns the pairs of phases that the attacker can reach, by whether he
  // returns.
  const auto replies = [&](const State& attacker_to_move) {
    std::array<Mask, 2> next = {};
    for (const bool returns : {false, true}) {
      for (const bool invokes : {false, true}) {
        const auto after = play(attacker_to_move, returns, invokes);
        if (!after.has_value()) continue;
        next[returns] |= Mask{1} << BitOf(wording_, *after);
      }
    }
    return next;
  };
  const int size = wording_.limit + 1;
  forfeits_ = 0;
  for (const bool returns : {false, true}) {
    std::vector<Step>& steps = steps_[returns];
    steps.clear();
    for (int bit = 0; bit < size * size; ++bit) {
      const State state = StateOf(wording_, bit);
      const auto quiet = play(state, returns, /*invokes=*/false);
      if (!quiet.has_value()) forfeits_ |= Mask{1} << bit;
      // If the side may not invoke, or forfeits, both entries are the same.
      Step step;
      if (quiet.has_value()) step.next.fill(replies(*quiet));
      const auto invoked = play(state, returns, /*invokes=*/true);
      if (invoked.has_value()) step.next[true] = replies(*invoked);
      const auto same = std::ranges::find(steps, step.next, &Step::next);
      (same == steps.end() ? steps.emplace_back(step) : *same).from |= Mask{1}
                                                                       << bit;
    }
  }
}

TwoSidedSolver::Mask TwoSidedSolver::Refuted(bool returns, Mask steady,
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

bool TwoSidedSolver::Evaluate(const Node& node) {
  // For one move: the won pairs of phases to which replies lead.
  struct Replied {
    Mask steady = 0;     // replies that do not return
    Mask returning = 0;  // the reply that returns, if there is one
  };
  using ByMove = absl::InlinedVector<Replied, 8>;
  struct Reached {
    const Link* link;
    Mask mask;
  };
  absl::InlinedVector<Reached, 16> reached;  // only masks other than 0
  ByMove steadily(node.moves.size());        // if no reply is a return
  uint64_t columns = 0;  // columns of the replies in `reached`
  for (const Link& link : node.links) {
    const Mask mask =
        std::atomic_ref(masks_[link.to.mask]).load(std::memory_order_relaxed);
    if (mask == 0) continue;
    reached.push_back({&link, mask});
    steadily[link.row - 1].steady |= mask;
    columns |= uint64_t{1} << link.column;
  }
  // Of two moves that no reply refutes, one is not a return, so it holds the
  // draw.
  if (std::ranges::count(steadily, Mask{0}, &Replied::steady) > 1) return false;

  // Returns the masks of a column, by row.
  const auto lost_by_row = [&](const ByMove& replied) {
    absl::InlinedVector<Mask, 8> lost(node.rows(), ~Mask{0});
    for (size_t move = 0; move < node.moves.size(); ++move) {
      const auto& [steady, returning] = replied[move];
      const Mask refuted = Refuted(/*returns=*/false, steady, returning);
      for (size_t row = 0; row < node.rows(); ++row) {
        if (row != move + 1) lost[row] &= refuted;
      }
    }
    for (size_t move = 0; move < node.moves.size(); ++move) {
      Mask& returned = lost[move + 1];
      if (returned == 0) continue;
      const auto& [steady, returning] = replied[move];
      returned &= Refuted(/*returns=*/true, steady, returning);
    }
    return lost;
  };
  const auto lost_steadily = lost_by_row(steadily);
  bool grown = false;
  for (size_t column = 0; column < node.columns(); ++column) {
    auto lost = lost_steadily;
    if ((columns >> column & 1) != 0) {
      ByMove replied(node.moves.size());
      for (const auto& [link, mask] : reached) {
        auto& [steady, returning] = replied[link->row - 1];
        (link->column == column ? returning : steady) |= mask;
      }
      lost = lost_by_row(replied);
    }
    for (size_t row = 0; row < node.rows(); ++row) {
      Mask& mask = masks_[node.masks + row * node.columns() + column];
      if (lost[row] == mask) continue;
      std::atomic_ref(mask).store(lost[row], std::memory_order_relaxed);
      grown = true;
    }
  }
  return grown;
}

int TwoSidedSolver::SetOutcome(Position position, Value value) {
  if (values_without_history_.At(position) != kDraw) return 0;
  values_without_history_.Correct(position, value);
  return board_.OrbitSize(position);
}

void TwoSidedSolver::SetResults() {
  values_without_history_ = values_;
  uint64_t losers = 0;
  uint64_t winners = 0;
  uint64_t always = 0;
  uint64_t sometimes = 0;
  uint64_t states = 0;
  for (const Node& node : nodes_) {
    const absl::Span<const Mask> masks = absl::MakeSpan(masks_).subspan(
        node.masks, node.rows() * node.columns());
    const auto lost = [](Mask mask) { return (mask & 1) != 0; };
    if (std::ranges::none_of(masks, lost)) continue;
    if (lost(masks[0])) losers += SetOutcome(node.position, kLossInZero);
    // The positions before the attacker's last move, which `back` takes back.
    board_.ForEachBefore(node.position, [&](Move back, Position before) {
      if (lost(masks[NumberOf(node.replies, back)])) {
        winners += SetOutcome(before, kLossInZero + 1);
      }
    });

    const uint64_t orbit = board_.OrbitSize(node.position);
    sometimes += orbit;
    if (std::ranges::all_of(masks, lost)) always += orbit;
    // All returns that make no difference share the first row or column.
    const uint64_t first_row =
        CountMoves(board_, node.position) + 2 - node.rows();
    const uint64_t first_column =
        CountMoves(board_, Swapped(node.position)) + 2 - node.columns();
    for (size_t entry = 0; entry < masks.size(); ++entry) {
      if (!lost(masks[entry])) continue;
      states += orbit * (entry < node.columns() ? first_row : 1) *
                (entry % node.columns() == 0 ? first_column : 1);
    }
  }
  counts_.set_loser_to_move(losers);
  counts_.set_winner_to_move(winners);
  counts_.set_always(always);
  counts_.set_sometimes(sometimes);
  counts_.set_states(states);
}

bool TwoSidedSolver::DefenderToMoveLoses(const State& state) const {
  const std::optional<Entry> entry =
      Find(board_.PositionOf(state.position()), state.mover.last,
           state.opponent.last);
  return entry.has_value() &&
         (masks_[entry->mask] >> BitOf(wording_, state) & 1) != 0;
}

}  // namespace teeko::studies
