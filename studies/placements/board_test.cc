#include "studies/placements/board.h"

#include <set>

#include "gtest/gtest.h"

namespace teeko::extra_rules {
namespace {

Rules RulesOf(int rows, int columns, int pieces) {
  Rules rules;
  rules.set_rows(rows);
  rules.set_columns(columns);
  rules.set_pieces(pieces);
  return rules;
}

TEST(Board, RanksCountThePlacementsInOrder) {
  const Board board = *Board::Create(RulesOf(5, 5, 4));
  ASSERT_EQ(board.placements().size(), 12650u);
  for (size_t i = 0; i < board.placements().size(); ++i) {
    ASSERT_EQ(board.Rank(board.placements()[i]), static_cast<int>(i));
  }
}

TEST(Board, ASquareHasEightSymmetriesAndARectangleFour) {
  EXPECT_EQ(Board::Create(RulesOf(5, 5, 4))->symmetries().size(), 8u);
  EXPECT_EQ(Board::Create(RulesOf(3, 4, 3))->symmetries().size(), 4u);
}

TEST(Board, SymmetriesKeepNeighbours) {
  for (const Board& board :
       {*Board::Create(RulesOf(5, 5, 4)), *Board::Create(RulesOf(3, 4, 3))}) {
    std::set<Set> corner_images;
    for (size_t s = 0; s < board.symmetries().size(); ++s) {
      for (int i = 0; i < board.squares(); ++i) {
        EXPECT_EQ(board.Image(s, board.Neighbours(i)),
                  board.Neighbours(board.symmetries()[s][i]));
      }
      corner_images.insert(board.Image(s, 0b11));
    }
    EXPECT_EQ(corner_images.size(), board.symmetries().size());
  }
}

TEST(Board, WrappedEdgesGiveEverySquareEightNeighbours) {
  Rules rules = RulesOf(5, 5, 4);
  rules.set_edges(Rules::WRAPPED);
  const Board board = *Board::Create(rules);
  for (int i = 0; i < board.squares(); ++i) {
    EXPECT_EQ(std::popcount(board.Neighbours(i)), 8);
  }
  EXPECT_EQ(board.symmetries().size(), 8u * 25);
  for (size_t s = 0; s < board.symmetries().size(); ++s) {
    EXPECT_EQ(board.Image(s, board.Neighbours(0)),
              board.Neighbours(board.symmetries()[s][0]));
  }
}

TEST(Board, MovesCanBeTakenBack) {
  const Board board = *Board::Create(RulesOf(5, 5, 4));
  const Set own = 0b1011001;
  const Set other = 0b10000100110;
  board.ForEachMove(own, other, [&](int from, int to, Set moved) {
    EXPECT_TRUE(board.AnyMove(moved, other, [&](int a, int b, Set back) {
      return a == to && b == from && back == own;
    }));
  });
}

TEST(Board, LargerBoardsAreRefused) {
  EXPECT_FALSE(Board::Create(RulesOf(6, 5, 4)).ok());
  EXPECT_FALSE(Board::Create(RulesOf(5, 5, 5)).ok());
}

}  // namespace
}  // namespace teeko::extra_rules
