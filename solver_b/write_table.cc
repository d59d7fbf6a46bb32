#include "solver_b/write_table.h"

#include "absl/types/span.h"
#include "base/status.h"

namespace teeko::solver_b {

absl::Status WriteSections(const Space& space, const Solution& solution,
                           const Partition& partition,
                           proto::SharedTable& table) {
  for (const auto& [placed, drops, values, mover] : solution.sections) {
    const SectionIndex& index = space.section(placed, mover);
    if (space.is_scored()) {
      table.SetThreshold(space.threshold(), mover == kAttacker);
    }
    RETURN_IF_ERROR(table.WriteSection(
        placed, drops, index.stored_positions(),
        [&, &values = values](uint64_t first, absl::Span<uint8_t> out) {
          FillPayload(index, values, first, {out.data(), out.size()},
                      partition);
        }));
  }
  return absl::OkStatus();
}

}  // namespace teeko::solver_b
