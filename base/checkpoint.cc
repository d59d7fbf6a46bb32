#include "base/checkpoint.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <regex>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/blocks.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"

namespace teeko::base {

namespace fs = std::filesystem;

absl::StatusOr<std::unique_ptr<Checkpoint>> Checkpoint::Open(
    const CheckpointOptions& options, absl::string_view program,
    absl::string_view input, Processes& processes) {
  std::unique_ptr<Checkpoint> self(
      new Checkpoint(options, program, input, processes));
  if (!self->enabled()) return self;
  std::error_code error;
  fs::create_directories(options.directory, error);
  RETURN_IF_ERROR(
      Cannot(error.value(), "make the directory ", options.directory));
  if (processes.process() == 0) {
    RETURN_IF_ERROR(self->Lock());
    RETURN_IF_ERROR(self->ReadRecord());
  }
  ASSIGN_OR_RETURN(
      const std::vector<std::string> records,
      processes.Gather("checkpoint", self->record_.SerializeAsString()));
  self->record_.ParseFromString(records[0]);
  // If the number of processes has changed, make the next checkpoint due at
  // once.  It has one data file for each of the present processes.
  const int count = self->record_.entries_size();
  if (count > 0 && count != processes.process_count()) {
    self->saved_ = absl::InfinitePast();
  }
  return self;
}

Checkpoint::Checkpoint(const CheckpointOptions& options,
                       absl::string_view program, absl::string_view input,
                       Processes& processes)
    : options_(options),
      program_(program),
      identity_(Checksum(BytesOf(absl::StrCat(kVersion, " ", input)))),
      processes_(processes) {}

std::string Checkpoint::PathOf(absl::string_view name) const {
  return absl::StrCat(options_.directory, "/", program_, ".", name);
}

std::string Checkpoint::DataPath(absl::string_view series, int process,
                                 int process_count) const {
  return PathOf(absl::StrCat(series, ".", process, ".of.", process_count));
}

absl::Status Checkpoint::Lock() {
  ASSIGN_OR_RETURN(lock_,
                   RandomAccessFile::Open(PathOf("lock"), O_RDWR | O_CREAT));
  if (flock(lock_->descriptor(), LOCK_EX | LOCK_NB) == 0) {
    return absl::OkStatus();
  }
  if (errno != EWOULDBLOCK) return Cannot(errno, "lock ", lock_->name());
  return absl::FailedPreconditionError(absl::StrCat(
      options_.directory, ": the directory is in use by another ", program_));
}

absl::Status Checkpoint::ReadRecord() {
  const std::string path = PathOf("record");
  const absl::StatusOr<std::string> block = ReadRegularFile(path);
  if (absl::IsNotFound(block.status())) return absl::OkStatus();
  RETURN_IF_ERROR(block.status());
  if (!options_.resume) {
    return absl::FailedPreconditionError(absl::StrCat(
        path,
        ": a checkpoint exists: resume from it with --resume, or remove "
        "it"));
  }
  if (!IsSealed(BytesOf(*block)) ||
      !record_.ParseFromString(block->substr(kChecksumBytes))) {
    return Damaged(path, "checksum mismatch");
  }
  if (record_.identity() == identity_) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(path,
                   ": checkpoint of other rules or another program version: "
                   "remove the checkpoint, or use another directory"));
}

absl::StatusOr<bool> Checkpoint::IsDue() {
  if (!enabled()) return false;
  const bool due = absl::Now() - saved_ >= options_.interval;
  ASSIGN_OR_RETURN(const std::vector<std::string> all,
                   processes_.Gather("checkpoint", due ? "due" : ""));
  return !all[0].empty();
}

absl::Status Checkpoint::Save(absl::string_view series,
                              absl::string_view entry) {
  ASSIGN_OR_RETURN(const std::vector<std::string> entries,
                   processes_.Gather("checkpoint", entry));
  if (processes_.process() == 0) {
    CheckpointRecord record;
    record.set_identity(identity_);
    record.set_series(std::string(series));
    record.mutable_entries()->Assign(entries.begin(), entries.end());
    std::vector<uint8_t> block;
    AppendBlock(BytesOf(record.SerializeAsString()), block);
    RETURN_IF_ERROR(WriteFile(PathOf("record"), TextOf(block)));
  }
  // Wait until process 0 has written the record.
  RETURN_IF_ERROR(processes_.Gather("checkpoint", "").status());
  saved_ = absl::Now();
  const std::string kept =
      absl::StrCat(series, ".of.", processes_.process_count());
  RemoveFilesBut(kept);
  return absl::OkStatus();
}

void Checkpoint::RemoveFilesBut(absl::string_view kept) const {
  const std::regex own(
      program_ +
      R"(\.(([a-z0-9_]+)\.\d+(\.of\.\d+)|record\.[0-9a-f]{16}\.partial))");
  std::error_code error;  // A file that cannot be removed does no harm.
  std::vector<fs::path> others;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(options_.directory, error)) {
    const std::string name = entry.path().filename();
    std::smatch parts;
    if (std::regex_match(name, parts, own) &&
        absl::StrCat(parts[2].str(), parts[3].str()) != kept) {
      others.push_back(entry.path());
    }
  }
  for (const fs::path& path : others) fs::remove(path, error);
}

void Checkpoint::Remove() {
  if (!enabled()) return;
  std::error_code error;
  fs::remove(PathOf("record"), error);
  RemoveFilesBut("");
  fs::remove(PathOf("lock"), error);
  rmdir(options_.directory.c_str());  // fails if the path is a link
}

}  // namespace teeko::base
