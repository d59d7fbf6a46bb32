"""Named rules, and rules from keyword arguments."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

_FOLDER = pathlib.Path(__file__).parent / "rules"

# The names in corpus/rules/: "standard", "advanced", …
NAMED_RULES = tuple(sorted(path.stem for path in _FOLDER.glob("*.textproto")))

_GOALS = {
    "line": "goals {{ line {{ length: {} }} }}",
    "square": "goals {{ square {{ side: {} }} }}",
    "diamond": "goals {{ diamond {{ radius: {} }} }}",
    "tilted": "goals {{ tilted_squares {{}} }}",
}


_MOVES = ("king", "knight", "orthogonal", "diagonal")


def _goal(text: str) -> str:
    shape, *size = text.split()
    if shape not in _GOALS or len(size) != (shape != "tilted"):
        raise ValueError(f'goals: expected "line N", "square N", "diamond N" or "tilted", got "{text}"')
    return _GOALS[shape].format(*size)


def rules_text(
    *,
    goals: Iterable[str],
    rows: int = 5,
    columns: int = 5,
    pieces: int = 4,
    wrapped: bool = False,
    moves: str = "king",
    styles: Iterable[str] = (),
    banned_first_drops: Iterable[int] = (),
    name: str = "custom",
) -> str:
    """Returns the text of a rules file (proto/rules.proto).

    Args:
      goals: "line N" (N squares; N is the number of pieces of a side), "square N" (corners N steps apart), "diamond N"
        (corners N steps from the centre), "tilted" (corners of all squares whose sides are not parallel to the edges of
        the board)
      rows, columns: 1 to 64 squares in all
      pieces: pieces of each side, 2 or more
      wrapped: True if opposite edges are joined
      moves: how a piece moves: "king" (one step in any direction), "knight", "orthogonal" (one step along a row or a
        column) or "diagonal"
      styles: letters, such as "SAAA"; if empty, the default styles (proto/rules.proto)
      banned_first_drops: squares that the centre ban forbids
      name: lower-case letters, digits and underscores

    Raises:
      ValueError: a goal or `moves` has another form. `solve` checks everything else.

    >>> print(rules_text(goals=["line 3"], rows=3, columns=3, pieces=3))
    name: "custom"
    rows: 3
    columns: 3
    pieces: 3
    goals { line { length: 3 } }
    <BLANKLINE>
    """
    lines = [f'name: "{name}"', f"rows: {rows}", f"columns: {columns}", f"pieces: {pieces}"]
    if wrapped:
        lines.append("edges: WRAPPED")
    if moves not in _MOVES:
        raise ValueError(f'moves: expected one of {", ".join(_MOVES)}, got "{moves}"')
    if moves != "king":
        lines.append(f"moves: {moves.upper()}")
    lines += [_goal(goal) for goal in goals]
    lines += [f'styles: "{style}"' for style in styles]
    lines += [f"banned_first_drops: {square}" for square in banned_first_drops]
    return "\n".join(lines) + "\n"


def named(name: str) -> str:
    """Returns the text of the rules with this name. The message of ValueError lists the names."""
    if name not in NAMED_RULES:
        raise ValueError(f'rules: expected one of {", ".join(NAMED_RULES)}, got "{name}"')
    return (_FOLDER / f"{name}.textproto").read_text(encoding="utf-8")
