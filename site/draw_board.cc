// The program draw_board: draws a board of a text page.

#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "base/program.h"
#include "base/status.h"
#include "game/board_svg.h"

namespace teeko {
namespace {

constexpr char kUsage[] =
    R"(Draws a board as SVG, for a page that has styles for it.

  draw_board TITLE COLUMNS MARK...

The marks of the squares, row by row: X is a piece, o a square to point out, . an
empty square, and any other text is copied to the square.  For example:

  draw_board 'squares 1 and 4' 2 X . . X
)";

absl::Status Run(const std::vector<std::string>& arguments) {
  int columns = 0;
  if (arguments.size() < 3 || !absl::SimpleAtoi(arguments[1], &columns) ||
      columns < 1) {
    return base::Invalid("expected TITLE COLUMNS MARK...");
  }
  std::vector<SquarePicture> squares;
  for (size_t i = 2; i < arguments.size(); ++i) {
    const std::string& mark = arguments[i];
    SquarePicture& square = squares.emplace_back();
    square.css_class = mark == "o" ? "marked" : "plain";
    if (mark == "X") {
      square.piece = Colour::kBlack;
    } else if (mark != "o" && mark != ".") {
      square.label = mark;
    }
  }
  std::cout << BoardSvg(columns, squares, arguments[0], /*standalone=*/false);
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::kUsage, teeko::Run);
}
