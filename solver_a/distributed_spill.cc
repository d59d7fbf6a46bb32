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
    const std::string& path, size_t panels, base::Processes& processes,
    base::Checkpoint* checkpoint) {
  std::unique_ptr<DistributedSpill> self(
      new DistributedSpill(panels, processes, checkpoint));
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
  std::vector<Spill::Extent> saved;  // by process
  for (const std::string& entry : checkpoint_->record().entries()) {
    saved.push_back(base::ValuesOf<Spill::Extent>(base::BytesOf(entry)).at(0));
  }
  const auto open = [this](const Partition& of, const Spill::Extent& extent)
      -> absl::StatusOr<std::unique_ptr<Spill>> {
    const int create = extent.bytes == 0 ? O_CREAT : 0;
    ASSIGN_OR_RETURN(
        std::unique_ptr<base::RandomAccessFile> file,
        base::RandomAccessFile::Open(
            checkpoint_->DataPath(kSeries, of.process, of.process_count),
            O_RDWR | create));
    auto spill = std::make_unique<Spill>(std::move(file), panels_, of);
    RETURN_IF_ERROR(spill->Resume(extent));
    return spill;
  };
  const bool same_processes = saved.size() == partition().process_count;
  ASSIGN_OR_RETURN(own_,
                   open(partition(), same_processes ? saved[partition().process]
                                                    : Spill::Extent()));
  if (same_processes || saved.empty()) return absl::OkStatus();

  std::vector<std::unique_ptr<Spill>> others;
  for (size_t process = 0; process < saved.size(); ++process) {
    ASSIGN_OR_RETURN(others.emplace_back(),
                     open({process, saved.size()}, saved[process]));
  }
  std::vector<uint8_t> buffer;
  for (int level = 0; level < others[0]->levels(); ++level) {
    own_->StartLevel();
    for (size_t q = 0; q < panels_; ++q) {
      TileRow row(level, q);
      for (size_t i = 0; i < partition().Count(panels_); ++i) {
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
  ASSIGN_OR_RETURN(const Spill::Extent extent, own_->Flush());
  return checkpoint_->Save(kSeries,
                           base::TextOf(base::BytesOf(std::array{extent})));
}

}  // namespace teeko::solver_a
