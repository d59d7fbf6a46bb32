"""The tablebase: solves games or opens tables, and answers."""

from __future__ import annotations

import ctypes
import functools
import operator
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypeVar, Union, overload

from teeko import _library as c
from teeko import notation
from teeko import rules as rules_module
from teeko.notation import Item
from teeko.position import BLACK, Colour, Move, Position, Value

if TYPE_CHECKING:
    import numpy

_Default = TypeVar("_Default")


class Successor(NamedTuple):
    """A move, and what comes of it."""

    move: Move
    position: Position  # after the move
    value: Value  # of that position


@dataclass(frozen=True)
class Section:
    """The values of all positions with some number of pieces, in the table's order.

    0 is a draw, n + 1 is decided in n plies (odd n: the side to move wins), and all bits
    set is a position that cannot arise. They stay readable when the tablebase is closed.
    """

    placed: int  # pieces on the board
    drops: str  # letters of the drops to come
    values: memoryview  # of unsigned numbers of one byte or two; nothing is copied

    def array(self) -> numpy.ndarray[Any, Any]:
        """The values as a NumPy array that cannot be written to; nothing is copied."""
        import numpy

        return numpy.asarray(self.values)


@dataclass(frozen=True)
class Annotation:
    """What a move of a game was worth."""

    position: Position  # before the move
    move: Move
    chooser: Colour  # who picked it: in drops by letter A, the opponent of the owner
    before: Value
    after: Value
    best: tuple[Move, ...]  # all that are as good as can be

    @property
    def blunder(self) -> bool:
        """True if it gave away a win or a draw."""
        return self.after.outcome(self.chooser) < self.before.outcome(self.chooser)


@functools.lru_cache(maxsize=1 << 16)
def _squares(bits: int) -> frozenset[int]:
    return frozenset(i + 1 for i in range(bits.bit_length()) if bits >> i & 1)


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square - 1 for square in squares)


def _number(number: int, bits: int) -> int:
    """As it is, if C can have it: ctypes would cut it off."""
    if not 0 <= operator.index(number) < 1 << bits - 1:
        raise ValueError(f"{number} is out of range")
    return number


def _value(value: c.CValue) -> Value:
    return Value(None if value.winner == 2 else Colour(value.winner), value.plies)


class Tablebase:
    """The table of one game, from `solve` or `open_tablebase`.

    Any number of threads may ask it at once. Every method that takes a position raises
    TypeError for what is none, ValueError for one that no game of these rules can come to
    and when the tablebase is closed, and DamagedError if it reads a file that is damaged.
    """

    def __init__(self, handle: c.Handle) -> None:
        self._open_handle: Optional[c.Handle] = handle
        game = c.CGame()
        handle.call("get_game", ctypes.byref(game))
        self.name: str = game.name.decode()
        self.rules: str = game.rules.decode()  # as `solve` takes them
        self.rows: int = game.rows
        self.columns: int = game.columns
        self.pieces: int = game.pieces  # of a side
        self.section_count: int = game.sections

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees it, once all calls under way have returned. Again, it does nothing."""
        self._open_handle = None

    @property
    def _handle(self) -> c.Handle:
        handle = self._open_handle
        if handle is None:
            raise ValueError("the tablebase is closed")
        return handle

    def _to_c(self, position: Position) -> c.CPosition:
        if not isinstance(position, Position):
            raise TypeError(f"a teeko.Position is wanted, not {type(position).__name__}")
        if (position.rows, position.columns) != (self.rows, self.columns):
            raise ValueError(f"a board of {position.rows} by {position.columns}: that of "
                             f"these rules is {self.rows} by {self.columns}")
        if position.style and len(position.style) != self.pieces:
            raise ValueError(f'style "{position.style}": a side has {self.pieces} pieces')
        return c.CPosition(
            _bits(position.black), _bits(position.red),
            sum(1 << k for k, letter in enumerate(position.style) if letter == "A"),
            position.to_move, position.centre_ban)

    def _from_c(self, position: c.CPosition) -> Position:
        style = "".join("SA"[position.style >> k & 1] for k in range(self.pieces))
        return Position(_squares(position.black), _squares(position.red),
                        Colour(position.to_move), style, bool(position.centre_ban),
                        self.rows, self.columns)

    def start(self, style: str = "", centre_ban: bool = False) -> Position:
        """The empty board.

        Args:
          style: its letters or Scarne's name, "AASS" or "two-move alternate"
          centre_ban: whether the first drop may not go where the rules ban it
        """
        start = c.CPosition(centre_ban=centre_ban)
        if style:
            bits = ctypes.c_uint32()
            self._handle.call("find_style", style.encode(), ctypes.byref(bits))
            start.style = bits.value
        return self._from_c(start)

    def probe(self, position: Position) -> Value:
        """What the position is worth."""
        value = c.CValue()
        self._handle.call("probe", ctypes.byref(self._to_c(position)), ctypes.byref(value))
        return _value(value)

    @overload
    def get(self, position: Position) -> Optional[Value]: ...
    @overload
    def get(self, position: Position, default: _Default) -> Union[Value, _Default]: ...

    def get(self, position: Position, default: Any = None) -> Any:
        """What the position is worth, or `default` if no game can come to it."""
        handle = self._handle
        try:
            handle.call("check", ctypes.byref(self._to_c(position)))
        except ValueError:
            return default
        return self.probe(position)

    def _list(self, name: str, position: Position) -> list[Successor]:
        asked, count, room = self._to_c(position), 256, 0
        while count > room:
            room = count
            out = (c.CSuccessor * room)()
            count = self._handle.call(name, ctypes.byref(asked), out, room)
        return [Successor(Move(s.move.from_square, s.move.to_square),
                          self._from_c(s.position), _value(s.value)) for s in out[:count]]

    def moves(self, position: Position) -> list[Successor]:
        """Every move, the best first for whoever picks it; none if the game is over."""
        return self._list("moves", position)

    def line(self, position: Position) -> list[Successor]:
        """The first best move again and again: to the end of the game or, in a draw,
        until a position comes again."""
        return self._list("line", position)

    def play(self, position: Position, move: Union[Move, str]) -> Position:
        """The position after a move, Move(15, 9) or "15-9"; ValueError if it is not
        possible."""
        if isinstance(move, str):
            move = Move.parse(move, self.rows, self.columns)
        after = c.CPosition()
        c_move = c.CMove(*(_number(square, 32) for square in move))
        self._handle.call("play", ctypes.byref(self._to_c(position)), c_move,
                          ctypes.byref(after))
        return self._from_c(after)

    def chooser(self, position: Position) -> Colour:
        """Who picks the move: the side to move, or its opponent if the next drop's letter
        is A."""
        letter = position.style[len(position.own):len(position.own) + 1]
        return position.to_move.other if letter == "A" else position.to_move

    def annotate(self, moves: Union[str, Iterable[Union[Move, str]]],
                 start: Optional[Position] = None) -> list[Annotation]:
        """What every move of a game was worth; moves may be a text such as "13 7 12".

        Args:
          moves: moves, or a text that `read` reads as one game or problem
          start: where the game begins; left out, where the text says, or the empty board in
            Standard style

        Raises:
          ValueError: the text is not one item; or a move is not possible, and the message
            begins with its number, from 1.
        """
        if isinstance(moves, str):
            item = self._read_one(moves)
            moves = item.moves
            if start is None or item.kind == "problem":
                start = item.start
        position = self.start() if start is None else start
        annotations = []
        for number, move in enumerate(moves, 1):
            try:
                after = self.play(position, move)
            except ValueError as error:
                raise ValueError(f"move {number}, {move}: {error}") from None
            choices = self.moves(position)
            [played] = [s for s in choices if s.position == after]
            annotations.append(Annotation(
                position, played.move, self.chooser(position), self.probe(position),
                played.value, tuple(s.move for s in choices if s.value == choices[0].value)))
            position = after
        return annotations

    def read(self, text: str, start: Optional[Position] = None) -> list[Item]:
        """The problems and games of a text, in its order (corpus/README.md).

        A part that cannot be read is an item of the kind "refused" with its error; it does
        not change the others. Whether moves are possible, `play` says.

        Args:
          start: an empty board, whose style and centre ban items have that do not say theirs

        >>> tb = solve("board4x4")
        >>> [str(move) for move in tb.read("# a game\\n1. 6 11 2. 7")[0].moves]
        ['6', '11', '7']
        """
        return list(notation.read(self, text, None if start is None else self._to_c(start)))

    def _read_one(self, text: str) -> Item:
        """The item that a text has; its moves may stand on any lines."""
        items = [item for item in self.read("game " + text) if item.kind != "comments"]
        if len(items) > 1 and items[0].kind == "game" and not items[0].moves:
            del items[0]  # The text has a heading of its own.
        for item in items:
            if item.error is not None:
                raise ValueError(f"line {item.line}: {item.error}")
        if len(items) != 1:
            raise ValueError(f"expected one game or problem, got {len(items)}")
        return items[0]

    def read_position(self, text: str, start: Optional[Position] = None) -> Position:
        """The position that a text is: on one line, in words, or a diagram.

        Args:
          start: an empty board, whose style and centre ban it has if it does not say them

        >>> tb = solve("board4x4")
        >>> tb.position_text(tb.read_position("Black on 6; Red on; Red to move AASS"))
        '4/1b2/4/4 r AASS'
        """
        data, position = text.encode(errors="replace"), c.CPosition()
        given = None if start is None else ctypes.byref(self._to_c(start))
        self._handle.call("read_position", ctypes.create_string_buffer(data, len(data) + 1),
                          len(data), given, ctypes.byref(position))
        return self._from_c(position)

    def position_text(self, position: Position) -> str:
        """The position on one line, which all programs read."""
        text = ctypes.create_string_buffer(256)
        self._handle.call("write_position", ctypes.byref(self._to_c(position)), text, 256)
        return text.value.decode()

    def section(self, number: int) -> Section:
        """A section, of `section_count`: 0 has all pieces placed, the last the empty board.

        Unpacks it, which takes as many bytes as it has values, or twice as many.
        """
        handle, section = self._handle, c.CSection()
        handle.call("get_section", _number(number, 32), ctypes.byref(section))
        kind = ctypes.c_uint8 if section.value_bytes == 1 else ctypes.c_uint16
        values = (kind * section.positions).from_address(section.values)
        setattr(values, "handle", handle)  # What the view looks at lasts as long.
        view = memoryview(values).toreadonly().cast("B")
        return Section(section.placed, section.drops.decode(),
                       view if section.value_bytes == 1 else view.cast("H"))

    def place(self, position: Position) -> tuple[int, int]:
        """Where the table has the position: its section, and its index there."""
        section, index = ctypes.c_int32(), ctypes.c_uint64()
        self._handle.call("place", ctypes.byref(self._to_c(position)),
                          ctypes.byref(section), ctypes.byref(index))
        return section.value, index.value

    def position_at(self, section: int, index: int, to_move: Colour = BLACK) -> Position:
        """And back, in the first of the rules' styles that have these drops to come.

        It may be a position that cannot arise.

        Args:
          to_move: counts once all pieces are placed; before, their number says it
        """
        position = c.CPosition()
        self._handle.call("position_at", _number(section, 32), _number(index, 64),
                          Colour(to_move), ctypes.byref(position))
        return self._from_c(position)


def open_tablebase(path: Union[str, os.PathLike[str]]) -> Tablebase:
    """Opens what `./bazelw run //:pipeline` has left for some rules, "out/advanced".

    Takes milliseconds. Reads only what the verifier has accepted, by digest.

    Raises:
      NoTableError: there is no such table, or not the one that the verifier has accepted.
      DamagedError: the file is damaged.
    """
    folder, name = os.path.split(os.path.abspath(path))
    return Tablebase(c.Handle("open", os.fsencode(folder), os.fsencode(name)))


def solve(rules: str = "", /, **words: Any) -> Tablebase:
    """Solves a game in memory: a second or two and 35 MB for Teeko on 5×5.

    Args:
      rules: a name of NAMED_RULES, or the text of a rules file (proto/rules.proto)
      **words: instead of it, the arguments of `rules_text`

    Raises:
      ValueError: what is wrong with the rules.
      MemoryError: the game does not fit into memory.
      TeekoError: some game is longer than a table can hold.

    >>> tb = solve(goals=["line 3"], rows=3, columns=4, pieces=3)
    >>> print(tb.probe(tb.start()), *[s.move for s in tb.line(tb.start())])
    Black in 9 2 4 3 1 6 5 2-7 1-2 3-8
    """
    if bool(rules) == bool(words):
        raise TypeError("solve takes rules, as a name or a text, or their words")
    if words:
        rules = rules_module.rules_text(**words)
    elif rules.replace("_", "").isalnum():
        rules = rules_module.named(rules)
    return Tablebase(c.Handle("solve", rules.encode()))
