#include "proto/table_reader.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tbb/parallel_for.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "proto/table_format.h"

namespace teeko {
namespace {

absl::Status Damaged(const std::string& path, absl::string_view what) {
  return absl::DataLossError(absl::StrCat(path, ": ", what));
}

uint64_t Chunks(const Section& section, uint64_t chunk_positions) {
  return section.positions() / chunk_positions +
         (section.positions() % chunk_positions != 0);
}

}  // namespace

absl::StatusOr<TableReader> TableReader::Open(const std::string& path) {
  using table_format::Head, table_format::Tail;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", path));
  }
  const absl::Cleanup close_file = [file] { close(file); };
  struct stat info;
  if (fstat(file, &info) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", path));
  }
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": not a file"));
  }
  const uint64_t size = info.st_size;
  if (size == 0) return Damaged(path, "is empty");
  void* const mapping = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (mapping == MAP_FAILED) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot map ", path));
  }
  TableReader self;
  self.path_ = path;
  self.bytes_ = {static_cast<const uint8_t*>(mapping), size};

  const uint8_t* const start = self.bytes_.data();
  Head head = {};
  std::copy_n(start, std::min(size, sizeof(head)),
              reinterpret_cast<uint8_t*>(&head));
  const std::string_view magic(
      head.magic, std::min<size_t>(size, table_format::kHeadMagic.size()));
  if (!table_format::kHeadMagic.starts_with(magic)) {
    return Damaged(path, "is not a table file");
  }
  if (size < sizeof(Head) + sizeof(Tail)) return Damaged(path, "is truncated");
  if (head.version > table_format::kVersion) {
    return absl::UnimplementedError(
        absl::StrCat(path, ": is of format version ", head.version,
                     ", newer than this program's ", table_format::kVersion));
  }
  if (head.version != table_format::kVersion || head.zero != 0) {
    return Damaged(path, "is damaged at its beginning");
  }
  Tail tail;
  std::copy_n(start + size - sizeof(tail), sizeof(tail),
              reinterpret_cast<uint8_t*>(&tail));
  if (std::string_view(tail.magic, sizeof(tail.magic)) !=
      table_format::kTailMagic) {
    return Damaged(path, "is truncated or damaged at its end");
  }
  const uint64_t footer_end = size - sizeof(tail);
  if (tail.footer_offset < sizeof(Head) || tail.footer_offset > footer_end ||
      tail.footer_bytes != footer_end - tail.footer_offset) {
    return Damaged(path, "is damaged at its end");
  }
  if (table_format::Sha256(start + tail.footer_offset, tail.footer_bytes) !=
          tail.footer_sha256 ||
      !self.footer_.ParseFromArray(start + tail.footer_offset,
                                   tail.footer_bytes)) {
    return Damaged(path, "has a damaged footer");
  }
  const TableFooter& footer = self.footer_;
  if ((footer.value_bytes() != 1 && footer.value_bytes() != 2) ||
      footer.chunk_positions() < 1) {
    return Damaged(path, "has a footer that makes no sense");
  }
  uint64_t offset = sizeof(Head);
  for (const Section& section : footer.sections()) {
    const uint64_t chunks = Chunks(section, footer.chunk_positions());
    if (section.sha256().size() != SHA256_DIGEST_LENGTH ||
        static_cast<uint64_t>(section.chunk_bytes_size()) != chunks ||
        static_cast<uint64_t>(section.chunk_checksums_size()) != chunks) {
      return Damaged(path, "has a footer that makes no sense");
    }
    std::vector<uint64_t>& offsets = self.chunk_offsets_.emplace_back();
    for (const uint32_t bytes : section.chunk_bytes()) {
      offsets.push_back(offset);
      offset += bytes;
    }
  }
  if (offset != tail.footer_offset) {
    return Damaged(path, "has chunks that do not end where the footer begins");
  }
  return self;
}

TableReader::TableReader(TableReader&& other) noexcept {
  *this = std::move(other);
}

TableReader& TableReader::operator=(TableReader&& other) noexcept {
  std::swap(path_, other.path_);
  footer_.Swap(&other.footer_);
  std::swap(bytes_, other.bytes_);
  std::swap(chunk_offsets_, other.chunk_offsets_);
  return *this;
}

TableReader::~TableReader() {
  if (bytes_.empty()) return;
  munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
}

absl::StatusOr<int> TableReader::FindSection(int placed,
                                             absl::string_view drops) const {
  for (int i = 0; i < footer_.sections_size(); ++i) {
    const Section& section = footer_.sections(i);
    if (section.placed() == static_cast<uint32_t>(placed) &&
        section.drops() == drops) {
      return i;
    }
  }
  return absl::NotFoundError(absl::StrCat(path_, ": has no section of ", placed,
                                          " pieces placed with drops \"", drops,
                                          "\" to come"));
}

absl::Status TableReader::ReadSection(int section,
                                      absl::Span<uint8_t> payload) const {
  const uint64_t chunk_bytes =
      uint64_t{footer_.chunk_positions()} * footer_.value_bytes();
  std::mutex mutex;
  absl::Status status;
  uint64_t failed = UINT64_MAX;
  tbb::parallel_for(uint64_t{0}, uint64_t{chunk_offsets_[section].size()},
                    [&](uint64_t chunk) {
                      const absl::Status one = ReadChunk(
                          section, chunk,
                          payload.subspan(chunk * chunk_bytes, chunk_bytes));
                      if (one.ok()) return;
                      const std::lock_guard<std::mutex> lock(mutex);
                      // Of several, always tell of the first.
                      if (chunk < failed) {
                        failed = chunk;
                        status = one;
                      }
                    });
  return status;
}

absl::Status TableReader::ReadChunk(int section, uint64_t chunk,
                                    absl::Span<uint8_t> payload) const {
  const Section& what = footer_.sections(section);
  const uint8_t* const frame = bytes_.data() + chunk_offsets_[section][chunk];
  const size_t frame_bytes = what.chunk_bytes(static_cast<int>(chunk));
  const auto damaged = [&](absl::string_view how) {
    return Damaged(path_,
                   absl::StrCat("section ", what.placed(), " \"", what.drops(),
                                "\", chunk ", chunk, ": ", how));
  };
  if (table_format::ChunkChecksum(frame, frame_bytes) !=
      what.chunk_checksums(static_cast<int>(chunk))) {
    return damaged("wrong checksum");
  }
  const size_t bytes =
      ZSTD_decompress(payload.data(), payload.size(), frame, frame_bytes);
  if (ZSTD_isError(bytes)) return damaged(ZSTD_getErrorName(bytes));
  if (bytes != payload.size()) return damaged("wrong length");
  return absl::OkStatus();
}

}  // namespace teeko
