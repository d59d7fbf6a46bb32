#!/usr/bin/python3
"""Tests that texts for users use the terms of docs/glossary.md, and not the words that it replaces."""

import os
import pathlib
import re
import subprocess
import unittest

# A test's inputs are links into the workspace.
_WORKSPACE = pathlib.Path(os.path.realpath("README.md")).parent

# The glossary itself, texts that keep the words of their authors, and Qubic, which is played with stones.
_EXEMPT = re.compile(r"^(CHANGELOG\.md|docs/(glossary|qubic)\.md|corpus/(recorded|letter|composed)/|qubic/|proof/coq/)")


def _files(*patterns):
    listed = subprocess.check_output(["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
                                     cwd=_WORKSPACE, text=True)
    return [name for name in listed.split() if not _EXEMPT.match(name) and (_WORKSPACE / name).is_file()]


def _texts():
    """Yields a pair (file, text) for each text that users read."""
    for name in _files("*.md", "*.mustache", "site/web/texts/en.js", "site/web/messages.js", "site/web/index.html"):
        yield name, re.sub("(?m)^  'qubic.*", "", (_WORKSPACE / name).read_text())
    for name in _files("*.cc"):
        source = (_WORKSPACE / name).read_text()
        usage = re.findall(r'kUsage\[\] =\s*R"\((.*?)\)"', source, re.DOTALL)
        flags = re.findall(r"ABSL_FLAG\((.*?)\);\n", source, re.DOTALL)
        yield name, "\n".join(usage + [re.sub(r'"\s+"', "", flag) for flag in flags])


def _glossary():
    """Returns the terms, and the words that they replace."""
    terms, replaced = [], []
    for line in (_WORKSPACE / "docs/glossary.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0] not in ("term", "---"):
            terms += cells[0].split(", ")
            replaced += [word for word in cells[2].split(", ") if word]
    return terms, replaced


class WordsTest(unittest.TestCase):

    def setUp(self):
        self.texts = list(_texts())
        self.terms, self.replaced = _glossary()

    def test_every_term_is_used(self):
        self.assertGreater(len(self.terms), 40)
        words = "\n".join(text for _, text in self.texts).lower()
        unused = [term for term in self.terms if not re.search(rf"\b{term.lower()}", words)]
        self.assertEqual(unused, [])

    def test_no_replaced_word_is_used(self):
        self.assertGreater(len(self.replaced), 8)
        for name, text in self.texts:
            for word in self.replaced:
                for match in re.finditer(rf"\b{word}\b", text, re.IGNORECASE):
                    line = text[text.rfind("\n", 0, match.start()) + 1:text.find("\n", match.end())]
                    with self.subTest(file=name, word=word):
                        self.fail(f"{name}: \"{word}\" in: {line.strip()[:120]}")


if __name__ == "__main__":
    unittest.main()
