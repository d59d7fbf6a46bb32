#include "solver_b/random_rules.h"

#include <algorithm>
#include <bitset>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"

namespace teeko {

void showValue(const Rules& rules, std::ostream& out) {
  out << rules.ShortDebugString();
}

}  // namespace teeko

namespace teeko::solver_b {
namespace {

// The families that fit, in protobuf text form.
std::vector<std::string> Families(int rows, int columns, int pieces) {
  std::vector<std::string> families;
  if (pieces <= std::max(rows, columns)) {
    families.push_back(absl::StrCat("line { length: ", pieces, " }"));
  }
  const int extent = std::min(rows, columns) - 1;
  if (pieces != 4) return families;
  for (int side = 1; side <= extent; ++side) {
    families.push_back(absl::StrCat("square { side: ", side, " }"));
  }
  for (int radius = 1; 2 * radius <= extent; ++radius) {
    families.push_back(absl::StrCat("diamond { radius: ", radius, " }"));
  }
  if (extent >= 2) families.push_back("tilted_squares {}");
  return families;
}

}  // namespace

void showValue(const Position& position, std::ostream& out) {
  out << std::bitset<kMaxSquares>(position.mover) << " to move, "
      << std::bitset<kMaxSquares>(position.opponent) << " waits";
}

rc::Gen<Rules> RandomRules(int max_squares, int max_pieces) {
  return rc::gen::exec([=]() -> Rules {
    const int rows = *rc::gen::inRange(1, 6);
    const int columns =
        *rc::gen::inRange((4 + rows - 1) / rows, max_squares / rows + 1);
    const int pieces =
        *rc::gen::inRange(2, std::min(max_pieces, rows * columns / 2) + 1);
    std::vector<std::string> families = Families(rows, columns, pieces);
    RC_PRE(!families.empty());
    std::string text = absl::StrCat("name: \"random\" rows: ", rows,
                                    " columns: ", columns, " pieces: ", pieces);
    if (*rc::gen::arbitrary<bool>()) absl::StrAppend(&text, " edges: WRAPPED");
    const auto some = *rc::gen::suchThat(
        rc::gen::container<std::vector<bool>>(families.size(),
                                              rc::gen::arbitrary<bool>()),
        [](const std::vector<bool>& chosen) {
          return std::find(chosen.begin(), chosen.end(), true) != chosen.end();
        });
    for (size_t i = 0; i < families.size(); ++i) {
      if (some[i]) absl::StrAppend(&text, " goals { ", families[i], " }");
    }
    return *ParseRules(text, "random rules");
  });
}

rc::Gen<Position> RandomPosition(const Board& board) {
  return rc::gen::exec([&board]() -> Position {
    const int pieces = board.pieces();
    const std::vector<int> squares = *rc::gen::unique<std::vector<int>>(
        2 * pieces, rc::gen::inRange(0, board.squares()));
    Position position = {};
    for (int i = 0; i < pieces; ++i) {
      position.mover |= SetOf(squares[i]);
      position.opponent |= SetOf(squares[pieces + i]);
    }
    return position;
  });
}

}  // namespace teeko::solver_b
