#include "solver_a/shared_writer.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/first_error.h"
#include "solver_a/spill.h"
#include "stage/status.h"

namespace teeko::solver_a {
namespace {

constexpr uint64_t kChunk = TableWriter::kChunkPositions;
// Chunks that rank 0 asks for at a time.
constexpr uint64_t kWindow = 64 * kChunk;

// A chunk on rank 0.
struct Chunk {
  uint64_t first;
  std::vector<uint8_t> payload;
  std::string packed;  // of what is not one piece, once all pieces are there
};

}  // namespace

absl::StatusOr<std::unique_ptr<SharedWriter>> SharedWriter::Create(
    const Paths& paths, const Rules& rules, bool reduced, int value_bytes,
    Ranks& ranks) {
  std::unique_ptr<SharedWriter> self(
      new SharedWriter(rules, reduced, value_bytes, ranks));
  if (ranks.rank() == 0) {
    ASSIGN_OR_RETURN(self->table_,
                     TableWriter::Create(paths.table, rules, "solver_a",
                                         value_bytes, reduced));
  }
  if (ranks.size() > 1) {
    ASSIGN_OR_RETURN(self->packed_, File::Temporary(paths.temporary));
  }
  return self;
}

absl::Status SharedWriter::WriteSection(
    int placed, absl::string_view drops, uint64_t rows, uint64_t row_positions,
    absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill,
    absl::FunctionRef<void(uint64_t positions)> wrote) {
  const uint64_t positions = rows * row_positions;
  if (ranks_.size() == 1) {
    return table_->WriteSection(placed, drops, positions,
                                [&](uint64_t first, absl::Span<uint8_t> out) {
                                  fill(first, out);
                                  wrote(out.size() / value_bytes_);
                                });
  }
  std::optional<StoredRows> stored;
  if (reduced_) stored.emplace(rules_, placed);
  const auto owner = [&](uint64_t row) {
    const uint64_t number = stored ? stored->rows()[row].number : row;
    return ranks_.share().OwnerOf(number / kLineBits);
  };
  const uint64_t all = stored ? stored->positions() : positions;
  std::vector<Piece> pieces, own;
  std::vector<size_t> ends;  // of windows
  for (uint64_t first = 0; first < all;) {
    const uint64_t chunk_end = std::min(all, (first / kChunk + 1) * kChunk);
    const Piece& piece =
        pieces.emplace_back(Piece{first, 0, owner(first / row_positions)});
    while (first < chunk_end && owner(first / row_positions) == piece.owner) {
      first = std::min(chunk_end, (first / row_positions + 1) * row_positions);
    }
    pieces.back().count = first - piece.first;
    if (piece.owner == ranks_.share().rank) own.push_back(piece);
    if (first % kWindow == 0 || first == all) ends.push_back(pieces.size());
  }

  kept_.resize(own.size());
  end_ = 0;
  FirstError error;
  // In order, so that few panels are begun.
  std::atomic<size_t> next = 0;
  tbb::parallel_for(0, tbb::this_task_arena::max_concurrency(), [&](int) {
    for (size_t i; (i = next++) < own.size();) {
      std::vector<uint8_t> payload(own[i].count * value_bytes_);
      if (stored) {
        stored->Fill(own[i].first, value_bytes_, absl::MakeSpan(payload), fill);
      } else {
        fill(own[i].first, absl::MakeSpan(payload));
      }
      const std::string packed = PackChunk(payload);
      if (packed.empty()) {
        error.Update(absl::ResourceExhaustedError("out of memory compressing"));
      }
      const auto bytes = absl::MakeSpan(
          reinterpret_cast<const uint8_t*>(packed.data()), packed.size());
      kept_[i] = {end_.fetch_add(bytes.size()), bytes.size(), Checksum(bytes)};
      error.Update(packed_->WriteAt(kept_[i].offset, bytes));
    }
  });
  RETURN_IF_ERROR(error.status());

  std::vector<absl::Span<const Piece>> windows;
  for (size_t begin = 0; const size_t end : ends) {
    windows.push_back(absl::MakeSpan(pieces).subspan(begin, end - begin));
    begin = end;
  }
  if (table_ == nullptr) return Serve(windows);
  table_->BeginSection(placed, drops, positions);
  RETURN_IF_ERROR(Collect(windows, wrote));
  table_->EndSection();
  return absl::OkStatus();
}

absl::StatusOr<Message> SharedWriter::Answer(absl::Span<const Piece> window,
                                             size_t& next) {
  Message answer = {.kind = Message::kAnswer};
  for (const Piece& piece : window) {
    if (piece.owner != ranks_.share().rank) continue;
    const Kept& kept = kept_[next++];
    std::vector<uint8_t>& bytes = answer.tiles.bytes;
    bytes.resize(bytes.size() + kept.bytes);
    const auto packed = absl::MakeSpan(bytes).last(kept.bytes);
    RETURN_IF_ERROR(packed_->ReadAt(kept.offset, packed));
    if (Checksum(packed) != kept.checksum) {
      return absl::DataLossError(
          absl::StrCat(packed_->name(), " is not as it was written"));
    }
    answer.tiles.ends.push_back(bytes.size());
  }
  return answer;
}

absl::Status SharedWriter::Serve(
    absl::Span<const absl::Span<const Piece>> windows) {
  size_t next = 0;
  for (size_t w = 0; w < windows.size(); ++w) {
    ASSIGN_OR_RETURN(Message answer, Answer(windows[w], next));
    if (answer.tiles.ends.empty()) continue;
    // Rank 0 packs and writes for as long as it likes.
    Message asked;
    RETURN_IF_ERROR(ranks_.Await(0, absl::InfiniteDuration(), asked));
    if (asked.kind != Message::kAsk || asked.argument != w) {
      return Unexpected(0, asked);
    }
    answer.argument = w;
    ranks_.Send(0, answer);
  }
  return absl::OkStatus();
}

absl::Status SharedWriter::Collect(
    absl::Span<const absl::Span<const Piece>> windows,
    absl::FunctionRef<void(uint64_t positions)> wrote) {
  const auto owns = [&](size_t w, size_t rank) {
    return std::ranges::count(windows[w], rank, &Piece::owner);
  };
  const auto ask = [&](size_t w) {
    for (int rank = 1; w < windows.size() && rank < ranks_.size(); ++rank) {
      if (owns(w, rank) == 0) continue;
      ranks_.Send(rank, {.kind = Message::kAsk, .argument = w});
    }
  };
  ask(0);
  size_t next = 0;
  for (size_t w = 0; w < windows.size(); ++w) {
    ask(w + 1);  // so that nobody waits
    std::vector<Message> answers(ranks_.size());
    ASSIGN_OR_RETURN(answers[0], Answer(windows[w], next));
    for (int rank = 1; rank < ranks_.size(); ++rank) {
      const int64_t count = owns(w, rank);
      if (count == 0) continue;
      RETURN_IF_ERROR(ranks_.Await(rank, Message::kAnswer, answers[rank]));
      if (answers[rank].argument != w ||
          std::ssize(answers[rank].tiles.ends) != count) {
        return Unexpected(rank, answers[rank]);
      }
    }

    // Each piece, packed; and the chunks of which it is one.
    std::vector<absl::string_view> packed;
    std::vector<size_t> taken(ranks_.size());
    std::vector<Chunk> chunks;
    for (const Piece& piece : windows[w]) {
      const SpilledTiles& tiles = answers[piece.owner].tiles;
      const size_t i = taken[piece.owner]++;
      const size_t start = i == 0 ? 0 : tiles.ends[i - 1];
      if (start > tiles.ends[i] || tiles.ends[i] > tiles.bytes.size()) {
        return Unexpected(piece.owner, answers[piece.owner]);
      }
      packed.push_back(
          {reinterpret_cast<const char*>(tiles.bytes.data()) + start,
           tiles.ends[i] - start});
      if (piece.first % kChunk == 0) {
        chunks.push_back({piece.first, {}, std::string(packed.back())});
      } else {
        chunks.back().packed.clear();  // several pieces
      }
      chunks.back().payload.resize(
          (piece.first + piece.count - chunks.back().first) * value_bytes_);
    }
    FirstError error;
    tbb::parallel_for(size_t{0}, packed.size(), [&](size_t i) {
      const Piece& piece = windows[w][i];
      Chunk& chunk = chunks[(piece.first - windows[w][0].first) / kChunk];
      error.Update(UnpackChunk(
          packed[i], absl::MakeSpan(chunk.payload)
                         .subspan((piece.first - chunk.first) * value_bytes_,
                                  piece.count * value_bytes_)));
    });
    RETURN_IF_ERROR(error.status());
    tbb::parallel_for(size_t{0}, chunks.size(), [&](size_t i) {
      if (chunks[i].packed.empty()) {
        chunks[i].packed = PackChunk(chunks[i].payload);
      }
    });
    for (const Chunk& chunk : chunks) {
      RETURN_IF_ERROR(table_->AddChunk(chunk.payload, chunk.packed));
      wrote(chunk.payload.size() / value_bytes_);
    }
  }
  return absl::OkStatus();
}

absl::Status SharedWriter::Finish() {
  return table_ == nullptr ? absl::OkStatus() : table_->Finish();
}

}  // namespace teeko::solver_a
