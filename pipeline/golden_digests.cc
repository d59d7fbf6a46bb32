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
  FieldPlaces places;
  const absl::Status status = ReadTextProto(path, all, &places);
  if (!status.ok()) return status;
  const auto golden = std::find_if(
      all.tables().begin(), all.tables().end(), [&](const Manifest& table) {
        return SameRules(table.rules(), manifest.rules());
      });
  if (golden == all.tables().end()) return false;

  const auto& lines =
      *places.GetTreeForNested(GoldenDigests::descriptor()->FindFieldByNumber(
                                   GoldenDigests::kTablesFieldNumber),
                               golden - all.tables().begin());
  // In the `index`-th value of a field, or, for -1, in its only one.
  const auto difference = [&](absl::string_view what, absl::string_view digest,
                              absl::string_view golden_digest, int field,
                              int index) {
    const int line =
        lines
            .GetLocation(Manifest::descriptor()->FindFieldByNumber(field),
                         index)
            .line;
    return absl::DataLossError(absl::StrCat(
        manifest.rules().name(), ": ", what, " has the digest ", digest,
        ", but ", path, ":", line + 1, " says ", golden_digest));
  };
  // The same rules have the same sections; the last digest is of all of them.
  for (int i = 0;
       i < std::min(manifest.sections_size(), golden->sections_size()); ++i) {
    const AcceptedSection& section = manifest.sections(i);
    const std::string& sha256 = golden->sections(i).sha256();
    if (section.sha256() == sha256) continue;
    return difference(
        absl::StrCat("the section with ", section.placed(),
                     " pieces placed, drops \"", section.drops(), "\" to come"),
        section.sha256(), sha256, Manifest::kSectionsFieldNumber, i);
  }
  if (manifest.digest() != golden->digest()) {
    return difference("the table", manifest.digest(), golden->digest(),
                      Manifest::kDigestFieldNumber, -1);
  }
  return true;
}

}  // namespace teeko::pipeline
