// Fuzzes the reader of manifests.  If the reader accepts a manifest, printing
// and reading it again must give the same manifest.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "game/accepted_table.h"
#include "google/protobuf/text_format.h"
#include "third_party/libfuzzer/scratch_file.h"

namespace teeko {
namespace {

absl::StatusOr<Manifest> Read(std::string_view text) {
  std::filesystem::create_directory(ScratchFolder() / "rules");
  ScratchFile("rules/manifest.textproto", text);
  return ReadManifest(ScratchFolder().string(), "rules");
}

std::string Print(const Manifest& manifest) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(manifest, &text);
  return text;
}

}  // namespace
}  // namespace teeko

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::StatusOr<teeko::Manifest> manifest =
      teeko::Read({reinterpret_cast<const char*>(data), size});
  if (!manifest.ok()) return 0;
  const std::string printed = teeko::Print(*manifest);
  const absl::StatusOr<teeko::Manifest> again = teeko::Read(printed);
  if (!again.ok() || teeko::Print(*again) != printed) std::abort();
  return 0;
}
