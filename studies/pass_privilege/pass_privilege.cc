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

// The value of a position if the owner of the next piece picks its square, by
// the values of the successors, which are in `next`.
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

// The section that differs from this one in the letter of the next drop alone,
// or the number of sections if the table has none.  A letter of a style is both
// players'; so it can have one only if the first of them has dropped.
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
  std::array<std::atomic<uint64_t>, 3> counts = {};  // by what compare() says
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

    // Is handing back as good (0), worse (1) or better (2)?
    const auto compare = [&](uint64_t index) {
      // Both as the owner likes them; the opponent likes the contrary.
      const int theirs = kernel::Utility(picked[index]);
      const int owners = kernel::Utility(
          in_table ? other[index]
                   : OwnersChoice(game.kernel(), section, index, other));
      return owners == theirs ? 0 : owners > theirs ? 1 : 2;
    };
    // A row has the positions with one set of the mover's pieces.  Of rows that
    // symmetries take into each other only the first is looked at.
    const uint64_t columns = kernel::RowPositions(game.kernel(), section);
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
