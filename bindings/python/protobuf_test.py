"""Uses the package together with Debian's protobuf. The messages are in files with the same paths as this project's."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

_PROTO = 'syntax = "proto3"; package %s; message Firewall { string name = 1; }'

_SOLVE = """
import teeko
tb = teeko.solve(rows=3, columns=3, pieces=2, goals=["line 2"])
assert str(tb.probe(tb.start())) == "Black in 3", tb.probe(tb.start())
try:
    teeko.solve("lines: 4")
except ValueError as error:
    assert "rules:1:6" in str(error), error
else:
    raise AssertionError("accepted")
"""
# Uses messages in a file proto/rules.proto, and prints the implementation of protobuf.
_MESSAGES = """
from proto import rules_pb2
from google.protobuf import descriptor_pool
for module, name in [(rules_pb2, "myapp")]:
    wall = module.Firewall(name="wall")
    assert module.Firewall.FromString(wall.SerializeToString()).name == "wall"
pool = descriptor_pool.Default()
assert pool.FindMessageTypeByName("myapp.Firewall").file.name == "proto/rules.proto"
import google.protobuf.internal.api_implementation as implementation
print(implementation.Type())
"""
# Messages in a file with the same import path as this project's.
_SAME_PATH = """
import importlib.util
spec = importlib.util.spec_from_file_location("theirs", "theirs/teeko/proto/rules_pb2.py")
theirs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(theirs)
assert theirs.Firewall(name="x").name == "x"
"""
_INSTALLED = f"""
import ctypes
installed = ctypes.CDLL({str(pathlib.Path("bindings/c/libteeko.so").resolve())!r}, mode=%s)
tiny = ctypes.c_void_p()
rules = b"rows: 3 columns: 3 pieces: 2 name: 'x' goals {{ line {{ length: 2 }} }}"
assert installed.teeko_solve(rules, ctypes.byref(tiny)) == 0
installed.teeko_close(tiny)
"""


class ProtobufTest(unittest.TestCase):

    def run_in_order(self, *parts):
        with tempfile.TemporaryDirectory() as folder:
            for root, package in [(".", "myapp"), ("theirs/teeko", "theirs")]:
                proto = pathlib.Path(folder, root, "proto", "rules.proto")
                proto.parent.mkdir(parents=True)
                proto.write_text(_PROTO % package)
            for arguments in [["-I.", "--python_out=.", "proto/rules.proto"],
                              ["-Itheirs", "--python_out=theirs", "teeko/proto/rules.proto"]]:
                subprocess.run(["protoc", *arguments], cwd=folder, check=True)
            result = subprocess.run(
                [sys.executable, "-c", "import sys; sys.path.append('.')\n" + "".join(parts)],
                cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            # Protobuf has used its implementation in C++, not the one in Python.
            self.assertIn("cpp", result.stdout)

    def test_messages_are_defined_before_or_after_the_package_solves(self):
        self.run_in_order(_SOLVE, _MESSAGES, _SAME_PATH, _SOLVE)
        self.run_in_order(_MESSAGES, _SAME_PATH, _SOLVE, _MESSAGES)

    def test_an_installed_library_is_imported_before_or_after_the_package_solves(self):
        for mode in ["ctypes.RTLD_LOCAL", "ctypes.RTLD_GLOBAL"]:
            self.run_in_order(_SOLVE, _INSTALLED % mode, _MESSAGES, _SOLVE)
            self.run_in_order(_INSTALLED % mode, _MESSAGES, _SOLVE, _INSTALLED % mode)


if __name__ == "__main__":
    unittest.main()
