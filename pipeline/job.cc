#include "pipeline/job.h"

#include <cerrno>
#include <cstdio>
#include <optional>
#include <set>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "proto/text_proto.h"
#include "stage/files.h"
#include "stage/stage_report.pb.h"
#include "stage/status.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

std::string ReportName(const Job& job) {
  return job.stage + ".report.textproto";
}
std::string StampName(const Job& job) { return job.stage + ".sha256"; }

// The outputs and where they lie.
std::vector<StampedFile> OutputsIn(const Job& job, const fs::path& folder) {
  std::vector<StampedFile> files;
  for (const std::string& name : job.outputs) {
    files.push_back({name, folder / name});
  }
  return files;
}

absl::Status Read(const Job& job, const std::vector<StampedFile>& outputs) {
  for (const StampedFile& file : outputs) RETURN_IF_ERROR(job.read(file.path));
  return absl::OkStatus();
}

// Moves the outputs into their places; returns their part of the stamp.
absl::StatusOr<std::string> Install(const Job& job) {
  const std::vector<StampedFile> made = OutputsIn(job, job.unfinished);
  ASSIGN_OR_RETURN(const std::string stamp, StampOf({}, made));
  RETURN_IF_ERROR(Read(job, made));
  // What the dependents were made of, if they are good for anything.
  const absl::StatusOr<std::string> old = ReadFile(job.folder / StampName(job));
  if (!old.ok() || !absl::EndsWith(*old, stamp)) {
    RETURN_IF_ERROR(Remove(job.dependents));
  }
  for (const std::string& name : job.outputs) {
    RETURN_IF_ERROR(Move(name, job.unfinished, job.folder));
  }
  return stamp;
}

absl::Status Failed(const Job& job, absl::string_view how,
                    const absl::Status& why) {
  if (job.may_refute) {
    RETURN_IF_ERROR(Remove(job.dependents));
    for (const StampedFile& file : OutputsIn(job, job.folder)) {
      RETURN_IF_ERROR(Remove({file.path}));
    }
  }
  return absl::AbortedError(absl::StrCat(job.label, how, why.message()));
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
    RETURN_IF_ERROR(absl::ErrnoToStatus(error.value(),
                                        absl::StrCat("cannot remove ", path)));
  }
  return absl::OkStatus();
}

absl::Status Move(const std::string& name, const fs::path& from,
                  const fs::path& to) {
  std::error_code error;
  fs::rename(from / name, to / name, error);
  if (!error) return absl::OkStatus();
  return absl::ErrnoToStatus(
      error.value(), absl::StrCat("cannot make ", (to / name).string()));
}

absl::Status CheckOutputs(const Job& job) {
  const std::vector<StampedFile> outputs = OutputsIn(job, job.folder);
  RETURN_IF_ERROR(CheckStamp(job.folder / StampName(job), job.inputs, outputs));
  return Read(job, outputs);
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
  ASSIGN_OR_RETURN(const std::string inputs, StampOf(job.inputs, {}));
  const std::string report_path = job.unfinished / ReportName(job);
  std::vector<std::string> command = job.command;
  command.push_back("--report=" + report_path);
  StageReport measured;
  const absl::Status end = processes.Run(command, measured);
  if (absl::IsAborted(end)) return Failed(job, " failed with ", end);
  RETURN_IF_ERROR(end);
  const absl::StatusOr<std::string> outputs = Install(job);
  if (!outputs.ok()) {
    return Failed(job, " made what cannot be used: ", outputs.status());
  }
  StageReport report;
  // Without it, there are no phases to show.
  ReadTextProto(report_path, report).IgnoreError();
  report.MergeFrom(measured);
  RETURN_IF_ERROR(WriteTextProto(report_path, report));
  RETURN_IF_ERROR(
      WriteFile(job.unfinished / StampName(job), inputs + *outputs));
  for (const std::string& name : {ReportName(job), StampName(job)}) {
    RETURN_IF_ERROR(Move(name, job.unfinished, job.folder));
  }
  return StageSummary{job.stage, report};
}

}  // namespace teeko::pipeline
