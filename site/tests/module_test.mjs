#!/usr/bin/env node
// Tests the module: its tables have the verified digests and the values of solver A; it refuses invalid rules and positions.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

// Imports modules from the runfiles.  Relative imports would start at the target of the link to this file.
const load = (name) => import(pathToFileURL(join(process.cwd(), 'site/web', name)));
const {Module} = await load('module.js');
const {goldenSections, tableKey} = await load('digests.js');
const {countPositions} = await load('estimate.js');
const {checkMemory} = await load('memory.js');
const {checkRules} = await load('rules_check.js');

const compiled = new WebAssembly.Module(readFileSync('bindings/webassembly/teeko.wasm'));
const digests = JSON.parse(readFileSync('site/digests.json', 'utf8'));

const line = {shape: 'line', size: 4};
const squares = (...sizes) => sizes.map((size) => ({shape: 'square', size}));
const styles = ['SSSS', 'AAAA', 'ASSS', 'AASS', 'AAAS', 'SAAA', 'SSAA', 'SSSA'];
const standard = {rows: 5, columns: 5, pieces: 4, wrapped: false, moves: 'king',
                  goals: [line, ...squares(1)], styles, banned: [13]};
const advanced = {...standard, goals: [line, ...squares(1, 2, 3, 4)]};
const torus = {...standard, wrapped: true};
const board4x4 = {...standard, rows: 4, columns: 4, banned: []};
const empty = {black: [], red: [], toMove: 'black', style: 'SSSS', banned: false};

const solved = new Map();
function solve(rules) {
  const key = tableKey(rules);
  if (!solved.has(key)) {
    const module = new Module(compiled, rules);
    module.solve();
    solved.set(key, module);
  }
  return solved.get(key);
}

function payload(module, section) {
  return Buffer.concat(Array.from(module.payload(section), (part) => Buffer.from(part)));
}

for (const [name, rules] of Object.entries({standard, advanced, torus, board4x4})) {
  test(`every section of ${name} has the verified digest`, () => {
    const module = solve(rules);
    const golden = goldenSections(digests, rules);
    const sections = module.sections();
    assert.equal(sections.length, 41);
    assert.equal(golden.size, 41);
    assert.equal(sections.reduce((sum, {positions}) => sum + positions, 0),
                 countPositions(rules));
    for (const [i, {placed, drops, positions}] of sections.entries()) {
      const bytes = payload(module, i);
      assert.equal(bytes.length, positions);
      assert.equal(createHash('sha256').update(bytes).digest('hex'),
                   golden.get(placed + drops), placed + drops);
    }
  });
}

for (const [name, rules] of Object.entries({standard, advanced, board4x4})) {
  test(`random positions of every section of ${name} have the values of solver A`, () => {
    const file = join(process.env.TEST_TMPDIR, name);
    execFileSync('site/tests/values', [
      `--table=game/out_for_test/${name}/solver_a.table`, `--out=${file}`]);
    const expected = readFileSync(file);
    assert.ok(expected.length / 24 > (name === 'board4x4' ? 500_000 : 1_200_000));
    const module = solve(rules);
    const most = module.bufferBytes();
    for (let first = 0; first < expected.length; first += most) {
      const part = expected.subarray(first, first + most);
      const asked = Uint8Array.from(part);
      const words = new Uint32Array(asked.buffer);
      for (let i = 5; i < words.length; i += 6) words[i] = 12345;
      const found = module.probeQueries(asked);
      assert.ok(part.equals(found), `from position ${first / 24} on`);
    }
  });
}

test('goals and neighbours', () => {
  const module = solve(advanced);
  assert.equal(module.goals().length, 58);
  assert.equal(solve(standard).goals().length, 44);
  assert.equal(solve(torus).goals().length, 125);
  assert.deepEqual(module.goals()[0], [1, 2, 3, 4]);
  assert.ok(module.goals().some((goal) => String(goal) === '1,5,21,25'));
  assert.deepEqual(module.neighbours()[0], [2, 6, 7]);
  assert.equal(module.neighbours()[12].length, 8);
  assert.ok(solve(torus).neighbours().every((near) => near.length === 8));
});

test('the empty board, with and without the centre', () => {
  const values = (rules, ...positions) =>
      solve(rules).probe(positions).map(({outcome, plies}) => `${outcome} ${plies}`);
  assert.deepEqual(
      values(advanced, empty, {...empty, banned: true},
             {...empty, style: 'SAAA'}, {...empty, style: 'SAAA', banned: true},
             {...empty, style: 'AAAA', banned: true},
             {...empty, black: [13], toMove: 'red'},
             {...empty, black: [13], toMove: 'red', banned: true}),
      ['win 13', 'draw 0', 'win 25', 'draw 0', 'draw 0', 'loss 12', 'loss 12']);
  assert.deepEqual(values(standard, empty, {...empty, banned: true}), ['draw 0', 'draw 0']);
  assert.deepEqual(values(torus, empty), ['win 11']);
  // The side to move has a goal already.
  const goal = {...empty, black: [1, 2, 3, 4], red: [11, 12, 23, 24]};
  assert.deepEqual(values(standard, goal, {...goal, toMove: 'red'}),
                   ['none 0', 'loss 0']);
});

test('the first drop is the best, or with the letter A the worst, of two squares', () => {
  const rules = {rows: 3, columns: 3, pieces: 2, wrapped: false, moves: 'king', goals: [{shape: 'line', size: 2}], styles: ['SA', 'AA']};
  const rank = ({outcome, plies}) => (outcome === 'draw' ? 0 : outcome === 'win' ? 99 - plies : plies - 99);
  let different = 0;
  for (let a = 1; a <= 9; ++a) {
    for (let b = a + 1; b <= 9; ++b) {
      const module = new Module(compiled, {...rules, banned: [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((square) => square !== a && square !== b)});
      module.solve();
      for (const style of rules.styles) {
        const start = {...empty, style, banned: true};
        const [value, ...drops] = module.probe([start, ...[a, b].map((square) => ({...start, black: [square], toMove: 'red'}))]);
        // One ply earlier, and from the other side.
        const ranks = drops.map(rank).map((r) => (r === 0 ? 0 : r < 0 ? -r - 1 : 1 - r));
        assert.equal(rank(value), style === 'SA' ? Math.max(...ranks) : Math.min(...ranks), `${a} ${b} ${style}`);
        different += ranks[0] !== ranks[1];
      }
    }
  }
  assert.ok(different > 10, String(different));
});

test('on 64 squares, a half turn changes no value', () => {
  const rules = {...standard, rows: 8, columns: 8, pieces: 2, goals: [{shape: 'line', size: 2}], styles: ['SS'], banned: []};
  const positions = [];
  for (let a = 1; a <= 64; ++a) {
    for (let b = a + 1; b <= 64; ++b) {
      const [black, red] = [[a, b], [(a + b) % 64 + 1, a * b % 64 + 1]];
      if (new Set([...black, ...red]).size === 4) positions.push({...empty, black, red, style: 'SS'});
    }
  }
  const turn = (set) => set.map((square) => 65 - square);
  const values = solve(rules).probe(positions);
  assert.deepEqual(solve(rules).probe(positions.map((p) => ({...p, black: turn(p.black), red: turn(p.red)}))), values);
  assert.ok(new Set(values.map(({outcome, plies}) => outcome + plies)).size > 3);
});

test('values are stored and restored, with one byte and with two bytes', () => {
  const module = solve(board4x4);
  const values = module.values();
  assert.ok(values instanceof Uint8Array && values.includes(255));
  const wide = Uint16Array.from(values, (value) => value === 255 ? 65535 : value);
  for (const kept of [values, wide]) {
    const restored = new Module(compiled, board4x4);
    restored.restore(module.sections(), kept);
    assert.deepEqual(restored.values(), kept);
    assert.deepEqual(restored.sections(), module.sections());
    assert.deepEqual(restored.probe([empty]), module.probe([empty]));
    const bytes = payload(module, 3);
    const again = payload(restored, 3);
    assert.ok(kept === values ? bytes.equals(again) :
        bytes.equals(again.filter((_, i) => i % 2 === 0)));
  }
  const sections = module.sections();
  assert.throws(() => new Module(compiled, board4x4).restore(
      sections, values.subarray(1)), /too few/);
  assert.throws(() => new Module(compiled, board4x4).restore(
      sections.slice(1), values), /too many/);
});

test('progress counts up', () => {
  const reports = [];
  const module = new Module(compiled, board4x4, (progress) => reports.push(progress));
  module.solve();
  const levels = reports.filter(({phase}) => phase === 'levels');
  const drops = reports.filter(({phase}) => phase === 'drops');
  assert.equal(levels.length + drops.length, reports.length);
  assert.ok(levels.length > 10 && drops.length === 41);
  for (const part of [levels, drops]) {
    part.forEach(({done}, i) => assert.ok(i === 0 || done >= part[i - 1].done));
  }
  assert.equal(drops.at(-1).done, drops.at(-1).total);
});

test('invalid rules are refused with the reason', () => {
  const refused = (change, words) => assert.throws(
      () => checkRules({...standard, ...change}), ({message}) => {
        assert.match(message, words);
        return true;
      });
  refused({rows: 0}, /rows must be 1 to 64/);
  refused({rows: NaN}, /rows must be/);
  refused({columns: 2.5}, /columns must be/);
  refused({rows: 10, columns: 10}, /100 squares/);
  refused({rows: 1, columns: 2}, /at least 4 squares/);
  refused({pieces: 1}, /2 to 12 pieces/);
  refused({pieces: 13}, /2 to 12 pieces/);
  refused({goals: []}, /goal/);
  refused({goals: [{shape: 'star'}]}, /line, a square/);
  refused({goals: [{shape: 'line', size: 3}]}, /line must have 4 squares/);
  refused({goals: squares(5)}, /1 to 4/);
  refused({goals: [{shape: 'diamond', size: 3}]}, /1 to 2/);
  refused({rows: 2, columns: 8, goals: [{shape: 'diamond', size: 1}]}, /No diamond fits/);
  refused({rows: 2, columns: 8, goals: [{shape: 'tilted'}]}, /No tilted/);
  refused({pieces: 3, goals: squares(1)}, /need 4 pieces per side/);
  refused({styles: []}, /style/);
  refused({styles: ['SSS']}, /must have 4 letters/);
  refused({styles: ['SSSX']}, /must have 4 letters/);
  refused({styles: ['SSSS', 'SSSS']}, /twice/);
  refused({banned: [26]}, /1 to 25/);
  // The smallest boards for each shape.
  const small = {...standard, rows: 3, columns: 3, banned: []};
  const shapes = [{shape: 'tilted'}, {shape: 'diamond', size: 1}, ...squares(2)].map((goal) => ({...small, goals: [goal]}));
  const narrow = {...small, rows: 1, columns: 4, pieces: 2, styles: ['SS'], goals: [{shape: 'line', size: 2}]};
  for (const rules of [standard, advanced, torus, board4x4, ...shapes, narrow]) {
    checkRules(rules);
    assert.ok(new Module(compiled, rules).goals().length > 0);
  }
});

test('the largest possible rules are estimated, not solved', () => {
  const large = {rows: 8, columns: 8, pieces: 8, wrapped: true, moves: 'king', banned: [],
                 goals: [{shape: 'line', size: 8}], styles: ['SSSSSSSS']};
  const module = new Module(compiled, large);
  // Each of the 4 directions has 8 lines, because a line that is shifted along itself is the same set.
  assert.equal(module.goals().length, 8 + 8 + 8 + 8);
  assert.ok(module.memoryBytes() > 1e15);
  assert.throws(() => checkMemory(module.memoryBytes()), /memory/);
  checkMemory(new Module(compiled, standard).memoryBytes());
});

test('invalid positions are refused with the reason', () => {
  const module = solve(board4x4);
  const refused = (change, words) => assert.throws(
      () => module.probe([empty, {...empty, ...change}]), words);
  refused({black: [0], toMove: 'red'}, /1 to 16/);
  refused({black: [17], toMove: 'red'}, /1 to 16/);
  refused({black: [1.5], toMove: 'red'}, /1 to 16/);
  refused({black: [1], red: [1]}, /the same square/);
  refused({red: [1]}, /in turn/);
  refused({black: [1, 2, 3], red: [4, 5]}, /Red's/);
  refused({black: [1, 2, 3, 4, 5], red: [6, 7, 8]}, /in turn/);
  refused({toMove: 'red'}, /Black's/);
  refused({toMove: 'green'}, /Black or Red/);
  refused({style: 'SASA'}, /not been solved/);
});

test('an invalid query aborts the module and prints the reason', (context) => {
  const printed = context.mock.method(console, 'error', () => {});
  const query = new Uint8Array(24);
  query[0] = query[8] = 1;
  assert.throws(() => solve(board4x4).probeQueries(query), WebAssembly.RuntimeError);
  assert.match(printed.mock.calls.at(-1).arguments[0],
               /internal error: expected: each position has the pieces of its section/);
});
