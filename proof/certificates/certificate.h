// A certificate (docs/formats.md).

#ifndef TEEKO_PROOF_CERTIFICATES_CERTIFICATE_H_
#define TEEKO_PROOF_CERTIFICATES_CERTIFICATE_H_

#include <string>
#include <vector>

#include "proof/certificates/formations.h"
#include "proof/certificates/restricted_game.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::proof {

struct Certificate {
  Aim aim;
  std::vector<Claim> claims;
  std::vector<int> orbits;  // indices of Formations::orbits
};

// Returns the text of the certificate file.
std::string Write(const Certificate& certificate, const Rules& rules,
                  const Formations& formations);

}  // namespace teeko::proof

#endif  // TEEKO_PROOF_CERTIFICATES_CERTIFICATE_H_
