#!/usr/bin/env node
// Tests the npm package in an empty folder, as its users use it.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {gunzipSync} from 'node:zlib';

const kScratch = process.env.TEST_TMPDIR;
const [kName] = readdirSync('site').filter((name) => name.endsWith('.tgz'));
const kArchive = realpathSync(join('site', kName));
const kFolder = join(kScratch, 'empty folder');
const kPackage = join(kFolder, 'node_modules/teeko');
const kVersion = /VERSION = "(.*)"/.exec(readFileSync('version.bzl', 'utf8'))[1];

mkdirSync(kFolder);
// Without --prefix, npm would use a package.json of a parent folder.
execFileSync('npm', ['install', '--prefix=.', '--offline', '--no-audit', '--no-fund', kArchive],
  {cwd: kFolder, env: {...process.env, HOME: kScratch, npm_config_cache: join(kScratch, 'npm'), npm_config_update_notifier: 'false'}});
const load = (folder) => import(pathToFileURL(join(folder, 'index.js')));
const {moveText, namedRules, solve, valueText} = await load(kPackage);

const solved = new Map();
function tablebase(rules) {
  if (!solved.has(rules)) solved.set(rules, solve(rules));
  return solved.get(rules);
}

// Writes a program into the folder, runs it, and returns its output.
function printed(name, text, ...options) {
  writeFileSync(join(kFolder, name), text);
  return execFileSync('node', [...options, name], {cwd: kFolder, encoding: 'utf8'});
}

const problem6 = {black: [14, 18, 19, 24], red: [13, 15, 17, 23], toMove: 'red'};

test('package.json has the required fields', () => {
  const about = JSON.parse(readFileSync(join(kPackage, 'package.json'), 'utf8'));
  assert.equal(kName, `teeko-${kVersion}.tgz`);
  assert.deepEqual([about.name, about.version, about.license, about.type, about.sideEffects, about.engines.node],
    ['teeko', kVersion, 'Apache-2.0', 'module', false, '>=18']);
  for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts']) assert.ok(!(field in about), field);
  assert.deepEqual(readdirSync(join(kFolder, 'node_modules')).filter((name) => name[0] !== '.'), ['teeko']);
});

test('the archive has the same bytes every time', () => {
  const archive = readFileSync(kArchive);
  assert.equal(archive.readUInt32LE(4), 0, 'the time in gzip’s header');
  const tar = gunzipSync(archive);
  const names = [];
  const field = (at, length) => tar.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '');
  for (let at = 0; tar[at] !== 0;) {
    names.push(field(at, 100));
    assert.deepEqual([field(at + 100, 8), field(at + 108, 8), field(at + 116, 8), field(at + 136, 12), field(at + 265, 32), field(at + 297, 32)],
      ['0000644', '0000000', '0000000', (499162500).toString(8).padStart(11, '0'), '', ''], names.at(-1));
    at += 512 + Math.ceil(parseInt(field(at + 124, 12), 8) / 512) * 512;
  }
  assert.deepEqual(names, [...names].sort());
  assert.deepEqual(names, readdirSync(kPackage).sort().map((name) => `package/${name}`));
  // Packs copies of the files in another order and with other times.
  const copies = join(kScratch, 'copies');
  cpSync(kPackage, copies, {recursive: true});
  const files = readdirSync(copies).sort().reverse().map((name) => join(copies, name));
  for (const file of files) utimesSync(file, 1e9, 1e9);
  const again = join(kScratch, 'again.tgz');
  execFileSync(resolve('site/npm/make_package.py'), [`--out=${again}`, `--version=${kVersion}`, ...files]);
  assert.ok(readFileSync(again).equals(archive));
});

test('the README’s three examples print the stated output', () => {
  const examples = [...readFileSync(join(kPackage, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
  assert.equal(examples.length, 3);
  examples.forEach(([, program, output], i) => assert.equal(printed(`example${i}.mjs`, program), output));
});

test('CommonJS, a program as text, and TypeScript', () => {
  const use = `({solve, valueText}) => solve('board4x4').then((tb) => console.log(valueText(tb.probe({}))))`;
  const expected = 'Draw\n';
  assert.equal(printed('common.cjs', `import('teeko').then(${use})`), expected);
  // With --input-type, a worker starts too.  The test sees this because timers of the calling thread go on.
  const program = `import {solve} from 'teeko';
    let turns = 0;
    const timer = setInterval(() => ++turns, 10);
    await solve('torus');
    clearInterval(timer);
    console.log(turns > 5);`;
  assert.equal(execFileSync('node', ['--input-type=module', '--eval', program], {cwd: kFolder, encoding: 'utf8'}), 'true\n');
  cpSync(realpathSync('site/tests/npm_consumer.ts'), join(kFolder, 'consumer.mts'));
  cpSync(realpathSync('site/tests/npm_consumer.ts'), join(kFolder, 'consumer.ts'));
  const tsc = realpathSync('../npm/node_modules/typescript/lib/tsc.js');
  for (const [file, module, resolution] of [['consumer.mts', 'node16', 'node16'], ['consumer.ts', 'esnext', 'bundler'], ['consumer.ts', 'esnext', 'node10']]) {
    const {status, stdout} = spawnSync('node', [tsc, '--strict', '--noEmit', '--target', 'es2022', '--module', module,
      '--moduleResolution', resolution, file], {cwd: kFolder, encoding: 'utf8'});
    assert.equal(status, 0, `${resolution}: ${stdout}`);
  }
});

test('values, moves and lines', async () => {
  const advanced = await tablebase('advanced');
  assert.deepEqual(advanced.probe(advanced.start()), {winner: 'black', plies: 13});
  assert.deepEqual(advanced.probe({}), {winner: 'black', plies: 13});
  assert.equal(advanced.line({}).length, 13);
  assert.equal(advanced.goals.length, 58);
  const banned = advanced.start('One-Move Standard', true);
  assert.equal(banned.style, 'SAAA');
  assert.deepEqual(advanced.probe(banned), {winner: null, plies: 0});
  assert.deepEqual(advanced.probe({...banned, banned: false}), {winner: 'black', plies: 25});
  assert.throws(() => advanced.play(banned, '13'), /move 13: square 13 is banned/);

  const described = ({move, value}) => `${moveText(move)} ${valueText(value)}`;
  assert.deepEqual(advanced.moves(problem6).slice(0, 3).map(described), ['15-9 Red in 8', '15-10 Draw', '15-20 Draw']);
  assert.equal(advanced.line(problem6).map(({move}) => moveText(move)).join(' '), '15-9 18-22 23-18 14-8 18-14 8-3 9-15 3-2 17-12');
  assert.equal(valueText(advanced.line(problem6).at(-1).value), 'Red wins');
  // Problem 6 of the letter is for Standard Teeko.
  const standard = await tablebase('standard');
  assert.equal(valueText(standard.probe(problem6)), 'Red in 9');
  assert.equal(valueText(standard.probe({})), 'Draw');
  // A drawn line ends with the first repeated position.
  const keys = standard.line({}).map(({position: {black, red, toMove}}) => `${black};${red};${toMove}`);
  assert.equal(new Set(keys).size, keys.length - 1);
  assert.ok(keys.indexOf(keys.at(-1)) < keys.length - 1);
  // Squares can be in any order.  In drops with letter A the opponent picks.
  assert.deepEqual(standard.probe({...problem6, black: [24, 19, 14, 18]}), standard.probe(problem6));
  const over = {black: [4, 2, 1, 3], red: [25, 13, 11, 9], toMove: 'red'};
  assert.deepEqual([standard.probe(over), standard.moves(over)], [{winner: 'black', plies: 0}, []]);
  assert.deepEqual(['AASS', 'SSAA'].map((style) => standard.chooser(standard.start(style))), ['red', 'black']);
});

test('the value of a position is that of its best move', async () => {
  let decided = 0;
  for (const rules of ['board4x4', '3x4.3.line.wrapped', '4x4.3.line', {rows: 4, columns: 3, goals: [{shape: 'square', size: 1}], styles: ['SAAS']}]) {
    const tb = await tablebase(rules);
    let position = tb.start();
    for (let i = 0; i < 300; ++i) {
      const moves = tb.moves(position);
      if (moves.length === 0) {
        assert.equal(tb.probe(position).plies, 0);
        assert.deepEqual(tb.line(position), []);
        position = tb.start(tb.rules.styles[i % tb.rules.styles.length]);
        continue;
      }
      const {winner, plies} = moves[0].value;
      assert.deepEqual(tb.probe(position), {winner, plies: winner ? plies + 1 : 0});
      assert.deepEqual(tb.probeMany(moves.map((move) => move.position)), moves.map(({value}) => value));
      if (winner) ++decided;
      const {move, position: after} = moves[i * 7 % moves.length];
      assert.deepEqual(tb.play(position, moveText(move)), after);
      assert.deepEqual(tb.play(position, move), after);
      position = after;
    }
  }
  assert.ok(decided > 200, `${decided}`);
});

test('many tablebases at once, and the thread stays free', async () => {
  let turns = 0;
  const timer = setInterval(() => ++turns, 10);
  const small = Array.from({length: 20}, (_, i) => `${3 + i % 2}x4.3.line`);
  const all = await Promise.all(['torus', ...small].map((rules) => solve(rules)));
  clearInterval(timer);
  assert.ok(turns > 5, `${turns} turns`);
  assert.deepEqual(all[0].probe({}), {winner: 'black', plies: 11});
  all.slice(1).forEach((tb, i) => assert.deepEqual(tb.probe({}), all[1 + i % 2].probe({})));
  assert.deepEqual(all[1].probe({}), {winner: 'black', plies: 9});
  assert.equal(all[1].rules.rows, 3);
});

test('progress is reported, and solving can be aborted', async () => {
  const seen = [];
  await solve('board4x4', {onProgress: (progress) => seen.push(progress)});
  assert.deepEqual([...new Set(seen.map(({phase}) => phase))], ['levels', 'drops']);
  assert.equal(seen.at(-1).done, seen.at(-1).total);
  const control = new AbortController();
  let told = 0;
  await assert.rejects(solve('standard_6x6', {signal: control.signal, onProgress: () => {
    ++told;
    control.abort(new Error('no longer wanted'));
  }}), /^Error: no longer wanted$/);
  assert.equal(told, 1);
  await assert.rejects(solve('standard', {signal: AbortSignal.abort()}), {name: 'AbortError'});
  await assert.rejects(solve('standard_6x6', {onProgress: () => { throw new Error('out of paper'); }}), /out of paper/);
});

test('without a worker it solves on the calling thread; without teeko.wasm it fails', async () => {
  const folder = join(kScratch, 'no worker');
  cpSync(kPackage, folder, {recursive: true});
  rmSync(join(folder, 'node_worker.js'));
  const alone = await load(folder);
  const seen = [];
  const tb = await alone.solve('board4x4', {onProgress: (progress) => seen.push(progress)});
  assert.equal(valueText(tb.probe({})), 'Draw');
  assert.ok(seen.length > 40);
  const control = new AbortController();
  await assert.rejects(alone.solve('standard_6x6', {signal: control.signal, onProgress: () => control.abort()}), {name: 'AbortError'});
  await assert.rejects(alone.solve('standard_6x6', {onProgress: () => { throw new Error('out of paper'); }}), /out of paper/);
  const empty = join(kScratch, 'no module');
  cpSync(kPackage, empty, {recursive: true});
  rmSync(join(empty, 'teeko.wasm'));
  const without = await load(empty);
  await assert.rejects(without.solve('board4x4'), /teeko\.wasm/);
  cpSync(join(kPackage, 'teeko.wasm'), join(empty, 'teeko.wasm'));
  assert.equal(valueText((await without.solve('board4x4')).probe({})), 'Draw');
});

test('invalid rules are refused with the reason', async () => {
  const line = [{shape: 'line'}];
  for (const [rules, words] of [
    [undefined, /rules: expected an object, got undefined/], [null, /got null/], [5, /got 5/], [[], /got an array/], ['', /got ""/],
    ['chess', /expected standard, .*got "chess"/], ['standard_7x7', /got "standard_7x7"/], ['__proto__', /got "__proto__"/],
    ['5x5.4.star', /Unknown word in the rules: "star"/], ['5x5.4', /at least one goal/], ['9x9.4.line', /81 squares/], [`${'x'.repeat(1e6)}`, /got "x{60}…"/],
    [{}, /rules\.goals: expected an array, got undefined/], [{goals: []}, /at least one goal/], [{goals: 'line'}, /rules\.goals: expected an array/],
    [{goals: [null]}, /rules\.goals\[0\]: expected an object, got null/], [{goals: [{shape: 'star'}]}, /A goal must be a line/],
    [{goals: ['line 4']}, /rules\.goals\[0\]: expected an object, got "line 4"/], [{goals: [{shape: 'line', length: 4}]}, /unknown field "length"/],
    [{goals: [{shape: 'line', size: 3}]}, /line must have 4 squares/], [{goals: [{shape: 'square', size: 5}]}, /1 to 4/],
    [{colums: 4, goals: line}, /unknown field "colums": expected one of rows, /], [{rows: NaN, goals: line}, /number of rows/],
    [{pieces: 1e9, goals: line}, /2 to 12 pieces/], [{pieces: -1, goals: line}, /2 to 12 pieces/], [{pieces: '4', goals: line}, /2 to 12 pieces/],
    [{wrapped: 'no', goals: line}, /rules\.wrapped: expected true or false, got "no"/], [{styles: 'SSSS', goals: line}, /rules\.styles: expected an array/],
    [{styles: [5], goals: line}, /must have 4 letters/], [{banned: [26], goals: line}, /1 to 25/],
  ]) await assert.rejects(solve(rules), words);
  await assert.rejects(solve('advanced', {onprogress() {}}), /options: unknown field "onprogress"/);
  await assert.rejects(solve('advanced', null), /options: expected an object/);
  assert.ok(namedRules.includes('advanced') && Object.isFrozen(namedRules));
});

test('rules that do not fit into memory are refused', async () => {
  for (const rules of ['8x8.8.line', {rows: 8, columns: 8, pieces: 8, goals: [{shape: 'line'}]}, '7x7.4.line.square1']) {
    await assert.rejects(solve(rules), {name: 'RangeError', message: /expected a game that fits into about .*, got one that needs .*GB/});
  }
});

test('invalid positions and moves are refused with the reason', async () => {
  const tb = await tablebase('board4x4');
  for (const [position, words] of [
    [undefined, /position: expected an object, got undefined/], [null, /got null/], ['13', /got "13"/], [[], /got an array/],
    [Object.assign(Object.create(null), {blak: []}), /unknown field "blak"/], [{black: 5}, /position\.black: expected an array, got 5/],
    [{black: {}}, /got an object/], [{black: [0]}, /1 to 16/], [{black: [17]}, /1 to 16/], [{black: [2, '1']}, /^TypeError: position\.black\[1\]: expected a number, got "1"/], [{black: [1.5]}, /1 to 16/],
    [{black: [NaN]}, /1 to 16/], [{black: [, 1]}, /1 to 16/], [{black: [1], red: [1]}, /the same square/], [{red: [1]}, /in turn/],
    [{black: [1], toMove: 'black'}, /next drop is Red's/], [{black: [1], toMove: 'green'}, /Black or Red/],
    [{black: [1, 2, 3, 4], red: [5, 6, 7, 9]}, /Black is to move but already has a goal/], [{style: 'SASX'}, /not been solved/], [{style: 7}, /not been solved/],
    [{banned: 1}, /position\.banned: expected true or false, got 1/],
  ]) {
    for (const ask of ['probe', 'moves', 'line', 'chooser']) assert.throws(() => tb[ask](position), words);
    assert.throws(() => tb.play(position, '13'), words);
  }
  assert.throws(() => tb.probeMany([{}, {black: [99]}]), /positions\[1\]: Squares are numbered 1 to 16/);
  assert.throws(() => tb.probeMany(5), /positions: expected an array/);
  assert.deepEqual(tb.probeMany([]), []);
  assert.throws(() => tb.start('Three-Move'), /style: expected one of SSSS, .*got "Three-Move"/);
  for (const [move, words] of [
    [undefined, /move: expected "13", "15-9" or \{from, to\}, got undefined/], [null, /got null/], ['', /got ""/], ['1-', /got "1-"/], ['13 ', /got "13 "/],
    [`${'1'.repeat(1e6)}`, /got "1{60}…"/], [{}, /got an object/], [{to: 1.5}, /got an object/], [{from: '15', to: '9'}, /^TypeError: move: .*got an object/], ['0', /move 0: .*numbered 1 to 16/],
    [{to: 17}, /numbered 1 to 16/], ['1-2', /pieces left to drop/],
  ]) assert.throws(() => tb.play({}, move), words);
  assert.throws(() => tb.play({black: [1]}, '1'), /move 1: square 1 is occupied/);
  for (const [value, words] of [[{}, /value\.winner: expected "black", "red" or null, got undefined/], ['Draw', /got "Draw"/],
    [{winner: 'black'}, /value\.plies: expected a number, got undefined/]]) assert.throws(() => valueText(value), words);
  // Arguments are not changed, and results are copies.
  const position = Object.freeze({black: Object.freeze([16, 1]), red: Object.freeze([5, 9])});
  tb.play(position, '2');
  tb.rules.styles.length = tb.goals.length = 0;
  assert.ok(tb.rules.styles.length === 8 && tb.goals.length === 19);
});
