#include "solver_b/plain_game_for_test.h"

#include <algorithm>
#include <bit>
#include <set>

namespace teeko::solver_b {
namespace {

constexpr uint16_t kDraw = 0;
constexpr uint16_t kLostNow = 1;
constexpr uint16_t kImpossible = 65535;

// Returns the value before a ply to a position with value `after`.
int Before(uint16_t after) { return after == kDraw ? kDraw : after + 1; }

// True if a is worse than b for the side to move.  A loss is worse than a draw,
// and a draw is worse than a win.  An earlier loss is worse than a later loss,
// and a later win is worse than an earlier win.
bool IsWorse(int a, int b) {
  const auto kind = [](int value) {
    return value == kDraw ? 1 : value % 2 == 0 ? 2 : 0;
  };
  if (kind(a) != kind(b)) return kind(a) < kind(b);
  return kind(a) == 2 ? a > b : a < b;
}

std::vector<Set> SetsOfSize(const Board& board, int size) {
  std::vector<Set> sets;
  for (Set set = 0; set < SetOf(board.squares()); ++set) {
    if (std::popcount(set) == size) sets.push_back(set);
  }
  return sets;
}

// Returns all positions of a section in the order of docs/formats.md,
// ascending.
std::vector<Position> Positions(const Board& board, int placed) {
  const std::vector<Set> opponents = SetsOfSize(board, (placed + 1) / 2);
  std::vector<Position> positions;
  for (const Set mover : SetsOfSize(board, placed / 2)) {
    for (const Set opponent : opponents) {
      if ((mover & opponent) == 0) positions.push_back({mover, opponent});
    }
  }
  return positions;
}

size_t IndexIn(const std::vector<Position>& positions, const Position& item) {
  return std::lower_bound(positions.begin(), positions.end(), item) -
         positions.begin();
}

// Returns the values with all pieces placed.  Computes which wins and losses
// the sides can force within 1, 2, … plies, until one more ply changes no
// value.
std::vector<uint16_t> SolveMoves(const Board& board) {
  const std::vector<Position> positions = Positions(board, 2 * board.pieces());
  std::vector<uint16_t> values(positions.size(), kDraw);
  // Empty if the game is over.
  std::vector<std::vector<size_t>> successors(positions.size());
  for (size_t i = 0; i < positions.size(); ++i) {
    if (board.IsGoal(positions[i].mover)) {
      values[i] = kImpossible;
      continue;
    }
    values[i] = kLostNow;
    if (board.IsGoal(positions[i].opponent)) continue;
    for (const Position& successor : Successors(board, positions[i])) {
      successors[i].push_back(IndexIn(positions, successor));
      values[i] = kDraw;
    }
  }
  for (bool changed = true; changed;) {
    const std::vector<uint16_t> fewer = values;
    for (size_t i = 0; i < positions.size(); ++i) {
      if (successors[i].empty()) continue;
      values[i] = Before(fewer[successors[i][0]]);
      for (const size_t j : successors[i]) {
        values[i] = std::max<int>(values[i], Before(fewer[j]), IsWorse);
      }
    }
    changed = values != fewer;
  }
  return values;
}

std::vector<uint16_t> SolveDrops(const Board& board, int placed, char letter,
                                 const std::vector<uint16_t>& next) {
  const std::vector<Position> next_positions = Positions(board, placed + 1);
  std::vector<uint16_t> values;
  for (const auto& [mover, opponent] : Positions(board, placed)) {
    if (board.IsGoal(opponent)) {  // a goal needs all pieces of a side
      values.push_back(kLostNow);
      continue;
    }
    std::vector<int> choices;
    for (int square = 0; square < board.squares(); ++square) {
      if (((mover | opponent) & SetOf(square)) != 0) continue;
      const Position after = {opponent, mover | SetOf(square)};
      choices.push_back(Before(next[IndexIn(next_positions, after)]));
    }
    std::sort(choices.begin(), choices.end(), IsWorse);
    values.push_back(letter == 'S' ? choices.back() : choices.front());
  }
  return values;
}

// Returns all sets that `pieces` can become by a move.  Moves are reversible,
// so these are also the sets before the last move.
std::vector<Set> AfterMove(const Board& board, Set pieces, Set others) {
  std::vector<Set> all;
  for (int from = 0; from < board.squares(); ++from) {
    if ((pieces & SetOf(from)) == 0) continue;
    for (int to = 0; to < board.squares(); ++to) {
      if ((board.neighbors()[from] & ~(pieces | others) & SetOf(to)) != 0) {
        all.push_back((pieces ^ SetOf(from)) | SetOf(to));
      }
    }
  }
  return all;
}

// The attacker's pips by square (0: no marker), the defender's set, and the
// side to move.
struct Scored {
  std::vector<int> pips;
  Set defender;
  bool attacker_moves;

  Set attacker() const {
    Set set = 0;
    for (size_t i = 0; i < pips.size(); ++i) set |= pips[i] > 0 ? SetOf(i) : 0;
    return set;
  }
  friend auto operator<=>(const Scored&, const Scored&) = default;
};

// Solves a threshold game.  Values are numbers of plies.
class ThresholdGame {
 public:
  ThresholdGame(const Board& board, int threshold)
      : board_(board), scoring_(*board.game().scoring), threshold_(threshold) {
    std::vector<int> pips = scoring_.pips;
    std::sort(pips.begin(), pips.end());
    do {
      AddPlacements(pips);
    } while (std::next_permutation(pips.begin(), pips.end()));
    SolveMoves();
  }

  // Adds the values of all sections to `sections`.
  void AddTo(PlainSections& sections) {
    for (const std::string& style : board_.game().styles) {
      for (int placed = 2 * board_.pieces(); placed >= 0; --placed) {
        for (const bool attacker_moves : {true, false}) {
          const std::string drops = style.substr(placed / 2);
          const int movers = placed / 2, others = placed - movers;
          sections[{placed, NameOf(drops, threshold_, attacker_moves)}] =
              Payload(attacker_moves ? movers : others,
                      attacker_moves ? others : movers, attacker_moves, drops);
        }
      }
    }
  }

 private:
  static constexpr int kNever = 1000;

  bool IsOver(const Scored& position) const {
    return board_.IsGoal(position.attacker()) ||
           board_.IsGoal(position.defender);
  }

  // Returns the plies to a success if a marker of the attacker has completed a
  // goal on `square`; `otherwise` if there is no goal.
  int AfterStep(const Scored& after, int square, int otherwise) const {
    const Set set = after.attacker();
    if (board_.IsGoal(after.defender)) return kNever;
    if (!board_.IsGoal(set)) return otherwise;
    int score = after.pips[square] + board_.PointsOf(set);
    if ((scoring_.special & SetOf(square)) != 0) {
      score += scoring_.special_points;
    }
    return score >= threshold_ ? 0 : kNever;
  }

  void AddPlacements(const std::vector<int>& pips) {
    for (const Position& position : Positions(board_, 2 * board_.pieces())) {
      Scored scored = {std::vector<int>(board_.squares()), position.opponent,
                       false};
      int marker = 0;
      for (int i = 0; i < board_.squares(); ++i) {
        if ((position.mover & SetOf(i)) != 0) scored.pips[i] = pips[marker++];
      }
      for (const bool attacker_moves : {false, true}) {
        scored.attacker_moves = attacker_moves;
        moves_[scored] = kNever;
      }
    }
  }

  // Finds the successes in 0, 1, 2, … plies.
  void SolveMoves() {
    int last = 0;
    for (int plies = 0; plies <= last + 2; ++plies) {
      for (auto& [position, value] : moves_) {
        if (value < kNever || IsOver(position)) continue;
        if (PliesOfMoves(position) != plies) continue;
        value = plies;
        last = plies;
      }
    }
  }

  // Returns the plies to a success, as far as the values are known.
  int PliesOfMoves(const Scored& position) const {
    const Set attacker = position.attacker();
    std::vector<int> choices;
    for (int from = 0; from < board_.squares(); ++from) {
      for (int to = 0; to < board_.squares(); ++to) {
        Scored after = position;
        const Set free = ~(attacker | position.defender);
        if ((board_.neighbors()[from] & free & SetOf(to)) == 0) continue;
        after.attacker_moves = !position.attacker_moves;
        if (position.attacker_moves && position.pips[from] > 0) {
          std::swap(after.pips[from], after.pips[to]);
        } else if (!position.attacker_moves &&
                   (position.defender & SetOf(from)) != 0) {
          after.defender ^= SetOf(from) | SetOf(to);
        } else {
          continue;
        }
        choices.push_back(1 + AfterStep(after, to, moves_.at(after)));
      }
    }
    if (choices.empty()) {  // the side to move loses one point
      return !position.attacker_moves && threshold_ == 1 ? 0 : kNever;
    }
    const auto [least, most] =
        std::minmax_element(choices.begin(), choices.end());
    return position.attacker_moves ? *least : *most;
  }

  int Solve(const Scored& position, const std::string& drops) {
    const int own = std::popcount(position.attacker());
    const int placed = own + std::popcount(position.defender);
    if (placed == 2 * board_.pieces()) return moves_.at(position);
    const auto [known, is_new] = drops_.try_emplace({position, drops}, kNever);
    if (!is_new) return known->second;
    // The pips of markers that can be dropped; the defender's do not matter.
    std::vector<int> left = {0};
    if (position.attacker_moves) {
      left = scoring_.pips;
      for (const int pips : position.pips) {
        if (pips > 0) left.erase(std::find(left.begin(), left.end(), pips));
      }
    }
    const bool owner_chooses = drops[0] == 'S';
    int best = kNever;  // for the attacker
    for (const int pips : left) {
      std::vector<int> choices;
      for (int square = 0; square < board_.squares(); ++square) {
        Scored after = position;
        if ((position.attacker() | position.defender) >> square & 1) continue;
        after.attacker_moves = !position.attacker_moves;
        after.pips[square] = pips;
        if (!position.attacker_moves) after.defender |= SetOf(square);
        int value = AfterStep(after, square, -1);
        if (value < 0) value = Solve(after, drops.substr(placed % 2));
        choices.push_back(value);
      }
      const auto [least, most] =
          std::minmax_element(choices.begin(), choices.end());
      best = std::min(
          best, owner_chooses == position.attacker_moves ? *least : *most);
    }
    return drops_[{position, drops}] = std::min(best + 1, kNever);
  }

  int ClassOf(int pips) const {
    std::set<int> smaller;  // bonuses that are too small
    for (const GoalFamily& family : board_.game().goals) {
      for (const int points : {0, scoring_.special_points}) {
        if (pips + family.points + points < threshold_) {
          smaller.insert(family.points + points);
        }
      }
    }
    return smaller.size();
  }

  std::vector<uint16_t> Payload(int attackers, int defenders,
                                bool attacker_moves, const std::string& drops) {
    // By pattern: the pips of some markers with these classes.
    std::map<std::vector<int>, std::vector<int>> patterns;
    std::vector<int> pips = scoring_.pips;
    std::sort(pips.begin(), pips.end());
    do {
      std::vector<int> classes;
      for (int i = 0; i < attackers; ++i) classes.push_back(ClassOf(pips[i]));
      patterns[classes] = pips;
    } while (std::next_permutation(pips.begin(), pips.end()));

    std::vector<uint16_t> values;
    for (const Set set : SetsOfSize(board_, attackers)) {
      if (std::any_of(board_.symmetries().begin(), board_.symmetries().end(),
                      [set](const Permutation& symmetry) {
                        return Image(symmetry, set) < set;
                      })) {
        continue;
      }
      for (const auto& [classes, pips_of_classes] : patterns) {
        for (const Set defender : SetsOfSize(board_, defenders)) {
          if ((set & defender) != 0) continue;
          Scored position = {std::vector<int>(board_.squares()), defender,
                             attacker_moves};
          int marker = 0;
          for (int i = 0; i < board_.squares(); ++i) {
            if ((set & SetOf(i)) != 0) {
              position.pips[i] = pips_of_classes[marker++];
            }
          }
          const int plies = IsOver(position) ? 0 : Solve(position, drops);
          values.push_back(IsOver(position)  ? kImpossible
                           : plies == kNever ? 0
                                             : plies + 1);
        }
      }
    }
    return values;
  }

  const Board& board_;
  const Scoring& scoring_;
  const int threshold_;
  std::map<Scored, int> moves_;  // with all markers placed
  std::map<std::pair<Scored, std::string>, int> drops_;
};

}  // namespace

std::string NameOf(const std::string& drops, int threshold,
                   bool attacker_moves) {
  return drops + "/" + std::to_string(threshold) +
         (attacker_moves ? "/attacker" : "/defender");
}

std::vector<Position> Successors(const Board& board, const Position& position) {
  std::vector<Position> successors;
  for (const Set after : AfterMove(board, position.mover, position.opponent)) {
    successors.push_back({position.opponent, after});
  }
  return successors;
}

std::vector<Position> Predecessors(const Board& board,
                                   const Position& position) {
  std::vector<Position> predecessors;
  for (const Set before : AfterMove(board, position.opponent, position.mover)) {
    predecessors.push_back({before, position.mover});
  }
  return predecessors;
}

PlainSections SolvePlainly(const Board& board) {
  PlainSections sections;
  if (const auto& scoring = board.game().scoring) {
    int most = 0;  // points of a goal
    for (const GoalFamily& family : board.game().goals) {
      most = std::max(most, family.points);
    }
    most += scoring->special_points +
            *std::max_element(scoring->pips.begin(), scoring->pips.end());
    for (int t = 1; t <= most; ++t) ThresholdGame(board, t).AddTo(sections);
    return sections;
  }
  const int all = 2 * board.pieces();
  sections[{all, ""}] = SolveMoves(board);
  for (const std::string& style : board.game().styles) {
    for (int placed = all - 1; placed >= 0; --placed) {
      const std::string drops = style.substr(placed / 2);
      const std::string drops_after = style.substr((placed + 1) / 2);
      if (sections.contains({placed, drops})) continue;
      sections[{placed, drops}] = SolveDrops(
          board, placed, drops[0], sections.at({placed + 1, drops_after}));
    }
  }
  return sections;
}

}  // namespace teeko::solver_b
