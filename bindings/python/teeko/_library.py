"""The C interface (bindings/c/teeko.h), called with ctypes."""

from __future__ import annotations

import ctypes
import pathlib
from typing import Callable, NoReturn, Optional

_LIBRARY = ctypes.CDLL(str(pathlib.Path(__file__).parent / "libteeko.so"))

INVALID, UNAVAILABLE, DAMAGED, NO_MEMORY = -1, -2, -3, -4


class TeekoError(Exception):
    """An error for which Python has no exception of its own, and the base class of the errors below."""


class NoTableError(TeekoError, FileNotFoundError):
    """There is no table that the verifier has accepted."""


class DamagedError(TeekoError):
    """A file is damaged."""


_EXCEPTIONS: dict[int, type[Exception]] = {
    INVALID: ValueError,
    UNAVAILABLE: NoTableError,
    DAMAGED: DamagedError,
    NO_MEMORY: MemoryError,
}


class CPosition(ctypes.Structure):
    _fields_ = [
        ("black", ctypes.c_uint64),
        ("red", ctypes.c_uint64),
        ("style", ctypes.c_uint32),
        ("to_move", ctypes.c_int32),
        ("centre_ban", ctypes.c_int32),
    ]


class CMove(ctypes.Structure):
    _fields_ = [("from_square", ctypes.c_int32), ("to_square", ctypes.c_int32)]


class CValue(ctypes.Structure):
    _fields_ = [("winner", ctypes.c_int32), ("plies", ctypes.c_int32)]


class CSuccessor(ctypes.Structure):
    _fields_ = [("move", CMove), ("value", CValue), ("position", CPosition)]


class CGame(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("rules", ctypes.c_char_p),
        ("rows", ctypes.c_int32),
        ("columns", ctypes.c_int32),
        ("pieces", ctypes.c_int32),
        ("sections", ctypes.c_int32),
    ]


class CPips(ctypes.Structure):
    _fields_ = [("of", ctypes.c_uint8 * 64)]


class CScore(ctypes.Structure):
    _fields_ = [("points", ctypes.c_int32), ("plies", ctypes.c_int32)]


class CScoredMove(ctypes.Structure):
    _fields_ = [("move", CMove), ("pips", ctypes.c_int32), ("score", CScore),
                ("position", CPosition), ("position_pips", CPips)]


class CSection(ctypes.Structure):
    _fields_ = [
        ("placed", ctypes.c_int32),
        ("value_bytes", ctypes.c_int32),
        ("drops", ctypes.c_char_p),
        ("positions", ctypes.c_uint64),
        ("values", ctypes.c_void_p),
    ]


_PARAMETERS = {
    "open": [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p],
    "solve_until": [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p],
    "get_game": [ctypes.c_void_p] * 2,
    "find_style": [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
    "check": [ctypes.c_void_p] * 2,
    "probe": [ctypes.c_void_p] * 3,
    "probe_many": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p],
    "play": [ctypes.c_void_p, ctypes.c_void_p, CMove, ctypes.c_void_p],
    "moves": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int],
    "line": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int],
    "read": [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p,
             ctypes.c_void_p],
    "get_item": [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p],
    "read_position": [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p,
                      ctypes.c_void_p],
    "read_scored_position": [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t] + [ctypes.c_void_p] * 3,
    "probe_score": [ctypes.c_void_p] * 4,
    "scored_moves": [ctypes.c_void_p] * 4 + [ctypes.c_int],
    "write_position": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t],
    "draw_board": [ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t],
    "read_move": [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int,
                  ctypes.c_void_p],
    "get_section": [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p],
    "place": [ctypes.c_void_p] * 4,
    "position_at": [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64, ctypes.c_int,
                    ctypes.c_void_p],
}
for _name, _types in _PARAMETERS.items():
    getattr(_LIBRARY, "teeko_" + _name).argtypes = _types
_LIBRARY.teeko_close.argtypes = [ctypes.c_void_p]
_LIBRARY.teeko_close.restype = None
free_items = _LIBRARY.teeko_free_items
free_items.argtypes = [ctypes.c_void_p]
free_items.restype = None
_LIBRARY.teeko_error.restype = ctypes.c_char_p
_LIBRARY.teeko_version.restype = ctypes.c_char_p


_FUNCTIONS = {name: getattr(_LIBRARY, "teeko_" + name) for name in _PARAMETERS}


def utf8(text: str) -> bytes:
    """Returns the text in UTF-8, as the library reads it.

    Raises:
      ValueError: the text has a null character or a lone surrogate.
    """
    if "\0" in text:
        raise ValueError("text: expected no null character")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"character {error.start + 1} of the text is {text[error.start]!r}: "
                         "expected no lone surrogates") from None


def call(name: str, *arguments: object) -> int:
    """Calls teeko_NAME. Returns its result, or raises the exception for its error."""
    result: int = _FUNCTIONS[name](*arguments)
    if result < 0:
        # Paths in the message may have bytes that are not UTF-8.
        message = _LIBRARY.teeko_error().decode(errors="backslashreplace")
        raise _EXCEPTIONS.get(result, TeekoError)(message)
    return result


def version() -> str:
    """Returns the version of the library, such as "0.1.0"."""
    text: bytes = _LIBRARY.teeko_version()
    return text.decode()


class Handle:
    """A teeko_tablebase, which is closed when nothing refers to it.

    The Tablebase, each running call and each view of the values refer to the handle.
    """

    _pointer: Optional[ctypes.c_void_p] = None  # until __init__ runs

    def __init__(self, name: str, *arguments: object) -> None:
        self._pointer = ctypes.c_void_p()
        call(name, *arguments, ctypes.byref(self._pointer))

    def call(self, name: str, *arguments: object) -> int:
        return call(name, self._pointer, *arguments)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a tablebase belongs to one process and cannot be copied or pickled: "
                        "open or solve it in each process")

    # The default argument is still there after the interpreter has cleared the module.
    def __del__(self, close: Callable[..., None] = _LIBRARY.teeko_close) -> None:
        close(self._pointer)
