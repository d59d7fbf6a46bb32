// Reads a long text away from the page (notation.js).
// @ts-check
import {say, saidBy} from './messages.js';
import {parseItems} from './notation.js';

onmessage = async ({data: {text, board}}) => {
  try {
    const read = await parseItems(text, board);
    if (read.items.length + read.errors.length === 0) read.errors.push(say('notation.empty'));
    postMessage(read);
  } catch (error) {
    postMessage({items: [], errors: [saidBy(error)], comments: []});
  }
};
