// Finds the longest wins with all pieces placed.

#ifndef TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_
#define TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "game/game.h"
#include "game/position.h"
#include "proto/table_reader.h"

namespace teeko::studies {

// A position, and the size of its orbit.
struct LongestWin {
  teeko::Position position;  // Black to move
  int orbit = 0;
};

// Returns all wins in `plies` plies up to symmetry and colour, in the table's
// order.  Runs on oneTBB threads.  Returns the errors of
// TableReader::ForEachStored.
absl::StatusOr<std::vector<LongestWin>> WinsIn(const Game& game,
                                               const proto::TableReader& table,
                                               int plies);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_
