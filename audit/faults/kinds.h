// All kinds of faults, by what they are planted in, and what is right, for them
// to be planted in: tables of boards so small that they are checked in
// milliseconds.

#ifndef TEEKO_AUDIT_FAULTS_KINDS_H_
#define TEEKO_AUDIT_FAULTS_KINDS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
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

// Each adds kinds, which the workplace and the samples have to outlive.

// In the values of a table: planted in memory, checked by what the verifier is
// made of.
void AddValueFaults(const Samples& samples, std::vector<Kind>& kinds);

// In the file of a table, checked by the verifier.
void AddTableFileFaults(const Workplace& workplace, const Samples& samples,
                        std::vector<Kind>& kinds);

// In a raw dump, checked by //verify/check:check_table.
absl::Status AddDumpFaults(const Workplace& workplace, const Samples& samples,
                           std::vector<Kind>& kinds);

// In a manifest, checked by those who read it.
void AddManifestFaults(const Workplace& workplace, const Samples& samples,
                       std::vector<Kind>& kinds);

// In a certificate, checked by //verify/check.
absl::Status AddCertificateFaults(const Workplace& workplace,
                                  const Samples& samples,
                                  std::vector<Kind>& kinds);

// Between a solver's ranks, and in the levels that they keep, checked by them:
// each ends the run, which says so, or leaves the table as it is.
void AddRankFaults(const Workplace& workplace, const Samples& samples,
                   std::vector<Kind>& kinds);

}  // namespace teeko::faults

#endif  // TEEKO_AUDIT_FAULTS_KINDS_H_
