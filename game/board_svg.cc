#include "game/board_svg.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace teeko {
namespace {

constexpr int kCell = 20;
constexpr int kMargin = 2;

constexpr char kStyle[] =
    "<style>rect{fill:#f4ecd8;stroke:#8a7a5c;stroke-width:.7}"
    "text{font:7px sans-serif;text-anchor:middle;dominant-baseline:central;"
    "fill:#6b5d43}.black,g.black rect{fill:#1c1c1c}.red,g.red rect"
    "{fill:#b3261e}g.black text,g.red text{fill:#fff}</style>";

std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

}  // namespace

std::vector<SquarePicture> SquarePictures(int rows, int columns,
                                          const Position& position) {
  std::vector<SquarePicture> squares(rows * columns, {.css_class = "plain"});
  for (int square = 0; square < rows * columns; ++square) {
    if (position.black >> square & 1) {
      squares[square].piece = Colour::kBlack;
    } else if (position.red >> square & 1) {
      squares[square].piece = Colour::kRed;
    } else {
      squares[square].label = absl::StrCat(square + 1);
    }
  }
  return squares;
}

std::string BoardSvg(int columns, const std::vector<SquarePicture>& squares,
                     const std::string& title, bool standalone) {
  const int rows = squares.size() / columns;
  const int width = columns * kCell + 2 * kMargin;
  const int height = rows * kCell + 2 * kMargin;
  std::string svg = "<svg class=\"board\" ";
  if (standalone) {
    absl::StrAppend(&svg, "xmlns=\"http://www.w3.org/2000/svg\" width=\"",
                    48 * columns, "\" height=\"", 48 * rows, "\" ");
  }
  absl::StrAppend(&svg, "viewBox=\"0 0 ", width, " ", height,
                  "\" role=\"img\"><title>", Escaped(title), "</title>",
                  standalone ? kStyle : "");
  for (size_t i = 0; i < squares.size(); ++i) {
    const SquarePicture& square = squares[i];
    absl::StrAppend(&svg, "<g class=\"", square.css_class,
                    "\" transform=\"translate(",
                    kMargin + static_cast<int>(i) % columns * kCell, " ",
                    kMargin + static_cast<int>(i) / columns * kCell,
                    ")\"><rect width=\"20\" height=\"20\"/>");
    if (square.piece) {
      absl::StrAppend(&svg, "<circle class=\"",
                      *square.piece == Colour::kBlack ? "black" : "red",
                      "\" cx=\"10\" cy=\"10\" r=\"7.2\"/>");
    }
    if (!square.label.empty()) {
      absl::StrAppend(&svg, "<text x=\"10\" y=\"10\">", Escaped(square.label),
                      "</text>");
    }
    svg += "</g>";
  }
  return svg + "</svg>\n";
}

}  // namespace teeko
