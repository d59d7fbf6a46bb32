// A certificate (docs/formats.md).

#ifndef TEEKO_VERIFY_CERTIFICATES_CERTIFICATE_H_
#define TEEKO_VERIFY_CERTIFICATES_CERTIFICATE_H_

#include <string>
#include <vector>

#include "teeko/proto/rules.pb.h"
#include "verify/certificates/formations.h"
#include "verify/certificates/restricted_game.h"

namespace teeko::verify {

struct Certificate {
  Aim aim;
  std::vector<Claim> claims;
  std::vector<int> orbits;  // indices of Formations::orbits
};

// Returns the text of the certificate file.
std::string Write(const Certificate& certificate, const Rules& rules,
                  const Formations& formations);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_CERTIFICATE_H_
