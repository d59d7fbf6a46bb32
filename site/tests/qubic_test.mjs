#!/usr/bin/env node
// Tests that X wins Qubic on the page, with the moves that the site contains.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {LINES, MAPS, Qubic} from '../web/qubic_game.js';

const site = `${process.env.TEST_TMPDIR}/qubic_site`;
execFileSync('site/build_site.py', ['--out', site]);
const moves = JSON.parse(readFileSync(`${site}/qubic.json`, 'utf8'));

// Returns a random number generator with a seed.
function random(seed) {
  return (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * n);
  };
}

test('the site has all strategic moves of the certificate', () => {
  const stated = readFileSync('qubic/files/moves.txt', 'utf8').trim().split('\n').length - 1;
  assert.equal(Object.keys(moves).length, stated);
});

test('the maps of docs/qubic.md keep lines', () => {
  const lines = new Set(LINES.map((line) => [...line].sort().join()));
  assert.equal(lines.size, 76);
  assert.equal(new Set(MAPS.map(String)).size, 192);
  for (const map of MAPS) for (const line of LINES) assert.ok(lines.has(line.map((cell) => map[cell]).sort().join()));
  assert.deepEqual([MAPS[1][2], MAPS[4][1], MAPS[103][2]], [3, 4, 6]);
});

// Plays a game; reply(qubic, free cells) is O's move.  Returns the kinds of X's moves.
function play(reply) {
  const qubic = new Qubic(moves);
  const kinds = [];
  for (;;) {
    const {move, kind} = qubic.answer();
    assert.equal(qubic.board[move], 0, `X plays ${move} after ${kinds}`);
    qubic.toggle(move, 1);
    kinds.push(kind);
    if (qubic.linesWith(1, 4).length > 0) return kinds;
    assert.deepEqual(qubic.threats(2), []);
    qubic.toggle(reply(qubic, [...qubic.board.keys()].filter((cell) => cell > 0 && qubic.board[cell] === 0)), 2);
  }
}

test('X wins all games', () => {
  const pick = random(1);
  const seen = new Set();
  for (let i = 0; i < 200; ++i) {
    for (const kind of play((_, free) => free[pick(free.length)])) seen.add(kind);
    // O stops threats and otherwise makes lines of its own.
    for (const kind of play((qubic, free) => {
      const threats = qubic.threats(1);
      const score = (cell) => {
        qubic.toggle(cell, 2);
        const made = 3 * qubic.linesWith(2, 3).length + qubic.linesWith(2, 2).length + pick(3);
        qubic.toggle(cell, 2);
        return made;
      };
      return threats[0] ?? free.map((cell) => [score(cell), cell]).sort(([a], [b]) => b - a)[0][1];
    })) seen.add(kind);
  }
  assert.deepEqual([...seen].sort(), ['block', 'forced', 'strategic', 'win']);
});

test('a stone that is taken away leaves nothing behind', () => {
  const qubic = new Qubic(moves);
  const before = JSON.stringify(qubic);
  for (const cell of [1, 64, 22]) qubic.toggle(cell, 1);
  for (const cell of [64, 22, 1]) qubic.toggle(cell, 1);
  assert.equal(JSON.stringify(qubic), before);
});
