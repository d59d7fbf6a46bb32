// Uses all types of the npm package; npm_test compiles it with --strict.
import {moveText, namedRules, solve, valueText} from 'teeko';
import type {Move, Position, Progress, RulesInput, Successor, Tablebase, Value} from 'teeko';

export async function use(signal: AbortSignal): Promise<string[]> {
  const seen: Progress[] = [];
  const tb: Tablebase = await solve('advanced', {signal, onProgress: (progress) => seen.push(progress)});
  const own: RulesInput = {rows: 3, columns: 4, pieces: 3, goals: [{shape: 'line'}]};
  await solve(own);
  const start: Position = tb.start('AASS', true);
  const value: Value = tb.probe({black: [14, 18, 19, 24], red: [13, 15, 17, 23], toMove: 'red'});
  const values: Value[] = tb.probeMany([start, {}]);
  const successors: Successor[] = [...tb.moves(start), ...tb.line(start)];
  const after: Position = tb.play(tb.play(start, '13'), {to: 8});
  const move: Move = successors[0].move;
  const winner: 'black' | 'red' | null = values[0].winner;
  return [...namedRules, valueText(value), moveText(move), tb.chooser(after), String(winner)];
}

export function misuse(tb: Tablebase): void {
  // @ts-expect-error: rules have goals
  void solve({rows: 3});
  // @ts-expect-error: no such shape
  void solve({goals: [{shape: 'star'}]});
  // @ts-expect-error: no such option
  void solve('advanced', {onprogress() {}});
  // @ts-expect-error: no such colour
  tb.probe({toMove: 'white'});
  // @ts-expect-error: no such field
  tb.probe({centreBan: true});
  // @ts-expect-error: a square is missing
  tb.play(tb.start(), {from: 1});
  // @ts-expect-error: a draw has no winner
  tb.probe({}).winner.toUpperCase();
  // @ts-expect-error: solve is asynchronous
  solve('advanced').probe({});
}
