// Checks that letting the opponent hand the choice of a square back to the
// owner of the piece ("pass the privilege") can never change a value
// (docs/rules.md §2).

#ifndef TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_
#define TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "game/game.h"
#include "proto/table_reader.h"

namespace teeko::studies {

// Of all positions in which the opponent picks the next square, in all styles:
// what handing the choice back is to him.
struct PassPrivilege {
  uint64_t same = 0;    // both choices come to the same value
  uint64_t worse = 0;   // the owner's choice is worse for the opponent
  uint64_t better = 0;  // handing back pays: the two readings differ
};

// The value of the owner's choice is that of the same position with S for the
// letter of this one drop: from the table if it has that section, else from the
// values of all successors.  If `better` is 0, then by induction from the last
// drop to the first the values under both readings are those of the table.  Of
// positions that are the same up to symmetry some are looked at: in a table
// that the verifier has accepted they have one value.  Errors are the table's;
// runs on oneTBB threads.
absl::StatusOr<PassPrivilege> CheckPassPrivilege(
    const Game& game, const proto::TableReader& table);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_PASS_PRIVILEGE_PASS_PRIVILEGE_H_
