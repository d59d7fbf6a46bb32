// Compiles only if the exports of the npm package agree with types.d.ts.
// @ts-check
import * as exported from '../npm/index.js';

/** @type {typeof import('../npm/types.js')} */
export const declared = exported;
