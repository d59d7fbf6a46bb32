#include "verify/golden_digests.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "teeko/verify/golden_digests.pb.h"

namespace teeko::verify {

absl::StatusOr<bool> HasGoldenDigests(const Manifest& manifest,
                                      const std::string& path) {
  GoldenDigests all;
  RETURN_IF_ERROR(proto::ReadTextProto(path, all));
  const auto golden =
      std::ranges::find_if(all.tables(), [&](const Manifest& table) {
        return proto::SameRules(table.rules(), manifest.rules());
      });
  if (golden == all.tables().end()) return false;

  std::string what = "the table";
  std::string digest = manifest.digest();
  std::string golden_digest = golden->digest();
  // Equal rules have equal sections.
  for (int i = std::min(manifest.sections_size(), golden->sections_size());
       i-- > 0;) {
    const AcceptedSection& section = manifest.sections(i);
    if (section.sha256() == golden->sections(i).sha256()) continue;
    what =
        absl::StrCat("the section with ", section.placed(),
                     " pieces placed, drops \"", section.drops(), "\" to come");
    digest = section.sha256();
    golden_digest = golden->sections(i).sha256();
  }
  if (digest == golden_digest) return true;
  return absl::DataLossError(absl::StrCat(manifest.rules().name(), ": ", what,
                                          " has the digest ", digest, ", but ",
                                          path, " has ", golden_digest));
}

}  // namespace teeko::verify
