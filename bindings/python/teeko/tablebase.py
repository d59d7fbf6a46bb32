"""The tablebase: solves games or opens tables, and answers."""

from __future__ import annotations

import ctypes
import functools
import operator
import os
import struct
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    NamedTuple,
    NoReturn,
    Optional,
    TypeVar,
    Union,
    overload,
)

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


class Values(NamedTuple):
    """The values of many positions, as two arrays with an element for each position."""

    winner: Any  # int8: 0 is Black, 1 is Red, -1 is a draw
    plies: Any  # uint16: to the end of the game; 0 for draws and finished games


@dataclass(frozen=True)
class Section:
    """The values of all positions with some number of pieces, in the table's order.

    0 is a draw, n + 1 is decided in n plies (odd n: the side to move wins), and all bits
    set is a position that cannot arise. They stay readable when the tablebase is closed.
    A section cannot be copied or pickled; a copy of `array()` can.
    """

    placed: int  # pieces on the board
    drops: str  # letters of the drops to come
    # Unsigned numbers of one byte or two; nothing is copied. Python hashes no view of
    # two-byte numbers.
    values: memoryview = field(hash=False)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a section is a view of a tablebase's memory and cannot be copied or "
                        "pickled; copy its values: section.array().copy() or "
                        "section.values.tolist()")

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


_BIT = [1 << square >> 1 for square in range(65)]


def _bits(squares: frozenset[int]) -> int:
    return sum(map(_BIT.__getitem__, squares))


@functools.lru_cache(maxsize=1 << 10)
def _style_bits(style: str, pieces: int) -> int:
    """Bit k is set if letter k is A; ValueError unless there is one for each piece."""
    if style and len(style) != pieces:
        raise ValueError(f'style "{style}": a side has {pieces} pieces')
    return sum(1 << k for k, letter in enumerate(style) if letter == "A")


def _number(number: int, bits: int) -> int:
    """As it is, if C can have it: ctypes would cut it off."""
    if not 0 <= operator.index(number) < 1 << bits - 1:
        raise ValueError(f"{number} is out of range")
    return number


@functools.lru_cache(maxsize=1 << 16)
def _value(winner: int, plies: int) -> Value:
    return Value(None if winner == 2 else Colour(winner), plies)


# Format characters of buffers that hold the same numbers, if they have as many bytes.
_SAME_FORMATS = {"Q": "QL", "I": "IL", "i": "il"}


def _column(name: str, code: str, numbers: Any, count: Optional[int],
            read: Callable[[Any], int] = operator.index) -> array[int]:
    """An array of `count` numbers from a buffer, a sequence, or one number for all.

    Args:
      name: what error messages call it
      code: the type of the numbers, as `array` names it
      count: None means any number, and that `numbers` cannot be one number
      read: turns an element into its number
    """
    try:
        if count is not None and (isinstance(numbers, str) or not hasattr(numbers, "__len__")):
            return array(code, [read(numbers)]) * count
        column = array(code)
        try:
            view = memoryview(numbers)
        except TypeError:
            view = memoryview(b"")
        if (view.ndim == 1 and view.itemsize == column.itemsize
                and view.format in _SAME_FORMATS[code]):
            column.frombytes(view.tobytes())
        else:
            elements = numbers.tolist() if hasattr(numbers, "tolist") else numbers
            column.extend(map(read, elements))
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    except OverflowError as error:
        raise ValueError(f"{name}: {error}") from None
    if count is not None and len(column) != count:
        raise ValueError(f"{name}: expected {count} elements, as black has, got {len(column)}")
    return column


class Tablebase:
    """The table of one game, from `solve` or `open_tablebase`.

    Any number of threads may ask it at once. Every method that takes a position raises
    TypeError for what is none, ValueError for one that no game of these rules can come to
    and when the tablebase is closed, and DamagedError if it reads a file that is damaged.

    A tablebase cannot be copied or pickled. A process made by os.fork can use its parent's;
    any other process opens or solves its own.
    """

    _open_handle: Optional[c.Handle] = None  # until __init__ has begun

    def __init__(self, handle: c.Handle) -> None:
        self._open_handle = handle
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

    def __reduce__(self) -> NoReturn:
        # Of copy.copy, copy.deepcopy and pickle, and so of Pool.map(tb.probe, ...).
        raise TypeError("a Tablebase belongs to one process and cannot be copied or pickled; "
                        "open or solve it in each process (a multiprocessing.Pool does so in "
                        "its initializer), and pass positions between processes")

    def close(self) -> None:
        """Frees it, once all calls under way have returned. Again, it does nothing."""
        self._open_handle = None

    @property
    def _handle(self) -> c.Handle:
        handle = self._open_handle
        if handle is None:
            raise ValueError("the tablebase is closed")
        return handle

    def _fields(self, position: Position) -> tuple[int, int, int, int, int]:
        """The fields of CPosition."""
        if not isinstance(position, Position):
            raise TypeError(f"a teeko.Position is wanted, not {type(position).__name__}")
        if position.rows != self.rows or position.columns != self.columns:
            raise ValueError(f"a board of {position.rows} by {position.columns}: that of "
                             f"these rules is {self.rows} by {self.columns}")
        return (_bits(position.black), _bits(position.red),
                _style_bits(position.style, self.pieces), position.to_move,
                position.centre_ban)

    def _to_c(self, position: Position) -> c.CPosition:
        return c.CPosition(*self._fields(position))

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
            self._handle.call("find_style", c.utf8(style), ctypes.byref(bits))
            start.style = bits.value
        return self._from_c(start)

    def probe(self, position: Position) -> Value:
        """What the position is worth."""
        value = c.CValue()
        self._handle.call("probe", ctypes.byref(self._to_c(position)), ctypes.byref(value))
        return _value(value.winner, value.plies)

    def _pack(self, positions: Iterable[Position]) -> bytearray:
        """The array of CPosition that the library takes."""
        pack = struct.Struct("QQIii4x").pack
        packed = bytearray()
        for index, position in enumerate(positions):
            try:
                packed += pack(*self._fields(position))
            except (TypeError, ValueError) as error:
                raise type(error)(f"position {index}: {error}") from None
        return packed

    def _pack_columns(self, black: Any, red: Any, to_move: Any, style: Any,
                      centre_ban: Any) -> bytearray:
        """The same from the arguments of `probe_many`."""
        blacks = _column("black", "Q", black, None)
        count = len(blacks)
        reds = _column("red", "Q", red, count)
        style = "" if style is None else style
        centre_ban = False if centre_ban is None else centre_ban
        if to_move is None:
            to_move = [bin(b).count("1") > bin(r).count("1") for b, r in zip(blacks, reds)]

        def style_bits(style: Any) -> int:
            if not isinstance(style, str):
                return operator.index(style)
            return _style_bits(Position(style=style).style, self.pieces)

        packed = bytearray(ctypes.sizeof(c.CPosition) * count)
        for name, column in [("black", blacks), ("red", reds),
                             ("style", _column("style", "I", style, count, style_bits)),
                             ("to_move", _column("to_move", "i", to_move, count)),
                             ("centre_ban", _column("centre_ban", "i", centre_ban, count))]:
            first = getattr(c.CPosition, name).offset // column.itemsize
            step = ctypes.sizeof(c.CPosition) // column.itemsize
            if count > 0:  # An empty view cannot be cast.
                memoryview(packed).cast(column.typecode)[first::step] = memoryview(column)
        return packed

    @overload
    def probe_many(self, positions: Iterable[Position]) -> list[Value]: ...
    @overload
    def probe_many(self, *, black: Any, red: Any, to_move: Any = None, style: Any = None,
                   centre_ban: Any = None) -> Values: ...

    def probe_many(self, positions: Optional[Iterable[Position]] = None, *, black: Any = None,
                   red: Any = None, to_move: Any = None, style: Any = None,
                   centre_ban: Any = None) -> Any:
        """What each of many positions is worth, on all processors.

        Takes positions and returns a list of Value, or takes arrays with an element for each
        position and returns Values. Arrays are NumPy arrays, other buffers (array.array), or
        sequences, and must have one dimension. Buffers of the types named below are fastest.

        Args:
          positions: of these rules
          black, red: sets of squares, uint64; bit i stands for square i + 1
          to_move: int32, 0 for Black and 1 for Red, or one Colour for all positions. Left
            out, Red where Black has more pieces than Red, else Black.
          style: uint32, bit k is set if letter k is A, or one style ("AASS") for all
            positions, or a sequence of styles. Left out, Standard style.
          centre_ban: int32, 0 or 1, or one bool for all positions. Left out, 0.

        Returns:
          A list of Value, or Values with NumPy arrays if `black` is a NumPy array, else with
          objects of array.array.

        Raises:
          TypeError, ValueError: one of the positions is none, or no game can come to it. The
            message begins with the index of the first such position, from 0.

        >>> tb = solve(goals=["line 3"], rows=3, columns=4, pieces=3)
        >>> winner, plies = tb.probe_many(black=[0, 0b1, 0b10], red=[0, 0, 0])
        >>> print(winner.tolist(), plies.tolist())
        [0, 1, 0] [9, 21, 8]
        """
        handle = self._handle
        columns = [black, red, to_move, style, centre_ban]
        if positions is None and (black is None or red is None) or (
                positions is not None and any(column is not None for column in columns)):
            raise TypeError("probe_many takes positions alone, or black and red")
        if positions is not None:
            packed = self._pack(positions)
        else:
            packed = self._pack_columns(black, red, to_move, style, centre_ban)
        count = len(packed) // ctypes.sizeof(c.CPosition)
        values = array("i", bytes(ctypes.sizeof(c.CValue) * count))
        handle.call("probe_many", (ctypes.c_char * len(packed)).from_buffer(packed), count,
                    values.buffer_info()[0])
        winners, plies = values[0::2], values[1::2]
        if positions is not None:
            return list(map(_value, winners, plies))
        winner, plies = array("b", map((0, 1, -1).__getitem__, winners)), array("H", plies)
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(black, numpy.ndarray):
            return Values(numpy.asarray(winner), numpy.asarray(plies))
        return Values(winner, plies)

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
                          self._from_c(s.position), _value(s.value.winner, s.value.plies))
                for s in out[:count]]

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
            item = self._read_one(moves, start)
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

    def _read_one(self, text: str, start: Optional[Position]) -> Item:
        """The item that a text has; its moves may stand on any lines."""
        items = [item for item in self.read("game " + text, start) if item.kind != "comments"]
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


def open_tablebase(path: Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]) -> Tablebase:
    """Opens what `./bazelw run //:pipeline` has left for some rules, "out/advanced".

    Takes milliseconds. Reads only what the verifier has accepted, by digest.

    Raises:
      NoTableError: there is no such table, or not the one that the verifier has accepted.
      DamagedError: the file is damaged.
    """
    encoded = os.fsencode(path)
    if b"\0" in encoded:  # Some versions of abspath cut it off.
        raise ValueError("a path has a null character")
    folder, name = os.path.split(os.path.abspath(encoded))
    return Tablebase(c.Handle("open", folder, name))


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
    return Tablebase(c.Handle("solve", c.utf8(rules)))
