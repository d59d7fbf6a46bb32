#include "base/blocks.h"

#include <xxhash.h>

#include <cstring>

#include "absl/strings/str_cat.h"

namespace teeko::base {

uint64_t Checksum(absl::Span<const uint8_t> bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

void Seal(absl::Span<uint8_t> block, uint64_t seed) {
  const uint64_t checksum = Checksum(block.subspan(kChecksumBytes), seed);
  std::memcpy(block.data(), &checksum, kChecksumBytes);
}

bool IsSealed(absl::Span<const uint8_t> block, uint64_t seed) {
  if (block.size() < kChecksumBytes) return false;
  const uint64_t checksum = Checksum(block.subspan(kChecksumBytes), seed);
  return std::memcmp(block.data(), &checksum, kChecksumBytes) == 0;
}

void AppendBlock(absl::Span<const uint8_t> contents, std::vector<uint8_t>& to) {
  const size_t start = to.size();
  to.resize(start + kChecksumBytes);
  to.insert(to.end(), contents.begin(), contents.end());
  Seal(absl::MakeSpan(to).subspan(start));
}

absl::Status Damaged(absl::string_view path, absl::string_view what) {
  return absl::DataLossError(absl::StrCat(path, ": damaged: ", what));
}

}  // namespace teeko::base
