// The worker for browsers.
import {solveFor} from './solve_here.js';

onmessage = ({data}) => solveFor(data, (message, transfer = []) => postMessage(message, {transfer}));
