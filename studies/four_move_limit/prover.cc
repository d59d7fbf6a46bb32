#include "studies/four_move_limit/prover.h"

namespace teeko::extra_rules {

template <typename Search>
bool Prover::Remember(Memo& memo, const State& state, int plies,
                      Search search) {
  const Known known = memo[state];
  if (plies >= known.won_in) return true;
  if (plies <= known.not_in) return false;
  const bool won = search();
  Known& now = memo[state];  // the search may have moved it
  (won ? now.won_in : now.not_in) = plies;
  return won;
}

bool Prover::Pressed(const State& defender_to_move) const {
  const auto [defender, attacker] = defender_to_move.position();
  const int attacker_rank = board_.Rank(attacker);
  int holding = 0;
  return !board_.AnyMove(defender, attacker, [&](Move, Set moved) {
    holding += !MoverWins(values_.At({attacker_rank, board_.Rank(moved)}));
    return holding > 1;
  });
}

bool Prover::Wins(const State& state, int plies) {
  const Value plain = PlainValue(state);
  if (MoverWins(plain)) return false;
  if (MoverLoses(plain) && state.opponent.moves_left != 1) return true;
  if (plies == 0 || (plain == kDraw && !Pressed(state))) return false;
  return Remember(defender_to_move_, state, plies, [&] {
    bool loses = true;
    ForEachTurn(board_, state, defender_wording_,
                [&](const Turn&, const State& next) {
                  loses = loses && AttackerWins(next, plies - 1);
                });
    return loses;
  });
}

bool Prover::AttackerWins(const State& state, int plies) {
  const Value plain = PlainValue(state);
  if (MoverLoses(plain)) return false;
  if (MoverWins(plain) && state.mover.moves_left != 1) return true;
  if (plies == 0) return false;
  return Remember(attacker_to_move_, state, plies, [&] {
    bool wins = false;
    ForEachTurn(board_, state, attacker_wording_,
                [&](const Turn&, const State& next) {
                  wins = wins || Wins(next, plies - 1);
                });
    return wins;
  });
}

std::optional<int> Prover::PliesToWin(const State& defender_to_move,
                                      int plies) {
  for (int n = 0; n <= plies; ++n) {
    if (Wins(defender_to_move, n)) return n;
  }
  return std::nullopt;
}

std::vector<ProofStep> Prover::Line(const State& defender_to_move, int plies) {
  std::vector<ProofStep> line;
  State state = defender_to_move;
  while (!MoverLoses(PlainValue(state)) || state.opponent.moves_left == 1) {
    // The defender's turn that takes the most plies to refute.
    ProofStep defence{state, {}, {}};
    State longest;
    int most = -1;
    ForEachTurn(board_, state, defender_wording_,
                [&](const Turn& turn, const State& next) {
                  int n = 0;
                  while (!AttackerWins(next, n) && n < plies) ++n;
                  if (n >= most) {
                    most = n;
                    defence.turn = turn;
                    longest = next;
                  }
                  if (!turn.invokes) {
                    defence.refuted.push_back({turn.move, PlainValue(next)});
                  }
                });
    if (most < 0) break;  // every turn forfeits
    std::erase_if(defence.refuted, [&](const ProofStep::Refuted& other) {
      return other.move == defence.turn.move;
    });
    line.push_back(defence);
    if (most == 0) break;  // won in the plain game

    ProofStep attack{longest, {}, {}};
    bool found = false;
    ForEachTurn(board_, longest, attacker_wording_,
                [&](const Turn& turn, const State& next) {
                  if (found || !Wins(next, most - 1)) return;
                  found = true;
                  attack.turn = turn;
                  state = next;
                });
    line.push_back(attack);
  }
  return line;
}

}  // namespace teeko::extra_rules
