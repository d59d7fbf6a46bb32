// Writes the manifest of a table without verifying anything.

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "google/protobuf/text_format.h"
#include "proto/manifest.pb.h"
#include "proto/stage.h"
#include "proto/table_reader.h"

namespace teeko::reports {
namespace {

absl::Status Accept(const std::string& table_path,
                    const std::string& manifest_path) {
  const absl::StatusOr<TableReader> table = TableReader::Open(table_path);
  if (!table.ok()) return table.status();
  Manifest manifest;
  *manifest.mutable_rules() = table->footer().rules();
  for (const Section& section : table->footer().sections()) {
    AcceptedSection& accepted = *manifest.add_sections();
    accepted.set_placed(section.placed());
    accepted.set_drops(section.drops());
    accepted.set_positions(section.positions());
    accepted.set_sha256(absl::BytesToHexString(section.sha256()));
  }
  std::string text;
  google::protobuf::TextFormat::PrintToString(manifest, &text);
  return WriteTextFile(manifest_path, text);
}

}  // namespace
}  // namespace teeko::reports

// The arguments are the paths of the table and of the manifest to write.
int main(int argc, char** argv) {
  if (argc != 3) return 1;
  return teeko::ExitStatus(teeko::reports::Accept(argv[1], argv[2]));
}
