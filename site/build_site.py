#!/usr/bin/python3
"""Writes the site as a folder of static files for any web server."""

import argparse
import hashlib
import itertools
import json
import os
import pathlib
import shutil
import string
import sys
import tempfile


def workspace():
    """Returns the folder that contains the workspace's sources and outputs."""
    beside = pathlib.Path(sys.argv[0] + ".runfiles") / "teeko"
    return beside if beside.is_dir() else pathlib.Path.cwd()


sys.path[:0] = [str(workspace() / "site"), str(workspace() / "base")]
import prose  # noqa: E402
from user_path import user_path  # noqa: E402

# Files of the workspace, and their folders in the site.
_COPIES = [
    ("site/web/*.js", "."),
    ("site/web/*.css", "."),
    ("site/web/texts/*.js", "texts"),
    ("bindings/webassembly/teeko.wasm", "."),
    ("site/digests.json", "."),
    ("corpus/digests.textproto", "."),
    ("corpus/composed/*.txt", "corpus/composed"),
    ("corpus/letter/*.txt", "corpus/letter"),
    ("proof/certificates/files/*.txt", "certificates"),
    ("proof/check/check.cc", "."),
]

# Files of the pipeline that the site contains.
_FINDINGS = ["*.html", "*.md", "results.json"]

# Markdown files, with the name and title of the page for each.
_PAGES = {
    "docs/rules.md": ("rules.html", "The rules of Teeko"),
    "site/pages/about.md": ("about.html", "Teeko: check this yourself"),
}

# Pages for playing: the key of the title (texts/en.js), the heading, the script and the description.
_GAMES = {
    "index.html": ("title", "Teeko", "app.js",
                   "Play the board game Teeko and see the value of every move: win, loss or draw, and in how many plies."),
    "qubic.html": ("qubic", "Qubic", "qubic.js",
                   "Play Qubic, four in a row on 4×4×4 cells, against a proof that the first player wins."),
}


class Error(Exception):
    """An error whose message is for the user."""


def default_findings():
    """Returns the output folder of the pipeline in the workspace, or None if the pipeline has not run."""
    folder = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")) / "out"
    return folder if (folder / "results.json").is_file() else None


def _write_pages(out):
    frame = string.Template((workspace() / "site/pages/frame.html").read_text())
    game = (workspace() / "site/web/game.html").read_text()
    for name, (key, title, script, description) in _GAMES.items():
        (out / name).write_text(frame.substitute(
            name=name, key=key, title=title, description=description, main=game, heading=f"<h1>{title}</h1>",
            head=f'<link rel="modulepreload" href="board.js">\n<script type="module" src="{script}"></script>'))
    for source, (name, title) in _PAGES.items():
        folder = pathlib.PurePath(source).parent

        def target(link, folder=folder):
            if link.startswith("#") or "://" in link:
                return link
            path = os.path.normpath(folder / link.partition("#")[0])
            if path in _PAGES:
                return _PAGES[path][0]
            return link if (out / link).is_file() else None

        text = (workspace() / source).read_text()
        page = frame.substitute(
            name=name, key="", title=title, description=title,
            heading='<p class="brand"><a href="index.html">Teeko</a></p>',
            head='<link rel="stylesheet" href="text.css">\n<script type="module" src="text.js"></script>',
            main=f'<main lang="en">\n{prose.body(text, target)}\n</main>')
        # Marks the first link to the page itself, which is in the navigation.
        page = page.replace(f'href="{name}"', f'href="{name}" aria-current="page"', 1)
        (out / name).write_text(page)


def _write_qubic(out):
    """Writes X's strategic moves in Qubic by position, from the explicit certificate (docs/qubic.md)."""
    lines = set()
    for cell, (x, y, z) in itertools.product(itertools.product(range(4), repeat=3), itertools.product((-1, 0, 1), repeat=3)):
        points = [(cell[0] + n * x, cell[1] + n * y, cell[2] + n * z) for n in range(4)]
        if (x, y, z) != (0, 0, 0) and all(0 <= c <= 3 for point in points for c in point):
            lines.add(frozenset(1 + a + 4 * b + 16 * c for a, b, c in points))
    moves = {}
    for entry in (workspace() / "qubic/explicit.txt").read_text().splitlines()[1:]:
        n, *numbers = entry.split()
        n = int(n)
        xs, os_, move = numbers[:n], numbers[n:2 * n], int(numbers[2 * n])
        x_cells, o_cells = set(map(int, xs)), set(map(int, os_))
        # Where O threatens a cell, X must move there.
        if not any(len(line & o_cells) == 3 and not line & x_cells for line in lines):
            moves[f"{' '.join(xs)}|{' '.join(os_)}"] = move
    (out / "qubic.json").write_text(json.dumps(moves, separators=(",", ":")))


def _write_service_worker(out, cached):
    """Writes the files to cache, with their digests, into sw.js."""
    files = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in cached}
    site = {"version": hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16], "files": files}
    worker = out / "sw.js"
    worker.write_text(f"const kSite = {json.dumps(site)};\n\n{worker.read_text()}")


def write(out, findings=None):
    """Writes the site.  Replaces an earlier site when the new one is complete.

    Args:
      out: folder to write: a new folder, an empty folder, or an earlier site
      findings: output folder of the pipeline, or None

    Raises:
      Error: `out` cannot be replaced, or a required file is missing
      OSError: a file cannot be read or written
    """
    if out.exists() and not (out / "sw.js").is_file() and (
            not out.is_dir() or any(out.iterdir())):
        raise Error(f"{out}: cannot be replaced: expected an empty folder or an earlier site")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="site.", dir=out.parent) as scratch:
        new, old = pathlib.Path(scratch) / "new", pathlib.Path(scratch) / "old"
        new.mkdir()
        _fill(new, findings)
        if out.exists():
            out.rename(old)
        new.rename(out)


def _fill(out, findings):
    if findings is not None and not (findings / "results.json").is_file():
        raise Error(f"{findings}: no results.json: run the pipeline first")
    for pattern, folder in _COPIES:
        sources = sorted(workspace().glob(pattern))
        if not sources:
            raise Error(f"{workspace()}: no file matches {pattern}")
        (out / folder).mkdir(parents=True, exist_ok=True)
        for source in sources:
            shutil.copyfile(source, out / folder / source.name)
    _write_qubic(out)
    cached = sorted({str(path.relative_to(out)) for path in out.rglob("*")
                     if path.is_file() and path.name != "sw.js"}
                    | {name for name, _ in _PAGES.values()} | set(_GAMES))
    if findings is not None:
        for pattern in _FINDINGS:
            for source in sorted(findings.glob(pattern)):
                text = source.read_text()
                for page, (name, _) in _PAGES.items():
                    text = text.replace(f"../{page}", name)
                (out / source.name).write_text(text)
    _write_pages(out)
    _write_service_worker(out, cached)


def main():
    parser = argparse.ArgumentParser(
        prog="./bazelw run //site --", description=__doc__,
        epilog="Exit status: 0 on success, 1 on error.")
    parser.add_argument("--out", required=True, metavar="DIR", type=user_path,
                        help="folder to write: a new folder, an empty folder, or an earlier site, "
                        "which is replaced")
    parser.add_argument("--findings", metavar="DIR", type=user_path,
                        help="folder with the report and results.json that ./bazelw run "
                        "//:pipeline has written (default: out/ in the workspace, if it exists)")
    arguments = parser.parse_args()
    findings = default_findings() if arguments.findings is None else arguments.findings
    out = arguments.out
    try:
        write(out, findings)
    except (Error, OSError) as error:
        sys.exit(f"site: {error}")
    print(f"{out}: {sum(1 for path in out.rglob('*') if path.is_file())} files"
          + ("" if findings else ", without the report: the pipeline has not run"))


if __name__ == "__main__":
    main()
