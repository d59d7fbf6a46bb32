// The longest forced wins with all pieces placed.

#ifndef TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_
#define TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "game/game.h"
#include "game/position.h"
#include "proto/table_reader.h"

namespace teeko::studies {

// A position, and how many there are that are the same up to symmetry.
struct LongestWin {
  teeko::Position position;  // Black to move
  int orbit = 0;
};

// All wins in `plies` plies up to symmetry and colour, in the table's order.
// Runs on oneTBB threads.  Errors are those of TableReader::ForEachStored.
absl::StatusOr<std::vector<LongestWin>> WinsIn(const Game& game,
                                               const proto::TableReader& table,
                                               int plies);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_LONGEST_LONGEST_WINS_H_
