"""The package: what it answers, and what it does not put up with."""

import doctest
import gc
import importlib
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.dom.minidom

import numpy
import teeko

BOARD4X4 = "game/out_for_test/board4x4"
PROBLEM_6 = teeko.Position([14, 18, 19, 24], [13, 15, 17, 23], teeko.RED)


def tiny(**words):
    """Three pieces a side on 3×4 squares: Black wins in 9."""
    return teeko.solve(goals=["line 3"], rows=3, columns=4, pieces=3, **words)


class DocumentationTest(unittest.TestCase):

    def test_examples_say_what_comes_of_them(self):
        tried = 0
        for name in ["", ".position", ".rules", ".tablebase"]:
            result = doctest.testmod(importlib.import_module("teeko" + name))
            self.assertEqual(result.failed, 0)
            tried += result.attempted
        self.assertGreaterEqual(tried, 6)

    def test_readme_says_what_comes_of_it(self):
        result = doctest.testfile(str(pathlib.Path("python/README.md").resolve()),
                                  module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 5)

    def test_type_hints_are_right(self):
        subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null",
                        "-p", "teeko"], check=True)


class PositionTest(unittest.TestCase):

    def test_is_a_value(self):
        same = teeko.Position({24, 19, 18, 14}, (23, 17, 15, 13), teeko.RED, "SSSS")
        self.assertEqual(same, PROBLEM_6)
        self.assertEqual(hash(same), hash(PROBLEM_6))
        self.assertEqual(pickle.loads(pickle.dumps(same)), PROBLEM_6)
        self.assertNotEqual(teeko.Position(style="AAAA"), teeko.Position())

    def test_tells_who_is_to_drop(self):
        self.assertEqual(teeko.Position([1], []).to_move, teeko.RED)
        self.assertEqual(teeko.Position([1], [2]).to_move, teeko.BLACK)

    def test_is_printed_as_a_diagram(self):
        self.assertEqual(str(teeko.Position([1], [6], rows=2, columns=3)), "@ - -\n- - O")

    def test_is_drawn(self):
        svg = xml.dom.minidom.parseString(PROBLEM_6._repr_svg_())
        self.assertEqual(len(svg.getElementsByTagName("circle")), 8)
        self.assertEqual(len(svg.getElementsByTagName("rect")), 25)
        self.assertEqual(svg.getElementsByTagName("title")[0].firstChild.data, "Red to move")

    def test_refuses_what_is_none(self):
        for error, arguments in [
                (TypeError, (["13"],)), (TypeError, ([1.5],)), (TypeError, (13,)),
                (ValueError, ([0],)), (ValueError, ([], [26])), (ValueError, ([-1],)),
                (ValueError, ([], [], 2)), (ValueError, ([], [], teeko.RED, "SASX"))]:
            with self.subTest(arguments), self.assertRaises(error):
                teeko.Position(*arguments)

    def test_moves_are_read_as_they_are_printed(self):
        for text in ["13", "15-9"]:
            self.assertEqual(str(teeko.Move.parse(text)), text)
        for text in ["", "-", "13-", "-13", "1-2-3", "x", "1 2", "1" * 5000]:
            with self.subTest(text), self.assertRaisesRegex(ValueError, "is no move"):
                teeko.Move.parse(text)


class TablebaseTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.tb = teeko.solve("advanced")

    def test_knows_problem_6(self):
        self.assertEqual(self.tb.probe(PROBLEM_6), teeko.Value(teeko.RED, 9))
        line = self.tb.line(PROBLEM_6)
        self.assertEqual(len(line), 9)
        self.assertEqual(line[0].position, self.tb.play(PROBLEM_6, "15-9"))
        self.assertEqual(self.tb.moves(line[-1].position), [])
        self.assertEqual(str(self.tb.probe(line[-1].position)), "Red wins")

    def test_knows_styles_by_letters_and_by_name(self):
        for style, value in [("SAAA", "Black in 25"), ("one-move standard", "Black in 25"),
                             ("aaaa", "Draw"), ("", "Black in 13")]:
            self.assertEqual(str(self.tb.probe(self.tb.start(style))), value)
        self.assertEqual(str(self.tb.probe(self.tb.start(centre_ban=True))), "Draw")
        start = self.tb.start("Alternate")
        self.assertEqual(self.tb.chooser(start), teeko.RED)
        self.assertEqual(self.tb.chooser(self.tb.start()), teeko.BLACK)
        self.assertEqual(self.tb.chooser(PROBLEM_6), teeko.RED)

    def test_get_has_a_default(self):
        impossible = teeko.Position([1, 2], [])
        self.assertIsNone(self.tb.get(impossible))
        self.assertEqual(self.tb.get(impossible, "none"), "none")
        self.assertEqual(self.tb.get(PROBLEM_6), self.tb.probe(PROBLEM_6))

    def test_annotations_tell_blunders(self):
        annotations = self.tb.annotate("13 7 12 14")
        self.assertEqual([a.blunder for a in annotations], [False, False, True, False])
        self.assertEqual([str(a.after) for a in annotations],
                         ["Black in 12", "Black in 11", "Draw", "Draw"])
        self.assertEqual(annotations[2].before, annotations[1].after)
        self.assertEqual([str(move) for move in annotations[2].best], ["9", "14", "17", "18"])
        # The opponent picks the first drop, and gives a draw away.
        start = self.tb.start("AASS")
        worst = self.tb.moves(start)[-1]
        [annotation] = self.tb.annotate([worst.move], start)
        self.assertEqual(annotation.chooser, teeko.RED)
        self.assertEqual(annotation.blunder, worst.value.outcome(teeko.RED) < 0)
        with self.assertRaisesRegex(ValueError, "^move 2, 13: square 13 is occupied"):
            self.tb.annotate("13 13")

    def test_refuses_impossible_positions(self):
        both_won = teeko.Position([1, 2, 3, 4], [6, 7, 8, 9])
        self.assertRaisesRegex(ValueError, "has a goal already", self.tb.probe, both_won)
        for method in [self.tb.probe, self.tb.moves, self.tb.line, self.tb.place, self.tb.get]:
            for what in [None, 13, "13", (1, 2)]:
                with self.subTest(method), self.assertRaises(TypeError):
                    method(what)
        other_board = teeko.Position(rows=4, columns=4)
        self.assertRaisesRegex(ValueError, "4 by 4", self.tb.probe, other_board)
        self.assertRaisesRegex(ValueError, "4 pieces", self.tb.probe, teeko.Position(style="AA"))
        self.assertRaisesRegex(ValueError, "these rules have", self.tb.start, "AAXX")

    def test_refuses_impossible_moves(self):
        start = self.tb.start()
        # The last would be square 13 if cut to 32 bits.
        for move in ["1-2", "26", "x", teeko.Move(0, -1), teeko.Move(0, 2**32 + 13)]:
            with self.subTest(move), self.assertRaises(ValueError):
                self.tb.play(start, move)
        for move in [13, None, (1, 2, 3), (0, 1.5)]:
            with self.subTest(move), self.assertRaises(TypeError):
                self.tb.play(start, move)


class SectionTest(unittest.TestCase):

    def test_have_the_values_of_positions(self):
        tb = tiny()
        last, _ = tb.place(tb.start())
        self.assertEqual(tb.section_count, last + 1)
        for number in range(tb.section_count):
            section = tb.section(number)
            for index in range(0, len(section.values), 7):
                position = tb.position_at(number, index)
                value = tb.get(position)
                if value is None:
                    self.assertEqual(section.values[index], 255)
                    continue
                self.assertEqual(section.values[index],
                                 0 if value.winner is None else value.plies + 1)
                self.assertEqual(tb.place(position), (number, index))

    def test_are_arrays_without_copying(self):
        section = tiny().section(0)
        array = section.array()
        self.assertEqual(array.dtype, numpy.uint8)
        self.assertEqual(array.tolist(), section.values.tolist())
        self.assertTrue(numpy.shares_memory(array, numpy.asarray(section.values)))
        with self.assertRaises(ValueError):
            array[0] = 1
        with self.assertRaises(TypeError):
            section.values[0] = 1

    def test_outlive_the_tablebase(self):
        with tiny() as tb:
            array = tb.section(0).array()
            before = array.sum()
        del tb
        gc.collect()
        tiny()
        self.assertEqual(array.sum(), before)

    def test_refuse_what_is_none(self):
        tb = tiny()
        for number in [-1, 99, 2**32]:
            with self.subTest(number), self.assertRaises(ValueError):
                tb.section(number)
        for place in [(99, 0), (0, 10**6), (0, -1), (0, 2**64), (-1, 0)]:
            with self.subTest(place), self.assertRaises(ValueError):
                tb.position_at(*place)
        with self.assertRaises(TypeError):
            tb.section("0")


class RulesTest(unittest.TestCase):

    def test_have_names(self):
        self.assertIn("advanced", teeko.NAMED_RULES)
        tb = teeko.solve("board4x4")
        self.assertEqual((tb.name, tb.rows, tb.columns, tb.pieces), ("board4x4", 4, 4, 4))
        with teeko.open_tablebase(BOARD4X4) as accepted:
            self.assertEqual(accepted.rules, tb.rules)
            self.assertTrue((accepted.section(0).array() == tb.section(0).array()).all())

    def test_may_be_given_as_text_and_in_words(self):
        tb = tiny(styles=["SAS", "SSS"], banned_first_drops=[2, 11], name="mine")
        self.assertEqual(str(tb.probe(tb.start())), "Black in 9")
        self.assertEqual(teeko.solve(tb.rules).rules, tb.rules)
        self.assertEqual(tb.name, "mine")
        self.assertIn("edges: WRAPPED", tiny(wrapped=True).rules)

    def test_say_what_is_wrong_with_them(self):
        for words, message in [
                ({"rules": "standart"}, "there are advanced, "),
                ({"rules": "rows: x"}, "rules:1:7"), ({"rules": "rows: 3\0"}, "null character"),
                ({"rules": "name: 'x' rows: 3"}, "columns"),
                ({"goals": ["line"]}, "is none of"), ({"goals": ["tilted 2"]}, "is none of"),
                ({"goals": ["ring 4"]}, "is none of"), ({"goals": []}, "goals: there is none"),
                ({"goals": ["line x"]}, "rules:5"), ({"goals": ["line 4"], "rows": 0}, "rows")]:
            rules = words.pop("rules", None)
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                teeko.solve(*[rules] if rules else [], **words)
        for arguments in [{}, {"lines": 4}]:
            with self.subTest(arguments), self.assertRaises(TypeError):
                teeko.solve(**arguments)
        with self.assertRaisesRegex(MemoryError, "MB of memory"):
            teeko.solve(goals=["line 8"], rows=8, columns=8, pieces=8)


class FilesTest(unittest.TestCase):

    def test_say_what_is_wrong_with_them(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "board4x4"
            with self.assertRaisesRegex(teeko.NoTableError, "//:pipeline"):
                teeko.open_tablebase(folder)
            self.assertTrue(issubclass(teeko.NoTableError, FileNotFoundError))
            folder.mkdir()
            for name in ["manifest.textproto", "solver_a.table"]:
                shutil.copyfile(f"{BOARD4X4}/{name}", folder / name)
            table = bytearray((folder / "solver_a.table").read_bytes())
            table[100] ^= 1
            (folder / "solver_a.table").write_bytes(table)
            with teeko.open_tablebase(folder) as tb:
                self.assertRaisesRegex(teeko.DamagedError, "checksum", tb.section, 0)
            (folder / "solver_a.table").write_bytes(table[:1000])
            with self.assertRaises(teeko.DamagedError):
                teeko.open_tablebase(folder)
            (folder / "solver_a.table").write_bytes(b"no table")
            with self.assertRaises(teeko.DamagedError):
                teeko.open_tablebase(folder)
        self.assertRaises(TypeError, teeko.open_tablebase, 5)
        self.assertRaises(ValueError, teeko.open_tablebase, BOARD4X4 + "\0x")


class LifetimeTest(unittest.TestCase):

    def test_closed_is_closed(self):
        tb = tiny()
        start = tb.start()
        tb.close()
        tb.close()
        for method in [tb.probe, tb.get, tb.moves, tb.line, tb.place]:
            with self.subTest(method), self.assertRaisesRegex(ValueError, "is closed"):
                method(start)
        for call in [lambda: tb.section(0), lambda: tb.play(start, "1"),
                     lambda: tb.start("SSS"), lambda: tb.position_at(0, 0)]:
            with self.assertRaisesRegex(ValueError, "is closed"):
                call()

    def test_threads_may_ask_while_one_closes(self):
        wanted = None
        for _ in range(20):
            tb = teeko.open_tablebase(BOARD4X4)
            start, answers, asked = tb.start(), [], threading.Event()

            def ask():
                try:
                    while True:
                        answers.append(str(tb.line(start)))
                        asked.set()
                except ValueError as error:
                    answers.append(str(error))

            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            asked.wait()
            tb.close()
            for thread in threads:
                thread.join()
            answers = set(answers)
            answers.remove("the tablebase is closed")
            wanted = wanted or answers
            self.assertEqual(answers, wanted)
            self.assertEqual(len(wanted), 1)

    def test_numpy_is_not_needed(self):
        code = ("import sys; sys.modules['numpy'] = None; import teeko; "
                "print(len(teeko.solve('board4x4').section(0).values))")
        found = subprocess.run([sys.executable, "-c", code], check=True, text=True,
                               stdout=subprocess.PIPE).stdout
        self.assertEqual(found, "900900\n")


if __name__ == "__main__":
    unittest.main()
