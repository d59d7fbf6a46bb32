#!/usr/bin/env node
// Tests the notation of the page with corpus/notation_cases.json, which the tests in C++ and Python also use.  Tests that
// the page can read the texts that it writes.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {heading, kMaxBytes, parseAnything, parseItems, parseSetup, setupOf, print, turnText, useModule} from '../web/notation.js';
import {allStyles, moveText} from '../web/rules.js';

const cases = JSON.parse(readFileSync('corpus/notation_cases.json', 'utf8'));
useModule(await WebAssembly.compile(readFileSync('bindings/webassembly/teeko.wasm')));
const board = {rows: 5, columns: 5};
const rules = {...board, pieces: 4};

// Returns a position on one line.
function line({black, red, toMove, style, banned}) {
  let text = '';
  for (let square = 1; square <= 25; ++square) {
    text += black.includes(square) ? 'b' : red.includes(square) ? 'r' : '1';
    if (square % 5 === 0 && square < 25) text += '/';
  }
  text = text.replace(/1+/g, (empty) => String(empty.length));
  const mover = toMove ?? (black.length > red.length ? 'red' : 'black');
  const own = mover === 'black' ? black : red;
  return `${text} ${mover[0]}${own.length < 4 ? ` ${style ?? 'SSSS'}` : ''}${banned && black.length + red.length === 0 ? ' ban' : ''}`;
}

function outline({line: number, comments, initial, plies}) {
  const {outcome, plies: length} = initial?.statement ?? {};
  return {
    line: number,
    start: line(initial ?? {black: [], red: [], toMove: 'black'}),
    moves: plies.map(({move}) => moveText(move)).join(' '),
    comments: [...comments, ...plies.flatMap((ply) => ply.comments)],
    statement: outcome ? outcome + (length === undefined ? '' : ` ${length}`) : '',
  };
}

function textOf({text, hex, repeat = 1, end = ''}) {
  return hex ? new TextDecoder('utf-8', {ignoreBOM: true}).decode(Buffer.from(hex, 'hex')) : text.repeat(repeat) + end;
}

for (const {name, items, errors, last, ...given} of cases.texts) {
  test(`a text: ${name}`, async () => {
    const read = await parseItems(textOf(given), board);
    assert.deepEqual(read.items.map(outline), items);
    assert.deepEqual(read.errors, errors);
    assert.deepEqual(read.comments, last);
  });
}

for (const {name, position, statement, error, text} of cases.positions) {
  test(`a position: ${name}`, async () => {
    if (error) return assert.rejects(parseSetup(text, board), {message: error});
    const read = await parseSetup(text, board);
    assert.equal(line(read), position);
    assert.equal(outline({initial: read, comments: [], plies: []}).statement, statement);
  });
}

test('texts that the page writes are read again, with style and ban', async () => {
  let seed = 1;
  const random = (n) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % 65521 % n;
  for (let i = 0; i < 200; ++i) {
    const placed = random(9);
    const squares = [...Array(25).keys()].map((n) => [random(1000), n + 1]).sort(([a], [b]) => a - b).map(([, n]) => n);
    const state = {rules, style: allStyles(4)[random(8)], banned: random(2) === 1};
    const sorted = (list) => list.sort((a, b) => a - b);
    const position = {black: sorted(squares.slice(0, (placed + 1) >> 1)), red: sorted(squares.slice(8, 8 + (placed >> 1))),
      toMove: placed % 2 ? 'red' : 'black'};
    const initial = setupOf(position, state);
    const [item] = (await parseItems(print({line: 1, comments: ['# é'], initial, plies: [{move: {to: 13}, line: 2, comments: []}]}), board)).items;
    assert.deepEqual(item.initial, initial);
    assert.equal(item.comments[0], '# é');
    const diagram = [...Array(25).keys()].map((n) => (position.black.includes(n + 1) ? '@' : position.red.includes(n + 1) ? 'O' : '-')).join('');
    assert.deepEqual(await parseSetup(`${diagram}; ${turnText(initial)}`, board), initial);
    assert.equal(line({...position, ...state}), line({...initial, style: initial.style ?? state.style}));
  }
  assert.equal(heading({initial: setupOf({black: [13], red: [], toMove: 'red'}, {rules, style: 'AASS', banned: true})}),
    'problem: Black on 13; Red on; Red to move AASS');
});

test('long texts are read in time, and too long texts are refused', async () => {
  for (const word of ['1 2 3 4 5 6 7 8 9 10 wins ', '13\n', 'x\n', '# c\n', '1111111x']) {
    const start = performance.now();
    const {items, errors} = await parseAnything(word.repeat(1e6 / word.length), board);
    assert.ok(items.length + errors.length > 0);
    assert.ok(performance.now() - start < 10e3, word);
  }
  const {errors} = await parseAnything('x'.repeat(kMaxBytes + 1), board);
  assert.equal(errors[0].message, 'the text is too long: expected at most 10 MB, got 10.1 MB');
});
