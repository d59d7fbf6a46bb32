#!/usr/bin/env node
// Tests the page's texts: all languages have the same keys and placeholders, the page uses each text, and all visible texts
// are in texts/.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import test from 'node:test';
import {MESSAGES, makeError, makeMessage} from '../web/messages.js';
import {LANGUAGES, preferredLanguage, setLanguage, t, messageText} from '../web/texts.js';
import {taskWords, resultWords} from '../web/wording.js';

const ts = createRequire(`${process.cwd()}/`)('../npm/node_modules/typescript/lib/typescript.js');
const modules = readdirSync('site/web').filter((name) => name.endsWith('.js')).map((name) => ({
  name, source: ts.createSourceFile(name, readFileSync(`site/web/${name}`, 'utf8'), ts.ScriptTarget.ES2022, true)}));
const html = ['web/game', 'pages/frame'].map((name) => readFileSync(`site/${name}.html`, 'utf8')).join('');
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
      // The order of the placeholders may differ, but all languages must have all placeholders.
      assert.deepEqual(placeholders(text), placeholders(en[key]), `${code} ${key}`);
    }
    const same = Object.keys(en).filter((key) => JSON.stringify(texts[key]) === JSON.stringify(en[key]) && /[a-z]{3} [a-z]{3}/.test(forms(en[key])[0]));
    assert.deepEqual(same, [], `${code} is still English`);
  }
});

test('every text is used, and every used text exists', () => {
  const keys = new Set([...html.matchAll(/data-(?:text|tip|label)="([^"]+)"/g)].map(([, key]) => key));
  const beginnings = [];
  for (const {name, source} of modules) {
    visit(source, (node) => {
      if (ts.isStringLiteralLike(node) && /^[a-z]\w*(\.\w+)*$/.test(node.text)) keys.add(node.text);
      if (ts.isTemplateExpression(node) && /^[a-z]\w*\.(\w+\.)*$/.test(node.head.text)) beginnings.push(node.head.text);
      if (!ts.isCallExpression(node) || !['t', 'makeMessage', 'makeError', 'retryableError', 'fail', 'requireThat'].includes(node.expression.getText())) return;
      const key = node.arguments.find(ts.isStringLiteralLike);
      if (key && /\w\.\w/.test(key.text)) assert.ok(Object.hasOwn(LANGUAGES.en, key.text), `${name}: ${key.text}`);
    });
  }
  for (const [, key] of html.matchAll(/data-(?:text|tip|label)="([^"]+)"/g)) assert.ok(Object.hasOwn(LANGUAGES.en, key), key);
  for (const key of Object.keys(LANGUAGES.en)) {
    assert.ok(keys.has(key) || beginnings.some((beginning) => key.startsWith(beginning)), `nothing uses ${key}`);
  }
});

// Strings in these files that match the pattern are not texts of the page.
const SILENT = {
  // The library and the notation are in English; texts/ has their translations for the page.
  'messages.js': /./, 'notation.js': /./, 'notation_worker.js': /./, 'annotation.js': /./, 'sw.js': /./,
  'rules.js': /^(Black|Red|Standard|Alternate|One|Two|Three|-Move )$/,
  // English for the npm package.
  'memory.js': /^(about |more than a million GB)/, 'value.js': /./,
};

test('all visible texts are in texts/', () => {
  const found = [];
  for (const {name, source} of modules) {
    visit(source, (node) => {
      const literal = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
      // Finds a capitalized word, a word with punctuation, or several words.
      if (!literal || !/(^|[^\p{L}.#\[])\p{Lu}\p{Ll}{2,}|\p{L}{2,}[.,:;!?…] ?(\p{L}{2,}|$)|\p{L}{3,} \p{L}+ \p{L}/u.test(node.text)) return;
      let use = node.parent;
      if (ts.isTemplateSpan(use)) use = use.parent;
      if (ts.isTemplateExpression(use)) use = use.parent;
      const code = ts.isImportDeclaration(use) || ts.isExportDeclaration(use) || ts.isElementAccessExpression(use) ||
        (ts.isPropertyAssignment(use) && /^(className|class|key|id|d|href|viewBox|file)$/.test(use.name.getText())) ||
        (ts.isBinaryExpression(use) && /event\.key|error\??\.name|\.type$/.test(use.getText())) ||
        (ts.isCallExpression(use) && /^(t|makeMessage|makeError|retryableError|fail|requireThat|get|on|querySelector|querySelectorAll|closest|addEventListener|postMessage)$/.test(
          use.expression.getText().split(/\??\./).pop())) ||
        // Keys of texts, names of files, and lengths in CSS.
        /^[\w./]+[./]\w*$|^px, $/.test(node.text);
      if (!code && !SILENT[name]?.test(node.text)) found.push(`${name}: ${node.getText()}`);
    });
  }
  assert.deepEqual(found, []);
  // Other texts are only those for browsers that do not run scripts.
  const body = html.replace(/\$\w+/g, '').replace(/(data-(?:text|label)="[^"]*")>[^<]*</g, '$1><').replace(/aria-label="[^"]*" data-label/g, 'data-label').replace(/<head>.*?<\/head>/gs, '').replace(/<!--.*?-->|<p id="solved">.*?<\/p>|<kbd>.*?<\/kbd>|<dt>.*?<\/dt>/gs, '').replaceAll('>Teeko<', '><');
  assert.deepEqual([...body.matchAll(/>([^<]*\p{L}[^<]*)</gu)].map(([, text]) => text.trim()), []);
  assert.deepEqual([...body.matchAll(/ (?:title|aria-label|alt)="[^"]*"/g)].map(([text]) => text), []);
});

test('the first available language is chosen', () => {
  assert.equal(preferredLanguage([null, 'de-AT', 'en']), 'de');
  assert.equal(preferredLanguage(['es', 'de']), 'es');
  assert.equal(preferredLanguage([undefined, 'fr-CA', 'es-419']), 'es');
  assert.equal(preferredLanguage(['EN-us']), 'en');
  assert.equal(preferredLanguage(['fr', '', 'xx']), 'en');
  assert.equal(preferredLanguage([]), 'en');
  assert.equal(preferredLanguage(['constructor', 'toString']), 'en');
});

test('numbers, plurals, lists and sides are those of the language', () => {
  const examples = (code) => {
    setLanguage(code);
    assert.doesNotMatch(['solving.levels', 'points.solving', 'points.memory'].map((key) => t(key, {n: 1, count: 1, most: 9, level: 1, seconds: 1})).join(' '),
      /\b1 (plies|points|Halbzügen|Punkten|turnos|puntos)\b/);
    return [t('solving.some', {n: 1}), t('solving.some', {n: 75710250}), t('status.take', {from: [1, 2, 3], to: 4}), t('turn.won', {side: 'red'}),
      resultWords({winner: 'black', plies: 9}), resultWords({winner: null, plies: 0}), taskWords({toMove: 'red', statement: {outcome: 'win', plies: 9}})];
  };
  assert.deepEqual(examples('de'), ['1 Stellung', '75.710.250 Stellungen', 'wählen Sie zuerst einen Stein: Der Stein auf 1, 2 oder 3 kann nach 4 ziehen',
    'Rot hat gewonnen.', 'Schwarz gewinnt in 9', 'Remis', 'Rot am Zug gewinnt in 9']);
  assert.deepEqual(examples('es'), ['1 posición', '75.710.250 posiciones', 'elija antes una ficha: la ficha de 1, 2 o 3 puede ir a 4',
    'Han ganado las rojas.', 'Ganan negras en 9', 'Tablas', 'Juegan las rojas y ganan en 9']);
  assert.deepEqual(examples('en'), ['1 position', '75,710,250 positions', 'select a piece first: the piece on 1, 2, or 3 can go to 4',
    'Red has won.', 'Black wins in 9', 'Draw', 'Red to move and win in 9']);
  assert.throws(() => t('no.such.text'), /no "no.such.text"/);
});

test('messages are English in the library and translated on the page', () => {
  setLanguage('de');
  const error = makeError('play.piece', {side: 'red', square: 7});
  assert.equal(error.message, 'Red has no piece on 7');
  assert.equal(messageText(error), 'Rot hat keinen Stein auf 7');
  const nested = makeMessage('solver.again', {error: makeMessage('solver.stopped', {reason: 'killed'})});
  assert.equal(nested.message, 'The solver has stopped (killed). Starting again.');
  // A worker sends a copy of the message.
  assert.equal(messageText(structuredClone(nested)), 'Der Löser ist stehen geblieben (killed). Er beginnt von vorn.');
  assert.equal(messageText(new Error('anything else')), 'anything else');
  // A message that ends in a full stop may stand at the end of another one.
  assert.equal(makeMessage('store.notKept', {reason: 'It is full.'}).message, 'The browser did not store the table for the next visit: It is full.');
  assert.match(messageText(makeMessage('store.notKept', {reason: 'Voll.'})), /: Voll\.$/);
  for (const key of Object.keys(MESSAGES)) assert.ok(!/\{\w+\}/.test(messageText(makeMessage(key, new Proxy({}, {get: () => 1})))), key);
  setLanguage('en');
});
