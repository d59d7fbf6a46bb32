// Opens tables that the verifier has accepted.

#ifndef TEEKO_GAME_ACCEPTED_TABLE_H_
#define TEEKO_GAME_ACCEPTED_TABLE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"

namespace teeko {

// Reads FOLDER/NAME/manifest.textproto.  FailedPrecondition if there is no
// such file: the verifier has not accepted a table of the rules NAME.  The
// message has the command that makes
// and verifies a table.
absl::StatusOr<Manifest> ReadManifest(absl::string_view folder,
                                      absl::string_view name);

// Opens FOLDER/NAME/solver_a.table.  `manifest` must be that of
// FOLDER/NAME.  FailedPrecondition if the manifest does not accept exactly this
// file (proto/manifest_file.h).
absl::StatusOr<proto::TableReader> OpenAcceptedTable(absl::string_view folder,
                                                     absl::string_view name,
                                                     const Manifest& manifest);
// The same, but also reads the manifest.
absl::StatusOr<proto::TableReader> OpenAcceptedTable(absl::string_view folder,
                                                     absl::string_view name);

// Returns the folder in which the pipeline writes its tables by default:
// out/ in the workspace under `bazel run`, and otherwise out/ in the current
// directory.
std::string DefaultOutFolder();

}  // namespace teeko

#endif  // TEEKO_GAME_ACCEPTED_TABLE_H_
