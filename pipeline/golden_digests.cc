#include "pipeline/golden_digests.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "proto/golden_digests.pb.h"
#include "proto/rules_file.h"
#include "proto/text_proto.h"

namespace teeko::pipeline {

absl::StatusOr<bool> HasGoldenDigests(const Manifest& manifest,
                                      const std::string& path) {
  GoldenDigests all;
  const absl::Status status = ReadTextProto(path, all);
  if (!status.ok()) return status;
  const auto golden = std::find_if(
      all.tables().begin(), all.tables().end(), [&](const Manifest& table) {
        return SameRules(table.rules(), manifest.rules());
      });
  if (golden == all.tables().end()) return false;

  const auto difference = [&](absl::string_view what, absl::string_view digest,
                              absl::string_view golden_digest) {
    return absl::DataLossError(
        absl::StrCat(manifest.rules().name(), ": ", what, " has the digest ",
                     digest, ", but ", path, " says ", golden_digest));
  };
  // The same rules have the same sections; the last digest is of all of them.
  for (int i = 0;
       i < std::min(manifest.sections_size(), golden->sections_size()); ++i) {
    const AcceptedSection& section = manifest.sections(i);
    if (section.sha256() == golden->sections(i).sha256()) continue;
    return difference(
        absl::StrCat("the section with ", section.placed(),
                     " pieces placed, drops \"", section.drops(), "\" to come"),
        section.sha256(), golden->sections(i).sha256());
  }
  if (manifest.digest() != golden->digest()) {
    return difference("the table", manifest.digest(), golden->digest());
  }
  return true;
}

}  // namespace teeko::pipeline
