// Tests the four-move limit: one test for each sentence of docs/rules.md §5.

#include "studies/four_move_limit/four_move_limit.h"

#include <optional>

#include "gtest/gtest.h"

namespace teeko::studies {
namespace {

constexpr Wording kOriginal;
constexpr Wording kAmended{.steady_turns = 1};

// Squares are counted from 1.
template <typename... Squares>
Set SetOf(Squares... squares) {
  return (Bit(squares - 1) | ...);
}

// P has 1, 2, 3, 10 and Q has 21, 22, 23, 20; P is to move.
State Start() { return State::Of({SetOf(1, 2, 3, 10), SetOf(21, 22, 23, 20)}); }

Turn Go(int from, int to, bool invokes = false) {
  return {{static_cast<int8_t>(from - 1), static_cast<int8_t>(to - 1)},
          invokes};
}

// Plays turns, the sides alternating.  Returns the last state, or nullopt if a
// turn forfeits.
std::optional<State> Play(State state, const Wording& wording,
                          const std::vector<Turn>& turns) {
  for (const Turn& turn : turns) {
    const std::optional<State> next = After(state, turn, wording);
    if (!next.has_value()) return std::nullopt;
    state = *next;
  }
  return state;
}

// P has moved 10-15 and back.  Q has moved 20-19, so Q has not returned.
State PHasReturned() {
  return *Play(Start(), kOriginal, {Go(10, 15), Go(20, 19), Go(15, 10)});
}

TEST(FourMoveLimit, AMoveToAndBackIsAReturn) {
  const State state = PHasReturned();
  EXPECT_TRUE(state.opponent.returned);
  EXPECT_EQ(state.opponent.pieces, Start().mover.pieces);
}

TEST(FourMoveLimit, AnotherPieceOnTheSquareLeftIsNoReturn) {
  // 2-7, then 3-2: the move goes to the square left before, but with another
  // piece.
  const State state =
      *Play(Start(), kOriginal, {Go(2, 7), Go(20, 19), Go(3, 2)});
  EXPECT_FALSE(state.opponent.returned);
}

TEST(FourMoveLimit, GoingOnIsNoReturn) {
  const State state =
      *Play(Start(), kOriginal, {Go(10, 15), Go(20, 19), Go(15, 14)});
  EXPECT_FALSE(state.opponent.returned);
}

TEST(FourMoveLimit, MayBeInvokedOnTheTurnRightAfterTheReturn) {
  EXPECT_TRUE(MayInvoke(PHasReturned(), Go(19, 18), kOriginal));
  const State limited = *Play(PHasReturned(), kOriginal, {Go(19, 18, true)});
  EXPECT_EQ(limited.mover.moves_left, 4);
}

TEST(FourMoveLimit, MayNotBeInvokedWithoutAReturn) {
  const State state = *Play(Start(), kOriginal, {Go(10, 15)});
  EXPECT_FALSE(MayInvoke(state, Go(20, 19), kOriginal));
  EXPECT_EQ(After(state, Go(20, 19, true), kOriginal), std::nullopt);
}

TEST(FourMoveLimit, MayNotBeInvokedATurnLate) {
  const State state = *Play(PHasReturned(), kOriginal, {Go(19, 18), Go(3, 8)});
  EXPECT_FALSE(MayInvoke(state, Go(18, 17), kOriginal));
}

TEST(FourMoveLimit, InvokingIsFree) {
  const State state = *Play(PHasReturned(), kOriginal, {Go(19, 18, false)});
  EXPECT_EQ(state.mover.moves_left, 0);
}

TEST(FourMoveLimit, ThreeMoreShuttlesAreAllowedAndTheFourthForfeits) {
  std::vector<Turn> turns = {Go(19, 18, true), Go(10, 15), Go(18, 17),
                             Go(15, 10),       Go(17, 16), Go(10, 15),
                             Go(16, 11)};
  const State last = *Play(PHasReturned(), kOriginal, turns);
  EXPECT_EQ(last.mover.moves_left, 1);
  turns.push_back(Go(15, 10));
  EXPECT_EQ(Play(PHasReturned(), kOriginal, turns), std::nullopt);
}

TEST(FourMoveLimit, AMoveByAnotherPieceSatisfiesIt) {
  const State state =
      *Play(PHasReturned(), kOriginal, {Go(19, 18, true), Go(3, 8)});
  EXPECT_EQ(state.opponent.moves_left, 0);
}

TEST(FourMoveLimit, AMoveOfThatPieceElsewhereSatisfiesIt) {
  const State state =
      *Play(PHasReturned(), kOriginal, {Go(19, 18, true), Go(10, 14)});
  EXPECT_EQ(state.opponent.moves_left, 0);
}

TEST(FourMoveLimit, ComplyingOnTheFourthMoveIsInTime) {
  const State state =
      *Play(PHasReturned(), kOriginal,
            {Go(19, 18, true), Go(10, 15), Go(18, 17), Go(15, 10), Go(17, 16),
             Go(10, 15), Go(16, 11), Go(15, 14)});
  EXPECT_EQ(state.opponent.moves_left, 0);
}

TEST(FourMoveLimit, OnceSatisfiedItIsOver) {
  // After complying, the piece may again move between A and B.
  const std::optional<State> state =
      Play(PHasReturned(), kOriginal,
           {Go(19, 18, true), Go(3, 8), Go(18, 17), Go(10, 15), Go(17, 16),
            Go(15, 10), Go(16, 11), Go(10, 15), Go(11, 16), Go(15, 10)});
  ASSERT_TRUE(state.has_value());
  EXPECT_EQ(state->opponent.moves_left, 0);
  EXPECT_TRUE(state->opponent.returned);

  // The moves of the invoker do not matter any more either.
  const std::optional<State> complied =
      Play(PHasReturned(), {.steady_turns = 2}, {Go(19, 18, true), Go(3, 8)});
  ASSERT_TRUE(complied.has_value());
  EXPECT_EQ(complied->opponent.moves_left, 0);
  EXPECT_EQ(complied->opponent.steady_left, 0);
}

TEST(FourMoveLimit, OnlyOneAtATime) {
  const State state =
      *Play(PHasReturned(), kOriginal, {Go(19, 18, true), Go(10, 15)});
  EXPECT_TRUE(state.opponent.returned);
  EXPECT_FALSE(MayInvoke(state, Go(18, 17), kOriginal));
}

TEST(FourMoveLimit, BothSidesMayBeUnderOne) {
  // Q returns too and invokes; then P invokes against Q.
  const State state =
      *Play(PHasReturned(), kOriginal, {Go(19, 20, true), Go(10, 15, true)});
  EXPECT_EQ(state.opponent.moves_left, 3);
  EXPECT_EQ(state.mover.moves_left, 4);
}

TEST(FourMoveLimit, AsAmendedNotOnATurnOfReturning) {
  EXPECT_TRUE(MayInvoke(PHasReturned(), Go(19, 20), kOriginal));
  EXPECT_FALSE(MayInvoke(PHasReturned(), Go(19, 20), kAmended));
  EXPECT_TRUE(MayInvoke(PHasReturned(), Go(19, 18), kAmended));
  EXPECT_TRUE(MayInvoke(PHasReturned(), Go(22, 18), kAmended));
}

TEST(FourMoveLimit, AsAmendedTheInvokerMayReturnLater) {
  const State state = *Play(PHasReturned(), kAmended,
                            {Go(19, 18, true), Go(10, 15), Go(18, 19)});
  EXPECT_EQ(state.mover.moves_left, 3);
}

TEST(FourMoveLimit, WithSteadyTurnsItLapsesIfTheInvokerReturns) {
  const Wording wording{.steady_turns = 2};
  const State lapsed = *Play(PHasReturned(), wording,
                             {Go(19, 18, true), Go(10, 15), Go(18, 19)});
  EXPECT_EQ(lapsed.mover.moves_left, 0);
  const State kept =
      *Play(PHasReturned(), wording,
            {Go(19, 18, true), Go(10, 15), Go(18, 17), Go(15, 10), Go(17, 18)});
  EXPECT_EQ(kept.mover.moves_left, 2);
}

TEST(FourMoveLimit, MayBindTheInvokerToo) {
  const State state =
      *Play(PHasReturned(), {.binds_invoker = true}, {Go(19, 18, true)});
  EXPECT_EQ(state.opponent.moves_left, 4);
}

TEST(FourMoveLimit, TheBoundInvokerIsLimitedOnHisOwnPiece) {
  // Q is bound, and moves its piece back: that is a shuttle of its own.
  const Wording bound{.limit = 1, .binds_invoker = true};
  const State state =
      *Play(PHasReturned(), bound, {Go(19, 18, true), Go(3, 8)});
  EXPECT_EQ(state.mover.moves_left, 1);
  EXPECT_EQ(Play(state, bound, {Go(18, 19)}), std::nullopt);
  EXPECT_NE(Play(state, bound, {Go(22, 17)}), std::nullopt);
  // A side that is already under a limit stays under that limit.
  State limited = PHasReturned();
  limited.mover.moves_left = 3;
  limited.mover.returned = true;
  EXPECT_EQ(Play(limited, {.binds_invoker = true}, {Go(19, 20, true)})
                ->opponent.moves_left,
            2);
}

TEST(FourMoveLimit, TheLengthIsAParameter) {
  EXPECT_EQ(
      Play(PHasReturned(), {.limit = 2}, {Go(19, 18, true)})->mover.moves_left,
      2);
}

}  // namespace
}  // namespace teeko::studies
