#!/usr/bin/python3
"""Writes a wheel: the same bytes for the same files."""

import argparse
import base64
import ctypes
import hashlib
import pathlib
import zipfile

_METADATA = """Metadata-Version: 2.1
Name: teeko
Version: {version}
Summary: What every position of Teeko is worth, and how to go on
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == 'numpy'
Description-Content-Type: text/markdown

{description}"""

_WHEEL = """Wheel-Version: 1.0
Generator: make_wheel.py
Root-Is-Purelib: false
Tag: {tag}
"""


def _record_line(name, contents):
    digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(contents)}\n"


def write(wheel, files, version, description):
    """Writes the wheel `wheel`, whose name has the version and the tag.

    Args:
      wheel: NAME-VERSION-TAG.whl, where TAG has two hyphens
      files: contents by name
      version: what the library in `files` says
      description: Markdown
    """
    name, named_version, tag = wheel.stem.split("-", 2)
    if named_version != version:
        raise ValueError(f"{wheel.name} is of version {version}")
    about = f"{name}-{version}.dist-info"
    files = dict(sorted(files.items()))
    files[f"{about}/METADATA"] = _METADATA.format(
        version=version, description=description).encode()
    files[f"{about}/WHEEL"] = _WHEEL.format(tag=tag).encode()
    record = "".join(_record_line(*file) for file in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, contents in files.items():
            # Without a time, it is 1980.
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, contents)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--description", required=True, type=pathlib.Path)
    parser.add_argument("--library", required=True, type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    files = {"teeko/libteeko.so": arguments.library.read_bytes()}
    for file in arguments.files:
        folder = "teeko/rules" if file.suffix == ".textproto" else "teeko"
        files[f"{folder}/{file.name}"] = file.read_bytes()
    library = ctypes.CDLL(str(arguments.library.resolve()))
    library.teeko_version.restype = ctypes.c_char_p
    write(arguments.out, files, library.teeko_version().decode(),
          arguments.description.read_text())


if __name__ == "__main__":
    main()
