#include "game/board_svg.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/substitute.h"

namespace teeko {
namespace {

constexpr int kCell = 48;

constexpr char kStyle[] =
    "<style>rect{fill:#f4ecd8;stroke:#8a7a5c}text{font:15px sans-serif;"
    "text-anchor:middle;fill:#6b5d43}.number{font-size:11px;fill:#8a7a5c}"
    ".black{fill:#1c1c1c}.red{fill:#b3261e}text.black,text.red{font-weight:"
    "bold}"
    "</style>";

const char* ClassOf(Colour colour) {
  return colour == Colour::kBlack ? "black" : "red";
}

}  // namespace

std::string BoardSvg(int rows, int columns, const Position& position,
                     const std::vector<SquareLabel>& labels,
                     const std::string& title) {
  std::string svg = absl::Substitute(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"$0\" height=\"$1\" "
      "role=\"img\">\n<title>$2</title>\n$3\n",
      columns * kCell, rows * kCell,
      absl::StrReplaceAll(title, {{"&", "&amp;"}, {"<", "&lt;"}}), kStyle);
  for (int square = 0; square < rows * columns; ++square) {
    const int x = square % columns * kCell;
    const int y = square / columns * kCell;
    absl::StrAppend(&svg, absl::Substitute("<rect x=\"$0\" y=\"$1\" "
                                           "width=\"$2\" height=\"$2\"/>",
                                           x, y, kCell));
    const bool black = position.black >> square & 1;
    if (black || (position.red >> square & 1)) {
      absl::StrAppend(&svg,
                      absl::Substitute(
                          "<circle class=\"$0\" cx=\"$1\" cy=\"$2\" r=\"16\"/>",
                          ClassOf(black ? Colour::kBlack : Colour::kRed),
                          x + kCell / 2, y + kCell / 2));
    } else {
      const bool has_label = !labels.empty() && !labels[square].text.empty();
      const char* const css_class = !has_label ? "number"
                                    : labels[square].winner
                                        ? ClassOf(*labels[square].winner)
                                        : "draw";
      absl::StrAppend(
          &svg,
          absl::Substitute(
              "<text class=\"$0\" x=\"$1\" y=\"$2\">$3</text>", css_class,
              x + kCell / 2, y + kCell / 2 + 5,
              has_label ? labels[square].text : absl::StrCat(square + 1)));
    }
    svg += "\n";
  }
  return svg + "</svg>\n";
}

}  // namespace teeko
