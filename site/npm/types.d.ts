// What the npm package exports (index.js).  Squares are numbered from 1, row by row.

export type Colour = 'black' | 'red';

/** All squares sets of some shape that win. */
export interface GoalFamily {
  shape: 'line' | 'square' | 'diamond' | 'tilted';
  /**
   * A line's number of squares, which is the number of pieces of a side and may be left out; a
   * square's side, or a diamond's distance from centre to corner, in steps from square to square;
   * none for tilted squares.
   */
  size?: number;
}

export interface Rules {
  rows: number;
  columns: number;
  /** Of a side. */
  pieces: number;
  /** True if opposite edges are joined. */
  wrapped: boolean;
  goals: GoalFamily[];
  /**
   * A letter for each of a side's drops: with S the owner of the piece picks the square, with A
   * the opponent.
   */
  styles: string[];
  /** The squares that a centre ban forbids to the first drop. */
  banned: number[];
}

/**
 * Rules of one's own.  The defaults are 5 rows, 5 columns, 4 pieces, edges that are not joined, all
 * styles that are a run of one letter and then a run of the other, and no banned squares.
 */
export type RulesInput = Pick<Rules, 'goals'> & Partial<Rules>;

export interface Position {
  /** The squares of the pieces, ascending. */
  black: number[];
  red: number[];
  /** As long as there are drops to come: the owner of the next piece, whoever picks its square. */
  toMove: Colour;
  style: string;
  /** True if the first drop must not go to the banned squares of the rules. */
  banned: boolean;
}

/**
 * A position in which something may be left out.  The defaults are no pieces, the side whose drop
 * is next (Black if all pieces are placed), the first style of the rules, and no centre ban.
 */
export type PositionInput = Partial<Position>;

/** A drop has no `from`. */
export interface Move {
  from?: number;
  to: number;
}

/** The result of perfect play. */
export interface Value {
  /** null for a draw. */
  winner: Colour | null;
  /** To the end of the game; 0 for a draw and for a game that is over. */
  plies: number;
}

export interface Successor {
  move: Move;
  /** After the move. */
  position: Position;
  /** Of this position. */
  value: Value;
}

export interface Progress {
  /** First levels, positions with all pieces placed; then drops. */
  phase: 'levels' | 'drops';
  /** The last level that has been solved, in plies. */
  level: number;
  /** Positions of this phase that have been solved. */
  done: number;
  /** Positions of this phase; 0 if their number is not known yet. */
  total: number;
}

export interface SolveOptions {
  /** Called now and then; what it throws ends solve. */
  onProgress?: (progress: Progress) => void;
  /** Ends solve, which rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * What every position of one game is worth.  Each method that takes a position throws a TypeError
 * if its fields have the wrong types, and an Error if no game of these rules can come to it.
 */
export interface Tablebase {
  /** A copy of the rules, with nothing left out. */
  readonly rules: Rules;
  /** The squares of each goal. */
  readonly goals: number[][];
  /**
   * Returns the empty board.
   * @param style its letters or Scarne's name, "AASS" or "Two-Move Alternate"; default: the first
   *     style of the rules
   * @param banned true if the first drop must not go to the banned squares; default: false
   */
  start(style?: string, banned?: boolean): Position;
  /** Returns the value of a position. */
  probe(position: PositionInput): Value;
  /** Returns the values of positions; the Error of one that is refused begins with its index. */
  probeMany(positions: readonly PositionInput[]): Value[];
  /** Returns every move, the best first for the side that picks it; none if the game is over. */
  moves(position: PositionInput): Successor[];
  /**
   * Returns the first best move again and again, to the end of the game or, in a draw, until a
   * position comes again.
   */
  line(position: PositionInput): Successor[];
  /**
   * Returns the position after a move, {from: 15, to: 9} or "15-9"; throws an Error that says why
   * if the move is impossible.
   */
  play(position: PositionInput, move: Move | string): Position;
  /** Returns the side that picks the next move: for drops by letter A, not the piece's owner. */
  chooser(position: PositionInput): Colour;
}

/** The names that solve takes: "standard", "advanced", … */
export const namedRules: readonly string[];

/**
 * Solves a game in memory: a second or two and about 60 MB for Teeko on 5×5.  Any number of games
 * can be solved, also at the same time.
 * @param rules a name of namedRules; words such as "4x5.4.line.square2.wrapped.ban13" (board,
 *     pieces, goals, edges and banned squares); or an object
 * @returns Rejects with an Error that says what is wrong with the rules, a RangeError if solving
 *     takes more memory than there is, and with what ended it.
 */
export function solve(rules: string | RulesInput, options?: SolveOptions): Promise<Tablebase>;

/** Returns a move in Scarne's notation: "13" or "15-9". */
export function moveText(move: Move): string;

/** Returns a value in words: "Black in 13", "Draw", or "Red wins" if the game is over. */
export function valueText(value: Value): string;
