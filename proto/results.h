// Turns manifests into what results.json says of them (results.proto).

#ifndef TEEKO_PROTO_RESULTS_H_
#define TEEKO_PROTO_RESULTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/proto/results.pb.h"

namespace teeko {

// The empty board in a style; if the manifest does not have it, a draw without
// style and first drops.
const VariantValue& FindVariant(const Manifest& manifest,
                                const std::string& style, bool centre_ban);

// In how many plies a side to move wins at most, or (`wins` false) loses, with
// all pieces placed; 0 if none does in 1 or more.
int Longest(const Manifest& manifest, bool wins);

// What the manifest says of its rules: variants in the order of Rules.styles,
// each first without, then, if the rules have one, with the centre ban.
// DataLoss if the manifest has no value for one of them.
absl::StatusOr<RulesResult> ResultOf(const Manifest& manifest);

// Whether the file at `path` (GoldenDigests, as text) has digests for the
// manifest's very rules, which are then the manifest's.  False if there is
// nothing to compare with.
//
// DataLoss names the first section whose digest differs, and both digests;
// other errors if the file cannot be read or does not parse.
absl::StatusOr<bool> HasGoldenDigests(const Manifest& manifest,
                                      const std::string& path);

}  // namespace teeko

#endif  // TEEKO_PROTO_RESULTS_H_
