#!/usr/bin/env node
// Tests rules, notation, annotations, addresses and strategies of the page.  Compares them with the module, the corpus and
// the output of //reports:annotate.
import assert from 'node:assert/strict';
import {webcrypto} from 'node:crypto';
import {readFileSync, readdirSync} from 'node:fs';
import test from 'node:test';
import {lines} from '../web/board.js';
import {Module} from '../web/module.js';
import {Game, NAMED, allStyles, image, moveText, parseRules, rulesText, styleName} from '../web/rules.js';
import {heading, parseAnything, parseItems, parseSetup, print, useModule} from '../web/notation.js';
import {annotateItem, valueLookup, choose, outcome, resultText} from '../web/annotation.js';
import {fromAddress, initialState, toAddress} from '../web/address.js';
import {Strategy, parseCertificate} from '../web/win.js';
import {curveText, height} from '../web/curve.js';
import {hint} from '../web/hint.js';
import {goalShapes} from '../web/intro.js';
import {STRENGTHS} from '../web/opponent.js';
import {fault, worstMove, results} from '../web/review.js';
import {resultWords} from '../web/wording.js';
import {Chapter} from '../web/chapter.js';
import {loadJson} from '../web/load.js';
import {makeMessage} from '../web/messages.js';
import {Solver} from '../web/solver.js';
import {load, save} from '../web/store.js';
import {trapsOf} from '../web/traps.js';

globalThis.crypto ??= webcrypto;  // Node 18 has no global crypto.

const read = (path) => readFileSync(path, 'utf8');
const wasm = await WebAssembly.compile(readFileSync('bindings/webassembly/teeko.wasm'));
useModule(wasm);
const board5x5 = {rows: 5, columns: 5};
const moduleOf = (rules) => new Module(wasm, typeof rules === 'string' ? parseRules(rules) : rules);
function gameOf(name, module = moduleOf(name)) {
  return new Game(parseRules(name), module.goals(), module.neighbours());
}
function solved(name) {
  const module = moduleOf(name);
  module.solve();
  const game = gameOf(name, module);
  const probe = (positions) => module.probe(positions);
  const table = valueLookup(game, {probe: async (positions) => probe(positions), traps: async (position) => trapsOf(game, probe, position)});
  return {game, table, choices: table.choices};
}
// Returns a random number generator with a seed.
function random(seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

test('named rules are those of the corpus', () => {
  // A 7×7 board does not fit into the memory of a page.
  const files = readdirSync('corpus/rules').filter((name) => name.endsWith('.textproto') && name !== 'standard_7x7.textproto');
  assert.deepEqual(files.map((name) => name.replace('.textproto', '')).sort(), Object.keys(NAMED).sort());
  for (const file of files) {
    const text = read(`corpus/rules/${file}`);
    const number = (field) => Number(new RegExp(`^${field}: (\\d+)`, 'm').exec(text)[1]);
    const goals = [...text.matchAll(/^goals \{ (\w+) \{(?: \w+: (\d+))? ?\} \}/gm)].map(([, shape, size]) =>
      (shape === 'tilted_squares' ? {shape: 'tilted'} : {shape, size: Number(size)}));
    const {styles, ...rules} = parseRules(file.replace('.textproto', ''));
    assert.deepEqual(rules, {
      rows: number('rows'), columns: number('columns'), pieces: number('pieces'), wrapped: text.includes('edges: WRAPPED'),
      moves: (/^moves: (\w+)/m.exec(text)?.[1] ?? 'KING').toLowerCase(),
      goals, banned: [...text.matchAll(/^banned_first_drops: (\d+)/gm)].map(([, square]) => Number(square)),
    });
    assert.equal(styles.length, 8);
  }
});

test('rules are the same after conversion to text and back, and invalid texts are refused', () => {
  for (const text of [...Object.keys(NAMED), '3x7.3.line.wrapped.ban1.ban2', '4x4.4.line.wrapped.diagonal', '4x5.4.diamond1.tilted.square2']) {
    assert.equal(rulesText(parseRules(text)), text);
  }
  for (const text of ['', 'chess', '0x0.4.line', '10x10.4.line', '5x5.4', '5x5.4.line5', '5x5.6.line', '5x5.3.square1', '5x5.4.square5',
    '5x5.4.line.ban26', '1x3.2.line', '2x2.4.tilted', '5x5.13.line', '__proto__', 'constructor']) {
    assert.throws(() => parseRules(text), Error, text);
  }
});

test('styles have Scarne’s names', () => {
  assert.deepEqual(allStyles(4), ['SSSS', 'AAAA', 'ASSS', 'AASS', 'AAAS', 'SAAA', 'SSAA', 'SSSA']);
  assert.deepEqual(['SSSS', 'AASS', 'SAAA', 'ASAS', 'AAAA'].map(styleName),
    ['Standard', 'Two-Move Alternate', 'One-Move Standard', 'ASAS', 'Alternate']);
});

test('moves and their positions agree with the values of the module', async () => {
  for (const name of ['board4x4', '4x4.3.line.wrapped', '3x4.2.line', '4x4.3.line.knight']) {
    const {game, choices} = solved(name);
    const module = moduleOf(name);
    module.solve();
    const next = random(7);
    let decided = 0;
    for (let i = 0; i < 300; ++i) {
      let position = game.start(game.rules.styles[Math.floor(next() * game.rules.styles.length)]);
      for (let plies = Math.floor(next() * 14); plies > 0; --plies) {
        const moves = game.moves(position);
        if (moves.length > 0) position = game.after(position, moves[Math.floor(next() * moves.length)]);
      }
      const winner = game.winner(position);
      const [value] = module.probe([position]);
      if (winner) assert.deepEqual(value, {outcome: 'loss', plies: 0});
      if (winner) continue;
      // If a move were missing or wrong, the value of the best move would differ from the module's value.
      const [{result}] = await choices(position);
      const expected = value.outcome === 'draw' ? 0 : value.outcome === 'win' ? 1 : -1;
      assert.equal(outcome(position.toMove, result), expected);
      if (expected) assert.equal(result.plies + 1, value.plies);
      if (expected) ++decided;
    }
    assert.ok(decided > 20);
  }
});

test('moves are in the order of the letter', async () => {
  const game = gameOf('standard');
  const {black, red} = await parseSetup('Black on 1 2 3 9; Red on 21 22 23 13', board5x5);
  const moves = game.moves({black, red, toMove: 'red', style: 'SSSS', banned: false}).map(moveText);
  assert.equal(moves.slice(0, 7).join(' '), '13-8 13-12 13-14 13-18 13-7 13-17 13-19');
});

test('pieces move as the rules say', () => {
  for (const [way, ends, wrong] of /** @type {[string, number[], string][]} */ ([
    ['knight', [2, 4, 6, 10, 16, 20, 22, 24], 'pieces move like knights in chess'],
    ['orthogonal', [8, 12, 14, 18], 'pieces move one step along a row or a column'],
    ['diagonal', [7, 9, 17, 19], 'pieces move one step along a diagonal']])) {
    const game = gameOf(`5x5.4.square1.${way}`);
    const position = {...game.start(), black: [1, 5, 13, 21], red: [3, 11, 15, 25]};
    const from13 = game.moves(position).filter(({from}) => from === 13).map(({to}) => to);
    assert.deepEqual(from13.sort((a, b) => a - b), ends);
    const to = way === 'diagonal' ? 8 : 7;
    assert.throws(() => game.play(position, {from: 13, to}), {message: `13-${to} is not a move: ${wrong}`});
  }
});

test('impossible moves and positions are refused with the reason', () => {
  const game = gameOf('standard');
  const start = game.start('SSSS', true);
  assert.throws(() => game.play(start, {to: 13}), /banned/);
  assert.throws(() => game.play(start, {to: 26}), /numbered 1 to 25/);
  assert.throws(() => game.play(start, {from: 1, to: 2}), /pieces left to drop/);
  assert.throws(() => game.play(game.play(start, {to: 1}), {to: 1}), /occupied/);
  const all = {...start, black: [1, 2, 3, 9], red: [21, 22, 23, 13]};
  assert.throws(() => game.play(all, {to: 5}), /Black has no pieces left to drop/);
  assert.throws(() => game.play(all, {from: 13, to: 14}), /Black has no piece on 13/);
  assert.throws(() => game.play(all, {from: 9, to: 11}), /not adjacent/);
  assert.throws(() => game.play({...all, black: [1, 2, 3, 4], toMove: 'red'}, {from: 13, to: 14}), /Black has won/);
  assert.equal(game.check(all), '');
  assert.match(game.check({...all, black: [1, 2, 3, 4]}), /already has a goal/);
  assert.match(game.check({...all, red: [1, 2]}), /black piece and a red piece/);
  assert.match(game.check({...all, red: [21]}), /drop in turn/);
  assert.match(game.check({...all, black: [1, 2, 3, 9, 10]}), /5 pieces/);
  assert.match(game.check({...start, black: [1]}), /next drop is Red's/);
});

test('turning four times, mirroring and flipping twice change nothing', () => {
  for (const rules of [parseRules('standard'), parseRules('3x4.2.line')]) {
    for (let square = 1; square <= rules.rows * rules.columns; ++square) {
      for (const [how, times] of [['turn', 4], ['mirror', 2], ['flip', 2]]) {
        let there = square;
        for (let i = 0; i < times; ++i) there = image(rules, how, there);
        assert.equal(there, square);
      }
    }
  }
});

test('the corpus is read and printed without changes', async () => {
  for (const [path, count] of [['letter/problem_6.txt', 1], ['letter/game_8.txt', 1], ['letter/cycle.txt', 1],
    ['composed/standard.txt', 50], ['composed/advanced.txt', 50]]) {
    const text = read(`corpus/${path}`);
    const {items, errors} = await parseItems(text, board5x5);
    assert.deepEqual(errors, []);
    assert.equal(items.length, count);
    const bare = (lines) => lines.split('\n').filter((line) => line.trim()).join('\n');
    assert.equal(bare(items.map(print).join('')), bare(text));
  }
});

test('pasted texts are read or refused with the reason', async () => {
  const one = async (text) => {
    const {items, errors} = await parseAnything(text, board5x5);
    assert.deepEqual(errors, []);
    return heading(items[0]) + items[0].plies.map(({move}) => ` ${moveText(move)}`).join('');
  };
  const problem = 'problem: Black on 14 18 19 24; Red on 13 15 17 23; Red to move';
  assert.equal(await one('..... ..... ..O@O .O@@. ..O@.; Red to move'), problem);
  assert.equal(await one('- - - - -\n- - - - -\n- - O @ O\n- O @ @ -\n- - O @ -\n; red TO move'), problem);
  assert.equal(await one('black on 14 18 19 24; red on 13 15 17 23; red to move'), problem);
  const {items: [{initial, ...rest}]} = await parseAnything('..... ..... ..O@O .O@@. ..O@.; Red to move', board5x5);
  assert.deepEqual(rest, {line: 1, comments: [], plies: []});
  assert.equal(await one('13 19 18, 17'), 'game 13 19 18 17');
  assert.equal(await one(`#No. 6\n${problem} and win in 9\n15-9`), `${problem} and win in 9 15-9`);
  for (const text of ['', '   ', '# only a comment', 'hello', '<b>', '1 2 99', '.....', 'problem: Black on 1', 'game x', '💥']) {
    const {items, errors} = await parseAnything(text, board5x5);
    assert.equal(items.length, 0, text);
    assert.ok((errors[0].message ?? errors[0]).length > 10, text);
  }
});

test('annotations are those of //reports:annotate', async () => {
  const {game, choices} = solved('standard');
  for (const name of ['problem_6', 'game_8']) {
    const [item] = (await parseItems(read(`corpus/letter/${name}.txt`), board5x5)).items;
    assert.equal(await annotateItem(game, choices, item, 'SSSS', false), read(`reports/golden/${name}.txt`));
  }
  const [untrue] = (await parseItems('problem: Black on 14 18 19 24; Red on 13 15 17 23; Red to move and draw', board5x5)).items;
  assert.match(await annotateItem(game, choices, untrue, 'SSSS', false), /Initially: Red in 9 \(stated: Red to move and draw\)/);
});

test('the solutions of all problems agree with the tables', async () => {
  for (const name of ['standard', 'advanced']) {
    const {game, choices} = solved(name);
    for (const {initial, plies} of (await parseItems(read(`corpus/composed/${name}.txt`), board5x5)).items) {
      let position = {...game.start(), ...initial};
      const [{result}] = await choices(position);
      assert.deepEqual([result.winner, result.plies + 1], [initial.toMove, initial.statement.plies]);
      for (const {move} of plies) position = game.play(position, move);
      assert.equal(game.winner(position), initial.toMove);
    }
  }
});

test('the computer plays perfectly, sets traps, and plays the given share of random moves', async () => {
  const {game, table, choices} = solved('board4x4');
  const next = random(3);
  let traps = 0;
  for (let i = 0; i < 60; ++i) {
    let position = game.start();
    for (let plies = 0; plies < 24 && !game.winner(position); ++plies) {
      const all = await choices(position);
      const chooser = game.chooser(position);
      const move = await choose(game, table, position, 0, next);
      const {result} = all.find((choice) => moveText(choice.move) === moveText(move.move));
      assert.equal(outcome(chooser, result), outcome(chooser, all[0].result));
      if (outcome(chooser, result) === 1) assert.equal(result.plies, all[0].result.plies);
      if (outcome(chooser, result) === 0 && all.length > 1) {
        const losing = async (choice) => (await choices(choice.position)).filter((reply) => reply.result.winner === chooser).length;
        const kept = all.filter((choice) => !choice.result.winner);
        assert.equal(await losing(move), Math.max(...await Promise.all(kept.map(losing))));
        ++traps;
      }
      // The other side moves at random.
      position = move.position;
      const replies = game.moves(position);
      if (replies.length > 0) position = game.after(position, replies[Math.floor(next() * replies.length)]);
    }
  }
  assert.ok(traps > 50);
  const lost = await parseSetup('Black on 14 18 19 24; Red on 13 15 17 23; Red to move', board5x5);
  const standard = solved('standard');
  const start = {...standard.game.start(), ...lost, toMove: 'red'};
  let best = 0;
  for (let i = 0; i < 400; ++i) if (moveText((await choose(standard.game, standard.table, start, 0.5, next)).move) === '15-9') ++best;
  assert.ok(best > 160 && best < 270, `${best} of 400`);
});

test('of equal draws, the best one has the largest share of losing replies, now or two plies later', async () => {
  const {game, table, choices} = solved('board4x4');
  const next = random(5);
  let deeper = 0;
  for (let i = 0; i < 40; ++i) {
    let position = game.start(['SSSS', 'AASS'][i % 2]);
    for (let plies = 0; plies < 6 + i % 8 && game.moves(position).length > 0; ++plies) {
      const moves = game.moves(position);
      position = game.after(position, moves[Math.floor(next() * moves.length)]);
    }
    const ranked = await table.rank(position);
    if (ranked.length < 2 || ranked[0].result.winner) continue;
    const side = game.chooser(position);
    // The share of replies that lose for the opponent, who is to choose.
    const share = async (at) => {
      const replies = await choices(at);
      return game.chooser(at) === side ? 0 : replies.filter(({result}) => result.winner === side).length / replies.length;
    };
    const later = async (at) => {
      let sum = 0;
      const held = (await choices(at)).filter(({result}) => !result.winner);
      for (const reply of held) {
        if (game.chooser(reply.position) !== side) sum += await share(reply.position);
        else {
          const answers = (await choices(reply.position)).filter(({result}) => !result.winner);
          sum += Math.max(...await Promise.all(answers.map((answer) => share(answer.position))));
        }
      }
      return sum / Math.max(held.length, 1);
    };
    const draws = ranked.filter(({result}) => !result.winner);
    const shares = await Promise.all(draws.map((choice) => share(choice.position)));
    assert.deepEqual(shares, [...shares].sort((a, b) => b - a));
    const best = draws.filter((_, n) => shares[n] === shares[0]);
    const laters = await Promise.all(best.map((choice) => later(choice.position)));
    if (best.length > 1 && new Set(laters).size > 1) ++deeper;
    if (best.length > 1) laters.forEach((value, n) => assert.ok(Math.abs(value - best[n].traps.deeper) < 1e-9));
    assert.deepEqual(laters, [...laters].sort((a, b) => b - a));
  }
  assert.ok(deeper > 3, String(deeper));
});

test('an address has the whole state, and invalid parts are reported', () => {
  const state = {...initialState(), rules: parseRules('3x7.3.line.wrapped.ban1'), style: 'AAS', banned: true, human: 'red', rate: 20,
    start: {black: [1, 2], red: [3], toMove: 'red'}, moves: [{to: 4}, {to: 5}, {to: 6}, {from: 1, to: 8}], at: 2};
  assert.deepEqual(fromAddress(toAddress(state)), {state, problems: []});
  for (const view of ['puzzle', 'win']) {
    const other = {...initialState(), view, puzzle: view === 'puzzle' ? 'advanced.7' : '', moves: [{to: 13}], at: 1,
      rules: parseRules(view === 'win' ? 'advanced' : 'standard')};
    assert.deepEqual(fromAddress(toAddress(other)), {state: other, problems: []});
  }
  assert.deepEqual(fromAddress(''), {state: initialState(), problems: []});
  for (const address of ['#rules=chess', '#style=XXXX', '#moves=13.x', '#black=99', '#hello', '#rules=100x100.4.line', '#turn=green&black=1',
    '#play=white', '#moves=<b>', '#=&&=']) {
    const {state: read, problems} = fromAddress(address);
    assert.ok(problems.length > 0 && problems.every((text) => text.length > 20), address);
    assert.equal(read.rules.rows, 5);
  }
  const points = {...initialState(), view: 'points', rules: parseRules('advanced'), moves: [{to: 13, pips: 4}, {to: 8, pips: 1}, {from: 13, to: 12}], at: 3};
  assert.equal(toAddress(points), '#points&rules=advanced&style=SSSS&moves=13:4.8:1.13-12');
  assert.deepEqual(fromAddress(toAddress(points)), {state: points, problems: []});
  // An address that is too long is not cut, because it would become another game.
  const {state: refused, problems} = fromAddress(`#moves=1${'.6-11'.repeat(5000)}`);
  assert.deepEqual(refused, initialState());
  assert.deepEqual(problems, ['The address has 25,008 characters, but at most 20,000 are read. The page shows the empty board instead.']);
  assert.deepEqual(fromAddress('#moves=13.19.x.4').state.moves, [{to: 13}, {to: 19}]);
});

test('Black wins Advanced Teeko by formations, whatever Red does', () => {
  const game = gameOf('advanced');
  const {formations, plies} = parseCertificate(read('proof/certificates/files/advanced_SSSS.txt'));
  assert.equal(formations.length, 8);
  const strategy = new Strategy(game, formations, plies);
  const next = random(5);
  const longest = [];
  for (let i = 0; i < 200; ++i) {
    let position = game.after(game.start(), {to: 13});
    let ply = 1;
    while (!game.winner(position)) {
      const moves = game.moves(position);
      // In nine of ten plies, Red prevents all goals if possible.
      const sees = moves.filter((move) => {
        const after = game.after(position, move);
        return !strategy.next(setOf(after.black), setOf(after.red)).some((set) => strategy.goals.has(set));
      });
      const among = sees.length > 0 && next() < 0.9 ? sees : moves;
      position = game.after(position, among[Math.floor(next() * among.length)]);
      const {move, goal} = strategy.answer(position.black, position.red);
      position = game.play(position, move);
      assert.ok(strategy.allowed.has(setOf(position.black)) || strategy.parts.has(setOf(position.black)));
      assert.equal(goal, game.winner(position) === 'black');
      ply += 2;
    }
    assert.equal(game.winner(position), 'black');
    assert.ok(ply <= 13);
    longest.push(ply);
  }
  assert.equal(Math.max(...longest), 13);
  assert.equal(strategy.answer([], []).move.to, 13);
  // Without one of the formations there is no winning strategy.
  assert.equal(new Strategy(game, formations.slice(1), plies).answer([], []), null);
  assert.throws(() => parseCertificate('teeko certificate 1 compact'), /cannot be read/);
});

function setOf(squares) {
  return squares.reduce((set, square) => set | (1 << (square - 1)), 0);
}

test('values have the words of the letter', () => {
  assert.deepEqual([{winner: null, plies: 0}, {winner: 'red', plies: 9}, {winner: 'black', plies: 0}].map(resultText),
    ['Draw', 'Red in 9', 'Black wins']);
});

test('values on the page have a verb', () => {
  assert.deepEqual([{winner: null, plies: 0}, {winner: 'red', plies: 9}, {winner: 'black', plies: 0}].map(resultWords),
    ['Draw', 'Red wins in 9', 'Black wins']);
});

test('the introduction shows one goal of each shape of the rules', () => {
  const shown = (name) => goalShapes(gameOf(name)).map(({key, size}) => `${key.slice(5)} ${size}`).join(', ');
  assert.equal(shown('standard'), 'line 4, diagonal 4, square 2');
  assert.equal(shown('advanced'), 'line 4, diagonal 4, square 2, corners 3, corners 4, corners 5');
  assert.equal(shown('diamonds'), 'line 4, diagonal 4, square 2, tilted 3, tilted 5');
  assert.equal(shown('every_square').split(', ').filter((text) => text.startsWith('tilted')).length, 4);
  assert.equal(shown('board4x4'), 'line 4, diagonal 4, square 2');
  // On a torus, goals that cross edges have the same shapes.
  assert.equal(shown('torus'), 'line 4, diagonal 4, square 2');
  assert.equal(shown('3x4.3.line.wrapped'), 'line 3, diagonal 3');
  assert.equal(shown('1x9.3.line'), 'line 3');
  for (const name of ['standard', 'torus', 'every_square', '4x6.4.diamond1.tilted']) {
    const game = gameOf(name);
    for (const {goal} of goalShapes(game)) {
      assert.ok(game.goalKeys.has(goal.join()), name);
      const columns = goal.map((square) => (square - 1) % game.rules.columns);
      assert.ok(Math.max(...columns) - Math.min(...columns) <= 4);
    }
  }
});

test('a hint names the best moves and the reason', async () => {
  const {game, table, choices} = solved('standard');
  const at = async (text) => {
    const position = {...game.start(), ...await parseSetup(text, {rows: 5, columns: 5})};
    const {moves, text: sentence} = hint(game.chooser(position), await table.rank(position));
    return [moves.map(moveText).join(' '), sentence];
  };
  const problem = 'Black on 14 18 19 24; Red on 13 15 17 23; Red to move';
  assert.deepEqual(await at(problem), ['15-9', 'Best: 15-9. Red wins in 8.']);
  const start = await choices(game.start());
  assert.deepEqual(hint('black', start), {moves: [], text: 'All 25 moves are equally good: Draw.'});
  assert.deepEqual(hint('black', await table.rank(game.start())),
    {moves: [{to: 13}], text: 'Best: 13. It holds the draw. The number of losing moves is 0. Then 20 of 24 replies lose.'});
  assert.deepEqual(hint('black', start.slice(0, 2)), {moves: [], text: 'All 2 moves are equally good: Draw.'});
  const result = (winner, plies) => ({winner, plies});
  const choice = (to, value) => ({move: {to}, position: null, result: value});
  const textFor = (...list) => hint('black', list).text;
  const [draw, loss] = [result(null, 0), result('red', 3)];
  assert.equal(textFor(choice(7, draw), choice(8, loss)), 'Only 7 holds the draw. Every other move loses.');
  assert.equal(textFor(choice(7, draw), choice(8, draw), choice(9, loss)), 'Best: 7 or 8. Each of them holds the draw. The number of losing moves is 1.');
  assert.equal(textFor(choice(7, result('black', 0))), 'There is only one move: 7. Black wins.');
  assert.equal(textFor(choice(7, result('red', 5)), choice(8, loss)), 'Every move loses. 7 holds out longest: Red wins in 5.');
  assert.equal(textFor(choice(7, result('black', 2)), choice(8, result('black', 2)), choice(9, draw)), 'Best: 7 or 8. Black wins in 2 with each of them.');
});

test('the worst move is the one that gave away most', () => {
  const win = (plies) => ({winner: 'black', plies});
  const loss = (plies) => ({winner: 'red', plies});
  const draw = {winner: null, plies: 0};
  const ply = (chooser, bestResult, result) => ({chooser, bestResult, result});
  const worst = (side, ...plies) => {
    const found = worstMove(plies, side);
    return found === null || found === 'none' ? found : `${found.index} ${Object.values(fault(plies[found.index])).join(' ')}`;
  };
  assert.equal(worst('black', ply('black', win(8), win(12)), ply('red', win(11), win(3)), ply('black', draw, loss(9))), '2 drawLost 0');
  assert.equal(worst('red', ply('black', draw, loss(9)), ply('red', win(11), win(3))), '1 sooner 8');
  assert.equal(worst('black', ply('black', win(8), win(12)), ply('black', win(8), win(10))), '0 slower 4');
  assert.equal(worst('black', ply('black', win(8), draw), ply('black', win(8), loss(5))), '1 winLost 0');
  // Of two moves that gave away a win, the move that gave away the faster win is worse.
  assert.equal(worst('black', ply('black', win(20), draw), ply('black', win(2), draw)), '1 winDrawn 0');
  assert.equal(worst('black', ply('black', draw, draw), ply('black', loss(4), loss(4))), 'none');
  assert.equal(worst('red', ply('black', draw, draw)), null);
  const game = [ply('black', draw, draw), ply('red', draw, win(7)), ply('black', win(6), draw)];
  const values = results([{result: win(12)}], game);
  assert.deepEqual(values, [win(13), draw, win(7), draw]);
  assert.equal(curveText(values), 'Black wins from ply 0; Draw from ply 1; Black wins from ply 2; Draw from ply 3');
});

test('the curve is higher for faster wins of Black, and lower for faster wins of Red', () => {
  const heights = [['black', 0], ['black', 3], ['black', 40], [null, 0], ['red', 40], ['red', 4], ['red', 0]].map(([winner, plies]) =>
    height({winner, plies}, 40));
  assert.deepEqual(heights, [...heights].sort((a, b) => b - a));
  assert.equal(new Set(heights).size, heights.length);
  assert.deepEqual([heights[0], heights[3], heights[6]], [1, 0, -1]);
});

test('a beginner loses more often than a club player, and a perfect player never loses', async () => {
  const {game, table} = solved('standard');
  const next = random(11);
  const completes = (position, move) => game.goalKeys.has(game.after(position, move)[position.toMove].join());
  // A player who looks one ply ahead.
  const human = (position) => {
    const moves = game.moves(position);
    const safe = moves.filter((move) => {
      const after = game.after(position, move);
      return !game.moves(after).some((reply) => completes(after, reply));
    });
    const among = safe.length > 0 ? safe : moves;
    return moves.find((move) => completes(position, move)) ?? among[Math.floor(next() * among.length)];
  };
  const lost = {};
  for (const [strength, rate] of Object.entries(STRENGTHS)) {
    lost[strength] = 0;
    for (let i = 0; i < 60; ++i) {
      const side = i % 2 ? 'black' : 'red';
      let position = game.start();
      for (let plies = 0; plies < 100 && !game.winner(position); ++plies) {
        position = position.toMove === side ? game.after(position, human(position)) : (await choose(game, table, position, rate / 100, next)).position;
      }
      if (game.winner(position) === side) ++lost[strength];
    }
  }
  assert.ok(lost.beginner >= 20 && lost.beginner <= 45, JSON.stringify(lost));
  assert.ok(lost.club >= 1 && lost.club <= 15, JSON.stringify(lost));
  assert.equal(lost.perfect, 0);
});

test('the lines of the board lead to the neighbours of the rules', () => {
  for (const name of ['standard', 'board4x4', 'torus']) {
    const game = gameOf(name, moduleOf(name));
    const {rows, columns, wrapped} = game.rules;
    const reached = game.neighbours.map(() => new Set());
    for (const [, x, y, dx, dy] of lines(rows, columns, wrapped).matchAll(/M([\d.]+) ([\d.]+)l([-\d.]+) ([-\d.]+)/g)) {
      // Each line leads from the centre of a square half way to the centre of a neighbour.
      const [column, row] = [Number(x) + 2 * Number(dx) - 0.5, Number(y) + 2 * Number(dy) - 0.5];
      reached[(Number(y) - 0.5) * columns + Number(x) - 0.5].add((row + rows) % rows * columns + (column + columns) % columns + 1);
    }
    const ascending = (squares) => [...squares].sort((a, b) => a - b);
    assert.deepEqual(reached.map(ascending), game.neighbours.map(ascending), name);
  }
});

test('the chapter names up to four formations of which a set is a part', () => {
  const nameOf = (numbers) => Chapter.prototype.nameOfSet({allowed: new Map(), parts: new Map([[3, numbers]])}, 3);
  assert.match(nameOf([3, 0, 1, 2]), /1.*2.*3.*4/);
  assert.doesNotMatch(nameOf([0, 1, 2, 3, 4]), /\d/);
  assert.notEqual(nameOf([-1]), nameOf([0, 1, 2, 3, 4]));
});

test('only the first attempt to load a file may use the cache', async () => {
  const {fetch} = globalThis;
  const caches = [];
  globalThis.fetch = async (url, {cache}) => {
    caches.push(cache);
    return new Response('{}');
  };
  for (const attempt of [0, 1, 2]) await loadJson('golden.json', attempt);
  globalThis.fetch = fetch;
  assert.deepEqual(caches, ['default', 'reload', 'reload']);
});

test('the solver starts again once, and says so', async () => {
  const {Worker} = globalThis;
  const attempts = [], told = [];
  globalThis.Worker = class {
    postMessage({attempt}) {
      attempts.push(attempt);
      queueMicrotask(() => this.onmessage({data: {kind: 'failed', retryable: true, message: makeMessage('solver.closed')}}));
    }
    terminate() {}
  };
  const solver = new Solver(parseRules('board4x4'));
  solver.onprogress = (progress) => told.push(progress);
  await assert.rejects(solver.ready);
  globalThis.Worker = Worker;
  assert.deepEqual(attempts, [0, 1]);
  const message = makeMessage('solver.again', {error: makeMessage('solver.closed')});
  assert.deepEqual(told, [{phase: 'loading', level: 0, done: 0, total: 0, seconds: 0, message}]);
});

test('a full store is emptied, and no other error empties it', async () => {
  for (const name of ['QuotaExceededError', 'UnknownError']) {
    const tables = new Map([['old', {}]]);
    const request = (work) => {
      const made = {};
      queueMicrotask(() => {
        try {
          made.result = work();
          made.onsuccess();
        } catch (error) {
          made.error = error;
          made.onerror();
        }
      });
      return made;
    };
    const store = {
      put: (record, key) => request(() => {
        if (tables.size > 0) throw new DOMException('full', name);
        tables.set(key, record);
      }),
      clear: () => request(() => tables.clear()),
    };
    const transaction = () => {
      const made = {objectStore: () => store};
      setTimeout(() => made.oncomplete());
      return made;
    };
    const objectStoreNames = {contains: () => true};
    globalThis.indexedDB = {open: () => request(() => ({transaction, objectStoreNames, close() {}}))};
    const saved = save('new', {sections: [], golden: '', values: new Uint8Array(4)});
    if (name === 'UnknownError') {
      await assert.rejects(saved, {name});
      assert.deepEqual([...tables.keys()], ['old']);
    } else {
      await saved;
      assert.deepEqual([...tables.keys()], ['new']);
    }
  }
  globalThis.indexedDB = {open: () => {
    throw new DOMException('IDBFactory.open: The operation is insecure.', 'SecurityError');
  }};
  await assert.rejects(load('any'), {message: 'the browser does not allow it'});
  delete globalThis.indexedDB;
});
