// Compares what was verified with what earlier runs came to.

#ifndef TEEKO_PIPELINE_GOLDEN_DIGESTS_H_
#define TEEKO_PIPELINE_GOLDEN_DIGESTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "proto/manifest.pb.h"

namespace teeko::pipeline {

// Whether the file at `path` (GoldenDigests, as text) has digests for the
// manifest's very rules, which are then the manifest's.  False if there is
// nothing to compare with.
//
// DataLoss names the first section whose digest differs, and both digests;
// other errors if the file cannot be read or does not parse.
absl::StatusOr<bool> HasGoldenDigests(const Manifest& manifest,
                                      const std::string& path);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_GOLDEN_DIGESTS_H_
