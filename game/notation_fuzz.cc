// Fuzzes the reader of notation.  If the reader accepts an item, printing and
// reading it again must give the same item.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "game/game.h"
#include "game/notation.h"
#include "proto/rules_file.h"

namespace {

using namespace teeko;

// Returns games with lines of three, on boards with one and more rows.
const std::vector<Game>& Games() {
  static const std::vector<Game>& games = *[] {
    auto* games = new std::vector<Game>;
    for (const char* board :
         {"rows: 5 columns: 5", "rows: 1 columns: 6", "rows: 2 columns: 32"}) {
      games->emplace_back(*proto::ParseRules(
          absl::StrCat("name: 'fuzz' ", board,
                       " pieces: 3 goals { line { length: 3 } } styles: 'SSS' "
                       "styles: 'ASS' banned_first_drops: 1"),
          "fuzz"));
    }
    return games;
  }();
  return games;
}

void Require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Game& game : Games()) {
    if (const auto item = ParsePosition(text, game); item.ok()) {
      const auto position = SetUp(game, *item);
      if (position.ok() && game.Check(*position).ok()) {
        const std::string line = PositionString(game, *position);
        const auto again = SetUp(game, *ParsePosition(line, game));
        Require(again->black == position->black &&
                again->red == position->red &&
                PositionString(game, *again) == line);
      }
    }
    for (const absl::StatusOr<Item>& item : ParseItems(text, "fuzz", game)) {
      if (!item.ok()) continue;
      const std::string printed = Print(*item);
      const std::vector<absl::StatusOr<Item>> again =
          ParseItems(printed, "printed", game);
      Require(again.size() == 1 && again[0].ok() &&
              Print(*again[0]) == printed);
    }
  }
  return 0;
}
