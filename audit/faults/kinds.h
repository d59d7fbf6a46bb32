// All kinds of faults, by what they are planted in.  Each of these adds kinds,
// which the fixture has to outlive.

#ifndef TEEKO_AUDIT_FAULTS_KINDS_H_
#define TEEKO_AUDIT_FAULTS_KINDS_H_

#include <vector>

#include "absl/status/status.h"
#include "audit/faults/campaign.h"
#include "audit/faults/fixture.h"

namespace teeko::audit {

// In the values of a table: planted in memory, checked by what the verifier is
// made of.
void AddValueFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// In the file of a table, checked by the verifier.
void AddTableFileFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// In a raw dump, checked by //verify/check:check_table.
absl::Status AddDumpFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// In a manifest, checked by those who read it.
void AddManifestFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// In a certificate, checked by //verify/check.
absl::Status AddCertificateFaults(const Fixture& fixture,
                                  std::vector<Kind>& kinds);

// Between a solver's processes, and in their checkpoints, checked by them:
// each ends the run, which says so, or leaves the table as it is.
void AddProcessFaults(const Fixture& fixture, std::vector<Kind>& kinds);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_FAULTS_KINDS_H_
