#include "proto/table_writer.h"

#include <openssl/evp.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <zstd.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "proto/table.pb.h"
#include "proto/table_format.h"
#include "stage/files.h"

namespace teeko {
namespace {

// Fast, and draws in long runs compress well anyway.
constexpr int kCompressionLevel = 1;

struct ContextDeleter {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// One chunk on its way through the pipeline.
struct Chunk {
  uint64_t first;  // position
  std::vector<uint8_t> payload;
  std::vector<uint8_t> frame;
  uint64_t checksum;
};

// Makes the frame of a payload; an empty one if memory runs out, since with as
// much room as this nothing else can fail.
void Compress(Chunk& chunk) {
  thread_local const std::unique_ptr<ZSTD_CCtx, ContextDeleter> context(
      ZSTD_createCCtx());
  chunk.frame.resize(ZSTD_compressBound(chunk.payload.size()));
  const size_t bytes = ZSTD_compressCCtx(
      context.get(), chunk.frame.data(), chunk.frame.size(),
      chunk.payload.data(), chunk.payload.size(), kCompressionLevel);
  chunk.frame.resize(ZSTD_isError(bytes) ? 0 : bytes);
  chunk.checksum =
      table_format::ChunkChecksum(chunk.frame.data(), chunk.frame.size());
}

}  // namespace

struct TableWriter::File {
  OutputFile output;
  uint64_t offset = 0;
  TableFooter footer;

  absl::Status Write(const void* data, size_t bytes) {
    offset += bytes;
    return output.Write(data, bytes);
  }
};

TableWriter::TableWriter(std::unique_ptr<File> file) : file_(std::move(file)) {}

TableWriter::~TableWriter() = default;

absl::StatusOr<std::unique_ptr<TableWriter>> TableWriter::Create(
    const std::string& path, const Rules& rules, absl::string_view writer,
    int value_bytes) {
  absl::StatusOr<OutputFile> output = OutputFile::Create(path);
  if (!output.ok()) return output.status();
  auto file =
      std::make_unique<File>(File{.output = *std::move(output), .footer = {}});
  *file->footer.mutable_rules() = rules;
  file->footer.set_writer(std::string(writer));
  file->footer.set_value_bytes(value_bytes);
  file->footer.set_chunk_positions(kChunkPositions);
  std::unique_ptr<TableWriter> self(new TableWriter(std::move(file)));

  table_format::Head head = {};
  table_format::kHeadMagic.copy(head.magic, sizeof(head.magic));
  head.version = table_format::kVersion;
  const absl::Status status = self->file_->Write(&head, sizeof(head));
  if (!status.ok()) return status;
  return self;
}

absl::Status TableWriter::WriteSection(
    int placed, absl::string_view drops, uint64_t positions,
    absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill) {
  Section& section = *file_->footer.add_sections();
  section.set_placed(placed);
  section.set_drops(std::string(drops));
  section.set_positions(positions);
  const std::unique_ptr<EVP_MD_CTX, ContextDeleter> sha(EVP_MD_CTX_new());
  EVP_DigestInit_ex(sha.get(), EVP_sha256(), nullptr);

  // Chunks go round: first handed out in order, then filled and compressed on
  // any thread, then written in order.
  const size_t in_flight = 4 * tbb::this_task_arena::max_concurrency();
  const uint64_t value_bytes = file_->footer.value_bytes();
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
    EVP_DigestUpdate(sha.get(), chunk->payload.data(), chunk->payload.size());
    section.add_chunk_bytes(chunk->frame.size());
    section.add_chunk_checksums(chunk->checksum);
    status = file_->Write(chunk->frame.data(), chunk->frame.size());
  };
  tbb::parallel_pipeline(in_flight,
                         tbb::make_filter<void, Chunk*>(
                             tbb::filter_mode::serial_in_order, hand_out) &
                             tbb::make_filter<Chunk*, Chunk*>(
                                 tbb::filter_mode::parallel, compress) &
                             tbb::make_filter<Chunk*, void>(
                                 tbb::filter_mode::serial_in_order, write));
  section.mutable_sha256()->resize(SHA256_DIGEST_LENGTH);
  EVP_DigestFinal_ex(
      sha.get(), reinterpret_cast<uint8_t*>(section.mutable_sha256()->data()),
      nullptr);
  return status;
}

absl::Status TableWriter::Finish() {
  const std::string footer = file_->footer.SerializeAsString();
  table_format::Tail tail = {};
  tail.footer_sha256 = table_format::Sha256(footer.data(), footer.size());
  tail.footer_bytes = footer.size();
  tail.footer_offset = file_->offset;
  table_format::kTailMagic.copy(tail.magic, sizeof(tail.magic));
  absl::Status status = file_->Write(footer.data(), footer.size());
  if (status.ok()) status = file_->Write(&tail, sizeof(tail));
  if (!status.ok()) return status;
  return file_->output.Commit();
}

}  // namespace teeko
