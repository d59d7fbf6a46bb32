#include "proto/table_reader.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "proto/sha256.h"
#include "proto/table_format.h"

namespace teeko::proto {

using table_format::Head, table_format::Tail;

absl::Status UnpackChunk(absl::string_view packed,
                         absl::Span<uint8_t> payload) {
  const size_t bytes = ZSTD_decompress(payload.data(), payload.size(),
                                       packed.data(), packed.size());
  if (ZSTD_isError(bytes)) return absl::DataLossError(ZSTD_getErrorName(bytes));
  if (bytes != payload.size()) {
    return absl::DataLossError("wrong size after decompression");
  }
  return absl::OkStatus();
}

absl::StatusOr<TableReader> TableReader::Open(const std::string& path) {
  TableReader self;
  self.path_ = path;
  RETURN_IF_ERROR(self.Map());
  RETURN_IF_ERROR(self.CheckHead());
  RETURN_IF_ERROR(self.ReadFooter());
  RETURN_IF_ERROR(self.LocateChunks());
  return self;
}

absl::Status TableReader::Map() {
  const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return base::Cannot(errno, "open ", path_);
  const absl::Cleanup close_file = [file] { close(file); };
  struct stat info;
  if (fstat(file, &info) != 0) return base::Cannot(errno, "open ", path_);
  if (!S_ISREG(info.st_mode)) {
    return base::Invalid(path_, ": expected a regular file");
  }
  const uint64_t size = info.st_size;
  if (size == 0) return Damaged("the file is empty");
  void* const mapping = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (mapping == MAP_FAILED) return base::Cannot(errno, "map ", path_);
  mapping_.reset(mapping, [size](void* mapping) { munmap(mapping, size); });
  bytes_ = {static_cast<const char*>(mapping), size};
  return absl::OkStatus();
}

absl::Status TableReader::CheckHead() {
  if (!absl::StartsWith(table_format::kHeadMagic,
                        bytes_.substr(0, table_format::kHeadMagic.size()))) {
    return Damaged("not a table file: expected the magic bytes TEEKOTBL");
  }
  Head head;
  if (bytes_.size() < sizeof(head) + sizeof(Tail)) {
    return Damaged("the file is truncated");
  }
  std::memcpy(&head, bytes_.data(), sizeof(head));
  if (head.version > table_format::kScoredVersion) {
    return absl::UnimplementedError(absl::StrCat(
        path_, ": expected format version ", table_format::kScoredVersion,
        " or earlier, got ", head.version, "; use a newer release"));
  }
  if (head.version < table_format::kWholeVersion || head.zero != 0) {
    return Damaged("damaged header");
  }
  reduced_ = head.version == table_format::kReducedVersion;
  scored_ = head.version == table_format::kScoredVersion;
  return absl::OkStatus();
}

absl::Status TableReader::ReadFooter() {
  Tail tail;
  const uint64_t footer_end = bytes_.size() - sizeof(tail);
  std::memcpy(&tail, &bytes_[footer_end], sizeof(tail));
  if (absl::string_view(tail.magic, sizeof(tail.magic)) !=
      table_format::kTailMagic) {
    return Damaged("the file is truncated, or damaged at its end");
  }
  if (tail.footer_offset < sizeof(Head) || tail.footer_offset > footer_end ||
      tail.footer_bytes != footer_end - tail.footer_offset) {
    return Damaged("the file is damaged at its end");
  }
  footer_offset_ = tail.footer_offset;
  footer_sha256_.assign(tail.footer_sha256, sizeof(tail.footer_sha256));
  const absl::string_view footer =
      bytes_.substr(footer_offset_, tail.footer_bytes);
  if (Sha256(footer) != footer_sha256_ ||
      !footer_.ParseFromArray(footer.data(), footer.size())) {
    return Damaged("damaged footer: checksum mismatch");
  }
  return absl::OkStatus();
}

absl::Status TableReader::LocateChunks() {
  const uint64_t chunk_positions = footer_.chunk_positions();
  bool consistent =
      (footer_.value_bytes() == 1 || footer_.value_bytes() == 2) &&
      footer_.rules().has_scoring() == scored_ && chunk_positions >= 1 &&
      chunk_positions <= table_format::kMaxChunkPositions;
  uint64_t offset = sizeof(Head);
  for (const Section& section : footer_.sections()) {
    if (reduced_ && consistent) consistent = LocateRows(section);
    if (!consistent) break;
    const uint64_t stored = stored_positions(chunk_offsets_.size());
    const uint64_t chunks =
        stored / chunk_positions + (stored % chunk_positions != 0);
    consistent =
        section.sha256().size() == sizeof(Tail::footer_sha256) &&
        static_cast<uint64_t>(section.chunk_bytes_size()) == chunks &&
        static_cast<uint64_t>(section.chunk_checksums_size()) == chunks;
    std::vector<uint64_t>& offsets = chunk_offsets_.emplace_back();
    for (const uint32_t bytes : section.chunk_bytes()) {
      offsets.push_back(offset);
      offset += bytes;
    }
  }
  // The last chunk ends where the footer begins.
  consistent = consistent && offset == footer_offset_;
  return consistent ? absl::OkStatus() : Damaged("inconsistent footer");
}

bool TableReader::LocateRows(const Section& section) {
  // Consecutive sections with the same number of pieces have the same rows.
  if (!stored_rows_.empty() &&
      footer_.sections(stored_rows_.size() - 1).placed() == section.placed()) {
    stored_rows_.push_back(stored_rows_.back());
  } else if (StoredRows::Fit(footer_.rules(), section.placed())) {
    stored_rows_.push_back(
        std::make_shared<StoredRows>(footer_.rules(), section.placed()));
  } else {
    return false;
  }
  return section.positions() == stored_rows_.back()->all_positions();
}

absl::Status TableReader::ReadImages(int section, absl::Span<uint8_t> payload,
                                     uint64_t first) const {
  const StoredRows& rows = *stored_rows_[section];
  const uint64_t value_bytes = footer_.value_bytes();
  const uint64_t chunk_positions = footer_.chunk_positions();
  std::vector<uint8_t> chunks;  // all chunks with a part of the row
  while (!payload.empty()) {
    const StoredRows::Source source = rows.Find(
        first, std::min(payload.size() / value_bytes,
                        rows.row_positions() - first % rows.row_positions()));
    const uint64_t first_chunk = source.first / chunk_positions;
    const uint64_t begin = first_chunk * chunk_positions;
    const uint64_t end =
        std::min(rows.positions(),
                 (source.first + rows.row_positions() + chunk_positions - 1) /
                     chunk_positions * chunk_positions);
    chunks.resize((end - begin) * value_bytes);
    for (uint64_t at = begin; at < end; at += chunk_positions) {
      RETURN_IF_ERROR(
          Unpack(section, at / chunk_positions,
                 absl::MakeSpan(chunks).subspan(
                     (at - begin) * value_bytes,
                     std::min(chunk_positions, end - at) * value_bytes)));
    }
    const uint8_t* const row = &chunks[(source.first - begin) * value_bytes];
    uint8_t* out = payload.data();
    for (const uint32_t in_row : source.in_row) {
      if (value_bytes == 1) {
        *out++ = row[in_row];
      } else {
        *out++ = row[2 * size_t{in_row}];
        *out++ = row[2 * size_t{in_row} + 1];
      }
    }
    payload.remove_prefix(source.in_row.size() * value_bytes);
    first += source.in_row.size();
  }
  return absl::OkStatus();
}

absl::Status TableReader::ReadChunk(int section, uint64_t chunk,
                                    absl::Span<uint8_t> payload) const {
  return reduced_
             ? ReadImages(section, payload, chunk * footer_.chunk_positions())
             : Unpack(section, chunk, payload);
}

absl::Status TableReader::Unpack(int section, uint64_t chunk,
                                 absl::Span<uint8_t> payload) const {
  const Section& info = footer_.sections(section);
  const absl::string_view frame =
      bytes_.substr(chunk_offsets_[section][chunk],
                    info.chunk_bytes(static_cast<int>(chunk)));
  const auto damaged = [&](absl::string_view how) {
    return Damaged(absl::StrCat("section ", info.placed(), " \"", info.drops(),
                                "\", chunk ", chunk, ": ", how));
  };
  if (ShortSha256(frame) != info.chunk_checksums(static_cast<int>(chunk))) {
    return damaged("checksum mismatch");
  }
  const absl::Status status = UnpackChunk(frame, payload);
  // Unmap the pages of the frame, because mapped pages count as memory of this
  // process.  Linux still caches them for the next reader.  Linux maps
  // kMappedAtOnce bytes at a time (fault_around_bytes), so it may also have
  // mapped pages before the frame.
  constexpr uintptr_t kMappedAtOnce = 1 << 16;
  const size_t before =
      reinterpret_cast<uintptr_t>(frame.data()) % kMappedAtOnce;
  const char* const start = std::max(bytes_.data(), frame.data() - before);
  madvise(const_cast<char*>(start), frame.data() + frame.size() - start,
          MADV_DONTNEED);
  return status.ok() ? status : damaged(status.message());
}

absl::Status TableReader::Damaged(absl::string_view how) const {
  return absl::DataLossError(absl::StrCat(path_, ": ", how));
}

}  // namespace teeko::proto
