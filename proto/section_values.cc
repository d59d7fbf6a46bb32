#include "proto/section_values.h"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/memory.h"

namespace teeko::proto {
namespace {

// Returns pages of memory.  A page takes physical memory only after a write to
// it.  Returns null if the address space is too small.
std::shared_ptr<uint8_t[]> Map(uint64_t bytes) {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  return {static_cast<uint8_t*>(mapped),
          [bytes](uint8_t* pages) { munmap(pages, bytes); }};
}

// Each chunk is unpacked under one of these mutexes, chosen by its number.
using Mutexes = std::array<std::mutex, 64>;

// Returns the mutexes of all sections in this process.  A process made by
// fork() gets new mutexes: a thread that held one does not exist there and
// would never unlock it.  Its chunk is not marked as unpacked yet, so the new
// process unpacks the chunk again.
Mutexes& AllMutexes() {
  static Mutexes& mutexes = []() -> Mutexes& {
    pthread_atfork(nullptr, nullptr, [] { new (&AllMutexes()) Mutexes; });
    return *new Mutexes;
  }();
  return mutexes;
}

}  // namespace

SectionValues::SectionValues(uint64_t size, int value_bytes,
                             uint64_t chunk_positions, Unpacker unpacker)
    : size_(size),
      value_bytes_(value_bytes),
      chunk_positions_(chunk_positions),
      unpacker_(std::move(unpacker)),
      // At least one byte, because mmap refuses an empty mapping.
      payload_(Map(size * value_bytes + 1)),
      unpacked_(std::make_unique<std::atomic<bool>[]>(chunks())) {
  AllMutexes();  // Create them before any fork() can happen.
}

SectionValues::SectionValues(const TableReader& table, int section)
    : SectionValues(
          table.footer().sections(section).positions(),
          table.footer().value_bytes(), table.footer().chunk_positions(),
          [&table, section](uint64_t first, absl::Span<uint8_t> out) {
            return table.ReadChunk(
                section, first / table.footer().chunk_positions(), out);
          }) {}

absl::Status SectionValues::Unpack(uint64_t chunk) const {
  Mutexes& mutexes = AllMutexes();
  const std::lock_guard lock(mutexes[chunk % mutexes.size()]);
  // Another thread may have unpacked the chunk in the meantime.
  if (unpacked_[chunk].load(std::memory_order_relaxed)) return absl::OkStatus();
  if (payload_ == nullptr) return NoMemory();
  const uint64_t first = chunk * chunk_positions_;
  const uint64_t positions = std::min(chunk_positions_, size_ - first);
  RETURN_IF_ERROR(unpacker_(
      first, {&payload_[first * value_bytes_], positions * value_bytes_}));
  unpacked_[chunk].store(true, std::memory_order_release);
  return absl::OkStatus();
}

absl::Status SectionValues::UnpackAll() const {
  for (uint64_t first = 0; first < size_; first += chunk_positions_) {
    RETURN_IF_ERROR(At(first).status());
  }
  return absl::OkStatus();
}

absl::Status SectionValues::NoMemory() const {
  return absl::ResourceExhaustedError(absl::StrCat(
      "out of address space for a section of ", size_, " positions"));
}

}  // namespace teeko::proto
