#!/usr/bin/python3
"""Tests the page in Firefox: the first visit, the labels of ten positions, a reload, and no network."""

import os
import pathlib
import sys
import time
import unittest

sys.path.insert(0, "site")
import build_site  # noqa: E402
import serve  # noqa: E402

sys.path.insert(0, "site/tests")
import browser  # noqa: E402

_POSITIONS = [
    "#rules=standard&style=SSSS",
    "#rules=standard&style=SSSS&moves=13.8",
    "#rules=standard&style=AASS&ban&moves=12",
    "#rules=standard&style=SAAA&moves=13.7.8",
    "#rules=standard&style=SSSS&black=14.18.19.24&red=13.15.17.23&turn=red",
    "#rules=standard&style=SSSS&moves=13.19.18.17.14.12.7.15",
    "#rules=standard&style=SSSS&moves=1.21.2.22.3.23",
    "#rules=board4x4&style=SSSS&moves=1.16",
    "#puzzle=advanced.1",
    "#win&moves=13.7.8.12",
]


class FirefoxTest(unittest.TestCase):

    def setUp(self):
        site = pathlib.Path(os.environ["TEST_TMPDIR"]) / "site"
        build_site.write(site)
        self.server = serve.start(site)
        self.address = f"http://127.0.0.1:{self.server.server_port}/index.html"

    def shown(self, driver, words):
        """Opens a position.  Returns the status, the headline and the labels of all squares when the page shows them."""
        driver.get("about:blank")
        driver.get(self.address + words)
        deadline = time.monotonic() + 120
        before = None
        while time.monotonic() < deadline:
            now = driver.execute_script("""
                const text = (id) => document.getElementById(id)?.textContent ?? '';
                const labels = [...document.querySelectorAll('#board .square')].map((square) => square.textContent);
                return [text('solved'), text('turn'), text('result'), text('moves'), ...labels];""")
            if now == before and "match the verified table" in now[0]:
                return now
            before = now
            time.sleep(0.5)
        self.fail(f"timeout at {words}: {before}")

    def test_firefox_shows_what_chromium_shows(self):
        chromium = browser.start()
        try:
            expected = [self.shown(chromium, words)[1:] for words in _POSITIONS]
        finally:
            chromium.quit()
        self.assertEqual(sum("Draw" in str(labels) for labels in expected), 7)
        firefox = browser.Firefox()
        try:
            first = self.shown(firefox, _POSITIONS[0])
            self.assertIn("solved on your device in", first[0])
            for words, labels in zip(_POSITIONS, expected):
                self.assertEqual(self.shown(firefox, words)[1:], labels, words)
            firefox.execute_script("return navigator.serviceWorker.ready.then(() => true)")
            self.assertIn("solved on your device earlier", self.shown(firefox, _POSITIONS[0])[0])
            self.server.shutdown()
            self.server.server_close()
            offline = self.shown(firefox, _POSITIONS[1])
            self.assertIn("solved on your device earlier", offline[0])
            self.assertEqual(offline[1:], expected[1])
        finally:
            firefox.quit()


if __name__ == "__main__":
    unittest.main(verbosity=2)
