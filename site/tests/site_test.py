#!/usr/bin/python3
"""Tests the page's solver in Chromium: results, stored tables, failures; and the server."""

import gzip
import hashlib
import http.client
import itertools
import json
import os
import pathlib
import re
import sys
import unittest

from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, "site")
import build_site  # noqa: E402
import serve  # noqa: E402

sys.path.insert(0, "site/tests")
import browser  # noqa: E402

_STYLES = ["SSSS", "AAAA", "ASSS", "AASS", "AAAS", "SAAA", "SSAA", "SSSA"]
_SMALL = {
    "rows": 4, "columns": 4, "pieces": 4, "wrapped": False, "moves": "king", "banned": [],
    "goals": [{"shape": "line", "size": 4}, {"shape": "square", "size": 1}],
    "styles": _STYLES,
}
_STANDARD = dict(_SMALL, rows=5, columns=5, banned=[13])
# Rules with as many placements as Standard, but without verified digests.
_STRANGE = dict(_STANDARD, goals=[{"shape": "diamond", "size": 1}], styles=["SSSS"])
_EMPTY = {"black": [], "red": [], "toMove": "black", "style": "SSSS", "banned": False}

# An empty page with the security policy of index.html.
_PAGE = """<!DOCTYPE html><title>test</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:">
<link rel="icon" href="data:,">
"""


_NUMBERS = itertools.count(1)


class SiteTest(unittest.TestCase):
    """All tests share a browser.  Each test uses another host name, so that they do not share stored data."""

    @classmethod
    def setUpClass(cls):
        root = pathlib.Path(os.environ["TEST_TMPDIR"]) / "root"
        cls.site = root / "some/where"
        build_site.write(cls.site)
        (cls.site / "test.html").write_text(_PAGE)
        cls.server = serve.start(root)
        cls.driver = browser.start()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.server.shutdown()

    def open(self, page="test.html", host=None):
        """Opens a page under a host name that the browser has not seen before.  Returns the browser."""
        if host is None:
            host = f"site{next(_NUMBERS)}.localhost"
        self.address = f"http://{host}:{self.server.server_port}/some/where/"
        self.driver.get("about:blank")
        browser.console_errors(self.driver)  # Discards the errors of earlier pages.
        self.driver.get(self.address + page)
        return self.driver

    def run_script(self, driver, script, *arguments):
        """Runs the body of an async function and returns its result.  The body can use Solver, estimate and ask."""
        return browser.run(driver, """
            const {Solver, estimate} = await import('./solver.js');
            const ask = async (rules, before = () => {}) => {
              const progress = [];
              const solver = new Solver(rules);
              solver.onprogress = (now) => {
                progress.push(now);
                before(solver, now);
              };
              try {
                const ready = await solver.ready;
                const [value] = await solver.probe(
                    [{black: [], red: [], toMove: 'black', style: 'SSSS', banned: false}]);
                return {...ready, value, progress, note: ready.notes.map(({message}) => message).join(' ')};
              } catch (error) {
                return {error: error.message, progress};
              } finally {
                solver.close();
              }
            };
            """ + script, *arguments)

    def ask(self, driver, rules):
        return self.run_script(driver, "return ask(...args);", rules)

    def assert_solved(self, answer, source, verified=True):
        self.assertNotIn("error", answer)
        self.assertEqual(answer["source"], source)
        self.assertIs(answer["verified"], verified)
        self.assertTrue(answer["kept"])

    def test_standard_is_solved_compared_and_kept(self):
        driver = self.open()
        answer = self.ask(driver, _STANDARD)
        self.assert_solved(answer, "solved")
        self.assertEqual(answer["positions"], 75710250)
        self.assertEqual(answer["sections"], 41)
        self.assertEqual(answer["value"], {"outcome": "draw", "plies": 0})
        self.assertEqual(answer["note"], "")
        phases = [now["phase"] for now in answer["progress"]]
        self.assertEqual(sorted(set(phases), key=phases.index),
                         ["loading", "levels", "drops", "digests"])
        self.assertEqual(answer["progress"][-1]["done"], 118917258)
        print(f"Standard in Chromium: {answer['seconds']:.2f} s, "
              f"{answer['bytes']:,} bytes")

        driver.refresh()
        again = self.ask(driver, _STANDARD)
        self.assert_solved(again, "stored")
        self.assertEqual(again["value"], answer["value"])
        print(f"from the store: {again['seconds']:.2f} s")

        # The order of goals and styles does not matter.
        turned = dict(_STANDARD, goals=_STANDARD["goals"][::-1],
                      styles=_STYLES[::-1], banned=[])
        self.assert_solved(self.ask(driver, turned), "stored")
        self.assertEqual(browser.console_errors(driver), [])

    def test_rules_without_a_digest_say_so(self):
        driver = self.open()
        answer = self.ask(driver, _STRANGE)
        self.assert_solved(answer, "solved", verified=None)
        self.assert_solved(self.ask(driver, _STRANGE), "stored", verified=None)

    def test_the_explorer_says_what_is_wrong_with_the_store(self):
        driver = self.open("index.html#rules=4x4.4.line.square1", "forbidden.localhost")
        WebDriverWait(driver, 100).until(
            lambda _: "did not store" in driver.find_element("id", "solved").text)
        self.assertIn("match the verified table", driver.find_element("id", "solved").text)

    def test_without_https_it_solves_but_does_not_compare_or_store(self):
        driver = self.open(host="example.test")
        answer = self.ask(driver, _SMALL)
        self.assertEqual(answer["value"], {"outcome": "draw", "plies": 0})
        self.assertIsNone(answer["verified"])
        self.assertFalse(answer["kept"])
        self.assertIn("https", answer["note"])

    def test_questions_are_answered_before_digests_are_compared(self):
        early = self.run_script(self.open(), """
            const solver = new Solver(args[0]);
            let isReady = false;
            solver.ready.then(() => isReady = true);
            const goals = await solver.goals();
            const neighbours = await solver.neighbours();
            const values = await solver.probe([args[1]]);
            const early = !isReady;
            await solver.ready;
            solver.close();
            return [early, goals.length, neighbours[0], values[0].outcome];
            """, _STANDARD, _EMPTY)
        self.assertEqual(early, [True, 44, [2, 6, 7], "draw"])

    def test_an_invalid_position_is_refused_and_others_are_answered(self):
        messages = self.run_script(self.open(), """
            const solver = new Solver(args[0]);
            const [bad, good] = await Promise.allSettled([
              solver.probe([{...args[1], red: [3]}]), solver.probe([args[1]])]);
            solver.close();
            const late = await solver.probe([args[1]]).catch((error) => error.message);
            return [bad.reason.message, good.value[0].outcome, late];
            """, _SMALL, _EMPTY)
        self.assertIn("in turn, Black first", messages[0])
        self.assertEqual(messages[1], "draw")
        self.assertIn("closed", messages[2])

    def test_invalid_and_too_large_games_are_refused_before_the_start(self):
        driver = self.open()
        self.assertIn("1 to 64", self.ask(driver, dict(_SMALL, rows=0))["error"])
        large = dict(_SMALL, rows=8, columns=8)
        answer = self.ask(driver, large)
        self.assertRegex(answer["error"], r"takes about [\d.]+ GB of memory")
        self.assertNotIn("levels", [now["phase"] for now in answer["progress"]])
        estimates = self.run_script(
            driver, "return [await estimate(args[0]), await estimate(args[1]),"
            " await estimate({...args[0], pieces: 9}).catch((e) => e.message),"
            " (await new Solver(args[1]).goals()).length];", _SMALL, large)
        self.assertTrue(estimates[0]["fits"])
        # C(16, 4) · C(12, 4) placements, and the positions of the drop phase.
        self.assertGreater(estimates[0]["positions"], 900_900)
        self.assertFalse(estimates[1]["fits"])
        self.assertIn("2 to 8 pieces", estimates[2])
        self.assertGreater(estimates[3], 0)

    def test_a_reload_in_mid_solve_does_no_harm(self):
        driver = self.open()
        level = self.run_script(driver, """
            const solver = window.solver = new Solver(args[0]);
            return new Promise((resolve) => solver.onprogress = (now) => {
              if (now.level >= 2) resolve(now.level);
            });""", _STANDARD)
        self.assertGreaterEqual(level, 2)
        driver.refresh()
        self.assert_solved(self.ask(driver, _SMALL), "solved")
        driver.refresh()
        self.assert_solved(self.ask(driver, _SMALL), "stored")

    def test_two_tabs_solve_at_once(self):
        driver = self.open()
        start = """
            window.answer = ask(args[0]);
            return true;"""
        tabs = [driver.current_window_handle]
        self.run_script(driver, start, _STRANGE)
        driver.switch_to.new_window("tab")
        driver.get(self.address + "test.html")
        tabs.append(driver.current_window_handle)
        self.run_script(driver, start, _STRANGE)
        for tab in tabs:
            driver.switch_to.window(tab)
            answer = browser.run(driver, "return window.answer;")
            self.assertIsNone(answer["verified"])
            self.assertTrue(answer["kept"], answer)
            self.assertEqual(answer["note"], "")
        self.assert_solved(self.ask(driver, _STRANGE), "stored", verified=None)
        driver.close()
        driver.switch_to.window(tabs[0])

    def test_a_damaged_table_is_noticed_and_solved_again(self):
        driver = self.open()
        self.assert_solved(self.ask(driver, _SMALL), "solved")
        for damage in ["record.values[1000] ^= 1", "record.values = new Uint8Array(5)",
                       "record.sections.pop()", "record.golden += '0'",
                       "delete record.values", "record.sections = 7",
                       "record.digest = ''"]:
            browser.run(driver, """
                const answer = (request) => new Promise((resolve, reject) => {
                  request.onsuccess = () => resolve(request.result);
                  request.onerror = () => reject(request.error);
                });
                const database = await answer(indexedDB.open('teeko', 1));
                const tables = database.transaction('tables', 'readwrite')
                                   .objectStore('tables');
                const [key] = await answer(tables.getAllKeys());
                const record = await answer(tables.get(key));
                %s;
                await answer(tables.put(record, key));
                database.close();
                """ % damage)
            answer = self.ask(driver, _SMALL)
            self.assert_solved(answer, "solved")
            self.assertIn("damaged", answer["note"], damage)
            self.assert_solved(self.ask(driver, _SMALL), "stored")

    def test_a_store_that_is_full_is_reported(self):
        driver = self.open()
        driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {
            "origin": self.address[:-len("/some/where/")], "quotaSize": 1000})
        answer = self.ask(driver, _SMALL)
        self.assertIs(answer["verified"], True)
        self.assertFalse(answer["kept"])
        self.assertIn("did not store the table", answer["note"])

    def test_a_store_that_is_forbidden_is_reported(self):
        driver = self.open(host="forbidden.localhost")
        answer = self.ask(driver, _SMALL)
        self.assertIs(answer["verified"], True)
        self.assertFalse(answer["kept"])
        self.assertIn("did not store the table", answer["note"])

    def test_a_worker_that_dies_is_replaced(self):
        driver = self.open()
        answer = self.run_script(driver, """
            const workers = [];
            window.Worker = class extends Worker {
              constructor(...all) {
                super(...all);
                workers.push(this);
              }
            };
            const kill = (worker) => {
              worker.terminate();
              worker.dispatchEvent(new ErrorEvent('error', {message: 'killed', cancelable: true}));
            };
            let killed = false;
            const answer = await ask(args[0], (solver, {phase}) => {
              if (phase !== 'levels' || killed) return;
              killed = true;
              kill(workers[0]);
            });
            // Kills a worker again, after the game is solved and while a question is open.
            const solver = new Solver(args[0]);
            await solver.ready;
            const asked = solver.probe([args[1]]);
            await Promise.resolve();
            kill(workers.at(-1));
            return {...answer, workers: workers.length, late: (await asked)[0].outcome};
            """, _SMALL, _EMPTY)
        self.assert_solved(answer, "solved")
        self.assertEqual(answer["workers"], 4)
        self.assertEqual(answer["late"], "draw")
        notes = [now["message"]["message"] for now in answer["progress"] if "message" in now]
        self.assertEqual(notes, ["The solver has stopped (killed). Starting again."])

    def with_file(self, name, data):
        """Replaces a file of the site until the test ends; None removes it."""
        files = self.server.files
        key = f"some/where/{name}"
        path = files[key]
        self.addCleanup(files.update, {key: path})
        if data is None:
            del files[key]
        else:
            # Uses another file name each time, because the server reads each file only once.
            files[key] = pathlib.Path(os.environ["TEST_TMPDIR"]) / f"{len(data)}.{name.replace('/', '_')}"
            files[key].write_bytes(data)

    def test_a_module_that_cannot_be_loaded_is_reported(self):
        wasm = (self.site / "teeko.wasm").read_bytes()
        for data, words in [(None, "could not be loaded (404"),
                            (wasm[:5000], "teeko.wasm is damaged"),
                            (b"<!DOCTYPE html>", "teeko.wasm is damaged")]:
            self.with_file("teeko.wasm", data)
            answer = self.ask(self.open(), _SMALL)
            self.assertIn(words, answer["error"])
            notes = [now["message"]["message"] for now in answer["progress"] if "message" in now]
            self.assertEqual(len(notes), 1)  # The solver has tried again.
            self.doCleanups()

    def test_pages_say_which_file_is_missing(self):
        html = b"<!DOCTYPE html><title>not found</title>"
        for name, data, page, words, element in [
                ("worker.js", None, "index.html", "worker.js or a file that it needs could not be loaded", "solved"),
                ("worker.js", None, "index.html#points", "worker.js or a file that it needs could not be loaded", "solved"),
                ("store.js", None, "index.html#points", "worker.js or a file that it needs could not be loaded", "solved"),
                ("digests.json", html, "index.html", "digests.json could not be loaded: the server sent a web page instead", "solved"),
                ("qubic.json", html, "qubic.html", "qubic.json could not be loaded: the server sent a web page instead", "say"),
                ("qubic.json", None, "qubic.html", "qubic.json could not be loaded (404", "say"),
                ("qubic.json", b"{", "qubic.html", "qubic.json is damaged", "say"),
                ("corpus/composed/advanced.txt", html, "index.html#puzzle=advanced.1", "advanced.txt could not be loaded: the server sent", "say"),
                ("certificates/advanced_SSSS.txt", html, "index.html#win", "advanced_SSSS.txt could not be loaded: the server sent", "say")]:
            with self.subTest(name=name, data=data, page=page):
                self.with_file(name, data)
                driver = self.open(page)
                WebDriverWait(driver, 60).until(lambda _: words in driver.find_element("id", element).text)
                if element == "solved":
                    self.assertNotIn("still play", driver.find_element("id", "solved").text)
                    driver.execute_script("document.querySelector('[data-square=\"13\"]').click()")
                    self.assertIn(words, driver.find_element("id", "say").text)
                self.doCleanups()

    def test_a_missing_worker_for_long_texts_is_reported(self):
        self.with_file("notation_worker.js", None)
        driver = self.open()
        self.assertIn("notation_worker.js or a file that it needs could not be loaded", browser.run(driver, """
            const {parseAnything} = await import('./notation.js');
            const {errors} = await parseAnything('game 1 2 3\\n'.repeat(20_000), {rows: 5, columns: 5});
            return errors[0].message;"""))

    def test_a_module_that_the_site_forbids_is_reported(self):
        end_headers = serve.Handler.end_headers

        def forbid(handler):
            handler.send_header("Content-Security-Policy", "script-src 'self'")
            end_headers(handler)
        serve.Handler.end_headers = forbid
        try:
            answer = self.ask(self.open(), _SMALL)
        finally:
            serve.Handler.end_headers = end_headers
        self.assertIn("forbidden by this site's security policy", answer["error"])

    def test_a_database_without_its_store_is_repaired(self):
        driver = self.open()
        browser.run(driver, """
            const {result} = await new Promise((resolve) => {
              const opening = indexedDB.open('teeko', 1);
              opening.onsuccess = () => resolve(opening);
            });
            result.close();""")
        self.assert_solved(self.ask(driver, _SMALL), "solved")
        self.assert_solved(self.ask(driver, _SMALL), "stored")

    def test_text_pages_follow_the_language(self):
        driver = self.open("rules.html")
        note = driver.find_element("id", "only-english")
        self.assertFalse(note.is_displayed())
        driver.execute_script("""
            const select = document.getElementById('language');
            select.value = 'de';
            select.dispatchEvent(new Event('change'));""")
        self.assertIn("nur auf Englisch", note.text)
        self.assertIn("Aufgaben", driver.find_element("id", "nav").text)
        self.assertEqual(driver.find_element("css selector", "main").get_attribute("lang"), "en")
        self.assertEqual(browser.violations(driver), [])

    def test_a_table_that_is_not_the_verified_one_is_reported_and_not_kept(self):
        digests = json.loads((self.site / "digests.json").read_text())
        for table in digests["tables"]:
            table["sections"][7]["sha256"] = "0" * 64
        self.with_file("digests.json", json.dumps(digests).encode())
        answer = self.ask(self.open(), _SMALL)
        self.assertIs(answer["verified"], False)
        self.assertFalse(answer["kept"])

    def test_a_table_kept_before_the_digests_changed_is_solved_again(self):
        driver = self.open()
        self.assert_solved(self.ask(driver, _SMALL), "solved")
        digests = json.loads((self.site / "digests.json").read_text())
        for table in digests["tables"]:
            table["sections"][7]["sha256"] = "0" * 64
        self.with_file("digests.json", json.dumps(digests).encode())
        answer = self.ask(driver, _SMALL)
        self.assertEqual(answer["source"], "solved")
        self.assertIs(answer["verified"], False)

    def test_it_works_offline_after_the_first_visit(self):
        server = serve.start(self.site.parents[1])
        address = f"http://127.0.0.1:{server.server_port}/some/where/"
        driver = self.driver
        driver.get(address + "about.html")
        browser.run(driver, "await navigator.serviceWorker.ready;")
        driver.get(address + "test.html")  # The service worker caches it now.
        server.shutdown()
        server.server_close()
        driver.get(address + "rules.html")
        self.assertIn("rules", driver.title)
        # The boards have the marks of the drawings in Markdown.
        marks = "".join(line for line in pathlib.Path("docs/rules.md").read_text().splitlines()
                        if re.fullmatch("    ( *[Xo.]+)+", line))
        self.assertGreater(marks.count("X"), 200)
        for part, count in [("text", 25), ("circle.black", marks.count("X")),
                            (".marked", marks.count("o"))]:
            found = driver.find_elements("css selector", "svg.board " + part)
            self.assertEqual(len(found), count, part)
        driver.get(address + "test.html")
        self.assert_solved(self.ask(driver, _SMALL), "solved")

    def versions(self, *findings):
        """Serves a site that the test may change.  Opens a page of it.  Returns its folder and address."""
        site = pathlib.Path(os.environ["TEST_TMPDIR"]) / f"versions{next(_NUMBERS)}"
        build_site.write(site, *findings)
        server = serve.start(site)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}/"
        self.driver.get(address + "about.html")
        browser.run(self.driver, "await navigator.serviceWorker.ready;")
        return site, address

    def change(self, site, page="about.html"):
        """Changes a page of a site, and the digests in sw.js."""
        old = (site / page).read_bytes()
        new = old.replace(b"Teeko", b"A new version of Teeko", 1)
        worker = (site / "sw.js").read_text()
        old_digest, new_digest = (hashlib.sha256(data).hexdigest() for data in (old, new))
        self.assertIn(old_digest, worker)
        (site / page).write_bytes(new)
        (site / "sw.js").write_text(worker.replace(old_digest, new_digest).replace('"version": "', '"version": "new'))

    def has_installed(self, address):
        """Lets the browser look for a new version.  Returns whether it has installed one."""
        self.driver.get(address + "rules.html")
        return browser.run(self.driver, """
            const registration = await navigator.serviceWorker.ready;
            await registration.update().catch(() => {});
            const {installing} = registration;
            if (!installing) return Boolean(registration.waiting);
            return new Promise((resolve) => installing.addEventListener('statechange', () =>
              ['installed', 'activated', 'redundant'].includes(installing.state) && resolve(installing.state !== 'redundant')));
            """)

    def test_a_site_that_is_being_uploaded_is_not_cached(self):
        site, address = self.versions()
        # The new sw.js has arrived, but another file is still the old one, missing, or a web page.
        self.change(site)
        new = (site / "about.html").read_bytes()
        for data in [new.replace(b"A new version of Teeko", b"Teeko"), None, b"<!DOCTYPE html>"]:
            (site / "about.html").unlink(missing_ok=True)
            if data is not None:
                (site / "about.html").write_bytes(data)
            self.assertFalse(self.has_installed(address), data)
        (site / "about.html").write_bytes(new)
        self.assertTrue(self.has_installed(address))

    def test_a_forced_reload_puts_no_other_version_into_the_cache(self):
        site, address = self.versions()
        self.driver.get(address + "rules.html")
        self.change(site, "load.js")
        texts = browser.run(self.driver, """
            const texts = [];
            for (const cache of ['reload', 'default']) texts.push(await (await fetch('load.js', {cache})).text());
            return texts;""")
        self.assertEqual(["A new version" in text for text in texts], [False, False])

    def test_the_report_is_the_latest_one(self):
        findings = pathlib.Path(os.environ["TEST_TMPDIR"]) / "latest"
        findings.mkdir()
        (findings / "results.json").write_text("{}")
        (findings / "report.html").write_text("<title>yesterday</title>")
        site, address = self.versions(findings)
        driver = self.driver
        driver.get(address + "report.html")
        self.assertEqual(driver.title, "yesterday")
        (site / "report.html").write_text("<title>today</title>")
        driver.get(address + "report.html")
        self.assertEqual(driver.title, "today")
        (site / "report.html").unlink()

    def test_a_new_version_takes_the_place_of_the_old_one(self):
        site, address = self.versions()
        address += "about.html"
        driver = self.driver
        self.change(site)
        driver.get(address)
        self.assertNotIn("A new version", driver.page_source)
        browser.run(driver, """
            const registration = await navigator.serviceWorker.ready;
            while (!registration.waiting) {
              await new Promise((resolve) => setTimeout(resolve, 50));
            }""")
        # Nothing changes while another page is open.
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(address)
        self.assertTrue(browser.run(driver, """
            const registration = await navigator.serviceWorker.ready;
            await new Promise((resolve) => setTimeout(resolve, 2000));
            return Boolean(registration.waiting);"""))
        self.assertNotIn("A new version", driver.page_source)
        driver.close()
        driver.switch_to.window(first)
        driver.refresh()
        WebDriverWait(driver, 60).until(lambda _: "A new version" in driver.page_source)
        names = browser.run(driver, "return caches.keys();")
        self.assertEqual(len(names), 1)
        self.assertIn(" new", names[0])

    def test_pages_have_what_they_link_to(self):
        for page in ["about.html", "rules.html"]:
            driver = self.open(page)
            links = browser.run(
                driver, "return Array.from(document.links, (a) => a.getAttribute('href'));")
            self.assertGreater(len(links), 4)
            for link in links:
                # explorer_test tests index.html.
                file = link.partition("#")[0]
                if file != "index.html":
                    self.assertTrue((self.site / file).is_file(), link)
            self.assertNotIn("report.html", links)
            self.assertEqual(browser.violations(driver), [])
            self.assertEqual(browser.console_errors(driver), [])

    def test_pages_can_be_read_in_the_dark_and_on_a_phone(self):
        browser.resize(self.driver, 380, 800)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        browser.prefer_scheme(self.driver, "dark")
        self.addCleanup(browser.prefer_scheme, self.driver, "")
        for page in ["about.html", "rules.html"]:
            driver = self.open(page)
            self.assertTrue(browser.run(
                driver, "return matchMedia('(prefers-color-scheme: dark)').matches;"))
            self.assertEqual(browser.violations(driver), [])
            # The page is not wider than the window.
            self.assertLessEqual(*browser.run(
                driver, "const {scrollWidth, clientWidth} = document.documentElement;"
                " return [scrollWidth, clientWidth];"))

    def test_the_report_is_there_if_the_pipeline_has_run(self):
        folder = pathlib.Path(os.environ["TEST_TMPDIR"])
        findings = folder / "findings"
        with self.assertRaises(build_site.Error):
            build_site.write(folder / "without", findings)
        findings.mkdir()
        (findings / "results.json").write_text("{}")
        (findings / "report.html").write_text('<title>report</title><a href="../docs/rules.md">')
        build_site.write(folder / "with", findings)
        self.assertIn('href="report.html"', (folder / "with/about.html").read_text())
        self.assertIn('<a href="rules.html">', (folder / "with/report.html").read_text())
        self.assertNotIn("report", (folder / "with/sw.js").read_text().split("\n")[0])
        # An earlier site is replaced; other folders are not.
        build_site.write(folder / "with")
        self.assertFalse((folder / "with/report.html").exists())
        with self.assertRaises(build_site.Error):
            build_site.write(findings)

    def get(self, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port)
        self.addCleanup(connection.close)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response, response.read()

    def test_the_server_compresses_types_and_caches(self):
        wasm = (self.site / "teeko.wasm").read_bytes()
        response, body = self.get("/some/where/teeko.wasm")
        self.assertEqual((response.status, body), (200, wasm))
        self.assertEqual(response.headers["Content-Type"], "application/wasm")
        self.assertIsNone(response.headers["Content-Encoding"])
        tag = response.headers["ETag"]
        response, body = self.get("/some/where/teeko.wasm",
                                  **{"Accept-Encoding": "br, gzip"})
        self.assertEqual(response.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(body), wasm)
        self.assertLess(len(body), 70_000)  # the solvers and the notation reader
        response, body = self.get("/some/where/teeko.wasm", **{"If-None-Match": tag})
        self.assertEqual((response.status, body), (304, b""))
        for path, kind in [("solver.js", "text/javascript"), ("text.css", "text/css"),
                           ("rules.html", "text/html"), ("check.cc", "text/plain"),
                           ("digests.json", "application/json")]:
            response, _ = self.get(f"/some/where/{path}?x")
            self.assertTrue(response.headers["Content-Type"].startswith(kind), path)
        for path in ["/some/where/nothing", "/../../etc/passwd", "//etc/passwd",
                     "/some/where/../where/solver.js", "/some", "/%2e%2e/x"]:
            self.assertEqual(self.get(path)[0].status, 404, path)

    def test_the_whole_site_is_small(self):
        size = sum(len(gzip.compress(path.read_bytes(), 9))
                   for path in self.site.rglob("*") if path.is_file())
        print(f"the whole site: {size:,} bytes compressed")
        self.assertLess(size, 300_000)


if __name__ == "__main__":
    unittest.main(verbosity=2, failfast="TESTBRIDGE_TEST_RUNNER_FAIL_FAST" in os.environ)
