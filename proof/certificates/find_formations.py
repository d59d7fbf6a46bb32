#!/usr/bin/env python3
"""Finds a short list of formations for an open or a scored certificate (docs/formats.md).

  find_formations.py CHECKER HEADER [ORDER] > CERTIFICATE

CHECKER is check or check_open. HEADER is a file with the lines of the certificate before "formations:". ORDER is a file with a formation in each line, the most useful first; without this file, compact
formations come first. Starts with the first 64 formations, and doubles their number until CHECKER accepts the
certificate. Then removes formations that are not needed, from the end of the list: 64 at a time, then 16, 4 and 1.
Ctrl-C ends this search early.
"""

import itertools
import re
import subprocess
import sys
import tempfile


def pips_of_classes(header):
  """Returns a word for each marker of the Prover: ":P" with the smallest pips of its class, or "" if pips do not matter."""
  aim = re.search(r"aim: score (\d+)", header)
  if not aim:
    return [""] * int(re.search(r"pieces: (\d+)", header)[1])
  bonus = int(re.search(r"special: (\d+)", header)[1])
  fewest = {}
  return [f":{fewest.setdefault(sum(int(pips) + more >= int(aim[1]) for more in (0, bonus)), pips)}"
          for pips in re.search(r"markers: (.*)", header)[1].split()]


def main(checker, header_file, order_file=None):
  with open(header_file, encoding="utf-8-sig") as file:
    header = file.read()
  rows, columns = (int(re.search(word + r": (\d+)\n", header)[1]) for word in ("rows", "columns"))

  def flipped(square, flips):
    row, column = divmod(square, columns)
    row = rows - 1 - row if flips & 1 else row
    column = columns - 1 - column if flips & 2 else column
    return column * columns + row if flips & 4 else row * columns + column

  special = re.search(r"special: .* on (.*)\n", header)
  special = {int(square) - 1 for square in special[1].split()} if special else set()
  symmetries = [flips for flips in range(8 if rows == columns else 4)
                if {flipped(square, flips) for square in special} == special]

  # A formation is a sorted tuple of markers: square and word.
  def images(formation):
    for flips in symmetries:
      yield tuple(sorted((flipped(square, flips), word) for square, word in formation))

  def width(formation):
    at = [divmod(square, columns) for square, _ in formation]
    middle = ((rows - 1) / 2, (columns - 1) / 2)
    pairs = list(itertools.combinations(at, 2)) + [(a, middle) for a in at]
    return sum((a[0] - b[0])**2 + (a[1] - b[1])**2 for a, b in pairs)

  def certificate(formations):
    return header + f"formations: {len(formations)}\n" + "".join(
        " ".join(f"{square + 1}{word}" for square, word in formation) + "\n"
        for formation in sorted(formations, key=lambda formation: formation[::-1])) + "end\n"

  def complaint(formations):
    print(f"{len(formations)} formations", file=sys.stderr)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
      file.write(certificate(formations))
      file.flush()
      done = subprocess.run([checker, file.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            encoding="ascii", check=False)
    return "" if done.returncode == 0 else done.stdout

  if order_file:
    with open(order_file, encoding="ascii") as file:
      order = [tuple((int(square) - 1, colon + pips) for square, colon, pips in
                     (marker.partition(":") for marker in line.split())) for line in file]
  else:
    patterns = sorted(set(itertools.permutations(pips_of_classes(header))))
    order = sorted((formation for squares in itertools.combinations(range(rows * columns), len(patterns[0]))
                    for formation in (tuple(zip(squares, pattern)) for pattern in patterns)
                    if formation == min(images(formation))), key=width)
  # Goals must not be in the list of formations: the checker reports the line of the first goal.
  most = 64
  left = []
  while True:
    left = order[:most]
    found = complaint(left)
    if not found: break
    goal = re.search(r"(\d+): [^:]*goal", found)
    if goal:
      markers = certificate(left).split("\n")[int(goal[1]) - 1].split()
      squares = [int(marker.partition(":")[0]) - 1 for marker in markers]
      order = [formation for formation in order if [square for square, _ in formation] != squares]
    elif most >= len(order) or "suffice" not in found:
      sys.exit(found)
    else:
      most *= 2
  try:
    for part in (64, 16, 4, 1):
      end = len(left)
      while end > 0:
        rest = left[:max(end - part, 0)] + left[end:]
        if not complaint(rest): left = rest
        end -= part
  except KeyboardInterrupt:
    print("interrupted: not every formation is needed", file=sys.stderr)
  print(certificate(left), end="")


if __name__ == "__main__":
  if len(sys.argv) not in (3, 4): sys.exit(__doc__)
  main(*sys.argv[1:])
