#include "reports/claims/pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/program.h"
#include "game/board_svg.h"
#include "game/notation.h"

namespace teeko::reports {
namespace {

findings::Board EmptyBoard(const Rules& rules) {
  findings::Board board;
  board.set_columns(rules.columns());
  for (uint32_t i = 0; i < rules.rows() * rules.columns(); ++i) {
    board.add_squares();
  }
  return board;
}

std::string SvgOf(const findings::Board& board) {
  std::vector<SquarePicture> squares;
  for (const findings::Square& square : board.squares()) {
    SquarePicture& picture = squares.emplace_back();
    picture.css_class = square.css_class();
    if (!square.piece().empty()) {
      picture.piece = square.piece() == "black" ? Colour::kBlack : Colour::kRed;
    }
    picture.label = square.label();
  }
  return BoardSvg(board.columns(), squares, board.alt(), /*standalone=*/false);
}

// Returns a figure as text: its title, then the rows of its board.
std::vector<std::string> LinesOf(const findings::Figure& figure) {
  std::vector<std::string> lines = {figure.title()};
  const findings::Board& board = figure.board();
  size_t width = 1;
  for (const findings::Square& square : board.squares()) {
    width = std::max(width, square.text().size());
  }
  for (int i = 0; i < board.squares_size(); ++i) {
    const bool begins_row = i % board.columns() == 0;
    if (begins_row) lines.emplace_back();
    absl::StrAppendFormat(&lines.back(), "%s%*s", begins_row ? "" : " ",
                          static_cast<int>(width), board.squares(i).text());
  }
  return lines;
}

// Sets `text` of the figures.  Each line has as many boards side by side as fit
// into 78 columns.
void LayOut(findings::Figures& figures) {
  constexpr size_t kLine = 78;
  std::vector<std::vector<std::string>> blocks;
  size_t width = 1;
  figures.clear_text();
  for (const findings::Figure& figure : figures.figures()) {
    blocks.push_back(LinesOf(figure));
    for (const std::string& line : blocks.back()) {
      width = std::max(width, line.size() + 3);
    }
  }
  const size_t abreast = std::max<size_t>(1, kLine / width);
  int first_line = 0;  // of the current row of blocks
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (i > 0 && i % abreast == 0) {
      figures.add_text("");
      first_line = figures.text_size();
    }
    for (int j = 0; j < std::ssize(blocks[i]); ++j) {
      if (first_line + j == figures.text_size()) figures.add_text("");
      std::string& text = *figures.mutable_text(first_line + j);
      text.resize(i % abreast * width, ' ');
      text += blocks[i][j];
    }
  }
}

}  // namespace

findings::Board BoardOf(const Rules& rules, const Position& position,
                        const BoardStyle& style) {
  const Item problem = {.initial = Setup{.black = position.black,
                                         .red = position.red,
                                         .to_move = position.to_move}};
  findings::Board board = EmptyBoard(rules);
  board.set_alt(std::string(absl::StripPrefix(Heading(problem), "problem: ")));
  for (int i = 0; i < board.squares_size(); ++i) {
    const auto in = [i](Squares set) { return set >> i & 1; };
    findings::Square& square = *board.mutable_squares(i);
    square.set_css_class(in(style.marked) ? "marked" : "plain");
    if (in(position.black | position.red)) {
      square.set_piece(in(position.black) ? "black" : "red");
      square.set_text(in(position.black) ? "@" : "O");
      if (in(style.moved)) square.set_label("•");
    } else {
      square.set_label(absl::StrCat(i + 1));
      square.set_text("-");
    }
  }
  return board;
}

findings::Board MapOf(const Rules& rules, const VariantValue& variant) {
  findings::Board board = EmptyBoard(rules);
  for (findings::Square& square : *board.mutable_squares()) {
    square.set_css_class("banned");
    square.set_label("×");
    square.set_text("x");
  }
  for (const FirstDrop& drop : variant.first_drops()) {
    const EmptyBoardValue& value = drop.value();
    const std::string winner = EmptyBoardValue::Winner_Name(value.winner());
    findings::Square& square = *board.mutable_squares(drop.square() - 1);
    square.set_css_class(absl::AsciiStrToLower(winner));
    if (value.winner() == EmptyBoardValue::DRAW) {
      square.set_label("=");
      square.set_text("=");
    } else {
      square.set_label(absl::StrCat(value.plies()));
      square.set_text(absl::StrCat(winner.substr(0, 1), value.plies()));
    }
  }
  board.set_alt("Black’s first drop: " + DropsText(rules, variant));
  return board;
}

std::string DropsText(const Rules& rules, const VariantValue& variant) {
  const uint32_t centre = (rules.rows() * rules.columns() + 1) / 2;
  const bool has_centre = rules.rows() % 2 == 1 && rules.columns() % 2 == 1;
  std::map<std::string, std::vector<std::string>> drops;  // by outcome
  for (const FirstDrop& drop : variant.first_drops()) {
    drops[OutcomeText(drop.value(), "a draw", " wins in ")].push_back(
        has_centre && drop.square() == centre ? "centre"
                                              : absl::StrCat(drop.square()));
  }
  if (drops.size() == 1) return drops.begin()->first + " on every square";
  const bool some_draw = drops.erase("a draw") > 0;
  std::vector<std::string> texts;
  for (const auto& [outcome, squares] : drops) {
    texts.push_back(absl::StrCat(absl::StrJoin(squares, " "), ": ", outcome));
  }
  if (some_draw) texts.push_back("a draw on all other squares");
  return absl::StrJoin(texts, "; ");
}

std::string OutcomeText(const EmptyBoardValue& value, absl::string_view draw,
                        absl::string_view in) {
  if (value.winner() == EmptyBoardValue::DRAW) return std::string(draw);
  return absl::StrCat(
      value.winner() == EmptyBoardValue::BLACK ? "Black" : "Red", in,
      value.plies());
}

findings::Figure& AddFigure(const std::string& title, findings::Board board,
                            findings::Figures& figures) {
  findings::Figure& figure = *figures.add_figures();
  figure.set_title(title);
  board.set_svg(SvgOf(board));
  *figure.mutable_board() = std::move(board);
  LayOut(figures);
  return figure;
}

findings::Histogram HistogramOf(const Manifest& manifest,
                                const std::string& alt) {
  // The plot's rectangle in a picture of 440 by 240 units.
  constexpr double kLeft = 68, kRight = 436, kTop = 26, kBottom = 190;
  const auto& levels = manifest.levels();
  const uint64_t most = *std::ranges::max_element(levels);
  const double decades = std::ceil(std::log10(std::max<double>(most, 10)));
  // The axis begins below 1, so that a bar for one placement is visible.
  const Axis counts = {kBottom, kTop, -0.15, decades};
  findings::Histogram histogram;
  histogram.set_alt(alt);
  for (int decade = 0; decade <= decades; ++decade) {
    AddTick(counts.At(decade),
            decade % 3 == 0 ? base::WithCommas(std::pow(10, decade)) : "",
            *histogram.mutable_counts());
  }
  const double step = (kRight - kLeft) / levels.size();
  constexpr int kAbreast = 4;
  const int rows = (levels.size() + kAbreast - 1) / kAbreast;
  for (int n = 0; n < levels.size(); ++n) {
    const double x = kLeft + n * step;
    const std::string count = base::WithCommas(levels[n]);
    absl::StrAppendFormat(
        n < rows ? histogram.add_text() : histogram.mutable_text(n % rows),
        "%5d %11s", n, count);
    if (n % (levels.size() > 70 ? 20 : 10) == 0) {
      AddTick(x + step / 2, absl::StrCat(n), *histogram.mutable_plies());
    }
    if (levels[n] == 0) continue;
    findings::Bar& bar = *histogram.add_bars();
    bar.set_x(x + 0.1 * step);
    bar.set_y(counts.At(std::log10(levels[n])));
    bar.set_width(0.8 * step);
    bar.set_height(kBottom - counts.At(std::log10(levels[n])));
    bar.set_css_class(n % 2 == 1 ? "won" : "lost");
    bar.set_title(absl::StrCat(bar.css_class(), " in ", n, ": ", count));
  }
  return histogram;
}

findings::Histogram ScoreHistogram(const scores::Scores& scores,
                                   const std::string& alt) {
  constexpr double kLeft = 68, kRight = 436, kTop = 26, kBottom = 190;
  double most = 1;
  for (const auto& count : scores.counts()) {
    most = std::max(most, count.placements());
  }
  const double decade = std::pow(10, std::floor(std::log10(most)));
  const Axis counts = {kBottom, kTop, 0, std::ceil(most / decade) * decade};
  findings::Histogram histogram;
  histogram.set_alt(alt);
  for (double at = 0; at <= counts.last; at += counts.last / 4) {
    AddTick(counts.At(at), base::WithCommas(at / 1e6),
            *histogram.mutable_counts());
  }
  const double step = (kRight - kLeft) / scores.counts_size();
  double x = kLeft;
  for (const auto& count : scores.counts()) {
    const std::string score =
        count.score() == 0 ? "0" : absl::StrFormat("%+d", count.score());
    AddTick(x + step / 2, score, *histogram.mutable_plies());
    findings::Bar& bar = *histogram.add_bars();
    bar.set_x(x + 0.1 * step);
    bar.set_y(counts.At(count.placements()));
    bar.set_width(0.8 * step);
    bar.set_height(kBottom - counts.At(count.placements()));
    bar.set_css_class(count.score() > 0   ? "won"
                      : count.score() < 0 ? "lost"
                                          : "drawn");
    bar.set_title(
        absl::StrCat(score, ": ", base::WithCommas(count.placements())));
    x += step;
  }
  return histogram;
}

void AddTick(double at, const std::string& label,
             google::protobuf::RepeatedPtrField<findings::Tick>& ticks) {
  findings::Tick& tick = *ticks.Add();
  tick.set_at(at);
  tick.set_label(label);
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

}  // namespace teeko::reports
