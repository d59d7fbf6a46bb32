#!/usr/bin/env python3
"""Plants mutations in a component's sources, one at a time, and reports which tests notice.

  audit/mutate.py reports --seed=7 --count=20

A mutation replaces one operator, constant or condition.  It works on a copy of
the checkout (--copy), never on the checkout itself.  What does not compile is
no mutant, what audit/equal_mutants.txt lists changes nothing: neither is
counted.  The result goes to stdout, a line for each mutant.  Exit status: 0 if
at least --goal percent of the mutants were killed, else 1.
"""

import argparse
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

# Its sources and the tests that may notice; a group runs if those before it have not noticed.
COMPONENTS = {
    'api': ('api', ['//api:teeko_test', '//api/... //python/...']),
    'check': ('verify/check', ['//verify/check/...', '//verify/certificates/... //audit:certificates_test']),
    'check_open': ('verify/check/check_open.cc', ['//verify/check:check_open_test', '//audit/open_boards:all']),
    'game': ('game', ['//game/...', '//reports/... -//reports/claims/...']),
    'pipeline': ('pipeline', ['//pipeline:units_test //pipeline:process_test', '//pipeline/...']),
    'proto': ('proto', ['//proto/...', '//verify:all //audit/agreement:solvers_test']),
    'reports': ('reports', ['//reports/...', '//pipeline:end_to_end_test']),
    'stage': ('stage', ['//stage/...', '//pipeline/... //solver_a:all //audit:programs_test']),
    'studies': ('studies', ['//studies/...', '//reports/claims/...']),
    'verify': (':(glob)verify/*', ['//verify:all']),
}

# What an operator may be replaced by.  Binary < and > have spaces around them, which
# clang-format gives to comparisons and not to template brackets.
OPERATORS = ('== !=,!= ==,< <= >,<= < >=,> >= <,>= > <=,+ -,- +,* /,/ *,% /,&& ||,|| &&,'
             '& |,| &,+= -=,-= +=,|= =')
SWAPS = [(re.escape(f' {old} '), [f' {new} ' for new in news])
         for old, *news in map(str.split, OPERATORS.split(','))] + [
    (r' << (?=\d)', [' >> ']),
    (r'\+\+(?=\w)', ['--']), (r'(?<=[(\s])!(?=[\w(])', ['']),
    (r'\btrue\b', ['false']), (r'\bfalse\b', ['true']),
    # A number: one more.  Of a template's last argument, the size of an array, nobody would see it.
    (r'(?<![\w.\'])\d+(?![\w.\'>])', ['one more']),
    (r'(?<=\bif )\(.*\)(?= |$)', ['not']),
    (r'\bbreak;', [';']), (r'\bcontinue;', [';']),
    (r'\bstd::min\b', ['std::max']), (r'\bstd::max\b', ['std::min']),
    (r'\bkBlack\b', ['kRed']), (r'\bkRed\b', ['kBlack']),
    (r'\bbegin\(\)', ['end()']), (r'\ball_of\b', ['any_of']),
    (r'\bany_of\b', ['all_of']),
]


def code_of(line):
    """The line without its comment, strings and sizes of buffers, columns kept."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda m: ' ' * len(m.group()), line)
    line = re.sub(r'\b\d+ << \d+|/\*.*?\*/|^\s*(/\*|\* ).*', lambda m: ' ' * len(m.group()), line)
    return re.sub(r'//.*', '', line)


def mutants_of(path, text):
    """All mutants of a file: (path, line number, 'path: old  ->  new', new line)."""
    raw = False
    for number, line in enumerate(text.split('\n')):
        raw = (raw or 'R"(' in line) and ')"' not in line.split('R"(')[-1]
        code = code_of(line)
        if raw or not code.strip() or re.match(
                r'\s*(#|static_assert|using |template|namespace|\* )', code):
            continue
        for pattern, replacements in SWAPS:
            for match in re.finditer(pattern, code):
                start, end = match.span()
                for token in replacements:
                    token = {'one more': lambda: str(int(match.group()) + 1),
                             'not': lambda: f'(!{line[start:end]})'}.get(token, lambda: token)()
                    new = line[:start] + token + line[end:]
                    yield path, number, f'{path}: {line.strip()}  ->  {new.strip()}', new


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('components', nargs='+', choices=COMPONENTS)
    parser.add_argument('--count', type=int, default=40, help='how many to plant (default: 40)')
    parser.add_argument('--seed', type=int, default=1, help='which ones (default: 1)')
    parser.add_argument('--goal', type=float, default=95, help='percent to kill (default: 95)')
    parser.add_argument('--copy', default='/tmp/teeko_mutants', help='where to work')
    options = parser.parse_args()
    workspace = Path(__file__).resolve().parent.parent
    copy = Path(options.copy)
    def files(*which):
        return subprocess.check_output(['git', 'ls-files', *which], cwd=workspace, text=True).split()

    for name in files('--cached', '--others', '--exclude-standard'):
        if (workspace / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(workspace / name, copy / name)

    def test(groups):
        for tests in groups:
            ended = subprocess.run(
                ['./bazelw', 'test', '--noshow_progress', '--test_output=summary', '--notest_keep_going',
                 '--test_timeout=100,200,300,300', '--', *tests.split()],
                cwd=copy, capture_output=True, text=True)
            if ended.returncode != 0:
                break
        return ended

    equal = set((workspace / 'audit/equal_mutants.txt').read_text().splitlines())
    missed = False
    for component in options.components:
        sources, groups = COMPONENTS[component]
        unmutated = test(groups)
        if unmutated.returncode != 0:
            sys.exit(f'mutate: the tests fail without a mutation:\n{unmutated.stdout[-2000:]}')
        every = [m for f in files(sources)
                 if re.search(r'\.(cc|h)$', f) and not re.search(r'_(test|fuzz|benchmark)\.|/workplace|fake_', f)
                 for m in mutants_of(f, (workspace / f).read_text()) if m[2] not in equal]
        random.Random(options.seed).shuffle(every)
        planted = killed = 0
        for path, number, mutant, new in every:
            lines = (workspace / path).read_text().split('\n')
            lines[number] = new
            (copy / path).write_text('\n'.join(lines))
            start = time.time()
            status = test(groups).returncode
            (copy / path).write_text((workspace / path).read_text())
            if status == 1:  # does not build
                continue
            planted += 1
            killed += status != 0
            print(f"{'killed  ' if status else 'SURVIVED'} {number + 1} in {mutant}"
                  f'  [{time.time() - start:.0f} s]', flush=True)
            if planted == options.count:
                break
        percent = 100 * killed / max(planted, 1)
        missed |= percent < options.goal
        print(f'{component}: {killed} of {planted} mutants killed ({percent:.1f} %), '
              f'of {len(every)} possible', flush=True)
    sys.exit(missed)


if __name__ == '__main__':
    main()
