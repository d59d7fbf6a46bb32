// Reads a manifest, and tells whether a table is the one that it accepts.

#ifndef TEEKO_PROTO_MANIFEST_FILE_H_
#define TEEKO_PROTO_MANIFEST_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/manifest.pb.h"
#include "proto/table.pb.h"

namespace teeko {

// NotFound and the like if it cannot be read, InvalidArgument if it does not
// parse.
absl::StatusOr<Manifest> ReadManifestFile(const std::string& path);

// OK if the manifest accepts just these sections: it has the table's rules and
// the digests of all of them.  FailedPrecondition says what differs first
// ("other rules").
absl::Status CheckAccepted(const Manifest& manifest, const TableFooter& table);

}  // namespace teeko

#endif  // TEEKO_PROTO_MANIFEST_FILE_H_
