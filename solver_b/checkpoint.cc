#include "solver_b/checkpoint.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <regex>
#include <span>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "proto/message_file.h"
#include "proto/sha256.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::solver_b {
namespace {

namespace fs = std::filesystem;

uint64_t ChecksumOf(Checkpoint kept) {
  kept.clear_checksum();
  return ShortSha256(kept.SerializeAsString());
}

absl::Status CannotGoOnFrom(absl::string_view path, absl::string_view why) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot go on from ", path, ": ", why));
}

std::string LevelName(uint32_t level) {
  return absl::StrCat("checkpoint.level_", level, ".");
}

// Of the row with this number among the rank's.
uint64_t RowChecksum(const Checkpoint& kept, uint32_t rank, uint64_t number,
                     const LevelState::Row& row) {
  std::string bytes =
      absl::StrCat(kept.checksum(), " ", rank, " ", number, " ");
  for (const auto& piece : row) {
    bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  }
  return ShortSha256(bytes);
}

}  // namespace

absl::Status CheckpointFolder::Open(bool resume) {
  if (folder_.empty()) return absl::OkStatus();
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot make ", folder_, ": ", error.message()));
  }
  const std::string path = folder_ + "/checkpoint";
  if (batches_.share().rank == 0 && fs::exists(path, error)) {
    if (!resume) {
      return absl::FailedPreconditionError(
          absl::StrCat("there is a checkpoint in ", folder_,
                       ": go on from it with --resume, or remove it"));
    }
    // Of a pipe, the end might never come.
    if (!fs::is_regular_file(path, error) ||
        !ReadTextProto(path, resumed_).ok() ||
        resumed_.checksum() != ChecksumOf(resumed_)) {
      return CannotGoOnFrom(path, "it is damaged");
    }
    if (resumed_.game() != game_) {
      return CannotGoOnFrom(path, "it is of other rules or another version");
    }
  }
  ASSIGN_OR_RETURN(const std::vector<std::string> words,
                   batches_.Gather(resumed_.SerializeAsString()));
  Check(resumed_.ParseFromString(words[0]), "rank 0 says what it has read");
  return absl::OkStatus();
}

std::string CheckpointFolder::Path(const Checkpoint& kept,
                                   uint32_t rank) const {
  return absl::StrCat(folder_, "/", LevelName(kept.level()), "rank_", rank,
                      "_of_", kept.ranks());
}

void CheckpointFolder::RestoreOrKeep(LevelState& state) {
  if (folder_.empty()) return;
  if (state.plies >= 0) return Keep(state);
  // Nothing is kept, or values for which games have turned out too long.
  if (resumed_.value_bytes() < state.value_bytes) return;
  const bool fits = resumed_.value_bytes() == state.value_bytes;
  state.value_bytes = resumed_.value_bytes();
  state.plies = resumed_.level();
  state.decided = resumed_.decided();
  if (fits) batches_.Fail(Read(state));
}

absl::Status CheckpointFolder::Read(const LevelState& state) const {
  const Share share = batches_.share();
  const Share kept_share = {0, resumed_.ranks()};
  std::vector<std::ifstream> files(kept_share.ranks);
  for (uint64_t i = 0; i < share.Count(state.rows); ++i) {
    const uint32_t rank = kept_share.RankOf(share.Row(i));
    const uint64_t number = kept_share.OwnNumber(share.Row(i));
    const std::string path = Path(resumed_, rank);
    std::ifstream& file = files[rank];
    std::error_code none;
    if (!file.is_open() && fs::is_regular_file(path, none)) {
      file.open(path, std::ios::binary);
    }
    const LevelState::Row row = state.row(i);
    uint64_t checksum = 0;
    file.seekg(number * (row[0].size() + row[1].size() + sizeof checksum));
    for (const auto& piece : row) {
      file.read(reinterpret_cast<char*>(piece.data()), piece.size());
    }
    file.read(reinterpret_cast<char*>(&checksum), sizeof checksum);
    if (!file || checksum != RowChecksum(resumed_, rank, number, row)) {
      return CannotGoOnFrom(
          path, absl::StrCat("row ", number, " is missing or damaged"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckpointFolder::Write(const Checkpoint& kept,
                                     const LevelState& state) const {
  const Share share = batches_.share();
  ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file,
                   OutputFile::Create(Path(kept, share.rank)));
  for (uint64_t i = 0; i < share.Count(state.rows); ++i) {
    const LevelState::Row row = state.row(i);
    for (const auto& piece : row) {
      RETURN_IF_ERROR(file->Write(piece.data(), piece.size()));
    }
    const uint64_t checksum = RowChecksum(kept, share.rank, i, row);
    RETURN_IF_ERROR(file->Write(&checksum, sizeof checksum));
  }
  return file->Commit();
}

void CheckpointFolder::Keep(const LevelState& state) {
  // Rank 0's clock counts.
  const auto now = std::chrono::steady_clock::now();
  const auto due = batches_.Gather(now - last_ < interval_ ? "" : "due");
  if (!due.ok() || due->front().empty()) return;
  Checkpoint kept;
  kept.set_game(game_);
  kept.set_level(state.plies);
  kept.set_ranks(batches_.share().ranks);
  kept.set_value_bytes(state.value_bytes);
  kept.set_decided(state.decided);
  kept.set_checksum(ChecksumOf(kept));
  batches_.Fail(Write(kept, state));
  if (!batches_.Gather("").ok()) return;
  if (batches_.share().rank == 0) {
    batches_.Fail(WriteTextProto(folder_ + "/checkpoint", kept));
  }
  if (!batches_.Gather("").ok()) return;
  RemoveLevels(LevelName(kept.level()));
  last_ = std::chrono::steady_clock::now();
}

void CheckpointFolder::RemoveLevels(const std::string& but) {
  // Others have files that begin with "checkpoint.", too.
  const std::regex ours(
      "checkpoint(\\.level_\\d+\\.rank_\\d+_of_\\d+)?"
      "(\\.[0-9a-f]{16}\\.partial)?");
  // What cannot be removed does no harm.
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename();
    if (name != "checkpoint" && std::regex_match(name, ours) &&
        !absl::StartsWith(name, but)) {
      fs::remove(entry, error);
    }
  }
}

void CheckpointFolder::Remove() {
  if (folder_.empty()) return;
  std::error_code error;
  if (batches_.share().rank == 0) fs::remove(folder_ + "/checkpoint", error);
  RemoveLevels("none");
}

}  // namespace teeko::solver_b
