#include "solver_a/shared_writer.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/blocks.h"
#include "base/status.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/exchange.h"
#include "solver_a/parallel.h"
#include "solver_a/subsets.h"

namespace teeko::solver_a {
namespace {

constexpr uint64_t kChunk = proto::TableWriter::kChunkPositions;
// The number of positions whose chunks process 0 holds in memory at a time.
constexpr uint64_t kWindow = 64 * kChunk;

}  // namespace

absl::Status SharedWriter::Open(const std::string& path,
                                const std::string& beside) {
  if (processes_.process() != 0) return absl::OkStatus();
  ASSIGN_OR_RETURN(table_, proto::TableWriter::Create(path, rules_, "solver_a",
                                                      value_bytes_, reduced_));
  if (processes_.process_count() == 1) return absl::OkStatus();
  ASSIGN_OR_RETURN(packed_, base::RandomAccessFile::Temporary(beside));
  return absl::OkStatus();
}

absl::Status SharedWriter::WriteSection(int placed, absl::string_view drops,
                                        uint64_t rows, FillRow fill_row) {
  const int attackers = (placed + !attacker_moves_) / 2;
  const uint64_t row_positions = Binomial(
      rules_.rows() * rules_.columns() - attackers, placed - attackers);
  const uint64_t positions = rows * row_positions;
  // Sets `out` to the values from `position` on (TableWriter::WriteSection).
  const auto fill = [&](uint64_t position, absl::Span<uint8_t> out) {
    std::vector<uint8_t> row((row_positions + 64) * value_bytes_);
    while (!out.empty()) {
      const uint64_t first = position % row_positions;
      const uint64_t end =
          std::min(row_positions, first + out.size() / value_bytes_);
      fill_row(position / row_positions, first, end, row.data());
      std::copy(&row[first * value_bytes_], &row[end * value_bytes_],
                out.data());
      out.remove_prefix((end - first) * value_bytes_);
      position += end - first;
    }
  };
  if (alone_) {
    return table_->WriteSection(placed, drops, positions,
                                [&](uint64_t first, absl::Span<uint8_t> out) {
                                  fill(first, out);
                                  progress_.Advance(out.size() / value_bytes_);
                                });
  }

  const Partition partition = PartitionOf(processes_);
  std::optional<proto::StoredRows> stored;
  if (reduced_) stored.emplace(rules_, placed);
  const auto owner = [&](uint64_t position) {
    const uint64_t row = position / row_positions;
    const uint64_t number = stored ? stored->rows()[row].number : row;
    return partition.OwnerOf(number / kLineBits);
  };
  const uint64_t all = stored ? stored->positions() : positions;
  std::vector<Part> parts;
  std::vector<size_t> own;
  for (uint64_t first = 0; first < all;) {
    Part part = {.first = first, .count = 0, .owner = owner(first)};
    const uint64_t chunk_end = std::min(all, (first / kChunk + 1) * kChunk);
    while (first < chunk_end && owner(first) == part.owner) {
      first = std::min(chunk_end, (first / row_positions + 1) * row_positions);
    }
    part.count = first - part.first;
    if (part.owner == partition.process) own.push_back(parts.size());
    parts.push_back(part);
  }

  if (packed_ != nullptr) packed_->set_end(0);
  const auto keep = [&](int from, uint64_t i,
                        absl::Span<const uint8_t> bytes) -> absl::Status {
    if (packed_ == nullptr || i >= parts.size() ||
        parts[i].owner != static_cast<size_t>(from)) {
      return base::UnexpectedMessage(from, i);
    }
    parts[i].bytes = bytes.size();
    ASSIGN_OR_RETURN(parts[i].offset, packed_->Append(bytes));
    return absl::OkStatus();
  };
  processes_.BeginRound(absl::StrCat("section ", placed, drops), keep);
  RETURN_IF_ERROR(ParallelFor(own.size(), [&](size_t i) -> absl::Status {
    const Part& part = parts[own[i]];
    std::vector<uint8_t> payload(part.count * value_bytes_);
    if (stored) {
      stored->Fill(part.first, value_bytes_, absl::MakeSpan(payload), fill);
    } else {
      fill(part.first, absl::MakeSpan(payload));
    }
    const std::string packed = proto::PackChunk(payload);
    if (packed.empty()) {
      return absl::ResourceExhaustedError("out of memory: cannot pack a chunk");
    }
    std::vector<uint8_t> block;
    base::AppendBlock(base::BytesOf(packed), block);
    return processes_.Send(0, own[i], block);
  }));
  RETURN_IF_ERROR(processes_.EndRound(0).status());
  if (table_ == nullptr) return absl::OkStatus();

  table_->BeginSection(placed, drops, positions);
  for (auto begin = parts.begin(); begin != parts.end();) {
    const auto end = std::find_if(begin + 1, parts.end(), [](const Part& p) {
      return p.first % kWindow == 0;
    });
    RETURN_IF_ERROR(AddChunks({&*begin, static_cast<size_t>(end - begin)}));
    begin = end;
  }
  table_->EndSection();
  return absl::OkStatus();
}

absl::Status SharedWriter::AddChunks(absl::Span<const Part> parts) {
  struct Chunk {
    std::vector<Part> parts;
    std::vector<uint8_t> payload;
    std::string packed;
  };
  std::vector<Chunk> chunks;
  for (const Part& part : parts) {
    if (part.first % kChunk == 0) chunks.emplace_back();
    chunks.back().parts.push_back(part);
  }
  RETURN_IF_ERROR(ParallelFor(chunks.size(), [&](size_t i) -> absl::Status {
    auto& [of_chunk, payload, packed] = chunks[i];
    for (const Part& part : of_chunk) {
      std::vector<uint8_t> block(part.bytes);
      RETURN_IF_ERROR(packed_->ReadAt(part.offset, absl::MakeSpan(block)));
      if (!base::IsSealed(block)) {
        return base::Damaged(packed_->name(), "checksum mismatch");
      }
      packed.assign(block.begin() + base::kChecksumBytes, block.end());
      const size_t start = payload.size();
      payload.resize(start + part.count * value_bytes_);
      RETURN_IF_ERROR(
          proto::UnpackChunk(packed, absl::MakeSpan(payload).subspan(start)));
    }
    if (of_chunk.size() > 1) packed = proto::PackChunk(payload);
    return absl::OkStatus();
  }));
  for (const Chunk& chunk : chunks) {
    RETURN_IF_ERROR(table_->AddChunk(chunk.payload, chunk.packed));
    progress_.Advance(chunk.payload.size() / value_bytes_);
  }
  return absl::OkStatus();
}

absl::Status SharedWriter::Finish() {
  return table_ == nullptr ? absl::OkStatus() : table_->Finish();
}

}  // namespace teeko::solver_a
