// The worker for Node.
import {parentPort, workerData} from 'node:worker_threads';
import {solveFor} from './solve_here.js';

solveFor(workerData, (message, transfer = []) => parentPort.postMessage(message, transfer));
