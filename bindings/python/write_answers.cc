// Writes the answers of the C++ tablebase for positions of random games, for a
// test of the Python package.  Each line has the position (the squares of Black
// and of Red as bits, the side to move, the style, the centre ban) and the
// answer (the value, the number of moves, and the first move, if there is one).

#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "game/game.h"
#include "game/tables_for_test.h"

int main() {
  using namespace teeko;
  constexpr int kPositions = 100'000;
  const Game& game = Advanced().game();
  const auto& styles = game.rules().styles();
  std::mt19937 random(1);
  const auto start = [&] {
    return game.Start(styles[random() % styles.size()], random() % 2);
  };
  Position position = start();
  for (int i = 0; i < kPositions; ++i) {
    const std::vector<Successor> successors = *Advanced().Successors(position);
    std::cout << position.black << "|" << position.red << "|"
              << ToString(position.to_move) << "|" << position.style << "|"
              << position.centre_ban << "|"
              << ToString(*Advanced().Probe(position)) << "|"
              << successors.size() << "|"
              << (successors.empty() ? "" : ToString(successors[0].move))
              << "\n";
    // Most games end early, so that one position in five has drops to come.
    const bool ends = successors.empty() || random() % 40 == 0;
    position =
        ends ? start() : successors[random() % successors.size()].position;
  }
}
