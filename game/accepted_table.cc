#include "game/accepted_table.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status.h"
#include "game/game.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/manifest_file.h"

namespace teeko {
namespace {

constexpr char kManifest[] = "manifest.textproto";

std::string PathOf(absl::string_view folder, absl::string_view name,
                   const char* file) {
  return std::filesystem::path(std::string(folder)) / std::string(name) / file;
}

// Returns the names of the rules for which the directory has a manifest:
// "advanced, standard".
std::string AcceptedNames(absl::string_view folder) {
  std::set<std::string> names;
  std::error_code none;  // A directory that cannot be read has no names.
  for (const std::filesystem::directory_entry& entry :
       std::filesystem::directory_iterator(std::string(folder), none)) {
    const std::string name = entry.path().filename();
    if (std::filesystem::exists(PathOf(folder, name, kManifest), none)) {
      names.insert(name);
    }
  }
  return absl::StrJoin(names, ", ");
}

bool HasSectionsOfRules(const TableFooter& footer) {
  const Game game(footer.rules());
  if (game.is_scored()) {
    // For each threshold and section: the attacker or the defender moves.
    const int thresholds =
        kernel::LargestScore(kernel::ScoredGameOf(footer.rules()));
    return footer.sections_size() ==
           2 * thresholds * static_cast<int>(game.sections().size());
  }
  return std::ranges::equal(
      footer.sections(), game.sections(),
      [](const Section& stated, const kernel::Section& section) {
        return stated.placed() == static_cast<uint32_t>(section.placed) &&
               stated.drops() == section.drops &&
               stated.positions() == section.positions;
      });
}

absl::Status NotAccepted(absl::string_view what, absl::string_view name) {
  return absl::FailedPreconditionError(
      absl::StrCat(what,
                   "; make and verify the table with ./bazelw run "
                   "//:pipeline -- --rules=",
                   name));
}

}  // namespace

absl::StatusOr<Manifest> ReadManifest(absl::string_view folder,
                                      absl::string_view name) {
  const std::string path = PathOf(folder, name, kManifest);
  absl::StatusOr<Manifest> manifest = proto::ReadManifestFile(path);
  if (absl::IsNotFound(manifest.status())) {
    const std::string names = AcceptedNames(folder);
    return absl::FailedPreconditionError(absl::StrCat(
        "no accepted table of \"", name, "\": ", path,
        " does not exist; accepted tables: ", names.empty() ? "none" : names,
        "; ./bazelw run //:pipeline makes and verifies tables, and its --help "
        "lists the rules"));
  }
  if (!manifest.ok()) return NotAccepted(manifest.status().message(), name);
  if (manifest->rules().name() != name) {
    return NotAccepted(
        absl::StrCat(path, ": expected the manifest of \"", name, "\", got \"",
                     manifest->rules().name(), "\""),
        name);
  }
  return manifest;
}

absl::StatusOr<proto::TableReader> OpenAcceptedTable(absl::string_view folder,
                                                     absl::string_view name,
                                                     const Manifest& manifest) {
  const std::string path = PathOf(folder, name, "solver_a.table");
  absl::StatusOr<proto::TableReader> table =
      proto::OpenAccepted(manifest, path);
  if (absl::IsNotFound(table.status()) ||
      absl::IsFailedPrecondition(table.status())) {
    return NotAccepted(table.status().message(), name);
  }
  // With other sections, an index could be beyond the end of the table.
  if (table.ok() && !HasSectionsOfRules(table->footer())) {
    return NotAccepted(
        absl::StrCat(path, ": the sections do not match the rules"), name);
  }
  return table;
}

absl::StatusOr<proto::TableReader> OpenAcceptedTable(absl::string_view folder,
                                                     absl::string_view name) {
  ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder, name));
  return OpenAcceptedTable(folder, name, manifest);
}

std::string DefaultOutFolder() {
  const char* const workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  return std::filesystem::path(workspace == nullptr ? "" : workspace) / "out";
}

}  // namespace teeko
