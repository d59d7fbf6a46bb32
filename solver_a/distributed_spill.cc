#include "solver_a/distributed_spill.h"

#include <fcntl.h>

#include <utility>

#include "absl/time/clock.h"
#include "absl/types/span.h"
#include "stage/status.h"

namespace teeko::solver_a {

absl::StatusOr<std::unique_ptr<DistributedSpill>> DistributedSpill::Create(
    const std::string& path, size_t panels, Ranks& ranks,
    const Checkpoint& checkpoint) {
  std::unique_ptr<DistributedSpill> self(
      new DistributedSpill(panels, ranks, checkpoint));
  if (checkpoint.folder.empty()) {
    ASSIGN_OR_RETURN(std::unique_ptr<File> file, File::Temporary(path));
    self->own_ =
        std::make_unique<Spill>(std::move(file), panels, ranks.share());
  } else {
    RETURN_IF_ERROR(self->OpenKept());
  }
  return self;
}

absl::Status DistributedSpill::OpenKept() {
  RETURN_IF_ERROR(checkpoint_.MakeFolder());
  std::vector<Spill::Extent> kept;
  if (ranks_.rank() == 0) {
    ASSIGN_OR_RETURN(lock_, checkpoint_.Lock());
    ASSIGN_OR_RETURN(kept, checkpoint_.Read());
  }
  Message record = Message::Of(Message::kRecord, kept);
  RETURN_IF_ERROR(ranks_.Broadcast(record));
  kept = ValuesOf<Spill::Extent>(record.bytes);

  const auto open = [this](const Share& of, const Spill::Extent& extent)
      -> absl::StatusOr<std::unique_ptr<Spill>> {
    const int make = extent.bytes == 0 ? O_CREAT : 0;
    ASSIGN_OR_RETURN(std::unique_ptr<File> file,
                     File::Open(checkpoint_.SpillPath(of), O_RDWR | make));
    auto spill = std::make_unique<Spill>(std::move(file), panels_, of);
    RETURN_IF_ERROR(spill->GoOnFrom(extent));
    return spill;
  };
  const bool same_ranks = kept.size() == share().ranks;
  ASSIGN_OR_RETURN(
      own_, open(share(), same_ranks ? kept[share().rank] : Spill::Extent()));
  kept_ = absl::Now();
  if (same_ranks || kept.empty()) return absl::OkStatus();

  kept_ = absl::InfinitePast();  // Soon, so that the others' files can go.
  std::vector<std::unique_ptr<Spill>> others;
  for (size_t rank = 0; rank < kept.size(); ++rank) {
    ASSIGN_OR_RETURN(others.emplace_back(),
                     open({rank, kept.size()}, kept[rank]));
  }
  std::vector<uint8_t> buffer;
  for (int level = 0; level < others[0]->levels(); ++level) {
    own_->StartLevel();
    for (size_t q = 0; q < panels_; ++q) {
      TileRow row(level, q);
      for (size_t i = 0; i < share().Count(panels_); ++i) {
        const size_t p = share().Panel(i);
        ASSIGN_OR_RETURN(const absl::Span<const uint8_t> tile,
                         others[p % kept.size()]->Read(level, p, q, buffer));
        row.AddPacked(tile);
      }
      RETURN_IF_ERROR(own_->Write(row.Bytes()));
    }
  }
  return absl::OkStatus();
}

void DistributedSpill::StartLevel() {
  own_->StartLevel();
  level_.emplace(
      ranks_, levels() - 1, [this](int from, const Message& message) {
        return message.kind == Message::kTiles ? own_->Write(message.bytes)
                                               : Unexpected(from, message);
      });
}

absl::Status DistributedSpill::Write(const std::vector<TileRow>& rows) {
  std::vector<Message> messages;
  for (const TileRow& row : rows) {
    messages.push_back({.kind = Message::kTiles, .bytes = row.Bytes()});
  }
  return level_->Send(std::move(messages));
}

absl::StatusOr<uint64_t> DistributedSpill::EndLevel(uint64_t decided) {
  return level_->End(decided);
}

absl::Status DistributedSpill::KeepIfDue() {
  if (checkpoint_.folder.empty()) return absl::OkStatus();
  Message due = {.kind = Message::kKeep,
                 .argument = absl::Now() - kept_ >= checkpoint_.interval};
  RETURN_IF_ERROR(ranks_.Broadcast(due));
  if (due.argument == 0) return absl::OkStatus();
  ASSIGN_OR_RETURN(const Spill::Extent own, own_->Flush());
  ASSIGN_OR_RETURN(
      const std::vector<Message> all,
      ranks_.Gather(Message::Of(Message::kKept, std::vector{own})));
  if (ranks_.rank() != 0) return absl::OkStatus();
  std::vector<Spill::Extent> extents;
  for (const Message& message : all) {
    extents.push_back(ValuesOf<Spill::Extent>(message.bytes)[0]);
  }
  RETURN_IF_ERROR(checkpoint_.Write(extents));
  kept_ = absl::Now();
  checkpoint_.RemoveOthers(share().ranks);
  return absl::OkStatus();
}

}  // namespace teeko::solver_a
