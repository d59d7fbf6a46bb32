#include "proto/table_reader.h"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "base/files.h"
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
  RETURN_IF_ERROR(self.OpenFile());
  RETURN_IF_ERROR(self.CheckHead());
  RETURN_IF_ERROR(self.ReadFooter());
  RETURN_IF_ERROR(self.LocateChunks());
  return self;
}

absl::Status TableReader::OpenFile() {
  ASSIGN_OR_RETURN(const int file, base::OpenRegularFile(path_, O_RDONLY,
                                                         /*follow=*/true));
  file_.reset(new int(file), [](int* file) {
    close(*file);
    delete file;
  });
  const off_t size = lseek(file, 0, SEEK_END);
  if (size < 0) return base::Cannot(errno, "open ", path_);
  if (size == 0) return Damaged("the file is empty");
  size_ = size;
  return absl::OkStatus();
}

absl::Status TableReader::Read(uint64_t offset, absl::Span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = pread(*file_, bytes.data(), bytes.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return base::Cannot(errno, "read ", path_);
    if (count == 0) return Damaged("the file is truncated");
    bytes.remove_prefix(count);
    offset += count;
  }
  return absl::OkStatus();
}

absl::Status TableReader::CheckHead() {
  Head head;
  const uint64_t size = std::min<uint64_t>(size_, sizeof(head));
  RETURN_IF_ERROR(Read(0, {reinterpret_cast<char*>(&head), size}));
  if (std::memcmp(&head, table_format::kHeadMagic.data(),
                  std::min(size, table_format::kHeadMagic.size())) != 0) {
    return Damaged("not a table file: expected the magic bytes TEEKOTBL");
  }
  if (size_ < sizeof(head) + sizeof(Tail)) {
    return Damaged("the file is truncated");
  }
  constexpr uint32_t kLast =
      table_format::kScoredVersion + table_format::kOtherMoves;
  if (head.version > kLast) {
    return absl::UnimplementedError(absl::StrCat(
        path_, ": expected format version ", kLast, " or earlier, got ",
        head.version, "; use a newer release"));
  }
  const uint32_t kind = head.version % table_format::kOtherMoves;
  if (kind < table_format::kWholeVersion || head.zero != 0) {
    return Damaged("damaged header");
  }
  reduced_ = kind == table_format::kReducedVersion;
  scored_ = kind == table_format::kScoredVersion;
  other_moves_ = kind != head.version;
  return absl::OkStatus();
}

absl::Status TableReader::ReadFooter() {
  Tail tail;
  const uint64_t footer_end = size_ - sizeof(tail);
  RETURN_IF_ERROR(
      Read(footer_end, {reinterpret_cast<char*>(&tail), sizeof(tail)}));
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
  std::string footer(tail.footer_bytes, '\0');
  RETURN_IF_ERROR(Read(footer_offset_, absl::MakeSpan(footer)));
  if (Sha256(footer) != footer_sha256_ || !footer_.ParseFromString(footer)) {
    return Damaged("damaged footer: checksum mismatch");
  }
  return absl::OkStatus();
}

absl::Status TableReader::LocateChunks() {
  const uint64_t chunk_positions = footer_.chunk_positions();
  bool consistent =
      (footer_.value_bytes() == 1 || footer_.value_bytes() == 2) &&
      footer_.rules().has_scoring() == scored_ &&
      (footer_.rules().moves() != Rules::KING) == other_moves_ &&
      chunk_positions >= 1 &&
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
  const uint64_t bytes = info.chunk_bytes(static_cast<int>(chunk));
  const auto memory = std::make_unique_for_overwrite<char[]>(bytes);
  RETURN_IF_ERROR(Read(chunk_offsets_[section][chunk], {memory.get(), bytes}));
  const absl::string_view frame(memory.get(), bytes);
  const auto damaged = [&](absl::string_view how) {
    return Damaged(absl::StrCat("section ", info.placed(), " \"", info.drops(),
                                "\", chunk ", chunk, ": ", how));
  };
  if (ShortSha256(frame) != info.chunk_checksums(static_cast<int>(chunk))) {
    return damaged("checksum mismatch");
  }
  const absl::Status status = UnpackChunk(frame, payload);
  return status.ok() ? status : damaged(status.message());
}

absl::Status TableReader::Damaged(absl::string_view how) const {
  return absl::DataLossError(absl::StrCat(path_, ": ", how));
}

}  // namespace teeko::proto
