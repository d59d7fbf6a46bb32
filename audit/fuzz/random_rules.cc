#include "audit/fuzz/random_rules.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "proto/rules_file.h"
#include "verify/order.h"

namespace teeko::verify {
namespace {

// least, …, most.
int Between(int least, int most, Random& random) {
  return least + static_cast<int>(random() % (most - least + 1));
}

bool Coin(Random& random) { return random() % 2 == 0; }

void AddGoals(Rules& rules, Random& random) {
  const int shorter = static_cast<int>(std::min(rules.rows(), rules.columns()));
  switch (rules.pieces() == 4 ? Between(0, 3, random) : 0) {
    case 0:
      rules.add_goals()->mutable_line()->set_length(rules.pieces());
      break;
    case 1:
      rules.add_goals()->mutable_square()->set_side(
          Between(1, shorter, random));
      break;
    case 2:
      rules.add_goals()->mutable_diamond()->set_radius(
          Between(1, (shorter + 1) / 2, random));
      break;
    case 3:
      rules.add_goals()->mutable_tilted_squares();
      break;
  }
}

// Does not care whether they make sense.
Rules RandomWords(Random& random) {
  Rules rules;
  rules.set_name("fuzz");
  const int rows = Between(1, 8, random);
  const int columns = Between(1, 64 / rows, random);
  const bool upright = Coin(random);
  rules.set_rows(upright ? columns : rows);
  rules.set_columns(upright ? rows : columns);
  rules.set_pieces(Coin(random) ? 4 : Between(2, 8, random));
  if (Coin(random)) rules.set_edges(Rules::WRAPPED);
  for (int i = Between(1, 3, random); i > 0; --i) AddGoals(rules, random);
  for (int i = Between(1, 3, random); i > 0; --i) {
    std::string style;
    for (uint32_t k = 0; k < rules.pieces(); ++k) {
      style += Coin(random) ? 'S' : 'A';
    }
    rules.add_styles(style);
  }
  return rules;
}

}  // namespace

Rules RandomRules(Random& random) {
  Rules rules;
  do {
    rules = RandomWords(random);
  } while (!ValidateRules(rules).ok());
  return rules;
}

Rules RandomRulesWithin(uint64_t positions, Random& random) {
  Rules rules;
  do {
    rules = RandomRules(random);
  } while (TablePositions(rules) > positions);
  return rules;
}

uint64_t TablePositions(const Rules& rules) {
  kernel::Game game;  // no more of it matters here
  game.squares = static_cast<int>(rules.rows() * rules.columns());
  game.pieces = static_cast<int>(rules.pieces());
  uint64_t sum = 0;
  for (const kernel::Section& section :
       kernel::Sections(game, {rules.styles().begin(), rules.styles().end()})) {
    if (__builtin_add_overflow(sum, section.positions, &sum)) {
      return std::numeric_limits<uint64_t>::max();
    }
  }
  return sum;
}

kernel::Position RandomPosition(const Rules& rules, Random& random) {
  const int all = static_cast<int>(2 * rules.pieces());
  const int placed = random() % 4 == 0 ? Between(0, all - 1, random) : all;
  std::vector<int> squares(rules.rows() * rules.columns());
  std::iota(squares.begin(), squares.end(), 0);
  std::shuffle(squares.begin(), squares.end(), random);
  kernel::Position position = {};
  for (int i = 0; i < placed; ++i) {
    (i < placed / 2 ? position.mover : position.opponent) |=
        kernel::Only(squares[i]);
  }
  return position;
}

}  // namespace teeko::verify
