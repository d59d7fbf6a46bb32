// Compares a table in memory, position by position, with a table file.

#ifndef TEEKO_VERIFY_COMPARISON_H_
#define TEEKO_VERIFY_COMPARISON_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "proto/table_reader.h"
#include "verify/kernel.h"
#include "verify/table.h"

namespace teeko::verify {

// Compares one section on oneTBB threads; both tables must have the same
// sections and as many bytes a value.  Only ever holds the chunks of `b` that
// are being compared.  Calls passed(n), from any of the threads, once n more
// positions are through.  Fails if a chunk cannot be read.
absl::StatusOr<Faults> CompareSection(
    const Table& a, const TableReader& b, int section,
    absl::FunctionRef<void(uint64_t positions)> passed);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_COMPARISON_H_
