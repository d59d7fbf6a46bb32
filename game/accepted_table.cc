#include "game/accepted_table.h"

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "proto/manifest_file.h"
#include "stage/status.h"

namespace teeko {
namespace {

std::string PathOf(absl::string_view folder, absl::string_view name,
                   const char* file) {
  return std::filesystem::path(std::string(folder)) / std::string(name) / file;
}

absl::Status NotAccepted(absl::string_view what, absl::string_view name) {
  return absl::FailedPreconditionError(
      absl::StrCat(what, "; ./bazelw run //:pipeline -- --rules=", name,
                   " makes and verifies the table"));
}

}  // namespace

absl::StatusOr<Manifest> ReadManifest(absl::string_view folder,
                                      absl::string_view name) {
  const std::string path = PathOf(folder, name, "manifest.textproto");
  absl::StatusOr<Manifest> manifest = ReadManifestFile(path);
  if (manifest.ok()) return manifest;
  return NotAccepted(
      absl::IsNotFound(manifest.status())
          ? absl::StrCat("the verifier has accepted no table of \"", name,
                         "\" (there is no ", path, ")")
          : std::string(manifest.status().message()),
      name);
}

absl::StatusOr<TableReader> OpenAcceptedTable(absl::string_view folder,
                                              absl::string_view name) {
  ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder, name));
  const std::string path = PathOf(folder, name, "solver_a.table");
  absl::StatusOr<TableReader> table = OpenAccepted(manifest, path);
  if (absl::IsNotFound(table.status()) ||
      absl::IsFailedPrecondition(table.status())) {
    return NotAccepted(table.status().message(), name);
  }
  return table;
}

std::string DefaultOutFolder() {
  const char* const workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  return std::filesystem::path(workspace == nullptr ? "" : workspace) / "out";
}

}  // namespace teeko
