"""Tests the contents and metadata of the wheel, and that its bytes are reproducible."""

import base64
import csv
import hashlib
import importlib.metadata
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

import teeko

[WHEEL] = pathlib.Path("bindings/python").glob("*.whl")


class WheelTest(unittest.TestCase):

    def test_is_named_after_its_version_and_machine(self):
        self.assertRegex(WHEEL.name, rf"^teeko-{teeko.__version__}-py3-none-manylinux_2_\d+_"
                                     rf"{platform.machine()}\.whl$")

    def test_needs_no_more_than_its_tag_says(self):
        glibc = int(re.findall(r"manylinux_2_(\d+)_", WHEEL.name)[0])
        library = pathlib.Path(teeko.__file__).parent / "libteeko.so"
        listing = subprocess.run(["objdump", "-p", library], check=True, text=True,
                                 capture_output=True).stdout
        needed = re.findall(r"NEEDED +(\S+)", listing)
        self.assertIn("libc.so.6", needed)
        for name in needed:
            self.assertRegex(name, r"^(libc|libm|ld-linux[-a-z0-9_]*)\.so\.\d+$")
        versions = re.findall(r"\bGLIBC_2\.(\d+)", listing)
        self.assertLessEqual(max(map(int, versions)), glibc)
        self.assertNotRegex(listing, r"\b(GLIBC_PRIVATE|GLIBCXX_|CXXABI_|GCC_)")

    def test_is_small(self):
        self.assertLess(WHEEL.stat().st_size, 6_000_000)

    def test_has_metadata(self):
        metadata = importlib.metadata.metadata("teeko")
        self.assertEqual(metadata["Name"], "teeko")
        self.assertEqual(metadata["Version"], teeko.__version__)
        self.assertEqual(metadata["License"], "Apache-2.0")
        self.assertIn("import teeko", metadata.get_payload())
        self.assertEqual(importlib.metadata.requires("teeko"), ["numpy; extra == 'numpy'"])

    def test_record_has_every_file(self):
        with zipfile.ZipFile(WHEEL) as archive:
            names = archive.namelist()
            [record] = [name for name in names if name.endswith("/RECORD")]
            rows = list(csv.reader(archive.read(record).decode().splitlines()))
            self.assertEqual([row[0] for row in rows], names)
            self.assertEqual(len(set(names)), len(names))
            for name, digest, size in rows:
                if name == record:
                    self.assertEqual((digest, size), ("", ""))
                    continue
                contents = archive.read(name)
                hashed = base64.urlsafe_b64encode(hashlib.sha256(contents).digest())
                self.assertEqual(digest, "sha256=" + hashed.decode().rstrip("="))
                self.assertEqual(int(size), len(contents))
        self.assertIn("teeko/py.typed", names)
        self.assertIn("teeko/rules/advanced.textproto", names)

    def test_has_the_licenses_of_all_that_is_in_it(self):
        text = pathlib.Path("bindings/python/LICENSE").read_text()
        for name in ["Apache License", "Google Inc", "Facebook", "OpenSSL", "libstdc++"]:
            self.assertIn(name, text)

    def test_is_the_same_bytes_each_time(self):
        package = pathlib.Path(teeko.__file__).parent
        files = [path for path in sorted(package.rglob("*"), reverse=True) if path.is_file()]
        with tempfile.TemporaryDirectory() as scratch:
            again = pathlib.Path(scratch) / WHEEL.name
            subprocess.run(
                [sys.executable, "bindings/python/make_wheel.py", f"--out={again}",
                 "--description=bindings/python/README.md", "--license=bindings/python/LICENSE", *files], check=True)
            self.assertEqual(again.read_bytes(), WHEEL.read_bytes())

    def test_is_what_is_imported(self):
        # The package is not imported from the workspace's folder bindings/python/.
        self.assertIn("site", pathlib.Path(teeko.__file__).parts)


if __name__ == "__main__":
    unittest.main()
