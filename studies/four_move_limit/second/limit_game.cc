#include "studies/four_move_limit/second/limit_game.h"

#include <algorithm>
#include <tuple>

namespace teeko::studies::second {
namespace {

using kernel::Position;

History ImageOf(const std::vector<int>& symmetry, const History& history) {
  History image = history;
  image.last = second::ImageOf(symmetry, history.last);
  return image;
}

// The same for all states that are equal up to symmetry.
State Canonical(const kernel::Game& game, const State& state) {
  const auto key = [](const State& s) {
    return std::tuple(s.position.mover, s.position.opponent, s.mover.last.from,
                      s.mover.last.to, s.opponent.last.from,
                      s.opponent.last.to);
  };
  State least = state;
  for (const std::vector<int>& symmetry : game.symmetries) {
    const State image = {second::ImageOf(symmetry, state.position),
                         state.w_moves, ImageOf(symmetry, state.mover),
                         ImageOf(symmetry, state.opponent)};
    if (key(image) < key(least)) least = image;
  }
  return least;
}

// Calls visit(successor) for each move, without and with invoking the limit.  A
// move that would forfeit the game is no move.
template <typename Visit>
void ForEachNext(const kernel::Game& game, Wording wording, const State& state,
                 Visit visit) {
  kernel::ForEachSuccessor(game, state.position, [&](Position after) {
    const Move move = MoveBetween(state.position, after);
    const bool is_return = move == state.mover.last.Back();
    History mover = {.last = move};
    if (state.mover.left == 0) {
      mover.returned = is_return;
    } else if (is_return) {
      if (state.mover.left == 1) return;
      mover.left = state.mover.left - 1;
    }
    History opponent = state.opponent;
    opponent.returned = false;
    visit(State{after, !state.w_moves, opponent, mover});
    if (state.opponent.returned &&
        !(wording == Wording::kAmended && is_return)) {
      visit(State{after, !state.w_moves, Invoked(state.opponent), mover});
    }
  });
}

}  // namespace

LimitGame::Verdict LimitGame::Judge(const State& state) const {
  const auto& [position, w_moves, mover, opponent] = state;
  if (kernel::HasGoal(plain_.game, position.opponent)) {
    return w_moves ? Verdict::kNever : Verdict::kWon;
  }
  if (bounds_ == nullptr) return Verdict::kOpen;
  const auto& [sure, hope] = *bounds_;
  const kernel::Value value = plain_.values[plain_.IndexOf(position)];
  if (w_moves) {
    if (IsWin(value) && !sure.AtEnd(position, mover)) return Verdict::kWon;
    return hope.CanBeEnded(position, opponent) ? Verdict::kOpen
                                               : Verdict::kNever;
  }
  if (IsLoss(value) && !sure.CanBeEnded(position, opponent)) {
    return Verdict::kWon;
  }
  return hope.AtEnd(position, mover) ? Verdict::kOpen : Verdict::kNever;
}

uint32_t LimitGame::Add(const State& state) {
  const State canonical = Canonical(plain_.game, state);
  const auto [found, added] = numbers_.try_emplace(canonical, states_.size());
  if (added) states_.push_back(canonical);
  return found->second;
}

void LimitGame::Solve(Progress& progress) {
  std::vector<std::pair<uint32_t, uint32_t>> edges;  // successor, predecessor
  std::vector<uint32_t> won;  // whose predecessors have not been told
  for (uint32_t number = 0; number < states_.size(); ++number) {
    const State state = states_[number];
    // W needs one move that wins, L one that does not lose.
    const Verdict wanted = state.w_moves ? Verdict::kWon : Verdict::kNever;
    bool found = false;
    std::vector<State> open;
    ForEachNext(plain_.game, wording_, state, [&](const State& next) {
      const Verdict verdict = Judge(next);
      found |= verdict == wanted;
      if (verdict == Verdict::kOpen) open.push_back(next);
    });
    if (found) open.clear();
    if (state.w_moves) {
      needed_.push_back(found ? 0 : 1);
    } else {
      needed_.push_back(found ? 1 : open.size());
    }
    if (needed_.back() == 0) won.push_back(number);
    for (const State& next : open) edges.emplace_back(Add(next), number);
    progress.Advance(1);
  }
  std::ranges::sort(edges);
  while (!won.empty()) {
    const uint32_t number = won.back();
    won.pop_back();
    for (const auto& [successor, predecessor] : std::ranges::equal_range(
             edges, number, {}, &std::pair<uint32_t, uint32_t>::first)) {
      if (needed_[predecessor] == 0) continue;
      if (--needed_[predecessor] == 0) won.push_back(predecessor);
    }
  }
}

}  // namespace teeko::studies::second
