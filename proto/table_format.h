// The fixed parts of a table file (docs/formats.md).

#ifndef TEEKO_PROTO_TABLE_FORMAT_H_
#define TEEKO_PROTO_TABLE_FORMAT_H_

#include <bit>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace teeko::proto::table_format {

static_assert(std::endian::native == std::endian::little,
              "files have little-endian numbers");

struct Head {
  char magic[8];
  uint32_t version;
  uint32_t zero;
};
static_assert(sizeof(Head) == 16);

struct Tail {
  char footer_sha256[32];
  uint64_t footer_bytes;
  uint64_t footer_offset;
  char magic[8];
};
static_assert(sizeof(Tail) == 56);

inline constexpr absl::string_view kHeadMagic = "TEEKOTBL";
inline constexpr absl::string_view kTailMagic = "TEEKOEND";
inline constexpr uint32_t kWholeVersion = 1;
inline constexpr uint32_t kReducedVersion = 2;
inline constexpr uint32_t kScoredVersion = 3;
// Added to one of these versions if the pieces do not move like kings, so that
// programs that do not know other moves refuse the file.
inline constexpr uint32_t kOtherMoves = 4;
// With this limit, a damaged footer cannot make a reader allocate too much
// memory.
inline constexpr uint64_t kMaxChunkPositions = 1 << 24;

}  // namespace teeko::proto::table_format

#endif  // TEEKO_PROTO_TABLE_FORMAT_H_
