#!/usr/bin/env python3
"""Plants faults in data and counts the faults that the checkers do not catch.

Plants faults in values, table files, dumps, manifests and certificates, and in the checkpoints of processes
(audit/faults/README.md). A missed fault is an error. (audit/mutate.py plants faults in sources.) For example:

  ./bazelw run //audit:faults -- --faults=1000

Exit status: 0 if every fault was caught, 1 if faults were missed or on another error, 2 if a flag is invalid.
"""

import argparse
import ast
import functools
import hashlib
import itertools
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path
from types import SimpleNamespace

# `bazel run` puts all files that this program needs into the runfiles. A test runs in a folder with these files.
RUNFILES = Path(sys.argv[0] + '.runfiles/teeko')
ROOT = RUNFILES.resolve() if RUNFILES.is_dir() else Path.cwd()
sys.path.insert(0, str(ROOT / 'base'))
from user_path import user_path  # noqa: E402

VERIFY = 'verify/verify --rules=rules --table_a=a --table_b=b --manifest=manifest --threads=1'


# ---- Programs and files (docs/formats.md) ----

def run(folder, command):
    """Runs a program of the workspace in a folder. Returns its exit status and its output."""
    program, *arguments = command.split()
    ended = subprocess.run([ROOT / program, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ended.returncode, ended.stdout.decode(errors='replace')


def succeed(folder, command):
    """Runs a program that must succeed."""
    status, printed = run(folder, command)
    if status != 0:
        sys.exit(f'faults: {command}: {printed}')


@functools.lru_cache(maxsize=100)
def protoc(mode, data):
    """Encodes or decodes the footer of a table file."""
    return subprocess.run(['protoc', f'-Iteeko={ROOT}', f'--{mode}=teeko.TableFooter', 'teeko/proto/table.proto'],
                          input=data, stdout=subprocess.PIPE, check=True).stdout


def read_table(data):
    """Returns the footer of a table file as text, and the chunks.

    In the text, digests are hexadecimal, and a comment gives the number of each chunk.
    """
    size, at = struct.unpack('<QQ', data[-24:-8])
    text = re.sub('(?<=  sha256: )".*"', lambda m: f'"{ast.literal_eval("b" + m[0]).hex()}"',
                  protoc('decode', data[at:at + size]).decode())
    ends = itertools.accumulate(map(int, re.findall(r'chunk_bytes: (\d+)', text)), initial=16)
    number = itertools.count()
    return (re.sub(r'chunk_bytes: \d+', lambda m: f'{m[0]}  # chunk {next(number)}', text),
            [data[begin:end] for begin, end in itertools.pairwise(ends)])


def table_file(text, chunks):
    """Returns the bytes of a table file. The arguments are as returned by read_table."""
    escaped = re.sub(r'(?<=  sha256: ")\w+', lambda m: re.sub('..', r'\\x\g<0>', m[0]), text)
    footer = protoc('encode', escaped.encode())
    data = b'TEEKOTBL\1' + bytes(7) + b''.join(chunks[int(n)] for n in re.findall(r'# chunk (\d+)', text))
    end = hashlib.sha256(footer).digest() + struct.pack('<QQ', len(footer), len(data)) + b'TEEKOEND'
    return data + footer + end


def checksum(chunk):
    """Returns the checksum of a chunk."""
    return int.from_bytes(hashlib.sha256(chunk).digest()[:8], 'little')


def zstd_frame(data):
    """Returns a zstd frame with the data in uncompressed blocks (RFC 8878)."""
    frame = b'\x28\xb5\x2f\xfd\xa0' + struct.pack('<I', len(data))
    for at in range(0, len(data), 1 << 17):
        block = data[at:at + (1 << 17)]
        frame += (len(block) << 3 | (at + len(block) == len(data))).to_bytes(3, 'little') + block
    return frame


def tables_of_values(subject, solvers):
    """Returns a table file of each of the solvers, with the values of the subject. Each section has one chunk."""
    chunks = [zstd_frame(values) for values in subject.values]
    number = itertools.count()

    def section(match):
        n = next(number)
        return (re.sub(r'  (sha256|chunk_.*): .*\n', '', match[0])
                + f'  sha256: "{hashlib.sha256(subject.values[n]).hexdigest()}"\n'
                  f'  chunk_bytes: {len(chunks[n])}  # chunk {n}\n  chunk_checksums: {checksum(chunks[n])}\n')
    text = re.sub(r'(?m)(?<=^sections \{\n)(  .*\n)+', section, subject.sample.texts['verify'])
    text = re.sub(r'(?<=chunk_positions: )\d+', f'{1 << 24}', text)
    return {solver: table_file(text.replace('solver_a', f'solver_{solver}'), chunks) for solver in solvers}


def rank(squares):
    """Returns the rank of a set of squares."""
    return sum(comb(square, i) for i, square in enumerate(sorted(squares), 1))


def unrank(number, size):
    """Returns the set of `size` squares with this rank."""
    squares = []
    for i in range(size, 0, -1):
        squares.append(next(c for c in itertools.count(i - 1) if comb(c + 1, i) > number))
        number -= comb(squares[-1], i)
    return squares


class Sample:
    """A board, and valid files that the programs made for it."""

    def __init__(self, rules, with_certificates):
        self.name = rules.stem
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / 'rules').write_bytes(rules.read_bytes())
            for table in 'ab':
                succeed(folder, f'solver_{table}/solver_{table} --rules=rules --out={table}')
            succeed(folder, VERIFY)
            self.files = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
            dump = subprocess.check_output([ROOT / 'proof/certificates/dump_table', '--table=a'], cwd=folder)
            if with_certificates:
                succeed(folder, 'proof/certificates/certificates --table=a --manifest=manifest --out=certificates')
            self.certificates = certificates_in(Path(folder) / 'certificates')
        footer, self.chunks = read_table(self.files['a'])
        payload = dump.index(b'\nend\n') + 5
        header = dump[:payload].decode()
        # By checker: the text in which faults are planted.
        self.texts = {'verify': footer, 'check_table': header, 'the acceptance check': self.files['manifest'].decode()}
        sections = re.findall(r'section: (\d+) pieces .*?(\d+) positions', header)
        self.placed = [int(placed) for placed, _ in sections]  # by section
        ends = itertools.accumulate((int(size) for _, size in sections), initial=payload)
        self.values = [dump[begin:end] for begin, end in itertools.pairwise(ends)]

        rows, columns = (int(re.search(rf'{word}: (\d+)', header)[1]) for word in ('rows', 'columns'))
        self.squares = range(rows * columns)

        def image(square, flips, down, right):
            row, column = divmod(square, columns)
            row = rows - 1 - row if flips & 1 else row
            column = columns - 1 - column if flips & 2 else column
            row, column = (column, row) if flips & 4 else (row, column)
            return (row + down) % rows * columns + (column + right) % columns
        self.symmetries = {tuple(image(square, flips, *divmod(shift, columns)) for square in self.squares)
                           for flips in range(8 if rows == columns else 4)
                           for shift in (self.squares if 'wrapped' in header else [0])}

    def images(self, section, index):
        """Returns the indices of all images of a position of a section."""
        placed = self.placed[section]
        row = comb(len(self.squares) - placed // 2, placed - placed // 2)
        mover = unrank(index // row, placed // 2)
        free = [square for square in self.squares if square not in mover]
        opponent = [free[i] for i in unrank(index % row, placed - placed // 2)]

        def image(symmetry):
            taken = {symmetry[square] for square in mover}
            left = [square for square in self.squares if square not in taken]
            return rank(taken) * row + rank(left.index(symmetry[square]) for square in opponent)
        return {image(symmetry) for symmetry in self.symmetries}


def certificates_in(folder):
    """Returns the certificates in a folder as samples."""
    return [SimpleNamespace(name=path.name, texts={'check': path.read_text()}, files={}, values=[], chunks=[])
            for path in sorted(folder.glob('*.txt'))]


# ---- Faults: functions of a random number generator and a subject, which they change ----

# Changes of bytes: change(rng, data) returns the faulty bytes.

def part(size, change):
    """Returns a change of up to `size` bytes somewhere in the data."""
    def changed(rng, data):
        at = rng.randrange(len(data))
        return data[:at] + change(rng, data[at:at + size]) + data[at + size:]
    return changed


FLIP = part(1, lambda rng, data: bytes([data[0] ^ 1 << rng.randrange(8)]))
ZEROS = part(512, lambda _, data: bytes(len(data)))
REMOVE = part(100, lambda rng, data: data[1 + rng.randrange(100):])


def truncate(rng, data):
    return data[:rng.randrange(len(data))]


def append(rng, data):
    return data + bytes([rng.randrange(256)]) * (1 + rng.randrange(100))


def of_file(change):
    """Returns a fault in the bytes of the file."""
    def fault(rng, subject):
        (name, data), = subject.build(subject).items()
        if (changed := change(rng, data)) != data:
            subject.files[name] = changed
    return fault


def incomplete_chunk(rng, subject):
    """Writes zeros at the end of a chunk and of all equal chunks, and their valid checksum."""
    old = rng.choice(subject.chunks)
    at = rng.randrange(len(old))
    new = old[:at] + bytes(len(old) - at)
    subject.chunks = [new if chunk == old else chunk for chunk in subject.chunks]
    subject.text = subject.text.replace(str(checksum(old)), str(checksum(new)))


def swap_chunks(rng, subject):
    i, j = rng.choices(range(len(subject.chunks)), k=2)
    subject.chunks[i], subject.chunks[j] = subject.chunks[j], subject.chunks[i]


# Faults in text.

def of_text(pattern, new):
    """Returns a fault that replaces a random match of the pattern. Matches may overlap.

    `new` is a template for Match.expand, or a function new(rng, match) that returns a string or a number.
    """
    match_at = re.compile(pattern, re.M).match

    def fault(rng, subject):
        matches = [match for at in range(len(subject.text)) if (match := match_at(subject.text, at))]
        if matches:
            match = rng.choice(matches)
            changed = match.expand(new) if isinstance(new, str) else new(rng, match)
            subject.text = f'{subject.text[:match.start()]}{changed}{subject.text[match.end():]}'
    return fault


def one_of(*faults):
    return lambda rng, subject: rng.choice(faults)(rng, subject)


def in_turn(*faults):
    return lambda rng, subject: [fault(rng, subject) for fault in faults]


def plus(number):
    return lambda _, m: int(m[0]) + number


# In footers and manifests:
SECTION = r'^(sections \{\n(?:  .*\n)+\}\n)'
WRONG_DIGEST = of_text(r'(?<=^  sha256: ")\w+', lambda rng, m: FLIP(rng, bytes.fromhex(m[0])).hex())
OTHER_SECTION = one_of(of_text(r'(?<=^  placed: )\d+', plus(1)), of_text('(?<=^  drops: ")', 'S'),
                       of_text(r'^(  placed: \d+\n)(?=  positions)', r'\1  drops: "S"\n'),
                       of_text(r'(?<=^  positions: )\d+(?=\n  sha256)', plus(1)))
SECTION_MISSING = of_text(SECTION, '')
SECTIONS_SWAPPED = of_text(SECTION * 2, r'\2\1')
OTHER_RULES = one_of(of_text(r'(?<=^  columns: )\d+', plus(1)), of_text(r'(?<=^  pieces: )\d+', plus(-1)),
                     of_text(r'(?<=^  pieces: \d\n)(?!  edges)', '  edges: WRAPPED\n'),
                     of_text(r'^  edges: WRAPPED\n', ''), of_text(r'^  styles: .*\n(?!  styles)', ''),
                     of_text('(?=^  goals)', '  goals { tilted_squares {} }\n'))
# In dumps and certificates:
LINE_MISSING = of_text(r'^(?!claim: ).*\n', '')  # A certificate with fewer claims is valid.
LINE_REPEATED = of_text(r'^.*\n', r'\g<0>\g<0>')
FORMATION = r'^\d.*\n'
OTHER = {'black': 'red', 'red': 'black', 'bounded': 'wrapped', 'wrapped': 'bounded'}
TOO_FEW_PLIES = of_text(r'(?<=^aim: win within )\d+', lambda rng, m: int(m[0]) - 1 - rng.randrange(3))
WIN_FOR_LOSER = of_text(r'^(aim: win .*\nclaim: .* )(\w+)$', lambda _, m: m[1] + OTHER[m[2]])
WIN_FOR_DRAW = of_text('^aim: hold$', lambda rng, _: f'aim: win within {12 + rng.randrange(30)} plies')


def count_formations(_, subject):
    """Corrects the number of formations that the certificate states."""
    number = len(re.findall(FORMATION, subject.text, re.M))
    subject.text = re.sub(r'(?<=formations: )\d+', str(number), subject.text)


# Faults in values, at a random position.

def any_position(rng, subject):
    """Returns the number of a section, its values, and the index of a position."""
    section = rng.randrange(len(subject.values))
    return section, subject.values[section], rng.randrange(len(subject.values[section]))


def set_images(subject, section, index, value):
    for image in subject.sample.images(section, index):
        subject.values[section][image] = value


def of_value(change):
    """Returns a fault that sets the value of a position and its images to change(rng, value)."""
    def fault(rng, subject):
        section, values, index = any_position(rng, subject)
        set_images(subject, section, index, change(rng, values[index]))
    return fault


def decided(value):
    return value not in (0, 255)


def win_or_loss(rng, old):
    """Makes a win of a loss, or a loss of a win."""
    return old if not decided(old) else old + 1 if old == 1 or rng.randrange(2) else old - 1


def swap_two(rng, subject):
    section, values, index = any_position(rng, subject)
    other = rng.randrange(len(values))
    old, new = values[index], values[other]
    set_images(subject, section, index, new)
    set_images(subject, section, other, old)


def shift_with_images(rng, subject):
    """Shifts some values by one position. All images of a position get its value."""
    section, values, index = any_position(rng, subject)
    for i in range(index, min(len(values) - 1, index + 2 + rng.randrange(100))):
        set_images(subject, section, i, values[i + 1])


def shift(rng, subject):
    """Shifts some values by one position."""
    _, values, index = any_position(rng, subject)
    end = index + 2 + rng.randrange(100)
    values[index:end] = values[index + 1:end] + values[index:index + 1]


def change_one(limit, least_images=1):
    """Returns a fault that sets the value of a position with at least this number of images, without the others."""
    def fault(rng, subject):
        section, values, index = any_position(rng, subject)
        if len(subject.sample.images(section, index)) >= least_images:
            values[index] = rng.randrange(limit)
    return fault


def skip_level(rng, subject):
    """Adds two plies to a level and all later levels, as if a solver counted two plies too many at this level."""
    _, values, index = any_position(rng, subject)
    level = values[index]
    if decided(level) and level > 1:
        longer = bytes(n + 2 if level <= n < 254 else n for n in range(256))
        subject.values = [section.translate(longer) for section in subject.values]


def swap_styles(rng, subject):
    """Swaps two sections with the same number of pieces placed. Some of them have the same values."""
    i, j = rng.choices(range(len(subject.values)), k=2)
    if subject.sample.placed[i] == subject.sample.placed[j]:
        subject.values[i], subject.values[j] = subject.values[j], subject.values[i]


def wrong_table(rng, subject):
    """Replaces the table by a valid table file with one wrong value."""
    _, values, index = any_position(rng, subject)
    values[index] ^= 2
    subject.files |= tables_of_values(subject, 'a')


# ---- Faults of the processes of a solver, which return None or a description of the missed fault ----

KEEP = '--checkpoint=kept'  # resume, and save every level


class Team:
    """Processes of a solver, which are threads of solve_for_test, a board, and a folder for their files."""

    def __init__(self, rng, sample, solver, folder):
        self.rng, self.sample, self.solver, self.folder = rng, sample, solver, Path(folder)
        self.count, self.levels = rng.randint(2, 4), 0
        (self.folder / 'rules').write_bytes(sample.files['rules'])

    def solve(self, *flags):
        """Solves the board. Returns the exit status and the output."""
        (self.folder / 'table').unlink(missing_ok=True)
        return run(self.folder, f'audit/faults/solve_for_test --solver={self.solver} --rules=rules --out=table '
                                f'--processes={self.count} {" ".join(flags)}')

    def save_levels(self):
        """Solves some more levels and saves a checkpoint. Returns its files that are not empty."""
        while self.solver == 'solver_a':  # stops at a message, until there is a checkpoint
            messages = int(self.solve()[1])
            self.solve(KEEP, f'--stop_at={self.rng.randrange(messages)}')
            if (self.folder / 'kept/solver_a.record').exists():
                break
        if self.solver == 'solver_b':
            self.levels += self.rng.randint(1, 3)
            self.solve(KEEP, f'--levels={self.levels}')
        return {path: data for path in sorted((self.folder / 'kept').iterdir()) if (data := path.read_bytes())}

    def missed(self, *flags, message=None, may_be_right=True):
        """Solves the board. Returns None if this fails with the message or, if it may be right, the table is right."""
        status, printed = self.solve(*flags)
        table = self.folder / 'table'
        if table.exists():
            caught = status == 0 and may_be_right and table.read_bytes() == self.sample.files[self.solver[-1]]
        else:
            caught = status == 1 and message is not None and message in printed
        return None if caught else f'{self.sample.name}, {self.count} processes: status {status}: {printed}'


def slow(rng, team):
    return team.missed(f'--slow={rng.randrange(team.count)}')


def damaged(change=None, may_be_right=True):
    """Returns a fault in a file of a checkpoint: a change of its bytes or, without `change`, an earlier level."""
    def fault(rng, team):
        older = team.save_levels()
        newer = older if change else team.save_levels()
        data, path = rng.choice([*zip(older.values(), newer)])
        path.write_bytes(change(rng, data) if change else data)
        return team.missed(KEEP, message=f'kept/{team.solver}.', may_be_right=may_be_right)
    return fault


def blocked(rng, team):
    """Prevents a process from writing the next level. The run must fail. Then the next run must be right."""
    series = 'levels'
    if team.solver == 'solver_b':
        team.save_levels()
        series = f'level_{team.levels}_width_1'
    obstacle = f'kept/{team.solver}.{series}.{rng.randrange(team.count)}.of.{team.count}'
    (team.folder / obstacle).mkdir(parents=True)
    missed = team.missed(KEEP, message=obstacle, may_be_right=False)
    (team.folder / obstacle).rmdir()
    return missed or team.missed(KEEP)


# ---- The campaign ----

# By checker: the files of a subject, the command that must refuse them, and the beginning of its message.
CHECKERS = {
    'consistency': (lambda subject: tables_of_values(subject, 'ab'), VERIFY, 'error: local consistency: '),
    'symmetry': (lambda subject: tables_of_values(subject, 'ab'), VERIFY, 'error: symmetry: '),
    'comparison': (lambda subject: tables_of_values(subject, 'a'), VERIFY, 'error: comparison: '),
    'verify': (lambda subject: {'a': table_file(subject.text, subject.chunks)}, VERIFY, 'error: '),
    'check_table': (lambda subject: {'dump': subject.text.encode() + b''.join(subject.values)},
                    'proof/check/check_table dump', 'dump: '),
    'the acceptance check': (lambda subject: {'manifest': subject.text.encode()},
                             'proof/certificates/certificates --table=a --manifest=manifest --out=certificates',
                             'error: (a: is not a table that the verifier accepted|manifest: rules: )'),
    'check': (lambda subject: {'certificate': subject.text.encode()},
              'proof/check/check certificate', 'certificate: line ')}

KINDS = [(place, name, checker, fault) for place, checker, faults in (
    ('values', 'consistency', {
        'two plies too many': of_value(lambda _, old: old + 2 if decided(old) else old),
        'two plies too few': of_value(lambda _, old: old - 2 if decided(old) and old > 2 else old),
        'win instead of loss, or loss instead of win': of_value(win_or_loss),
        'win or loss instead of a draw': of_value(lambda rng, old: rng.randint(1, 30) if old == 0 else old),
        'draw instead of a win or loss': of_value(lambda _, old: 0 if decided(old) else old),
        'no value instead of a value': of_value(lambda _, old: 255),
        'a value instead of no value': of_value(lambda rng, old: rng.randrange(20) if old == 255 else old),
        'two values swapped': swap_two,
        'some values shifted by one position': shift_with_images,
        'any other value for a position and its images': of_value(lambda rng, _: rng.randrange(60)),
        'a level skipped in the whole table': skip_level,
        'the sections of two styles swapped': swap_styles}),
    ('values', 'symmetry', {'a position changed, but not its images': change_one(60, least_images=2)}),
    ('values', 'comparison', {
        'any value changed in one table': change_one(60),
        'values shifted in one table': shift,
        'the sections of two styles swapped in one table': swap_styles}),
    ('table file', 'verify', {
        'a bit flipped': of_file(FLIP),
        'truncated': of_file(truncate),
        'an incomplete write: up to 512 zeros': of_file(ZEROS),
        'bytes removed inside the file': of_file(REMOVE),
        'bytes added at the end': of_file(append),
        'a newer version': of_file(lambda rng, data: data[:8] + bytes([2 + rng.randrange(100)]) + data[9:]),
        'two chunks swapped': swap_chunks,
        'an incomplete chunk with a valid checksum': incomplete_chunk,
        'a wrong digest': WRONG_DIGEST,
        'a section with another name or size': OTHER_SECTION,
        'sections out of order': SECTIONS_SWAPPED,
        'a section missing': SECTION_MISSING,
        'other rules': OTHER_RULES,
        'another size of values': of_text('value_bytes: 1', 'value_bytes: 2'),
        # Smaller than the first section, which is the largest. Otherwise each section would still be one chunk.
        'smaller chunks': of_text(r'(?<=^chunk_positions: )\d+', lambda rng, m: rng.randrange(
            1, min(int(m[0]), int(re.search(r'  positions: (\d+)', m.string)[1]))))}),
    ('dump', 'check_table', {
        'any value changed': change_one(256),
        'values shifted by one position': shift,
        'a header line missing': LINE_MISSING,
        'a header line repeated': LINE_REPEATED,
        'the sections of two styles swapped': swap_styles,
        'other edges of the board': of_text(r'(?<=^edges: )\w+', lambda _, m: OTHER[m[0]]),
        'another number in the header': of_text(r'\d', lambda _, m: int(m[0]) % 9 + 1),
        'truncated': of_file(truncate),
        'bytes added at the end': of_file(append)}),
    ('manifest', 'the acceptance check', {
        'another digest of a section': WRONG_DIGEST,
        'a section with another name or size': OTHER_SECTION,
        'a section missing': SECTION_MISSING,
        'sections out of order': SECTIONS_SWAPPED,
        'other rules': OTHER_RULES,
        'a wrong table in place of the accepted one': wrong_table}),
    ('certificate', 'check', {
        'a line missing': LINE_MISSING,
        'a line repeated': LINE_REPEATED,
        'a misspelt word': of_text('[a-z]', lambda _, m: 'a' if m[0] == 'z' else chr(ord(m[0]) + 1)),
        'a wrong number of formations': of_text(r'(?<=^formations: )\d+', lambda rng, m: rng.randrange(
            2 * m.string.count('\n'))),
        'a formation listed twice': in_turn(of_text(FORMATION, r'\g<0>\g<0>'), count_formations),
        'a square outside the board': of_text(r'^(\d.* )\d+$', lambda rng, m: m[1] + rng.choice(['0', '64'])),
        'squares out of order': of_text(r'^\d.*$', lambda _, m: ' '.join(reversed(m[0].split()))),
        'a line after the end': of_text(r'^(.*\n)((?:.*\n)*)\Z', r'\1\2\1'),
        'truncated': of_file(truncate)}),
    # These certificates need every formation and all plies.
    ('Advanced, 13', 'check', {
        'a formation missing': in_turn(of_text(FORMATION, ''), count_formations),
        'too few plies': TOO_FEW_PLIES,
        'a win claimed for the loser': WIN_FOR_LOSER}),
    ('small board', 'check', {
        'too few plies': TOO_FEW_PLIES,
        'a win claimed for the loser': WIN_FOR_LOSER,
        'a hold claimed for the loser': in_turn(WIN_FOR_LOSER, of_text('^aim: win .*', 'aim: hold')),
        'a win claimed for a draw': WIN_FOR_DRAW}),
    ('processes', 'solver_b', {'a slow process': slow}),
    ('checkpoint', 'solver_a', {'a bit flipped': damaged(FLIP)}),
    ('checkpoint', 'solver_b', {'a bit flipped': damaged(FLIP)}),
    ('checkpoint', 'solver_a', {'truncated': damaged(truncate)}),
    ('checkpoint', 'solver_b', {'truncated': damaged(truncate)}),
    ('checkpoint', 'solver_a', {'one file of an earlier level': damaged()}),
    ('checkpoint', 'solver_b', {'one file of the previous level': damaged(may_be_right=False)}),
    ('checkpoint', 'solver_a', {'a file that a process cannot write': blocked}),
    ('checkpoint', 'solver_b', {'a file that a process cannot write': blocked}),
) for name, fault in faults.items()]


def subject_of(sample, checker):
    """Returns a subject: a copy of the valid data, which a fault may change."""
    return SimpleNamespace(sample=sample, text=sample.texts.get(checker), values=[*map(bytearray, sample.values)],
                           chunks=[*sample.chunks], files={}, build=CHECKERS[checker][0])


def check(subject, checker):
    """Writes the files of the subject, and runs the checker. Returns its exit status and output."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (subject.sample.files | subject.build(subject) | subject.files).items():
            (Path(folder) / name).write_bytes(data)
        return run(folder, CHECKERS[checker][1])


def plant(samples, seed, kind, number):
    """Plants a fault of a kind. Returns None if the fault was caught, and otherwise a description."""
    _, _, checker, fault = KINDS[kind]
    rng = random.Random(f'{seed} {kind} {number}')
    if checker not in CHECKERS:
        with tempfile.TemporaryDirectory() as folder:
            return fault(rng, Team(rng, rng.choice(samples), checker, folder))
    subject = valid = None
    while subject == valid:  # Not every subject can have every fault.
        sample = rng.choice(samples)
        subject, valid = subject_of(sample, checker), subject_of(sample, checker)
        fault(rng, subject)
    status, printed = check(subject, checker)
    if status == 1 and re.search(f'^{CHECKERS[checker][2]}', printed, re.M):
        return None
    digests = [hashlib.sha256(data).hexdigest()[:16] for data in (subject.build(subject) | subject.files).values()]
    return f'{sample.name}, files {" ".join(digests)}: status {status}: {printed}'


def campaign(faults, seed, only_place, threads):
    """Plants faults of each kind in a place, or in all places if `only_place` is None. Returns the report."""
    # Together, the boards have lines and squares as goals, bounded and wrapped edges, positions without moves, all
    # styles or only some, and banned first drops.
    boards = [Sample(path, with_certificates=True) for path in sorted(ROOT.glob('audit/faults/boards/*'))]
    large_board = Sample(ROOT / 'corpus/rules/board4x4.textproto', with_certificates=False)
    # Certificates for 6×6 and for knights are in other folders. A check of one for 6×6 takes ten seconds, and one for
    # knights is for kings without the line about moves.
    certificates = certificates_in(ROOT / 'proof/certificates/files')
    samples = {'certificate': certificates,
               'Advanced, 13': [sample for sample in certificates if sample.name == 'advanced_SSSS.txt'],
               'small board': [certificate for board in boards for certificate in board.certificates]}
    # A checker that refuses valid data would catch every fault. (Other tests check the other certificates, and the
    # manifests have been used to make certificates.)
    for checker, sample in [*itertools.product(('consistency', 'verify', 'check_table'), boards + [large_board]),
                            *itertools.product(('check',), samples['Advanced, 13'] + samples['small board'])]:
        status, printed = check(subject_of(sample, checker), checker)
        if status != 0:
            sys.exit(f'faults: {sample.name}: {checker} refuses valid data: {printed}')
    boards = boards * 10 + [large_board]  # draws the large board seldom
    kinds = []
    with ThreadPoolExecutor(threads) as pool:
        for kind, (place, name, checker, _) in enumerate(KINDS):
            if only_place in (None, place):
                print(f'faults: {place:12} {name}', file=sys.stderr)
                planting = functools.partial(plant, samples.get(place, boards), seed, kind)
                missed = [fault[:500].replace('\n', '|') for fault in pool.map(planting, range(faults)) if fault]
                kinds.append(dict(place=place, name=name, checker=checker, planted=faults, missed=missed))
    return {'seed': seed, 'kinds': kinds}


def text_of(report):
    """Returns a row for each kind, then the missed faults."""
    row = '{:12} {:48} {:21} {:>7} {:>7}'.format
    kinds = [tuple(kind.values()) for kind in report['kinds']]
    return '\n'.join([
        row('planted in', 'fault', 'caught by', 'planted', 'missed'),
        *(row(*kind[:4], len(kind[4])) for kind in kinds),
        row('all', f'{len(kinds)} kinds', '', sum(kind[3] for kind in kinds), sum(len(kind[4]) for kind in kinds)),
        *(f'missed: {kind[0]}: {kind[1]}: {fault}' for kind in kinds for fault in kind[4])])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--faults', type=int, default=200, help='number of faults of each kind (default: 200)')
    parser.add_argument('--seed', type=int, default=1, help='the same seed plants the same faults (default: 1)')
    parser.add_argument('--json', type=user_path, help='path of the report to write (proto/faults.proto)')
    parser.add_argument('--place', choices=dict.fromkeys(kind[0] for kind in KINDS),
                        help='plant faults only in this place (default: all places)')
    parser.add_argument('--threads', type=int, default=os.cpu_count(), help='threads (default: number of cores)')
    flags = parser.parse_args()
    if flags.faults < 1 or flags.seed < 0 or not 1 <= flags.threads <= 1024:
        parser.error('expected 1 or more --faults, a --seed of 0 or more, and 1 to 1024 --threads')
    if not (ROOT / 'audit/faults/solve_for_test').exists():
        sys.exit('faults: the programs are not built; run this program with ./bazelw run //audit:faults')
    os.environ.pop('BUILD_WORKING_DIRECTORY', None)  # The programs must stay in their folders.
    report = campaign(flags.faults, flags.seed, flags.place, flags.threads)
    print(f'{text_of(report)}\n\nTo repeat this campaign: --faults={flags.faults} --seed={flags.seed}')
    if flags.json:
        flags.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + '\n')
    if any(kind['missed'] for kind in report['kinds']):
        sys.exit('faults: faults were missed; the lines that begin with "missed" describe them')


if __name__ == '__main__':
    main()
