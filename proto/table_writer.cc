#include "proto/table_writer.h"

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <zstd.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/status.h"
#include "proto/sha256.h"
#include "proto/stored_rows.h"
#include "proto/table_format.h"

namespace teeko::proto {
namespace {

// One chunk in the pipeline.
struct Chunk {
  uint64_t first;  // position
  std::vector<uint8_t> payload;
  std::string packed;
};

}  // namespace

// The output buffer is large enough, so only missing memory can be an error.
std::string PackChunk(absl::Span<const uint8_t> payload, int level) {
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)>
      context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  std::string packed(ZSTD_compressBound(payload.size()), '\0');
  const size_t bytes =
      ZSTD_compressCCtx(context.get(), packed.data(), packed.size(),
                        payload.data(), payload.size(), level);
  packed.resize(ZSTD_isError(bytes) ? 0 : bytes);
  return packed;
}

absl::StatusOr<std::unique_ptr<TableWriter>> TableWriter::Create(
    const std::string& path, const Rules& rules, absl::string_view writer,
    int value_bytes, bool reduced) {
  ASSIGN_OR_RETURN(auto output, base::OutputFile::Create(path));
  std::unique_ptr<TableWriter> self(new TableWriter(std::move(output)));
  *self->footer_.mutable_rules() = rules;
  self->footer_.set_writer(std::string(writer));
  self->footer_.set_value_bytes(value_bytes);
  self->footer_.set_chunk_positions(kChunkPositions);

  table_format::Head head = {};
  table_format::kHeadMagic.copy(head.magic, sizeof(head.magic));
  self->reduced_ = reduced;
  head.version = rules.has_scoring() ? table_format::kScoredVersion
                 : reduced           ? table_format::kReducedVersion
                                     : table_format::kWholeVersion;
  if (rules.moves() != Rules::KING) head.version += table_format::kOtherMoves;
  RETURN_IF_ERROR(self->Write(&head, sizeof(head)));
  return self;
}

absl::Status TableWriter::Write(const void* data, size_t bytes) {
  offset_ += bytes;
  return output_->Write(data, bytes);
}

void TableWriter::BeginSection(int placed, absl::string_view drops,
                               uint64_t positions) {
  Section& section = *footer_.add_sections();
  section.set_placed(placed);
  section.set_drops(std::string(drops));
  section.set_positions(positions);
  section.set_threshold(threshold_);
  section.set_attacker_moves(attacker_moves_);
  sha256_ = Sha256Stream();
}

absl::Status TableWriter::AddChunk(absl::Span<const uint8_t> payload,
                                   const std::string& packed) {
  if (packed.empty()) {
    return absl::ResourceExhaustedError("out of memory while compressing");
  }
  Section& section = *footer_.mutable_sections()->rbegin();
  sha256_.Add(payload.data(), payload.size());
  section.add_chunk_bytes(packed.size());
  section.add_chunk_checksums(ShortSha256(packed));
  return Write(packed.data(), packed.size());
}

void TableWriter::EndSection() {
  footer_.mutable_sections()->rbegin()->set_sha256(sha256_.Digest());
}

absl::Status TableWriter::WriteSection(
    int placed, absl::string_view drops, uint64_t positions,
    absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill) {
  BeginSection(placed, drops, positions);
  const uint64_t value_bytes = footer_.value_bytes();
  std::optional<StoredRows> rows;
  if (reduced_) rows.emplace(footer_.rules(), placed);
  const uint64_t stored = reduced_ ? rows->positions() : positions;
  const auto fill_stored = [&](uint64_t first, absl::Span<uint8_t> out) {
    if (!reduced_) return fill(first, out);
    rows->Fill(first, value_bytes, out, fill);
  };

  // The ring has the chunks in progress.  A chunk is used again after it is
  // written.  The first stage of the pipeline assigns positions to chunks, in
  // order.  The second stage fills and compresses chunks on any thread.  The
  // third stage writes them, in order.
  const size_t in_flight = 4 * tbb::this_task_arena::max_concurrency();
  std::vector<Chunk> ring(in_flight);
  size_t slot = 0;
  uint64_t next = 0;
  absl::Status status;
  const auto hand_out = [&](tbb::flow_control& control) -> Chunk* {
    if (next == stored || !status.ok()) {
      control.stop();
      return nullptr;
    }
    Chunk& chunk = ring[slot++ % in_flight];
    const uint64_t count = std::min(kChunkPositions, stored - next);
    chunk.first = std::exchange(next, next + count);
    chunk.payload.resize(count * value_bytes);
    return &chunk;
  };
  const auto compress = [&](Chunk* chunk) {
    fill_stored(chunk->first, absl::MakeSpan(chunk->payload));
    chunk->packed = PackChunk(chunk->payload);
    return chunk;
  };
  const auto write = [&](Chunk* chunk) {
    if (status.ok()) status = AddChunk(chunk->payload, chunk->packed);
  };
  tbb::parallel_pipeline(in_flight,
                         tbb::make_filter<void, Chunk*>(
                             tbb::filter_mode::serial_in_order, hand_out) &
                             tbb::make_filter<Chunk*, Chunk*>(
                                 tbb::filter_mode::parallel, compress) &
                             tbb::make_filter<Chunk*, void>(
                                 tbb::filter_mode::serial_in_order, write));
  EndSection();
  return status;
}

absl::Status TableWriter::Finish() {
  const std::string footer = footer_.SerializeAsString();
  table_format::Tail tail = {};
  Sha256(footer).copy(tail.footer_sha256, sizeof(tail.footer_sha256));
  tail.footer_bytes = footer.size();
  tail.footer_offset = offset_;
  table_format::kTailMagic.copy(tail.magic, sizeof(tail.magic));
  RETURN_IF_ERROR(Write(footer.data(), footer.size()));
  RETURN_IF_ERROR(Write(&tail, sizeof(tail)));
  return output_->Commit();
}

}  // namespace teeko::proto
