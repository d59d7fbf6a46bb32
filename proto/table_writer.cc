#include "proto/table_writer.h"

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <zstd.h>

#include <algorithm>
#include <vector>

#include "proto/sha256.h"
#include "proto/table_format.h"
#include "stage/status.h"

namespace teeko {
namespace {

// Fast, and draws in long runs compress well anyway.
constexpr int kCompressionLevel = 1;

// One chunk on its way through the pipeline.
struct Chunk {
  uint64_t first;  // position
  std::vector<uint8_t> payload;
  std::string frame;
  uint64_t checksum;
};

// Makes the frame of a payload; an empty one if memory runs out, since with as
// much room as this nothing else can fail.
void Compress(Chunk& chunk) {
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)>
      context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  chunk.frame.resize(ZSTD_compressBound(chunk.payload.size()));
  const size_t bytes = ZSTD_compressCCtx(
      context.get(), chunk.frame.data(), chunk.frame.size(),
      chunk.payload.data(), chunk.payload.size(), kCompressionLevel);
  chunk.frame.resize(ZSTD_isError(bytes) ? 0 : bytes);
  chunk.checksum = ShortSha256(chunk.frame);
}

}  // namespace

absl::StatusOr<std::unique_ptr<TableWriter>> TableWriter::Create(
    const std::string& path, const Rules& rules, absl::string_view writer,
    int value_bytes) {
  ASSIGN_OR_RETURN(auto output, OutputFile::Create(path));
  std::unique_ptr<TableWriter> self(new TableWriter(std::move(output)));
  *self->footer_.mutable_rules() = rules;
  self->footer_.set_writer(std::string(writer));
  self->footer_.set_value_bytes(value_bytes);
  self->footer_.set_chunk_positions(kChunkPositions);

  table_format::Head head = {};
  table_format::kHeadMagic.copy(head.magic, sizeof(head.magic));
  head.version = table_format::kVersion;
  RETURN_IF_ERROR(self->Write(&head, sizeof(head)));
  return self;
}

absl::Status TableWriter::Write(const void* data, size_t bytes) {
  offset_ += bytes;
  return output_->Write(data, bytes);
}

absl::Status TableWriter::WriteSection(
    int placed, absl::string_view drops, uint64_t positions,
    absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill) {
  Section& section = *footer_.add_sections();
  section.set_placed(placed);
  section.set_drops(std::string(drops));
  section.set_positions(positions);
  Sha256Stream sha256;

  // Chunks go round: first handed out in order, then filled and compressed on
  // any thread, then written in order.
  const size_t in_flight = 4 * tbb::this_task_arena::max_concurrency();
  const uint64_t value_bytes = footer_.value_bytes();
  std::vector<Chunk> ring(in_flight);
  size_t slot = 0;
  uint64_t next = 0;
  absl::Status status;
  const auto hand_out = [&](tbb::flow_control& control) -> Chunk* {
    if (next == positions || !status.ok()) {
      control.stop();
      return nullptr;
    }
    Chunk& chunk = ring[slot++ % in_flight];
    const uint64_t count = std::min(kChunkPositions, positions - next);
    chunk.first = std::exchange(next, next + count);
    chunk.payload.resize(count * value_bytes);
    return &chunk;
  };
  const auto compress = [&](Chunk* chunk) {
    fill(chunk->first, absl::MakeSpan(chunk->payload));
    Compress(*chunk);
    return chunk;
  };
  const auto write = [&](Chunk* chunk) {
    if (!status.ok()) return;
    if (chunk->frame.empty()) {
      status = absl::ResourceExhaustedError("out of memory compressing");
      return;
    }
    sha256.Add(chunk->payload.data(), chunk->payload.size());
    section.add_chunk_bytes(chunk->frame.size());
    section.add_chunk_checksums(chunk->checksum);
    status = Write(chunk->frame.data(), chunk->frame.size());
  };
  tbb::parallel_pipeline(in_flight,
                         tbb::make_filter<void, Chunk*>(
                             tbb::filter_mode::serial_in_order, hand_out) &
                             tbb::make_filter<Chunk*, Chunk*>(
                                 tbb::filter_mode::parallel, compress) &
                             tbb::make_filter<Chunk*, void>(
                                 tbb::filter_mode::serial_in_order, write));
  section.set_sha256(sha256.Digest());
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

}  // namespace teeko
