#!/usr/bin/env node
// The page's texts: the same keys and placeholders in every language, each of them
// used, and nothing that a reader sees written anywhere else.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import test from 'node:test';
import {MESSAGES, problem, say} from '../web/messages.js';
import {LANGUAGES, preferred, speak, t, words} from '../web/texts.js';
import {taskWords, worthWords} from '../web/wording.js';

const ts = createRequire(`${process.cwd()}/`)('../npm/node_modules/typescript/lib/typescript.js');
const modules = readdirSync('site/web').filter((name) => name.endsWith('.js')).map((name) => ({
  name, source: ts.createSourceFile(name, readFileSync(`site/web/${name}`, 'utf8'), ts.ScriptTarget.ES2022, true)}));
const html = readFileSync('site/web/index.html', 'utf8');
const forms = (text) => (typeof text === 'string' ? [text] : Object.values(text));
const placeholders = (text) => forms(text).map((form) =>
  [...new Set([...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name[0].toLowerCase() + name.slice(1)))].sort().join());
function visit(node, act) {
  act(node);
  ts.forEachChild(node, (child) => visit(child, act));
}

test('every language has the same keys, placeholders and plurals', () => {
  const {en, ...others} = LANGUAGES;
  assert.deepEqual(Object.keys(LANGUAGES).sort(), ['de', 'en', 'es']);
  for (const [code, texts] of Object.entries(others)) {
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort(), code);
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(typeof text, typeof en[key], `${code} ${key}`);
      for (const form of forms(text)) assert.ok(form.trim() && !/["'] |\.\.\./.test(form), `${code} ${key}: ${form}`);
      // Values may go into another sentence, but not get lost: {ply}, say.
      assert.deepEqual(placeholders(text), placeholders(en[key]), `${code} ${key}`);
    }
    const same = Object.keys(en).filter((key) => JSON.stringify(texts[key]) === JSON.stringify(en[key]) && /[a-z]{3} [a-z]{3}/.test(forms(en[key])[0]));
    assert.deepEqual(same, [], `${code} is still English`);
  }
});

test('every text is used, and every text that is used exists', () => {
  const keys = new Set([...html.matchAll(/data-(?:text|tip|label)="([^"]+)"/g)].map(([, key]) => key));
  const beginnings = [];
  for (const {name, source} of modules) {
    visit(source, (node) => {
      if (ts.isStringLiteralLike(node) && /^[a-z]\w*(\.\w+)*$/.test(node.text)) keys.add(node.text);
      if (ts.isTemplateExpression(node) && /^[a-z]\w*\.(\w+\.)*$/.test(node.head.text)) beginnings.push(node.head.text);
      if (!ts.isCallExpression(node) || !['t', 'say', 'problem', 'again', 'fail', 'demand'].includes(node.expression.getText())) return;
      const key = node.arguments.find(ts.isStringLiteralLike);
      if (key && /\w\.\w/.test(key.text)) assert.ok(Object.hasOwn(LANGUAGES.en, key.text), `${name}: ${key.text}`);
    });
  }
  for (const [, key] of html.matchAll(/data-(?:text|tip|label)="([^"]+)"/g)) assert.ok(Object.hasOwn(LANGUAGES.en, key), key);
  for (const key of Object.keys(LANGUAGES.en)) {
    assert.ok(keys.has(key) || beginnings.some((beginning) => key.startsWith(beginning)), `nothing uses ${key}`);
  }
});

// What says nothing to a reader of the page.
const SILENT = {
  // The files of the library and of the notation, in English for all: texts/ has what the page says of them.
  'messages.js': /./, 'notation.js': /./, 'notation_worker.js': /./, 'annotation.js': /./, 'sw.js': /./,
  'rules.js': /^(Black|Red|Standard|Alternate|One|Two|Three|-Move )$/,
  // English for the npm package.
  'memory.js': /^(about |more than a million GB)/, 'worth.js': /./,
};

test('nothing that a reader sees is written outside of the texts', () => {
  const found = [];
  for (const {name, source} of modules) {
    visit(source, (node) => {
      const literal = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
      // A word with a capital, or two words with more than the letters of a class between them.
      if (!literal || !/(^|[^\p{L}.#\[])\p{Lu}\p{Ll}{2,}|\p{L}{2,}[.,:;!?…] ?(\p{L}{2,}|$)|\p{L}{3,} \p{L}+ \p{L}/u.test(node.text)) return;
      let use = node.parent;
      if (ts.isTemplateSpan(use)) use = use.parent;
      if (ts.isTemplateExpression(use)) use = use.parent;
      const code = ts.isImportDeclaration(use) || ts.isExportDeclaration(use) || ts.isElementAccessExpression(use) ||
        (ts.isPropertyAssignment(use) && /^(className|class|key|id|d|href|viewBox|file)$/.test(use.name.getText())) ||
        (ts.isBinaryExpression(use) && /event\.key|error\??\.name|\.type$/.test(use.getText())) ||
        (ts.isCallExpression(use) && /^(t|say|problem|again|fail|demand|get|on|querySelector|querySelectorAll|closest|addEventListener|postMessage)$/.test(
          use.expression.getText().split(/\??\./).pop())) ||
        // Keys, files and lengths.
        /^[\w./]+[./]\w*$|^px, $/.test(node.text);
      if (!code && !SILENT[name]?.test(node.text)) found.push(`${name}: ${node.getText()}`);
    });
  }
  assert.deepEqual(found, []);
  // The line that is shown if no script runs has to be there.
  const body = html.replace(/<head>.*<\/head>/s, '').replace(/<!--.*?-->|<p id="solved">.*?<\/p>|<kbd>.*?<\/kbd>|<dt>.*?<\/dt>/gs, '').replaceAll('>Teeko<', '><');
  assert.deepEqual([...body.matchAll(/>([^<]*\p{L}[^<]*)</gu)].map(([, text]) => text.trim()), []);
  assert.deepEqual([...body.matchAll(/ (?:title|aria-label|alt)="[^"]*"/g)].map(([text]) => text), []);
});

test('the reader’s language is the first that there is', () => {
  assert.equal(preferred([null, 'de-AT', 'en']), 'de');
  assert.equal(preferred(['es', 'de']), 'es');
  assert.equal(preferred([undefined, 'fr-CA', 'es-419']), 'es');
  assert.equal(preferred(['EN-us']), 'en');
  assert.equal(preferred(['fr', '', 'xx']), 'en');
  assert.equal(preferred([]), 'en');
  assert.equal(preferred(['constructor', 'toString']), 'en');
});

test('numbers, plurals, lists and sides are those of the language', () => {
  const said = (code) => {
    speak(code);
    return [t('solving.some', {n: 1}), t('solving.some', {n: 75710250}), t('said.take', {from: [1, 2, 3], to: 4}), t('turn.won', {side: 'red'}),
      worthWords({winner: 'black', plies: 9}), worthWords({winner: null, plies: 0}), taskWords({toMove: 'red', statement: {outcome: 'win', plies: 9}})];
  };
  assert.deepEqual(said('de'), ['1 Stellung', '75.710.250 Stellungen', 'Bitte erst einen Stein nehmen: Nach 4 kann der von 1, 2 oder 3 ziehen',
    'Rot hat gewonnen.', 'Schwarz gewinnt in 9', 'Remis', 'Rot am Zug gewinnt in 9']);
  assert.deepEqual(said('es'), ['1 posición', '75.710.250 posiciones', 'elija antes una ficha: a 4 puede ir la de 1, 2 o 3',
    'Han ganado las rojas.', 'Ganan negras en 9', 'Tablas', 'Juegan las rojas y ganan en 9']);
  assert.deepEqual(said('en'), ['1 position', '75,710,250 positions', 'Take up a piece first: 1, 2, or 3 can go to 4',
    'Red has won.', 'Black wins in 9', 'Draw', 'Red to move and win in 9']);
  assert.throws(() => t('no.such.text'), /no "no.such.text"/);
});

test('what the solver says is English in the library and the reader’s on the page', () => {
  speak('de');
  const error = problem('play.piece', {side: 'red', square: 7});
  assert.equal(error.message, 'Red has no piece on 7');
  assert.equal(words(error), 'Rot hat keinen Stein auf 7');
  const nested = say('solver.again', {error: say('solver.stopped', {reason: 'killed'})});
  assert.equal(nested.message, 'The solver has stopped (killed). Starting anew.');
  // As it comes out of a worker.
  assert.equal(words(structuredClone(nested)), 'Der Löser ist stehen geblieben (killed). Er beginnt von vorn.');
  assert.equal(words(new Error('anything else')), 'anything else');
  for (const key of Object.keys(MESSAGES)) assert.ok(!/\{\w+\}/.test(words(say(key, new Proxy({}, {get: () => 1})))), key);
  speak('en');
});
