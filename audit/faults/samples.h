// What is right, for faults to be planted in: tables of boards so small that
// they are checked in milliseconds.

#ifndef TEEKO_AUDIT_FAULTS_SAMPLES_H_
#define TEEKO_AUDIT_FAULTS_SAMPLES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "audit/faults/campaign.h"
#include "audit/faults/workplace.h"
#include "proto/rules.pb.h"
#include "proto/table_reader.h"
#include "verify/kernel.h"
#include "verify/table.h"

namespace teeko::faults {

// A board, and what the right programs make of it.
struct Sample {
  Rules rules;
  kernel::Game game;
  std::string rules_path;
  std::string manifest_path;
  TableReader table_a;
  TableReader table_b;
  verify::Table table;

  const std::string& name() const { return rules.name(); }
};

using Samples = std::vector<Sample>;

// Solved by both solvers, accepted by the verifier.  The last is much larger
// than the others.
absl::StatusOr<Samples> MakeSamples(const Workplace& workplace);

// One of them, seldom the last.
const Sample& AnySample(const Samples& samples, Random& random);

}  // namespace teeko::faults

#endif  // TEEKO_AUDIT_FAULTS_SAMPLES_H_
