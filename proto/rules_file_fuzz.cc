// Fuzzes the reader of rules.  Rules that it accepts must be valid, and
// printing and reading them must give the same rules.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/status/statusor.h"
#include "google/protobuf/text_format.h"
#include "proto/rules_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::StatusOr<teeko::Rules> rules = teeko::proto::ParseRules(
      {reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!rules.ok()) return 0;
  if (!teeko::proto::ValidateRules(*rules).ok()) std::abort();
  for (const std::string& style : rules->styles())
    teeko::proto::StyleName(style);
  std::string printed;
  google::protobuf::TextFormat::PrintToString(*rules, &printed);
  const absl::StatusOr<teeko::Rules> again =
      teeko::proto::ParseRules(printed, "printed");
  if (!again.ok() || !teeko::proto::SameRules(*rules, *again)) std::abort();
  return 0;
}
