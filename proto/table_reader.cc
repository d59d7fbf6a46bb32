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

using table_format::Head, table_format::Tail;

absl::Status Damaged(const std::string& path, absl::string_view what) {
  return absl::DataLossError(absl::StrCat(path, ": ", what));
}

uint64_t Chunks(const Section& section, uint64_t chunk_positions) {
  return section.positions() / chunk_positions +
         (section.positions() % chunk_positions != 0);
}

}  // namespace

absl::StatusOr<TableReader> TableReader::Open(const std::string& path) {
  TableReader self;
  self.path_ = path;
  for (const auto step :
       {&TableReader::Map, &TableReader::CheckHead, &TableReader::ReadFooter,
        &TableReader::LocateChunks}) {
    const absl::Status status = (self.*step)();
    if (!status.ok()) return status;
  }
  return self;
}

absl::Status TableReader::Map() {
  const auto error = [this](const char* what) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot ", what, path_));
  };
  const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return error("open ");
  const absl::Cleanup close_file = [file] { close(file); };
  struct stat info;
  if (fstat(file, &info) != 0) return error("open ");
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path_, ": not a file"));
  }
  const uint64_t size = info.st_size;
  if (size == 0) return Damaged(path_, "is empty");
  void* const mapping = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (mapping == MAP_FAILED) return error("map ");
  bytes_ = {static_cast<const uint8_t*>(mapping), size};
  return absl::OkStatus();
}

absl::Status TableReader::CheckHead() {
  Head head = {};
  std::copy_n(bytes_.data(), std::min(bytes_.size(), sizeof(head)),
              reinterpret_cast<uint8_t*>(&head));
  const std::string_view magic(
      head.magic,
      std::min<size_t>(bytes_.size(), table_format::kHeadMagic.size()));
  if (!table_format::kHeadMagic.starts_with(magic)) {
    return Damaged(path_, "is not a table file");
  }
  if (bytes_.size() < sizeof(Head) + sizeof(Tail)) {
    return Damaged(path_, "is truncated");
  }
  if (head.version > table_format::kVersion) {
    return absl::UnimplementedError(
        absl::StrCat(path_, ": is of format version ", head.version,
                     ", newer than this program's ", table_format::kVersion));
  }
  if (head.version != table_format::kVersion || head.zero != 0) {
    return Damaged(path_, "is damaged at its beginning");
  }
  return absl::OkStatus();
}

absl::Status TableReader::ReadFooter() {
  Tail tail;
  const uint64_t footer_end = bytes_.size() - sizeof(tail);
  std::copy_n(bytes_.data() + footer_end, sizeof(tail),
              reinterpret_cast<uint8_t*>(&tail));
  if (std::string_view(tail.magic, sizeof(tail.magic)) !=
      table_format::kTailMagic) {
    return Damaged(path_, "is truncated or damaged at its end");
  }
  if (tail.footer_offset < sizeof(Head) || tail.footer_offset > footer_end ||
      tail.footer_bytes != footer_end - tail.footer_offset) {
    return Damaged(path_, "is damaged at its end");
  }
  const uint8_t* const footer = bytes_.data() + tail.footer_offset;
  if (table_format::Sha256(footer, tail.footer_bytes) != tail.footer_sha256 ||
      !footer_.ParseFromArray(footer, tail.footer_bytes)) {
    return Damaged(path_, "has a damaged footer");
  }
  footer_sha256_.assign(tail.footer_sha256.begin(), tail.footer_sha256.end());
  footer_offset_ = tail.footer_offset;
  return absl::OkStatus();
}

absl::Status TableReader::LocateChunks() {
  const uint64_t chunk_positions = footer_.chunk_positions();
  if ((footer_.value_bytes() != 1 && footer_.value_bytes() != 2) ||
      chunk_positions < 1 ||
      chunk_positions > table_format::kMaxChunkPositions) {
    return Damaged(path_, "has a footer that makes no sense");
  }
  uint64_t offset = sizeof(Head);
  for (const Section& section : footer_.sections()) {
    const uint64_t chunks = Chunks(section, chunk_positions);
    if (section.sha256().size() != SHA256_DIGEST_LENGTH ||
        static_cast<uint64_t>(section.chunk_bytes_size()) != chunks ||
        static_cast<uint64_t>(section.chunk_checksums_size()) != chunks) {
      return Damaged(path_, "has a footer that makes no sense");
    }
    std::vector<uint64_t>& offsets = chunk_offsets_.emplace_back();
    for (const uint32_t bytes : section.chunk_bytes()) {
      offsets.push_back(offset);
      offset += bytes;
    }
  }
  if (offset != footer_offset_) {
    return Damaged(path_, "has chunks that do not end where the footer begins");
  }
  return absl::OkStatus();
}

TableReader::TableReader(TableReader&& other) noexcept {
  *this = std::move(other);
}

TableReader& TableReader::operator=(TableReader&& other) noexcept {
  std::swap(path_, other.path_);
  footer_.Swap(&other.footer_);
  std::swap(footer_sha256_, other.footer_sha256_);
  std::swap(bytes_, other.bytes_);
  std::swap(footer_offset_, other.footer_offset_);
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
