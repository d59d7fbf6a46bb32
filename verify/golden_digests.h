// Compares manifests with known digests (golden_digests.proto).

#ifndef TEEKO_VERIFY_GOLDEN_DIGESTS_H_
#define TEEKO_VERIFY_GOLDEN_DIGESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "teeko/proto/manifest.pb.h"

namespace teeko::verify {

// Returns true if the file at `path` (GoldenDigests in text form) has an entry
// with the rules and digests of `manifest`; false if it has no entry with these
// rules.
//
// DataLoss if a digest differs; the message has both digests and names the
// first section that differs.  Other errors if the file cannot be read or
// parsed.
absl::StatusOr<bool> HasGoldenDigests(const Manifest& manifest,
                                      const std::string& path);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_GOLDEN_DIGESTS_H_
