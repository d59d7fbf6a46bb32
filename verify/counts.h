// What the manifest tells of an accepted table.

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

// Counts over the section with all pieces placed, on oneTBB threads: sets
// placements, no_value, draws and levels.  Errors are those of ForEachStored.
absl::Status CountValues(const proto::TableReader& table, Manifest& manifest);

// By value, as a payload has it, how many positions with all pieces placed have
// it, in this rank's rows and their images; and these set in the manifest.
std::vector<uint64_t> CountValues(const ReducedTable& table);
void AddCounts(std::vector<uint64_t> counts, Manifest& manifest);

// Sets variants: the value of the empty board in each style, without the centre
// ban and, if the rules name banned squares, with it.
void AddVariants(const Rules& rules, const ReducedTable& table,
                 Manifest& manifest);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_COUNTS_H_
