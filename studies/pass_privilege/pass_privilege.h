// Examines whether a value changes if the opponent may hand the choice of a
// square back to the owner of the piece ("pass the privilege", docs/rules.md
// §2).

#ifndef TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_
#define TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "game/game.h"
#include "proto/table_reader.h"

namespace teeko::studies {

// Numbers of positions in which the opponent chooses the next square and may
// hand the choice back, by the result of the comparison.
struct PassPrivilege {
  uint64_t same = 0;    // both choices have the same value
  uint64_t worse = 0;   // the owner's choice is worse for the opponent
  uint64_t better = 0;  // it is better for him: the two rules differ
};

// Compares both choices in all positions of all styles.  If `better` is 0, the
// right to hand the choice back changes no value.  (This follows by induction
// from the last drop to the first.)
//
// The value of the owner's choice is the value of the same position with the
// letter S for this drop.  It comes from the table if the table has that
// section, otherwise from the values of all successors.  Compares one row of
// each orbit, because images have equal values in an accepted table.  Errors
// come from TableReader.  Runs on oneTBB threads.
absl::StatusOr<PassPrivilege> CheckPassPrivilege(
    const Game& game, const proto::TableReader& table);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_
