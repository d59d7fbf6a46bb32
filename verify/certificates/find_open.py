#!/usr/bin/env python3
"""Finds a short list of formations for an open certificate (docs/formats.md).

  find_open.py CHECKER HEADER > CERTIFICATE

CHECKER is check_open or, faster, audit/open_boards/search. HEADER is a file with the lines of the certificate before
"formations:". Starts with the 64 most compact formations of the field, and doubles their number until CHECKER accepts
the certificate. Then removes formations that are not needed, the least compact first: 64 at a time, then 16, 4 and 1. For
Advanced Teeko on 5x5 squares this takes three minutes with audit/open_boards/search.
"""

import itertools
import re
import subprocess
import sys
import tempfile


def main(checker, header_file):
  with open(header_file, encoding="utf-8-sig") as file:
    header = file.read()
  rows, columns, pieces = (int(re.search(word + r": (\d+)\n", header)[1])
                           for word in ("rows", "columns", "pieces"))

  def images(squares):
    for flips in range(8 if rows == columns else 4):
      image = []
      for square in squares:
        row, column = divmod(square, columns)
        row = rows - 1 - row if flips & 1 else row
        column = columns - 1 - column if flips & 2 else column
        image.append(column * columns + row if flips & 4 else row * columns + column)
      yield tuple(sorted(image))

  def width(squares):
    at = [divmod(square, columns) for square in squares]
    middle = ((rows - 1) / 2, (columns - 1) / 2)
    pairs = list(itertools.combinations(at, 2)) + [(a, middle) for a in at]
    return sum((a[0] - b[0])**2 + (a[1] - b[1])**2 for a, b in pairs)

  def certificate(formations):
    return header + f"formations: {len(formations)}\n" + "".join(
        " ".join(str(square + 1) for square in squares) + "\n"
        for squares in sorted(formations, key=lambda squares: squares[::-1])) + "end\n"

  def complaint(formations):
    print(f"{len(formations)} formations", file=sys.stderr)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
      file.write(certificate(formations))
      file.flush()
      done = subprocess.run([checker, file.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            encoding="ascii", check=False)
    return "" if done.returncode == 0 else done.stdout

  closest = sorted((squares for squares in itertools.combinations(range(rows * columns), pieces)
                    if squares == min(images(squares))), key=width)
  # Goals must not be in the list of formations: the checker reports the line of the first goal.
  lines = header.count("\n") + 1
  most = 64
  left = []
  while True:
    left = closest[:most]
    found = complaint(left)
    if not found: break
    goal = re.search(r"(\d+): [^:]*goal", found)
    if goal:
      squares = certificate(left).split("\n")[int(goal[1]) - 1]
      closest.remove(tuple(int(square) - 1 for square in squares.split()))
    elif most >= len(closest) or "suffice" not in found:
      sys.exit(found)
    else:
      most *= 2
  for part in (64, 16, 4, 1):
    end = len(left)
    while end > 0:
      rest = left[:max(end - part, 0)] + left[end:]
      if not complaint(rest): left = rest
      end -= part
  print(certificate(left), end="")


if __name__ == "__main__":
  if len(sys.argv) != 3: sys.exit(__doc__)
  main(*sys.argv[1:])
