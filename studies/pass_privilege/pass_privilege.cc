#include "studies/pass_privilege/pass_privilege.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <array>
#include <map>
#include <span>
#include <string>

#include "proto/section_values.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::studies {
namespace {

// The value of a position if the owner of the next piece picks its square, by
// the values of the successors, which are in `next`.
kernel::Value OwnersChoice(const kernel::Game& game,
                           const kernel::Section& section, uint64_t index,
                           const SectionValues& next) {
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

PassPrivilege Sum(PassPrivilege a, const PassPrivilege& b) {
  a.positions += b.positions;
  a.same += b.same;
  a.worse += b.worse;
  a.better += b.better;
  return a;
}

}  // namespace

absl::StatusOr<std::vector<PassPrivilege>> CheckPassPrivilege(
    const Game& game, const TableReader& table) {
  const std::vector<kernel::Section>& sections = game.sections();
  std::map<int, PassPrivilege> by_placed;
  for (int i = 0; i < static_cast<int>(sections.size()); ++i) {
    const kernel::Section& section = sections[i];
    if (section.letter() != 'A') continue;
    const absl::StatusOr<SectionValues> picked = SectionValues::Read(table, i);
    if (!picked.ok()) return picked.status();
    const int handed_back = HandedBack(sections, section);
    const bool in_table = handed_back < static_cast<int>(sections.size());
    const absl::StatusOr<SectionValues> other =
        SectionValues::Read(table, in_table ? handed_back : section.next);
    if (!other.ok()) return other.status();

    using Range = tbb::blocked_range<uint64_t>;
    const auto count = [&](const Range& range, PassPrivilege sum) {
      for (uint64_t index = range.begin(); index < range.end(); ++index) {
        // Both as the owner likes them; the opponent likes the contrary.
        const int theirs = kernel::Utility((*picked)[index]);
        const int owners = kernel::Utility(
            in_table ? (*other)[index]
                     : OwnersChoice(game.kernel(), section, index, *other));
        ++sum.positions;
        ++(owners == theirs  ? sum.same
           : owners > theirs ? sum.worse
                             : sum.better);
      }
      return sum;
    };
    PassPrivilege& sum = by_placed[section.placed];
    sum = Sum(sum, tbb::parallel_reduce(Range(0, section.positions, 1 << 12),
                                        PassPrivilege{}, count, Sum));
    sum.placed = section.placed;
  }
  std::vector<PassPrivilege> counts;
  for (const auto& [placed, sum] : by_placed) counts.push_back(sum);
  return counts;
}

}  // namespace teeko::studies
