#include "solver_a/distributed_spill.h"

#include <fcntl.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status.h"

namespace teeko::solver_a {
namespace {

constexpr char kSeries[] = "levels";

}  // namespace

absl::StatusOr<std::unique_ptr<DistributedSpill>> DistributedSpill::Create(
    const std::string& path, const std::array<size_t, 2>& panels,
    base::Processes& processes, base::Checkpoint* checkpoint,
    const std::vector<Spill::Extent>& finished) {
  std::unique_ptr<DistributedSpill> self(
      new DistributedSpill(panels, processes, checkpoint, finished));
  if (checkpoint != nullptr && checkpoint->enabled()) {
    RETURN_IF_ERROR(self->Resume());
  } else {
    ASSIGN_OR_RETURN(std::unique_ptr<base::RandomAccessFile> file,
                     base::RandomAccessFile::Temporary(path));
    self->own_ =
        std::make_unique<Spill>(std::move(file), panels, self->partition());
  }
  return self;
}

absl::Status DistributedSpill::Resume() {
  const size_t game = finished_.size();
  // The extents of all games, by process.
  std::vector<std::vector<Spill::Extent>> saved;
  for (const std::string& entry : checkpoint_->record().entries()) {
    saved.push_back(base::ValuesOf<Spill::Extent>(base::BytesOf(entry)));
  }
  const bool has_game = !saved.empty() && saved[0].size() > game;
  is_complete_ = has_game && saved[0].size() > game + 1;
  // Opens the file of a process, in which this game follows after `start`.
  const auto open = [this](const Partition& of, uint64_t start,
                           const Spill::Extent& extent)
      -> absl::StatusOr<std::unique_ptr<Spill>> {
    const int create = extent.bytes == 0 ? O_CREAT : 0;
    ASSIGN_OR_RETURN(
        std::unique_ptr<base::RandomAccessFile> file,
        base::RandomAccessFile::Open(
            checkpoint_->DataPath(kSeries, of.process, of.process_count),
            O_RDWR | create));
    auto spill = std::make_unique<Spill>(std::move(file), panels_, of, start);
    if (extent.levels > 0) RETURN_IF_ERROR(spill->Resume(extent));
    return spill;
  };
  const bool same_processes = saved.size() == partition().process_count;
  ASSIGN_OR_RETURN(
      own_, open(partition(), finished_.empty() ? 0 : finished_.back().bytes,
                 has_game && same_processes ? saved[partition().process][game]
                                            : Spill::Extent()));
  if (same_processes || !has_game) return absl::OkStatus();

  std::vector<std::unique_ptr<Spill>> others;
  for (size_t process = 0; process < saved.size(); ++process) {
    ASSIGN_OR_RETURN(others.emplace_back(),
                     open({process, saved.size()},
                          game == 0 ? 0 : saved[process].at(game - 1).bytes,
                          saved[process].at(game)));
  }
  std::vector<uint8_t> buffer;
  for (int level = 0; level < others[0]->levels(); ++level) {
    own_->StartLevel();
    for (size_t q = 0; q < panels_[(level + 1) % 2]; ++q) {
      TileRow row(level, q);
      for (size_t i = 0; i < partition().Count(panels_[level % 2]); ++i) {
        const size_t p = partition().Panel(i);
        ASSIGN_OR_RETURN(const absl::Span<const uint8_t> tile,
                         others[p % saved.size()]->Read(level, p, q, buffer));
        row.AddPacked(tile);
      }
      RETURN_IF_ERROR(own_->Write(row.Bytes()));
    }
  }
  return absl::OkStatus();
}

void DistributedSpill::StartLevel() {
  own_->StartLevel();
  processes_.BeginRound(absl::StrCat("level ", levels() - 1),
                        [this](int, uint64_t, absl::Span<const uint8_t> row) {
                          return own_->Write(row);
                        });
}

absl::Status DistributedSpill::Write(const std::vector<TileRow>& rows) {
  std::vector<std::vector<uint8_t>> messages;
  for (const TileRow& row : rows) messages.push_back(row.Bytes());
  return SendAll(processes_, 0, messages);
}

absl::Status DistributedSpill::SaveIfDue() {
  if (checkpoint_ == nullptr) return absl::OkStatus();
  ASSIGN_OR_RETURN(const bool due, checkpoint_->IsDue());
  if (!due) return absl::OkStatus();
  std::vector<Spill::Extent> extents = finished_;
  ASSIGN_OR_RETURN(extents.emplace_back(), own_->Flush());
  return checkpoint_->Save(kSeries, base::TextOf(base::BytesOf(extents)));
}

}  // namespace teeko::solver_a
