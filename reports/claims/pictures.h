// Boards, maps of first drops and histograms: what render.cc's templates draw.

#ifndef TEEKO_REPORTS_CLAIMS_PICTURES_H_
#define TEEKO_REPORTS_CLAIMS_PICTURES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "game/position.h"
#include "teeko/proto/extra_rules.pb.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/reports/claims/findings.pb.h"

namespace teeko::reports {

// What a board looks like; squares are numbered where nothing stands.
struct BoardStyle {
  Squares marked = 0;  // a goal, say
  Squares moved = 0;   // the piece that has just moved
};
findings::Board BoardOf(const Rules& rules, const Position& position,
                        const BoardStyle& style = {});

// What the first drop on each square comes to.
findings::Board MapOf(const Rules& rules, const VariantValue& variant);

// The same in words: "centre: Black wins in 13; elsewhere a draw".
std::string DropsText(const Rules& rules, const VariantValue& variant);

// "draw" or "Black in 13"; in other words, with these between.
std::string OutcomeText(const EmptyBoardValue& value,
                        absl::string_view draw = "draw",
                        absl::string_view in = " in ");

// Adds a figure, and returns it.  As lines of text all figures are laid out
// anew: title over board, as many abreast as fit.
findings::Figure& AddFigure(const std::string& title, findings::Board board,
                            findings::Figures& figures);

// An axis of a plot: where, in its picture's units, the first and the last
// value stand, or their logarithms.
struct Axis {
  double start;
  double end;
  double first;
  double last;

  double At(double value) const {
    return start + (end - start) * (value - first) / (last - first);
  }
};

// Adds a mark on an axis.
void AddTick(double at, const std::string& label,
             google::protobuf::RepeatedPtrField<findings::Tick>& ticks);

// Bars of the placements that are decided in n plies, on a logarithmic scale.
// Some must be decided.
findings::Histogram HistogramOf(const Manifest& manifest,
                                const std::string& alt);

// Squares that are not on a board of 64 are left out.
Position PositionOf(const extra_rules::Placement& placement, Colour mover);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_PICTURES_H_
