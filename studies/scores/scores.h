// Compares playing for points with playing for the fastest win, in all
// placements of a scored game.

#ifndef TEEKO_STUDIES_SCORES_SCORES_H_
#define TEEKO_STUDIES_SCORES_SCORES_H_

#include <memory>

#include "absl/status/statusor.h"
#include "proto/table_reader.h"
#include "teeko/studies/scores/scores.pb.h"

namespace teeko::studies {

// `table` must be an accepted table of scored rules.  Needs about two bytes of
// memory for each of its positions with all pieces placed.  Runs on oneTBB
// threads.  Errors are those of reading.
absl::StatusOr<scores::Scores> FindScores(
    std::shared_ptr<const proto::TableReader> table);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_SCORES_SCORES_H_
