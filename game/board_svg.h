// Draws boards as SVG.  The report and `query --svg` use it; the page on which
// one plays has its own drawing code.

#ifndef TEEKO_GAME_BOARD_SVG_H_
#define TEEKO_GAME_BOARD_SVG_H_

#include <optional>
#include <string>
#include <vector>

#include "game/position.h"

namespace teeko {

// The picture of one square.
struct SquarePicture {
  std::string css_class;  // "plain", "marked", "banned", "black" or "red"
  std::optional<Colour> piece = {};
  std::string label = {};  // text on the square or on the piece
};

// Returns the pictures of rows × columns squares with the pieces of `position`.
// Empty squares are labelled with their numbers.
std::vector<SquarePicture> SquarePictures(int rows, int columns,
                                          const Position& position);

// Returns an <svg> element.  `squares` has the squares row by row; `title`
// describes the picture in words.  If `standalone` is true, the picture is a
// complete document with its own style, 48 pixels for each square.  Otherwise
// the size and the style come from the page that contains the element.
// Thread-safe.
std::string BoardSvg(int columns, const std::vector<SquarePicture>& squares,
                     const std::string& title, bool standalone);

}  // namespace teeko

#endif  // TEEKO_GAME_BOARD_SVG_H_
