#!/usr/bin/python3
"""Measures the time to solve a game natively, in Node and in Chromium, and the size of the site.

    ./bazelw run //site/tests:measure -- [--times=N]

Takes the fastest of N rounds (default: 3).  All measurements use one thread.
Exit status: 0 on success, 1 on error.
"""

import argparse
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

_WORKSPACE = pathlib.Path(sys.argv[0] + ".runfiles") / "teeko"
if _WORKSPACE.is_dir():
    os.chdir(_WORKSPACE)
sys.path[:0] = ["site", "site/tests"]
import browser  # noqa: E402
import build_site  # noqa: E402
import serve  # noqa: E402

_STANDARD = {
    "rows": 5, "columns": 5, "pieces": 4, "wrapped": False, "moves": "king", "banned": [13],
    "goals": [{"shape": "line", "size": 4}, {"shape": "square", "size": 1}],
    "styles": ["SSSS", "AAAA", "ASSS", "AASS", "AAAS", "SAAA", "SSAA", "SSSA"],
}
_RULES = {
    "standard": _STANDARD,
    "advanced": dict(_STANDARD, goals=_STANDARD["goals"] + [
        {"shape": "square", "size": side} for side in (2, 3, 4)]),
}


def _native(name, folder):
    """Returns the seconds of solving and of writing the table."""
    report = folder / "report"
    subprocess.run(
        ["solver_b/solver_b", f"--rules=corpus/rules/{name}.textproto",
         f"--out={folder / 'table'}", "--threads=1", f"--report={report}"],
        check=True, stderr=subprocess.DEVNULL)
    seconds = dict(re.findall(r'name: "(.*)"\s+seconds: ([\d.]+)', report.read_text()))
    return (float(seconds["levels"]) + float(seconds["drop phase"]),
            float(seconds["writing"]))


def _node(name):
    """Returns the seconds of solving and of computing the payload."""
    answer = json.loads(subprocess.run(
        ["node", "site/tests/measure.mjs", json.dumps(_RULES[name])],
        check=True, stdout=subprocess.PIPE).stdout)
    return answer["solve"], answer["payload"]


def _chromium(name, address):
    """Returns the seconds of solving, and of computing digests and storing the table."""
    driver = browser.start()
    try:
        driver.get(address + "test.html")
        return tuple(browser.run(driver, """
            const {Solver} = await import('./solver.js');
            const solver = new Solver(args[0]);
            const {seconds} = await solver.solved;
            const solved = performance.now();
            const {verified} = await solver.ready;
            if (!verified) throw new Error('the digests differ from the verified ones');
            return [seconds, (performance.now() - solved) / 1000];
            """, _RULES[name]))
    finally:
        driver.quit()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage=argparse.SUPPRESS)
    parser.add_argument("--times", type=int, default=3, help=argparse.SUPPRESS)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["TEST_TMPDIR"] = scratch
        folder = pathlib.Path(scratch)
        site = folder / "site"
        build_site.write(site)
        (site / "test.html").write_text("<!DOCTYPE html><title>test</title>")
        server = serve.start(site)
        address = f"http://127.0.0.1:{server.server_port}/"
        ways = {
            "native": lambda name: _native(name, folder),
            "Node": _node,
            "Chromium": lambda name: _chromium(name, address),
        }
        for name in _RULES:
            best = {}
            # Measures in turn, so that other load on the machine affects all measurements equally.
            for _ in range(times):
                for way, measure in ways.items():
                    seconds = measure(name)
                    best[way] = min(best.get(way, seconds), seconds)
            for way, (solve, rest) in best.items():
                print(f"{name:9} {way:9} solve {solve:5.2f} s "
                      f"({solve / best['native'][0]:.2f} × native), "
                      f"table or digests {rest:5.2f} s")
        sizes = {path.relative_to(site): path.read_bytes()
                 for path in site.rglob("*") if path.name != "test.html" and path.is_file()}
        for title, part in [("teeko.wasm", ["teeko.wasm"]), ("the whole site", sizes)]:
            data = [sizes[pathlib.Path(path)] for path in part]
            print(f"{title}: {sum(map(len, data)):,} bytes, "
                  f"{sum(len(gzip.compress(one, 9)) for one in data):,} compressed")
        server.shutdown()


if __name__ == "__main__":
    main()
