#include "studies/placements/board.h"

#include <map>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "studies/placements/empty_board.h"

namespace teeko::studies {
namespace {

Rules RulesOf(int rows, int columns, int pieces) {
  Rules rules;
  rules.set_rows(rows);
  rules.set_columns(columns);
  rules.set_pieces(pieces);
  return rules;
}

TEST(Board, RanksCountThePlacementsInOrder) {
  const Board board = Board(RulesOf(5, 5, 4));
  ASSERT_EQ(board.sets().size(), 12650u);
  for (size_t i = 0; i < board.sets().size(); ++i) {
    ASSERT_EQ(board.Rank(board.sets()[i]), static_cast<int>(i));
  }
}

TEST(Board, ImagesOfRanksAreThoseOfTheSets) {
  for (const Board& board :
       {Board(RulesOf(5, 5, 4)), Board(RulesOf(3, 4, 3))}) {
    const std::vector<Set>& sets = board.sets();
    for (size_t s = 0; s < board.symmetries(); ++s) {
      for (size_t i = 0; i < sets.size(); ++i) {
        ASSERT_EQ(sets[board.Image(s, i)],
                  kernel::Image(board.game().symmetries[s], sets[i]));
      }
    }
  }
}

TEST(Board, PositionsBeforeAreThoseThatLeadHere) {
  const Board board(RulesOf(3, 3, 3));
  const int count = board.count();
  std::set<std::pair<Position, Position>> next;
  std::set<std::pair<Position, Position>> before;
  for (int mover = 0; mover < count; ++mover) {
    for (int opponent = 0; opponent < count; ++opponent) {
      const Position here{mover, opponent};
      const kernel::Position sets = board.SetsOf(here);
      if ((sets.mover & sets.opponent) != 0) continue;
      board.ForEachNext(here, [&](Move move, Position there) {
        EXPECT_EQ(board.SetsOf(there).opponent, After(sets.mover, move));
        EXPECT_EQ(there.mover, opponent);
        next.insert({here, there});
      });
      board.ForEachBefore(here, [&](Move back, Position there) {
        EXPECT_EQ(board.SetsOf(there).mover, After(sets.opponent, back));
        before.insert({there, here});
      });
    }
  }
  EXPECT_EQ(next, before);
}

TEST(Board, TheCanonicalImageIsTheLeastAndTheSymmetryLeadsToIt) {
  const Board board(RulesOf(3, 3, 3));
  const int placements = board.sets().size();
  std::map<Position, int> orbits;
  for (int mover = 0; mover < placements; ++mover) {
    for (int opponent = 0; opponent < placements; ++opponent) {
      const Position position{mover, opponent};
      const auto [least, symmetry] = board.Canonical(position);
      EXPECT_EQ(board.Image(symmetry, position), least);
      EXPECT_LE(least, position);
      EXPECT_EQ(board.IsCanonical(position), least == position);
      EXPECT_EQ(board.Canonical(least).first, least);
      ++orbits[least];
    }
  }
  for (const auto& [least, size] : orbits) {
    EXPECT_EQ(board.OrbitSize(least), size);
  }
}

TEST(Board, CornersHaveThreeNeighboursAndAreAtEdges) {
  EXPECT_EQ(Board(RulesOf(5, 5, 4)).corners(),
            Bit(0) | Bit(4) | Bit(20) | Bit(24));
  EXPECT_EQ(Board(RulesOf(2, 3, 3)).corners(), 0b101101u);
  EXPECT_EQ(Board(RulesOf(1, 8, 3)).corners(), 0u);
  // Here every square has three neighbours.
  Rules wrapped = RulesOf(2, 2, 2);
  wrapped.set_edges(Rules::WRAPPED);
  EXPECT_EQ(Board(wrapped).corners(), 0u);
}

TEST(Board, MovesCanBeTakenBack) {
  const Board board = Board(RulesOf(5, 5, 4));
  const Position position = board.PositionOf({0b1011001, 0b10000100110});
  board.ForEachNext(position, [&](Move move, Position next) {
    EXPECT_TRUE(board.AnyNext(Swapped(next), [&](Move back, Position unmoved) {
      return back == move.Back() && Swapped(unmoved) == position;
    }));
  });
}

TEST(Board, MovesAreTheKernels) {
  const Board board(RulesOf(3, 4, 3));
  std::set<Set> expected;
  const kernel::Position position = {0b10000100001, 0b100010010};
  kernel::ForEachSuccessor(board.game(), position, [&](kernel::Position next) {
    expected.insert(next.opponent);
  });
  std::set<Set> moved;
  board.ForEachNext(board.PositionOf(position), [&](Move, Position next) {
    moved.insert(board.SetsOf(next).opponent);
  });
  EXPECT_EQ(moved, expected);
}

TEST(Board, LargerBoardsAreRefused) {
  EXPECT_EQ(Board::NotApplicable(RulesOf(5, 5, 4)), "");
  EXPECT_NE(Board::NotApplicable(RulesOf(13, 2, 4)), "");
  EXPECT_NE(Board::NotApplicable(RulesOf(5, 5, 5)), "");
}

TEST(Board, OtherMovesAreRefused) {
  for (const auto moves : {Rules::KNIGHT, Rules::ORTHOGONAL, Rules::DIAGONAL}) {
    Rules rules = RulesOf(5, 5, 4);
    rules.set_moves(moves);
    EXPECT_NE(Board::NotApplicable(rules), "");
  }
}

TEST(Values, TwoBytesKeepWhoWins) {
  const Board board(RulesOf(2, 2, 2));
  // By value in the table.
  std::map<int, int> found;
  for (const int wide : {0, 1, 253, 254, 255, 65535}) {
    const Values values(board, [&](uint64_t) { return wide; });
    for (int mover = 0; mover < 6; ++mover) {
      for (int opponent = 0; opponent < 6; ++opponent) {
        const Value value = values.At({mover, opponent});
        if (mover + opponent == 5) {
          EXPECT_EQ(found.try_emplace(wide, value).first->second, value);
        } else {
          EXPECT_EQ(value, kNoValue);
        }
      }
    }
  }
  EXPECT_EQ(
      found,
      (std::map<int, int>{
          {0, 0}, {1, 1}, {253, 253}, {254, 252}, {255, 253}, {65535, 255}}));
}

// Each orbit has its own index, which is that of its canonical position.
TEST(Board, PositionsShareAnIndexIfTheyAreImages) {
  for (const bool wrapped : {false, true}) {
    Rules rules = RulesOf(3, 3, 3);
    if (wrapped) rules.set_edges(Rules::WRAPPED);
    const Board board(rules);
    const int count = board.count();
    std::map<size_t, std::set<Position>> orbits;
    for (int mover = 0; mover < count; ++mover) {
      for (int opponent = 0; opponent < count; ++opponent) {
        const Position position{mover, opponent};
        orbits[board.Index(position)].insert(position);
      }
    }
    EXPECT_LT(orbits.rbegin()->first, board.layout().size());
    for (const auto& [index, positions] : orbits) {
      std::set<Position> images;
      for (size_t s = 0; s < board.symmetries(); ++s) {
        images.insert(board.Image(s, *positions.begin()));
      }
      EXPECT_EQ(positions, images);
      EXPECT_EQ(board.At(index), *positions.begin());
    }

    // Rows have each orbit of disjoint sets exactly once.
    std::set<size_t> indices;
    for (size_t row = 0; row < board.layout().rows(); ++row) {
      board.layout().ForEachInRow(
          row, [&](int mover, int opponent, size_t index) {
            EXPECT_EQ(board.Index({mover, opponent}), index);
            EXPECT_TRUE(indices.insert(index).second);
          });
    }
    for (const auto& [index, positions] : orbits) {
      const kernel::Position sets = board.SetsOf(*positions.begin());
      EXPECT_EQ(indices.contains(index), (sets.mover & sets.opponent) == 0);
    }
  }
}

TEST(EmptyBoard, RefusesMoreGamesThanItHasBitsFor) {
  const Rules rules = RulesOf(2, 2, 2);
  const Board board(rules);
  const Values values(board, [](uint64_t) { return 0; });
  EXPECT_DEATH(
      OutcomesOfTheEmptyBoard(board, rules, std::vector<Values>(9, values)),
      "too many games");
}

}  // namespace
}  // namespace teeko::studies
