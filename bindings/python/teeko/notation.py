"""Problems and games as text: the items that `Tablebase.read` returns."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Callable, Optional

from teeko import _library as c
from teeko.position import Move, Position


class _Ply(ctypes.Structure):
    _fields_ = [("move", c.CMove), ("line", ctypes.c_int32), ("pips", ctypes.c_int32)]


class _Comment(ctypes.Structure):
    _fields_ = [("text", ctypes.c_void_p), ("length", ctypes.c_size_t),
                ("before", ctypes.c_int32)]


class _Item(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("error", ctypes.c_char_p),
        ("start", c.CPosition),
        ("pips", c.CPips),
        ("stated", ctypes.c_int32),
        ("stated_plies", ctypes.c_int32),
        ("plies", ctypes.POINTER(_Ply)),
        ("ply_count", ctypes.c_int32),
        ("comments", ctypes.POINTER(_Comment)),
        ("comment_count", ctypes.c_int32),
    ]


_KINDS = ("refused", "game", "problem", "comments")
_STATEMENTS = (None, "win", "draw", "lose")


@dataclass(frozen=True)
class Item:
    """A part of a text: a game, a problem, a part that is refused, or the last comments."""

    # "game" or "problem"; "refused" for a part that cannot be read; "comments" for the comments at the end.
    kind: str
    line: int  # of the first word, or of the error, counted from 1
    error: Optional[str] = None  # the reason if it is refused
    start: Optional[Position] = None  # of a game or problem
    moves: tuple[Move, ...] = ()
    statement: Optional[str] = None  # the stated result for the side to move: "win", "draw", "lose"
    statement_plies: Optional[int] = None
    # Each comment, from # on, with the index of the next move; -1 if it is before the item.
    comments: tuple[tuple[int, str], ...] = ()
    # In scored games: the pips of the markers of `start`, as (square, pips), and for each move the pips of the marker
    # that it drops; 0 if the text states none.
    pips: tuple[tuple[int, int], ...] = ()
    move_pips: tuple[int, ...] = ()


def pips_of(pips: c.CPips) -> dict[int, int]:
    """Returns the pips of each marker, by square."""
    return {i + 1: number for i, number in enumerate(pips.of) if number}


def read(handle: c.Handle, text: str, start: Optional[c.CPosition],
         position_of: Callable[[c.CPosition], Position]) -> Iterator[Item]:
    """Returns the items of a text (`Tablebase.read`).  `handle` is that of the tablebase."""
    data = text.encode(errors="replace")
    items = ctypes.c_void_p()
    # Passed with its length, because the text may have null characters.
    count = handle.call("read", data, len(data), start and ctypes.byref(start),
                        ctypes.byref(items))
    try:
        for index in range(count):
            item = _Item()
            c.call("get_item", items, index, ctypes.byref(item))
            kind = _KINDS[item.kind]
            plies = item.plies[:item.ply_count] if item.ply_count else []
            comments = item.comments[:item.comment_count] if item.comment_count else []
            yield Item(
                kind,
                item.line,
                item.error.decode() if kind == "refused" else None,
                position_of(item.start) if kind in ("game", "problem") else None,
                tuple(Move(ply.move.from_square, ply.move.to_square) for ply in plies),
                _STATEMENTS[item.stated],
                item.stated_plies if item.stated and item.stated_plies >= 0 else None,
                tuple((comment.before,
                       ctypes.string_at(comment.text, comment.length).decode())
                      for comment in comments),
                tuple(pips_of(item.pips).items()),
                tuple(ply.pips for ply in plies))
    finally:
        c.free_items(items)


def read_move(text: str, rows: int, columns: int) -> Move:
    """Returns the move that a text consists of (`Move.parse`)."""
    data, move = text.encode(errors="replace"), c.CMove()
    c.call("read_move", data, len(data), rows, columns, ctypes.byref(move))
    return Move(move.from_square, move.to_square)
