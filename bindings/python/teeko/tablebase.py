"""The tablebase: solves games or opens tables, and returns values and moves."""

from __future__ import annotations

import ctypes
import functools
import operator
import os
import struct
import sys
from array import array
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
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
from teeko.position import BLACK, Colour, Move, Position, Score, Value

if TYPE_CHECKING:
    import numpy

_Default = TypeVar("_Default")


class Successor(NamedTuple):
    """A move and its result."""

    move: Move
    position: Position  # after the move
    value: Value  # of `position`


class ScoredMove(NamedTuple):
    """A move of a scored game and its result."""

    move: Move
    pips: int  # of the marker
    score: Score  # for the side that moves
    position: Position  # after the move
    position_pips: dict[int, int]  # after the move


class Values(NamedTuple):
    """The values of many positions: two arrays with one element for each position."""

    winner: Any  # int8: 0 is Black, 1 is Red, -1 is a draw
    plies: Any  # uint16: plies to the end of the game; 0 for draws and finished games


@dataclass(frozen=True)
class Section:
    """The values of all positions with the same number of pieces and the same drops to come, in the table's order.

    0 is a draw, n + 1 is a win or loss in n plies (odd n: the side to move wins), and all bits set is a position that
    cannot arise. The values stay readable after the tablebase is closed. A section cannot be copied or pickled, but
    `section.array().copy()` can be pickled.
    """

    placed: int  # pieces on the board
    drops: str  # letters of the drops to come
    # Unsigned numbers of one or two bytes, without a copy. Not part of the hash, because Python cannot hash a view of
    # two-byte numbers.
    values: memoryview = field(hash=False)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a section is a view of a tablebase's memory and cannot be copied or pickled: copy its values "
                        "with section.array().copy() or section.values.tolist()")

    def array(self) -> numpy.ndarray[Any, Any]:
        """Returns the values as a read-only NumPy array, without a copy."""
        import numpy

        return numpy.asarray(self.values)


@dataclass(frozen=True)
class Annotation:
    """The values before and after a move of a game."""

    position: Position  # before the move
    move: Move
    chooser: Colour  # the side that chose the move: with letter A, the opponent
    before: Value
    after: Value
    best: tuple[Move, ...]  # all best moves

    @property
    def blunder(self) -> bool:
        """True if the move gave away a win or a draw."""
        return self.after.outcome(self.chooser) < self.before.outcome(self.chooser)


@functools.lru_cache(maxsize=1 << 16)
def _squares(bits: int) -> frozenset[int]:
    return frozenset(i + 1 for i in range(bits.bit_length()) if bits >> i & 1)


_BIT = [1 << square >> 1 for square in range(65)]


def _bits(squares: frozenset[int]) -> int:
    return sum(map(_BIT.__getitem__, squares))


@functools.lru_cache(maxsize=1 << 10)
def _style_bits(style: str, pieces: int) -> int:
    """Returns an int in which bit k is set if letter k + 1 is A. ValueError for a wrong number of letters."""
    if style and len(style) != pieces:
        raise ValueError(f'style: expected one letter for each of {pieces} pieces, got "{style}"')
    return sum(1 << k for k, letter in enumerate(style) if letter == "A")


def _number(number: int, bits: int) -> int:
    """Returns the number. ValueError if it is negative or has more than `bits` - 1 bits (ctypes would truncate it)."""
    if not 0 <= operator.index(number) < 1 << bits - 1:
        raise ValueError(f"{number} is out of range: expected 0 to {(1 << bits - 1) - 1}")
    return number


@functools.lru_cache(maxsize=1 << 16)
def _value(winner: int, plies: int) -> Value:
    return Value(None if winner == 2 else Colour(winner), plies)


# Maps the type code of an array to the format characters of buffers with the same kind of numbers. If the item sizes
# are equal too, the bytes can be copied.
_SAME_FORMATS = {"Q": "QL", "I": "IL", "i": "il"}


def _column(name: str, code: str, numbers: Any, count: Optional[int],
            read: Callable[[Any], int] = operator.index) -> array[int]:
    """Returns an array of `count` numbers from a buffer, a sequence, or one number for all elements.

    Args:
      name: name of the argument in error messages
      code: type code of `array`
      count: number of elements; None allows any number of elements, but not one number for all
      read: converts an element to its number
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
        raise ValueError(f"{name}: expected {count} elements, as many as black has, got {len(column)}")
    return column


class Tablebase:
    """The tablebase of one game, returned by `solve` or `open_tablebase`.

    Any number of threads may use it at once. Methods that take a position, except `chooser`, raise TypeError if it is
    not a Position, ValueError if no game of these rules can reach it or the tablebase is closed, and DamagedError if
    the file is damaged.

    A tablebase cannot be copied or pickled. A process made by os.fork can use the tablebases of its parent. Any other
    process opens or solves its own.
    """

    _open_handle: Optional[c.Handle] = None  # until __init__ runs

    def __init__(self, handle: c.Handle) -> None:
        self._open_handle = handle
        game = c.CGame()
        handle.call("get_game", ctypes.byref(game))
        self.name: str = game.name.decode()
        self.rules: str = game.rules.decode()  # text of a rules file, for `solve`
        self.rows: int = game.rows
        self.columns: int = game.columns
        self.pieces: int = game.pieces  # of each side
        self.section_count: int = game.sections

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        # Called by copy.copy, copy.deepcopy and pickle, and so by Pool.map(tb.probe, ...).
        raise TypeError("a Tablebase belongs to one process and cannot be copied or pickled: "
                        "open or solve it in each process (a multiprocessing.Pool does so in "
                        "its initializer), and pass positions between processes")

    def close(self) -> None:
        """Closes the tablebase. Its memory is freed when all running calls have returned and no section refers to it.

        May be called twice."""
        self._open_handle = None

    @property
    def _handle(self) -> c.Handle:
        handle = self._open_handle
        if handle is None:
            raise ValueError("the tablebase is closed")
        return handle

    def _fields(self, position: Position) -> tuple[int, int, int, int, int]:
        """Returns the fields of CPosition."""
        if not isinstance(position, Position):
            raise TypeError(f"position: expected a teeko.Position, got {type(position).__name__}")
        if position.rows != self.rows or position.columns != self.columns:
            raise ValueError(f"board: expected {self.rows} by {self.columns} squares, got {position.rows} by "
                             f"{position.columns}")
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
        """Returns the empty board.

        Args:
          style: the letters or Scarne's name of a style, "AASS" or "two-move alternate"; default: Standard style
          centre_ban: True if the first drop may not go to a banned square
        """
        start = c.CPosition(centre_ban=centre_ban)
        if style:
            bits = ctypes.c_uint32()
            self._handle.call("find_style", c.utf8(style), ctypes.byref(bits))
            start.style = bits.value
        return self._from_c(start)

    def probe(self, position: Position) -> Value:
        """Returns the value of a position."""
        value = c.CValue()
        self._handle.call("probe", ctypes.byref(self._to_c(position)), ctypes.byref(value))
        return _value(value.winner, value.plies)

    def _pack(self, positions: Iterable[Position]) -> bytearray:
        """Returns the array of CPosition that the library takes."""
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
        """Returns the array of CPosition for the keyword arguments of `probe_many`."""
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
        """Returns the values of many positions, computed on all processors.

        Takes positions and returns a list of Value, or takes arrays with one element for each position and returns
        Values. Arrays are NumPy arrays, other buffers (array.array), or sequences, and have one dimension. Buffers of
        the types below are fastest.

        Args:
          positions: positions of these rules
          black, red: sets of squares, uint64; bit i stands for square i + 1
          to_move: int32, 0 for Black and 1 for Red, or one Colour for all positions; default: Red where Black has more
            pieces than Red, otherwise Black
          style: uint32, in which bit k is set if letter k + 1 is A, or one style ("AASS") for all positions, or a
            sequence of styles; default: Standard style
          centre_ban: int32, 0 or 1, or one bool for all positions; default: 0

        Returns:
          A list of Value, or Values. The arrays of Values are NumPy arrays if `black` is one, and otherwise
          array.array.

        Raises:
          TypeError, ValueError: a position is not a Position, or no game can reach it. The message begins with
            "position I: ", where I is the index of the first such position, counted from 0.

        >>> tb = solve(goals=["line 3"], rows=3, columns=4, pieces=3)
        >>> winner, plies = tb.probe_many(black=[0, 0b1, 0b10], red=[0, 0, 0])
        >>> print(winner.tolist(), plies.tolist())
        [0, 1, 0] [9, 21, 8]
        """
        handle = self._handle
        columns = [black, red, to_move, style, centre_ban]
        if positions is None and (black is None or red is None) or (
                positions is not None and any(column is not None for column in columns)):
            raise TypeError("probe_many: expected either positions alone, or black and red")
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
        """Returns the value of a position, or `default` if no game can reach it."""
        handle = self._handle
        try:
            handle.call("check", ctypes.byref(self._to_c(position)))
        except ValueError:
            return default
        return self.probe(position)

    def _list(self, name: str, position: Position) -> list[Successor]:
        c_position, count, capacity = self._to_c(position), 256, 0
        while count > capacity:
            capacity = count
            out = (c.CSuccessor * capacity)()
            count = self._handle.call(name, ctypes.byref(c_position), out, capacity)
        return [Successor(Move(s.move.from_square, s.move.to_square),
                          self._from_c(s.position), _value(s.value.winner, s.value.plies))
                for s in out[:count]]

    def moves(self, position: Position) -> list[Successor]:
        """Returns all moves, from best to worst for the side that chooses; an empty list if the game is over."""
        return self._list("moves", position)

    def line(self, position: Position) -> list[Successor]:
        """Plays the first best move repeatedly, and returns the moves.

        The line ends when the game is over or, in a draw, when a position is repeated.
        """
        return self._list("line", position)

    def play(self, position: Position, move: Union[Move, str]) -> Position:
        """Returns the position after a move, Move(15, 9) or "15-9". ValueError if the move is not possible."""
        if isinstance(move, str):
            move = Move.parse(move, self.rows, self.columns)
        after = c.CPosition()
        c_move = c.CMove(*(_number(square, 32) for square in move))
        self._handle.call("play", ctypes.byref(self._to_c(position)), c_move,
                          ctypes.byref(after))
        return self._from_c(after)

    def chooser(self, position: Position) -> Colour:
        """Returns the side that chooses the move: the side to move, or its opponent if the next letter is A."""
        letter = position.style[len(position.own):len(position.own) + 1]
        return position.to_move.other if letter == "A" else position.to_move

    def annotate(self, moves: Union[str, Iterable[Union[Move, str]]],
                 start: Optional[Position] = None) -> list[Annotation]:
        """Returns the values before and after each move of a game.

        Args:
          moves: moves, or a text that `read` reads as one game or problem, such as "13 7 12". The moves of a game may
            also be on several lines without the word "game".
          start: position before the first move; ignored if the text is a problem, which states its own. Default: the
            empty board in Standard style

        Raises:
          ValueError: the text is not exactly one item; or a move is not possible, and the message begins with
            "move N, ", where N is its number, counted from 1.
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
        """Returns the problems and games of a text, in its order (corpus/README.md).

        A part that cannot be read is an item of the kind "refused" with its error. It does not change the other items.
        After 1,000 refused parts, one last item stands for all others ("… and 5 more errors").
        `read` does not check whether moves are possible; `play` does.

        `start` is the first position of games, usually an empty board. Its style and centre ban hold for items that
        state none.

        >>> tb = solve("board4x4")
        >>> [str(move) for move in tb.read("# a game\\n1. 6 11 2. 7")[0].moves]
        ['6', '11', '7']
        """
        return list(notation.read(self._handle, text, None if start is None else self._to_c(start),
                                  self._from_c))

    def _read_one(self, text: str, start: Optional[Position]) -> Item:
        """Returns the only item of a text. The moves of a game may be on several lines."""

        def items_of(text: str) -> list[Item]:
            return [item for item in self.read(text, start) if item.kind != "comments"]

        items = items_of(text)
        if len(items) != 1 or items[0].error is not None:
            # Lines without the word "game" may be one game each, so that the text has several.
            named = items_of("game " + text.lstrip("\ufeff"))
            if len(named) == 1 and named[0].error is None:
                return named[0]
        for item in items:
            if item.error is not None:
                raise ValueError(f"line {item.line}: {item.error}")
        if len(items) != 1:
            raise ValueError(f"expected one game or problem, got {len(items)}")
        return items[0]

    def read_position(self, text: str, start: Optional[Position] = None) -> Position:
        """Returns the position that a text describes: on one line, in words, or as a diagram.

        The style and centre ban of `start` hold if the text states none.

        >>> tb = solve("board4x4")
        >>> tb.position_text(tb.read_position("Black on 6; Red on; Red to move AASS"))
        '4/1b2/4/4 r AASS'
        """
        data, position = text.encode(errors="replace"), c.CPosition()
        given = None if start is None else ctypes.byref(self._to_c(start))
        self._handle.call("read_position", data, len(data), given, ctypes.byref(position))
        return self._from_c(position)

    # ---- Scored games ----

    def _scored(self, position: Position, pips: Mapping[int, int]) -> tuple[c.CPosition, c.CPips]:
        c_pips = c.CPips()
        for square, number in pips.items():
            if not 1 <= operator.index(square) <= 64 or not 0 <= operator.index(number) <= 255:
                raise ValueError(f"pips: expected squares from 1 to 64 and at most 255 pips, got {square}: {number}")
            c_pips.of[square - 1] = number
        return self._to_c(position), c_pips

    def score(self, position: Position, pips: Mapping[int, int]) -> Score:
        """Returns the score of a position for the side to move. Takes about ten microseconds.

        `pips` has the pips of the markers on the board, by square.

        Raises:
          ValueError: the rules have no scoring; the pips are not those of the rules; or the game is over, and its score
            depends on the last move.
        """
        c_position, c_pips = self._scored(position, pips)
        score = c.CScore()
        self._handle.call("probe_score", ctypes.byref(c_position), ctypes.byref(c_pips), ctypes.byref(score))
        return Score(score.points, score.plies)

    def scored_moves(self, position: Position, pips: Mapping[int, int]) -> list[ScoredMove]:
        """Returns all moves, from best to worst for the side to move.

        In the drop phase, there is one move for each square and each marker that is not yet dropped. If the side to
        move picks the square, a move gives away `score(position, pips).points - move.score.points` points. If the
        opponent picks the square, the side to move picks only the marker. Then the opponent picks, of the moves with
        this marker, the one that comes last. The arguments and errors are those of `score`, but a finished game has no
        moves and is no error.
        """
        c_position, c_pips = self._scored(position, pips)
        out = (c.CScoredMove * 512)()
        count = self._handle.call("scored_moves", ctypes.byref(c_position), ctypes.byref(c_pips), out, len(out))
        return [ScoredMove(Move(m.move.from_square, m.move.to_square), m.pips,
                           Score(m.score.points, m.score.plies), self._from_c(m.position),
                           notation.pips_of(m.position_pips)) for m in out[:count]]

    def read_scored_position(self, text: str, start: Optional[Position] = None) -> tuple[Position, dict[int, int]]:
        """Returns the position and the pips of a text: "Black on 14:1; Red on; Red to move"."""
        data, position, pips = text.encode(errors="replace"), c.CPosition(), c.CPips()
        given = None if start is None else ctypes.byref(self._to_c(start))
        self._handle.call("read_scored_position", data, len(data), given, ctypes.byref(position),
                          ctypes.byref(pips))
        return self._from_c(position), notation.pips_of(pips)

    def position_text(self, position: Position) -> str:
        """Returns the position on one line, which `read_position` and all programs of this project read."""
        text = ctypes.create_string_buffer(256)
        self._handle.call("write_position", ctypes.byref(self._to_c(position)), text, len(text))
        return text.value.decode()

    def section(self, number: int) -> Section:
        """Returns a section, 0 to `section_count` - 1. Section 0 has the placements; the last have the empty board.

        Unpacks the section, which takes one or two bytes of memory for each value.
        """
        handle, section = self._handle, c.CSection()
        handle.call("get_section", _number(number, 32), ctypes.byref(section))
        kind = ctypes.c_uint8 if section.value_bytes == 1 else ctypes.c_uint16
        values = (kind * section.positions).from_address(section.values)
        setattr(values, "handle", handle)  # Keeps the memory of the view alive.
        view = memoryview(values).toreadonly().cast("B")
        return Section(section.placed, section.drops.decode(),
                       view if section.value_bytes == 1 else view.cast("H"))

    def place(self, position: Position) -> tuple[int, int]:
        """Returns where the table has a position: its section, and its index there."""
        section, index = ctypes.c_int32(), ctypes.c_uint64()
        self._handle.call("place", ctypes.byref(self._to_c(position)),
                          ctypes.byref(section), ctypes.byref(index))
        return section.value, index.value

    def position_at(self, section: int, index: int, to_move: Colour = BLACK) -> Position:
        """Returns the position with an index in a section. (Two positions with exchanged colours have the same index.)

        In the drop phase, the style is the first one of the rules that ends with these drops to come. The position may
        be one that cannot arise.

        `to_move` is the side to move if all pieces are placed; otherwise the number of pieces determines it.
        """
        position = c.CPosition()
        self._handle.call("position_at", _number(section, 32), _number(index, 64),
                          Colour(to_move), ctypes.byref(position))
        return self._from_c(position)


def open_tablebase(path: Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]) -> Tablebase:
    """Opens the table in a directory that `./bazelw run //:pipeline` has made, such as "out/advanced".

    Takes milliseconds. Opens only a table with the digests that the verifier has accepted. If the rules have scoring,
    `score` and `scored_moves` take the place of `probe` and `moves`.

    Raises:
      NoTableError: there is no such table, or the verifier has not accepted it.
      DamagedError: the file is damaged.
    """
    encoded = os.fsencode(path)
    if b"\0" in encoded:  # Some versions of abspath truncate the path there.
        raise ValueError("path: expected no null character")
    folder, name = os.path.split(os.path.abspath(encoded))
    return Tablebase(c.Handle("open", folder, name))


def solve(rules: str = "", /, **arguments: Any) -> Tablebase:
    """Solves a game in memory. Teeko on 5×5 takes a second or two and 35 MB. Ctrl-C ends it.

    Args:
      rules: a name in NAMED_RULES, or the text of a rules file (proto/rules.proto)
      **arguments: the arguments of `rules_text`, instead of `rules`

    Raises:
      ValueError: the rules are not valid.
      MemoryError: there is not enough memory.
      TeekoError: a win or loss takes more plies than a table can hold.

    >>> tb = solve(goals=["line 3"], rows=3, columns=4, pieces=3)
    >>> print(tb.probe(tb.start()), *[s.move for s in tb.line(tb.start())])
    Black in 9 2 4 3 1 6 5 2-7 1-2 3-8
    """
    if bool(rules) == bool(arguments):
        raise TypeError("solve: expected either rules, or the arguments of rules_text")
    if arguments:
        rules = rules_module.rules_text(**arguments)
    elif rules.replace("_", "").isalnum():
        rules = rules_module.named(rules)
    # Python handles signals, such as Ctrl-C, in a thread that only waits.
    stop = ctypes.c_int32(0)
    with ThreadPoolExecutor(max_workers=1) as executor:
        try:
            return Tablebase(executor.submit(c.Handle, "solve_until", c.utf8(rules), ctypes.byref(stop)).result())
        finally:
            stop.value = 1
