// Finds a table that the verifier has accepted.

#ifndef TEEKO_GAME_ACCEPTED_TABLE_H_
#define TEEKO_GAME_ACCEPTED_TABLE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"

namespace teeko {

// Reads FOLDER/NAME/manifest.textproto.  FailedPrecondition says that the
// verifier has not accepted these rules, and which command lets it.
absl::StatusOr<Manifest> ReadManifest(absl::string_view folder,
                                      absl::string_view name);

// Opens FOLDER/NAME/solver_a.table if the manifest, that of FOLDER/NAME,
// accepts this very file (proto/manifest_file.h); FailedPrecondition otherwise.
absl::StatusOr<proto::TableReader> OpenAcceptedTable(absl::string_view folder,
                                                     absl::string_view name,
                                                     const Manifest& manifest);
// The same, after reading the manifest.
absl::StatusOr<proto::TableReader> OpenAcceptedTable(absl::string_view folder,
                                                     absl::string_view name);

// Where the pipeline leaves its tables unless told otherwise: out/ in the
// workspace under `bazel run`, else out/ here.
std::string DefaultOutFolder();

}  // namespace teeko

#endif  // TEEKO_GAME_ACCEPTED_TABLE_H_
