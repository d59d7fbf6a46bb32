#!/usr/bin/python3
"""The page as a reader uses it, in Chromium: every control, and bad input."""

import os
import pathlib
import re
import sys
import threading
import time
import unittest

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
_SOLVED = "the same as verified"


class ExplorerTest(unittest.TestCase):
    """All tests share a browser: tables are solved once, and kept by the page."""

    @classmethod
    def setUpClass(cls):
        site = pathlib.Path(os.environ["TEST_TMPDIR"]) / "site"
        build_site.write(site)
        serve.Handler.quiet = True
        cls.server = serve.Server(site, 0)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.address = f"http://127.0.0.1:{cls.server.server_port}/index.html"
        cls.driver = browser.start()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.server.shutdown()

    def tearDown(self):
        self.assertEqual(browser.complaints(self.driver), [])

    # ---- What a reader sees and does ----

    def open(self, words="", solved=_SOLVED):
        self.driver.get("about:blank")
        self.driver.get(self.address + words)
        self.until(lambda: solved in self.text("solved"))

    def until(self, holds, seconds=60):
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                said = [self.text(place) for place in ["say", "solved", "own-wrong", "text-wrong"]]
                self.fail(f"in vain; the page says {said} at {self.hash()}")
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
        self.find(f"#{identifier}").click()

    def square(self, number):
        return self.find(f'[data-square="{number}"]')

    def says(self, number):
        """What a screen reader says of a square."""
        return self.script("return arguments[0].querySelector('.unseen').textContent", self.square(number))

    def move(self, *squares):
        for number in squares:
            self.square(number).click()

    def hash(self):
        return self.script("return location.hash")

    def choose(self, identifier, value):
        Select(self.find(f"#{identifier}")).select_by_value(value)

    def press(self, key):
        self.driver.switch_to.active_element.send_keys(key)

    def game(self):
        return [re.sub(r"^(Black|Red) ", "", text) for text in self.texts("#game button")]

    # ---- Playing and looking ----

    def test_drops_are_labelled_and_played(self):
        self.open()
        self.until(lambda: len(self.texts("#moves button")) == 25)
        self.assertEqual(self.text("turn"), "Black to drop.")
        self.assertEqual(self.text("worth"), "Draw")
        self.assertEqual(self.texts("#board .worth"), ["Draw"] * 25)
        self.assertEqual(self.says(13), "13: empty, drop: Draw")
        self.move(13, 19, 18)
        self.until(lambda: [text.split()[0] for text in self.game()] == ["13", "19", "18"])
        self.assertIn("black piece", self.says(13))
        self.assertTrue(self.hash().endswith("moves=13.19.18"))
        self.square(19).click()
        self.assertIn("occupied", self.text("say"))

    def test_undo_redo_and_back(self):
        self.open("#rules=standard&style=SSSS&moves=13.19.18.17")
        self.click("undo")
        self.until(lambda: self.hash().endswith("at=3"))
        self.assertIn("empty", self.says(17))
        self.click("first")
        self.assertFalse(self.find("#undo").is_enabled())
        self.click("redo")
        self.click("last")
        self.assertFalse(self.find("#redo").is_enabled())
        self.move(24)
        self.until(lambda: self.hash().endswith("17.24"))
        self.driver.back()
        self.until(lambda: self.hash().endswith("18.17"))
        self.assertIn("empty", self.says(24))
        self.driver.forward()
        self.until(lambda: "black piece" in self.says(24))
        self.find('#game [data-key="2"]').click()
        self.until(lambda: self.hash().endswith("at=2"))
        self.click("new")
        self.until(lambda: self.text("annotation") == "No moves yet.")

    def test_moves_by_click_label_list_and_drag(self):
        self.open(_PROBLEM_ADDRESS)
        self.until(lambda: self.text("worth") == "Red in 9")
        self.assertIn("Red in 8, best", self.says(9))
        self.assertEqual(self.texts("#moves .best"), ["15-9 Red in 8 ★ best"])
        self.square(15).click()
        self.assertEqual(self.square(15).get_attribute("aria-selected"), "true")
        self.assertEqual(self.texts("#board .worth.best"), ["Redin 8"])
        self.square(9).click()
        self.until(lambda: self.game() == ["15-9 !"])
        self.until(lambda: self.texts('#board [data-from="18"]') != [])
        self.square(20).click()
        self.assertIn("those on 14 and 19 and 24 can go to 20", self.text("say"))
        self.square(22).find_element(By.CSS_SELECTOR, '[data-from="18"]').click()
        self.until(lambda: len(self.game()) == 2)
        ActionChains(self.driver).drag_and_drop(self.square(23), self.square(18)).perform()
        self.until(lambda: self.game() == ["15-9 !", "18-22 !", "23-18 !"])
        ActionChains(self.driver).drag_and_drop(self.square(14), self.square(1)).perform()
        self.until(lambda: "1 is not adjacent to 14" in self.text("say"))
        self.until(lambda: self.texts('#moves [data-key="14-8"]') == ["14-8 Red in 5 ★ best"])
        self.find('#moves [data-key="14-8"]').click()
        self.until(lambda: len(self.game()) == 4)
        self.assertIn("the only best move", self.text("annotation"))

    def test_keys_do_everything(self):
        self.open("#rules=advanced&style=SSSS")
        self.until(lambda: self.text("worth") == "Black in 13")
        for _ in range(30):
            self.press(Keys.TAB)
            if self.driver.switch_to.active_element.get_attribute("data-square"):
                break
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("data-square"), "13")
        self.press(Keys.ENTER)
        self.until(lambda: self.game() == ["13 !"])
        for key in [Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.SPACE]:
            self.press(key)
        self.until(lambda: len(self.game()) == 2 and "red piece" in self.says(7))
        self.press("u")
        self.until(lambda: "at=1" in self.hash())
        self.press("r")
        self.until(lambda: "at=" not in self.hash())
        self.until(lambda: self.texts("#moves .best") != [])
        self.press("b")
        self.until(lambda: len(self.game()) == 3)
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

    def test_goals_and_threats(self):
        self.open("#rules=standard&style=SSSS&moves=1.21.2.22.3.23")
        self.click("threats")
        self.assertIn("Black threatens a goal", self.says(4))
        self.assertIn("Red threatens a goal", self.says(24))
        self.click("threats")
        self.assertNotIn("threatens", self.says(4))
        self.assertEqual(self.text("goal-count"), "Goals: 44")
        self.click("goal-count")
        goals = self.driver.find_elements(By.CSS_SELECTOR, "#goal-list button")
        self.assertEqual(len(goals), 44)
        goals[0].click()
        self.assertIn("marked", self.says(1))
        self.click("goal-count")
        self.move(4)
        self.until(lambda: self.text("turn") == "Black has won.")
        self.move(24)
        self.assertIn("the game is over", self.text("say"))
        self.assertEqual(self.texts("#moves button"), [])

    # ---- Rules ----

    def test_rules_styles_and_ban(self):
        self.open("#rules=advanced&style=SSSS")
        self.until(lambda: self.text("worth") == "Black in 13")
        self.click("ban")
        self.until(lambda: self.text("worth") == "Draw")
        self.assertEqual(self.says(13), "13: empty")
        self.click("ban")
        self.choose("style", "SAAA")
        self.until(lambda: self.text("worth") == "Black in 25")
        self.choose("style", "AAAA")
        self.until(lambda: self.text("turn") == "Red picks a square for a piece of Black’s.")
        self.until(lambda: self.text("worth") == "Draw")
        self.choose("rules", "board4x4")
        self.until(lambda: self.text("solved").startswith("900,900") and _SOLVED in self.text("solved"))
        self.assertEqual(len(self.texts(".square")), 16)
        self.assertTrue(self.hash().startswith("#rules=board4x4&style=AAAA"))
        self.assertFalse(self.find("#ban-label").is_displayed())
        self.driver.back()
        self.until(lambda: len(self.texts(".square")) == 25)

    def test_own_rules(self):
        self.open("#rules=board4x4")
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
        self.until(lambda: "a page can have" in self.text("own-wrong"))
        self.click("own-solve")
        self.assertTrue(self.find("#own-dialog").is_displayed())
        for name, value in [("rows", "3"), ("columns", "4"), ("pieces", "3"), ("square", "")]:
            field = self.find(f'#own-form [name="{name}"]')
            field.clear()
            field.send_keys(value)
        self.find('#own-form [name="wrapped"]').click()
        self.until(lambda: "positions take about" in self.text("own-wrong"))
        self.click("own-solve")
        self.until(lambda: "no verified table" in self.text("solved"))
        self.assertEqual(self.hash(), "#rules=3x4.3.line.wrapped&style=SSS")
        self.assertEqual(len(self.texts(".square")), 12)
        self.until(lambda: len(self.texts("#moves button")) == 12)

    # ---- Setting up, text, the address ----

    def test_set_up(self):
        self.open("#rules=standard&style=SSSS&moves=13")
        self.click("setup")
        self.click("setup-clear")
        self.move(1, 2)
        self.assertIn("drop in turn", self.text("setup-wrong"))
        self.assertFalse(self.find("#setup-done").is_enabled())
        self.find('[name="brush"][value="red"]').click()
        self.move(2, 5)
        self.move(5)
        self.assertEqual(self.text("setup-wrong"), "")
        self.assertFalse(self.find('[name="turn"][value="red"]').is_enabled())
        for how, squares in [("turn", (5, 10)), ("mirror", (1, 6)), ("flip", (21, 16)), ("swap", (16, 21))]:
            self.click(f"setup-{how}")
            self.assertIn("black piece", self.says(squares[0]), how)
            self.assertIn("red piece", self.says(squares[1]), how)
        ActionChains(self.driver).drag_and_drop(self.square(16), self.square(13)).perform()
        self.until(lambda: "black piece" in self.says(13))
        self.click("setup-done")
        self.until(lambda: "black=13&red=21&turn=black" in self.hash())
        self.until(lambda: self.text("worth") != "")
        self.click("setup")
        self.click("setup-clear")
        self.move(14, 18, 19, 23)
        self.find('[name="brush"][value="black"]').click()
        self.move(1, 2, 3, 4)
        self.assertIn("has a goal already", self.text("setup-wrong"))
        self.find('[name="turn"][value="red"]').click()
        self.assertEqual(self.text("setup-wrong"), "")
        self.click("setup-cancel")
        self.assertIn("black=13", self.hash())
        self.assertIn("red piece", self.says(21))

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
        self.click("text")
        self.find('[name="form"][value="annotated"]').click()
        # All but the comment, which is no part of the game.
        golden = pathlib.Path("reports/golden/problem_6.txt").read_text().replace("#Problem No. 6, page 151\n", "")
        golden = golden.replace(" and win", "")
        self.until(lambda: self.script("return document.getElementById('text-area').value") == golden)
        self.find('[name="form"][value="diagram"]').click()
        self.until(lambda: self.find("#text-area").get_attribute("value").endswith("; Black to move\n"))
        self.find('[name="form"][value="link"]').click()
        self.assertEqual(self.find("#text-area").get_attribute("value"), self.driver.current_url)
        self.click("text-copy")
        self.until(lambda: self.text("text-wrong") != "")
        self.press(Keys.ESCAPE)

    def test_text_that_cannot_be_read_is_kept(self):
        self.open("#rules=standard&style=SSSS&moves=13.19")
        self.click("text")
        area = self.find("#text-area")
        for text, reason in [("hello <b>", "expected"), ("", "nothing to read"), ("13 13", "occupied"),
                             ("..... B", "25 squares, this one has 6"), ("problem: Black on 1 2 3 4; Red on 5; Red to move", "drop in turn"),
                             ("problem: Black on 1 2 3 4; Red on 6 7 8 14; Black to move", "has a goal already")]:
            area.clear()
            area.send_keys(text)
            self.click("text-read")
            self.assertIn(reason, self.text("text-wrong"))
            self.assertEqual(area.get_attribute("value"), text)
        self.assertTrue(self.hash().endswith("moves=13.19"))
        area.clear()
        area.send_keys("# one\ngame 1 2 3\n# two\n" + _PROBLEM + "\ngame 1 1")
        self.click("text-read")
        self.assertEqual(self.texts("#text-items button"), ["Open one", "Open two"])
        self.assertIn("line 5", self.text("text-wrong"))
        self.find("#text-items button:last-child").click()
        self.until(lambda: self.hash() == _PROBLEM_ADDRESS)

    def test_long_texts(self):
        self.open("#rules=standard&style=SSSS&moves=13.19")
        self.click("text")
        area = self.find("#text-area")
        for text, reason in [("game 1 6 2 7 3 8 14 19" + " 14-15 19-20 15-14 20-19" * 100_000, "400,008 plies; the page can show 3,000"),
                             ("game 1 2 3\n" * 10_000, "line 201: a text may have 200 games")]:
            self.script("arguments[0].value = arguments[1]", area, text)
            start = time.monotonic()
            self.click("text-read")
            self.until(lambda reason=reason: reason in self.text("text-wrong"))
            self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(len(self.texts("#text-items button")), 200)
        # As long as can be: what is in the address is read again.
        self.script("arguments[0].value = arguments[1]", area, "game 1 6 2 7 3 8 14 19" + " 14-15 19-20 15-14 20-19" * 748)
        self.click("text-read")
        self.until(lambda: len(self.game()) == 3000)
        self.driver.refresh()
        self.until(lambda: len(self.game()) == 3000)
        self.open("#rules=standard&style=SSSS")

    def test_nonsense_in_the_address(self):
        for words, reason in [("#rules=chess", "no rules called"), ("#moves=13.13", "stops before 13"),
                              ("#black=1.2.3.4&red=6.7.8.14&turn=black", "cannot happen"), ("#%", "means nothing"),
                              ("#rules=9x9.4.line", "64"), ("#puzzle=chess.1000", "no problem"), ("#moves=<img>", "no move")]:
            self.open(words)
            self.until(lambda reason=reason: reason in self.text("say"))
            self.until(lambda: len(self.texts(".square")) == 25)
        self.open("#rules=8x8.4.line", solved="memory")
        self.assertIn("played on, without values", self.text("solved"))
        self.open("#rules=standard&style=SSSS&moves=13.13.1")
        self.assertEqual(self.game(), ["13"])
        self.move(12)
        self.until(lambda: self.hash().endswith("moves=13.12"))

    # ---- Against the page ----

    def test_a_whole_advanced_win_against_the_page(self):
        self.open("#rules=advanced&style=SSSS&play=black")
        # Losing, the page sets traps rather than holds out: the game may be over sooner.
        while len(self.game()) < 13 and self.text("turn") != "Black has won.":
            before = len(self.game())
            self.until(lambda: self.texts("#moves .best:enabled") != [])
            self.find("#moves .best:enabled").click()
            self.until(lambda before=before: self.text("turn") == "Black has won." or len(self.game()) == before + 2)
        self.assertEqual(self.text("turn"), "Black has won.")
        plies = len(self.game())
        # Back leads to before the reader's last move, not to before the page's.
        self.driver.back()
        self.until(lambda: len(self.game()) == plies - 1)

    def test_the_page_plays_red_and_black_and_errs(self):
        self.open("#rules=standard&style=SSSS")
        self.choose("human", "red")
        self.until(lambda: len(self.game()) == 1)
        self.assertTrue(self.find("#rate").is_displayed())
        rate = self.find("#rate")
        rate.clear()
        rate.send_keys("100", Keys.TAB)
        self.until(lambda: "play=red&errs=100" in self.hash())
        free = [n for n in range(1, 26) if "empty" in self.says(n)]
        self.move(free[0])
        self.until(lambda: len(self.game()) == 3)
        self.click("undo")
        self.until(lambda: "at=2" in self.hash())
        time.sleep(0.6)
        self.assertIn("at=2", self.hash())
        self.choose("human", "")
        self.until(lambda: not self.find("#rate").is_displayed())

    # ---- Puzzles and the win ----

    def test_puzzles(self):
        self.open()
        self.click("go-puzzle")
        self.until(lambda: self.texts("#puzzle-heading") == ["Problem 1 of 50"] and _SOLVED in self.text("solved"))
        self.assertEqual(self.texts("#moves button"), [])
        self.assertEqual(self.texts("#puzzle .task"), ["Black to move and win in 5."])
        self.move(18, 12)
        self.until(lambda: "try again" in self.text("say"))
        self.assertEqual(self.game(), [])
        self.move(18, 17)
        self.until(lambda: len(self.game()) == 2)
        self.find('#puzzle [data-key="Solution"]').click()
        self.assertIn("18-17 16-12 17-13 21-16 13-9", self.find("#puzzle .solution").text)
        self.until(lambda: self.texts("#moves .best") != [])
        self.find("#moves .best").click()
        self.until(lambda: len(self.game()) == 4 and self.texts("#moves .best") != [])
        self.find("#moves .best").click()
        self.until(lambda: "Solved" in self.texts("#puzzle .verdict")[0])
        self.find('#puzzle [data-key="Next →"]').click()
        self.until(lambda: self.texts("#puzzle-heading") == ["Problem 2 of 50"])
        self.assertEqual(self.texts("#puzzle .solution"), [])
        self.find('#puzzle [data-key="← Previous"]').click()
        self.until(lambda: self.hash() == "#puzzle=advanced.1")
        Select(self.find("#puzzle select")).select_by_value("cycle")
        self.until(lambda: self.texts("#puzzle .task") == ["Black to move and draw."])
        self.move(7, 1)
        self.until(lambda: self.game() == ["7-1", "4-8"])
        self.move(1, 7)
        self.until(lambda: "Solved" in self.texts("#puzzle .verdict")[0])

    def test_the_win_explained(self):
        self.open("#win")
        self.until(lambda: self.game() == ["13"])
        self.assertEqual(len(self.texts("#chapter figure")), 8)
        plies = 1
        while self.text("turn") != "Black has won.":
            # The defence of which Black has least: in the last line of the table.
            self.script("document.querySelector('#chapter tbody tr:last-child button').click()")
            plies += 2
            self.until(lambda plies=plies: len(self.game()) == plies)
            self.until(lambda: self.texts("#chapter .why, #chapter .verdict") != [])
        self.assertLessEqual(plies, 13)
        self.assertIn(f"Black has won, with ply {plies}", self.text("chapter"))
        self.click("undo")
        self.click("undo")
        self.until(lambda: f"at={plies - 2}" in self.hash())
        self.assertIn("Black threatens", self.text("chapter"))
        self.click("new")
        self.until(lambda: self.game() == ["13"])
        self.square(8).click()
        self.until(lambda: len(self.game()) == 3)

    # ---- For all ----

    def test_nothing_for_axe_to_find(self):
        for words, act in [("#rules=advanced&style=SSSS&moves=13.7", None), (_PROBLEM_ADDRESS + "&moves=15-9.18-22", None),
                           ("#puzzle=advanced.1", None), ("#win&moves=13.8.17", None), ("", "setup"), ("", "text"),
                           ("", "own"), ("", "goal-count")]:
            browser.prefer(self.driver, "light")
            self.open(words)
            if act:
                self.click(act)
            self.assertEqual(browser.violations(self.driver), [], f"{words} {act}")
            # Nothing but colours differs.
            browser.prefer(self.driver, "dark")
            self.assertEqual(browser.violations(self.driver, "color-contrast"), [], f"{words} {act}, dark")
        browser.prefer(self.driver, "")

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
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

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
    unittest.main()
