"""Colours, moves, values and positions."""

from __future__ import annotations

import ctypes
import enum
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Optional


class Colour(enum.IntEnum):
    """A side. Black moves first."""

    BLACK = 0
    RED = 1

    @property
    def other(self) -> Colour:
        return Colour(1 - self)

    def __str__(self) -> str:
        return self.name.capitalize()


BLACK, RED = Colour.BLACK, Colour.RED


class Move(NamedTuple):
    """One ply: a drop, or a move of a piece. Squares are numbered from 1, row by row.

    >>> print(Move(0, 13), Move(15, 9), Move.parse("15-9") == Move(15, 9))
    13 15-9 True
    """

    from_square: int  # 0 for a drop
    to_square: int

    @classmethod
    def parse(cls, text: str, rows: int = 5, columns: int = 5) -> Move:
        """Returns the move that a text consists of: "13", "15-9", "c3" or "B13" (corpus/README.md).

        Args:
          text: the move
          rows, columns: the size of the board

        Raises:
          ValueError: the text is not a move on this board.
        """
        from teeko.notation import read_move

        return read_move(text, rows, columns)

    def __str__(self) -> str:
        return f"{self.from_square}-{self.to_square}" if self.from_square else str(self.to_square)


class Value(NamedTuple):
    """The value of a position: the result of perfect play.

    >>> print(Value(Colour.RED, 9), "|", Value(None, 0), "|", Value(Colour.RED, 0))
    Red in 9 | Draw | Red wins
    """

    winner: Optional[Colour]  # None for a draw
    plies: int  # to the end of the game; 0 for draws and finished games

    def __str__(self) -> str:
        if self.winner is None:
            return "Draw"
        return f"{self.winner} in {self.plies}" if self.plies else f"{self.winner} wins"

    def outcome(self, player: Colour) -> int:
        """Returns 1 if the player wins, 0 for a draw, -1 if the player loses."""
        if self.winner is None:
            return 0
        return 1 if self.winner == player else -1


class Score(NamedTuple):
    """The score of a position of a scored game for one side, under perfect play.

    >>> print(Score(3, 7), "|", Score(-4, 2), "|", Score(0, 0))
    +3 in 7 | -4 in 2 | 0
    """

    points: int  # below 0 if the opponent scores
    plies: int  # until the side that scores has these points, if the other side delays it; 0 if nobody scores

    def __str__(self) -> str:
        return f"{self.points:+d} in {self.plies}" if self.points else "0"


@dataclass(frozen=True)
class Position:
    """The pieces on the board, and everything else that affects the value.

    `print` shows a diagram: @ for black, O for red. A notebook draws a picture.

    Raises:
      TypeError, ValueError: a square is not a number or not on the board; the board has no squares or more than 64;
        the style has letters other than S and A. The methods of `Tablebase` check whether a game can reach the
        position.
    """

    black: frozenset[int]  # squares, from 1, row by row
    red: frozenset[int]
    # The side to move. In the drop phase, the owner of the next piece. Default: Red if Black has more pieces on the
    # board, otherwise Black.
    to_move: Colour
    # One letter for each of a player's drops: S if the owner of the piece chooses the square, A if the opponent does.
    # Empty is Standard style; "SSSS" becomes empty.
    style: str
    centre_ban: bool  # True if the first drop may not go to a banned square
    rows: int
    columns: int

    def __init__(
        self,
        black: Iterable[int] = (),
        red: Iterable[int] = (),
        to_move: Optional[Colour] = None,
        style: str = "",
        centre_ban: bool = False,
        rows: int = 5,
        columns: int = 5,
    ) -> None:
        rows, columns = operator.index(rows), operator.index(columns)
        size = rows * columns
        if rows < 1 or not 1 <= size <= 64:
            raise ValueError(f"board: expected 1 to 64 squares, got {rows} by {columns}")
        pieces = []
        for squares in (black, red):
            numbers = frozenset(map(operator.index, squares))
            if numbers and not 1 <= min(numbers) <= max(numbers) <= size:
                raise ValueError(f"squares: expected numbers from 1 to {size}, got {sorted(numbers)}")
            pieces.append(numbers)
        if to_move is None:
            to_move = RED if len(pieces[0]) > len(pieces[1]) else BLACK
        if not isinstance(style, str):
            raise TypeError(f"style: expected letters, got {type(style).__name__}")
        if style.strip("SA"):
            raise ValueError(f'style: expected the letters S and A, got "{style}"')
        self.__dict__.update(  # The dataclass is frozen.
            black=pieces[0], red=pieces[1], to_move=Colour(to_move),
            style=style if "A" in style else "", centre_ban=bool(centre_ban), rows=rows,
            columns=columns)

    @property
    def own(self) -> frozenset[int]:
        """The pieces of the side to move."""
        return self.red if self.to_move == RED else self.black

    def __str__(self) -> str:
        letters = ["@" if square in self.black else "O" if square in self.red else "-"
                   for square in range(1, self.rows * self.columns + 1)]
        return "\n".join(" ".join(letters[row * self.columns:(row + 1) * self.columns])
                         for row in range(self.rows))

    def _repr_svg_(self) -> str:
        """Returns a picture with 48 units for each square."""
        from teeko import _library as c
        board = c.CPosition(*(sum(1 << square - 1 for square in squares) for squares in (self.black, self.red)),
                            to_move=self.to_move)
        text = ctypes.create_string_buffer(16384)
        c.call("draw_board", self.rows, self.columns, ctypes.byref(board), text, len(text))
        return text.value.decode()
