// Computes the counts and the values of the empty board for a manifest.

#ifndef TEEKO_VERIFY_COUNTS_H_
#define TEEKO_VERIFY_COUNTS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "kernel/kernel.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/proto/rules.pb.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// Sets placements, no_value, draws and levels of the manifest
// (proto/manifest.proto), counted in the section with all pieces placed, on
// oneTBB threads.  Returns the errors of proto::TableReader::ForEachStored.
absl::Status CountValues(const proto::TableReader& table, Manifest& manifest);

// Returns, for each value, the number of positions of a section with this
// value: those in the rows of this process, and their images.
std::vector<uint64_t> CountValues(const ReducedTable& table, int section);

// Sets placements, no_value, draws and levels of the manifest from these
// counts.
void AddCounts(std::vector<uint64_t> counts, Manifest& manifest);

// Sets the variants of the manifest: the value of the empty board in each
// style, without the centre ban and, if the rules have one, with it.
void AddVariants(const Rules& rules, const ReducedTable& table,
                 Manifest& manifest);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_COUNTS_H_
