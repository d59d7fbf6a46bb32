#!/usr/bin/env python3
"""Plants mutations in C++ sources, one at a time, and reports which tests notice.

  audit/mutate.py --tests='//game/... //reports/...' game/*.cc game/*.h
  audit/mutate.py --count=60 --seed=7 --tests=//pipeline:job_test --tests=//pipeline/... pipeline/*.cc

A mutation replaces one operator, constant or condition.  It works on a copy of
the checkout (--copy), never on the checkout itself.  What does not compile is
no mutant and is not counted.  The result, a line for each mutant, goes to
stdout and with --json=FILE to a file.  Exit status: 0 if at least --goal
percent of the mutants were killed, else 1.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

# What a token may be replaced by.  Binary < and > need spaces around them, which
# clang-format gives to comparisons and not to template brackets.
SWAPS = [
    (r' == ', [' != ']), (r' != ', [' == ']),
    (r' < ', [' <= ', ' > ']), (r' <= ', [' < ', ' >= ']),
    (r' > ', [' >= ', ' < ']), (r' >= ', [' > ', ' <= ']),
    (r' \+ ', [' - ']), (r' - ', [' + ']), (r' \* ', [' / ']),
    (r' / ', [' * ']), (r' % ', [' / ']),
    (r' && ', [' || ']), (r' \|\| ', [' && ']),
    (r' & ', [' | ']), (r' \| ', [' & ']), (r' << (?=\d)', [' >> ']),
    (r' \+= ', [' -= ']), (r' -= ', [' += ']), (r' \|= ', [' = ']),
    (r'\+\+(?=\w)', ['--']), (r'(?<=[(\s])!(?=[\w(])', ['']),
    (r'\btrue\b', ['false']), (r'\bfalse\b', ['true']),
    # A number: one more.  Of a template's last argument, the size of an array, nobody would see it.
    (r'(?<![\w.\'])\d+(?![\w.\'>])', [None]),
    (r'(?<=\bif )\((?!\()', ['(!(']),          # a condition, negated
    (r'\bbreak;', [';']), (r'\bcontinue;', [';']),
    (r'\bstd::min\b', ['std::max']), (r'\bstd::max\b', ['std::min']),
    (r'\bkBlack\b', ['kRed']), (r'\bkRed\b', ['kBlack']),
    (r'\bbegin\(\)', ['end()']), (r'\ball_of\b', ['any_of']),
    (r'\bany_of\b', ['all_of']),
]


def code_of(line):
    """The line without its comment, strings and sizes of buffers, columns kept."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda m: ' ' * len(m.group()), line)
    # Nothing that anybody sees depends on how large a buffer or a block is.
    line = re.sub(r'\b\d+ << \d+', lambda m: ' ' * len(m.group()), line)
    return re.sub(r'//.*', '', line)


def close(line, start):
    """Where the bracket that opens at `start` closes, or -1."""
    depth = 0
    for i in range(start, len(line)):
        depth += {'(': 1, ')': -1}.get(line[i], 0)
        if depth == 0:
            return i
    return -1


def mutants_of(path, text):
    """All (path, line number, old line, new line) of a file."""
    raw = False
    for number, line in enumerate(text.split('\n')):
        raw = (raw or 'R"(' in line) and ')"' not in line.split('R"(')[-1]
        code = code_of(line)
        if raw or not code.strip() or re.match(
                r'\s*(#|static_assert|using |template|namespace|\* )', code):
            continue
        for pattern, replacements in SWAPS:
            for match in re.finditer(pattern, code):
                for new in replacements:
                    tail = line[match.end():]
                    if new is None:
                        new = str(int(match.group()) + 1)
                    elif new == '(!(':
                        end = close(code, match.start())
                        if end < 0:
                            continue
                        tail = line[match.end():end] + ')' + line[end:]
                    yield path, number, line, line[:match.start()] + new + tail


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('files', nargs='+', help='sources, from the workspace on')
    parser.add_argument('--tests', required=True, action='append',
                        help='patterns of the tests that may notice; more: if these do not')
    parser.add_argument('--count', type=int, default=40, help='how many to plant (default: 40)')
    parser.add_argument('--seed', type=int, default=1, help='which ones (default: 1)')
    parser.add_argument('--goal', type=float, default=95, help='percent to kill (default: 95)')
    parser.add_argument('--copy', default='/tmp/teeko_mutants', help='where to work')
    parser.add_argument('--json', help='file for the result')
    options = parser.parse_args()

    workspace = Path(__file__).resolve().parent.parent
    copy = Path(options.copy)
    listed = subprocess.check_output(
        ['git', 'ls-files', '--cached', '--others', '--exclude-standard'], cwd=workspace, text=True)
    for name in listed.splitlines():
        if (workspace / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(workspace / name, copy / name)

    def test():
        for tests in options.tests:
            command = ['./bazelw', 'test', '--noshow_progress', '--test_output=summary',
                       '--notest_keep_going', '--test_timeout=100,200,300,300', '--', *tests.split()]
            ended = subprocess.run(command, cwd=copy, capture_output=True, text=True)
            if ended.returncode != 0:
                break
        return ended

    unmutated = test()
    if unmutated.returncode != 0:
        sys.exit(f'mutate: the tests fail without a mutation:\n{unmutated.stdout[-2000:]}')

    every = [m for f in options.files for m in mutants_of(f, (workspace / f).read_text())]
    possible = len(every)
    random.Random(options.seed).shuffle(every)
    result, killed = [], 0
    while every and len(result) < options.count:
        path, number, old, new = every.pop(0)
        lines = (workspace / path).read_text().split('\n')
        lines[number] = new
        (copy / path).write_text('\n'.join(lines))
        start = time.time()
        ended = test()
        (copy / path).write_text((workspace / path).read_text())
        if ended.returncode == 1:  # does not build
            continue
        noticed = re.findall(r'^(//\S+) +(?:FAILED|TIMEOUT)', ended.stdout, re.M)
        killed += ended.returncode != 0
        result.append({'file': path, 'line': number + 1, 'old': old.strip(),
                       'new': new.strip(), 'noticed_by': noticed})
        print(f"{'killed  ' if ended.returncode else 'SURVIVED'} {path}:{number + 1}: "
              f'{old.strip()}  ->  {new.strip()}  [{time.time() - start:.0f} s]', flush=True)
    percent = 100 * killed / max(len(result), 1)
    print(f'{killed} of {len(result)} mutants killed ({percent:.1f} %), of {possible} possible')
    if options.json:
        Path(options.json).write_text(json.dumps(
            {'seed': options.seed, 'killed': killed, 'mutants': result}, indent=1) + '\n')
    sys.exit(percent < options.goal)


if __name__ == '__main__':
    main()
