#!/usr/bin/python3
"""Tests the page in Chromium as a reader uses it: every control, and bad input."""

import difflib
import os
import pathlib
import re
import sys
import time
import unittest

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

sys.path.insert(0, "site")
import build_site  # noqa: E402
import serve  # noqa: E402

sys.path.insert(0, "site/tests")
import browser  # noqa: E402

_PROBLEM = "problem: Black on 14 18 19 24; Red on 13 15 17 23; Red to move and win"
_PROBLEM_ADDRESS = "#rules=standard&style=SSSS&black=14.18.19.24&red=13.15.17.23&turn=red"
_SOLVED = "All values match the verified table"


class ExplorerTest(unittest.TestCase):
    """All tests share a browser, so that each game is solved only once."""

    @classmethod
    def setUpClass(cls):
        site = pathlib.Path(os.environ["TEST_TMPDIR"]) / "site"
        build_site.write(site)
        cls.server = serve.start(site)
        cls.address = f"http://127.0.0.1:{cls.server.server_port}/index.html"
        cls.driver = browser.start()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.server.shutdown()

    def tearDown(self):
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.forget("localStorage", "sessionStorage")
        self.assertEqual(browser.console_errors(self.driver), [])

    # ---- Helpers ----

    def open(self, words="", solved=_SOLVED):
        """Opens the page, as in a new tab."""
        self.forget("sessionStorage")
        self.driver.get("about:blank")
        self.driver.get(self.address + words)
        self.until(lambda: solved in self.text("solved"))

    def forget(self, *storages):
        self.script("for (const name of arguments) try { window[name].clear(); } catch { /* There is none. */ }", *storages)

    def open_points(self, words):
        self.open(f"#points&{words}", "Every score is exact")
        self.until(lambda: self.texts("#moves button, #moves p") != [])

    def open_qubic(self, words=""):
        self.driver.get("about:blank")
        self.driver.get(self.address.replace("index.html", "qubic.html" + words))
        self.until(lambda: "O may play anywhere" in self.text("turn"))

    def open_options(self):
        """Opens "Game and rules"."""
        self.script("document.getElementById('options').open = true")

    def pick(self, name, value):
        """Chooses a radio button."""
        self.click_on(f'[name="{name}"][value="{value}"]')

    def until(self, holds, seconds=60):
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                messages = self.texts("[id$=say], [id$=solved], [id$=turn], [id$=wrong]")
                self.fail(f"timeout; the page says {messages} at {self.hash()}")
            time.sleep(0.05)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, identifier):
        return self.script("return document.getElementById(arguments[0]).innerText", identifier)

    def script(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)",
                           selector)

    def click(self, identifier):
        self.click_on(f"#{identifier}")

    def click_on(self, selector):
        """Clicks an element, which must be there; again if the page replaces it in between."""
        self.find(selector)
        self.until(lambda: self.can_click(selector))

    def click_enabled(self, selector, index=0):
        """Waits for an enabled button and clicks it in one step, because the page may replace its buttons in between."""
        self.until(lambda: self.script(
            "const found = [...document.querySelectorAll(`${arguments[0]}:enabled`)].at(arguments[1]);"
            "found?.click(); return found !== undefined", selector, index))

    def square(self, number):
        return self.find(f'[data-square="{number}"]')

    def square_text(self, number):
        """Returns the text of a square for screen readers."""
        return self.script("return document.querySelector(arguments[0]).textContent", f'[data-square="{number}"] .unseen')

    def move(self, *squares):
        for number in squares:
            self.click_on(f'[data-square="{number}"]')

    def can_click(self, selector):
        """Clicks an element, unless it is not there or the page replaces it."""
        try:
            self.find(selector).click()
        except (NoSuchElementException, StaleElementReferenceException):
            return False
        return True

    def hash(self):
        return self.script("return location.hash")

    def choose(self, identifier, value):
        # The page may replace the options while the driver looks for them.
        self.script("""
            const select = document.getElementById(arguments[0]);
            select.value = arguments[1];
            select.dispatchEvent(new Event('change', {bubbles: true}));""", identifier, value)

    def press(self, key):
        self.driver.switch_to.active_element.send_keys(key)

    def game(self):
        return [re.sub(r"^(Black|Red) ", "", text) for text in self.texts("#game button")]

    # ---- What the page shows ----

    def shown(self):
        """Returns a line for each element that is shown, except the progress of solving.

        A line has the element's attributes and own text.  For pictures, it has a hash of the content.
        """
        return self.script("""
            const lines = [];
            const show = (node, depth) => {
              if (node.id.endsWith('solving') || node.localName === 'option' || getComputedStyle(node).display === 'none') return;
              const attributes = [...node.attributes].filter(({name}) => !name.startsWith('data-'));
              const picture = node.localName === 'svg';
              const texts = [...node.childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE).map(({data}) => data.trim());
              const hash = [...node.innerHTML].reduce((hash, c) => Math.imul(hash, 31) + c.charCodeAt(0) | 0, 0) >>> 0;
              lines.push([' '.repeat(depth) + node.localName, ...attributes.map(({name, value}) => `${name}=${value}`),
                          ...(picture ? [hash] : texts)].join(' ').trimEnd());
              if (!picture) for (const child of node.children) show(child, depth + 1);
            };
            show(document.querySelector('main'), 1);
            return lines;
            """)

    def test_all_that_the_pages_show_is_as_recorded(self):
        """Compares elements, texts, pictures and names for screen readers with shown.txt.

        The file leaves out lines that it has already.
        """
        game = "moves=13.19.18.17.14.12.7.15.14-9.12-8.18-12.17-18"

        def square(number):
            return f"#board [data-square='{number}']"

        def marker(pips):
            return f"#markers [aria-label^='Marker with {pips} ']:enabled"

        def cell(number):
            return f"[data-key='{number}']:enabled"

        shown = []
        for words, clicks in [
                ("#rules=standard&style=SSSS", []),
                ("#rules=advanced&style=AASS&ban&moves=12", ["#threats"]),
                (_PROBLEM_ADDRESS, ["[data-square='13']", "#threats"]),
                (f"#rules=standard&style=SSSS&{game}&at=9", []),
                ("#rules=board4x4&style=SSSS&moves=1.16", ["#values", "#goals summary"]),
                ("#rules=torus&moves=1.21", ["#goals summary", "#setup"]),
                ("#rules=advanced&play=red&errs=20&moves=13", ["#hint"]),
                ("#puzzle=advanced.1", []),
                ("#win", []),
                ("#win&moves=13.7.8", []),
                ("#win&moves=13.7.8.12", []),
                ("#win&moves=13.7.1", []),
                ("#win&moves=13.1.14.2.15.3.12", []),
                ("#win&moves=13.1.25.2.21", []),
                ("#win&moves=13.1.25.2.15.3.12.4", []),
                ("#points&rules=3x3.2.line", []),
                ("#points&rules=3x3.2.line", [marker(1), square(1), marker(2), square(9)]),
                ("#points&rules=3x3.2.line", [marker(1), square(1), marker(2), square(9), marker(2), square(8), marker(1), square(2), square(8)]),
                ("#points&rules=3x3.2.line", [marker(2), square(1), marker(1), square(7), marker(1), square(2)]),
                ("#points&rules=3x3.2.line&style=AA", [marker(1)]),
                ("#points&rules=3x3.2.line&play=black", [marker(1), square(5)]),
                ("#points&rules=3x3.2.line&play=red", ["#values"]),
                ("#points&rules=3x3.2.line&style=AS&play=black", [marker(2)]),
                ("qubic", []),
                ("qubic", [cell(64), cell(33)]),
                ("qubic", [cell(2), cell(3), cell(5), cell(6), cell(7), cell(9), cell(10), "#undo"])]:
            if words == "qubic":
                self.open_qubic()
            else:
                self.open(words, "Every score is exact" if "points" in words else _SOLVED)
                self.open_options()
            for selector in clicks:
                self.until(lambda: self.can_click(selector))
            states = [[], self.shown()]
            while states[-1] != states[max(-5, -len(states))]:  # until nothing changes for a second
                time.sleep(0.25)
                states.append(self.shown())
            shown += [words, *(line for line in states[-1] if line not in shown)]
        path = pathlib.Path("site/tests/shown.txt")
        text = "\n".join(shown) + "\n"
        if text != path.read_text():
            new = pathlib.Path(os.environ["TEST_UNDECLARED_OUTPUTS_DIR"]) / path.name
            new.write_text(text)
            self.fail("\n".join(difflib.unified_diff(path.read_text().split("\n"), shown, "recorded", "shown", n=3))[:20000]
                      + f"\nIf this is right, copy {new} to {path}.")

    # ---- Playing ----

    def test_drops_are_labelled_and_played(self):
        self.open()
        self.until(lambda: self.texts("#moves button") != [])
        self.assertEqual(self.text("turn"), "Black to drop.")
        self.assertEqual(self.text("result"), "Draw")
        # All values are the same, so the page says so once and shows only the best move.
        self.assertEqual(self.texts("#moves p"), ["All 25 moves: Draw."])
        self.assertEqual(self.texts("#moves button"), ["13 Draw (20 of 24 replies lose) ★ best"])
        self.assertEqual(self.texts("#board .result"), ["Draw"])
        self.assertEqual(self.square_text(13), "13: empty, drop: Draw, best")
        self.assertEqual(self.square_text(12), "12: empty, drop: Draw")
        self.move(13, 19, 18)
        self.until(lambda: [text.split()[0] for text in self.game()] == ["13", "19", "18"])
        self.assertIn("black piece", self.square_text(13))
        self.assertTrue(self.hash().endswith("moves=13.19.18"))
        self.move(19)
        self.assertIn("occupied", self.text("say"))

    def test_undo_redo_and_back(self):
        self.open("#rules=standard&style=SSSS&moves=13.19.18.17")
        self.click("undo")
        self.until(lambda: self.hash().endswith("at=3"))
        self.assertIn("empty", self.square_text(17))
        self.click("first")
        self.assertFalse(self.find("#undo").is_enabled())
        self.click("redo")
        self.click("last")
        self.assertFalse(self.find("#redo").is_enabled())
        self.move(24)
        self.until(lambda: self.hash().endswith("17.24"))
        self.driver.back()
        self.until(lambda: self.hash().endswith("18.17"))
        self.assertIn("empty", self.square_text(24))
        self.driver.forward()
        self.until(lambda: "black piece" in self.square_text(24))
        self.click_on('#game [data-key="2"]')
        self.until(lambda: self.hash().endswith("at=2"))
        self.click("new")
        self.until(lambda: self.text("annotation") == "No moves yet.")

    def test_moves_by_click_label_list_and_drag(self):
        self.open(_PROBLEM_ADDRESS)
        self.until(lambda: self.text("result") == "Red wins in 9")
        self.assertIn("Red wins in 8, best", self.square_text(9))
        self.assertEqual(self.texts("#moves .best"), ["15-9 Red wins in 8 ★ best"])
        self.move(15)
        self.assertEqual(self.square(15).get_attribute("aria-selected"), "true")
        self.assertEqual(self.texts("#board .result.best"), ["Red wins in 8"])
        self.move(9)
        self.until(lambda: self.game() == ["15-9 !"])
        self.until(lambda: self.texts('#board [data-from="18"]') != [])
        self.move(20)
        self.assertIn("14, 19, or 24 can go to 20", self.text("say"))
        self.move(18, 22)
        self.until(lambda: len(self.game()) == 2)
        ActionChains(self.driver).drag_and_drop(self.square(23), self.square(18)).perform()
        self.until(lambda: self.game() == ["15-9 !", "18-22 !", "23-18 !"])
        ActionChains(self.driver).drag_and_drop(self.square(14), self.square(1)).perform()
        self.until(lambda: "1 is not adjacent to 14" in self.text("say"))
        self.until(lambda: self.texts('#moves [data-key="14-8"]') == ["14-8 Red wins in 5 ★ best"])
        self.click_on('#moves [data-key="14-8"]')
        self.until(lambda: len(self.game()) == 4)
        self.assertIn("the only best move", self.text("annotation"))
        self.open("#rules=standard&style=SSSS&black=1.7.19.24&red=13.15.17.23&turn=black")
        self.until(lambda: self.texts('#board [data-from="1"]') != [])
        ActionChains(self.driver).drag_and_drop(self.square(7), self.square(25)).perform()
        self.until(lambda: "25 is not adjacent to 7" in self.text("say"))
        self.assertEqual(self.texts('#board [aria-selected="true"]'), [])

    def test_keys_do_everything(self):
        self.open("#rules=advanced&style=SSSS")
        self.until(lambda: self.text("result") == "Black wins in 13")
        for _ in range(30):
            self.press(Keys.TAB)
            if self.driver.switch_to.active_element.get_attribute("data-square"):
                break
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("data-square"), "13")
        self.press(Keys.ENTER)
        self.until(lambda: self.game() == ["13 !"])
        for key in [Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.SPACE]:
            self.press(key)
        self.until(lambda: len(self.game()) == 2 and "red piece" in self.square_text(7))
        self.press("u")
        self.until(lambda: "at=1" in self.hash())
        self.press("r")
        self.until(lambda: "at=" not in self.hash())
        self.until(lambda: self.texts("#moves .best") != [])
        self.press("b")
        self.until(lambda: len(self.game()) == 3)
        self.press("h")
        self.assertIn("Every move loses", self.text("say"))
        self.press("v")
        self.assertEqual(self.texts(".choices button"), [])
        self.assertEqual(self.find("#values").get_attribute("aria-pressed"), "false")
        self.press("v")
        self.press("t")
        self.assertEqual(self.find("#threats").get_attribute("aria-pressed"), "true")
        self.press(Keys.HOME)
        self.press(Keys.END)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("data-square"), "10")
        self.press("n")
        self.until(lambda: self.game() == [])
        self.press("t")

    def test_arrow_keys_stay_on_the_board(self):
        self.open_points("rules=3x3.2.line")
        self.script("document.querySelector('[data-square=\"5\"]').focus()")
        up, down, left, right = Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_RIGHT
        for key, square in [(up, 2), (up, 2), (left, 1), (left, 1), (down, 4), (left, 4), (down, 7), (down, 7), (right, 8),
                            (right, 9), (right, 9), (Keys.HOME, 7), (Keys.END, 9), (up, 6), (right, 6)]:
            self.press(key)
            self.assertEqual(self.driver.switch_to.active_element.get_attribute("data-square"), str(square))

    def test_goals_and_threats(self):
        self.open("#rules=standard&style=SSSS&moves=1.21.2.22.3.23")
        self.click("threats")
        self.assertIn("Black threatens a goal", self.square_text(4))
        self.assertIn("Red threatens a goal", self.square_text(24))
        self.click("threats")
        self.assertNotIn("threatens", self.square_text(4))
        self.assertEqual(self.text("goal-count"), "44 goals")
        self.click("goal-count")
        goals = self.driver.find_elements(By.CSS_SELECTOR, "#goal-list button")
        self.assertEqual(len(goals), 44)
        goals[0].click()
        self.assertIn("part of a goal", self.square_text(1))
        self.click("goal-count")
        self.move(4)
        self.until(lambda: self.text("turn") == "Black has won.")
        self.move(24)
        self.assertIn("the game is over", self.text("say"))
        self.assertEqual(self.texts("#moves button"), [])

    # ---- Rules ----

    def test_rules_styles_and_ban(self):
        self.open("#rules=advanced&style=SSSS")
        self.until(lambda: self.text("result") == "Black wins in 13")
        self.open_options()
        self.click("ban")
        self.until(lambda: self.text("result") == "Draw")
        self.assertEqual(self.square_text(13), "13: empty, banned for the first drop")
        self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, ".banned")), 1)
        self.click("ban")
        self.choose("style", "SAAA")
        self.until(lambda: self.text("result") == "Black wins in 25")
        self.choose("style", "AAAA")
        self.until(lambda: self.text("turn") == "Red picks a square for Black.")
        self.until(lambda: self.text("result") == "Draw")
        self.choose("rules", "board4x4")
        self.until(lambda: self.text("solved").startswith("900,900") and _SOLVED in self.text("solved"))
        self.assertEqual(len(self.texts(".square")), 16)
        self.assertTrue(self.hash().startswith("#rules=board4x4&style=AAAA"))
        self.assertFalse(self.find("#ban-label").is_displayed())
        self.driver.back()
        self.until(lambda: len(self.texts(".square")) == 25)

    def test_own_rules(self):
        self.open("#rules=board4x4")
        self.open_options()
        self.click("own")
        field = self.find('#own-form [name="rows"]')
        for value, reason in [("0", "rows"), ("100", "whole numbers"), ("x", "whole numbers"), ("60", "squares")]:
            self.script("arguments[0].value = ''", field)
            field.send_keys(value)
            self.until(lambda reason=reason: reason in self.text("own-wrong"))
            self.click("own-solve")
            self.assertTrue(self.find("#own-dialog").is_displayed())
        self.script("arguments[0].value = ''", field)
        field.send_keys("8")
        self.find('#own-form [name="columns"]').send_keys(Keys.BACK_SPACE, "8")
        self.until(lambda: "a page can use only" in self.text("own-wrong"))
        self.click("own-solve")
        self.assertTrue(self.find("#own-dialog").is_displayed())
        for name, value in [("rows", "3"), ("columns", "4"), ("pieces", "3"), ("square", "")]:
            field = self.find(f'#own-form [name="{name}"]')
            field.clear()
            field.send_keys(value)
        self.click_on('#own-form [name="wrapped"]')
        Select(self.find('#own-form [name="moves"]')).select_by_value("knight")
        self.until(lambda: "positions take about" in self.text("own-wrong"))
        self.click("own-solve")
        self.until(lambda: "no verified table" in self.text("solved"))
        self.assertEqual(self.hash(), "#rules=3x4.3.line.wrapped.knight&style=SSS")
        self.assertEqual(len(self.texts(".square")), 12)
        self.until(lambda: "All 12 moves: " in self.text("moves"))

    # ---- Setting up, text, the address ----

    def test_set_up(self):
        self.open("#rules=standard&style=SSSS&moves=13")
        self.open_options()
        self.click("setup")
        self.click("setup-clear")
        self.move(1, 2)
        self.assertIn("drop in turn", self.text("setup-wrong"))
        self.assertFalse(self.find("#setup-done").is_enabled())
        self.click_on('[name="brush"][value="red"]')
        self.move(2, 5)
        self.move(5)
        self.assertEqual(self.text("setup-wrong"), "")
        self.assertFalse(self.find('[name="turn"][value="red"]').is_enabled())
        for how, squares in [("turn", (5, 10)), ("mirror", (1, 6)), ("flip", (21, 16)), ("swap", (16, 21))]:
            self.click(f"setup-{how}")
            self.assertIn("black piece", self.square_text(squares[0]), how)
            self.assertIn("red piece", self.square_text(squares[1]), how)
        ActionChains(self.driver).drag_and_drop(self.square(16), self.square(13)).perform()
        self.until(lambda: "black piece" in self.square_text(13))
        self.click("setup-done")
        self.until(lambda: "black=13&red=21&turn=black" in self.hash())
        self.until(lambda: self.text("result") != "")
        self.click("setup")
        self.click("setup-clear")
        self.move(14, 18, 19, 23)
        self.click_on('[name="brush"][value="black"]')
        self.move(1, 2, 3, 4)
        self.assertIn("already has a goal", self.text("setup-wrong"))
        self.click_on('[name="turn"][value="red"]')
        self.assertEqual(self.text("setup-wrong"), "")
        self.click("setup-cancel")
        self.assertIn("black=13", self.hash())
        self.assertIn("red piece", self.square_text(21))

    def test_problem_6_is_pasted_and_annotated(self):
        self.open()
        text = pathlib.Path("corpus/letter/problem_6.txt").read_text()
        self.script("""
            const data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
            """, text)
        self.until(lambda: len(self.game()) == 9 and self.game()[-1] == "17-12 !")
        self.assertEqual(self.game(), ["15-9 !", "18-22 !", "23-18 !", "14-8 !", "18-14 !", "8-4", "9-15",
                                       "22-16", "17-12 !"])
        self.open_options()
        self.click("text")
        self.click_on('[name="form"][value="annotated"]')
        # The page does not keep the comment, because the comment is not part of the game.
        golden = pathlib.Path("reports/golden/problem_6.txt").read_text().replace("#Problem No. 6, page 151\n", "")
        golden = golden.replace(" and win", "")
        self.until(lambda: self.script("return document.getElementById('text-area').value") == golden)
        self.click_on('[name="form"][value="diagram"]')
        self.until(lambda: self.find("#text-area").get_attribute("value").endswith("; Black to move\n"))
        self.click_on('[name="form"][value="link"]')
        self.assertEqual(self.find("#text-area").get_attribute("value"), self.driver.current_url)
        self.click("text-copy")
        self.until(lambda: self.text("text-wrong") != "")
        self.press(Keys.ESCAPE)

    def test_text_that_cannot_be_read_is_kept(self):
        self.open("#rules=standard&style=SSSS&moves=13.19")
        self.open_options()
        self.click("text")
        area = self.find("#text-area")
        for text, reason in [("hello <b>", "expected"), ("", "the text is empty"), ("13 13", "occupied"),
                             ("..... B", "25 squares, this one has 6"), ("problem: Black on 1 2 3 4; Red on 5; Red to move", "drop in turn"),
                             ("problem: Black on 1 2 3 4; Red on 6 7 8 14; Black to move", "already has a goal")]:
            area.clear()
            area.send_keys(text)
            self.click("text-read")
            self.until(lambda reason=reason: reason in self.text("text-wrong"))
            self.assertEqual(area.get_attribute("value"), text)
        self.assertTrue(self.hash().endswith("moves=13.19"))
        area.clear()
        area.send_keys("# one\ngame 1 2 3\n# two\n" + _PROBLEM + "\ngame 1 1")
        self.click("text-read")
        self.until(lambda: self.texts("#text-items button") == ["Open one", "Open two"])
        self.assertIn("line 5", self.text("text-wrong"))
        self.click_on("#text-items button:last-child")
        self.until(lambda: self.hash() == _PROBLEM_ADDRESS)

    def test_long_texts(self):
        self.open("#rules=standard&style=SSSS&moves=13.19")
        self.open_options()
        self.click("text")
        area = self.find("#text-area")
        for text, reason in [("game 1 6 2 7 3 8 14 19" + " 14-15 19-20 15-14 20-19" * 100_000, "the game is too long: expected at most 10000 plies, got 400008"),
                             ("game 1 6 2 7 3 8 14 19" + " 14-15 19-20 15-14 20-19" * 999, "the game has 4,004 plies; the page can show 3,000"),
                             ("game 1 2 3\n" * 10_000, "line 201: a text may have at most 200 games")]:
            self.script("arguments[0].value = arguments[1]", area, text)
            start = time.monotonic()
            self.click("text-read")
            self.until(lambda reason=reason: reason in self.text("text-wrong"))
            self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(len(self.texts("#text-items button")), 200)
        # The longest possible game fits into the address.
        self.script("arguments[0].value = arguments[1]", area, "game 1 6 2 7 3 8 14 19" + " 14-15 19-20 15-14 20-19" * 748)
        self.click("text-read")
        self.until(lambda: len(self.game()) == 3000)
        self.driver.refresh()
        self.until(lambda: len(self.game()) == 3000)
        self.open("#rules=standard&style=SSSS")

    def test_text_keeps_the_style_and_the_ban(self):
        self.open("#rules=standard&style=AASS&ban&moves=12")
        self.open_options()
        self.click("text")
        self.click_on('[name="form"][value="moves"]')
        written = "problem: Black on; Red on; Black to move AASS ban\n12\n"
        self.until(lambda: self.find("#text-area").get_attribute("value") == written)
        self.open("#rules=standard&style=SSSS")
        self.open_options()
        self.click("text")
        area = self.find("#text-area")
        area.clear()
        area.send_keys(written)
        self.click("text-read")
        self.until(lambda: "style=AASS&ban" in self.hash() and self.hash().endswith("moves=12"))

    def test_invalid_addresses(self):
        for words, reason in [("#rules=chess", "no rules called"), ("#moves=13.13", "stops before 13"),
                              ("#black=1.2.3.4&red=6.7.8.14&turn=black", "No game can reach"), ("#%", "Unknown word"),
                              ("#rules=9x9.4.line", "64"),
                              *((f"#puzzle={problem}", "no problem") for problem in ["chess.1000", "9999", "advanced.9999", "advanced.0", "a.b.c"]),
                              (f"#moves=1{'.6-11' * 5000}", "at most 20,000 are read"), ("#moves=<img>", "not a move")]:
            self.open(words)
            self.until(lambda reason=reason: reason in self.text("say"))
            self.until(lambda: len(self.texts(".square")) == 25)
        self.open("#rules=8x8.4.line", solved="memory")
        self.assertIn("You can still play, but without values", self.text("solved"))
        self.open("#rules=standard&style=SSSS&moves=13.13.1")
        self.assertEqual(self.game(), ["13"])
        self.move(12)
        self.until(lambda: self.hash().endswith("moves=13.12"))

    # ---- Against the computer ----

    def test_a_whole_advanced_win_against_the_page(self):
        self.open("#rules=advanced&style=SSSS&play=black")
        self.click("values")
        # A losing computer sets traps, so the game may end before ply 13.
        while len(self.game()) < 13 and self.text("turn") != "Black has won.":
            before = len(self.game())
            self.click_enabled("#moves .best")
            self.until(lambda before=before: self.text("turn") == "Black has won." or len(self.game()) == before + 2)
        self.assertEqual(self.text("turn"), "Black has won.")
        plies = len(self.game())
        # Back leads to the position before the reader's last move, not before the computer's.
        self.driver.back()
        self.until(lambda: len(self.game()) == plies - 1)

    def test_the_computer_plays_either_side_and_random_moves(self):
        self.open("#rules=standard&style=SSSS")
        self.pick("opponent", "perfect")
        self.pick("human", "red")
        self.until(lambda: len(self.game()) == 1)
        self.open_options()
        self.assertTrue(self.find("#rate").is_displayed())
        rate = self.find("#rate")
        for entered, errs in [("40", "&errs=40"), ("0", ""), ("300", "&errs=100"), ("-5", ""), ("100", "&errs=100")]:
            rate.clear()
            rate.send_keys(entered, Keys.TAB)
            self.until(lambda: f"play=red{errs}&" in self.hash())
        free = [n for n in range(1, 26) if "empty" in self.square_text(n)]
        self.move(free[0])
        self.until(lambda: len(self.game()) == 3)
        # Undo leads to the reader's turn, where the computer waits.
        self.click("undo")
        self.until(lambda: "at=1" in self.hash())
        time.sleep(0.6)
        self.assertIn("at=1", self.hash())
        self.pick("opponent", "two")
        self.until(lambda: not self.find("#rate").is_displayed())

    # ---- The introduction and the opponent ----

    def bottoms(self, *identifiers):
        """Returns the lower edges of elements, in pixels from the top of the page."""
        return self.script("return arguments[0].map((id) => document.getElementById(id).getBoundingClientRect().bottom + scrollY)",
                           identifiers)

    def set_language(self, code):
        self.choose("language", code)

    def test_the_introduction_shows_the_goals_and_stays_closed(self):
        self.open("#rules=standard&style=SSSS")
        self.assertIn("4 pieces", self.text("intro"))
        self.assertEqual(self.texts("#intro figcaption"), ["line", "diagonal", "square"])
        self.open_options()
        self.choose("rules", "advanced")
        self.until(lambda: self.texts("#intro figcaption") == ["line", "diagonal", "square", "3×3 corners", "4×4 corners", "5×5 corners"])
        self.until(lambda: _SOLVED in self.text("solved"))
        self.click_on("#intro .close")
        self.assertFalse(self.find("#intro").is_displayed())
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "intro-open")
        self.open("#rules=standard&style=SSSS")
        self.assertFalse(self.find("#intro").is_displayed())
        self.click("intro-open")
        self.assertTrue(self.find("#intro").is_displayed())
        self.assertEqual(self.find("#intro-open").get_attribute("aria-expanded"), "true")

    def test_the_page_works_without_local_storage(self):
        self.driver.get("about:blank")
        self.driver.get(self.address.replace("127.0.0.1", "forbidden.localhost"))
        self.assertEqual(browser.run(self.driver, "try { return String(localStorage); } catch (error) { return error.name; }"), "SecurityError")
        self.until(lambda: self.texts(".square") != [] and self.find("#intro").is_displayed())
        self.click_on("#intro .close")
        self.set_language("de")
        self.assertEqual(self.text("turn"), "Schwarz setzt.")
        self.assertFalse(self.find("#intro").is_displayed())

    def test_a_phone_shows_board_opponent_and_buttons_at_once(self):
        browser.resize(self.driver, 390, 844)
        for rules, style in [("standard", "SSSS"), ("advanced", "SSSS"), ("advanced", "AASS")]:
            self.forget("localStorage")
            self.open(f"#rules={rules}&style={style}&play=black&errs=20&moves=13.7")
            for part in ["#intro", "nav"]:
                self.assertTrue(self.find(part).is_displayed())
            for code in ["de", "es", "en"]:
                self.set_language(code)
                elements = ["board", "headline", "opponent", "undo"]
                for element, bottom in zip(elements, self.bottoms(*elements)):
                    self.assertLessEqual(bottom, 800, f"{rules} {style} {code} {element}")
                self.assertEqual(self.script("return document.documentElement.scrollWidth"), 390)

    def test_a_phone_shows_the_whole_board_from_the_second_visit_on(self):
        browser.resize(self.driver, 320, 568)
        self.open("#rules=standard&style=SSSS")
        self.open("#rules=standard&style=SSSS")
        for part in ["#intro", "nav"]:
            self.assertFalse(self.find(part).is_displayed())
        self.assertLess(self.bottoms("board")[0], 568)
        self.click("menu")
        self.assertTrue(self.find("nav").is_displayed())
        self.click("intro-open")
        self.assertTrue(self.find("#intro").is_displayed())

    # ---- What survives other pages and reloads ----

    def follow(self, game):
        """Follows a link of the navigation."""
        self.script("document.querySelector(`[data-game=${arguments[0]}]`).click()", game)

    def test_games_survive_other_pages_and_reloads(self):
        self.open("#rules=standard&style=SSSS")
        self.move(13, 8, 12)
        squares = ["13", "8", "12"]

        def plays():
            return [text.split()[0] for text in self.game()]

        self.follow("puzzle")
        self.until(lambda: self.text("turn") == "Black to move and win in 5")
        self.until(lambda: self.can_click('#puzzle [data-key="next"]') and self.hash() == "#puzzle=advanced.2")
        self.follow("explore")
        self.until(lambda: plays() == squares)
        self.follow("points")
        self.until(lambda: self.text("turn") == "Black chooses a marker and drops it.")
        self.move(13, 8)
        self.until(lambda: plays() == ["13:4", "8:4"])
        self.driver.refresh()
        self.until(lambda: plays() == ["13:4", "8:4"])
        self.follow("qubic")
        self.until(lambda: "X plays" in self.text("turn"))
        self.until(lambda: self.can_click('[data-key="64"]') and self.hash() == "#moves=64")
        self.driver.refresh()
        self.until(lambda: len(self.game()) == 2)
        self.until(lambda: self.can_click('nav [href="rules.html"]'))
        for game, words in [("qubic", "#moves=64"), ("points", "moves=13:4.8:4"), ("puzzle", "#puzzle=advanced.2"), ("explore", "moves=13.8.12")]:
            self.follow(game)
            self.until(lambda words=words: self.hash().endswith(words))
        self.driver.get("about:blank")
        self.driver.get(self.address)
        self.until(lambda: plays() == squares)

    def test_what_the_reader_chose_survives_a_reload(self):
        self.open("#rules=standard&style=SSSS")
        self.pick("opponent", "club")
        self.move(13)
        self.until(lambda: len(self.game()) == 2)
        self.driver.refresh()
        self.until(lambda: _SOLVED in self.text("solved") and len(self.game()) == 2)
        self.assertEqual(self.texts("#board .result") + self.texts("#moves button"), [])
        self.click("values")
        self.click("threats")
        self.until(lambda: self.texts("#board .result") != [])
        self.driver.refresh()
        self.until(lambda: self.texts("#board .result") != [])
        self.assertEqual(self.find("#threats").get_attribute("aria-pressed"), "true")

    # ---- Design ----

    def test_draws_are_quieter_than_pieces(self):
        self.open(_PROBLEM_ADDRESS + "&moves=15-10")
        self.until(lambda: self.texts("#board .even.best") != [])
        style = self.script("""
            const {backgroundColor, borderTopStyle, borderTopWidth} = getComputedStyle(document.querySelector('#board .even.best'));
            return [backgroundColor, borderTopStyle, borderTopWidth];""")
        self.assertEqual(style, ["rgba(0, 0, 0, 0)", "solid", "2px"])

    def test_the_ring_of_a_target_lies_around_its_label(self):
        self.open(_PROBLEM_ADDRESS)
        self.until(lambda: self.texts("#board .bad") != [])
        self.move(13)
        self.until(lambda: self.texts(".target .bad") != [])
        self.assertEqual(self.script("""
            const square = document.querySelector('.target:has(.bad)');
            const ring = getComputedStyle(square, '::before');
            return [getComputedStyle(square.querySelector('.bad')).borderTopStyle, ring.borderTopWidth, ring.boxShadow !== 'none'];
            """), ["dashed", "1px", True])

    def test_the_review_stands_above_the_moves(self):
        game = "#rules=standard&style=SSSS&moves=13.19.18.17.14.12.7.15.14-9.12-8.18-12.17-18"
        for width, height, most in [(1280, 1000, 1000), (390, 844, 1500)]:
            browser.resize(self.driver, width, height)
            self.open(game)
            self.until(lambda: self.find("#review").is_displayed())
            self.assertTrue(self.find("#text").is_displayed())
            # The game is over, so go to a position with moves.
            self.click_on('#game [data-key="4"]')
            self.until(lambda: self.texts("#moves button") != [])
            review, moves = self.bottoms("review", "moves")
            self.assertLess(review, moves)
            self.assertLess(review, most)

    def test_problems_state_the_task_once_and_show_the_goals(self):
        self.open("#puzzle=advanced.1")
        self.until(lambda: self.text("turn") == "Black to move and win in 5")
        self.assertEqual(self.script("return document.querySelector('main').innerText.match(/win in 5/g).length"), 1)
        self.assertIn("3×3 corners", self.texts("#intro figcaption"))
        for button in ["new", "values", "hint", "text"]:
            self.assertFalse(self.find(f"#{button}").is_displayed(), button)
        self.assertTrue(self.find('#puzzle [data-key="again"]').is_displayed())

    def test_lists_and_pages_are_not_wider_than_their_place(self):
        for words in ["#rules=standard&style=SSSS&moves=13.19.18.17.14.12.7.15", _PROBLEM_ADDRESS, "#puzzle=advanced.3",
                      "#win&moves=13.8.17", "#points&rules=3x3.2.line&moves=1:1.9:2"]:
            self.open(words, "exact" if "points" in words else _SOLVED)
            self.until(lambda: "puzzle" in words or "win" in words or self.texts("#moves button") != [])
            for code in ["en", "de", "es"]:
                self.set_language(code)
                for width in [320, 390, 640, 1280]:
                    browser.resize(self.driver, width, 800)
                    wide = self.script("""
                        const wide = [...document.querySelectorAll('button, h2, nav a, label, select')]
                          .filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && e.localName === 'button' && !e.closest('#board'))
                          .map((e) => e.innerText);
                        const {scrollWidth, clientWidth} = document.documentElement;
                        return scrollWidth > clientWidth ? [...wide, `${scrollWidth} > ${clientWidth}`] : wide;""")
                    self.assertEqual(wide, [], f"{words} {code} {width}")
            self.set_language("en")

    def test_the_strength_of_the_computer_is_chosen_by_one_click(self):
        self.open("#rules=standard&style=SSSS")
        self.assertTrue(self.find('[name="opponent"][value="two"]').is_selected())
        for strength, errs in [("beginner", "&errs=80"), ("club", "&errs=40"), ("perfect", "")]:
            self.pick("opponent", strength)
            self.until(lambda errs=errs: self.hash() == f"#rules=standard&style=SSSS&play=black{errs}")
        # Values are hidden in games against the computer.
        self.assertEqual(self.texts("#board .result") + self.texts("#moves button"), [])
        self.move(13)
        self.until(lambda: len(self.game()) == 2)
        self.pick("human", "red")
        self.until(lambda: len(self.game()) == 3)
        self.pick("opponent", "two")
        self.until(lambda: "play" not in self.hash() and self.texts("#board .result") != [])

    def test_undo_leads_to_the_readers_own_turn(self):
        self.open("#rules=standard&style=SSSS&play=black")
        for square, plies in [(13, 2), (None, 4)]:
            self.move(square or next(n for n in (1, 5, 21, 25) if str(n) not in " ".join(self.game())))
            self.until(lambda plies=plies: len(self.game()) == plies)
        self.click("undo")
        self.until(lambda: self.hash().endswith("at=2"))
        self.click("undo")
        self.until(lambda: self.hash().endswith("at=0"))
        self.click("redo")
        self.until(lambda: self.hash().endswith("at=2"))
        # The reader cannot play the computer's moves.
        self.open("#rules=standard&style=SSSS&play=black&moves=13.14.1.2&at=1")
        self.move(25)
        self.assertIn("moves=13.14.1.2", self.hash())

    def test_a_long_pasted_text_does_not_stop_the_page(self):
        self.open("#rules=standard&style=SSSS")
        start = time.monotonic()
        self.script("""
            const data = new DataTransfer();
            data.setData("text/plain", "13\\n8\\n\\n".repeat(140000));
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));""")
        self.until(lambda: "line 601: a text may have at most 200 games" in self.text("text-wrong"))
        self.assertLess(time.monotonic() - start, 10)
        self.assertIn("shows the first 20,000 characters", self.text("text-wrong"))
        self.assertEqual(len(self.find("#text-area").get_attribute("value")), 20_000)

    def test_a_false_statement_is_reported(self):
        for text, message in [("5/5/2rbr/1rbb1/2rb1 r and lose", "“Red to move and lose”, which is wrong: Red wins in 9."),
                           ("5/5/2rbr/1rbb1/2rb1 r and win in 9", "")]:
            self.open("#rules=standard&style=SSSS")
            self.open_options()
            self.click("text")
            area = self.find("#text-area")
            area.clear()
            area.send_keys(text)
            self.click("text-read")
            self.until(lambda: "turn=red" in self.hash())
            if message:
                self.until(lambda message=message: message in self.text("say"))
            else:
                self.until(lambda: self.texts("#board .result") != [])
                self.assertNotIn("is wrong", self.text("say"))

    def test_an_opponent_whose_solver_fails_says_so(self):
        self.open("#rules=advanced&style=SSSS&play=black")
        browser.run(self.driver, """
            const {makeMessage} = await import('./messages.js');
            Worker.prototype.postMessage = function ({id}) {
              const data = {kind: 'refused', id, message: makeMessage('store.silent')};
              setTimeout(() => this.dispatchEvent(new MessageEvent('message', {data})));
            };""")
        self.move(13)
        self.until(lambda: "does not answer" in self.text("say"))

    def test_the_hint_names_the_best_moves(self):
        for words, message, squares in [
                ("#rules=standard&style=SSSS", "Best: 13. It holds the draw. The number of losing moves is 0. Then 20 of 24 replies lose.", ["13"]),
                (_PROBLEM_ADDRESS, "Best: 15-9. Red wins in 8.", ["9", "15"]),
                ("#rules=advanced&style=SSSS", "Best: 13. Black wins in 12.", ["13"]),
                (_PROBLEM_ADDRESS + "&moves=15-9", "Every move loses. 18-22 holds out longest: Red wins in 7.", ["18", "22"])]:
            self.open(words)
            self.click("values")
            self.assertEqual(self.texts(".hinted .number"), [])
            self.until(lambda: self.find("#hint").is_enabled())
            self.click("hint")
            self.assertEqual(self.text("say"), message)
            self.assertEqual(self.texts(".hinted .number"), squares)
            self.assertEqual(["hint" in self.square_text(int(square)) for square in squares[:1]], [True] if squares[:1] in (["9"], ["13"]) else [False] * len(squares[:1]))
        self.click("undo")
        self.assertEqual(self.texts(".hinted .number"), [])
        self.open_options()
        self.click("setup")  # no hint while a position is set up, or after the game
        self.assertFalse(self.find("#hint").is_enabled())
        self.click("setup-cancel")
        self.assertTrue(self.find("#hint").is_enabled())
        self.open("#rules=standard&style=SSSS&moves=1.25.2.24.6.20.7")
        self.assertFalse(self.find("#hint").is_enabled())

    # ---- Values ----

    def test_labels_and_the_list_say_the_same_in_groups(self):
        for words in [_PROBLEM_ADDRESS, "#rules=advanced&style=SSSS&moves=13.7.8.12", "#rules=standard&style=SSSS&moves=1.21.2.22.3.23"]:
            self.open(words)
            self.until(lambda: self.texts("#moves button") != [])
            listed = {}
            counts = [int(text.split(": ")[1]) for text in self.texts("#moves h3")]
            self.assertEqual(counts, [len(group.find_elements(By.TAG_NAME, "button")) for group in self.driver.find_elements(By.CSS_SELECTOR, "#moves ol")])
            for text in self.texts("#moves button"):
                move, result = re.fullmatch(r"(\S+) (.*?)( ★ best)?", text).groups()[:2]
                listed.setdefault(int(move.split("-")[-1]), []).append(result)
            for square, results in listed.items():
                self.assertEqual(self.script("return arguments[0].querySelector('.result').textContent", self.square(square)), results[0])
            self.assertEqual(len(self.texts("#board .result")), len(listed))
        self.assertEqual(self.script("return document.querySelector('[data-square=\"4\"] .result').textContent"), "Black wins")
        self.assertEqual(self.texts("#moves h3"), ["Wins for Black: 1", "Losses for Black: 18"])

    def test_labels_are_large_and_lie_in_empty_squares(self):
        for width, height in [(1280, 800), (390, 844)]:
            browser.resize(self.driver, width, height)
            for code in ["en", "de", "es"]:
                self.open("#rules=advanced&style=SSSS&moves=13.7.8.12")
                self.set_language(code)
                # Labels lie inside the circles of empty squares.
                found = self.script("""
                    return [...document.querySelectorAll('#board .result')].map((label) => {
                      const box = label.getBoundingClientRect();
                      const centre = [box.x + box.width / 2, box.y + box.height / 2];
                      const range = document.createRange();
                      range.selectNodeContents(label);
                      const corners = [...range.getClientRects()].flatMap(({left, right, top, bottom}) =>
                        [[left, top], [right, top], [left, bottom], [right, bottom]]);
                      return {size: parseFloat(getComputedStyle(label).fontSize), radius: box.width / 2,
                        far: Math.max(...corners.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]))),
                        piece: !!label.parentElement.querySelector('.piece')};
                    })""")
                self.assertGreater(len(found), 20)
                for label in found:
                    self.assertGreaterEqual(label["size"], 11.5)
                    # The boxes of text lines are a little larger than the letters.
                    self.assertLessEqual(label["far"], label["radius"] * 1.1)
                    self.assertFalse(label["piece"])
                self.set_language("en")

    # ---- Qubic ----

    def test_nobody_beats_qubic(self):
        self.open_qubic()
        self.assertEqual(browser.violations(self.driver), [])
        first = self.texts("#board button")
        for game in range(5):
            for ply in range(40):
                if "has won" in self.text("turn"):
                    break
                # Stops a threat of X, or plays on a free cell.
                (self.driver.find_elements(By.CSS_SELECTOR, ".danger") or
                 self.driver.find_elements(By.CSS_SELECTOR, ".empty"))[(7 * game + ply) % 2 - 1].click()
            self.assertIn("X has won after", self.text("turn"))
            self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, ".made")), 4)
            self.assertEqual(browser.violations(self.driver), [])
            self.click("new")
            self.assertEqual(self.texts("#board button"), first)

    def test_qubic_by_keys_and_in_another_language(self):
        self.open_qubic()
        self.assertFalse(self.find("#undo").is_enabled())
        self.find('#board [tabindex="0"]').send_keys(Keys.PAGE_DOWN)
        self.press(Keys.ARROW_DOWN)
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("aria-label"), "22: empty")
        for key, cell in [(Keys.PAGE_UP, 6), (Keys.PAGE_UP, 54), (Keys.ARROW_LEFT, 53), (Keys.ARROW_UP, 49),
                          (Keys.PAGE_DOWN, 1), (Keys.ARROW_LEFT, 64), (Keys.ARROW_RIGHT, 1), (Keys.ARROW_UP, 61),
                          (Keys.ARROW_DOWN, 1), ("x", 1), (Keys.ARROW_DOWN, 5), (Keys.PAGE_DOWN, 21), (Keys.ARROW_RIGHT, 22)]:
            self.press(key)
            self.assertEqual(self.driver.switch_to.active_element.get_attribute("data-key"), str(cell))
        before = self.texts("#board button")
        self.press(Keys.ENTER)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("aria-label"), "22: O")
        self.assertEqual(self.texts("#board button").count("○"), 1)
        self.click("undo")
        self.assertEqual(self.texts("#board button"), before)
        self.choose("language", "de")
        self.assertIn("O darf überall spielen", self.text("turn"))
        self.choose("language", "en")
        browser.resize(self.driver, 390, 844)
        self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), 390)

    # ---- Playing for points ----

    def test_a_game_for_points_and_where_points_were_lost(self):
        self.open_points("rules=3x3.2.line")
        self.assertEqual(browser.violations(self.driver), [])
        self.assertEqual(self.text("turn"), "Black chooses a marker and drops it.")
        self.assertEqual(self.text("result"), "Black +6")
        self.assertEqual(self.texts("#markers button"), ["1", "2"])
        lost = {"Black": 0, "Red": 0}
        for plies, (marker, square) in enumerate([(1, 1), (2, 9), (2, 8), (1, 2)], 1):
            self.click_enabled("#markers button", 0 if marker == 1 else -1)
            self.until(lambda square=square: self.texts(f'[data-square="{square}"] .result') != [])
            label = self.find(f'[data-square="{square}"] .result').text
            self.move(square)
            self.until(lambda plies=plies, label=label, square=square, marker=marker:
                       self.text("annotation").startswith(f"{square}:{marker} {label}."))
            self.assertEqual(len(self.game()), plies)
            for side, points in re.findall(r"(Black|Red) gave away (\d+) point", self.text("annotation")):
                lost[side] += int(points)
        self.assertGreater(lost["Black"] + lost["Red"], 0)
        self.assertEqual(re.findall(r"(Black|Red) gave away (\d+) point", self.text("review")),
                         [(side, str(points)) for side, points in lost.items()])
        self.assertEqual([self.find(f'[data-square="{square}"] .piece').text for square in (1, 9, 8, 2)], ["1", "2", "2", "1"])
        self.assertEqual(self.hash(), "#points&rules=3x3.2.line&style=SS&moves=1:1.9:2.8:2.2:1")
        self.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, "#board .result"))
        before = self.texts("#board button")
        self.move(8, 5)
        self.until(lambda: self.hash().endswith("2:1.8-5"))
        self.click("undo")
        self.until(lambda: self.texts("#board button") == before)
        self.driver.refresh()
        self.until(lambda: self.texts("#board button") == before)
        self.choose("language", "de")
        self.assertEqual(self.text("turn"), "Schwarz zieht.")
        self.choose("language", "en")
        browser.resize(self.driver, 390, 844)
        self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), 390)

    def test_the_progress_of_solving_for_points(self):
        self.open_points("rules=3x3.2.line")
        self.script("""
            window.seen = [];
            new MutationObserver(() => seen.push(document.getElementById('solved').textContent))
                .observe(document.getElementById('solved'), {childList: true});
            """)
        self.open_options()
        self.choose("style", "AA")
        self.until(lambda: "Every score is exact" in self.text("solved"))
        seen = self.script("return seen")
        self.assertEqual(seen[0], "Loading the solver…")
        points = []
        for text in [text for text in seen if text not in (seen[0], seen[-1])]:
            number, _, seconds = re.fullmatch(
                r"Solving: who can force at least (\d) points? \(of 6 possible\)\? Level (\d+), ([\d.]+) s\. "
                "Until this is solved for all numbers of points, scores may be larger\\.", text).groups()
            points.append(number)
            self.assertLess(float(seconds), 60)
        self.assertEqual(list(dict.fromkeys(points)), ["1", "2", "3", "4", "5", "6"])
        seconds, megabytes = re.fullmatch(
            r"Solved in ([\d.]+) s, with (\d+) MB of memory\. Every score is exact\.", seen[-1]).groups()
        self.assertTrue(0 < float(seconds) < 60 and 0 < int(megabytes) < 100, seen[-1])

    def test_playing_for_points_does_not_wait_for_solving(self):
        self.open("#points&rules=standard&style=SSSS", "at least 3 points")
        start = time.monotonic()
        for plies, square in enumerate([13, 8, 12, 7, 18], 1):
            self.move(square)
            self.assertEqual(len(self.game()), plies)
        self.assertIn("Solving", self.text("solved"))
        self.assertLess(time.monotonic() - start, 3)
        self.assertTrue(self.hash().endswith("moves=13:4.8:4.12:3.7:3.18:2"))

    def test_a_chosen_marker_stays_chosen_while_solving_goes_on(self):
        self.open("#points&rules=3x3.2.line&style=AA", "at least")
        self.click_enabled("#markers button")
        self.until(lambda: "Every score is exact" in self.text("solved"))
        self.assertEqual(self.texts('#markers [aria-pressed="true"]'), ["1"])

    def test_a_game_for_points_that_needs_too_much_memory(self):
        self.open("#points&rules=7x7.4.line", "too little memory to solve this game for points. You can still play")
        self.move(25)
        self.until(lambda: self.game() == ["25:4"])

    def test_the_address_names_rules_for_points(self):
        for rules in ["3x3.2.corner", "nonsense"]:
            self.open(f"#points&rules={rules}", "Solving")
            self.assertIn("standard rules instead", self.text("say"))
        self.open("#points&rules=3x3.2.line&moves=1:1.2:1.3:1", "Every score is exact")
        self.assertIn("Black has no marker left with this number of pips: 1", self.text("say"))
        self.assertEqual([text.split()[0] for text in self.game()], ["1:1", "2:1"])

    def test_the_computer_plays_for_points(self):
        for reader, computer in [("black", "Red"), ("red", "Black")]:
            for style in ["SS", "AS"]:
                with self.subTest(computer=computer, style=style):
                    self.open(f"#points&rules=3x3.2.line&style={style}", "Every score is exact")
                    self.pick("opponent", "perfect")
                    self.pick("human", reader)
                    deadline = time.monotonic() + 60
                    while "has scored" not in self.text("turn") and len(self.game()) < 12 and time.monotonic() < deadline:
                        # A marker that the reader chooses may be all that the computer waits for.
                        self.script("""
                            document.querySelector('#markers button:enabled:not([aria-pressed="true"])')?.click();
                            const squares = [...document.querySelectorAll('#board .movable, #board .empty')];
                            squares[Math.floor(Math.random() * squares.length)]?.click();
                            """)
                        time.sleep(0.02)
                    self.assertGreater(len(self.game()), 2)
                    if "has scored" not in self.text("turn"):
                        self.click("values")
                    # The computer gives nothing away.
                    self.until(lambda computer=computer: f"{computer} gave away 0 points." in self.text("review"))

    # ---- The review of a game ----

    def test_the_curve_and_the_worst_moves_of_a_pasted_game(self):
        self.open("#rules=standard&style=SSSS")
        self.script("""
            const data = new DataTransfer();
            data.setData('text/plain', '13 19 18 17 14 12 7 15 14-9 12-8 18-12 17-18');
            document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
            """)
        self.until(lambda: self.find("#review").is_displayed())
        self.assertEqual(self.texts("#review p:not(.unseen)"), [
            "Black’s worst move was 14: it gave away a win; 8 was better. Show",
            "Red’s worst move was 17: it gave away a draw; 8 was better. Show"])
        curve = self.find("#review .curve")
        # The picture is 320 by 90 units, with a margin of 8 above and below.  The highest point is a win in 3 plies.
        path = self.find("#review .curve .values").get_attribute("d")
        self.assertEqual(path[:8], "M0 45h24")
        self.assertEqual(len(re.findall("h24", path)), 13)
        self.assertAlmostEqual(min(float(y) for y in re.findall(r"V([\d.]+)", path)), 45 - 37 * (1 - 0.65 * 3 / 14), 6)
        self.assertEqual([curve.get_attribute(f"aria-value{what}") for what in ["min", "max", "now"]], ["0", "12", "12"])
        self.assertIn("Draw from ply 0; Black wins from ply 2; Draw from ply 3", self.texts("#curve-text")[0])
        # A click goes to a ply, and keys go to its neighbours.
        box = curve.rect
        ActionChains(self.driver).move_to_element_with_offset(curve, int(box["width"] * (4.5 / 13 - 0.5)), 0).click().perform()
        self.until(lambda: "at=4" in self.hash())
        self.assertEqual(self.find("#review .curve").get_attribute("aria-valuetext"), self.script(
            "return `Ply 4: 17, ${document.getElementById('result').textContent.replace(/\\d+/, (n) => n)}`"))
        self.script("document.querySelector('#review .curve').focus()")
        self.press(Keys.ARROW_LEFT)
        self.until(lambda: "at=3" in self.hash())
        self.press(Keys.END)
        self.until(lambda: "at=" not in self.hash())
        self.click_on('#review [data-key="worst red"]')
        self.until(lambda: "at=3" in self.hash())
        self.assertEqual(self.texts("#moves .best b"), ["8"])

    def test_after_a_game_against_the_computer(self):
        self.open("#rules=standard&style=SSSS&play=red&errs=100")
        self.click("values")
        self.pick("opponent", "perfect")
        while "has won" not in self.text("turn") and len(self.game()) < 40:
            before = len(self.game())
            self.until(lambda: "Red to" in self.text("turn") and self.text("moves") != "" or "has won" in self.text("turn"))
            if "has won" not in self.text("turn"):
                # If all moves are equally good, the page does not list them.
                self.until(lambda: self.can_click("#moves ol:last-child li:last-child button:enabled") or self.can_click("#board .empty"))
                self.until(lambda before=before: len(self.game()) >= before + 2 or "has won" in self.text("turn"))
        self.assertEqual(self.text("turn"), "Black has won.")
        self.until(lambda: self.find("#review").is_displayed())
        self.click("new")
        # Values are hidden again in a new game against the computer.
        self.until(lambda: len(self.game()) == 1)
        self.assertEqual(self.texts("#moves button"), [])
        self.assertFalse(self.find("#review").is_displayed())
        self.driver.back()
        self.until(lambda: self.text("turn") == "Black has won." and self.find("#review").is_displayed())
        self.assertRegex(self.texts("#review p:not(.unseen)")[0], r"^Your worst move was \d+(-\d+)?: it .*; .* (was|were) better\. Show$")

    # ---- Languages ----

    def test_languages_are_chosen_switched_and_remembered(self):
        try:
            for languages, code, message in [("de-AT,de", "de", "Schwarz setzt."), ("es-MX", "es", "Colocan las negras."), ("fr", "en", "Black to drop.")]:
                self.script("localStorage.clear()")
                self.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": "test", "acceptLanguage": languages})
                self.driver.get("about:blank")
                self.driver.get(self.address)
                self.until(lambda message=message: self.text("turn") == message)
                self.assertEqual(self.find("html").get_attribute("lang"), code)
            self.until(lambda: _SOLVED in self.text("solved"))
            self.set_language("es")
            self.assertEqual(self.find("html").get_attribute("lang"), "es")
            self.assertIn("posiciones", self.text("solved"))
            self.assertIn("Tablas", self.square_text(13))
            self.driver.refresh()
            self.until(lambda: self.text("turn") == "Colocan las negras.")
        finally:
            self.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": ""})

    def test_no_word_comes_from_outside_of_the_texts(self):
        # Puts brackets around every text.  Words without brackets do not come from the texts.
        files = self.server.files
        english = files["texts/en.js"]
        marked = pathlib.Path(os.environ["TEST_TMPDIR"]) / "marked.js"
        marked.write_text("""
            import texts from './real.js';
            const mark = (text) => typeof text === 'string' ? `⟦${text}⟧` : {one: mark(text.one), other: mark(text.other)};
            export default Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, /^(title|letter\\.)/.test(key) ? text : mark(text)]));
            """)
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": True})
        self.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        files.update({"texts/en.js": marked, "texts/real.js": english})
        try:
            for words, clicks in [(_PROBLEM_ADDRESS + "&moves=15-9.18-22.23-18", ["hint", "values", "values", "threats", "threats"]),
                                  ("#rules=advanced&style=AASS&moves=1", ["ban", "goal-count"]),
                                  ("#rules=standard&style=SSSS", ["setup", "setup-cancel", "own"]), ("#puzzle=advanced.1", []), ("#win&moves=13.8.17", []),
                                  ("#rules=3x4.3.line.wrapped&style=SSS", []), ("#rules=chess&style=x&black=1&red=99&turn=1&moves=x", [])]:
                self.driver.get("about:blank")
                self.driver.get(self.address + words)
                self.until(lambda: self.script("return document.getElementById('solving').className") == "done")
                self.open_options()
                for identifier in clicks:
                    self.click(identifier)
                    time.sleep(0.1)
                self.assertEqual(self.script("""
                    const bare = (text) => {
                      for (let last; last !== text;) [last, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, '')];
                      return /\\p{L}/u.test(text.replace(/\\d+x\\d+[.\\w]*|((One|Two|Three)-Move )?(Standard|Alternate) \\(|[SA]{2,}|Teeko/g, '')) ? [text] : [];
                    };
                    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                    const found = [];
                    while (walker.nextNode()) {
                      const {parentElement, data} = walker.currentNode;
                      if (!parentElement.closest('#language, kbd, dt, textarea, script, .piece')) found.push(...bare(data));
                    }
                    for (const name of ['title', 'aria-label', 'aria-valuetext']) {
                      for (const node of document.querySelectorAll(`body [${name}]`)) found.push(...bare(node.getAttribute(name)));
                    }
                    return found;
                    """), [], words)
        finally:
            files["texts/en.js"] = english
            del files["texts/real.js"]
            for name, key in [("setBypassServiceWorker", "bypass"), ("setCacheDisabled", "cacheDisabled")]:
                self.driver.execute_cdp_cmd(f"Network.{name}", {key: False})

    # ---- Puzzles and the win ----

    def test_puzzles(self):
        self.open()
        self.click_on('[data-game="puzzle"]')
        self.until(lambda: self.texts("#puzzle-heading") == ["Problem 1 of 50"] and _SOLVED in self.text("solved"))
        self.assertFalse(self.find('#puzzle [data-key="previous"]').is_enabled())
        self.assertEqual(self.texts("#moves button"), [])
        self.assertEqual(self.text("turn"), "Black to move and win in 5")
        self.move(18, 12)
        self.until(lambda: "try again" in self.text("say"))
        self.assertEqual(self.game(), [])
        self.move(18, 17)
        self.until(lambda: len(self.game()) == 2)
        self.click_on('#puzzle [data-key="solution"]')
        self.assertIn("18-17 16-12 17-13 21-16 13-9", self.find("#puzzle .solution").text)
        self.until(lambda: self.texts("#moves .best") != [])
        self.click_on("#moves .best")
        self.until(lambda: len(self.game()) == 4 and self.texts("#moves .best") != [])
        self.click_on("#moves .best")
        self.until(lambda: "is right: Black wins. Solved." in self.text("say"))
        self.click_on('#puzzle [data-key="next"]')
        self.until(lambda: self.texts("#puzzle-heading") == ["Problem 2 of 50"])
        self.assertTrue(self.find('#puzzle [data-key="previous"]').is_enabled())
        self.assertEqual(self.texts("#puzzle .solution"), [])
        self.click_on('#puzzle [data-key="previous"]')
        self.until(lambda: self.hash() == "#puzzle=advanced.1")
        Select(self.find("#puzzle select")).select_by_value("cycle")
        self.until(lambda: self.text("turn") == "Black to move and draw")
        self.move(7, 1)
        self.until(lambda: self.game() == ["7-1", "4-8"])
        self.move(1, 7)
        self.until(lambda: self.text("say").endswith("Solved in 2 tries."))

    def test_the_win_explained(self):
        self.open("#win")
        self.until(lambda: self.game() == ["13"])
        self.assertEqual(len(self.texts("#chapter figure")), 8)
        plies = 1
        while self.text("turn") != "Black has won.":
            # Red plays the move in the last row of the table.
            self.script("document.querySelector('#chapter tbody tr:last-child button').click()")
            plies += 2
            self.until(lambda plies=plies: len(self.game()) == plies)
            self.until(lambda: self.texts("#chapter .why, #chapter .verdict") != [])
        self.assertLessEqual(plies, 13)
        self.assertIn(f"Black has won at ply {plies}", self.text("chapter"))
        self.click("undo")
        self.click("undo")
        self.until(lambda: f"at={plies - 2}" in self.hash())
        self.assertIn("Black threatens", self.text("chapter"))
        self.click("new")
        self.until(lambda: self.game() == ["13"])
        self.move(8)
        self.until(lambda: len(self.game()) == 3)

    # ---- Accessibility and devices ----

    def test_axe_finds_no_violations(self):
        for words, act in [("#rules=advanced&style=SSSS&moves=13.7", None), (_PROBLEM_ADDRESS + "&moves=15-9.18-22", None),
                           ("#puzzle=advanced.1", None), ("#win&moves=13.8.17", None), ("", "setup"), ("", "text"),
                           ("", "own"), ("", "goal-count"), (_PROBLEM_ADDRESS, "hint"),
                           ("#rules=standard&style=AASS&play=red&errs=40&moves=13.19.18.17.14.12", None)]:
            browser.prefer_scheme(self.driver, "light")
            self.open(words)
            if act:
                self.open_options()
                self.click(act)
            self.assertEqual(browser.violations(self.driver), [], f"{words} {act}")
            # The dark scheme differs only in colours.
            browser.prefer_scheme(self.driver, "dark")
            self.assertEqual(browser.violations(self.driver, "color-contrast"), [], f"{words} {act}, dark")
        browser.prefer_scheme(self.driver, "")

    def test_narrow_and_wide(self):
        outputs = pathlib.Path(os.environ.get("TEST_UNDECLARED_OUTPUTS_DIR", os.environ["TEST_TMPDIR"]))
        sizes = [(320, 640), (390, 844), (820, 1180), (1400, 900)]
        for name, words in [("play", "#rules=advanced&style=SSSS&moves=13.7"), ("moves", _PROBLEM_ADDRESS),
                            ("puzzle", "#puzzle=advanced.3"), ("win", "#win&moves=13.8.17.9.18.12.16")]:
            browser.resize(self.driver, *sizes[0])
            self.open(words)
            for width, height in sizes:
                browser.resize(self.driver, width, height)
                self.until(lambda width=width: self.script("return document.documentElement.scrollWidth") <= width, 5)
                self.driver.save_screenshot(str(outputs / f"{name}_{width}.png"))

    def test_touch(self):
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.open(_PROBLEM_ADDRESS)
        for number in (15, 9):
            box = self.script("const {x, y, width} = arguments[0].getBoundingClientRect(); return [x + width / 2, y + width / 2]",
                              self.square(number))
            point = [{"x": box[0], "y": box[1]}]
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point})
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.until(lambda: self.game() == ["15-9 !"])
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


if __name__ == "__main__":
    unittest.main(failfast="TESTBRIDGE_TEST_RUNNER_FAIL_FAST" in os.environ)
