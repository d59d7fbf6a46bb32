#!/usr/bin/env node
// Tests games for points: the module's scores are those of a plain search over all positions with all pips.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {Module} from '../web/module.js';
import {parseRules} from '../web/rules.js';
import {ScoredGame, scoredRules} from '../web/scored_game.js';

const compiled = await WebAssembly.compile(readFileSync('bindings/webassembly/teeko.wasm'));

/** Solves a game with one style.  Returns the game, and a function that returns scores. */
function solve(text, style, scoring = {}) {
  const rules = {...scoredRules(parseRules(text)), styles: [style]};
  Object.assign(rules.scoring, scoring);
  const module = new Module(compiled, rules);
  const game = new ScoredGame(rules, module.goals(), module.neighbours());
  while (module.thresholds < module.largestScore) module.solveThreshold();
  return {game, module, start: game.start(style), scores: async (positions) => module.scores(positions)};
}

const keyOf = ({black, red, toMove, pips}) => JSON.stringify([black, red, toMove, [...black, ...red].map((square) => pips[square])]);

/**
 * Returns the score of every position that can arise, for the side to move.  A position whose score is not known yet counts
 * as 0, and the scores are improved for one threshold after another until nothing changes.
 */
function plainScores({game, start}) {
  const all = new Map();
  const queue = [start];
  for (const position of queue) {
    if (all.has(keyOf(position))) continue;
    const mover = position.toMove;
    const markers = game.dropping(position) ? game.markersLeft(position) : [0];
    const groups = markers.map((marker) => game.moves(position).map((move) => {
      const pips = marker || position.pips[move.from];
      const after = game.after(position, {...move, pips});
      if (game.goalKeys.has(after[mover].join())) return game.points(pips, move.to);
      queue.push(after);
      return keyOf(after);
    }));
    all.set(keyOf(position), {groups, mover, chooser: game.chooser(position)});
  }
  // succeeds: the positions in which `attacker` scores at least t.
  const score = new Map([...all.keys()].map((key) => [key, 0]));
  for (const attacker of ['black', 'red']) {
    for (let t = 1; t <= 8; ++t) {
      const succeeds = new Set();
      for (let before = -1; before < succeeds.size;) {
        before = succeeds.size;
        for (const [key, {groups, mover, chooser}] of all) {
          if (succeeds.has(key)) continue;
          const wins = (target) => typeof target === 'number' ? mover === attacker && target >= t : succeeds.has(target);
          const of = (group) => (chooser === attacker ? group.some(wins) : group.every(wins));
          // A side without a move loses one point.
          const stuck = groups.every((group) => group.length === 0);
          if (stuck ? mover !== attacker && t === 1 : mover === attacker ? groups.some(of) : groups.every(of)) succeeds.add(key);
        }
      }
      for (const key of succeeds) score.set(key, all.get(key).mover === attacker ? t : -t);
    }
  }
  return {all, score};
}

for (const [text, style, scoring] of [
  ['3x3.2.line', 'SS'], ['3x3.2.line', 'AS'], ['3x3.2.line', 'SA', {pips: [2, 3], special: [1, 5], points: 2}],
  ['3x3.3.line', 'AAS', {pips: [1, 1, 3], special: [5], points: 1}], ['2x4.2.line', 'AA', {pips: [1, 3]}]]) {
  test(`the scores of ${text} in style ${style}`, async () => {
    const solved = solve(text, style, scoring);
    const {all, score} = plainScores(solved);
    let checked = 0;
    const seen = new Set();
    const queue = [solved.start];
    for (const position of queue) {
      const key = keyOf(position);
      if (seen.has(key) || solved.game.winner(position)) continue;
      seen.add(key);
      const [{points, plies, least}] = solved.module.scores([position]);
      assert.equal(points, score.get(key), key);
      assert.equal(least, false);
      // The score follows from the best choice.  The plies do, too, if the winner picks: a loser may prefer fewer points to
      // more plies.
      const choices = await solved.game.choices(position, solved.scores);
      const {result} = solved.game.best(position, choices);
      assert.equal(result.points, Math.abs(points));
      if (points > 0 && solved.game.chooser(position) === position.toMove) assert.equal(result.plies + 1, plies);
      queue.push(...choices.map((choice) => choice.position));
      ++checked;
    }
    assert.ok(checked > 100 && all.size >= checked, String(checked));
  });
}

test('scores are bounds until all threshold games are solved', () => {
  const {module, start} = solve('3x3.2.line', 'SS');
  const [{points}] = module.scores([start]);
  assert.ok(points > 1);
  const early = new Module(compiled, {...scoredRules(parseRules('3x3.2.line')), styles: ['SS']});
  early.solveThreshold();
  assert.deepEqual(early.scores([start]), [{points: 1, plies: early.scores([start])[0].plies, least: true}]);
});

test('who gives away points', async () => {
  const {game, start, scores} = solve('3x3.2.line', 'AS');
  let position = start;
  const total = {black: 0, red: 0};
  const balance = [];
  while (!game.winner(position)) {
    const choices = await game.choices(position, scores);
    const played = choices[choices.length - 1];
    const before = game.best(position, choices).result;
    const lost = game.givenAway(position, choices, played);
    const forBlack = ({winner, points}) => (winner === 'black' ? points : winner === 'red' ? -points : 0);
    balance.push([forBlack(before) - lost.black + lost.red, forBlack(played.result)]);
    assert.ok(lost.black >= 0 && lost.red >= 0);
    for (const side of ['black', 'red']) total[side] += lost[side];
    position = played.position;
    if (balance.length > 12) break;
  }
  for (const [expected, found] of balance) assert.equal(found, expected);
  assert.ok(total.black + total.red > 0);
});
