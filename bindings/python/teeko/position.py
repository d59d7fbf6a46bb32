"""Colours, moves, values, positions: what the tablebase is asked and answers."""

from __future__ import annotations

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
    """One ply: a drop, or a move of a piece. Squares count from 1, row by row.

    >>> print(Move(0, 13), Move(15, 9), Move.parse("15-9") == Move(15, 9))
    13 15-9 True
    """

    from_square: int  # 0: the piece is dropped
    to_square: int

    @classmethod
    def parse(cls, text: str, rows: int = 5, columns: int = 5) -> Move:
        """One move as in corpus/README.md, "13", "15-9", "c3" or "B13", on such a board.

        Raises:
          ValueError: it is no move, or not on the board.
        """
        from teeko.notation import read_move

        return read_move(text, rows, columns)

    def __str__(self) -> str:
        return f"{self.from_square}-{self.to_square}" if self.from_square else str(self.to_square)


class Value(NamedTuple):
    """What a position is worth if both sides play as well as can be.

    >>> print(Value(Colour.RED, 9), "|", Value(None, 0), "|", Value(Colour.RED, 0))
    Red in 9 | Draw | Red wins
    """

    winner: Optional[Colour]  # None: a draw
    plies: int  # to the end of the game; 0 for draws and finished games

    def __str__(self) -> str:
        if self.winner is None:
            return "Draw"
        return f"{self.winner} in {self.plies}" if self.plies else f"{self.winner} wins"

    def outcome(self, player: Colour) -> int:
        """1 if the player wins, 0 for a draw, -1 if the player loses."""
        if self.winner is None:
            return 0
        return 1 if self.winner == player else -1


@dataclass(frozen=True)
class Position:
    """A board and what else its future depends on.

    Printed, it is a diagram: @ for black, O for red. A notebook draws it.

    Raises:
      TypeError, ValueError: squares that are no numbers, or not on the board; a board of
        no or more than 64 squares; a style of other letters than S and A. Whether a game
        can come to it, the tablebase says.
    """

    black: frozenset[int]  # squares, from 1, row by row
    red: frozenset[int]
    # As long as there are drops to come, the owner of the piece to be dropped next. Left
    # out, Red if Black has more pieces on the board, else Black.
    to_move: Colour
    # Who picks the square of a player's k-th drop: S, the owner of the piece, or A, the
    # opponent. Empty, which "SSSS" becomes, is Standard style.
    style: str
    centre_ban: bool  # the first drop may not go where the rules ban it
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
            raise ValueError(f"a board of {rows} by {columns}: expected 1 to 64 squares")
        pieces = []
        for squares in (black, red):
            numbers = frozenset(map(operator.index, squares))
            if numbers and not 1 <= min(numbers) <= max(numbers) <= size:
                raise ValueError(f"{sorted(numbers)}: squares are numbered 1 to {size}")
            pieces.append(numbers)
        if to_move is None:
            to_move = RED if len(pieces[0]) > len(pieces[1]) else BLACK
        if not isinstance(style, str):
            raise TypeError(f"style: expected letters, got {type(style).__name__}")
        if style.strip("SA"):
            raise ValueError(f'style "{style}": its letters are S and A')
        self.__dict__.update(  # A frozen dataclass has no other way.
            black=pieces[0], red=pieces[1], to_move=Colour(to_move),
            style=style if "A" in style else "", centre_ban=bool(centre_ban), rows=rows,
            columns=columns)

    @property
    def own(self) -> frozenset[int]:
        """The squares of the side to move."""
        return self.red if self.to_move == RED else self.black

    def __str__(self) -> str:
        letters = ["@" if square in self.black else "O" if square in self.red else "-"
                   for square in range(1, self.rows * self.columns + 1)]
        return "\n".join(" ".join(letters[row * self.columns:(row + 1) * self.columns])
                         for row in range(self.rows))

    def _repr_svg_(self) -> str:
        """A picture, 48 units a square."""
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{48 * self.columns}" '
                 f'height="{48 * self.rows}" font-family="sans-serif" font-size="11">'
                 f"<title>{self.to_move} to move</title>"]
        for square in range(1, self.rows * self.columns + 1):
            row, column = divmod(square - 1, self.columns)
            x, y = 48 * column, 48 * row
            parts.append(f'<rect x="{x}" y="{y}" width="48" height="48" fill="#f4ecd8" '
                         f'stroke="#8a7a5c"/><text x="{x + 4}" y="{y + 13}" '
                         f'fill="#8a7a5c">{square}</text>')
            if square in self.black or square in self.red:
                fill = "#222" if square in self.black else "#c22"
                parts.append(f'<circle cx="{x + 24}" cy="{y + 26}" r="16" fill="{fill}"/>')
        return "".join(parts) + "</svg>"
