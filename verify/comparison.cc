#include "verify/comparison.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "absl/types/span.h"
#include "stage/status.h"

namespace teeko::verify {

absl::StatusOr<Faults> CompareSection(
    const Table& a, const TableReader& b, int section,
    absl::FunctionRef<void(uint64_t)> passed) {
  const uint64_t positions = a.sections[section].positions;
  const uint64_t chunk_positions = b.footer().chunk_positions();
  const int bytes = a.value_bytes;
  std::vector<absl::StatusOr<Faults>> chunks(
      (positions + chunk_positions - 1) / chunk_positions, Faults());
  tbb::parallel_for(size_t{0}, chunks.size(), [&](size_t chunk) {
    const uint64_t first = chunk * chunk_positions;
    const uint64_t count = std::min(chunk_positions, positions - first);
    thread_local std::vector<uint8_t> of_b;
    of_b.resize(count * bytes);
    const absl::Status read = b.ReadChunk(section, chunk, absl::MakeSpan(of_b));
    const uint8_t* const of_a = a.payloads[section].data() + first * bytes;
    passed(count);
    if (!read.ok()) chunks[chunk] = read;
    if (!read.ok() || std::equal(of_b.begin(), of_b.end(), of_a)) return;
    for (uint64_t i = 0; i < count; ++i) {
      if (!std::equal(of_a + i * bytes, of_a + (i + 1) * bytes,
                      of_b.begin() + i * bytes)) {
        chunks[chunk]->Add({1, first + i});
      }
    }
  });
  Faults differences;
  for (const absl::StatusOr<Faults>& chunk : chunks) {
    RETURN_IF_ERROR(chunk.status());
    differences.Add(*chunk);
  }
  return differences;
}

}  // namespace teeko::verify
