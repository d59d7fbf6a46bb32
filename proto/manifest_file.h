// Manifests: which tables the verifier has accepted.

#ifndef TEEKO_PROTO_MANIFEST_FILE_H_
#define TEEKO_PROTO_MANIFEST_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"

namespace teeko::proto {

// Reads a manifest.  NotFound and the like if it cannot be read,
// InvalidArgument if it does not parse or its rules are not valid.
absl::StatusOr<Manifest> ReadManifestFile(const std::string& path);

// OK if this file is one of those that the verifier has accepted: the manifest
// has its rules, its sections and their digests, and the digest of its footer.
// FailedPrecondition names the file and says what differs first ("other
// rules").
//
// The footer has a checksum of every chunk, which TableReader compares whenever
// it unpacks one, so that nothing is read but what the verifier has read.
absl::Status CheckAccepted(const Manifest& manifest, const TableReader& table);

// Opens a table that the manifest accepts.  Errors are those of
// TableReader::Open and CheckAccepted.
absl::StatusOr<TableReader> OpenAccepted(const Manifest& manifest,
                                         const std::string& path);

// Returns the value of the empty board in a style.  If the manifest lacks it,
// returns a draw without style and first drops.
const VariantValue& FindVariant(const Manifest& manifest,
                                const std::string& style, bool centre_ban);

// Returns the largest number of plies in which a side to move wins or, if
// `wins` is false, loses, with all pieces placed; 0 if no side does so in 1 or
// more.
int Longest(const Manifest& manifest, bool wins);

// Makes the manifest accept a file, and others with the same sections: sets the
// rules, the sections and the digest, and adds the footer's SHA-256.
void Accept(const TableReader& table, Manifest& manifest);

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_MANIFEST_FILE_H_
