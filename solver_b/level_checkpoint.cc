#include "solver_b/level_checkpoint.h"

#include <fcntl.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/blocks.h"
#include "base/random_access_file.h"
#include "base/status.h"

namespace teeko::solver_b {
namespace {

// The entry of each process in the record.
struct Entry {
  uint64_t plies;
  uint64_t value_bytes;
  uint64_t decided;
};

// Returns the seed of the checksum of a row: the row with this number among the
// rows of the process.
uint64_t Seed(const base::Checkpoint& checkpoint, const LevelState& state,
              uint64_t process, uint64_t number) {
  const std::array<uint64_t, 5> parts = {checkpoint.identity(),
                                         uint64_t(state.plies),
                                         state.value_bytes, process, number};
  return base::Checksum(base::BytesOf(parts));
}

// Returns a block of zeros with the size of a row and its checksum.
std::vector<uint8_t> BlockFor(const LevelState::Row& row) {
  size_t bytes = base::kChecksumBytes;
  for (const auto& part : row) bytes += part.size();
  return std::vector<uint8_t>(bytes);
}

absl::Status Restore(const base::Checkpoint& checkpoint,
                     const Partition& partition, LevelState& state) {
  const CheckpointRecord& record = checkpoint.record();
  if (record.entries().empty()) return absl::OkStatus();
  const Entry entry =
      base::ValuesOf<Entry>(base::BytesOf(record.entries(0))).at(0);
  // The saved run used one byte per value and found a game that is too long for
  // it.  So the solver starts again with two bytes.
  if (entry.value_bytes < state.value_bytes) return absl::OkStatus();
  const bool fits = entry.value_bytes == state.value_bytes;
  state.value_bytes = entry.value_bytes;
  state.plies = entry.plies;
  state.decided = entry.decided;
  if (!fits) return absl::OkStatus();

  const Partition saved = {0, uint32_t(record.entries_size())};
  std::vector<std::unique_ptr<base::RandomAccessFile>> files(
      saved.process_count);
  for (uint64_t i = 0; i < partition.Count(state.rows); ++i) {
    const uint32_t process = saved.ProcessOf(partition.Row(i));
    const uint64_t number = saved.OwnNumber(partition.Row(i));
    std::unique_ptr<base::RandomAccessFile>& file = files[process];
    if (file == nullptr) {
      ASSIGN_OR_RETURN(file, base::RandomAccessFile::Open(
                                 checkpoint.DataPath(record.series(), process,
                                                     saved.process_count),
                                 O_RDONLY));
    }
    const LevelState::Row row = state.row(i);
    std::vector<uint8_t> block = BlockFor(row);
    RETURN_IF_ERROR(file->ReadAt(number * block.size(), absl::MakeSpan(block)));
    if (!base::IsSealed(block, Seed(checkpoint, state, process, number))) {
      return base::Damaged(file->name(), absl::StrCat("row ", number));
    }
    const uint8_t* from = &block[base::kChecksumBytes];
    for (const auto& part : row) {
      std::memcpy(part.data(), from, part.size());
      from += part.size();
    }
  }
  return absl::OkStatus();
}

absl::Status Save(base::Checkpoint& checkpoint, const Partition& partition,
                  const LevelState& state) {
  const std::string series =
      absl::StrCat("level_", state.plies, "_width_", state.value_bytes);
  ASSIGN_OR_RETURN(const std::unique_ptr<base::RandomAccessFile> file,
                   base::RandomAccessFile::Open(
                       checkpoint.DataPath(series, partition.process,
                                           partition.process_count),
                       O_RDWR | O_CREAT | O_TRUNC));
  for (uint64_t i = 0; i < partition.Count(state.rows); ++i) {
    const LevelState::Row row = state.row(i);
    std::vector<uint8_t> block = BlockFor(row);
    uint8_t* to = &block[base::kChecksumBytes];
    for (const auto& part : row) {
      std::memcpy(to, part.data(), part.size());
      to += part.size();
    }
    base::Seal(absl::MakeSpan(block),
               Seed(checkpoint, state, partition.process, i));
    RETURN_IF_ERROR(file->Append(block).status());
  }
  RETURN_IF_ERROR(file->Flush());
  const std::array<Entry, 1> entry = {
      {{uint64_t(state.plies), state.value_bytes, state.decided}}};
  return checkpoint.Save(series, base::TextOf(base::BytesOf(entry)));
}

}  // namespace

absl::Status RestoreOrSave(base::Checkpoint& checkpoint,
                           const Partition& partition, LevelState& state) {
  if (state.plies < 0) return Restore(checkpoint, partition, state);
  ASSIGN_OR_RETURN(const bool due, checkpoint.IsDue());
  return due ? Save(checkpoint, partition, state) : absl::OkStatus();
}

}  // namespace teeko::solver_b
