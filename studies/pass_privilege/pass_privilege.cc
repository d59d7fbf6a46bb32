#include "studies/pass_privilege/pass_privilege.h"

#include <tbb/parallel_for.h>

#include <array>
#include <atomic>
#include <span>

#include "base/status.h"
#include "game/orbit.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/section_values.h"

namespace teeko::studies {
namespace {

// Returns the value of a position if the owner of the next piece chooses its
// square.  `next` has the values of the successors.
kernel::Value OwnersChoice(const kernel::Game& game,
                           const kernel::Section& section, uint64_t index,
                           const proto::SectionValues& next) {
  const kernel::Position position = kernel::PositionAt(game, section, index);
  std::array<kernel::Value, 64> values;
  size_t count = 0;
  kernel::ForEachSuccessor(game, position, [&](kernel::Position successor) {
    values[count++] = next[kernel::Index(game, successor)];
  });
  return kernel::ValueFrom(game, position, 'S', std::span(values).first(count));
}

// Returns the index of the section that differs only in the letter of the next
// drop, which is S.  Returns the number of sections if the table has no such
// section.  Each letter is for a drop of Black and a drop of Red.  So the table
// can have the section only if Black has made his drop already.
int HandedBack(const std::vector<kernel::Section>& sections,
               const kernel::Section& section) {
  if (section.placed % 2 == 0) return static_cast<int>(sections.size());
  return kernel::FindSection(sections, section.placed,
                             "S" + section.drops.substr(1));
}

}  // namespace

absl::StatusOr<PassPrivilege> CheckPassPrivilege(
    const Game& game, const proto::TableReader& table) {
  const std::vector<kernel::Section>& sections = game.sections();
  std::array<std::atomic<uint64_t>, 3> counts = {};  // by result of compare()
  for (int i = 0; i < static_cast<int>(sections.size()); ++i) {
    const kernel::Section& section = sections[i];
    if (section.letter() != 'A') continue;
    ASSIGN_OR_RETURN(const proto::SectionValues picked,
                     proto::SectionValues::Read(table, i));
    const int handed_back = HandedBack(sections, section);
    const bool in_table = handed_back < static_cast<int>(sections.size());
    ASSIGN_OR_RETURN(const proto::SectionValues other,
                     proto::SectionValues::Read(
                         table, in_table ? handed_back : section.next));

    // Returns 0 if handing back is as good, 1 if it is worse, 2 if it is
    // better.
    const auto compare = [&](uint64_t index) {
      // Both utilities are the owner's; the opponent prefers lower ones.
      const int theirs = kernel::Utility(picked[index]);
      const int owners = kernel::Utility(
          in_table ? other[index]
                   : OwnersChoice(game.kernel(), section, index, other));
      return owners == theirs ? 0 : owners > theirs ? 1 : 2;
    };
    // A row has the positions with the same mover's set.  Of rows that are
    // equal up to symmetry, only the first is compared.
    const uint64_t columns = kernel::RowSize(game.kernel(), section);
    tbb::parallel_for(
        uint64_t{0}, section.positions / columns, [&](uint64_t row) {
          const std::vector<uint64_t> alike = OrbitOf(
              game.kernel(), {kernel::Unrank(row, section.mover_pieces), 0});
          if (alike.front() != row) return;
          std::array<uint64_t, 3> in_row = {};
          for (uint64_t i = row * columns; i < (row + 1) * columns; ++i) {
            in_row[compare(i)] += alike.size();
          }
          for (const int i : {0, 1, 2}) counts[i] += in_row[i];
        });
  }
  return PassPrivilege{counts[0], counts[1], counts[2]};
}

}  // namespace teeko::studies
