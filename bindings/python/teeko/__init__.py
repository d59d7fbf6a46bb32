"""The value of every position of a solved game of Teeko, and of every move in it.

    >>> import teeko
    >>> with teeko.solve("advanced") as tb:
    ...     start = tb.start()
    ...     print(tb.probe(start), "with first drop", tb.moves(start)[0].move)
    ...     problem = teeko.Position(black=[14, 18, 19, 24], red=[13, 15, 17, 23],
    ...                              to_move=teeko.RED)
    ...     print(problem)
    ...     print(tb.probe(problem), *[s.move for s in tb.line(problem)])
    Black in 13 with first drop 13
    - - - - -
    - - - - -
    - - O @ O
    - O @ @ -
    - - O @ -
    Red in 9 15-9 18-22 23-18 14-8 18-14 8-3 9-15 3-2 17-12

Solving takes a second or two. `open_tablebase` opens a table that the pipeline has made and the verifier has accepted.
The project's docs/rules.md defines rules, styles and values.
"""

from teeko._library import DamagedError, NoTableError, TeekoError, version
from teeko.notation import Item
from teeko.position import BLACK, RED, Colour, Move, Position, Score, Value
from teeko.rules import NAMED_RULES, rules_text
from teeko.tablebase import (
    Annotation,
    ScoredMove,
    Section,
    Successor,
    Tablebase,
    Values,
    open_tablebase,
    solve,
)

__all__ = [
    "BLACK",
    "NAMED_RULES",
    "RED",
    "Annotation",
    "Colour",
    "DamagedError",
    "Item",
    "Move",
    "NoTableError",
    "Position",
    "Score",
    "ScoredMove",
    "Section",
    "Successor",
    "Tablebase",
    "TeekoError",
    "Value",
    "Values",
    "open_tablebase",
    "rules_text",
    "solve",
]
__version__ = version()
