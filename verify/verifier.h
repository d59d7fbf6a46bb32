// Accepts two tables of the same rules, or says why not.

#ifndef TEEKO_VERIFY_VERIFIER_H_
#define TEEKO_VERIFY_VERIFIER_H_

#include <cstdint>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "base/processes.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::verify {

struct VerifierOptions {
  // Paths.
  std::string rules;
  std::string table_a;
  std::string table_b;
  std::string manifest;
  uint64_t memory_bytes = 0;  // at most, of all processes on this machine
  std::string report = "";    // where to write a StageReport, if anywhere
  // Positions that are read at a time; whole rows, and one at least.
  uint64_t window = 1 << 22;
  // The processes that verify together; nullptr: this one alone.
  base::Processes* processes = nullptr;
};

// Removes an existing manifest, checks both tables, on as many threads as
// oneTBB is allowed, and writes the manifest if every check has passed.
//
// The tables must have been written by two programs, so that it is no use to
// give one twice.
//
// Otherwise the error (FailedPrecondition, if it is the tables' fault) begins
// with the name of the first check that failed, and `details` gets what it
// found on the board.
//
// Several processes share tables that are stored reduced, and must all see
// them; whole tables are small, and process 0 verifies them alone.  On process
// 0 the status is that of the whole run; process 0 alone removes and writes
// files, and has details.
absl::Status Verify(const VerifierOptions& options, std::ostream& details);

// Returns the bytes of memory that this takes on each of `process_count`
// processes for tables of one byte a value.
uint64_t EstimateBytes(const Rules& rules, uint32_t process_count = 1);

// Returns the number of positions in all sections of a table.
double CountPositions(const Rules& rules);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_VERIFIER_H_
