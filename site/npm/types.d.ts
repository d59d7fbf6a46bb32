// The exports of the npm package (index.js).  Squares are numbered from 1, row by row.

export type Colour = 'black' | 'red';

/** A goal family: all goals of one shape and, except for tilted squares, of one size. */
export interface GoalFamily {
  shape: 'line' | 'square' | 'diamond' | 'tilted';
  /**
   * Line: the number of squares, which must be equal to `pieces`; default: `pieces`.  Square: its side, in steps.  Diamond: its radius, in
   * steps.  Tilted squares have no size.
   */
  size?: number;
}

export interface Rules {
  rows: number;
  columns: number;
  /** The number of pieces of each side. */
  pieces: number;
  /** True if opposite edges are joined. */
  wrapped: boolean;
  /** A king moves one step in any direction. */
  moves: 'king' | 'knight' | 'orthogonal' | 'diagonal';
  goals: GoalFamily[];
  /**
   * Each style has a letter for each drop of a side.  S: the owner of the piece picks the square.  A: the opponent
   * picks it.
   */
  styles: string[];
  /** The squares that the centre ban forbids to the first drop. */
  banned: number[];
}

/**
 * Rules with optional fields.  Defaults: 5 rows, 5 columns, 4 pieces, edges that are not joined, kings, no banned squares, and
 * the styles with at most one change of letter, such as SSSS and AASS.
 */
export type RulesInput = Pick<Rules, 'goals'> & Partial<Rules>;

export interface Position {
  /** The squares of the pieces, ascending. */
  black: number[];
  red: number[];
  /** The side to move; in the drop phase, the owner of the next piece. */
  toMove: Colour;
  /** One of the styles of the rules. */
  style: string;
  /** True if the first drop must not be on a banned square of the rules. */
  banned: boolean;
}

/**
 * A position with optional fields.  Defaults: no pieces, the side that drops next (Black if all pieces are on the
 * board), the first style of the rules, and no centre ban.
 */
export type PositionInput = Partial<Position>;

/** A drop, which has no `from`, or a move. */
export interface Move {
  from?: number;
  to: number;
}

/** The result of perfect play. */
export interface Value {
  /** The side that wins, or null for a draw. */
  winner: Colour | null;
  /** The distance: plies to the end of the game.  0 for draws and for games that have ended. */
  plies: number;
}

export interface Successor {
  move: Move;
  /** The position after the move. */
  position: Position;
  /** The value of this position. */
  value: Value;
}

export interface Progress {
  /** "levels": positions with all pieces on the board, solved first.  "drops": the drop phase. */
  phase: 'levels' | 'drops';
  /** The last solved level, in plies. */
  level: number;
  /** The number of solved positions of this phase. */
  done: number;
  /** The number of all positions of this phase; 0 if it is not known yet. */
  total: number;
}

export interface SolveOptions {
  /** Called with the progress.  If it throws, solve ends and rejects with its error. */
  onProgress?: (progress: Progress) => void;
  /** Aborts solve, which rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/**
 * The values of all positions of one game.  Each method that takes a position throws an Error if a field is wrong, or if
 * no game with these rules can reach the position.  The Error is a TypeError if `black`, `red` or `banned` has the wrong type, or
 * if a field is unknown.
 */
export interface Tablebase {
  /** A copy of the rules, with all fields. */
  readonly rules: Rules;
  /** The squares of each goal. */
  readonly goals: number[][];
  /**
   * Returns the empty board.
   * @param style the letters of the style, such as "AASS", or Scarne's name for it, such as "Two-Move Alternate"; default: the first style of the rules
   * @param banned true if the first drop must not be on a banned square; default: false
   */
  start(style?: string, banned?: boolean): Position;
  /** Returns the value of a position. */
  probe(position: PositionInput): Value;
  /** Returns the values of positions.  The message of an Error begins with the name of the position, such as `positions[3]`. */
  probeMany(positions: readonly PositionInput[]): Value[];
  /** Returns all moves, from best to worst for the side that picks.  Returns an empty array if the game has ended. */
  moves(position: PositionInput): Successor[];
  /**
   * Returns a line of best play.  The line ends with the game or, in a draw, with the first repeated position.
   */
  line(position: PositionInput): Successor[];
  /**
   * Returns the position after a move such as {from: 15, to: 9} or "15-9".  Throws an Error with the reason if the move
   * is impossible.
   */
  play(position: PositionInput, move: Move | string): Position;
  /** Returns the side that picks the next move: the opponent of the piece's owner in drops with letter A. */
  chooser(position: PositionInput): Colour;
}

/** The names that solve takes: "standard", "advanced", … */
export const namedRules: readonly string[];

/**
 * Solves a game in memory.  Teeko on 5×5 takes one or two seconds and about 60 MB.  Several games can be solved at the
 * same time.
 * @param rules a name in namedRules; a text such as "4x5.4.line.square2.wrapped.ban13" (board, pieces, goals, edges and
 *     banned squares); or an object
 * @returns a promise.  It rejects with an Error if the rules are invalid, and with a RangeError if the memory does not
 *     suffice.  If onProgress throws or the signal aborts, it rejects with that error or with the reason of the signal.
 */
export function solve(rules: string | RulesInput, options?: SolveOptions): Promise<Tablebase>;

/** Returns a move in Scarne's notation: "13" or "15-9". */
export function moveText(move: Move): string;

/** Returns a value as text: "Black in 13", "Draw", or "Red wins" if the game has ended. */
export function valueText(value: Value): string;
