"""Python and C++ return the same values and moves."""

import subprocess
import unittest

import teeko


def squares(bits):
    return [i + 1 for i in range(25) if int(bits) >> i & 1]


class AnswersTest(unittest.TestCase):

    def test_are_those_of_cxx(self):
        answers = subprocess.run(["bindings/python/write_answers"], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout.splitlines()
        self.assertEqual(len(answers), 100_000)
        seen = set()
        with teeko.open_tablebase("game/out_for_test/advanced") as tb:
            for number, answer in enumerate(answers):
                black, red, to_move, style, ban, value, count, best = answer.split("|")
                position = teeko.Position(squares(black), squares(red),
                                          teeko.Colour[to_move.upper()], style, ban == "1")
                self.assertEqual(str(tb.probe(position)), value, answer)
                if number % 10 == 0:
                    moves = tb.moves(position)
                    self.assertEqual(str(len(moves)), count, answer)
                    self.assertEqual("".join(str(s.move) for s in moves[:1]), best, answer)
                seen.add((style, ban, value.split()[0], len(position.black)))
        # The positions have all styles, with and without a ban.
        self.assertGreater(len(seen), 8 * 2 * 3 * 2)


if __name__ == "__main__":
    unittest.main()
