#include "pipeline/job.h"

#include <fcntl.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/files.h"
#include "base/status.h"
#include "proto/message_file.h"
#include "proto/sha256.h"
#include "teeko/base/stage_report.pb.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

std::string StampName(const Job& job) { return job.stage.name() + ".sha256"; }

std::vector<fs::path> OutputsIn(const Job& job, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const Argument& output : job.stage.outputs()) {
    files.push_back(folder / output.path());
  }
  return files;
}

// Returns an empty path if the stage has no checkpoints.
fs::path CheckpointOf(const Job& job) {
  const std::string& name = job.stage.checkpoint();
  return name.empty() ? fs::path() : job.folder / name;
}

// If `path` is a folder, returns all regular files below it.  Otherwise returns
// `path`.
std::set<fs::path> FilesAt(const fs::path& path) {
  std::error_code error;
  std::error_code none;
  std::set<fs::path> files;
  for (fs::recursive_directory_iterator entry(path, error), end;
       !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(none)) files.insert(entry->path());
  }
  if (error) files.insert(path);  // a file, or a folder that cannot be read
  return files;
}

// Returns the SHA-256 of a file in hexadecimal.  Follows symbolic links only if
// `follow` is true.
absl::StatusOr<std::string> Sha256OfFile(const std::string& path, bool follow) {
  ASSIGN_OR_RETURN(const int file,
                   base::OpenRegularFile(path, O_RDONLY, follow));
  const absl::Cleanup close_file = [file] { close(file); };
  proto::Sha256Stream sha256;
  std::vector<char> buffer(1 << 20);
  ssize_t bytes;
  while ((bytes = read(file, buffer.data(), buffer.size())) > 0) {
    sha256.Add(buffer.data(), bytes);
  }
  if (bytes < 0) return base::Cannot(errno, "read ", path);
  return absl::BytesToHexString(sha256.Digest());
}

// Removes these files.  A missing file is not an error.
absl::Status Remove(const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) {
    std::error_code error;
    fs::remove(path, error);
    RETURN_IF_ERROR(base::Cannot(error.value(), "remove ", path.string()));
  }
  return absl::OkStatus();
}

absl::Status Failed(const Job& job, absl::string_view how,
                    const absl::Status& why) {
  if (job.stage.may_refute()) RETURN_IF_ERROR(RemoveOutputs(job));
  return absl::AbortedError(absl::StrCat(job.label, how, why.message()));
}

}  // namespace

absl::StatusOr<std::string> StampOf(const std::vector<fs::path>& inputs,
                                    const std::vector<fs::path>& outputs) {
  std::vector<std::pair<fs::path, std::string>> files;  // path, name in stamp
  for (const fs::path& input : inputs) {
    for (const fs::path& file : FilesAt(input)) {
      files.emplace_back(file, file.lexically_relative(input.parent_path()));
    }
  }
  const size_t first_output = files.size();
  for (const fs::path& output : outputs) {
    files.emplace_back(output, output.filename());
  }
  // In parallel: tables have gigabytes.
  std::vector<absl::StatusOr<std::string>> digests(files.size());
  tbb::parallel_for(size_t{0}, files.size(), [&](size_t i) {
    digests[i] = Sha256OfFile(files[i].first, /*follow=*/i < first_output);
  });
  std::string stamp;
  for (size_t i = 0; i < files.size(); ++i) {
    RETURN_IF_ERROR(digests[i].status());
    absl::StrAppend(&stamp, *digests[i], "  ", files[i].second, "\n");
  }
  return stamp;
}

absl::Status CheckStamp(const Job& job) {
  const std::string path = job.folder / StampName(job);
  ASSIGN_OR_RETURN(const std::string text, base::ReadRegularFile(path));
  ASSIGN_OR_RETURN(const std::string stamp,
                   StampOf(job.inputs, OutputsIn(job, job.folder)));
  if (text == stamp) return absl::OkStatus();
  for (const absl::string_view line : absl::StrSplit(stamp, '\n')) {
    if (!absl::StrContains(text, line)) {
      return absl::FailedPreconditionError(
          absl::StrCat(line.substr(line.rfind(' ') + 1), " has changed"));
    }
  }
  return absl::FailedPreconditionError(absl::StrCat(path, " has changed"));
}

absl::Status RemoveOutputs(const Job& job) {
  RETURN_IF_ERROR(Remove(job.dependents));
  return Remove(OutputsIn(job, job.folder));
}

absl::Status Move(const std::string& name, const fs::path& from,
                  const fs::path& to) {
  std::error_code error;
  fs::rename(from / name, to / name, error);
  return base::Cannot(error.value(), "move a file to ", (to / name).string());
}

absl::StatusOr<StageSummary> RunJob(const Job& job, bool resume,
                                    ProcessRunner& processes) {
  const std::string& stage = job.stage.name();
  if (resume) {
    const absl::Status status = CheckStamp(job);
    if (status.ok()) {
      base::WriteAll(STDERR_FILENO, absl::StrCat(job.label, ": kept\n"));
      return StageSummary{stage, std::nullopt};
    }
    if (!absl::IsNotFound(status)) {
      base::WriteAll(
          STDERR_FILENO,
          absl::StrCat(job.label, ": not kept: ", status.message(), "\n"));
    }
  }
  ASSIGN_OR_RETURN(const std::string inputs, StampOf(job.inputs, {}));
  const std::string report_name = stage + ".report.textproto";
  const std::string report_path = job.unfinished / report_name;
  std::vector<std::string> command = job.command;
  command.push_back("--report=" + report_path);
  std::error_code none;
  const fs::path checkpoint = CheckpointOf(job);
  if (resume && !checkpoint.empty()) command.push_back("--resume");
  if (!resume) fs::remove_all(checkpoint, none);
  StageReport report, measured;
  const absl::Status end = processes.Run(command, measured);
  if (absl::IsAborted(end)) return Failed(job, " failed with ", end);
  RETURN_IF_ERROR(end);
  const absl::StatusOr<std::string> outputs =
      StampOf({}, OutputsIn(job, job.unfinished));
  if (!outputs.ok()) {
    return Failed(job, " wrote an invalid output file: ", outputs.status());
  }
  // If the stage wrote no report, the summary shows no phases.
  proto::ReadTextProto(report_path, report).IgnoreError();
  report.MergeFrom(measured);
  RETURN_IF_ERROR(proto::WriteTextProto(report_path, report));
  RETURN_IF_ERROR(
      base::WriteFile(job.unfinished / StampName(job), inputs + *outputs));

  const absl::StatusOr<std::string> old =
      base::ReadRegularFile(job.folder / StampName(job));
  if (!old.ok() || !absl::EndsWith(*old, *outputs)) {
    RETURN_IF_ERROR(Remove(job.dependents));
  }
  std::vector<fs::path> files = OutputsIn(job, "");
  files.insert(files.end(), {report_name, StampName(job)});
  for (const fs::path& file : files) {
    const absl::Status moved = Move(file, job.unfinished, job.folder);
    if (!moved.ok()) return Failed(job, ": ", moved);
  }
  fs::remove_all(checkpoint, none);
  return StageSummary{stage, report};
}

}  // namespace teeko::pipeline
