// Checks that a value never changes if the opponent may hand the choice of a
// square back to the owner of the piece ("pass the privilege", docs/rules.md
// §2).

#ifndef TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_
#define TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "game/game.h"
#include "proto/table_reader.h"

namespace teeko::studies {

// Compares the two choices for the opponent, who chooses the next square and
// may hand the choice back.  The fields count positions of all styles.
struct PassPrivilege {
  uint64_t same = 0;    // both choices have the same value
  uint64_t worse = 0;   // the owner's choice is worse for the opponent
  uint64_t better = 0;  // it is better for him: the two rules differ
};

// Compares the two choices in all positions.  The value of the owner's choice
// is that of the same position with the letter S for this drop.  The value
// comes from the table if the table has that section, otherwise from the values
// of all successors.  If `better` is 0, then, by induction from the last drop
// to the first, the values under both rules are the values of the table.  Of
// positions that are equal up to symmetry, only some are compared: in an
// accepted table they have the same value.  Returns errors of the table.  Runs
// on oneTBB threads.
absl::StatusOr<PassPrivilege> CheckPassPrivilege(
    const Game& game, const proto::TableReader& table);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_
