// All kinds of faults, by the data in which they are planted.  Each function
// adds kinds.  The fixture must outlive them.

#ifndef TEEKO_AUDIT_FAULTS_KINDS_H_
#define TEEKO_AUDIT_FAULTS_KINDS_H_

#include <vector>

#include "absl/status/status.h"
#include "audit/faults/campaign.h"
#include "audit/faults/fixture.h"

namespace teeko::audit {

// Faults in the values of a table in memory, checked by the verifier's
// functions.
void AddValueFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// Faults in a table file, checked by the verifier.
void AddTableFileFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// Faults in a dump, checked by //proof/check:check_table.
absl::Status AddDumpFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// Faults in a manifest, checked by the acceptance check of its readers.
void AddManifestFaults(const Fixture& fixture, std::vector<Kind>& kinds);

// Faults in a certificate, checked by //proof/check.
absl::Status AddCertificateFaults(const Fixture& fixture,
                                  std::vector<Kind>& kinds);

// A slow process of a solver, and faults in the checkpoints of its processes.
// Each fault must end the run with a message, or change nothing in the table.
void AddProcessFaults(const Fixture& fixture, std::vector<Kind>& kinds);

}  // namespace teeko::audit

#endif  // TEEKO_AUDIT_FAULTS_KINDS_H_
