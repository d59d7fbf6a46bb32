// All kinds of faults, by what they are planted in.

#ifndef TEEKO_AUDIT_FAULTS_KINDS_H_
#define TEEKO_AUDIT_FAULTS_KINDS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "audit/faults/campaign.h"
#include "audit/faults/samples.h"
#include "audit/faults/workplace.h"

namespace teeko::faults {

// The arguments have to outlive what is returned.
using Samples = std::vector<Sample>;

// In the values of a table: planted in memory, checked by what the verifier is
// made of.
std::vector<Kind> ValueFaults(const Samples& samples);

// In the file of a table, checked by the verifier.
std::vector<Kind> TableFileFaults(const Workplace& workplace,
                                  const Samples& samples);

// In a raw dump, checked by //verify/check:check_table.
absl::StatusOr<std::vector<Kind>> DumpFaults(const Workplace& workplace,
                                             const Samples& samples);

// In a manifest, checked by those who read it.
std::vector<Kind> ManifestFaults(const Workplace& workplace,
                                 const Samples& samples);

// In a certificate, checked by //verify/check.
absl::StatusOr<std::vector<Kind>> CertificateFaults(const Workplace& workplace,
                                                    const Samples& samples);

}  // namespace teeko::faults

#endif  // TEEKO_AUDIT_FAULTS_KINDS_H_
