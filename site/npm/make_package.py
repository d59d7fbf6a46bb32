#!/usr/bin/python3
"""Writes the archive of an npm package.  The same input files give the same bytes."""

import argparse
import gzip
import io
import pathlib
import tarfile

# The modification time that npm gives to all files: 1985-10-26 08:15 UTC.
_TIME = 499162500


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="file to write: NAME-VERSION.tgz")
    parser.add_argument("--version", required=True, help="version that replaces VERSION in package.json and README.md")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()

    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in sorted(arguments.files, key=lambda file: file.name):
            contents = file.read_bytes()
            if file.name in ("package.json", "README.md"):
                contents = contents.replace(b"VERSION", arguments.version.encode())
            entry = tarfile.TarInfo(f"package/{file.name}")
            entry.size, entry.mtime, entry.mode = len(contents), _TIME, 0o644
            archive.addfile(entry, io.BytesIO(contents))
    arguments.out.write_bytes(gzip.compress(buffer.getvalue(), mtime=0))


if __name__ == "__main__":
    main()
