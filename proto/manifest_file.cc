#include "proto/manifest_file.h"

#include <cerrno>
#include <fstream>
#include <sstream>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "proto/rules_file.h"

namespace teeko {

absl::StatusOr<Manifest> ReadManifestFile(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  if (!file || !(text << file.rdbuf())) {
    return absl::ErrnoToStatus(errno ? errno : EINVAL,
                               absl::StrCat("cannot read manifest ", path));
  }
  Manifest manifest;
  if (!google::protobuf::TextFormat::ParseFromString(text.str(), &manifest)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": not a manifest"));
  }
  return manifest;
}

absl::Status CheckAccepted(const Manifest& manifest, const TableFooter& table) {
  if (!SameRules(manifest.rules(), table.rules())) {
    return absl::FailedPreconditionError("other rules");
  }
  if (manifest.sections_size() != table.sections_size()) {
    return absl::FailedPreconditionError("another number of sections");
  }
  for (int i = 0; i < table.sections_size(); ++i) {
    const AcceptedSection& accepted = manifest.sections(i);
    const Section& section = table.sections(i);
    if (accepted.placed() != section.placed() ||
        accepted.drops() != section.drops() ||
        accepted.positions() != section.positions() ||
        accepted.sha256() != absl::BytesToHexString(section.sha256())) {
      return absl::FailedPreconditionError(absl::StrCat(
          "section ", section.placed(), " \"", section.drops(), "\" differs"));
    }
  }
  return absl::OkStatus();
}

}  // namespace teeko
