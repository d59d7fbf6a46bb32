// Compares tables of scored rules with docs/rules.md §7.  The test plays with
// pips: it needs classes only to find a value in the table.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "base/processes.h"
#include "proto/rules_file.h"
#include "proto/table_reader.h"
#include "solver_a/board.h"
#include "solver_a/solve.h"
#include "solver_a/targets_for_test.h"

namespace teeko::solver_a {
namespace {

constexpr int kOver = 255;
// Pips or classes of the attacker's markers, in the order of their squares.
using Markers = std::vector<int>;

struct Position {
  Set attacker;
  Set defender;
  Markers pips;
  bool attacker_moves;
  std::string drops;  // letters of the drops to come, as in a section
};

std::vector<Set> SetsOf(int squares, int pieces) {
  std::vector<Set> sets;
  for (Set set = 0; set < Set{1} << squares; ++set) {
    if (std::popcount(set) == pieces) sets.push_back(set);
  }
  return sets;
}

// Returns all sequences of `size` of the markers, without duplicates.
std::set<Markers> Sequences(Markers markers, int size) {
  std::set<Markers> sequences;
  std::ranges::sort(markers);
  do {
    sequences.emplace(markers.begin(), markers.begin() + size);
  } while (std::ranges::next_permutation(markers).found);
  return sequences;
}

Set Image(const std::vector<int>& symmetry, Set set) {
  Set image = 0;
  for (const int square : SquaresOf(set)) image |= Set{1} << symmetry[square];
  return image;
}

// The board and the scoring of a set of rules.
class Game {
 public:
  explicit Game(const Rules& rules)
      : rules_(rules),
        board_(rules),
        pips_(rules.scoring().pips().begin(), rules.scoring().pips().end()) {
    for (const int square : rules.scoring().special_squares()) {
      special_ |= Set{1} << (square - 1);
    }
    for (const GoalFamily& family : rules.goals()) {
      Rules alone = rules;
      alone.clear_goals();
      *alone.add_goals() = family;
      families_.emplace_back(family.points(), Board(alone));
      bonuses_.insert(family.points());
      if (special_ != 0) bonuses_.insert(family.points() + special_points());
    }
    MakeSymmetries();
    for (int size = 0; size <= board_.pieces(); ++size) {
      for (const Set set : SetsOf(board_.squares(), size)) {
        to_smallest_[set] = *std::ranges::min_element(
            symmetries_, {}, [&](const std::vector<int>& symmetry) {
              return Image(symmetry, set);
            });
      }
    }
  }

  const Board& board() const { return board_; }
  const Markers& pips() const { return pips_; }
  // Returns a symmetry that takes a set of the attacker to its smallest image.
  const std::vector<int>& ToSmallest(Set set) const {
    return to_smallest_.at(set);
  }

  // Returns the score of a goal whose completing marker stands on `square`.
  int Score(Set goal, int square, int pips) const {
    int family_points = 0;
    for (const auto& [points, board] : families_) {
      if (board.IsGoal(goal)) family_points = std::max(family_points, points);
    }
    const bool special = (special_ >> square & 1) != 0;
    return pips + (special ? special_points() : 0) + family_points;
  }

  int LargestScore() const {
    int largest = 0;
    for (const auto& [points, board] : families_) {
      largest = std::max(largest, points);
    }
    return largest + std::ranges::max(pips_) + special_points();
  }

  Markers ClassesOf(Markers pips, int threshold) const {
    for (int& marker : pips) {
      marker = std::ranges::count_if(bonuses_, [&, pips = marker](int bonus) {
        return pips + bonus < threshold;
      });
    }
    return pips;
  }

 private:
  int special_points() const { return rules_.scoring().special_points(); }

  // Composes the generators of the board's symmetries until there are no more.
  void MakeSymmetries() {
    const int rows = rules_.rows(), columns = rules_.columns();
    std::vector<std::vector<int>> generators(rows == columns ? 5 : 4);
    for (int square = 0; square < rows * columns; ++square) {
      const int row = square / columns, column = square % columns;
      const bool wrapped = rules_.edges() == Rules::WRAPPED;
      generators[0].push_back((rows - 1 - row) * columns + column);
      generators[1].push_back(row * columns + columns - 1 - column);
      generators[2].push_back((row + wrapped) % rows * columns + column);
      generators[3].push_back(row * columns + (column + wrapped) % columns);
      if (rows == columns) generators[4].push_back(column * columns + row);
    }
    std::set<std::vector<int>> all(generators.begin(), generators.end());
    for (size_t size = 0; size < all.size();) {
      size = all.size();
      const std::set<std::vector<int>> known = all;
      for (const std::vector<int>& symmetry : known) {
        for (const std::vector<int>& generator : generators) {
          std::vector<int> composed;
          for (const int image : symmetry) composed.push_back(generator[image]);
          all.insert(composed);
        }
      }
    }
    for (const std::vector<int>& symmetry : all) {
      if (Image(symmetry, special_) == special_) symmetries_.insert(symmetry);
    }
  }

  Rules rules_;
  Board board_;
  Markers pips_;
  Set special_ = 0;
  std::vector<std::pair<int, Board>> families_;
  std::set<int> bonuses_;
  // symmetry[square] is the image of a square.
  std::set<std::vector<int>> symmetries_;
  absl::flat_hash_map<Set, std::vector<int>> to_smallest_;
};

// Returns the image of a position.
Position Image(const std::vector<int>& symmetry, const Position& position) {
  Position image = position;
  image.attacker = Image(symmetry, position.attacker);
  image.defender = Image(symmetry, position.defender);
  std::map<int, int> pips;  // by square
  for (size_t i = 0; i < position.pips.size(); ++i) {
    pips[symmetry[SquaresOf(position.attacker)[i]]] = position.pips[i];
  }
  image.pips.clear();
  for (const auto& [square, marker] : pips) image.pips.push_back(marker);
  return image;
}

// A table that was written and read again.  A table of ordinary rules is read
// as threshold 0, with the mover as the attacker and without classes.
class Table {
 public:
  Table(const Game& game, const std::string& path) {
    const absl::StatusOr<proto::TableReader> reader =
        proto::TableReader::Open(path);
    EXPECT_TRUE(reader.ok()) << reader.status();
    const TableFooter& footer = reader->footer();
    const bool scored = footer.rules().has_scoring();
    const int squares = game.board().squares();
    for (int i = 0; i < footer.sections_size(); ++i) {
      const Section& section = footer.sections(i);
      const bool attacker_moves = section.attacker_moves() || !scored;
      const int attackers = (section.placed() + !attacker_moves) / 2;
      std::vector<uint8_t> payload(section.positions());
      EXPECT_TRUE(reader->ReadSection(i, absl::MakeSpan(payload)).ok());
      const std::set<Markers> patterns =
          scored ? Sequences(game.ClassesOf(game.pips(), section.threshold()),
                             attackers)
                 : std::set<Markers>{{}};
      Values& values = sections_[{section.threshold(), attacker_moves,
                                  section.placed(), section.drops()}];
      const std::vector<Set> defenders =
          SetsOf(squares, section.placed() - attackers);
      size_t next = 0;
      for (const Set attacker : SetsOf(squares, attackers)) {
        if (scored && Image(game.ToSmallest(attacker), attacker) != attacker) {
          continue;
        }
        for (const Markers& pattern : patterns) {
          for (const Set defender : defenders) {
            if ((attacker & defender) != 0) continue;
            EXPECT_LT(next, payload.size());
            values[{attacker, pattern, defender}] = payload[next++];
          }
        }
      }
      EXPECT_EQ(next, payload.size());
    }
  }

  // The values by the attacker's set, the pattern and the defender's set.
  using Values = absl::flat_hash_map<std::tuple<Set, Markers, Set>, int>;

  // By threshold, attacker_moves, pieces placed and drops to come.
  const std::map<std::tuple<int, bool, int, std::string>, Values>& sections()
      const {
    return sections_;
  }

  // Returns the value of a position, from the row of the smallest image.
  int Lookup(const Game& game, const Position& position, int threshold) const {
    const Position smallest =
        Image(game.ToSmallest(position.attacker), position);
    const int placed =
        std::popcount(position.attacker) + std::popcount(position.defender);
    return sections_
        .at({threshold, position.attacker_moves, placed, position.drops})
        .at({smallest.attacker, game.ClassesOf(smallest.pips, threshold),
             smallest.defender});
  }

 private:
  std::map<std::tuple<int, bool, int, std::string>, Values> sections_;
};

// Returns the value of a position, computed from the values of its successors.
// If this agrees with the table for every position, the table is right.
// Induction on the number of plies proves all successes.  In each other
// position, the defender can keep to positions that are not successes.
int ValueFromSuccessors(const Table& table, const Game& game,
                        const Position& position, int threshold) {
  constexpr int kNever = 1000;
  const Board& board = game.board();
  // Clang 14 cannot capture structured bindings in lambdas.
  const Set attacker = position.attacker, defender = position.defender;
  const Markers& pips = position.pips;
  const bool attacker_moves = position.attacker_moves;
  const std::string& drops = position.drops;
  const int placed = std::popcount(attacker) + std::popcount(defender);
  if (board.IsGoal(attacker) || board.IsGoal(defender)) return kOver;

  // Returns the plies to success after the mover puts a marker on `square`.
  // The mover's other markers are `others`, with `other_pips` if the mover is
  // the attacker.
  const auto plies_after = [&](Set others, Markers other_pips, int marker,
                               int square) {
    const Set after = others | Set{1} << square;
    if (board.IsGoal(after)) {
      return attacker_moves && game.Score(after, square, marker) >= threshold
                 ? 0
                 : kNever;
    }
    Position next = {attacker, after, pips, !attacker_moves,
                     drops.empty() ? "" : drops.substr(placed % 2)};
    if (attacker_moves) {
      other_pips.insert(
          other_pips.begin() + std::popcount(others & ((Set{1} << square) - 1)),
          marker);
      next.attacker = after;
      next.defender = defender;
      next.pips = other_pips;
    }
    const int value = table.Lookup(game, next, threshold);
    return value == 0 ? kNever : value - 1;
  };
  // Returns the better number of plies for a side.
  const auto better = [](bool for_attacker, int a, int b) {
    return for_attacker ? std::min(a, b) : std::max(a, b);
  };

  const Set mover = attacker_moves ? attacker : defender;
  const Set empty = ~(attacker | defender) & ((Set{1} << board.squares()) - 1);
  int plies = attacker_moves ? kNever : -1;
  if (drops.empty()) {
    const std::vector<int> squares = SquaresOf(mover);
    for (size_t i = 0; i < squares.size(); ++i) {
      Markers others = pips;
      if (attacker_moves) others.erase(others.begin() + i);
      for (const int to : SquaresOf(board.Neighbours(squares[i]) & empty)) {
        plies = better(attacker_moves, plies,
                       plies_after(mover & ~(Set{1} << squares[i]), others,
                                   attacker_moves ? pips[i] : 0, to));
      }
    }
    // The defender has no move, and loses one point.
    if (plies == -1) return threshold == 1 ? 1 : 0;
  } else {
    Markers left = {0};  // a marker of the defender
    if (attacker_moves) {
      left = game.pips();
      for (const int marker : pips) left.erase(std::ranges::find(left, marker));
    }
    const bool attacker_picks = attacker_moves == (drops[0] == 'S');
    for (const int marker : left) {
      int of_marker = attacker_picks ? kNever : -1;
      for (const int square : SquaresOf(empty)) {
        of_marker = better(attacker_picks, of_marker,
                           plies_after(mover, pips, marker, square));
      }
      plies = better(attacker_moves, plies, of_marker);
    }
  }
  return plies == kNever ? 0 : plies + 2;
}

// Returns the number of positions with a wrong value, out of every
// `stride`-th position with pips.
int CountWrongValues(const Game& game, const Table& table, int stride) {
  int wrong = 0, skipped = 0;
  const int squares = game.board().squares();
  for (const auto& [key, values] : table.sections()) {
    const auto& [threshold, attacker_moves, placed, drops] = key;
    const int attackers = (placed + !attacker_moves) / 2;
    const std::set<Markers> all_pips = Sequences(game.pips(), attackers);
    const std::vector<Set> defenders = SetsOf(squares, placed - attackers);
    for (const Set attacker : SetsOf(squares, attackers)) {
      for (const Set defender : defenders) {
        if ((attacker & defender) != 0) continue;
        for (const Markers& pips : all_pips) {
          if (++skipped % stride != 0) continue;
          const Position position = {attacker, defender, pips, attacker_moves,
                                     drops};
          wrong += table.Lookup(game, position, threshold) !=
                   ValueFromSuccessors(table, game, position, threshold);
        }
      }
    }
  }
  return wrong;
}

Rules Parse(const std::string& words) {
  return *proto::ParseRules("name: 'test' " + words, "test");
}

std::string SolveTo(const std::string& name, const Rules& rules) {
  const std::string path = ::testing::TempDir() + "/" + name;
  base::Progress progress("");
  base::Processes alone;
  const absl::Status status = Solve(rules, path, progress, alone, {}, {});
  EXPECT_TRUE(status.ok()) << status;
  return path;
}

// Returns random rules of boards with few positions.
Rules AnyScoredRules() {
  const auto [rows, columns, pieces] = *rc::gen::element(
      std::tuple(3, 3, 2), std::tuple(3, 3, 3), std::tuple(2, 3, 3),
      std::tuple(3, 4, 2), std::tuple(4, 4, 2), std::tuple(1, 7, 3));
  Rules rules = Parse(absl::StrCat("rows: ", rows, " columns: ", columns,
                                   " pieces: ", pieces,
                                   " goals { line { length: ", pieces, " } }"));
  if (*rc::gen::arbitrary<bool>()) rules.set_edges(Rules::WRAPPED);
  rules.set_moves(
      static_cast<Rules::Moves>(*rc::gen::inRange(0, Rules::Moves_ARRAYSIZE)));
  rules.mutable_goals(0)->set_points(*rc::gen::inRange(0, 3));
  rules.clear_styles();
  rules.add_styles(
      *rc::gen::container<std::string>(pieces, rc::gen::element('S', 'A')));
  Scoring& scoring = *rules.mutable_scoring();
  for (int i = 0; i < pieces; ++i) scoring.add_pips(*rc::gen::inRange(1, 4));
  for (int square = 1; square <= rows * columns; ++square) {
    if (*rc::gen::inRange(0, 3) == 0) scoring.add_special_squares(square);
  }
  if (scoring.special_squares_size() > 0) {
    scoring.set_special_points(*rc::gen::inRange(1, 3));
  }
  return rules;
}

RC_GTEST_PROP(SolveScored, ValuesFollowFromTheirSuccessors, ()) {
  const Rules rules = AnyScoredRules();
  RC_LOG() << rules.ShortDebugString();
  RC_ASSERT(proto::ValidateRules(rules).ok());
  const Game game(rules);
  const Table table(game, SolveTo("random.table", rules));
  RC_ASSERT(CountWrongValues(game, table, 1) == 0);
}

// A board with goals of two families, the larger points first; a board with all
// default styles; a board with several panels; and boards with other moves, on
// which sides have no move in some positions.
TEST(SolveScored, ValuesOfLargerBoardsFollowFromTheirSuccessors) {
  const std::vector<std::pair<std::string, int>> boards = {
      {"rows: 3 columns: 4 pieces: 4 goals { square { side: 1 } } "
       "goals { diamond { radius: 1 } points: 2 } "
       "goals { tilted_squares {} points: 1 } styles: 'SASA' "
       "scoring { pips: [1, 2, 2, 4] special_squares: [1, 12] "
       "special_points: 1 }",
       11},
      {"rows: 4 columns: 3 pieces: 3 goals { line { length: 3 } } "
       "scoring { pips: [1, 2, 3] special_squares: [1, 3, 10, 12] "
       "special_points: 2 }",
       31},
      {"rows: 4 columns: 4 pieces: 3 edges: WRAPPED "
       "goals { line { length: 3 } } styles: 'SSA' "
       "scoring { pips: [1, 3, 2] special_squares: 6 special_points: 1 }",
       101},
      {"rows: 3 columns: 4 pieces: 3 moves: KNIGHT "
       "goals { line { length: 3 } } styles: 'SAS' "
       "scoring { pips: [1, 2, 2] special_squares: 6 special_points: 1 }",
       7},
      {"rows: 2 columns: 3 pieces: 2 moves: KNIGHT "
       "goals { line { length: 2 } } scoring { pips: [1, 2] }",
       1},
      {"rows: 2 columns: 4 pieces: 3 moves: ORTHOGONAL "
       "goals { line { length: 3 } } scoring { pips: [1, 2, 3] }",
       1},
      {"rows: 2 columns: 3 pieces: 2 moves: DIAGONAL "
       "goals { line { length: 2 } } scoring { pips: [1, 2] }",
       1}};
  for (const auto& [words, stride] : boards) {
    SCOPED_TRACE(words);
    const Rules rules = Parse(words);
    const Game game(rules);
    const Table table(game, SolveTo("larger.table", rules));
    EXPECT_EQ(CountWrongValues(game, table, stride), 0);
    EXPECT_EQ(std::get<0>(table.sections().rbegin()->first),
              game.LargestScore());
  }
}

TEST(SolveScored, Threshold1HasTheWinsOfTheOrdinaryGame) {
  for (const std::string words :
       {"rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }",
        "rows: 4 columns: 3 pieces: 3 goals { line { length: 3 } }",
        "rows: 3 columns: 4 pieces: 3 edges: WRAPPED "
        "goals { line { length: 3 } } styles: 'SAS' styles: 'ASA'",
        "rows: 2 columns: 3 pieces: 3 goals { line { length: 3 } }",
        "rows: 1 columns: 8 pieces: 3 goals { line { length: 3 } }",
        "rows: 2 columns: 4 pieces: 3 moves: KNIGHT "
        "goals { line { length: 3 } }",
        "rows: 1 columns: 8 pieces: 3 edges: WRAPPED moves: ORTHOGONAL "
        "goals { line { length: 3 } }",
        "rows: 3 columns: 4 pieces: 3 moves: DIAGONAL "
        "goals { line { length: 3 } }",
        "rows: 4 columns: 4 pieces: 4 goals { line { length: 4 } } "
        "goals { square { side: 1 } } styles: 'SSSS' styles: 'AASA'"}) {
    SCOPED_TRACE(words);
    Rules rules = Parse(words);
    const std::string ordinary_path = SolveTo("ordinary.table", rules);
    for (size_t i = 0; i < rules.pieces(); ++i) {
      rules.mutable_scoring()->add_pips(1);
    }
    const Game game(rules);
    const Table ordinary(game, ordinary_path);
    const Table scored(game, SolveTo("scored.table", rules));
    EXPECT_EQ(scored.sections().size(), 2 * ordinary.sections().size());
    for (const auto& [key, values] : scored.sections()) {
      const auto& [threshold, attacker_moves, placed, drops] = key;
      for (const auto& [position, value] : values) {
        const auto& [attacker, classes, defender] = position;
        // 1 and other odd values are losses of the mover.
        const int expected = ordinary.sections()
                                 .at({0, true, placed, drops})
                                 .at({attacker_moves ? attacker : defender,
                                      {},
                                      attacker_moves ? defender : attacker});
        const bool over =
            game.board().IsGoal(attacker) || game.board().IsGoal(defender);
        const bool succeeds =
            expected != 0 && (expected % 2 == 0) == attacker_moves;
        ASSERT_EQ(value, over       ? kOver
                         : succeeds ? expected
                                    : 0)
            << placed << drops << " " << attacker << " " << defender;
      }
    }
  }
}

TEST(SolveScored, WritesTheSameFileOnAnyNumberOfThreadsAndAnyInstructionSet) {
  const Rules rules = Parse(
      "rows: 4 columns: 4 pieces: 3 goals { line { length: 3 } } styles: 'SAS' "
      "scoring { pips: [1, 2, 3] special_squares: 1 special_points: 2 }");
  const auto bytes = [&] {
    std::ifstream file(SolveTo("same.table", rules), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string first = bytes();
  for (const size_t threads : {1, 3}) {
    const tbb::global_control control(
        tbb::global_control::max_allowed_parallelism, threads);
    EXPECT_EQ(bytes(), first) << threads << " threads";
  }
  ForEachTarget([&] { EXPECT_EQ(bytes(), first); });
}

TEST(CountPositions, IsTheNumberOfPositionsInTheTable) {
  const Rules rules = Parse(
      "rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } points: 1 } "
      "scoring { pips: [1, 1, 3] special_squares: [2, 3] special_points: 1 }");
  const std::string path = SolveTo("count.table", rules);
  const TableFooter footer = proto::TableReader::Open(path)->footer();
  double positions = 0;
  for (const Section& section : footer.sections()) {
    positions += section.positions();
  }
  EXPECT_EQ(CountPositions(rules), positions);
}

}  // namespace
}  // namespace teeko::solver_a
