#!/usr/bin/env python3
"""Plants mutations in a component's sources, one at a time, and reports which the tests notice.

  audit/mutate.py reports --seed=7 --count=20

A mutation replaces one operator, constant or condition of C++, Python or
JavaScript.  The program works on a copy of the checkout (--copy), never on the
checkout itself.  It omits mutants that do not compile or parse, and the mutants
in audit/equal_mutants.txt, which change nothing.  It prints a line for each
mutant.  Exit status: 0 if the tests killed at least --goal percent of the
mutants, otherwise 1.
"""

import argparse
import ast
import io
import random
import re
import shutil
import subprocess
import sys
import time
import tokenize
from pathlib import Path

WORKSPACE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(WORKSPACE / 'base'))
from user_path import user_path  # noqa: E402

# The sources of each component and groups of tests.  A group runs if the tests of earlier groups pass.
COMPONENTS = {
    'base': ('base', ['//base/...', '//pipeline/... //solver_a:all //audit:programs_test']),
    'c': ('bindings/c', ['//bindings/c:teeko_test', '//bindings/c/... //bindings/python/...']),
    'check': ('proof/check/check.cc', ['//proof/check:check_test',
                                        '//proof/check:alone_test //proof/certificates:check_certificates_test '
                                        '//proof/certificates:small_boards_test //audit:certificates_test']),
    'check_open': ('proof/check/check_open.cc', ['//proof/check:check_open_test', '//proof/check:bounded_boards_test']),
    'check_table': ('proof/check/check_table.cc', ['//proof/check:check_table_test',
                                                    '//proof/certificates:small_boards_test '
                                                    '//audit:certificates_test']),
    'game': ('game', ['//game/...', '//reports/... -//reports/claims/...']),
    'kernel': ('kernel', ['//kernel/...', '//verify:all']),
    'pipeline': ('pipeline', ['//pipeline:units_test //pipeline:process_test', '//pipeline/...']),
    'proto': ('proto', ['//proto/...', '//verify:all //audit/agreement:solvers_test']),
    'python': ('bindings/python/teeko', ['//bindings/python:teeko_test', '//bindings/python/...']),
    'qubic': ('qubic', ['//qubic:qubic_test //qubic:check_moves_test //qubic/explicit/...', '//qubic:program_test']),
    'reports': ('reports', ['//reports/...', '//pipeline:end_to_end_test']),
    # Tests in Node run first; a browser takes minutes.
    'site': ('site/web', ['//site/tests:page_test //site/tests:types_test //site/tests:module_test '
                          '//site/tests:notation_test //site/tests:qubic_test //site/tests:scored_test '
                          '//site/tests:texts_test',
                          '//site/tests:explorer_test //site/tests:site_test']),
    'solver_a': ('solver_a', ['//solver_a/...', '//audit/agreement/...']),
    'solver_b': ('solver_b', ['//solver_b/...', '//audit/agreement/... //site/tests:scored_test']),
    'studies': ('studies', ['//studies/...', '//reports/claims/...']),
    'verify': ('verify', ['//verify:all']),
}


def operators(text):
    """Returns pairs of a pattern for a binary operator and the list of its replacements.

    `text` lists operators, each with its replacements: '< <= >,& |' replaces < by <= or >, and & by |.
    A pattern includes the spaces around an operator, so that it does not match template brackets.
    """
    return [(re.escape(f' {old} '), [f' {new} ' for new in news])
            for old, *news in map(str.split, text.split(','))]


ARITHMETIC = '== !=,!= ==,< <= >,<= < >=,> >= <,>= > <=,+ -,- +,* /,/ *,% /,& |,| &,+= -=,-= +=,|= ='
CPP = operators(ARITHMETIC + ',&& ||,|| &&') + [
    (r' << (?=\d)', [' >> ']),
    (r'\+\+(?=\w)', ['--']), (r'(?<=[(\s])!(?=[\w(])', ['']),
    (r'\btrue\b', ['false']), (r'\bfalse\b', ['true']),
    # Adds one to a number, except the last argument of a template: a larger array changes nothing.
    (r'(?<![\w.\'])\d+(?![\w.\'>])', ['one more']),
    (r'(?<=\bif )\(.*\)(?= |$)', ['not']),
    (r'\bbreak;', [';']), (r'\bcontinue;', [';']),
    (r'\bstd::min\b', ['std::max']), (r'\bstd::max\b', ['std::min']),
    (r'\bkBlack\b', ['kRed']), (r'\bkRed\b', ['kBlack']),
    (r'\bbegin\(\)', ['end()']), (r'\ball_of\b', ['any_of']),
    (r'\bany_of\b', ['all_of']),
]
PYTHON = operators(ARITHMETIC + ',// *,<< >>,>> <<,and or,or and') + [
    (r' (?<!not )in ', [' not in ']),
    (r' is (?!not )', [' is not ']), (r' is not ', [' is ']), (r' not in ', [' in ']),
    (r'\bnot (?!in )', ['']), (r'\bTrue\b', ['False']), (r'\bFalse\b', ['True']),
    (r'(?<![\w.])\d+(?![\w.])', ['one more']),
    (r'(?<=\bif )[^:]*?(?=:$| else )|(?<=\bwhile ).*(?=:$)', ['not']),
    (r'(?<=\breturn )(?!None$).+', ['None']), (r'\b(break|continue)$', ['pass']),
    (r'(?<=\[)[^][:]+(?=:[^][]*\])', ['']), (r'(?<=:)[^][: ]+(?=(:[^][:]*)?\])', ['']),
    (r'\bmin\b', ['max']), (r'\bmax\b', ['min']), (r'\bany\b', ['all']), (r'\ball\b', ['any']),
    (r'\bBLACK\b', ['RED']), (r'\bRED\b', ['BLACK']),
]
JAVASCRIPT = operators(ARITHMETIC + ',&& ||,|| &&,=== !==,!== ===,?? &&,<< >>,>> <<') + [
    (r'\+\+', ['--']), (r'(?<![\w!])!(?=[\w(])', ['']),
    (r'\btrue\b', ['false']), (r'\bfalse\b', ['true']),
    (r'(?<![\w.#])\d+(?![\w.])', ['one more']),
    (r'(?<=\bif )\(.*\)(?= |$)|(?<=\bwhile )\(.*\)(?= |$)', ['not']),
    (r'(?<=\breturn )[^;{(\[]+(?=;$)', ['null']), (r'\b(break|continue);', [';']),
    (r'\bMath\.min\b', ['Math.max']), (r'\bMath\.max\b', ['Math.min']),
    (r'\.some\(', ['.every(']), (r'\.every\(', ['.some(']),
]
SWAPS = {'.cc': CPP, '.h': CPP, '.py': PYTHON, '.js': JAVASCRIPT}


def spaces(text):
    """Replaces each character by a space, except line ends."""
    return re.sub(r'[^\n]', ' ', text)


def cpp_code(text):
    """Yields the lines of C++ code.

    Replaces comments, strings, buffer sizes and declarations by spaces, so that columns stay the same.
    """
    raw = False
    for line in text.split('\n'):
        raw = (raw or 'R"(' in line) and ')"' not in line.split('R"(')[-1]
        code = re.sub(r'"(\\.|[^"\\])*"', lambda m: spaces(m.group()), line)
        code = re.sub(r'\b\d+ << \d+|/\*.*?\*/|^\s*(/\*|\* ).*', lambda m: spaces(m.group()), code)
        code = re.sub(r'//.*', '', code)
        declares = re.match(r'\s*(#|static_assert|using |template|namespace|\* )', code)
        yield '' if raw or declares else code


def python_code(text):
    """Returns the lines of Python code without comments, strings, type hints, overloads and imports."""
    lines = text.split('\n')

    def blank(first, start, last, end):  # lines from 1; columns from 0
        for n in range(first - 1, last):
            left = start if n == first - 1 else 0
            right = end if n == last - 1 else len(lines[n])
            lines[n] = lines[n][:left] + ' ' * (right - left) + lines[n][right:]

    # ast counts columns in bytes.  Blanking strings first removes all characters beyond ASCII.
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            columns = token.start[1], token.end[1]
            blank(token.start[0], columns[0], token.end[0], columns[1])
            if token.type == tokenize.STRING:  # an empty string, so that the code remains valid
                line = lines[token.start[0] - 1]
                lines[token.start[0] - 1] = line[:columns[0]] + '""' + line[columns[0] + 2:]
    for node in ast.walk(ast.parse('\n'.join(lines))):
        overload = any(getattr(d, 'id', '') == 'overload' for d in getattr(node, 'decorator_list', []))
        imports = isinstance(node, (ast.Import, ast.ImportFrom)) or (
            isinstance(node, ast.If) and getattr(node.test, 'id', '') == 'TYPE_CHECKING')
        for part in [node if overload or imports else None, getattr(node, 'annotation', None),
                     getattr(node, 'returns', None)]:
            if part:
                blank(part.lineno, part.col_offset, part.end_lineno, part.end_col_offset)
    return [re.sub(r'\bmaxsize=[^)]*', lambda m: spaces(m.group()), line) for line in lines]


def javascript_code(text):
    """Returns the lines of JavaScript code without comments, strings, regular expressions and imports."""
    return re.sub(
        r'//[^\n]*|/\*.*?\*/|\'(\\.|[^\'\\\n])*\'|"(\\.|[^"\\\n])*"|`(\\.|[^`\\])*`'
        r'|(?<=[(,=:!&|?\[] )/(\\.|[^/\\\n])+/|(?<=\()/(\\.|[^/\\\n])+/|^import .*?;$',
        lambda m: spaces(m.group()), text, flags=re.DOTALL | re.MULTILINE).split('\n')


CODE = {'.cc': cpp_code, '.h': cpp_code, '.py': python_code, '.js': javascript_code}


def mutants_of(path, text):
    """Yields all mutants of a file: (path, line number from 0, 'path: old  ->  new', new line)."""
    suffix = Path(path).suffix
    for number, (line, code) in enumerate(zip(text.split('\n'), CODE[suffix](text))):
        for pattern, replacements in SWAPS[suffix] if code.strip() else []:
            for match in re.finditer(pattern, code):
                start, end = match.span()
                for token in replacements:
                    negated = 'not ({})' if suffix == '.py' else '(!{})'
                    token = {'one more': lambda: str(int(match.group()) + 1),
                             'not': lambda: negated.format(line[start:end])
                             }.get(token, lambda: token)()
                    new = line[:start] + token + line[end:]
                    yield path, number, f'{path}: {line.strip()}  ->  {new.strip()}', new


def parses(path):
    """Returns False if Python or Node cannot parse the file.  (The compiler checks C++.)"""
    command = {'.py': [sys.executable, '-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())'],
               '.js': ['node', '--check']}.get(path.suffix)
    return command is None or subprocess.run([*command, path], capture_output=True).returncode == 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('components', nargs='+', choices=COMPONENTS)
    parser.add_argument('--count', type=int, default=40, help='number of mutants for each component (default: 40)')
    parser.add_argument('--seed', type=int, default=1, help='seed that selects the mutants (default: 1)')
    parser.add_argument('--goal', type=float, default=95, help='percent of mutants that tests must kill (default: 95)')
    parser.add_argument('--copy', type=user_path, default='/tmp/teeko_mutants',
                        help='folder of the copy (default: /tmp/teeko_mutants)')
    options = parser.parse_args()
    copy = options.copy
    def files(*which):
        return subprocess.check_output(['git', 'ls-files', *which], cwd=WORKSPACE, text=True).split()

    for name in files('--cached', '--others', '--exclude-standard'):
        if (WORKSPACE / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(WORKSPACE / name, copy / name)

    def test(groups):
        for tests in groups:
            # A mutant may loop in a program that the build runs.  SIGINT stops Bazel and its actions.
            ended = subprocess.run(
                ['timeout', '--signal=INT', '1800', './bazelw', 'test', '--noshow_progress', '--test_output=summary',
                 '--notest_keep_going', '--test_runner_fail_fast', '--test_timeout=100,300,500,500', '--', *tests.split()],
                cwd=copy, capture_output=True, text=True)
            if ended.returncode != 0:
                break
        return ended

    equal = set((WORKSPACE / 'audit/equal_mutants.txt').read_text().splitlines())
    missed = False
    for component in options.components:
        sources, groups = COMPONENTS[component]
        unmutated = test(groups)
        if unmutated.returncode != 0:
            sys.exit(f'mutate: {component}: the tests fail without a mutation:\n{unmutated.stdout[-2000:]}')
        # The sources may change while the program runs.
        texts = {f: (WORKSPACE / f).read_text() for f in files(sources)
                 if Path(f).suffix in CODE and not re.search(r'_(test|fuzz|benchmark)\.|/fixture|fake_', f)}
        every = [m for f, text in texts.items() for m in mutants_of(f, text) if m[2] not in equal]
        random.Random(options.seed).shuffle(every)
        planted = killed = 0
        for path, number, mutant, new in every:
            lines = texts[path].split('\n')
            lines[number] = new
            (copy / path).write_text('\n'.join(lines))
            start = time.time()
            status = test(groups).returncode if parses(copy / path) else 1
            (copy / path).write_text(texts[path])
            if status == 1:  # does not build or parse
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
