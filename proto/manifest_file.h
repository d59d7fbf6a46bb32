// Reads and compares manifests: the tables that the verifier has accepted.

#ifndef TEEKO_PROTO_MANIFEST_FILE_H_
#define TEEKO_PROTO_MANIFEST_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"

namespace teeko::proto {

// Reads a manifest.  NotFound or another error of the system if it cannot be
// read.  InvalidArgument if it does not parse or its rules are not valid.
absl::StatusOr<Manifest> ReadManifestFile(const std::string& path);

// OK if the verifier has accepted this file: the manifest has the rules of the
// table, its sections with their digests, and the digest of its footer.
// Otherwise FailedPrecondition; the message names the file and the first
// difference ("other rules").
//
// The footer has a checksum of every chunk, and TableReader compares it
// whenever it decompresses a chunk.  So readers only get bytes that the
// verifier has read.
absl::Status CheckAccepted(const Manifest& manifest, const TableReader& table);

// Opens a table that the manifest accepts.  Returns the errors of
// TableReader::Open and CheckAccepted.
absl::StatusOr<TableReader> OpenAccepted(const Manifest& manifest,
                                         const std::string& path);

// Returns the value of the empty board in a style.  If the manifest lacks the
// style, returns a draw with an empty style and no first drops.
const VariantValue& FindVariant(const Manifest& manifest,
                                const std::string& style, bool centre_ban);

// Returns the longest win of a side to move in plies, with all pieces placed.
// If `wins` is false, returns the longest loss.  Returns 0 if there is none
// that takes one ply or more.
int Longest(const Manifest& manifest, bool wins);

// Makes the manifest accept a table file: sets the rules, the sections and the
// digest, and adds the footer's SHA-256.  May be called again for another file
// with the same sections.
void Accept(const TableReader& table, Manifest& manifest);

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_MANIFEST_FILE_H_
