// Teeko in its plainest form, for tests: slow, small boards only, and written
// to be read rather than run.  Shares no code with the solver.

#ifndef TEEKO_SOLVER_B_PLAIN_GAME_H_
#define TEEKO_SOLVER_B_PLAIN_GAME_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "proto/rules.pb.h"

namespace teeko::solver_b {

class PlainGame {
 public:
  explicit PlainGame(const Rules& rules) : rules_(rules) {}

  // Looks at distances: squares are numbered from 0.
  bool Adjacent(int a, int b) const;

  // Looks at the figure that the squares form.
  bool IsGoal(uint64_t set) const;

  // All sets that are goals.
  std::set<uint64_t> Goals() const;

  // By pieces placed and drops to come: the values in the order of
  // proto/README.md, 65535 being no value.  Up to 16 squares.
  using Sections = std::map<std::pair<int, std::string>, std::vector<uint16_t>>;
  Sections Solve() const;

 private:
  // Mover's and opponent's sets.
  using Pair = std::pair<uint64_t, uint64_t>;

  int Squares() const { return rules_.rows() * rules_.columns(); }

  // Ascending.
  std::vector<uint64_t> SetsOfSize(int size) const;

  // All of a section, in the order of proto/README.md.
  std::vector<Pair> Positions(int placed) const;

  // Values are in the order of Positions.
  std::vector<uint16_t> SolveMoves(const std::set<uint64_t>& goals) const;
  std::vector<uint16_t> SolveDrops(const std::set<uint64_t>& goals, int placed,
                                   char letter,
                                   const std::vector<uint16_t>& next) const;

  Rules rules_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_PLAIN_GAME_H_
