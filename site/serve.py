#!/usr/bin/python3
"""Serves the site to browsers on this machine."""

import argparse
import errno
import functools
import gzip
import hashlib
import http.server
import pathlib
import sys
import tempfile
import threading

# `bazel run` puts all files that this program needs into the runfiles.
_BESIDE = pathlib.Path(sys.argv[0] + ".runfiles") / "teeko/site"
sys.path.insert(0, str(_BESIDE) if _BESIDE.is_dir() else "site")
import build_site  # noqa: E402

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
}
_PORT = 8080
_PLAIN = "text/plain; charset=utf-8"  # .txt, .md, .cc, .textproto


@functools.lru_cache(maxsize=1000)
def _load(path, changed):
    """Returns the bytes of a file, the compressed bytes, and an ETag.  `changed`: when the file was changed last."""
    data = path.read_bytes()
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    return data, gzip.compress(data, 9, mtime=0), tag


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers requests with the files of the server."""

    protocol_version = "HTTP/1.1"
    server_version = "teeko"
    sys_version = ""
    quiet = False

    def do_GET(self):
        name = self.path.partition("?")[0].lstrip("/")
        path = self.server.files.get(name or "index.html")
        if path is None or not path.is_file():
            self.send_error(404)
            return
        data, packed, tag = _load(path, path.stat().st_mtime_ns)
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self._send_caching(tag)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", _TYPES.get(path.suffix, _PLAIN))
        self.send_header("X-Content-Type-Options", "nosniff")
        if "gzip" in self.headers.get("Accept-Encoding", "") and len(packed) < len(data):
            data = packed
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self._send_caching(tag)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    do_HEAD = do_GET

    def _send_caching(self, tag):
        # Browsers may cache files but must check for new versions, because file names stay the same.
        self.send_header("Cache-Control", "no-cache")
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")

    def log_message(self, form, *args):
        if not self.quiet:
            super().log_message(form, *args)


class Server(http.server.ThreadingHTTPServer):
    """Serves the files of a folder on the loopback interface.  Ignores files that are added later."""

    request_queue_size = 128  # a page loads some 40 files at once

    def __init__(self, folder, port):
        """Listens on a port; 0 means any free port."""
        self.files = {str(path.relative_to(folder)): path
                      for path in folder.rglob("*") if path.is_file()}
        super().__init__(("127.0.0.1", port), Handler)


def start(folder):
    """Serves a folder in a thread, without a log.  Returns the server."""
    Handler.quiet = True
    server = Server(folder, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main():
    parser = argparse.ArgumentParser(
        prog="./bazelw run //site:serve --", description=__doc__,
        epilog="Exit status: 0 when interrupted, 1 on error.")
    parser.add_argument("--port", type=int, metavar="N",
                        help="port to listen on; 0 means any free port (default: 8080, "
                        "or any free port if 8080 is in use)")
    parser.add_argument("--dir", metavar="DIR", type=build_site.user_path,
                        help="folder that //site has written (default: a temporary "
                        "folder)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if arguments.dir is not None:
            folder = arguments.dir
        else:
            folder = pathlib.Path(scratch) / "site"
        try:
            if arguments.dir is None:
                build_site.write(folder, build_site.default_findings())
            elif not (folder / "sw.js").is_file():
                raise build_site.Error(f"{folder}: not a site: expected a folder that //site has written")
            try:
                # Uses the same port each time, because browsers store data by address.
                httpd = Server(folder, _PORT if arguments.port is None else arguments.port)
            except OSError as error:
                if error.errno != errno.EADDRINUSE or arguments.port is not None:
                    raise
                httpd = Server(folder, 0)
        except (build_site.Error, OSError, OverflowError) as error:
            sys.exit(f"serve: {error}")
        print(f"http://127.0.0.1:{httpd.server_port}/  (Ctrl-C to stop)", flush=True)
        try:
            httpd.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
