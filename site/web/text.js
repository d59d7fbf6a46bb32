// The frame of a text page.
import {startFrame} from './frame.js';

startFrame(() => {});
