"""Tests texts with corpus/notation_cases.json. The tests of C++ and of the page use the same file."""

import json
import unittest

import teeko

with open("corpus/notation_cases.json", encoding="utf-8") as file:
    CASES = json.load(file)


def text_of(case):
    if "hex" in case:
        return bytes.fromhex(case["hex"]).decode(errors="replace")
    return case["text"] * case.get("repeat", 1) + case.get("end", "")


class NotationTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.tb = teeko.solve("standard")

    def test_texts_are_read_as_the_cases_say(self):
        self.assertGreater(len(CASES["texts"]), 50)
        for case in CASES["texts"]:
            with self.subTest(case["name"]):
                items, errors, last = [], [], []
                for item in self.tb.read(text_of(case)):
                    if item.kind == "refused":
                        errors.append(f"line {item.line}: {item.error}")
                        continue
                    comments = [text for _, text in item.comments]
                    if item.kind == "comments":
                        last = comments
                        continue
                    plies = "" if item.statement_plies is None else f" {item.statement_plies}"
                    items.append({
                        "line": item.line,
                        "start": self.tb.position_text(item.start),
                        "moves": " ".join(map(str, item.moves)),
                        "comments": comments,
                        "statement": (item.statement or "") + plies,
                    })
                self.assertEqual((items, errors, last),
                                 (case["items"], case["errors"], case["last"]))

    def test_positions_are_read_as_the_cases_say(self):
        for case in CASES["positions"]:
            with self.subTest(case["name"]):
                if "error" in case:
                    with self.assertRaises(ValueError) as caught:
                        self.tb.read_position(case["text"])
                    self.assertEqual(str(caught.exception), case["error"])
                else:
                    position = self.tb.read_position(case["text"])
                    self.assertEqual(self.tb.position_text(position), case["position"])

    def test_positions_are_read_as_they_were_written(self):
        for style in ["SSSS", "AASS", "AAAA"]:
            for ban in [False, True]:
                position = self.tb.start(style, ban)
                for _ in range(10):
                    text = self.tb.position_text(position)
                    [item] = self.tb.read(text, self.tb.start("SAAA"))
                    self.assertEqual(self.tb.position_text(item.start), text)
                    read = self.tb.read_position(text)
                    self.assertEqual((read.black, read.red, read.to_move),
                                     (position.black, position.red, position.to_move))
                    if len(position.own) < 4:
                        self.assertEqual(read.style, position.style)
                    position = self.tb.moves(position)[0].position

    def test_moves_of_every_form(self):
        for text, move in [("13", (0, 13)), ("15-9", (15, 9)), ("15→9", (15, 9)),
                           ("15–9", (15, 9)), ("c3", (0, 13)), ("c3-d4", (13, 9)),
                           ("B13", (0, 13)), ("R13", (0, 13)), (" 13 ", (0, 13)),
                           ("\ufeff13", (0, 13)), ("\u00a015\u2009-\u20099\u00a0", (15, 9)), ("1. R13", (0, 13))]:
            with self.subTest(text):
                self.assertEqual(teeko.Move.parse(text), move)
        for text in ["", "13 8", "26", "x", "13-", "13 # a", "game", "13\n8", "c3 x", "\0"]:
            with self.subTest(text), self.assertRaises(ValueError):
                teeko.Move.parse(text)

    def test_annotate_reads_a_text_as_read_does(self):
        expected = self.tb.annotate("13 7 12")
        for text in ["1. 13 7 2. 12", "game 13, 7, 12", "c3 b4 b3", "B13 R7 B12", "13\n7\n12",
                     "# mine\n13 7\n12 # end", "13\n7 12", "\ufeff13 7 12", "\ufeff13 7\n12",
                     "problem: Black on; Red on; Black to move 13 7 12",
                     "Black on; Red on; Black to move\n13 7 12", "5/5/5/5/5 b SSSS\n13 7 12",
                     "\ufeff# mine\n5/5/5/5/5 b 13\n7\n12"]:
            with self.subTest(text):
                self.assertEqual(self.tb.annotate(text), expected)
        for text in ["", "13 7 x", "game 13 game 7", "13 26", "game 13 7\n\n5/5/5/5/5 b\n12"]:
            with self.subTest(text):
                if text:
                    self.assertRaises(ValueError, self.tb.annotate, text)
                else:
                    self.assertEqual(self.tb.annotate(text), [])
        style = self.tb.annotate("problem: Black on; Red on; Black to move AAAA 13")
        self.assertEqual(style[0].chooser, teeko.RED)

    def test_errors_after_the_first_1000_are_counted(self):
        items = self.tb.read("x\n" * 999 + "problem: Black on 1 2 3; Red on 4; Black to move\n" + "y\n" * 5 + "game 5")
        self.assertEqual([item.kind for item in items], ["refused"] * 1000 + ["game", "refused"])
        self.assertEqual((items[-1].line, items[-1].error), (1001, "… and 5 more errors"))

    def test_items_that_cannot_start_are_refused(self):
        refused, game = self.tb.read("problem: Black on 1 2 3; Red on 4; Black to move\ngame 5")
        self.assertEqual((refused.kind, refused.line, game.kind), ("refused", 1, "game"))
        [style] = self.tb.read("problem: Black on; Red on; Black to move AA")
        self.assertIn("style", style.error)


if __name__ == "__main__":
    unittest.main()
