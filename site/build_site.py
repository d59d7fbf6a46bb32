#!/usr/bin/python3
"""Writes the site: a folder of files for any web server."""

import argparse
import hashlib
import json
import os
import pathlib
import shutil
import string
import sys
import tempfile


def workspace():
    """The folder with the workspace's files, sources and outputs together."""
    beside = pathlib.Path(sys.argv[0] + ".runfiles") / "teeko"
    return beside if beside.is_dir() else pathlib.Path.cwd()


sys.path.insert(0, str(workspace() / "site"))
import prose  # noqa: E402

# Where files of the workspace go.
_COPIES = [
    ("site/web/*.*", "."),
    ("site/web/texts/*.js", "texts"),
    ("bindings/webassembly/teeko.wasm", "."),
    ("site/digests.json", "."),
    ("corpus/digests.textproto", "."),
    ("corpus/composed/*.txt", "corpus/composed"),
    ("corpus/letter/*.txt", "corpus/letter"),
    ("verify/certificates/files/*.txt", "certificates"),
    ("verify/check/check.cc", "."),
]

# What the pipeline leaves for people and programs.
_FINDINGS = ["*.html", "*.md", "results.json"]

# Markdown, and the page that is made of it.
_PAGES = {
    "docs/rules.md": ("rules.html", "The rules of Teeko"),
    "site/pages/about.md": ("about.html", "Teeko: check this yourself"),
}


class Error(Exception):
    """What the user is told, on a line."""


def user_folder():
    """Where the user called `bazel run`, from which relative paths count."""
    return pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))


def default_findings():
    """The folder of the pipeline in the workspace, if it has run."""
    folder = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")) / "out"
    return folder if (folder / "results.json").is_file() else None


def _write_pages(out):
    template = string.Template((workspace() / "site/pages/page.html").read_text())
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
        page = template.substitute(title=title, body=prose.body(text, target))
        # Among the links to all pages, which come first.
        page = page.replace(f'href="{name}"', f'href="{name}" aria-current="page"', 1)
        (out / name).write_text(page)


def _write_service_worker(out, kept):
    digest = hashlib.sha256()
    for name in kept:
        digest.update(hashlib.sha256((out / name).read_bytes()).digest())
    site = {"version": digest.hexdigest()[:16], "files": kept}
    worker = out / "sw.js"
    worker.write_text(f"const kSite = {json.dumps(site)};\n\n{worker.read_text()}")


def write(out, findings=None):
    """Writes the site; an earlier one is replaced once the new one is complete.

    Args:
      out: a folder that is empty, an earlier site, or not there yet
      findings: a folder that the pipeline has left, or None
    """
    if out.exists() and not (out / "sw.js").is_file() and (
            not out.is_dir() or any(out.iterdir())):
        raise Error(f"{out} is there already, and is no site")
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
        raise Error(f"{findings} has no results.json: the pipeline has not ended there")
    for pattern, folder in _COPIES:
        sources = sorted(workspace().glob(pattern))
        if not sources:
            raise Error(f"there is no {pattern} in {workspace()}")
        (out / folder).mkdir(parents=True, exist_ok=True)
        for source in sources:
            shutil.copyfile(source, out / folder / source.name)
    kept = sorted({str(path.relative_to(out)) for path in out.rglob("*")
                   if path.is_file() and path.name != "sw.js"}
                  | {name for name, _ in _PAGES.values()})
    if findings is not None:
        for pattern in _FINDINGS:
            for source in sorted(findings.glob(pattern)):
                text = source.read_text()
                for page, (name, _) in _PAGES.items():
                    text = text.replace(f"../{page}", name)
                (out / source.name).write_text(text)
    _write_pages(out)
    _write_service_worker(out, kept)


def main():
    parser = argparse.ArgumentParser(
        prog="./bazelw run //site --", description=__doc__,
        epilog="Exit status: 0 if all is well, 1 otherwise.")
    parser.add_argument("--out", required=True, metavar="DIR", type=pathlib.Path,
                        help="the folder to write: not there yet, empty, or an earlier "
                        "site, which is replaced")
    parser.add_argument("--findings", metavar="DIR", type=pathlib.Path,
                        help="what ./bazelw run //:pipeline has left, for its report and "
                        "results.json (default: out/ in the workspace, if it is there)")
    arguments = parser.parse_args()
    findings = default_findings()
    if arguments.findings is not None:
        findings = user_folder() / arguments.findings
    out = user_folder() / arguments.out
    try:
        write(out, findings)
    except (Error, OSError) as error:
        sys.exit(f"site: {error}")
    print(f"{out}: {sum(1 for path in out.rglob('*') if path.is_file())} files"
          + ("" if findings else ", without the report: the pipeline has not run"))


if __name__ == "__main__":
    main()
