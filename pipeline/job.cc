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

// Moves what the stage has made into its place; the stamp comes last.
absl::Status Install(const Job& job, const std::string& input_stamp,
                     const StageReport& report) {
  const std::vector<StampedFile> made = OutputsIn(job, job.unfinished);
  ASSIGN_OR_RETURN(const std::string stamp, StampOf({}, made));
  RETURN_IF_ERROR(Read(job, made));
  // What the dependents were made of, if they are good for anything.
  const absl::StatusOr<std::string> old = ReadFile(job.folder / StampName(job));
  if (!old.ok() || !absl::EndsWith(*old, stamp)) {
    RETURN_IF_ERROR(Remove(job.dependents));
  }
  RETURN_IF_ERROR(WriteTextProto(job.unfinished / ReportName(job), report));
  RETURN_IF_ERROR(
      WriteFile(job.unfinished / StampName(job), input_stamp + stamp));
  std::vector<std::string> names = job.outputs;
  names.insert(names.end(), {ReportName(job), StampName(job)});
  for (const std::string& name : names) {
    RETURN_IF_ERROR(Move(name, job.unfinished, job.folder));
  }
  return absl::OkStatus();
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
  ASSIGN_OR_RETURN(const std::string input_stamp, StampOf(job.inputs, {}));
  const std::string report_path = job.unfinished / ReportName(job);
  std::vector<std::string> command = job.command;
  command.push_back("--report=" + report_path);
  StageReport measured;
  const absl::Status end = processes.Run(command, measured);
  if (absl::IsAborted(end)) return Failed(job, " failed with ", end);
  RETURN_IF_ERROR(end);
  StageReport report;
  // Without it, there are no phases to show.
  ReadTextProto(report_path, report).IgnoreError();
  report.MergeFrom(measured);
  const absl::Status status = Install(job, input_stamp, report);
  if (!status.ok()) return Failed(job, " made what cannot be used: ", status);
  return StageSummary{job.stage, report};
}

}  // namespace teeko::pipeline
