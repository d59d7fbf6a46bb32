#include "solver_b/checkpoint.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <system_error>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "proto/sha256.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::solver_b {
namespace {

namespace fs = std::filesystem;

// What is written at once.
constexpr size_t kBufferBytes = 1 << 20;

constexpr char kOtherGame[] = "it is of other rules or of another version";

struct Head {
  char magic[8] = {'T', 'E', 'E', 'K', 'O', 'C', 'K', 'P'};
  uint32_t version = 1;
  uint32_t value_bytes;
  uint32_t plies;  // the level
  uint32_t rank;
  uint32_t ranks;
  uint32_t zero = 0;
  char game_digest[32];
  uint64_t checksum;  // of all this before it
};
static_assert(sizeof(Head) == 72);

template <typename Object>
absl::string_view BytesOf(const Object& object) {
  return {reinterpret_cast<const char*>(&object), sizeof object};
}

Head MakeHead(const KeptLevel& kept, uint32_t rank,
              const std::string& game_digest) {
  Head head = {.value_bytes = uint32_t(kept.value_bytes),
               .plies = uint32_t(kept.plies),
               .rank = rank,
               .ranks = kept.ranks,
               .game_digest = {},
               .checksum = 0};
  game_digest.copy(head.game_digest, sizeof head.game_digest);
  head.checksum =
      ShortSha256(BytesOf(head).substr(0, offsetof(Head, checksum)));
  return head;
}

uint64_t RowChecksum(uint64_t head_checksum, uint64_t number,
                     absl::string_view row) {
  return ShortSha256(
      absl::StrCat(BytesOf(head_checksum), BytesOf(number), row));
}

// What `checkpoint` says.  `game` is the digest in hexadecimal.
std::string ToText(const KeptLevel& kept, absl::string_view game) {
  const std::string text = absl::StrCat(
      "level ", kept.plies, " of ", kept.ranks, " ranks, ", kept.value_bytes,
      " bytes a value, ", kept.decided, " decided, game ", game);
  return absl::StrCat(text, " checksum ", ShortSha256(text), "\n");
}

// A rank's file, open for reading.
class LevelFile {
 public:
  LevelFile(const std::string& path, const Head& expected)
      : path_(path), in_(path, std::ios::binary), expected_(expected) {}

  // FailedPrecondition if it is not the one that is expected.
  absl::Status CheckHead() {
    Head head;
    if (!in_) return Error("cannot be read");
    in_.read(reinterpret_cast<char*>(&head), sizeof head);
    if (!in_ ||
        std::memcmp(head.magic, expected_.magic, sizeof head.magic) != 0 ||
        head.checksum !=
            ShortSha256(BytesOf(head).substr(0, offsetof(Head, checksum)))) {
      return Error("its head is damaged");
    }
    if (head.version != expected_.version ||
        std::memcmp(head.game_digest, expected_.game_digest,
                    sizeof head.game_digest) != 0) {
      return Error(kOtherGame);
    }
    if (head.checksum != expected_.checksum) {
      return Error(absl::StrCat("it is level ", head.plies, " of rank ",
                                head.rank, " of ", head.ranks, ", in ",
                                head.value_bytes, "-byte values"));
    }
    return absl::OkStatus();
  }

  // Sets `row` to the one with this number in the file.
  absl::Status Read(uint64_t number, std::string& row) {
    uint64_t checksum = 0;
    in_.seekg(sizeof(Head) + number * (row.size() + sizeof checksum));
    in_.read(row.data(), row.size());
    in_.read(reinterpret_cast<char*>(&checksum), sizeof checksum);
    if (!in_ || checksum != RowChecksum(expected_.checksum, number, row)) {
      return Error(absl::StrCat("row ", number, " is damaged"));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Error(absl::string_view what) const {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot go on from ", path_, ": ", what));
  }

  std::string path_;
  std::ifstream in_;
  Head expected_;
};

// A row's part of what a rank with so many rows has.
template <typename Item>
std::span<Item> RowOf(std::span<Item> all, uint64_t rows, uint64_t number) {
  const size_t size = all.size() / rows;
  return all.subspan(number * size, size);
}

}  // namespace

absl::StatusOr<std::unique_ptr<CheckpointFolder>> CheckpointFolder::Open(
    const std::string& folder, const std::string& game_digest, bool resume,
    std::chrono::seconds interval, const SectionIndex& section,
    Batches& batches) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot make ", folder, ": ", error.message()));
  }
  std::unique_ptr<CheckpointFolder> self(
      new CheckpointFolder(folder, game_digest, interval, section, batches));
  const std::string path = folder + "/checkpoint";
  std::string text;
  if (batches.share().rank == 0 && fs::exists(path, error)) {
    if (!resume) {
      return absl::FailedPreconditionError(
          absl::StrCat("there is a checkpoint in ", folder,
                       ": go on from it with --resume, or remove it"));
    }
    ASSIGN_OR_RETURN(text, ReadFile(path, 1000));
  }
  ASSIGN_OR_RETURN(const std::vector<std::string> texts, batches.Gather(text));
  if (texts[0].empty()) return self;
  KeptLevel& kept = self->resumed_;
  char game[65] = {};
  const bool readable =
      std::sscanf(
          texts[0].c_str(),
          "level %d of %u ranks, %d bytes a value, %lu decided, game %64s",
          &kept.plies, &kept.ranks, &kept.value_bytes, &kept.decided,
          game) == 5 &&
      texts[0] == ToText(kept, game);
  if (!readable || game != absl::BytesToHexString(game_digest)) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot go on from ", path, ": ",
                     readable ? kOtherGame : "it is damaged"));
  }
  return self;
}

std::string CheckpointFolder::Path(const KeptLevel& kept, uint32_t rank) const {
  return absl::StrCat(folder_, "/level_", kept.plies, ".rank_", rank, "_of_",
                      kept.ranks);
}

bool CheckpointFolder::Restore(LevelState& state) {
  if (resumed_.value_bytes != state.value_bytes) return false;
  state.plies = resumed_.plies;
  state.decided = resumed_.decided;
  batches_.Fail(Read(state));
  return true;
}

absl::Status CheckpointFolder::Read(LevelState& state) const {
  const Share share = batches_.share();
  const uint64_t rows = share.Count(section_.rows());
  const Share files_share = {0, resumed_.ranks};
  std::vector<std::unique_ptr<LevelFile>> files(resumed_.ranks);
  for (uint64_t i = 0; i < rows; ++i) {
    const uint32_t rank = files_share.RankOf(share.Row(i));
    std::unique_ptr<LevelFile>& file = files[rank];
    if (file == nullptr) {
      file = std::make_unique<LevelFile>(
          Path(resumed_, rank), MakeHead(resumed_, rank, game_digest_));
      RETURN_IF_ERROR(file->CheckHead());
    }
    const std::span<uint8_t> cells = RowOf(state.cells, rows, i);
    const std::span<uint64_t> frontier = RowOf(state.frontier, rows, i);
    std::string row(cells.size_bytes() + frontier.size_bytes(), '\0');
    RETURN_IF_ERROR(file->Read(files_share.OwnNumber(share.Row(i)), row));
    std::memcpy(cells.data(), row.data(), cells.size_bytes());
    std::memcpy(frontier.data(), row.data() + cells.size_bytes(),
                frontier.size_bytes());
  }
  return absl::OkStatus();
}

absl::Status CheckpointFolder::Write(const KeptLevel& kept,
                                     const LevelState& state) const {
  const Share share = batches_.share();
  const uint64_t rows = share.Count(section_.rows());
  const Head head = MakeHead(kept, share.rank, game_digest_);
  ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file,
                   OutputFile::Create(Path(kept, share.rank)));
  std::string buffer(BytesOf(head));
  for (uint64_t i = 0; i < rows; ++i) {
    const std::span<const uint8_t> cells = RowOf(state.cells, rows, i);
    const std::span<const uint64_t> frontier = RowOf(state.frontier, rows, i);
    const size_t begin = buffer.size();
    buffer.append(reinterpret_cast<const char*>(cells.data()),
                  cells.size_bytes());
    buffer.append(reinterpret_cast<const char*>(frontier.data()),
                  frontier.size_bytes());
    const uint64_t checksum =
        RowChecksum(head.checksum, i, absl::string_view(buffer).substr(begin));
    absl::StrAppend(&buffer, BytesOf(checksum));
    if (buffer.size() < kBufferBytes && i + 1 < rows) continue;
    RETURN_IF_ERROR(file->Write(buffer.data(), buffer.size()));
    buffer.clear();
  }
  return file->Commit();
}

void CheckpointFolder::Offer(const LevelState& state) {
  // Rank 0's clock counts.
  const auto now = std::chrono::steady_clock::now();
  const auto due = batches_.Gather(now - last_ < interval_ ? "" : "due");
  if (!due.ok() || due->front().empty()) return;
  const uint32_t ranks = batches_.share().ranks;
  const KeptLevel kept = {state.plies, ranks, state.value_bytes, state.decided};
  batches_.Fail(Write(kept, state));
  if (!batches_.Gather("").ok()) return;
  if (batches_.share().rank == 0) {
    batches_.Fail(
        WriteFile(folder_ + "/checkpoint",
                  ToText(kept, absl::BytesToHexString(game_digest_))));
  }
  if (!batches_.Gather("").ok()) return;
  RemoveLevels(kept.plies);
  last_ = std::chrono::steady_clock::now();
}

void CheckpointFolder::RemoveLevels(int but_plies) {
  // What cannot be removed does no harm.
  std::error_code error;
  const std::string kept = absl::StrCat("level_", but_plies, ".");
  static const std::regex ours(
      "level_[0-9]+[.]rank_[0-9]+_of_[0-9]+([.][0-9a-f]{16}[.]partial)?");
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename();
    if (std::regex_match(name, ours) && !absl::StartsWith(name, kept)) {
      fs::remove(entry, error);
    }
  }
}

void CheckpointFolder::Remove() {
  std::error_code error;
  if (batches_.share().rank == 0) fs::remove(folder_ + "/checkpoint", error);
  RemoveLevels(-1);
}

}  // namespace teeko::solver_b
