// Reads whole sections of a table, on oneTBB threads.

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "base/memory.h"
#include "base/status.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"

namespace teeko::proto {
namespace {

// Returns the first error, so that the result does not depend on timing.
absl::Status FirstError(const std::vector<absl::Status>& statuses) {
  for (const absl::Status& status : statuses) RETURN_IF_ERROR(status);
  return absl::OkStatus();
}

}  // namespace

absl::Status TableReader::ReadSection(int section, absl::Span<uint8_t> payload,
                                      uint64_t first) const {
  if (!reduced_) return ReadStored(section, payload, first);
  const uint64_t piece =
      uint64_t{footer_.chunk_positions()} * footer_.value_bytes();
  std::vector<absl::Status> pieces((payload.size() + piece - 1) / piece);
  tbb::parallel_for(size_t{0}, pieces.size(), [&](size_t i) {
    pieces[i] = ReadImages(section, payload.subspan(i * piece, piece),
                           first + i * footer_.chunk_positions());
  });
  return FirstError(pieces);
}

absl::Status TableReader::ReadStored(int section, absl::Span<uint8_t> payload,
                                     uint64_t first) const {
  // All offsets below are in bytes of the section's stored payload.
  const uint64_t chunk_bytes =
      uint64_t{footer_.chunk_positions()} * footer_.value_bytes();
  const uint64_t section_bytes =
      stored_positions(section) * footer_.value_bytes();
  const uint64_t begin = first * footer_.value_bytes();
  const uint64_t end = begin + payload.size();

  const uint64_t first_chunk = begin / chunk_bytes;
  std::vector<absl::Status> chunks((end + chunk_bytes - 1) / chunk_bytes -
                                   first_chunk);
  tbb::parallel_for(size_t{0}, chunks.size(), [&](size_t i) {
    const uint64_t chunk = first_chunk + i;
    const uint64_t from = chunk * chunk_bytes;
    const uint64_t to = std::min(from + chunk_bytes, section_bytes);
    if (begin <= from && to <= end) {
      chunks[i] =
          Unpack(section, chunk, payload.subspan(from - begin, to - from));
      return;
    }
    std::vector<uint8_t> whole(to - from);
    chunks[i] = Unpack(section, chunk, absl::MakeSpan(whole));
    const uint64_t wanted = std::max(from, begin);
    std::copy(whole.begin() + (wanted - from),
              whole.begin() + (std::min(to, end) - from),
              payload.begin() + (wanted - begin));
  });
  return FirstError(chunks);
}

absl::Status TableReader::ForEachStored(
    int section,
    absl::FunctionRef<void(uint64_t, absl::Span<const uint8_t>, uint32_t)> use)
    const {
  const uint64_t positions = stored_positions(section);
  const uint64_t chunk_positions = footer_.chunk_positions();
  const uint64_t value_bytes = footer_.value_bytes();
  std::vector<absl::Status> chunks(chunk_offsets_[section].size());
  tbb::enumerable_thread_specific<std::vector<uint8_t>> payloads;
  tbb::parallel_for(size_t{0}, chunks.size(), [&](size_t i) {
    const uint64_t first = i * chunk_positions;
    const uint64_t count = std::min(chunk_positions, positions - first);
    std::vector<uint8_t>& payload = payloads.local();
    payload.resize(count * value_bytes);
    chunks[i] = Unpack(section, i, absl::MakeSpan(payload));
    if (!chunks[i].ok()) return;
    if (!reduced_) return use(first, payload, 1);
    absl::Span<const uint8_t> rest = payload;
    stored_rows_[section]->ForEachPart(
        first, count, [&](uint64_t index, uint64_t part, uint32_t images) {
          use(index, rest.first(part * value_bytes), images);
          rest.remove_prefix(part * value_bytes);
        });
  });
  return FirstError(chunks);
}

absl::StatusOr<SectionValues> SectionValues::Read(const TableReader& table,
                                                  int section) {
  const uint64_t bytes = table.footer().sections(section).positions() *
                         table.footer().value_bytes();
  RETURN_IF_ERROR(base::CheckMemory(bytes, base::MemoryLimitBytes(0)));
  SectionValues values(table, section);
  if (values.payload_ == nullptr) return values.NoMemory();
  RETURN_IF_ERROR(table.ReadSection(section, {values.payload_.get(), bytes}));
  std::fill_n(values.unpacked_.get(), values.chunks(), true);
  return values;
}

}  // namespace teeko::proto
