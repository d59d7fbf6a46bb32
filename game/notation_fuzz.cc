// Feeds rubbish to the reader: whatever it takes it must print so that it reads
// the same again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "game/notation.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace teeko;
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  for (const int squares : {16, 25, 64}) {
    // What it makes of a position does not matter, as long as it comes back.
    (void)ParsePlacement(text, squares);
    for (const absl::StatusOr<Item>& item : ParseItems(text, "fuzz", squares)) {
      if (!item.ok()) continue;
      const std::string printed = Print(*item);
      const std::vector<absl::StatusOr<Item>> again =
          ParseItems(printed, "printed", squares);
      if (again.size() != 1 || !again[0].ok() || Print(*again[0]) != printed) {
        std::abort();
      }
    }
  }
  return 0;
}
