#include "reports/claims/pass_privilege.h"

#include <map>
#include <string>

#include "reports/longest/section_values.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::reports {
namespace {

// The value of a position if the owner of the next piece picks its square.
kernel::Value OwnersChoice(const kernel::Game& game,
                           const kernel::Section& section, uint64_t index,
                           const SectionValues& next) {
  const kernel::Position position = kernel::PositionAt(game, section, index);
  std::vector<kernel::Value> successors;
  kernel::ForEachSuccessor(game, position, [&](kernel::Position successor) {
    successors.push_back(next[kernel::Index(game, successor)]);
  });
  return kernel::ValueFrom(game, position, 'S', successors);
}

}  // namespace

absl::StatusOr<std::vector<PassPrivilege>> CheckPassPrivilege(
    const Game& game, const TableReader& table) {
  std::map<int, PassPrivilege> by_placed;
  const std::vector<kernel::Section>& sections = game.sections();
  for (int i = 0; i < static_cast<int>(sections.size()); ++i) {
    const kernel::Section& section = sections[i];
    if (section.letter() != 'A') continue;
    const absl::StatusOr<SectionValues> picked = SectionValues::Read(table, i);
    if (!picked.ok()) return picked.status();
    const int handed_back = kernel::FindSection(sections, section.placed,
                                                "S" + section.drops.substr(1));
    const bool in_table = handed_back < static_cast<int>(sections.size());
    const absl::StatusOr<SectionValues> other =
        SectionValues::Read(table, in_table ? handed_back : section.next);
    if (!other.ok()) return other.status();

    PassPrivilege& count = by_placed[section.placed];
    count.placed = section.placed;
    count.positions += section.positions;
    for (uint64_t index = 0; index < section.positions; ++index) {
      // Both as the owner likes them; the opponent likes the contrary.
      const int theirs = kernel::Liking((*picked)[index]);
      const int owners = kernel::Liking(
          in_table ? (*other)[index]
                   : OwnersChoice(game.kernel(), section, index, *other));
      ++(owners == theirs  ? count.same
         : owners > theirs ? count.worse
                           : count.better);
    }
  }
  std::vector<PassPrivilege> counts;
  for (const auto& [placed, count] : by_placed) counts.push_back(count);
  return counts;
}

}  // namespace teeko::reports
