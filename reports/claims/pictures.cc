#include "reports/claims/pictures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

constexpr int kCell = 20;  // a square's side, in SVG's units
constexpr int kMargin = 2;

std::vector<int> NumbersOf(Squares squares) {
  std::vector<int> numbers;
  for (; squares != 0; squares &= squares - 1) {
    numbers.push_back(std::countr_zero(squares) + 1);
  }
  return numbers;
}

findings::Board EmptyBoard(const Rules& rules, const std::string& alt) {
  const int columns = rules.columns();
  findings::Board board;
  board.set_width(columns * kCell + 2 * kMargin);
  board.set_height(rules.rows() * kCell + 2 * kMargin);
  board.set_alt(alt);
  for (int square = 0; square < static_cast<int>(rules.rows()) * columns;
       ++square) {
    findings::Square& cell = *board.add_squares();
    cell.set_x(kMargin + square % columns * kCell);
    cell.set_y(kMargin + square / columns * kCell);
  }
  return board;
}

// A square as text: "@", "O", "-", or what a map's label says.
std::string TextOf(const findings::Square& square) {
  if (square.piece() == "black") return "@";
  if (square.piece() == "red") return "O";
  if (square.css_class() == "black") return "B" + square.label();
  if (square.css_class() == "red") return "R" + square.label();
  if (square.css_class() == "banned") return "x";
  return square.css_class() == "draw" ? "=" : "-";
}

// The rows of a figure's boards, side by side.
std::vector<std::string> RowsOf(const Rules& rules,
                                const findings::Figure& figure) {
  std::vector<std::string> rows(rules.rows());
  for (const findings::Board& board : figure.boards()) {
    size_t width = 1;
    for (const findings::Square& square : board.squares()) {
      width = std::max(width, TextOf(square).size());
    }
    for (int i = 0; i < board.squares_size(); ++i) {
      std::string& row = rows[i / rules.columns()];
      const bool first = i % rules.columns() == 0;
      absl::StrAppendFormat(&row, "%s%*s",
                            row.empty() ? ""
                            : first     ? "   "
                                        : " ",
                            static_cast<int>(width), TextOf(board.squares(i)));
    }
  }
  return rows;
}

}  // namespace

findings::Board BoardOf(const Rules& rules, const Position& position,
                        const BoardStyle& style) {
  findings::Board board = EmptyBoard(rules, PlacementText(position));
  for (int i = 0; i < board.squares_size(); ++i) {
    const auto in = [i](Squares set) { return set >> i & 1; };
    findings::Square& square = *board.mutable_squares(i);
    square.set_css_class(in(style.marked) ? "marked" : "plain");
    if (in(position.black | position.red)) {
      square.set_piece(in(position.black) ? "black" : "red");
      if (in(style.moved)) square.set_label("•");
    } else {
      square.set_label(absl::StrCat(i + 1));
    }
  }
  return board;
}

findings::Board MapOf(const Rules& rules, const Variant& variant) {
  std::vector<std::string> wins;
  findings::Board board = EmptyBoard(rules, "");
  for (findings::Square& square : *board.mutable_squares()) {
    square.set_css_class("banned");
    square.set_label("×");
  }
  for (const auto& [number, value] : variant.first_drops) {
    findings::Square& square = *board.mutable_squares(number - 1);
    square.set_css_class(!value.winner                     ? "draw"
                         : *value.winner == Colour::kBlack ? "black"
                                                           : "red");
    square.set_label(value.winner ? absl::StrCat(value.plies) : "=");
    if (value.winner) {
      wins.push_back(absl::StrCat(number, ": ", ToString(*value.winner),
                                  " wins in ", value.plies));
    }
  }
  board.set_alt(absl::StrCat(
      "First drops: ", absl::StrJoin(wins, "; "), wins.empty() ? "" : "; ",
      variant.first_drops.size() - wins.size(), " draw"));
  return board;
}

findings::Histogram HistogramOf(const studies::Depths& depths,
                                const std::string& alt) {
  // The plot's place in a picture of 640 by 240.
  constexpr double kLeft = 62, kRight = 636, kTop = 10, kBottom = 190;
  const std::vector<uint64_t>& levels = depths.levels;
  findings::Histogram histogram;
  histogram.set_alt(alt);
  const uint64_t most = *std::ranges::max_element(levels);
  const double decades = std::ceil(std::log10(std::max<double>(most, 10)));
  // A single placement is seen, too.
  const auto height_of = [&](double count) {
    return (std::log10(count) + 0.15) / (decades + 0.15) * (kBottom - kTop);
  };
  for (int decade = 0; decade <= decades; ++decade) {
    findings::Tick& tick = *histogram.add_counts();
    tick.set_at(kBottom - height_of(std::pow(10, decade)));
    tick.set_label(WithCommas(std::pow(10, decade)));
  }
  const double step = (kRight - kLeft) / levels.size();
  constexpr int kAbreast = 4;
  const int text_rows =
      (static_cast<int>(levels.size()) + kAbreast - 1) / kAbreast;
  std::vector<std::string> text(text_rows);
  for (int n = 0; n < static_cast<int>(levels.size()); ++n) {
    const double x = kLeft + n * step;
    const std::string count = WithCommas(levels[n]);
    absl::StrAppendFormat(&text[n % text_rows], "%5d %11s", n, count);
    if (n % (levels.size() > 70 ? 20 : 10) == 0) {
      findings::Tick& tick = *histogram.add_plies();
      tick.set_at(x + step / 2);
      tick.set_label(absl::StrCat(n));
    }
    if (levels[n] == 0) continue;
    findings::Bar& bar = *histogram.add_bars();
    bar.set_x(x + 0.1 * step);
    bar.set_y(kBottom - height_of(levels[n]));
    bar.set_width(0.8 * step);
    bar.set_height(height_of(levels[n]));
    bar.set_css_class(n % 2 == 1 ? "won" : "lost");
    bar.set_title(absl::StrCat(bar.css_class(), " in ", n, ": ", count));
  }
  histogram.mutable_text()->Assign(text.begin(), text.end());
  return histogram;
}

void AddText(const Rules& rules, findings::Figures& figures) {
  constexpr size_t kLine = 78;
  std::vector<std::vector<std::string>> blocks;  // titles over rows
  size_t width = 0;
  for (const findings::Figure& figure : figures.figures()) {
    blocks.push_back(RowsOf(rules, figure));
    blocks.back().insert(blocks.back().begin(), figure.title());
    for (const std::string& line : blocks.back()) {
      width = std::max(width, line.size() + 3);
    }
  }
  const size_t abreast =
      std::max<size_t>(1, kLine / std::max<size_t>(width, 1));
  for (size_t first = 0; first < blocks.size(); first += abreast) {
    if (first > 0) figures.add_text("");
    for (int line = 0; line <= static_cast<int>(rules.rows()); ++line) {
      std::string text;
      for (size_t i = first; i < std::min(first + abreast, blocks.size());
           ++i) {
        text.resize((i - first) * width, ' ');
        text += blocks[i][line];
      }
      figures.add_text(text);
    }
  }
}

std::string PlacementText(const Position& position) {
  return absl::StrCat("Black on ",
                      absl::StrJoin(NumbersOf(position.black), " "),
                      "; Red on ", absl::StrJoin(NumbersOf(position.red), " "));
}

Position PositionOf(const extra_rules::Placement& placement, Colour mover) {
  const auto set = [](const auto& squares) {
    Squares set = 0;
    for (const uint32_t square : squares) {
      if (square >= 1 && square <= 64) set |= Squares{1} << (square - 1);
    }
    return set;
  };
  Position position = {.black = set(placement.mover()),
                       .red = set(placement.opponent()),
                       .to_move = mover};
  if (mover == Colour::kRed) std::swap(position.black, position.red);
  return position;
}

std::vector<Position> CyclePositions(
    const extra_rules::UniqueMoveCycle& cycle) {
  std::vector<Position> positions;
  Colour mover = Colour::kBlack;
  for (const extra_rules::Placement& placement : cycle.positions()) {
    positions.push_back(PositionOf(placement, mover));
    mover = Other(mover);
  }
  return positions;
}

}  // namespace teeko::reports
