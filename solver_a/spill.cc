#include "solver_a/spill.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "stage/status.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver_a/spill.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h, which includes this file once for each target.
#include "hwy/highway.h"

#ifndef TEEKO_SOLVER_A_SPILL_CC_ONCE
#define TEEKO_SOLVER_A_SPILL_CC_ONCE
namespace teeko::solver_a {
namespace {

// A line that is not zero is its row in the tile (two bytes), the mask of its
// words that are not zero, and of each of these the mask of its bytes that are
// not, and those bytes.
constexpr size_t kMostBytesOfLine = 2 + 1 + 8 * (1 + 8);

// All eight bytes of a word are read and written, and so some beyond its own.
constexpr size_t kSlack = 8;

// Begins a tile.
constexpr size_t kChecksumBytes = sizeof(uint64_t);

// Where the bytes of a word come from when those of a mask move to the front,
// and when they move back; 128 stands for zero.
struct Shuffles {
  uint8_t pack[256][8];
  uint8_t unpack[256][8];
};
constexpr Shuffles kShuffles = [] {
  Shuffles shuffles = {};
  for (int mask = 0; mask < 256; ++mask) {
    std::fill_n(shuffles.pack[mask], 8, 128);
    std::fill_n(shuffles.unpack[mask], 8, 128);
    for (int i = 0, count = 0; i < 8; ++i) {
      if ((mask >> i & 1) == 0) continue;
      shuffles.pack[mask][count] = i;
      shuffles.unpack[mask][i] = count++;
    }
  }
  return shuffles;
}();

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

// Moves eight bytes as kShuffles says.
HWY_INLINE void Shuffle(const void* from, const uint8_t* shuffle, void* to) {
#if HWY_TARGET == HWY_SCALAR
  uint8_t bytes[129] = {};
  std::memcpy(bytes, from, 8);
  for (int i = 0; i < 8; ++i) static_cast<uint8_t*>(to)[i] = bytes[shuffle[i]];
#else
  const hn::Full64<uint8_t> d;
  const auto bytes = hn::LoadU(d, static_cast<const uint8_t*>(from));
  hn::StoreU(hn::TableLookupBytesOr0(bytes, hn::LoadU(d, shuffle)), d,
             static_cast<uint8_t*>(to));
#endif
}

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

// The reverse: appends the lines, whose rows count from first_row.
void Unpack(const uint8_t* in, const uint8_t* end, size_t first_row,
            std::vector<Change>& changes) {
  while (in < end) {
    Change& change = changes.emplace_back();
    change.row = static_cast<uint32_t>(first_row + in[0] + 256 * in[1]);
    unsigned mask = in[2];
    in += 3;
    for (; mask != 0; mask &= mask - 1) {
      const uint8_t nonzero = *in++;
      Shuffle(in, kShuffles.unpack[nonzero],
              change.words + std::countr_zero(mask));
      in += std::popcount(nonzero);
    }
  }
}

}  // namespace teeko::solver_a::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace teeko::solver_a {
namespace {

HWY_EXPORT(Pack);
HWY_EXPORT(Unpack);

// Appends the lines of tile (p, q) to `changes`, from the bytes that
// SpilledTiles::Add has made, with kSlack more behind them.
void UnpackTile(absl::Span<const uint8_t> bytes, size_t q,
                std::vector<Change>& changes) {
  if (bytes.empty()) return;
  HWY_DYNAMIC_DISPATCH(Unpack)
  (bytes.data() + kChecksumBytes, bytes.data() + bytes.size(), kLineBits * q,
   changes);
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

absl::StatusOr<std::unique_ptr<Spill>> Spill::Create(const std::string& path,
                                                     size_t panels,
                                                     const Share& share) {
  std::unique_ptr<Spill> self(new Spill(path, panels, share));
  std::string name = absl::StrCat(path, ".XXXXXX");
  self->descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (self->descriptor_ < 0 || unlink(name.c_str()) != 0) {
    return self->Error("create");
  }
  // The tiles of one panel lie apart.  With what the system would read ahead
  // for each, 7×7 read 270 GB of a file of 37.
  (void)posix_fadvise(self->descriptor_, 0, 0, POSIX_FADV_RANDOM);
  return self;
}

Spill::~Spill() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Spill::StartLevel() { levels_.emplace_back(panels_); }

absl::Status Spill::Write(size_t q, const SpilledTiles& tiles) {
  const uint64_t offset = end_.fetch_add(tiles.bytes.size());
  for (size_t done = 0; done < tiles.bytes.size();) {
    const ssize_t n = pwrite(descriptor_, &tiles.bytes[done],
                             tiles.bytes.size() - done, offset + done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Error("write");
    done += n;
  }
  if (!tiles.bytes.empty()) levels_.back()[q] = {offset, tiles.ends};
  return absl::OkStatus();
}

absl::Status Spill::ReadBytes(int level, size_t p, size_t q,
                              std::vector<uint8_t>& bytes) const {
  const TileRow& tiles = levels_[level][q];
  if (tiles.ends.empty()) return absl::OkStatus();
  const size_t i = share_.Index(p);
  const uint32_t start = i == 0 ? 0 : tiles.ends[i - 1];
  const size_t size = tiles.ends[i] - start;
  if (size == 0) return absl::OkStatus();
  const auto damaged = [&] {
    return absl::DataLossError(absl::StrCat("the temporary file beside ", path_,
                                            " is not as it was written: level ",
                                            level, ", tile ", p, ", ", q));
  };
  const size_t before = bytes.size();
  bytes.resize(before + size);
  uint8_t* const tile = &bytes[before];
  for (size_t done = 0; done < size;) {
    const ssize_t n = pread(descriptor_, tile + done, size - done,
                            tiles.offset + start + done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Error("read");
    if (n == 0) return damaged();
    done += n;
  }
  uint64_t checksum;
  std::memcpy(&checksum, tile, kChecksumBytes);
  return Checksum({tile + kChecksumBytes, size - kChecksumBytes}) == checksum
             ? absl::OkStatus()
             : damaged();
}

absl::Status Spill::Read(int level, size_t p, size_t q,
                         std::vector<Change>& changes) const {
  changes.clear();
  std::vector<uint8_t> bytes;
  RETURN_IF_ERROR(ReadBytes(level, p, q, bytes));
  const size_t size = bytes.size();
  bytes.resize(size + kSlack);
  UnpackTile({bytes.data(), size}, q, changes);
  return absl::OkStatus();
}

absl::Status Spill::ReadLevels(size_t p, size_t q, SpilledTiles& tiles) const {
  for (int level = 0; level < levels(); ++level) {
    RETURN_IF_ERROR(ReadBytes(level, p, q, tiles.bytes));
    tiles.AddZero();
  }
  return absl::OkStatus();
}

absl::Status Spill::Error(const char* what) const {
  return absl::ErrnoToStatus(
      errno, absl::StrCat("cannot ", what, " a temporary file beside ", path_));
}

ValuePlanes::ValuePlanes(size_t panels, int levels)
    : planes_(std::bit_width(static_cast<unsigned>(levels))),
      tiles_(planes_ * panels) {}

void ValuePlanes::Set(size_t q, SpilledTiles levels) {
  levels.bytes.resize(levels.bytes.size() + kSlack);
  std::vector<Change> changes;
  Tile* const planes = &tiles_[planes_ * q];
  std::fill_n(planes, planes_, Tile());
  uint32_t start = 0;
  for (size_t level = 0; level < levels.ends.size(); ++level) {
    const uint32_t end = levels.ends[level];
    changes.clear();
    UnpackTile({&levels.bytes[start], end - start}, q, changes);
    start = end;
    for (const Change& change : changes) {
      for (unsigned value = level + 1; value != 0; value &= value - 1) {
        Line& line =
            planes[std::countr_zero(value)].lines[change.row % kLineBits];
        for (int i = 0; i < 8; ++i) line.words[i] |= change.words[i];
      }
    }
  }
}

void ValuePlanes::Transpose(size_t q) {
  const auto transposed = std::make_unique<Tile>();
  for (size_t b = 0; b < planes_; ++b) {
    Tile& tile = tiles_[planes_ * q + b];
    TransposeTile(tile, *transposed);
    tile = *transposed;
  }
}

}  // namespace teeko::solver_a
#endif  // HWY_ONCE
