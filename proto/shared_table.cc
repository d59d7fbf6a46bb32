#include "proto/shared_table.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/blocks.h"
#include "base/status.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"

namespace teeko::proto {
namespace {

// A fast compression level for messages; the table uses the default level.
constexpr int kFastLevel = -5;

// A chunk with the positions of some processes; the other bytes are 0.
struct Chunk {
  std::vector<uint8_t> payload;
  std::string packed;

  // Adds the positions of another process.
  absl::Status Add(absl::Span<const uint8_t> others_packed) {
    packed.assign(others_packed.begin(), others_packed.end());
    std::vector<uint8_t> others(payload.size());
    RETURN_IF_ERROR(UnpackChunk(packed, absl::MakeSpan(others)));
    std::ranges::transform(others, payload, payload.begin(), std::bit_or<>());
    return absl::OkStatus();
  }
};

}  // namespace

absl::Status SharedTable::Create(const std::string& path,
                                 absl::string_view writer, int value_bytes) {
  value_bytes_ = value_bytes;
  if (processes_.process() != 0) return absl::OkStatus();
  ASSIGN_OR_RETURN(writer_, TableWriter::Create(path, rules_, writer,
                                                value_bytes, reduced_));
  return absl::OkStatus();
}

void SharedTable::SetThreshold(int threshold, bool attacker_moves) {
  if (writer_ != nullptr) writer_->SetThreshold(threshold, attacker_moves);
}

absl::Status SharedTable::WriteSection(
    int placed, absl::string_view drops, uint64_t positions,
    absl::FunctionRef<void(uint64_t, absl::Span<uint8_t>)> fill, bool alone) {
  const auto fill_and_show = [&](uint64_t first, absl::Span<uint8_t> out) {
    fill(first, out);
    progress_.Advance(out.size() / value_bytes_);
  };
  if (alone || processes_.process_count() == 1) {
    return writer_->WriteSection(placed, drops, positions, fill_and_show);
  }
  if (writer_ != nullptr) writer_->BeginSection(placed, drops, positions);
  std::optional<StoredRows> rows;
  if (reduced_) rows.emplace(rules_, placed);
  RETURN_IF_ERROR(GatherChunks(rows ? rows->positions() : positions,
                               [&](uint64_t first, absl::Span<uint8_t> out) {
                                 rows ? rows->Fill(first, value_bytes_, out,
                                                   fill_and_show)
                                      : fill_and_show(first, out);
                               }));
  if (writer_ != nullptr) writer_->EndSection();
  return absl::OkStatus();
}

// Sends a section to process 0, which writes it.  `all` is the number of stored
// values of the section.
absl::Status SharedTable::GatherChunks(
    uint64_t all, absl::FunctionRef<void(uint64_t, absl::Span<uint8_t>)> fill) {
  constexpr uint64_t kChunk = TableWriter::kChunkPositions;
  const int own = processes_.process();
  for (uint64_t first = 0; first < all; first += chunks_at_once_ * kChunk) {
    const uint64_t positions = std::min(chunks_at_once_ * kChunk, all - first);
    std::vector<Chunk> chunks((positions + kChunk - 1) / kChunk);
    const auto owner = [&](uint64_t i) {
      return static_cast<int>(i % processes_.process_count());
    };
    // Runs a round that sends chunk i to process to(i), unless it is this one.
    const auto pass_on = [&](const char* name, auto to) -> absl::Status {
      processes_.BeginRound(
          absl::StrCat(name, first),
          [&](int from, uint64_t i, absl::Span<const uint8_t> packed) {
            return i < chunks.size() ? chunks[i].Add(packed)
                                     : base::UnexpectedMessage(from, i);
          });
      for (uint64_t i = 0; i < chunks.size(); ++i) {
        if (to(i) == own) continue;
        RETURN_IF_ERROR(
            processes_.Send(to(i), i, base::BytesOf(chunks[i].packed)));
      }
      return processes_.EndRound(0).status();
    };

    tbb::parallel_for(size_t{0}, chunks.size(), [&](size_t i) {
      auto& [payload, packed] = chunks[i];
      payload.resize(std::min(kChunk, positions - i * kChunk) * value_bytes_);
      fill(first + i * kChunk, absl::MakeSpan(payload));
      if (owner(i) != own) packed = PackChunk(payload, kFastLevel);
    });
    RETURN_IF_ERROR(pass_on("positions from ", owner));
    tbb::parallel_for(size_t{0}, chunks.size(), [&](size_t i) {
      if (owner(i) == own) chunks[i].packed = PackChunk(chunks[i].payload);
    });
    RETURN_IF_ERROR(pass_on(
        "chunks from ", [&](uint64_t i) { return owner(i) == own ? 0 : own; }));
    if (writer_ == nullptr) continue;
    for (const auto& [payload, packed] : chunks) {
      RETURN_IF_ERROR(writer_->AddChunk(payload, packed));
    }
  }
  return absl::OkStatus();
}

absl::Status SharedTable::Finish() {
  ASSIGN_OR_RETURN(const uint64_t sent_bytes, processes_.TotalSentBytes());
  progress_.SetSentBytes(sent_bytes);
  return writer_ == nullptr ? absl::OkStatus() : writer_->Finish();
}

}  // namespace teeko::proto
