#!/usr/bin/python3
"""Tests the npm package in Chromium, bundled by Vite and by esbuild, in a page and in a worker."""

import functools
import http.server
import os
import pathlib
import subprocess
import threading
import unittest

import browser

_SCRATCH = pathlib.Path(os.environ["TEST_TMPDIR"])
_TOOLS = pathlib.Path("../npm/node_modules").absolute()
[_ARCHIVE] = pathlib.Path("site").glob("teeko-*.tgz")

_FILES = {
    "package.json": '{"private": true, "type": "module"}',
    "index.html": """<!doctype html><link rel="icon" href="data:,"><title>…</title>
        <script type="module" src="./page.js"></script>""",
    # Counts the timer events of the page while the solver works.
    "page.js": """
        import {solve, valueText} from 'teeko';
        let turns = 0;
        setInterval(() => ++turns, 10);
        solve('advanced').then((tb) => {
          const turnsSolving = turns;
          const worker = new Worker(new URL('./own_worker.js', import.meta.url), {type: 'module'});
          worker.onmessage = ({data}) => {
            window.found = {page: valueText(tb.probe(tb.start())), worker: data, turnsSolving};
          };
        });""",
    "own_worker.js": """
        import {solve, valueText} from 'teeko';
        solve('torus').then((tb) => postMessage(valueText(tb.probe(tb.start()))));""",
    "program.js": """
        import {solve, valueText} from 'teeko';
        solve('advanced').then((tb) => console.log(valueText(tb.probe(tb.start()))));""",
}


def _run(*command):
    result = subprocess.run(command, cwd=_SCRATCH / "app", text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False)
    if result.returncode:
        raise AssertionError(f"{command}: {result.stdout}")
    return result.stdout


def _esbuild(*arguments):
    _run("node", _TOOLS / "esbuild/bin/esbuild", "--bundle", "--format=esm", "--log-level=warning",
         *arguments)


class _Handler(http.server.SimpleHTTPRequestHandler):

    def log_message(self, *_):
        pass


class BundleTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.driver = browser.start()
        cls.addClassCleanup(cls.driver.quit)
        (_SCRATCH / "app").mkdir()
        for name, text in _FILES.items():
            (_SCRATCH / "app" / name).write_text(text)
        os.environ.update(npm_config_cache=str(_SCRATCH / "npm"), npm_config_update_notifier="false")
        _run("npm", "install", "--offline", "--no-audit", "--no-fund", _ARCHIVE.resolve())

    def found(self, folder):
        """Returns the results of the page in a folder of the application."""
        handler = functools.partial(_Handler, directory=_SCRATCH / "app" / folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser.console_errors(self.driver)
        self.driver.get(f"http://127.0.0.1:{server.server_port}/")
        return browser.run(self.driver, """
            while (!window.found) await new Promise((resolve) => setTimeout(resolve, 20));
            return window.found;""")

    def check(self, found):
        self.assertEqual((found["page"], found["worker"]), ("Black in 13", "Black in 11"))

    def test_vite(self):
        _run("node", _TOOLS / "vite/bin/vite.js", "build")
        names = [path.name for path in (_SCRATCH / "app/dist/assets").iterdir()]
        self.assertEqual(sum(name.endswith(".wasm") for name in names), 1, names)
        found = self.found("dist")
        self.check(found)
        self.assertGreater(found["turnsSolving"], 20)
        self.assertEqual(browser.console_errors(self.driver), [])

    def test_esbuild(self):
        _esbuild("--outdir=bundle", "page.js", "own_worker.js")
        bundle = _SCRATCH / "app/bundle"
        for source, name in [("index.html", "index.html"),
                             ("node_modules/teeko/teeko.wasm", "teeko.wasm")]:
            (bundle / name).write_bytes((_SCRATCH / "app" / source).read_bytes())
        # Without the worker file, the package solves on the thread of the page.
        self.check(self.found("bundle"))
        _esbuild("--outdir=bundle", "node_modules/teeko/web_worker.js")
        found = self.found("bundle")
        self.check(found)
        self.assertGreater(found["turnsSolving"], 20)
        self.assertEqual(browser.console_errors(self.driver), [])

    def test_a_bundle_for_node(self):
        _esbuild("--platform=node", "--outfile=node/program.mjs", "program.js")
        (_SCRATCH / "app/node/teeko.wasm").write_bytes(
            (_SCRATCH / "app/node_modules/teeko/teeko.wasm").read_bytes())
        self.assertEqual(_run("node", "node/program.mjs"), "Black in 13\n")


if __name__ == "__main__":
    unittest.main()
