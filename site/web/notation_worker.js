// Worker that reads a long text, so that the page stays responsive (notation.js).
// @ts-check
import {makeMessage, toMessage} from './messages.js';
import {parseItems} from './notation.js';

onmessage = async ({data: {text, board}}) => {
  try {
    const read = await parseItems(text, board);
    if (read.items.length + read.errors.length === 0) read.errors.push(makeMessage('notation.empty'));
    postMessage(read);
  } catch (error) {
    postMessage({items: [], errors: [toMessage(error)], comments: []});
  }
};
