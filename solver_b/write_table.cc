#include "solver_b/write_table.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/blocks.h"
#include "base/status.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "proto/table_writer.h"
#include "solver_b/on_threads.h"
#include "solver_b/process_exchange.h"

namespace teeko::solver_b {
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
    RETURN_IF_ERROR(proto::UnpackChunk(packed, absl::MakeSpan(others)));
    std::ranges::transform(others, payload, payload.begin(), std::bit_or<>());
    return absl::OkStatus();
  }
};

using Fill = absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)>;

// Sends a section to process 0, which writes it.  `all` is the number of stored
// values of the section.  `fill` sets the values of this process.  `writer` is
// null except on process 0.
absl::Status GatherChunks(uint64_t all, int value_bytes, Fill fill,
                          base::Processes& processes,
                          proto::TableWriter* writer, int chunks_at_once) {
  constexpr uint64_t kChunk = proto::TableWriter::kChunkPositions;
  const int own = processes.process();
  for (uint64_t first = 0; first < all; first += chunks_at_once * kChunk) {
    const uint64_t positions = std::min(chunks_at_once * kChunk, all - first);
    std::vector<Chunk> chunks((positions + kChunk - 1) / kChunk);
    const auto owner = [&](uint64_t i) {
      return int(i % processes.process_count());
    };
    // Runs a round that sends chunk i to process to(i), unless it is this one.
    const auto pass_on = [&](const char* name, auto to) -> absl::Status {
      processes.BeginRound(
          absl::StrCat(name, first),
          [&](int from, uint64_t i, absl::Span<const uint8_t> packed) {
            return i < chunks.size() ? chunks[i].Add(packed)
                                     : base::UnexpectedMessage(from, i);
          });
      for (uint64_t i = 0; i < chunks.size(); ++i) {
        if (to(i) == own) continue;
        RETURN_IF_ERROR(
            processes.Send(to(i), i, base::BytesOf(chunks[i].packed)));
      }
      return processes.EndRound(0).status();
    };

    OnThreads(chunks.size(), [&](uint64_t i) {
      auto& [payload, packed] = chunks[i];
      payload.resize(std::min(kChunk, positions - i * kChunk) * value_bytes);
      fill(first + i * kChunk, absl::MakeSpan(payload));
      if (owner(i) != own) packed = proto::PackChunk(payload, kFastLevel);
    });
    RETURN_IF_ERROR(pass_on("positions from ", owner));
    OnThreads(chunks.size(), [&](uint64_t i) {
      auto& [payload, packed] = chunks[i];
      if (owner(i) == own) packed = proto::PackChunk(payload);
    });
    RETURN_IF_ERROR(pass_on(
        "chunks from ", [&](uint64_t i) { return owner(i) == own ? 0 : own; }));
    if (writer == nullptr) continue;
    for (const auto& [payload, packed] : chunks) {
      RETURN_IF_ERROR(writer->AddChunk(payload, packed));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ProcessesTable::Add(const Space& space, const Solution& solution) {
  const Partition partition = PartitionOf(processes);
  const int value_bytes = solution.value_bytes;
  if (partition.process == 0 && writer == nullptr) {
    ASSIGN_OR_RETURN(writer, proto::TableWriter::Create(path, rules, "solver_b",
                                                        value_bytes, reduced));
  }
  for (const auto& [placed, drops, values, mover] : solution.sections) {
    const SectionIndex& index = space.section(placed, mover);
    const uint64_t positions = index.stored_positions();
    const auto fill = [&, &values = values](uint64_t first,
                                            absl::Span<uint8_t> out) {
      FillPayload(index, values, first, {out.data(), out.size()}, partition);
      progress.Advance(out.size() / value_bytes);
    };
    if (writer != nullptr && space.is_scored()) {
      writer->SetThreshold(space.threshold(), mover == kAttacker);
    }
    if (partition.process_count == 1) {
      RETURN_IF_ERROR(writer->WriteSection(placed, drops, positions, fill));
      continue;
    }
    if (writer != nullptr) writer->BeginSection(placed, drops, positions);
    std::optional<proto::StoredRows> rows;
    if (reduced) rows.emplace(rules, placed);
    const auto fill_stored = [&](uint64_t first, absl::Span<uint8_t> out) {
      rows ? rows->Fill(first, value_bytes, out, fill) : fill(first, out);
    };
    RETURN_IF_ERROR(GatherChunks(rows ? rows->positions() : positions,
                                 value_bytes, fill_stored, processes,
                                 writer.get(), chunks_at_once));
    if (writer != nullptr) writer->EndSection();
  }
  return absl::OkStatus();
}

absl::Status ProcessesTable::Finish() {
  ASSIGN_OR_RETURN(const uint64_t sent_bytes, processes.TotalSentBytes());
  progress.SetSentBytes(sent_bytes);
  return writer == nullptr ? absl::OkStatus() : writer->Finish();
}

}  // namespace teeko::solver_b
