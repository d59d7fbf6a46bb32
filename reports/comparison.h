// Compares the value of a position in several tables with the kernel's value.

#ifndef TEEKO_REPORTS_COMPARISON_H_
#define TEEKO_REPORTS_COMPARISON_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace teeko::reports {

struct Comparison {
  std::string text;   // the board, then one line for each table
  bool agree = true;  // all values are equal and follow from the successors
};

// Looks up a position (corpus/README.md specifies its notation) in one or more
// tables of the same rules.  For each table, compares the value with the value
// that the kernel derives from the successors in that table.
//
// InvalidArgument if the tables have different rules or rules with scoring, or
// the position is impossible.  Other errors come from TableReader.
absl::StatusOr<Comparison> CompareTables(const std::vector<std::string>& tables,
                                         const std::string& position);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_COMPARISON_H_
