#include "game/accepted_table.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/text_format.h"
#include "proto/manifest_file.h"

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

// Keeps the parser from writing to stderr.
class Silence : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, google::protobuf::io::ColumnNumber,
                const std::string&) override {}
};

// The folder in an environment variable, or this one.
std::filesystem::path FolderIn(const char* variable) {
  const char* const folder = std::getenv(variable);
  return folder == nullptr ? "" : folder;
}

}  // namespace

absl::StatusOr<Manifest> ReadManifest(absl::string_view folder,
                                      absl::string_view name) {
  const std::string path = PathOf(folder, name, "manifest.textproto");
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return NotAccepted(absl::StrCat("the verifier has accepted no table of \"",
                                    name, "\" (there is no ", path, ")"),
                       name);
  }
  Manifest manifest;
  const std::string text(std::istreambuf_iterator<char>(file), {});
  Silence silence;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&silence);
  if (!parser.ParseFromString(text, &manifest)) {
    return NotAccepted(absl::StrCat(path, " is damaged"), name);
  }
  return manifest;
}

absl::StatusOr<TableReader> OpenAcceptedTable(absl::string_view folder,
                                              absl::string_view name) {
  const absl::StatusOr<Manifest> manifest = ReadManifest(folder, name);
  if (!manifest.ok()) return manifest.status();
  const std::string path = PathOf(folder, name, "solver_a.table");
  absl::StatusOr<TableReader> table = TableReader::Open(path);
  if (absl::IsNotFound(table.status())) {
    return NotAccepted(absl::StrCat("there is no ", path), name);
  }
  if (table.ok() && !CheckAccepted(*manifest, table->footer()).ok()) {
    return NotAccepted(
        absl::StrCat(path, " is not the table that the verifier accepted"),
        name);
  }
  return table;
}

std::string OutFolder(absl::string_view folder) {
  if (!folder.empty()) return UserPath(folder);
  return FolderIn("BUILD_WORKSPACE_DIRECTORY") / "out";
}

std::string UserPath(absl::string_view path) {
  // Appending an absolute path replaces what is before it.
  return FolderIn("BUILD_WORKING_DIRECTORY") / std::string(path);
}

}  // namespace teeko
