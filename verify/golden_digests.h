// Compares manifests with the digests that are known (golden_digests.proto).

#ifndef TEEKO_VERIFY_GOLDEN_DIGESTS_H_
#define TEEKO_VERIFY_GOLDEN_DIGESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "teeko/proto/manifest.pb.h"

namespace teeko::verify {

// True if the file at `path` (GoldenDigests in text form) has the manifest's
// rules with the manifest's digests; false if it does not have these rules.
//
// DataLoss names the first section whose digest differs, and both digests;
// other errors if the file cannot be read or parsed.
absl::StatusOr<bool> HasGoldenDigests(const Manifest& manifest,
                                      const std::string& path);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_GOLDEN_DIGESTS_H_
