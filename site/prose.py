"""Converts Markdown of this project to HTML with md4c, and drawings of boards to SVG with draw_board."""

import ctypes
import html
import pathlib
import re
import subprocess

# Flags of md4c.h: tables; no HTML in Markdown.
_FLAGS = 0x0100 | 0x0020 | 0x0040

_DRAW_BOARD = pathlib.Path(__file__).with_name("draw_board")

_CALLBACK = ctypes.CFUNCTYPE(
    None, ctypes.POINTER(ctypes.c_char), ctypes.c_uint, ctypes.c_void_p)


def _md4c(text):
    library = ctypes.CDLL("libmd4c-html.so.0")
    parts = []
    collect = _CALLBACK(lambda data, size, _: parts.append(data[:size]))
    data = text.encode()
    if library.md_html(data, len(data), collect, None, _FLAGS, 0) != 0:
        raise RuntimeError("md4c ran out of memory")
    return b"".join(parts).decode()


def _picture(rows):
    """Returns an SVG of a board.

    X is a piece, o is a square that the piece can move to, . is an empty square, and a number is copied.
    """
    marks = [mark for row in rows for mark in row]
    taken, reached = ([str(i) for i, mark in enumerate(marks, 1) if mark == kind]
                      for kind in "Xo")
    title = (f"the squares, numbered 1 to {len(marks)}" if marks[0].isdigit()
             else "squares " + " ".join(taken)
             + (", from which one moves to " + " ".join(reached) if reached else ""))
    return subprocess.run([_DRAW_BOARD, title, str(len(rows[0])), *marks],
                          check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def _pictures(code):
    """Returns pictures of all boards in a block of code, or None if the block contains anything else."""
    pictures = []
    for stanza in code.strip("\n").split("\n\n"):
        rows = stanza.splitlines()
        if all(re.fullmatch(r"[ \d]+", row) for row in rows):
            boards = [[row.split() for row in rows]]
        elif all(re.fullmatch(r"[Xo.]+( +[Xo.]+)*", row.strip()) for row in rows):
            boards = list(zip(*(row.split() for row in rows)))
        else:
            return None
        if any(len(row) != len(board[0]) for board in boards for row in board):
            return None
        pictures += [_picture(board) for board in boards]
    return '<p class="boards">' + "\n".join(pictures) + "</p>"


def _code(match):
    pictures = _pictures(html.unescape(match[1]))
    if pictures is not None:
        return pictures
    return f'<pre tabindex="0"><code>{match[1]}</code></pre>'


def _table(match):
    """Wraps a table in a region that scrolls.  The label of the region lists the columns."""
    columns = re.sub("<[^>]*>", "", ", ".join(re.findall(r"<th>(.*?)</th>", match[0])))
    return (f'<div class="wide" role="region" aria-label="Table: {columns}" '
            f'tabindex="0">{match[0]}</div>')


def body(text, target):
    """Returns the HTML of a Markdown text.

    Args:
      text: Markdown
      target: function that maps a link in the text to a link of the site, or to None if the site lacks the file

    If the site lacks the file, only the words of the link stay.  A list item that begins with such a link is removed.
    """
    page = _md4c(text)
    page = re.sub(r"<pre><code>(.*?)</code></pre>", _code, page, flags=re.S)
    page = re.sub(r"<table>.*?</table>", _table, page, flags=re.S)

    def link(match):
        item, href, words = match.groups("")
        there = target(html.unescape(href))
        if there is not None:
            return f'{item}<a href="{html.escape(there)}">{words}</a>'
        return "<li gone>" if item else words

    page = re.sub(r'(<li>)?<a href="([^"]*)">(.*?)</a>', link, page, flags=re.S)
    return re.sub(r"<li gone>.*?</li>\n?", "", page, flags=re.S)
