// What the npm package exports is what its types.d.ts declares.
// @ts-check
import * as exported from '../npm/index.js';

/** @type {typeof import('../npm/types.js')} */
export const declared = exported;
