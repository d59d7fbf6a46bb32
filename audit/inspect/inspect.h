// Shows one position in several tables, beside what the kernel demands.

#ifndef TEEKO_AUDIT_INSPECT_INSPECT_H_
#define TEEKO_AUDIT_INSPECT_INSPECT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace teeko::audit {

struct Inspection {
  std::string text;   // the board, then one line for each table
  bool agree = true;  // all values are the same and follow from successors
};

// Looks up a position (corpus/README.md) in one table or more of the same
// rules. For each table, compares the value with the one that the kernel
// derives from the successors' values in that table.
//
// InvalidArgument if the tables have different rules or the position is
// impossible; other errors are those of TableReader.
absl::StatusOr<Inspection> Inspect(const std::vector<std::string>& tables,
                                   const std::string& position);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_INSPECT_INSPECT_H_
