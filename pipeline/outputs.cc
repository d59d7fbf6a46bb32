#include "pipeline/outputs.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"

namespace teeko::pipeline {
absl::StatusOr<TableReader> OpenTable(const std::string& path,
                                      const Rules& rules,
                                      absl::string_view writer) {
  absl::StatusOr<TableReader> table = TableReader::Open(path);
  if (!table.ok()) return table.status();
  if (table->footer().writer() != writer) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": was written by \"", table->footer().writer(),
                     "\", not by \"", writer, "\""));
  }
  if (!SameRules(table->footer().rules(), rules)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": was made for other rules"));
  }
  return table;
}

absl::Status CheckChunks(const TableReader& table) {
  const TableFooter& footer = table.footer();
  std::mutex mutex;
  absl::Status damage;
  for (int i = 0; i < footer.sections_size() && damage.ok(); ++i) {
    const Section& section = footer.sections(i);
    tbb::parallel_for(0, section.chunk_bytes_size(), [&](int chunk) {
      const uint64_t first = uint64_t{footer.chunk_positions()} * chunk;
      const uint64_t positions = std::min<uint64_t>(
          footer.chunk_positions(), section.positions() - first);
      std::vector<uint8_t> payload(positions * footer.value_bytes());
      const absl::Status status =
          table.ReadChunk(i, chunk, absl::MakeSpan(payload));
      if (status.ok()) return;
      const std::lock_guard<std::mutex> lock(mutex);
      damage = status;
    });
  }
  return damage;
}

}  // namespace teeko::pipeline
