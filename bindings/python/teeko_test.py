"""Tests the package: its answers, and the errors that it raises."""

import array
import copy
import ctypes
import doctest
import gc
import importlib
import multiprocessing
import os
import pathlib
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import xml.dom.minidom

import numpy
import teeko

BOARD4X4 = "game/out_for_test/board4x4"
PROBLEM_6 = teeko.Position([14, 18, 19, 24], [13, 15, 17, 23], teeko.RED)


def tiny(**words):
    """Solves a game on a 3×4 board: Black wins in 9."""
    return teeko.solve(goals=["line 3"], rows=3, columns=4, pieces=3, **words)


def copies(value):
    """Yields copies of a value, made in every way that Python has, with every pickle protocol."""
    yield copy.copy(value)
    yield copy.deepcopy(value)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))


def outcome_of(tb):
    """Returns the value of the empty board, as text."""
    return str(tb.probe(tb.start()))


class DocumentationTest(unittest.TestCase):

    def test_examples_of_docstrings(self):
        tried = 0
        for name in ["", ".position", ".rules", ".tablebase"]:
            result = doctest.testmod(importlib.import_module("teeko" + name))
            self.assertEqual(result.failed, 0)
            tried += result.attempted
        self.assertGreaterEqual(tried, 6)

    def test_examples_of_the_readme(self):
        result = doctest.testfile(str(pathlib.Path("bindings/python/README.md").resolve()),
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

    def test_every_field_counts(self):
        fields = {"black": [2], "red": [4], "to_move": teeko.BLACK, "style": "AAAA",
                  "centre_ban": True, "rows": 4, "columns": 4}
        usual = {"black": [1], "red": [3], "to_move": teeko.RED}
        seen = {teeko.Position(**usual): "usual"}
        for name, value in fields.items():
            position = teeko.Position(**{**usual, name: value})
            for other in seen:
                self.assertNotEqual(position, other)
            self.assertNotIn(position, seen)
            seen[position] = name
        self.assertEqual(len(seen), 8)
        for name, value in fields.items():
            self.assertEqual(seen[teeko.Position(**{**usual, name: value})], name)
        self.assertEqual(seen[teeko.Position(**usual)], "usual")
        self.assertNotEqual(teeko.Position(), ())

    def test_fields_of_answers_count(self):
        start = teeko.Position()
        for make, usual, others in [
                (teeko.Move, (15, 9), (14, 8)),
                (teeko.Value, (teeko.RED, 9), (None, 7)),
                (teeko.Values, ("w", "p"), ("v", "q")),
                (teeko.Successor, (teeko.Move(0, 1), start, teeko.Value(teeko.RED, 9)),
                 (teeko.Move(0, 2), PROBLEM_6, teeko.Value(teeko.RED, 8))),
                (teeko.Section, (2, "SA", memoryview(b"ab")), (4, "AA", memoryview(b"ac"))),
                (teeko.Annotation,
                 (start, teeko.Move(0, 1), teeko.RED, teeko.Value(None, 0),
                  teeko.Value(teeko.RED, 8), (teeko.Move(0, 2),)),
                 (PROBLEM_6, teeko.Move(0, 2), teeko.BLACK, teeko.Value(teeko.RED, 2),
                  teeko.Value(teeko.RED, 6), (teeko.Move(0, 3),)))]:
            with self.subTest(make):
                seen = {make(*usual): -1}
                for i, other in enumerate(others):
                    different = make(*usual[:i], other, *usual[i + 1:])
                    self.assertNotIn(different, list(seen))
                    seen[different] = i
                self.assertEqual(list(seen.values()), list(range(-1, len(others))))
                self.assertEqual(seen[make(*usual)], -1)

    def test_values_are_copied_and_pickled(self):
        tb = tiny(styles=["SAS"], banned_first_drops=[2])
        start = tb.start("SAS", centre_ban=True)
        for what in [teeko.RED, teeko.Move(15, 9), teeko.Value(None, 0), PROBLEM_6, start,
                     tb.probe(start), tb.moves(start), tb.annotate("1 2 3", start)]:
            for same in copies(what):
                self.assertEqual(same, what)
                self.assertIs(type(same), type(what))
                self.assertEqual(str(same), str(what))
        for same in copies(start):
            self.assertEqual(hash(same), hash(start))
            self.assertEqual(tb.probe(same), tb.probe(start))

    def test_other_is_the_colour_of_the_opponent(self):
        self.assertIs(teeko.BLACK.other, teeko.RED)
        self.assertIs(teeko.RED.other, teeko.BLACK)
        self.assertEqual([str(colour) for colour in teeko.Colour], ["Black", "Red"])

    def test_knows_the_pieces_of_the_side_to_move(self):
        self.assertEqual(PROBLEM_6.own, {13, 15, 17, 23})
        self.assertEqual(teeko.Position([1], [2]).own, {1})

    def test_side_to_move_follows_from_the_numbers_of_pieces(self):
        self.assertEqual(teeko.Position([1], []).to_move, teeko.RED)
        self.assertEqual(teeko.Position([1], [2]).to_move, teeko.BLACK)

    def test_is_printed_as_a_diagram(self):
        self.assertEqual(str(teeko.Position([1], [6], rows=2, columns=3)), "@ - -\n- - O")

    def test_is_drawn(self):
        svg = xml.dom.minidom.parseString(PROBLEM_6._repr_svg_())
        self.assertEqual(len(svg.getElementsByTagName("circle")), 8)
        self.assertEqual(len(svg.getElementsByTagName("rect")), 25)
        self.assertEqual(svg.getElementsByTagName("title")[0].firstChild.data, "Red to move")
        svg = xml.dom.minidom.parseString(teeko.Position([1], [6], rows=2, columns=3)._repr_svg_())

        def drawn(name, *attributes):
            return [tuple(element.getAttribute(a) for a in attributes)
                    for element in svg.getElementsByTagName(name)]

        self.assertEqual(drawn("svg", "width", "height"), [("144", "96")])
        self.assertEqual(drawn("circle", "class"), [("black",), ("red",)])
        self.assertEqual(drawn("g", "transform"), [
            (f"translate({x} {y})",) for y in (2, 22) for x in (2, 22, 42)])
        self.assertEqual([text.firstChild.data for text in svg.getElementsByTagName("text")],
                         ["2", "3", "4", "5"])

    def test_refuses_invalid_arguments(self):
        for error, arguments in [
                (TypeError, (["13"],)), (TypeError, ([1.5],)), (TypeError, (13,)),
                (ValueError, ([0],)), (ValueError, ([], [26])), (ValueError, ([-1],)),
                (ValueError, ([], [], 2)), (ValueError, ([], [], teeko.RED, "SASX")),
                (TypeError, ([], [], teeko.RED, None)), (TypeError, ([], [], None, ["S"])),
                (TypeError, ([], [], None, "", False, 5.0, 5))]:
            with self.subTest(arguments), self.assertRaises(error):
                teeko.Position(*arguments)

    def test_boards_have_1_to_64_squares(self):
        for rows, columns in [(1, 1), (1, 64), (64, 1), (8, 8), (5, 12)]:
            position = teeko.Position([rows * columns], rows=rows, columns=columns)
            self.assertEqual((position.rows, position.columns), (rows, columns))
        for rows, columns in [(0, 1), (1, 0), (-1, -1), (1, 65), (65, 1), (5, 13)]:
            with self.subTest((rows, columns)), self.assertRaisesRegex(ValueError, "1 to 64"):
                teeko.Position(rows=rows, columns=columns)

    def test_moves_are_read_as_they_are_printed(self):
        for text in ["13", "15-9"]:
            self.assertEqual(str(teeko.Move.parse(text)), text)
        for text in ["", "-", "13-", "-13", "1-2-3", "x", "1 2", "1" * 5000]:
            with self.subTest(text), self.assertRaisesRegex(ValueError, "^(expected|squares are).{,80}$"):
                teeko.Move.parse(text)


class ValueTest(unittest.TestCase):

    def test_outcome_is_seen_by_a_player(self):
        for winner, black, red in [(teeko.BLACK, 1, -1), (teeko.RED, -1, 1), (None, 0, 0)]:
            for plies in [0, 1, 8]:
                value = teeko.Value(winner, plies)
                self.assertEqual(value.outcome(teeko.BLACK), black)
                self.assertEqual(value.outcome(teeko.RED), red)

    def test_blunders_give_away_a_win_or_a_draw(self):
        black, red = teeko.BLACK, teeko.RED
        for before, after, of_black, of_red in [
                ((black, 5), (black, 4), False, False),
                ((black, 5), (black, 60), False, False),  # slow, but still won
                ((black, 5), (None, 0), True, False),
                ((black, 5), (red, 1), True, False),
                ((None, 0), (None, 0), False, False),
                ((None, 0), (red, 30), True, False),
                ((None, 0), (black, 30), False, True),
                ((red, 5), (None, 0), False, True),
                ((red, 8), (red, 1), False, False)]:  # the position was lost before
            for chooser, blunder in [(black, of_black), (red, of_red)]:
                with self.subTest(before=before, after=after, chooser=chooser):
                    annotation = teeko.Annotation(
                        teeko.Position(), teeko.Move(0, 1), chooser, teeko.Value(*before),
                        teeko.Value(*after), ())
                    self.assertIs(annotation.blunder, blunder)


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
        # Red, the opponent, chooses the first drop. On the centre, it gives a draw away.
        start = self.tb.start("AASS")
        self.assertEqual(str(self.tb.probe(start)), "Draw")
        [annotation] = self.tb.annotate(["13"], start)
        self.assertEqual(annotation.chooser, teeko.RED)
        self.assertEqual(annotation.after.winner, teeko.BLACK)
        self.assertTrue(annotation.blunder)
        self.assertNotIn(teeko.Move(0, 13), annotation.best)
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
        # The last number would be square 13 if it were truncated to 32 bits.
        for move in ["1-2", "26", "x", teeko.Move(0, -1), teeko.Move(0, 2**32 + 13)]:
            with self.subTest(move), self.assertRaises(ValueError):
                self.tb.play(start, move)
        for move in [13, None, (1, 2, 3), (0, 1.5)]:
            with self.subTest(move), self.assertRaises(TypeError):
                self.tb.play(start, move)


class ListTest(unittest.TestCase):

    def test_has_all_moves_however_many(self):
        class Long:
            """Replaces a Handle: no small game has 257 moves."""

            def __init__(self, count):
                self.count, self.capacities = count, []

            def call(self, name, *arguments):
                if name == "get_game":
                    game = arguments[0]._obj
                    game.name = game.rules = b"long"
                    game.rows = game.columns = 5
                    return 0
                self.capacities.append(arguments[-1])
                if len(self.capacities) > 2:
                    raise AssertionError("asked a third time")
                return self.count

        for count, capacities in [(0, [256]), (255, [256]), (256, [256]), (257, [256, 257])]:
            handle = Long(count)
            self.assertEqual(len(teeko.Tablebase(handle).line(teeko.Position())), count)
            self.assertEqual(handle.capacities, capacities)


class ProbeManyTest(unittest.TestCase):
    """Tests with a 4×4 board, the styles SSSS and ASAS, and a centre ban."""

    @classmethod
    def setUpClass(cls):
        cls.tb = teeko.solve(goals=["line 4", "square 1"], rows=4, columns=4,
                             styles=["SSSS", "ASAS"], banned_first_drops=[6])
        generator = random.Random(1)
        cls.positions = []
        while len(cls.positions) < 6000:
            section = generator.randrange(cls.tb.section_count)
            size = len(cls.tb.section(section).values)
            position = cls.tb.position_at(section, generator.randrange(size),
                                          teeko.Colour(generator.randrange(2)))
            if cls.tb.get(position) is not None:
                cls.positions.append(position)
        cls.positions[17] = cls.tb.start("ASAS", centre_ban=True)
        cls.values = [cls.tb.probe(position) for position in cls.positions]

    def columns(self):
        def bits(squares):
            return sum(2**(square - 1) for square in squares)

        return {"black": [bits(p.black) for p in self.positions],
                "red": [bits(p.red) for p in self.positions],
                "to_move": [int(p.to_move) for p in self.positions],
                "style": [5 if p.style == "ASAS" else 0 for p in self.positions],
                "centre_ban": [int(p.centre_ban) for p in self.positions]}

    def expect(self, values, kind):
        self.assertIs(type(values), teeko.Values)
        self.assertIs(type(values.winner), kind)
        self.assertIs(type(values.plies), kind)
        names = {0: teeko.BLACK, 1: teeko.RED, -1: None}
        self.assertEqual([teeko.Value(names[winner], plies) for winner, plies in
                          zip(values.winner.tolist(), values.plies.tolist())], self.values)

    def test_of_positions_gives_a_list(self):
        self.assertEqual(self.tb.probe_many(self.positions), self.values)
        self.assertEqual(self.tb.probe_many(iter(self.positions)), self.values)
        self.assertEqual(self.tb.probe_many([]), [])
        self.assertGreater(len({value.winner for value in self.values}), 2)

    def test_of_arrays_gives_arrays(self):
        columns = self.columns()
        self.expect(self.tb.probe_many(**columns), array.array)
        typed = {name: array.array(code, columns[name]) for name, code in
                 [("black", "Q"), ("red", "Q"), ("to_move", "i"), ("style", "I"),
                  ("centre_ban", "i")]}
        self.expect(self.tb.probe_many(**typed), array.array)
        self.expect(self.tb.probe_many(**{n: memoryview(a) for n, a in typed.items()}),
                    array.array)
        for types in [("u8", "u8", "i4", "u4", "i4"), ("i8", "i8", "i8", "i8", "?"),
                      (">u8", "u4", "i1", "u1", "u1")]:
            arrays = {name: numpy.array(column, kind)
                      for (name, column), kind in zip(columns.items(), types)}
            values = self.tb.probe_many(**arrays)
            self.expect(values, numpy.ndarray)
            self.assertEqual((values.winner.dtype, values.plies.dtype), ("int8", "uint16"))
            # Every second element, in reverse order.
            backwards = {name: numpy.repeat(column, 2)[::-2] for name, column in arrays.items()}
            self.assertEqual(self.tb.probe_many(**backwards).plies.tolist(),
                             values.plies.tolist()[::-1])

    def test_of_no_position(self):
        winner, plies = self.tb.probe_many(black=numpy.zeros(0, "u8"), red=[])
        self.assertEqual((len(winner), len(plies), winner.dtype), (0, 0, numpy.int8))

    def test_one_number_stands_for_all(self):
        tb, ask = self.tb, self.tb.probe_many
        sets = {"black": [1, 2, 32], "red": [0, 0, 0]}
        wanted = [tb.probe(teeko.Position([square], [], None, "ASAS", rows=4, columns=4))
                  for square in [1, 2, 6]]
        for style in ["ASAS", 5, ["ASAS"] * 3, [5] * 3, numpy.array(["ASAS"] * 3)]:
            for to_move in [None, teeko.RED, 1, numpy.int64(1), [1, 1, 1], [True] * 3]:
                values = ask(**sets, style=style, to_move=to_move)
                self.assertEqual(values.plies.tolist(), [value.plies for value in wanted])
        other = tiny(banned_first_drops=[2, 11, 3, 10, 6, 7])
        self.assertEqual(str(other.probe(other.start())), "Black in 9")
        banned = other.probe(other.start(centre_ban=True))
        self.assertNotEqual(banned.plies, 9)
        for ban, plies in [(False, 9), (True, banned.plies), ([1], banned.plies)]:
            values = other.probe_many(black=[0], red=[0], centre_ban=ban)
            self.assertEqual(values.plies.tolist(), [plies])

    def test_names_the_first_bad_position(self):
        bad = list(self.positions)
        for index in [5500, 4321, 5000]:
            bad[index] = teeko.Position([1, 2], [], rows=4, columns=4)
        with self.assertRaisesRegex(ValueError, "^position 4321: Black has 2 and Red has 0"):
            self.tb.probe_many(bad)
        columns = self.columns()
        columns["red"][700] = 1 << 16
        columns["red"][300] = 1 << 63
        with self.assertRaisesRegex(ValueError, "^position 300: square 64"):
            self.tb.probe_many(**columns)
        for what, error in [(teeko.Position(), ValueError), (None, TypeError),
                            (5, TypeError)]:
            with self.assertRaisesRegex(error, "^position 2: "):
                self.tb.probe_many([*self.positions[:2], what])

    def test_refuses_invalid_arguments(self):
        for error, words, arguments in [
                (TypeError, "black and red", {}),
                (TypeError, "black and red", {"black": [0]}),
                (TypeError, "black and red", {"red": [0]}),
                (TypeError, "black and red",
                 {"positions": [], "black": [0], "red": [0]}),
                (TypeError, "positions alone", {"positions": [], "red": [0]}),
                (TypeError, "positions alone", {"positions": [], "to_move": teeko.RED}),
                (TypeError, "positions alone", {"positions": [], "style": "AASS"}),
                (TypeError, "positions alone", {"positions": [], "centre_ban": False}),
                (TypeError, "black: ", {"black": 0, "red": [0]}),
                (TypeError, "black: ", {"black": [0.0], "red": [0]}),
                (TypeError, "black: ", {"black": numpy.zeros((1, 1), "u8"), "red": [0]}),
                (TypeError, "red: ", {"black": [0], "red": numpy.zeros(1)}),
                (ValueError, "red: expected 1 elements, as many as black has, got 2",
                 {"black": [0], "red": [0, 0]}),
                (ValueError, "to_move: expected 2", {"black": [0, 0], "red": [0, 0],
                                                     "to_move": [0]}),
                (ValueError, "black: ", {"black": [-1], "red": [0]}),
                (ValueError, "black: ", {"black": [1 << 64], "red": [0]}),
                (ValueError, "to_move: .* got 2", {"black": [0], "red": [0], "to_move": 2}),
                (ValueError, "centre_ban: expected 0 or 1, got 2", {"black": [0], "red": [0], "centre_ban": 2}),
                (ValueError, "style", {"black": [0], "red": [0], "style": "AS"}),
                (ValueError, "style", {"black": [0], "red": [0], "style": "asas"}),
                (ValueError, "expected at most", {"black": [0], "red": [0], "style": 16}),
                (TypeError, "style: ", {"black": [0], "red": [0], "style": 0.5})]:
            with self.subTest(arguments), self.assertRaisesRegex(error, words):
                self.tb.probe_many(**arguments)

    def test_packs_positions_as_c_has_them(self):
        packed = self.tb._pack(self.positions)
        for i in [0, 17, 5999]:
            self.assertEqual(bytes(self.tb._to_c(self.positions[i]))[:28],
                             bytes(packed[32 * i:32 * i + 28]))
        self.assertEqual(ctypes.sizeof(self.tb._to_c(self.positions[0])), 32)


class ScoredTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.tb = teeko.open_tablebase("game/out_for_test/scored_small")

    def test_best_moves_keep_the_score(self):
        position, pips = self.tb.start("AS"), {}
        score = self.tb.score(position, pips)
        self.assertIsInstance(score, teeko.Score)
        while score.plies != 1:
            moves = self.tb.scored_moves(position, pips)
            chooser_is_mover = self.tb.chooser(position) == position.to_move
            marker = max((min(m.score.points for m in moves if m.pips == number), number)
                         for number in {m.pips for m in moves})[1]
            if chooser_is_mover:
                best = moves[0]
            else:
                best = [m for m in moves if m.pips == marker][-1]
            self.assertEqual(best.score, score)
            self.assertEqual(best.position_pips[best.move.to_square], best.pips)
            self.assertEqual(best.position.black | best.position.red, set(best.position_pips))
            position, pips = best.position, best.position_pips
            score = self.tb.score(position, pips)
            self.assertEqual(score.points, -best.score.points)
        last = self.tb.scored_moves(position, pips)[0]
        self.assertEqual(self.tb.scored_moves(last.position, last.position_pips), [])
        with self.assertRaisesRegex(ValueError, "the last move"):
            self.tb.score(last.position, last.position_pips)

    def test_pips_are_read(self):
        text = "Black on 5:3; Red on 7:1; Black to move AS"
        position, pips = self.tb.read_scored_position(text)
        self.assertEqual((position.black, position.red, pips), ({5}, {7}, {5: 3, 7: 1}))
        [item] = self.tb.read(text + " 8:1 7-4")
        self.assertEqual((dict(item.pips), item.move_pips), (pips, (1, 0)))
        for wrong in [{5: 3}, {5: 2, 7: 1}, {5: 3, 7: 1, 8: 1}, {5: 256, 7: 1}, {0: 1}, {65: 1}, {5: -1, 7: 1}]:
            with self.subTest(wrong):
                self.assertRaises(ValueError, self.tb.score, position, wrong)
                self.assertRaises(ValueError, self.tb.scored_moves, position, wrong)

    def test_other_games_have_no_scores(self):
        with self.assertRaisesRegex(ValueError, "teeko_probe_score"):
            self.tb.probe(self.tb.start())
        with teeko.open_tablebase(BOARD4X4) as ordinary:
            self.assertRaises(ValueError, ordinary.score, ordinary.start(), {})
            self.assertRaises(ValueError, ordinary.read_scored_position, "Black on 1:1; Red on")
            [refused] = ordinary.read("game 13:1")
            self.assertIn("have no scoring", refused.error)


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

    def test_may_have_values_of_two_bytes(self):
        numbers = (ctypes.c_uint16 * 3)(0, 300, 65535)

        class Wide:
            """Replaces a Handle: no small game has wins of 254 plies."""

            def call(self, name, *arguments):
                out = arguments[-1]._obj
                if name == "get_game":
                    out.name = out.rules = b"wide"
                else:
                    out.placed, out.value_bytes, out.drops, out.positions = 2, 2, b"SA", 3
                    out.values = ctypes.addressof(numbers)

        section = teeko.Tablebase(Wide()).section(0)
        self.assertEqual((section.placed, section.drops), (2, "SA"))
        self.assertEqual(section.values.tolist(), [0, 300, 65535])
        self.assertEqual(section.array().dtype, numpy.uint16)
        self.assertEqual(section.array().tolist(), [0, 300, 65535])
        self.assertEqual({section: "wide"}[teeko.Tablebase(Wide()).section(0)], "wide")

    def test_outlive_the_tablebase(self):
        with tiny() as tb:
            array = tb.section(0).array()
            before = array.sum()
        del tb
        gc.collect()
        tiny()
        self.assertEqual(array.sum(), before)

    def test_refuse_invalid_numbers(self):
        tb = tiny()
        for number in [-1, 99, 2**32]:
            with self.subTest(number), self.assertRaises(ValueError):
                tb.section(number)
        for place in [(99, 0), (0, 10**6), (0, -1), (0, 2**64), (-1, 0)]:
            with self.subTest(place), self.assertRaises(ValueError):
                tb.position_at(*place)
        # The largest numbers that C can have, and the next larger ones.
        for place, message in [((2**31 - 1, 0), "expected 0 to "), ((0, 2**63 - 1), "expected an index below "),
                               ((2**31, 0), "out of range"), ((0, 2**63), "out of range")]:
            with self.subTest(place), self.assertRaisesRegex(ValueError, message):
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

    def test_may_be_a_text_or_keyword_arguments(self):
        tb = tiny(styles=["SAS", "SSS"], banned_first_drops=[2, 11], name="mine")
        self.assertEqual(str(tb.probe(tb.start())), "Black in 9")
        self.assertEqual(teeko.solve(tb.rules).rules, tb.rules)
        self.assertEqual(tb.name, "mine")
        self.assertIn("edges: WRAPPED", tiny(wrapped=True).rules)
        self.assertIn("moves: KNIGHT", tiny(moves="knight").rules)
        with self.assertRaisesRegex(ValueError, 'moves: expected one of king, .*, got "queen"'):
            tiny(moves="queen")

    def test_keyword_arguments_become_a_text(self):
        start = 'name: "custom"\nrows: 5\ncolumns: 5\npieces: 4\n'
        self.assertEqual(teeko.rules_text(goals=["line 4"]),
                         start + "goals { line { length: 4 } }\n")
        self.assertEqual(
            teeko.rules_text(goals=["square 2", "diamond 1", "tilted"], wrapped=True,
                             styles=["SSSS", "SAAA"], banned_first_drops=[13, 1]),
            start + "edges: WRAPPED\ngoals { square { side: 2 } }\n"
            "goals { diamond { radius: 1 } }\ngoals { tilted_squares {} }\n"
            'styles: "SSSS"\nstyles: "SAAA"\n'
            "banned_first_drops: 13\nbanned_first_drops: 1\n")

    def test_errors_of_rules(self):
        for words, message in [
                ({"rules": "standart"}, "expected one of advanced, "),
                ({"rules": "rows: x"}, "rules:1:7"), ({"rules": "rows: 3\0"}, "null character"),
                ({"rules": "name: 'x' rows: 3"}, "columns"),
                ({"rules": "\ufeffname: 'x'\nrows: 3"}, "columns|rules:1:1"),
                ({"rules": "name: '\ud800'"}, r"character 8 of the text is '\\ud800'"),
                ({"rules": "\udce9"}, "character 1"), ({"rules": "café"}, "expected one of advanced"),
                ({"rules": "name: 'café' rows: 5 columns: 5 pieces: 4"}, "name|goals"),
                ({"goals": ["line 3"], "name": "\udfff"}, "surrogate"),
                ({"goals": ["line"]}, "expected \"line N\""), ({"goals": ["tilted 2"]}, "got \"tilted 2\""),
                ({"goals": ["ring 4"]}, "got \"ring 4\""), ({"goals": []}, "goals: must not be empty"),
                ({"goals": ["line x"]}, "rules:5"), ({"goals": ["line 4"], "rows": 0}, "rows")]:
            rules = words.pop("rules", None)
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                teeko.solve(*[rules] if rules else [], **words)
        for arguments in [{}, {"lines": 4}]:
            with self.subTest(arguments), self.assertRaises(TypeError):
                teeko.solve(**arguments)
        with self.assertRaisesRegex(MemoryError, "MB of memory"):
            teeko.solve(goals=["line 8"], rows=8, columns=8, pieces=8)

    def test_an_interrupt_ends_solve(self):
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)  # raises KeyboardInterrupt, as Ctrl-C does
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            teeko.solve(goals=["line 4", "square 1"], rows=6, columns=6, pieces=4)  # takes a minute of processor time
        self.assertLess(time.monotonic() - start, 5)
        signal.signal(signal.SIGALRM, before)
        self.assertEqual(threading.active_count(), 1)
        self.assertEqual(outcome_of(tiny()), "Black in 9")


class FilesTest(unittest.TestCase):

    def test_errors_of_files(self):
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
        for path in [BOARD4X4 + "\0x", os.fsencode(BOARD4X4) + b"\0", "\0",
                     pathlib.Path(BOARD4X4 + "\0x")]:
            with self.assertRaisesRegex(ValueError, "null character"):
                teeko.open_tablebase(path)

    def test_may_be_named_in_each_way_that_python_has(self):
        for path in [BOARD4X4, BOARD4X4 + "/", BOARD4X4 + "//.", os.fsencode(BOARD4X4),
                     os.fsencode(BOARD4X4) + b"/", pathlib.Path(BOARD4X4),
                     os.path.abspath(BOARD4X4)]:
            with self.subTest(path), teeko.open_tablebase(path) as tb:
                self.assertEqual(tb.name, "board4x4")
        with tempfile.TemporaryDirectory() as scratch:
            path = os.path.join(os.fsencode(scratch), b"caf\xe9", b"board4x4")
            shutil.copytree(BOARD4X4, os.fsdecode(path))
            for same in [path, os.fsdecode(path), pathlib.Path(os.fsdecode(path))]:
                self.assertEqual(teeko.open_tablebase(same).name, "board4x4")

    def test_that_are_missing_are_named(self):
        with tempfile.TemporaryDirectory() as scratch:
            for name, words in [
                    (b"caf\xe9", r"caf\\xe9"), ("caf\udce9", r"caf\\xe9"), ("café", "café"),
                    (b"a\xff/\xfe", r"a\\xff/\\xfe"), ("棋", "棋"), ("a\nb", "a\nb"),
                    (pathlib.Path("caf\udce9/x"), r"caf\\xe9/x"), ("x" * 5000, "xxx"),
                    ("none/", "none"), ("", "")]:
                path = os.path.join(os.fsencode(scratch), os.fsencode(name))
                for same in [path, os.fsdecode(path), pathlib.Path(os.fsdecode(path))]:
                    with self.subTest(same), self.assertRaisesRegex(
                            teeko.NoTableError, words):
                        teeko.open_tablebase(same)
        for path in ["/", b"//", os.devnull, os.devnull + "/x"]:
            with self.subTest(path), self.assertRaises(teeko.NoTableError):
                teeko.open_tablebase(path)

    def test_with_lone_surrogates_in_their_names_are_refused(self):
        with self.assertRaisesRegex(ValueError, "surrogate"):
            teeko.open_tablebase("\ud800")


class LifetimeTest(unittest.TestCase):

    def test_methods_of_a_closed_tablebase_raise(self):
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

    def test_threads_may_use_it_while_one_closes_it(self):
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

    def test_tablebases_are_not_copied(self):
        tb = tiny()
        wanted = "cannot be copied or pickled"
        for what in [tb, tb.probe, [tb], tb._handle, tb.section(0)]:
            for way in [copy.deepcopy, pickle.dumps,
                        *[lambda x, p=p: pickle.dumps(x, p) for p in range(6)]]:
                with self.subTest(what), self.assertRaisesRegex(TypeError, wanted):
                    way(what)
        for what in [tb, tb.section(0)]:
            with self.assertRaisesRegex(TypeError, wanted):
                copy.copy(what)
        for what in [copy.deepcopy, pickle.dumps]:
            with self.assertRaisesRegex(TypeError, "open or solve it in each process"):
                what(tb)
        self.assertRaises(TypeError, pickle.dumps, tb.section(0).values)
        array = tb.section(0).array()
        for same in [*copies(array), array.copy()]:
            self.assertEqual(same.tolist(), array.tolist())
        tb.close()
        self.assertRaisesRegex(TypeError, wanted, copy.copy, tb)

    def test_pools_take_positions_and_no_tablebase(self):
        for method in ["fork", "spawn"]:
            with multiprocessing.get_context(method).Pool(1) as pool:
                tb = tiny()
                with self.assertRaisesRegex(TypeError, "open or solve it in each process"):
                    pool.map(tb.probe, [tb.start()] * 3)
                self.assertEqual(pool.map(str, [PROBLEM_6]), [str(PROBLEM_6)])

    def test_a_forked_process_may_use_it(self):
        tb = teeko.open_tablebase(BOARD4X4)
        done = threading.Event()

        def ask(seed):
            generator = random.Random(seed)
            fresh = teeko.open_tablebase(BOARD4X4)
            while not done.is_set():
                fresh.get(fresh.position_at(0, generator.randrange(900900)))
                tb.get(tb.position_at(0, generator.randrange(900900)))

        threads = [threading.Thread(target=ask, args=[i]) for i in range(3)]
        for thread in threads:
            thread.start()
        statuses = []
        for _ in range(10):
            child = os.fork()
            if child == 0:
                signal.alarm(60)  # ends a child that hangs
                status = 1
                try:
                    right = [outcome_of(tb), str(len(tb.section(0).values)), outcome_of(tiny())]
                    status = right != ["Draw", "900900", "Black in 9"]
                finally:
                    os._exit(status)
            statuses.append(os.waitpid(child, 0)[1])
        done.set()
        for thread in threads:
            thread.join()
        self.assertEqual(statuses, [0] * 10)

    def test_objects_that_failed_or_are_left_at_exit_print_no_error(self):
        # Makes objects whose constructors fail, and objects that live until the interpreter ends: in a reference cycle
        # and in the module builtins.
        code = """
import teeko, copy, gc
from teeko import _library
for make in [lambda: teeko.solve("none"), lambda: teeko.open_tablebase("no/such"),
             lambda: copy.deepcopy(tb), lambda: teeko.Tablebase(None),
             lambda: _library.Handle(), lambda: _library.Handle("none")]:
    try:
        make()
        raise SystemExit("made")
    except (ValueError, TypeError, NameError, AttributeError, KeyError, FileNotFoundError):
        pass
_library.Handle.__new__(_library.Handle)
unmade = teeko.Tablebase.__new__(teeko.Tablebase)
try:
    unmade.start("SSSS")
except ValueError as error:
    print(error)
unmade.close()
del unmade
gc.collect()
class Keeper:
    def __del__(self):
        print(self.tb.probe(self.tb.start()))
keeper = Keeper()
keeper.tb = teeko.solve("board4x4")
keeper.keeper = keeper
import builtins
builtins.kept = teeko.solve("board4x4")
builtins.library = _library  # keeps it alive while the interpreter clears the module
"""
        ended = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
        self.assertEqual(ended.stderr, "")
        self.assertEqual(ended.stdout, "the tablebase is closed\nDraw\n")
        self.assertEqual(ended.returncode, 0)

    def test_numpy_is_not_needed(self):
        code = ("import sys; sys.modules['numpy'] = None; import teeko; "
                "tb = teeko.solve('board4x4'); print(len(tb.section(0).values)); "
                "print(*tb.probe_many(black=[0], red=[0]))")
        found = subprocess.run([sys.executable, "-c", code], check=True, text=True,
                               stdout=subprocess.PIPE).stdout
        self.assertEqual(found, "900900\narray('b', [-1]) array('H', [0])\n")


if __name__ == "__main__":
    unittest.main(failfast="TESTBRIDGE_TEST_RUNNER_FAIL_FAST" in os.environ)
