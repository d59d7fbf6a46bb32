// The verifier: accepts two tables of the same rules, or reports the first
// fault.

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
  // Paths of the input files and of the manifest to write.
  std::string rules;
  std::string table_a;
  std::string table_b;
  std::string manifest;
  // Path of the file with the digests that the tables must have
  // (golden_digests.h); may be empty.
  std::string golden_digests = "";
  // Memory limit in bytes for all processes on this machine; must be set.
  uint64_t memory_bytes = 0;
  // Path of the StageReport (base/stage_report.proto) to write; may be empty.
  std::string report = "";
  // Number of positions to read at a time.  Rounded down to whole rows, but at
  // least one row.
  uint64_t window = 1 << 22;
  // The processes that verify together; nullptr: only this process.
  base::Processes* processes = nullptr;
};

// Removes an existing manifest, checks both tables on oneTBB threads, and
// writes the manifest if every check passes.
//
// Returns FailedPrecondition if a check of a table fails.  The message begins
// with the name of the check, and `details` gets a picture of the wrong
// position if there is one.  DataLoss if a digest differs from the golden
// digest.  Other errors are errors of reading, of writing or of memory.
//
// Several processes share the work if the tables are reduced; all of them must
// see the files.  Process 0 verifies all other tables alone, because these are
// small.  The status on process 0 is the status of the whole run.  Only process
// 0 removes and writes files and writes to `details`.
absl::Status Verify(const VerifierOptions& options, std::ostream& details);

// Returns the bytes of memory that Verify needs on each of `process_count`
// processes, for tables with one byte per value.
uint64_t EstimateBytes(const Rules& rules, uint32_t process_count = 1);

// Returns the number of positions in all sections of a table.  (Tables of
// scored rules have one position of each orbit, other tables all of them.)
double CountPositions(const Rules& rules);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_VERIFIER_H_
