#include "game/section_values.h"

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace teeko {

absl::StatusOr<SectionValues> SectionValues::Read(const TableReader& table,
                                                  int section) {
  const int value_bytes = table.footer().value_bytes();
  SectionValues values(
      value_bytes, table.footer().sections(section).positions() * value_bytes);
  const absl::Status status =
      table.ReadSection(section, absl::MakeSpan(values.payload_));
  if (!status.ok()) return status;
  return values;
}

}  // namespace teeko
