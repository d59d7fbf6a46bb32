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

// Sets `text` of the figures.  Each line has as many boards side by side as fit
// into 78 columns.
void LayOut(findings::Figures& figures) {
  constexpr int kLine = 78;
  int width = 1;
  for (const findings::Figure& figure : figures.figures()) {
    for (const std::string& line : figure.lines()) {
      width = std::max<int>(width, line.size() + 3);
    }
  }
  const int abreast = std::max(1, kLine / width);
  figures.clear_text();
  int first_line = 0;  // of the current row of boards
  for (int i = 0; i < figures.figures_size(); ++i) {
    if (i > 0 && i % abreast == 0) {
      figures.add_text("");
      first_line = figures.text_size();
    }
    const auto& lines = figures.figures(i).lines();
    for (int j = 0; j < lines.size(); ++j) {
      if (first_line + j == figures.text_size()) figures.add_text("");
      std::string& text = *figures.mutable_text(first_line + j);
      text.resize(i % abreast * width, ' ');
      text += lines[j];
    }
  }
}

// The horizontal range of a histogram.
constexpr double kLeft = 68, kRight = 436;

// Returns the middle of bar n, counted from 0.
double Middle(int n, int bars) {
  return kLeft + (n + 0.5) * (kRight - kLeft) / bars;
}

// Adds bar n, from `y` down to the axis.
void AddBar(int n, int bars, double y, const std::string& css_class,
            const std::string& title, findings::Histogram& histogram) {
  const double width = 0.8 * (kRight - kLeft) / bars;
  findings::Bar& bar = *histogram.add_bars();
  bar.set_x(Middle(n, bars) - width / 2);
  bar.set_y(y);
  bar.set_width(width);
  bar.set_height(kBottom - y);
  bar.set_css_class(css_class);
  bar.set_title(title);
}

}  // namespace

Picture BoardOf(const Rules& rules, const Position& position,
                const BoardStyle& style) {
  const Item problem = {.initial = Setup{.black = position.black,
                                         .red = position.red,
                                         .to_move = position.to_move}};
  Picture picture = {
      static_cast<int>(rules.columns()),
      std::string(absl::StripPrefix(Heading(problem), "problem: ")),
      SquarePictures(rules.rows(), rules.columns(), position)};
  for (size_t i = 0; i < picture.squares.size(); ++i) {
    auto& [css_class, piece, label] = picture.squares[i];
    if (style.marked >> i & 1) css_class = "marked";
    if (style.moved >> i & 1) label = "•";
    picture.text.push_back(!piece ? "-" : *piece == Colour::kBlack ? "@" : "O");
  }
  return picture;
}

Picture MapOf(const Rules& rules, const VariantValue& variant) {
  const int squares = rules.rows() * rules.columns();
  Picture picture = {static_cast<int>(rules.columns()),
                     "Black’s first drop: " + DropsText(rules, variant),
                     std::vector<SquarePicture>(
                         squares, {.css_class = "banned", .label = "×"}),
                     std::vector<std::string>(squares, "x")};
  for (const FirstDrop& drop : variant.first_drops()) {
    const EmptyBoardValue& value = drop.value();
    const std::string winner = EmptyBoardValue::Winner_Name(value.winner());
    const bool is_draw = value.winner() == EmptyBoardValue::DRAW;
    const std::string plies = is_draw ? "=" : absl::StrCat(value.plies());
    picture.squares[drop.square() - 1] = {
        .css_class = absl::AsciiStrToLower(winner), .label = plies};
    picture.text[drop.square() - 1] =
        is_draw ? plies : winner.substr(0, 1) + plies;
  }
  return picture;
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

findings::Figure& AddFigure(const std::string& title, const Picture& picture,
                            findings::Figures& figures) {
  const auto& [columns, alt, squares, text] = picture;
  findings::Figure& figure = *figures.add_figures();
  figure.set_title(title);
  figure.set_svg(BoardSvg(columns, squares, alt, /*standalone=*/false));
  size_t width = 1;
  for (const std::string& word : text) width = std::max(width, word.size());
  figure.add_lines(title);
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins_row = i % columns == 0;
    absl::StrAppendFormat(
        begins_row ? figure.add_lines()
                   : figure.mutable_lines(figure.lines_size() - 1),
        "%s%*s", begins_row ? "" : " ", static_cast<int>(width), text[i]);
  }
  LayOut(figures);
  return figure;
}

findings::Histogram HistogramOf(const Manifest& manifest,
                                const std::string& alt) {
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
  constexpr int kAbreast = 4;
  const int rows = (levels.size() + kAbreast - 1) / kAbreast;
  for (int n = 0; n < levels.size(); ++n) {
    const std::string count = base::WithCommas(levels[n]);
    absl::StrAppendFormat(
        n < rows ? histogram.add_text() : histogram.mutable_text(n % rows),
        "%5d %11s", n, count);
    if (n % (levels.size() > 70 ? 20 : 10) == 0) {
      AddTick(Middle(n, levels.size()), absl::StrCat(n),
              *histogram.mutable_plies());
    }
    if (levels[n] == 0) continue;
    const std::string outcome = n % 2 == 1 ? "won" : "lost";
    AddBar(n, levels.size(), counts.At(std::log10(levels[n])), outcome,
           absl::StrCat(outcome, " in ", n, ": ", count), histogram);
  }
  return histogram;
}

findings::Histogram ScoreHistogram(const scores::Scores& scores,
                                   const std::string& alt) {
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
  const int bars = scores.counts_size();
  for (int n = 0; n < bars; ++n) {
    const int score = scores.counts(n).score();
    const double placements = scores.counts(n).placements();
    AddTick(Middle(n, bars), ScoreText(score), *histogram.mutable_plies());
    AddBar(n, bars, counts.At(placements),
           score > 0   ? "won"
           : score < 0 ? "lost"
                       : "drawn",
           absl::StrCat(ScoreText(score), ": ", base::WithCommas(placements)),
           histogram);
  }
  return histogram;
}

std::string ScoreText(int score) {
  return score == 0 ? "0" : absl::StrFormat("%+d", score);
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
