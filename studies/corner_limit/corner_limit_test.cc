// One test per sentence of game/RULES.md §5 on the corner limit.

#include "studies/corner_limit/corner_limit.h"

#include "gtest/gtest.h"

namespace teeko::extra_rules {
namespace {

constexpr int kTen = 10;

template <typename... Squares>
Set SetOf(Squares... squares) {
  return (Bit(squares - 1) | ...);
}

Board FiveByFive() {
  Rules rules;
  rules.set_rows(5);
  rules.set_columns(5);
  rules.set_pieces(4);
  return *Board::Create(rules);
}

// P, to move, has a piece in corner 1 with Q on 2, 6 and 7.
CornerState Boxed() { return {SetOf(1, 15, 20, 25), SetOf(2, 6, 7, 13), 0, 0}; }

CornerTurn Go(int from, int to, bool invokes = false) {
  return {from - 1, to - 1, invokes};
}

TEST(CornerLimit, ACornerWithThreeNeighboursHeldIsBoxedIn) {
  const Board board = FiveByFive();
  EXPECT_EQ(BoxingPieces(board, SetOf(1, 15, 20, 25), SetOf(2, 6, 7, 13)),
            SetOf(2, 6, 7));
  EXPECT_EQ(BoxingPieces(board, SetOf(25, 1, 2, 3), SetOf(19, 20, 24, 13)),
            SetOf(19, 20, 24));
}

TEST(CornerLimit, TwoNeighboursHeldAreNotEnough) {
  EXPECT_EQ(
      BoxingPieces(FiveByFive(), SetOf(1, 15, 20, 25), SetOf(2, 6, 8, 13)), 0u);
}

TEST(CornerLimit, OwnPiecesDoNotBoxIn) {
  EXPECT_EQ(BoxingPieces(FiveByFive(), SetOf(1, 2, 20, 25), SetOf(6, 7, 8, 13)),
            0u);
}

TEST(CornerLimit, AnEdgeIsNoCorner) {
  EXPECT_EQ(BoxingPieces(FiveByFive(), SetOf(3, 15, 20, 25), SetOf(2, 4, 7, 8)),
            0u);
}

TEST(CornerLimit, TheBoxedSideMayInvokeOnItsTurn) {
  const CornerState next =
      *After(FiveByFive(), Boxed(), Go(15, 14, true), kTen);
  EXPECT_EQ(next.mover_left, kTen);
}

TEST(CornerLimit, OthersMayNotInvoke) {
  CornerState state = Boxed();
  state.mover = SetOf(3, 15, 20, 25);
  EXPECT_FALSE(After(FiveByFive(), state, Go(15, 14, true), kTen).has_value());
}

TEST(CornerLimit, OneOfTheThreeSatisfiesIt) {
  const Board board = FiveByFive();
  const CornerState limited = *After(board, Boxed(), Go(15, 14, true), kTen);
  EXPECT_EQ(After(board, limited, Go(7, 8), kTen)->opponent_left, 0);
  EXPECT_EQ(After(board, limited, Go(13, 18), kTen)->opponent_left, 9);
}

TEST(CornerLimit, NoneOfTheThreeInTheLastMoveForfeits) {
  const Board board = FiveByFive();
  CornerState limited = *After(board, Boxed(), Go(15, 14, true), kTen);
  limited.mover_left = 1;
  EXPECT_FALSE(After(board, limited, Go(13, 18), kTen).has_value());
  EXPECT_TRUE(After(board, limited, Go(2, 3), kTen).has_value());
}

TEST(CornerLimit, NotInvokedTwice) {
  const Board board = FiveByFive();
  CornerState state = *After(board, Boxed(), Go(15, 14, true), kTen);
  state = *After(board, state, Go(13, 18), kTen);
  EXPECT_FALSE(After(board, state, Go(14, 15, true), kTen).has_value());
}

}  // namespace
}  // namespace teeko::extra_rules
