// Boards, maps of first drops and histograms: what render.cc's templates draw.

#ifndef TEEKO_REPORTS_CLAIMS_PICTURES_H_
#define TEEKO_REPORTS_CLAIMS_PICTURES_H_

#include <string>
#include <vector>

#include "game/position.h"
#include "proto/extra_rules.pb.h"
#include "reports/claims/evidence.h"
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
findings::Board MapOf(const Rules& rules, const Variant& variant);

// Bars of depths.levels[n] placements decided in n plies, on a logarithmic
// scale.  Some must be decided.
findings::Histogram HistogramOf(const studies::Depths& depths,
                                const std::string& alt);

// Adds the figures' lines of text: title over board, as many abreast as fit.
void AddText(const Rules& rules, findings::Figures& figures);

// "Black on 7 9 21 24; Red on 2 3 4 6".
std::string PlacementText(const Position& position);

// Squares that are not on a board of 64 are left out.
Position PositionOf(const extra_rules::Placement& placement, Colour mover);

// The positions of a cycle, Black to move in the first.
std::vector<Position> CyclePositions(const extra_rules::UniqueMoveCycle& cycle);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_PICTURES_H_
