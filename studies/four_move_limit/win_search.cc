#include "studies/four_move_limit/win_search.h"

namespace teeko::studies {
namespace {

void AddTurn(const State& before, const Turn& turn,
             extra_rules::Example& example) {
  extra_rules::ExampleTurn& added = *example.add_turns();
  *added.mutable_position() = PlacementOf(before.position());
  added.set_move(MoveName(turn.move));
  added.set_invokes(turn.invokes);
  added.set_moves_left(before.mover.moves_left);
}

}  // namespace

bool WinSearch::Endangered(Position defender_to_move) const {
  const Value value = values_.At(defender_to_move);
  if (value != kDraw) return MoverLoses(value);
  int holding = 0;
  return !board_.AnyNext(defender_to_move, [&](Move, Position next) {
    holding += !MoverWins(values_.At(next));
    return holding > 1;
  });
}

bool WinSearch::Wins(const State& state, Position position, bool attacker_moves,
                     int plies) {
  const Value plain = values_.At(position);
  const bool won = attacker_moves ? MoverWins(plain) : MoverLoses(plain);
  const Side& attacker = attacker_moves ? state.mover : state.opponent;
  if (won && attacker.moves_left != 1) return true;
  if (plies == 0) return false;
  if (attacker_moves ? MoverLoses(plain) : !Endangered(position)) return false;

  const Known remembered = known_[attacker_moves][state];
  if (plies >= remembered.won_in) return true;
  if (plies <= remembered.not_in) return false;
  // The attacker needs one turn that wins.  The defender needs one turn that
  // does not lose.
  const bool found = board_.AnyNext(position, [&](Move move, Position next) {
    if (attacker_moves && !Endangered(next))
      return false;  // true for most positions
    return AnyTurnWith(move, state, wording_,
                       [&](const Turn&, const State& after) {
                         return Wins(after, next, !attacker_moves, plies - 1) ==
                                attacker_moves;
                       });
  });
  const bool wins = found == attacker_moves;
  Known& known =
      known_[attacker_moves][state];  // the recursion may have moved it
  (wins ? known.won_in : known.not_in) = plies;
  return wins;
}

std::optional<int> WinSearch::PliesToWin(const State& defender_to_move,
                                         int plies) {
  for (int n = 0; n <= plies; ++n) {
    if (Wins(defender_to_move, n)) return n;
  }
  return std::nullopt;
}

extra_rules::Example WinSearch::Line(const State& defender_to_move, int plies) {
  extra_rules::Example line;
  State state = defender_to_move;
  const auto value_of = [&](const State& state) {
    return values_.At(board_.PositionOf(state.position()));
  };
  while (!MoverLoses(value_of(state)) || state.opponent.moves_left == 1) {
    Turn defence;
    std::optional<State> longest;  // after the turn that holds out longest
    int most = 0;
    ForEachTurn(board_, state, wording_,
                [&](const Turn& turn, const State& next) {
                  int n = 0;
                  while (n < plies && !Wins(next, true, n)) ++n;
                  if (n < most) return;
                  most = n;
                  defence = turn;
                  longest = next;
                });
    if (!longest.has_value()) break;  // every turn forfeits
    AddTurn(state, defence, line);
    ForEachTurn(board_, state, wording_,
                [&](const Turn& turn, const State& next) {
                  if (turn.invokes || turn.move == defence.move) return;
                  const Value value = value_of(next);
                  extra_rules::Refuted& refuted =
                      *line.mutable_turns(line.turns_size() - 1)->add_refuted();
                  refuted.set_move(MoveName(turn.move));
                  refuted.set_plies(value == kDraw ? 0 : value - 1);
                });
    if (most == 0) break;  // the plain game is won
    AnyTurn(board_, *longest, wording_,
            [&](const Turn& turn, const State& next) {
              if (!Wins(next, most - 1)) return false;
              AddTurn(*longest, turn, line);
              state = next;
              return true;
            });
  }
  return line;
}

}  // namespace teeko::studies
