#!/usr/bin/python3
"""Writes a wheel. The bytes of the wheel depend only on its files."""

import argparse
import base64
import hashlib
import pathlib
import zipfile

_METADATA = """Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: The value of every position of Teeko, and of its moves
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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path,
                        help="path of the wheel, NAME-VERSION-TAG.whl, where TAG has two hyphens")
    parser.add_argument("--description", required=True, type=pathlib.Path,
                        help="Markdown file with the description")
    parser.add_argument("--license", required=True, type=pathlib.Path, help="text of the license")
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="files of the package")
    arguments = parser.parse_args()

    name, version, tag = arguments.out.stem.split("-", 2)
    files = {}
    for file in arguments.files:
        folder = f"{name}/rules" if file.suffix == ".textproto" else name
        files[f"{folder}/{file.name}"] = file.read_bytes()
    files = dict(sorted(files.items()))
    about = f"{name}-{version}.dist-info"
    files[f"{about}/LICENSE"] = arguments.license.read_bytes()
    files[f"{about}/METADATA"] = _METADATA.format(
        name=name, version=version, description=arguments.description.read_text()).encode()
    files[f"{about}/WHEEL"] = _WHEEL.format(tag=tag).encode()
    record = "".join(_record_line(*file) for file in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()

    with zipfile.ZipFile(arguments.out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, contents in files.items():
            # ZipInfo has a constant default time, in 1980.
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, contents)


if __name__ == "__main__":
    main()
