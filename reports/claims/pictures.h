// Builds the pictures of the report: boards, maps of first drops, histograms.

#ifndef TEEKO_REPORTS_CLAIMS_PICTURES_H_
#define TEEKO_REPORTS_CLAIMS_PICTURES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "game/board_svg.h"
#include "game/position.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/reports/claims/findings.pb.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"
#include "teeko/studies/scores/scores.pb.h"

namespace teeko::reports {

// Highlights on a board.
struct BoardStyle {
  Squares marked = 0;  // squares with another background, such as a goal
  Squares moved = 0;   // the piece that has just moved
};
// A picture of a board.
struct Picture {
  int columns;
  std::string alt;
  std::vector<SquarePicture> squares = {};
  // Each square in the text version: "@", "O", "B13".
  std::vector<std::string> text = {};
};

// Returns a picture of the position.  Empty squares show their numbers.
Picture BoardOf(const Rules& rules, const Position& position,
                const BoardStyle& style = {});

// Returns a board with the value of the first drop on each square.
Picture MapOf(const Rules& rules, const VariantValue& variant);

// Returns the values of the first drops in words: "centre: Black wins in 13; a
// draw on all other squares".
std::string DropsText(const Rules& rules, const VariantValue& variant);

// Returns `draw` for a draw, else winner, `in` and plies: "Black in 13".
std::string OutcomeText(const EmptyBoardValue& value,
                        absl::string_view draw = "draw",
                        absl::string_view in = " in ");

// Adds a figure and returns it.  Updates `figures.text`, which has each title
// above its board, and as many boards side by side as fit into 78 columns.
findings::Figure& AddFigure(const std::string& title, const Picture& picture,
                            findings::Figures& figures);

// The vertical range of a plot, in pictures of 440 by 236 units.
inline constexpr double kTop = 26, kBottom = 190;

// An axis of a plot: `start` and `end` are the coordinates, in units of the
// picture, of the values (or logarithms of values) `first` and `last`.
struct Axis {
  double start;
  double end;
  double first;
  double last;

  double At(double value) const {
    return start + (end - start) * (value - first) / (last - first);
  }
};

// Returns "+4", "0" or "-4".
std::string ScoreText(int score);

// Returns a histogram of the numbers of placements with each score.
findings::Histogram ScoreHistogram(const scores::Scores& scores,
                                   const std::string& alt);

void AddTick(double at, const std::string& label,
             google::protobuf::RepeatedPtrField<findings::Tick>& ticks);

// Returns a histogram of the numbers of placements decided in n plies, on a
// logarithmic scale.  `manifest.levels` must not be empty.
findings::Histogram HistogramOf(const Manifest& manifest,
                                const std::string& alt);

// Returns the placement with `mover` to move.  Ignores squares outside 1 to 64.
Position PositionOf(const extra_rules::Placement& placement, Colour mover);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_PICTURES_H_
