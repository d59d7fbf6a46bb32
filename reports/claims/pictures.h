// Boards as the claims report shows them.

#ifndef TEEKO_REPORTS_CLAIMS_PICTURES_H_
#define TEEKO_REPORTS_CLAIMS_PICTURES_H_

#include <string>

#include "game/position.h"
#include "proto/extra_rules.pb.h"
#include "proto/rules.pb.h"
#include "reports/claims/document.h"

namespace teeko::reports {

BoardPicture BoardOf(const Rules& rules, const Position& position,
                     Squares marked = 0);

// "Black on 7 9 21 24; Red on 2 3 4 6".
std::string PlacementText(const Position& position);

Position PositionOf(const extra_rules::Placement& placement, bool black_moves);

// A cycle, Black to move on the first board.
Figures CycleFigures(const Rules& rules,
                     const extra_rules::UniqueMoveCycle& cycle);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_PICTURES_H_
