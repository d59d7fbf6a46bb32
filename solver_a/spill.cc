#include "solver_a/spill.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "solver_a/simd.h"

namespace teeko::solver_a {
namespace {

// Indices in a head, which has two words for the checksum, then the level, q,
// and the end of each tile.
constexpr size_t kLevel = 2;
constexpr size_t kQ = 3;
constexpr size_t kEnds = 4;

}  // namespace

TileRow::TileRow(int level, size_t q)
    : head_{0, 0, static_cast<uint32_t>(level), static_cast<uint32_t>(q)} {}

void TileRow::Add(const Tile& tile) {
  uint8_t packed[kMostBytesOfTile];
  const uint8_t* const end = Simd().pack(tile, packed);
  AddPacked({packed, static_cast<size_t>(end - packed)});
}

void TileRow::AddPacked(absl::Span<const uint8_t> packed) {
  if (!packed.empty()) base::AppendBlock(packed, tiles_);
  head_.push_back(static_cast<uint32_t>(tiles_.size()));
}

std::vector<uint8_t> TileRow::Bytes() const {
  if (tiles_.empty()) return {};
  const absl::Span<const uint8_t> head = base::BytesOf(head_);
  std::vector<uint8_t> bytes(head.begin(), head.end());
  base::Seal(absl::MakeSpan(bytes));
  bytes.insert(bytes.end(), tiles_.begin(), tiles_.end());
  return bytes;
}

Spill::Spill(std::unique_ptr<base::RandomAccessFile> file,
             const std::array<size_t, 2>& panels, const Partition& partition,
             uint64_t start)
    : file_(std::move(file)), panels_(panels), partition_(partition) {
  file_->set_end(start);
  // The tiles of one panel are not adjacent.  With the system's read-ahead, the
  // system read 270 GB from the file of 37 GB for 7×7.
  (void)posix_fadvise(file_->descriptor(), 0, 0, POSIX_FADV_RANDOM);
}

absl::Status Spill::Resume(const Extent& saved) {
  for (uint64_t level = 0; level < saved.levels; ++level) {
    levels_.emplace_back(panels_[(level + 1) % 2]);
  }
  uint64_t end = file_->end();
  while (end < saved.bytes) {
    std::vector<uint32_t> head(kEnds);
    RETURN_IF_ERROR(file_->ReadAt(end, base::BytesIn(head)));
    head.resize(HeadWords(head[kLevel]));
    RETURN_IF_ERROR(file_->ReadAt(end, base::BytesIn(head)));
    if (!Index(head, end)) break;
    end += base::BytesOf(head).size() + head.back();
  }
  if (end != saved.bytes || checksum_ != saved.checksum) {
    return base::Damaged(
        file_->name(),
        absl::StrCat("differs from the record from byte ", end, " on"));
  }
  file_->set_end(end);
  return absl::OkStatus();
}

size_t Spill::HeadWords(size_t level) const {
  return kEnds + partition_.Count(panels_[level % 2]);
}

bool Spill::Index(const std::vector<uint32_t>& head, uint64_t offset) {
  if (!base::IsSealed(base::BytesOf(head)) || head[kLevel] >= levels_.size() ||
      head[kQ] >= levels_[head[kLevel]].size()) {
    return false;
  }
  checksum_ += head[0] | uint64_t{head[1]} << 32;
  RowLocation& row = levels_[head[kLevel]][head[kQ]];
  row = {offset + base::BytesOf(head).size(), {0}};
  row.bounds.insert(row.bounds.end(), head.begin() + kEnds, head.end());
  return true;
}

void Spill::StartLevel() {
  before_.push_back(extent());
  levels_.emplace_back(panels_[(levels_.size() + 1) % 2]);
}

void Spill::RemoveLevel() {
  levels_.pop_back();
  file_->set_end(before_.back().bytes);
  checksum_ = before_.back().checksum;
  before_.pop_back();
}

absl::StatusOr<Spill::Extent> Spill::Flush() {
  RETURN_IF_ERROR(file_->Flush());
  return extent();
}

absl::Status Spill::Write(absl::Span<const uint8_t> row) {
  if (row.empty()) return absl::OkStatus();
  std::vector<uint32_t> head = base::ValuesOf<uint32_t>(
      row.first(std::min(row.size(), kEnds * sizeof(uint32_t))));
  head.resize(kEnds);
  const size_t words = HeadWords(head[kLevel]);
  head = base::ValuesOf<uint32_t>(
      row.first(std::min(row.size(), words * sizeof(uint32_t))));
  head.resize(words);
  ASSIGN_OR_RETURN(const uint64_t offset, file_->Append(row));
  if (Index(head, offset)) return absl::OkStatus();
  return absl::DataLossError("a message with a row of tiles is damaged");
}

absl::StatusOr<absl::Span<const uint8_t>> Spill::Read(
    int level, size_t p, size_t q, std::vector<uint8_t>& buffer) const {
  const auto& [offset, bounds] = levels_[level][q];
  const size_t i = partition_.Index(p);
  const size_t size = bounds.empty() ? 0 : bounds[i + 1] - bounds[i];
  if (size == 0) return absl::Span<const uint8_t>();
  buffer.resize(size + kSlack);
  const absl::Span<uint8_t> tile = absl::MakeSpan(buffer).first(size);
  RETURN_IF_ERROR(file_->ReadAt(offset + bounds[i], tile));
  if (base::IsSealed(tile)) return tile.subspan(base::kChecksumBytes);
  return base::Damaged(file_->name(),
                       absl::StrCat("level ", level, ", tile ", p, ", ", q));
}

void Spill::ReadAhead(size_t p, size_t q, int first_level, int step) const {
  // Tiles are small, so that it is slow to read each tile alone.  The tiles of
  // the next panels follow in the file and are needed next.
  constexpr size_t kPanelsAhead = 16;
  const size_t i = partition_.Index(p);
  if (i % kPanelsAhead != 0) return;
  for (int level = first_level; level < levels(); level += step) {
    const auto& [offset, bounds] = levels_[level][q];
    if (bounds.empty()) continue;
    const size_t end = std::min(i + kPanelsAhead, bounds.size() - 1);
    // After an error, reading is only slower.
    (void)posix_fadvise(file_->descriptor(), offset + bounds[i],
                        bounds[end] - bounds[i], POSIX_FADV_WILLNEED);
  }
}

}  // namespace teeko::solver_a
