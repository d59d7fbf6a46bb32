#include "solver_a/spill.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "stage/status.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/spill.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"
#include "solver_a/shuffle-inl.h"

#ifndef TEEKO_SOLVER_A_SPILL_CC_ONCE
#define TEEKO_SOLVER_A_SPILL_CC_ONCE
namespace teeko::solver_a {
namespace {

// A line that is not zero is its row in the tile (two bytes), the mask of its
// words that are not zero, and of each of these the mask of its bytes that are
// not, and those bytes.
constexpr size_t kMostBytesOfLine = 2 + 1 + 8 * (1 + 8);

// All eight bytes of a word are read and written, and so some beyond its own;
// and where somebody has written a file anew, checksums and all, a line may go
// beyond its tile's end.
constexpr size_t kSlack = kMostBytesOfLine + 8;

// Begins a tile, and a head.
constexpr size_t kChecksumBytes = sizeof(uint64_t);

// A head has checksum, level and q before the ends.
constexpr size_t kHeadWords = 4;

// Bit i: byte i is not zero.
inline uint8_t NonzeroBytes(uint64_t word) {
  constexpr uint64_t kLow7 = 0x7f7f7f7f7f7f7f7f;
  const uint64_t high_bits = (((word & kLow7) + kLow7) | word) & ~kLow7;
  return (high_bits >> 7) * 0x0102040810204080 >> 56;
}

}  // namespace
}  // namespace teeko::solver_a
#endif  // TEEKO_SOLVER_A_SPILL_CC_ONCE

HWY_BEFORE_NAMESPACE();
namespace teeko::solver_a::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sets out … to the lines of the tile that are not zero; returns their end.
uint8_t* Pack(const Tile& tile, uint8_t* out) {
  const hn::CappedTag<uint64_t, 8> d;
  for (size_t row = 0; row < kLineBits; ++row) {
    const uint64_t* const words = tile.lines[row].words;
    unsigned mask = 0;
    for (size_t word = 0; word < 8; word += hn::Lanes(d)) {
      uint8_t bits[8] = {};
      const auto nonzero = hn::Ne(hn::Load(d, words + word), hn::Zero(d));
      hn::StoreMaskBits(d, nonzero, bits);
      mask |= bits[0] << word;
    }
    if (mask == 0) continue;
    *out++ = row & 255;
    *out++ = row >> 8;
    *out++ = mask;
    for (; mask != 0; mask &= mask - 1) {
      const uint64_t* const word = words + std::countr_zero(mask);
      const uint8_t nonzero = NonzeroBytes(*word);
      *out++ = nonzero;
      Shuffle(word, kShuffles.pack[nonzero], out);
      out += std::popcount(nonzero);
    }
  }
  return out;
}

// The reverse: calls line(row) for each line, and then word(i, bits) for those
// of its words that are not zero.
template <class OnLine, class OnWord>
HWY_INLINE void ForLines(absl::Span<const uint8_t> bytes, OnLine line,
                         OnWord word) {
  const uint8_t* in = bytes.data();
  while (in < bytes.data() + bytes.size()) {
    line((in[0] + 256 * in[1]) % kLineBits);
    unsigned mask = in[2];
    in += 3;
    for (; mask != 0; mask &= mask - 1) {
      const uint8_t nonzero = *in++;
      uint64_t bits;
      Shuffle(in, kShuffles.unpack[nonzero], &bits);
      word(std::countr_zero(mask), bits);
      in += std::popcount(nonzero);
    }
  }
}

// Appends the lines, whose rows count from first_row.
void Unpack(absl::Span<const uint8_t> bytes, size_t first_row,
            std::vector<Change>& changes) {
  ForLines(
      bytes,
      [&](size_t row) HWY_ATTR {
        changes.emplace_back().row = static_cast<uint32_t>(first_row + row);
      },
      [&](size_t i, uint64_t bits)
          HWY_ATTR { changes.back().words[i] = bits; });
}

// Gives the positions of the lines that value.  `words` are those of
// ValuePlanes for one tile, `columns` of them for 64 columns.
void SetPlanes(absl::Span<const uint8_t> bytes, unsigned value, size_t planes,
               size_t columns, uint64_t* words) {
  size_t line = 0;
  ForLines(
      bytes, [&](size_t row) HWY_ATTR { line = row; },
      [&](size_t i, uint64_t bits) HWY_ATTR {
        uint64_t* const of_planes = words + line * planes + columns * i;
        for (unsigned rest = value; rest != 0; rest &= rest - 1) {
          of_planes[std::countr_zero(rest)] |= bits;
        }
      });
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {
namespace {

HWY_EXPORT(Pack);
HWY_EXPORT(Unpack);
HWY_EXPORT(SetPlanes);

// The lines of the i-th tile, without their checksum.
absl::Span<const uint8_t> LinesOf(const SpilledTiles& tiles, size_t i) {
  const size_t start = i == 0 ? 0 : tiles.ends[i - 1];
  if (tiles.ends[i] == start) return {};
  return {&tiles.bytes[start + kChecksumBytes],
          tiles.ends[i] - start - kChecksumBytes};
}

uint64_t ChecksumOfHead(absl::Span<const uint32_t> head) {
  return Checksum(
      {reinterpret_cast<const uint8_t*>(&head[2]), 4 * (head.size() - 2)});
}

}  // namespace

uint64_t Checksum(absl::Span<const uint8_t> bytes) {
  // Each step is one to one.
  uint64_t hash = 0xcbf29ce484222325 + bytes.size();
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t count = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), count);
    hash = (hash ^ word) * 0x100000001b3;
    hash ^= hash >> 32;
    bytes.remove_prefix(count);
  }
  return hash;
}

void SpilledTiles::Add(const Tile& tile) {
  uint8_t lines[kLineBits * kMostBytesOfLine + kSlack];
  const uint8_t* const end = HWY_DYNAMIC_DISPATCH(Pack)(tile, lines);
  if (end != lines) {
    const uint64_t checksum =
        Checksum({lines, static_cast<size_t>(end - lines)});
    const auto* const from = reinterpret_cast<const uint8_t*>(&checksum);
    bytes.insert(bytes.end(), from, from + kChecksumBytes);
    bytes.insert(bytes.end(), static_cast<const uint8_t*>(lines), end);
  }
  AddZero();
}

Spill::Spill(std::unique_ptr<File> file, size_t panels, const Share& share)
    : file_(std::move(file)), panels_(panels), share_(share) {
  // The tiles of one panel lie apart.  With what the system would read ahead
  // for each, 7×7 read 270 GB of a file of 37.
  (void)posix_fadvise(file_->descriptor(), 0, 0, POSIX_FADV_RANDOM);
}

absl::StatusOr<std::unique_ptr<Spill>> Spill::Create(const std::string& path,
                                                     size_t panels,
                                                     const Share& share) {
  ASSIGN_OR_RETURN(std::unique_ptr<File> file, File::Temporary(path));
  return std::unique_ptr<Spill>(new Spill(std::move(file), panels, share));
}

absl::StatusOr<std::unique_ptr<Spill>> Spill::Open(const std::string& path,
                                                   size_t panels,
                                                   const Share& share,
                                                   const Extent& kept) {
  const int make = kept.bytes == 0 ? O_CREAT : 0;
  ASSIGN_OR_RETURN(std::unique_ptr<File> file, File::Open(path, O_RDWR | make));
  std::unique_ptr<Spill> self(new Spill(std::move(file), panels, share));
  RETURN_IF_ERROR(self->ReadHeads(kept));
  return self;
}

absl::Status Spill::ReadHeads(const Extent& kept) {
  levels_.assign(kept.levels, std::vector<TileRow>(panels_));
  const auto wrong = [this] {
    return absl::DataLossError(
        absl::StrCat(file_->name(), " is not as it was kept, from byte ",
                     uint64_t{end_}, " on"));
  };
  while (end_ < kept.bytes) {
    std::vector<uint32_t> head(kHeadWords + share_.Count(panels_));
    RETURN_IF_ERROR(file_->ReadAt(
        end_, {reinterpret_cast<uint8_t*>(head.data()), 4 * head.size()}));
    const uint64_t checksum = ChecksumOfHead(head);
    if (std::memcmp(&checksum, head.data(), kChecksumBytes) != 0 ||
        head[2] >= kept.levels || head[3] >= panels_) {
      return wrong();
    }
    end_ += 4 * head.size();
    levels_[head[2]][head[3]] = {end_, {head.begin() + kHeadWords, head.end()}};
    end_ += head.back();
    digest_ += checksum;
  }
  return end_ == kept.bytes && digest_ == kept.digest ? absl::OkStatus()
                                                      : wrong();
}

void Spill::StartLevel() {
  before_ = {levels_.size(), end_, digest_};
  levels_.emplace_back(panels_);
}

void Spill::DropLevel() {
  levels_.pop_back();
  end_ = before_.bytes;
  digest_ = before_.digest;
}

absl::StatusOr<Spill::Extent> Spill::Flush() {
  if (fdatasync(file_->descriptor()) != 0)
    return Cannot(errno, "flush ", file_->name());
  return Extent{levels_.size(), end_, digest_};
}

absl::Status Spill::Write(size_t q, const SpilledTiles& tiles) {
  if (tiles.bytes.empty()) return absl::OkStatus();
  std::vector<uint32_t> head = {0, 0, static_cast<uint32_t>(levels() - 1),
                                static_cast<uint32_t>(q)};
  head.insert(head.end(), tiles.ends.begin(), tiles.ends.end());
  const uint64_t checksum = ChecksumOfHead(head);
  std::memcpy(head.data(), &checksum, kChecksumBytes);
  const size_t head_bytes = 4 * head.size();
  const uint64_t offset = end_.fetch_add(head_bytes + tiles.bytes.size());
  RETURN_IF_ERROR(file_->WriteAt(
      offset, {reinterpret_cast<const uint8_t*>(head.data()), head_bytes}));
  RETURN_IF_ERROR(file_->WriteAt(offset + head_bytes, tiles.bytes));
  digest_ += checksum;
  levels_.back()[q] = {offset + head_bytes, tiles.ends};
  return absl::OkStatus();
}

absl::Status Spill::ReadTile(int level, size_t p, size_t q,
                             SpilledTiles& tiles) const {
  const TileRow& row = levels_[level][q];
  const size_t i = share_.Index(p);
  const uint32_t start = row.ends.empty() || i == 0 ? 0 : row.ends[i - 1];
  const size_t size = row.ends.empty() ? 0 : row.ends[i] - start;
  const size_t before = tiles.bytes.size();
  tiles.bytes.resize(before + size);
  tiles.AddZero();
  if (size == 0) return absl::OkStatus();
  const absl::Span<uint8_t> tile = {&tiles.bytes[before], size};
  RETURN_IF_ERROR(file_->ReadAt(row.offset + start, tile));
  const uint64_t checksum = Checksum(tile.subspan(kChecksumBytes));
  if (std::memcmp(&checksum, tile.data(), kChecksumBytes) == 0) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrCat(file_->name(),
                                          " is not as it was written: level ",
                                          level, ", tile ", p, ", ", q));
}

absl::Status Spill::Read(int level, size_t p, size_t q,
                         std::vector<Change>& changes) const {
  changes.clear();
  SpilledTiles tile;
  RETURN_IF_ERROR(ReadTile(level, p, q, tile));
  tile.bytes.resize(tile.bytes.size() + kSlack);
  HWY_DYNAMIC_DISPATCH(Unpack)(LinesOf(tile, 0), kLineBits * q, changes);
  return absl::OkStatus();
}

absl::Status Spill::ReadLevels(size_t p, size_t q, SpilledTiles& tiles) const {
  // A disk takes its time for each tile unless it is asked for many, and they
  // are small: those of the next panels lie behind, and are needed next.
  constexpr size_t kPanelsAhead = 16;
  const size_t i = share_.Index(p);
  for (int level = 0; i % kPanelsAhead == 0 && level < levels(); ++level) {
    const auto& [offset, ends] = levels_[level][q];
    if (ends.empty()) continue;
    const uint64_t start = i == 0 ? 0 : ends[i - 1];
    const uint64_t end = ends[std::min(i + kPanelsAhead, ends.size()) - 1];
    // Without it, only slower.
    (void)posix_fadvise(file_->descriptor(), offset + start, end - start,
                        POSIX_FADV_WILLNEED);
  }
  for (int level = 0; level < levels(); ++level) {
    RETURN_IF_ERROR(ReadTile(level, p, q, tiles));
  }
  return absl::OkStatus();
}

ValuePlanes::ValuePlanes(size_t panels, int levels)
    : planes_(std::bit_width(static_cast<unsigned>(levels))),
      words_(Index(panels, 0, 0)) {}

void ValuePlanes::Set(size_t q, SpilledTiles levels) {
  levels.bytes.resize(levels.bytes.size() + kSlack);
  uint64_t* const words = words_.data() + Index(q, 0, 0);
  std::fill_n(words, Index(1, 0, 0), 0);
  for (size_t level = 0; level < levels.ends.size(); ++level) {
    HWY_DYNAMIC_DISPATCH(SetPlanes)
    (LinesOf(levels, level), level + 1, planes_, Index(0, 0, 1), words);
  }
}

void ValuePlanes::Transpose(size_t q) {
  Tile tile, transposed;
  for (size_t b = 0; b < planes_; ++b) {
    const auto for_words = [&](auto with) {
      for (size_t word = 0; word < 8; ++word) {
        for (size_t line = 0; line < kLineBits; ++line) {
          with(words_[Index(q, line, word) + b], line, word);
        }
      }
    };
    for_words([&](uint64_t bits, size_t line, size_t word) {
      tile.lines[line].words[word] = bits;
    });
    TransposeTile(tile, transposed);
    for_words([&](uint64_t& bits, size_t line, size_t word) {
      bits = transposed.lines[line].words[word];
    });
  }
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
