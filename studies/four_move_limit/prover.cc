#include "studies/four_move_limit/prover.h"

namespace teeko::extra_rules {

bool Prover::Pressed(const State& hunted_to_move) const {
  const int hunter = board_.Rank(hunted_to_move.opponent.pieces);
  int holding = 0;
  return !board_.AnyMove(
      hunted_to_move.mover.pieces, hunted_to_move.opponent.pieces,
      [&](int, int, Set moved) {
        holding += !MoverWins(values_.At(hunter, board_.Rank(moved)));
        return holding > 1;
      });
}

bool Prover::HuntedLoses(const State& state, int plies) {
  const Value plain = PlainValue(state);
  if (MoverWins(plain)) return false;
  if (MoverLoses(plain) && state.opponent.moves_left != 1) return true;
  if (plies == 0) return false;
  if (plain == 0 && !Pressed(state)) return false;
  const Known known = hunted_to_move_[state];
  if (plies >= known.won_in) return true;
  if (plies <= known.not_in) return false;

  bool loses = true;
  ForEachTurn(board_, state, hunted_wording_,
              [&](const Turn&, const State& next) {
                loses = loses && HunterWins(next, plies - 1);
              });
  Known& memo = hunted_to_move_[state];
  (loses ? memo.won_in : memo.not_in) = plies;
  return loses;
}

bool Prover::HunterWins(const State& state, int plies) {
  const Value plain = PlainValue(state);
  if (MoverLoses(plain)) return false;
  if (MoverWins(plain) && state.mover.moves_left != 1) return true;
  if (plies == 0) return false;
  const Known known = hunter_to_move_[state];
  if (plies >= known.won_in) return true;
  if (plies <= known.not_in) return false;

  bool wins = false;
  ForEachTurn(board_, state, hunter_wording_,
              [&](const Turn&, const State& next) {
                wins = wins || HuntedLoses(next, plies - 1);
              });
  Known& memo = hunter_to_move_[state];
  (wins ? memo.won_in : memo.not_in) = plies;
  return wins;
}

std::optional<int> Prover::PliesToWin(const State& hunted_to_move, int plies) {
  for (int n = 0; n <= plies; ++n) {
    if (HuntedLoses(hunted_to_move, n)) return n;
  }
  return std::nullopt;
}

std::vector<ProofStep> Prover::Line(const State& hunted_to_move, int plies) {
  std::vector<ProofStep> line;
  State state = hunted_to_move;
  while (!MoverLoses(PlainValue(state)) || state.opponent.moves_left == 1) {
    // The hunted side's turn that takes the most plies to refute.
    ProofStep hunted{state, {}, {}};
    State longest;
    int most = -1;
    ForEachTurn(board_, state, hunted_wording_,
                [&](const Turn& turn, const State& next) {
                  const Value value = PlainValue(next);
                  int n = 0;
                  while (!HunterWins(next, n) && n < plies) ++n;
                  if (n >= most) {
                    most = n;
                    hunted.turn = turn;
                    longest = next;
                  }
                  if (!turn.invokes) hunted.refuted.push_back({turn, value});
                });
    if (most < 0) break;  // every turn forfeits
    std::erase_if(hunted.refuted, [&](const ProofStep::Refuted& other) {
      return other.turn.from == hunted.turn.from &&
             other.turn.to == hunted.turn.to;
    });
    line.push_back(hunted);
    if (most == 0) break;  // won in the plain game

    ProofStep hunter{longest, {}, {}};
    bool found = false;
    ForEachTurn(board_, longest, hunter_wording_,
                [&](const Turn& turn, const State& next) {
                  if (found || !HuntedLoses(next, most - 1)) return;
                  found = true;
                  hunter.turn = turn;
                  state = next;
                });
    line.push_back(hunter);
  }
  return line;
}

}  // namespace teeko::extra_rules
