// Boards, maps of first drops and histograms: what render.cc's templates draw.

#ifndef TEEKO_REPORTS_CLAIMS_PICTURES_H_
#define TEEKO_REPORTS_CLAIMS_PICTURES_H_

#include <string>

#include "game/position.h"
#include "proto/extra_rules.pb.h"
#include "proto/manifest.pb.h"
#include "reports/claims/findings.pb.h"

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

// "draw" or "Black in 13".
std::string OutcomeText(const EmptyBoardValue& value);

// Adds a figure, and returns it.
findings::Figure& AddFigure(const std::string& title, findings::Board board,
                            findings::Figures& figures);

// Adds the figures' lines of text: title over board, as many abreast as fit.
void AddText(findings::Figures& figures);

// Bars of the placements that are decided in n plies, on a logarithmic scale.
// Some must be decided.
findings::Histogram HistogramOf(const Manifest& manifest,
                                const std::string& alt);

// Adds a mark on an axis.
void AddTick(double at, const std::string& label,
             google::protobuf::RepeatedPtrField<findings::Tick>& ticks);

// Squares that are not on a board of 64 are left out.
Position PositionOf(const extra_rules::Placement& placement, Colour mover);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_PICTURES_H_
