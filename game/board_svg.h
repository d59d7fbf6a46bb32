// Draws a board as an SVG picture that needs no style sheet.

#ifndef TEEKO_GAME_BOARD_SVG_H_
#define TEEKO_GAME_BOARD_SVG_H_

#include <optional>
#include <string>
#include <vector>

#include "game/position.h"

namespace teeko {

// The text in an empty square.
struct SquareLabel {
  std::string text;
  std::optional<Colour> winner;  // sets the colour of the text
};

// Returns an SVG document of rows × columns squares, 48 units wide each.
//
// `labels` has an element for each square, row by row; it may be empty, and a
// square without text shows its number.  `title` is the description for readers
// who do not see the picture.  Thread-safe.
std::string BoardSvg(int rows, int columns, const Position& position,
                     const std::vector<SquareLabel>& labels,
                     const std::string& title);

}  // namespace teeko

#endif  // TEEKO_GAME_BOARD_SVG_H_
