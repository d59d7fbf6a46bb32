// Tables of scored rules from plain search, for tests.

#ifndef TEEKO_VERIFY_SCORED_TABLE_FOR_TEST_H_
#define TEEKO_VERIFY_SCORED_TABLE_FOR_TEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/order.h"
#include "proto/table_reader.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::verify {

// A section of a threshold game with one side to move.
struct ScoredPart {
  int threshold;
  kernel::Section section;
  bool attacker_moves;
  std::vector<uint8_t> values;  // in the order of docs/formats.md
};

// Returns the parts of the right table.  Only for boards with at most a few
// thousand positions.
std::vector<ScoredPart> PlainScoredParts(const Rules& rules);

// Writes a table into the folder for temporary files of tests, and opens it.
// The file names `writer` as the program that wrote it.
proto::TableReader WriteScoredTable(const Rules& rules,
                                    const std::vector<ScoredPart>& parts,
                                    const std::string& writer);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_SCORED_TABLE_FOR_TEST_H_
