#include "proof/certificates/certificate.h"

#include "absl/strings/str_cat.h"
#include "kernel/kernel.h"
#include "proof/certificates/rules_text.h"

namespace teeko::proof {
namespace {

std::string AimText(const Aim& aim) {
  if (aim.is_win) return absl::StrCat("win within ", aim.plies, " plies");
  if (aim.plies == Aim::kForever) return "hold";
  return absl::StrCat("hold for ", aim.plies, " plies");
}

}  // namespace

std::string Write(const Certificate& certificate, const Rules& rules,
                  const Formations& formations) {
  std::string file =
      absl::StrCat("teeko certificate 1 text\n", RulesText(rules),
                   "aim: ", AimText(certificate.aim), "\n");
  for (const Claim& claim : certificate.claims) {
    absl::StrAppend(&file, "claim: ", claim.style);
    kernel::ForEachSquare(claim.banned, [&](int square) {
      absl::StrAppend(&file, " without ", square + 1);
    });
    absl::StrAppend(&file, claim.black ? " black\n" : " red\n");
  }
  absl::StrAppend(&file, "formations: ", certificate.orbits.size(), "\n");
  for (const int orbit : certificate.orbits) {
    kernel::ForEachSquare(
        formations.sets[formations.orbits[orbit].front()],
        [&](int square) { absl::StrAppend(&file, square + 1, " "); });
    file.back() = '\n';
  }
  absl::StrAppend(&file, "end\n");
  return file;
}

}  // namespace teeko::proof
