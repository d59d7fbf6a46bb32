"""Rules: those that have a name, and one's own."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

_FOLDER = pathlib.Path(__file__).parent / "rules"

# "standard", "advanced", … (corpus/rules/).
NAMED_RULES = tuple(sorted(path.stem for path in _FOLDER.glob("*.textproto")))

_GOALS = {
    "line": "goals {{ line {{ length: {} }} }}",
    "square": "goals {{ square {{ side: {} }} }}",
    "diamond": "goals {{ diamond {{ radius: {} }} }}",
    "tilted": "goals {{ tilted_squares {{}} }}",
}


def _goal(words: str) -> str:
    shape, *size = words.split()
    if shape not in _GOALS or len(size) != (shape != "tilted"):
        raise ValueError(f'goals: "{words}" is none of "line N", "square N", "diamond N", '
                         '"tilted"')
    return _GOALS[shape].format(*size)


def rules_text(
    *,
    goals: Iterable[str],
    rows: int = 5,
    columns: int = 5,
    pieces: int = 4,
    wrapped: bool = False,
    styles: Iterable[str] = (),
    banned_first_drops: Iterable[int] = (),
    name: str = "custom",
) -> str:
    """The text of a rules file (proto/rules.proto).

    Args:
      goals: "line N" (N squares, as many as a side has pieces), "square N" (with sides
        of N steps), "diamond N" (with corners N steps from its centre), "tilted" (all
        squares that do not lie along the board)
      rows, columns: 1 to 64 squares in all
      pieces: of a side, 2 or more
      wrapped: whether the edges are joined to the opposite ones
      styles: letters, "SAAA" for instance; none means all that the project's README.md
        has
      banned_first_drops: squares that a centre ban forbids
      name: lower-case letters, digits and underscores

    Raises:
      ValueError: a goal is none of these. What is wrong with the rest, `solve` says.

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
    lines += [_goal(words) for words in goals]
    lines += [f'styles: "{style}"' for style in styles]
    lines += [f"banned_first_drops: {square}" for square in banned_first_drops]
    return "\n".join(lines) + "\n"


def named(name: str) -> str:
    """The text of named rules; ValueError lists what there is."""
    if name not in NAMED_RULES:
        raise ValueError(f'rules "{name}": there are {", ".join(NAMED_RULES)}')
    return (_FOLDER / f"{name}.textproto").read_text(encoding="utf-8")
