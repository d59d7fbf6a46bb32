// Reads a long text away from the page (notation.js), and leaves out what the
// page would not show.
// @ts-check
import {parseItems} from './notation.js';

// A page shows no more.
const kMostItems = 1000;
const kMostPlies = 10000;

onmessage = async ({data: {text, board}}) => {
  try {
    const {items, errors, comments} = await parseItems(text, board);
    const kept = items.slice(0, kMostItems).filter(({line, plies}) => {
      if (plies.length > kMostPlies) errors.unshift(`line ${line}: a game has at most ${kMostPlies} plies here, this one has ${plies.length}`);
      return plies.length <= kMostPlies;
    });
    if (items.length > kMostItems) errors.unshift(`of ${items.length} items only the first ${kMostItems} are shown`);
    if (items.length + errors.length === 0) errors.push('there is nothing to read');
    postMessage({items: kept, errors: errors.slice(0, 100), comments: comments.slice(0, 100)});
  } catch (error) {
    postMessage({items: [], errors: [error.message], comments: []});
  }
};
