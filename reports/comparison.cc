#include "reports/comparison.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "game/game.h"
#include "game/notation.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "verify/checked_game.h"
#include "verify/diagnosis.h"

namespace teeko::reports {

absl::StatusOr<Comparison> CompareTables(const std::vector<std::string>& tables,
                                         const std::string& position_text) {
  std::vector<proto::TableReader> readers;
  for (const std::string& path : tables) {
    ASSIGN_OR_RETURN(proto::TableReader reader, proto::TableReader::Open(path));
    readers.push_back(std::move(reader));
    if (!proto::SameRules(readers.back().footer().rules(),
                          readers[0].footer().rules())) {
      return base::Invalid(path, ": expected the rules of ", tables[0],
                           ", got other rules");
    }
  }
  const Rules& rules = readers[0].footer().rules();
  const verify::CheckedGame checked = verify::GamesOf(rules)[0];
  if (checked.threshold() > 0) {
    return base::Invalid(tables[0], ": expected rules without scoring");
  }
  const Game game(rules);
  ASSIGN_OR_RETURN(const Item item, ParsePosition(position_text, game));
  ASSIGN_OR_RETURN(const Position position, SetUp(game, item));
  RETURN_IF_ERROR(game.Check(position));
  const auto [section, index] = game.PlaceOf(position);
  const verify::CheckedSection& shown = checked.sections()[section];
  Comparison comparison;
  comparison.text = absl::StrCat(
      checked.PositionText(shown, checked.PositionAt(section, index)), "    ",
      checked.SectionText(shown), ", index ", index, "\n");
  std::optional<std::string> first;
  for (const proto::TableReader& table : readers) {
    std::vector<proto::SectionValues> sections;
    for (int i = 0; i < table.footer().sections_size(); ++i) {
      sections.emplace_back(table, i);
    }
    ASSIGN_OR_RETURN(
        const verify::Diagnosis diagnosis,
        verify::Diagnose(checked, section, index, [&](int number, uint64_t at) {
          return sections[number].At(at);
        }));
    absl::StrAppend(&comparison.text, table.path(), ": ", diagnosis.Details(),
                    "\n");
    comparison.agree &=
        diagnosis.right() && diagnosis.found == first.value_or(diagnosis.found);
    first = first.value_or(diagnosis.found);
  }
  return comparison;
}

}  // namespace teeko::reports
