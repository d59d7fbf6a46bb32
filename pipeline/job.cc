#include "pipeline/job.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "proto/text_proto.h"
#include "stage/files.h"
#include "stage/stage_report.pb.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

std::string ReportPath(const Job& job, const std::string& folder) {
  return absl::StrCat(folder, "/", job.stage, ".report.textproto");
}

std::string StampPath(const Job& job) {
  return absl::StrCat(job.folder, "/", job.stage, ".sha256");
}

std::vector<StampedFile> OutputsIn(const Job& job, const std::string& folder) {
  std::vector<StampedFile> files;
  for (const std::string& name : job.outputs) {
    files.push_back({name, absl::StrCat(folder, "/", name)});
  }
  return files;
}

absl::Status Read(const Job& job, const std::vector<StampedFile>& outputs) {
  absl::Status status;
  for (const StampedFile& file : outputs) {
    if (status.ok() && job.read) status = job.read(file.path);
  }
  return status;
}

absl::Status Rename(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return absl::OkStatus();
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot make ", to));
}

// Moves the outputs into their places; returns their part of the stamp.
absl::StatusOr<std::string> Install(const Job& job) {
  const std::vector<StampedFile> made = OutputsIn(job, job.unfinished);
  const std::vector<StampedFile> places = OutputsIn(job, job.folder);
  const absl::StatusOr<std::string> stamp = StampOf({}, made);
  if (!stamp.ok()) return stamp.status();
  absl::Status status = Read(job, made);
  // What the dependents were made of, if they are good for anything.
  const absl::StatusOr<std::string> old = ReadFile(StampPath(job));
  if (status.ok() && (!old.ok() || !absl::EndsWith(*old, *stamp))) {
    status = Remove(job.dependents);
  }
  for (size_t i = 0; i < made.size() && status.ok(); ++i) {
    status = Rename(made[i].path, places[i].path);
  }
  if (!status.ok()) return status;
  return stamp;
}

absl::Status Failed(const Job& job, absl::string_view how) {
  absl::Status status;
  if (job.may_refute) {
    status = Remove(job.dependents);
    for (const StampedFile& file : OutputsIn(job, job.folder)) {
      status.Update(Remove({file.path}));
    }
  }
  if (!status.ok()) return status;
  return absl::AbortedError(absl::StrCat(job.label, " ", how));
}

}  // namespace

void AddInput(const std::string& path, Job& job) {
  const std::string name = fs::path(path).filename().string();
  std::error_code error;
  std::set<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    if (entry.is_regular_file()) files.insert(entry.path().filename().string());
  }
  if (error) job.inputs.push_back({name, path});  // It is no folder.
  for (const std::string& file : files) {
    job.inputs.push_back(
        {absl::StrCat(name, "/", file), absl::StrCat(path, "/", file)});
  }
}

absl::Status Remove(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    fs::remove(path, error);
    if (error) {
      return absl::ErrnoToStatus(error.value(),
                                 absl::StrCat("cannot remove ", path));
    }
  }
  return absl::OkStatus();
}

absl::Status Replace(const std::string& path, const std::string& text,
                     const std::string& unfinished) {
  const std::string written =
      absl::StrCat(unfinished, "/", fs::path(path).filename().string());
  const absl::Status status = WriteFile(written, text);
  return status.ok() ? Rename(written, path) : status;
}

absl::Status CheckOutputs(const Job& job) {
  const std::vector<StampedFile> outputs = OutputsIn(job, job.folder);
  const absl::Status status = CheckStamp(StampPath(job), job.inputs, outputs);
  return status.ok() ? Read(job, outputs) : status;
}

absl::StatusOr<StageSummary> RunJob(const Job& job, bool resume,
                                    ProcessRunner& processes) {
  if (resume) {
    const absl::Status status = CheckOutputs(job);
    if (status.ok()) {
      std::fprintf(stderr, "%s: kept\n", job.label.c_str());
      return StageSummary{job.stage, std::nullopt};
    }
    if (!absl::IsNotFound(status)) {
      std::fprintf(stderr, "%s: not kept: %s\n", job.label.c_str(),
                   std::string(status.message()).c_str());
    }
  }
  if (processes.StopSignal() != 0) return absl::CancelledError("stopped");
  const absl::StatusOr<std::string> inputs = StampOf(job.inputs, {});
  if (!inputs.ok()) return inputs.status();
  std::vector<std::string> command = job.command;
  command.push_back("--report=" + ReportPath(job, job.unfinished));
  const absl::StatusOr<ProcessEnd> end = processes.Run(command);
  if (!end.ok()) return end.status();
  if (!end->Succeeded()) {
    if (processes.StopSignal() != 0) return absl::CancelledError("stopped");
    return Failed(job, "failed with " + end->Describe());
  }
  const absl::StatusOr<std::string> outputs = Install(job);
  if (!outputs.ok()) {
    return Failed(job, absl::StrCat("made what cannot be used: ",
                                    outputs.status().message()));
  }
  StageReport report;
  // Without it, there are no phases to show.
  ReadTextProto(ReportPath(job, job.unfinished), report).IgnoreError();
  report.set_seconds(end->seconds);
  report.set_peak_memory_bytes(end->peak_memory_bytes);
  absl::Status status =
      Replace(ReportPath(job, job.folder), TextProto(report), job.unfinished);
  if (status.ok()) {
    status = Replace(StampPath(job), *inputs + *outputs, job.unfinished);
  }
  if (!status.ok()) return status;
  return StageSummary{job.stage, report};
}

}  // namespace teeko::pipeline
