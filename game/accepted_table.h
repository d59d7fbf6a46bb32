// Finds a table that the verifier has accepted.

#ifndef TEEKO_GAME_ACCEPTED_TABLE_H_
#define TEEKO_GAME_ACCEPTED_TABLE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/manifest.pb.h"
#include "proto/table_reader.h"

namespace teeko {

// Reads FOLDER/NAME/manifest.textproto.  FailedPrecondition says that the
// verifier has not accepted these rules, and which command lets it.
absl::StatusOr<Manifest> ReadManifest(absl::string_view folder,
                                      absl::string_view name);

// Opens FOLDER/NAME/solver_a.table, whose sections must be those of the
// manifest to the digest; FailedPrecondition otherwise.
//
// The digests compared are those that the table's footer has.  That the chunks
// are what the footer says is checked by their checksums as they are read.
absl::StatusOr<TableReader> OpenAcceptedTable(absl::string_view folder,
                                              absl::string_view name);

// Where the pipeline leaves its tables if `folder` is empty: out/ in the
// workspace under `bazel run`, else out/ here.  Otherwise UserPath(folder).
std::string OutFolder(absl::string_view folder);

// A path as the user means it.  `bazel run` starts programs elsewhere, so
// relative paths count from the folder in which it was called.
std::string UserPath(absl::string_view path);

}  // namespace teeko

#endif  // TEEKO_GAME_ACCEPTED_TABLE_H_
