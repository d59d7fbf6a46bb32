#include "reports/claims/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/claims/markup.h"

namespace teeko::reports {
namespace {

constexpr int kCell = 20;  // a square's side, in SVG's units
constexpr int kMargin = 2;

// Where the square's centre is; squares count from 0.
struct Point {
  int x;
  int y;
};
Point CentreOf(int square, int columns) {
  return {kMargin + square % columns * kCell + kCell / 2,
          kMargin + square / columns * kCell + kCell / 2};
}

std::string Picture(int width, int height, absl::string_view css_class,
                    absl::string_view alt, absl::string_view content) {
  return Element("svg",
                 {{"class", std::string(css_class)},
                  {"viewBox", absl::StrCat("0 0 ", width, " ", height)},
                  {"role", "img"}},
                 absl::StrCat(Element("title", Escape(alt)), content));
}

std::string BoardPictureOf(int rows, int columns, absl::string_view alt,
                           absl::string_view content) {
  return Picture(columns * kCell + 2 * kMargin, rows * kCell + 2 * kMargin,
                 "board", alt, content);
}

std::string Cell(int square, int columns, absl::string_view css_class) {
  const auto [x, y] = CentreOf(square, columns);
  return Element("rect",
                 {{"class", std::string(css_class)},
                  {"x", absl::StrCat(x - kCell / 2)},
                  {"y", absl::StrCat(y - kCell / 2)},
                  {"width", absl::StrCat(kCell)},
                  {"height", absl::StrCat(kCell)}},
                 "");
}

std::string Label(Point at, absl::string_view css_class,
                  absl::string_view text) {
  return Element("text",
                 {{"class", std::string(css_class)},
                  {"x", absl::StrCat(at.x)},
                  {"y", absl::StrCat(at.y)}},
                 Escape(text));
}

std::string Piece(int square, int columns, absl::string_view css_class) {
  const auto [x, y] = CentreOf(square, columns);
  return Element("circle",
                 {{"class", std::string(css_class)},
                  {"cx", absl::StrCat(x)},
                  {"cy", absl::StrCat(y)},
                  {"r", "7.2"}},
                 "");
}

bool Contains(Squares set, int square) { return set >> square & 1; }

}  // namespace

std::string Svg(const BoardPicture& board, absl::string_view alt) {
  std::string content;
  const auto& [rows, columns, black, red, marked] = board;
  for (int square = 0; square < rows * columns; ++square) {
    absl::StrAppend(&content,
                    Cell(square, columns,
                         Contains(marked, square) ? "cell marked" : "cell"));
    const bool piece = Contains(black | red, square);
    absl::StrAppend(
        &content,
        piece ? Piece(square, columns,
                      Contains(black, square) ? "black piece" : "red piece")
              : Label(CentreOf(square, columns), "number",
                      absl::StrCat(square + 1)));
  }
  return BoardPictureOf(rows, columns, alt, content);
}

std::string Svg(const MapPicture& map, absl::string_view alt) {
  constexpr absl::string_view kKinds[] = {"draw", "black", "red", "banned"};
  std::string content;
  for (int square = 0; square < map.rows * map.columns; ++square) {
    const auto& [kind, plies] = map.squares[square];
    absl::StrAppend(&content, Cell(square, map.columns,
                                   absl::StrCat("cell ", kKinds[kind])));
    const std::string label = kind == MapPicture::Square::kBanned ? "×"
                              : kind == MapPicture::Square::kDraw
                                  ? "="
                                  : absl::StrCat(plies);
    absl::StrAppend(&content,
                    Label(CentreOf(square, map.columns),
                          absl::StrCat("value on-", kKinds[kind]), label));
  }
  return BoardPictureOf(map.rows, map.columns, alt, content);
}

std::string Svg(const Histogram& histogram) {
  constexpr int kWidth = 640;
  constexpr int kHeight = 220;
  constexpr int kLeft = 44;
  constexpr int kBottom = 28;
  constexpr int kTop = 10;
  const int bars = static_cast<int>(histogram.levels.size());
  const uint64_t most = *std::ranges::max_element(histogram.levels);
  const double decades = std::ceil(std::log10(std::max<double>(most, 10)));
  const double step = double{kWidth - kLeft} / bars;
  // Where a count stands on the logarithmic axis; a single one is seen, too.
  const auto height_of = [&](double count) {
    return (std::log10(count) + 0.15) / (decades + 0.15) *
           (kHeight - kBottom - kTop);
  };
  std::string content;
  for (int decade = 0; decade <= decades; ++decade) {
    const double y = kHeight - kBottom - height_of(std::pow(10, decade));
    constexpr absl::string_view kNames[] = {"1",    "10",   "100", "1k",
                                            "10k",  "100k", "1M",  "10M",
                                            "100M", "1G",   "10G"};
    absl::StrAppend(
        &content,
        Element("line",
                {{"class", "grid"},
                 {"x1", absl::StrCat(kLeft)},
                 {"x2", absl::StrCat(kWidth)},
                 {"y1", absl::StrFormat("%.1f", y)},
                 {"y2", absl::StrFormat("%.1f", y)}},
                ""),
        Label({kLeft - 6, static_cast<int>(std::lround(y))}, "axis count",
              kNames[std::min<size_t>(decade, std::size(kNames) - 1)]));
  }
  for (int n = 0; n < bars; ++n) {
    const uint64_t count = histogram.levels[n];
    const double x = kLeft + n * step;
    if (count > 0) {
      const double height = height_of(count);
      absl::StrAppend(
          &content,
          Element("rect",
                  {{"class", n % 2 == 1 ? "won bar" : "lost bar"},
                   {"x", absl::StrFormat("%.1f", x + 0.1 * step)},
                   {"y", absl::StrFormat("%.1f", kHeight - kBottom - height)},
                   {"width", absl::StrFormat("%.1f", 0.8 * step)},
                   {"height", absl::StrFormat("%.1f", height)}},
                  Element("title", absl::StrCat(n % 2 == 1 ? "won" : "lost",
                                                " in ", n, ": ", count))));
    }
    if (n % (bars > 70 ? 20 : 10) == 0) {
      absl::StrAppend(&content,
                      Label({static_cast<int>(std::lround(x + step / 2)),
                             kHeight - kBottom + 14},
                            "axis", absl::StrCat(n)));
    }
  }
  return Picture(kWidth, kHeight, "histogram", histogram.caption, content);
}

std::string Svg(const Diagram& diagram) {
  constexpr int kWidth = 96;  // of a box
  constexpr int kHeight = 38;
  constexpr int kAcross = 114;  // from box to box
  constexpr int kDown = 56;
  const auto centre_of = [](const Diagram::Box& box) {
    return Point{box.column * kAcross + kMargin + kWidth / 2,
                 box.row * kDown + kMargin + kHeight / 2};
  };
  std::string content;
  for (const auto& [from, to] : diagram.arrows) {
    const Point start = centre_of(diagram.boxes[from]);
    const Point end = centre_of(diagram.boxes[to]);
    const int dx = end.x - start.x;
    const int dy = end.y - start.y;
    // The share of the way that is inside a box, from its centre.
    const double inside = std::min(dx == 0 ? 1 : kWidth / 2.0 / std::abs(dx),
                                   dy == 0 ? 1 : kHeight / 2.0 / std::abs(dy));
    // The arrow's tip, and points so far behind it and beside it.
    const double length = std::hypot(dx, dy);
    const auto at = [&](double behind, double beside) {
      const double x = end.x - inside * dx;
      const double y = end.y - inside * dy;
      return absl::StrFormat("%.1f %.1f",
                             x - (behind * dx + beside * dy) / length,
                             y - (behind * dy - beside * dx) / length);
    };
    absl::StrAppend(
        &content,
        Element("path",
                {{"class", "arrow"},
                 {"d", absl::StrCat("M", at(length * (1 - 2 * inside), 0), "L",
                                    at(0, 0))}},
                ""),
        Element("path",
                {{"class", "head"},
                 {"d", absl::StrCat("M", at(0, 0), "L", at(7, 3.5), "L",
                                    at(7, -3.5), "z")}},
                ""));
  }
  int columns = 0;
  int rows = 0;
  for (const Diagram::Box& box : diagram.boxes) {
    columns = std::max(columns, box.column);
    rows = std::max(rows, box.row);
    const Point centre = centre_of(box);
    absl::StrAppend(&content,
                    Element("rect",
                            {{"class", box.marked ? "box own" : "box"},
                             {"x", absl::StrCat(centre.x - kWidth / 2)},
                             {"y", absl::StrCat(centre.y - kHeight / 2)},
                             {"width", absl::StrCat(kWidth)},
                             {"height", absl::StrCat(kHeight)},
                             {"rx", "4"}},
                            ""),
                    Label({centre.x, centre.y - 7}, "title", box.title),
                    Label({centre.x, centre.y + 8}, "subtitle", box.subtitle));
  }
  return Picture(columns * kAcross + kWidth + 2 * kMargin,
                 rows * kDown + kHeight + 2 * kMargin, "diagram",
                 diagram.caption, content);
}

}  // namespace teeko::reports
