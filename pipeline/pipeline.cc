#include "pipeline/pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <tuple>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pipeline/folder_lock.h"
#include "pipeline/job.h"
#include "pipeline/process.h"
#include "pipeline/rules_run.h"
#include "pipeline/summary.h"
#include "pipeline/unfinished_folder.h"
#include "proto/json.h"
#include "proto/results.pb.h"
#include "stage/files.h"
#include "stage/stage.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

absl::Status CheckPrograms(const PipelineOptions& options) {
  std::vector<Stage> stages = options.stages;
  stages.push_back(options.report);
  for (const Stage& stage : stages) {
    const std::string program = stage.command[0].substr(1);
    if (access(program.c_str(), X_OK) != 0) {
      return absl::ErrnoToStatus(
          errno, absl::StrCat("cannot run the program of a stage, ", program));
    }
  }
  return absl::OkStatus();
}

// A rules' folder is never a link: files would be replaced elsewhere.
absl::Status MakeFolders(const PipelineOptions& options) {
  for (const Rules& rules : options.rules) {
    const std::string folder = absl::StrCat(options.out, "/", rules.name());
    std::error_code error;
    fs::create_directory(folder, error);
    if (!error && !fs::is_directory(fs::symlink_status(folder, error))) {
      error = std::make_error_code(std::errc::not_a_directory);
    }
    if (error || access(folder.c_str(), W_OK) != 0) {
      return absl::ErrnoToStatus(
          error ? error.value() : errno,
          absl::StrCat("cannot write into the folder ", folder));
    }
  }
  return absl::OkStatus();
}

// What came of all the rules.
struct Tally {
  std::vector<RulesSummary> verified;
  std::vector<std::string> not_verified;  // names
};

Tally RunAll(const PipelineOptions& options, ProcessRunner& processes) {
  Tally tally;
  for (const Rules& rules : options.rules) {
    absl::StatusOr<RulesSummary> summary = RunRules(options, rules, processes);
    if (summary.ok()) {
      tally.verified.push_back(*std::move(summary));
    } else if (processes.StopSignal() != 0) {
      break;
    } else {
      ExitStatus(summary.status());
      tally.not_verified.push_back(rules.name());
    }
  }
  return tally;
}

// The results of this run and of what else stands in the folder: small games
// first, and the same whatever order they came in.
Results AllResults(const PipelineOptions& options,
                   const std::vector<RulesSummary>& verified) {
  std::vector<RulesResult> all;
  for (const RulesSummary& summary : verified) all.push_back(summary.result);
  std::error_code none;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(options.out, none)) {
    const std::string name = entry.path().filename().string();
    if (!fs::is_directory(entry.symlink_status()) ||
        !fs::exists(entry.path() / "rules.textproto") ||
        std::any_of(all.begin(), all.end(), [&](const RulesResult& result) {
          return result.name() == name;
        })) {
      continue;
    }
    absl::StatusOr<RulesResult> earlier = EarlierResult(options, name);
    if (earlier.ok()) {
      all.push_back(*std::move(earlier));
    } else {
      std::fprintf(stderr, "%s: not in the report: %s\n", name.c_str(),
                   std::string(earlier.status().message()).c_str());
    }
  }
  std::sort(all.begin(), all.end(),
            [](const RulesResult& a, const RulesResult& b) {
              return std::tuple(a.placements(), a.goals(), a.name()) <
                     std::tuple(b.placements(), b.goals(), b.name());
            });
  Results results;
  results.set_version(1);
  results.mutable_rules()->Assign(all.begin(), all.end());
  return results;
}

// Brings results.json and the report up to date.  FailedPrecondition if there
// are no results.
absl::StatusOr<StageSummary> Publish(const PipelineOptions& options,
                                     const Results& results,
                                     ProcessRunner& processes) {
  const std::vector<std::string> published = PublishedFiles(options.out);
  if (results.rules().empty()) {
    const absl::Status status = Remove(published);
    if (!status.ok()) return status;
    return absl::FailedPreconditionError("there is nothing to report");
  }
  const absl::StatusOr<std::string> json = JsonText(results);
  if (!json.ok()) return json.status();
  const absl::StatusOr<UnfinishedFolder> unfinished =
      UnfinishedFolder::Create(options.out);
  if (!unfinished.ok()) return unfinished.status();
  const absl::StatusOr<std::string> old = ReadFile(published[0]);
  if (!old.ok() || *old != *json) {
    absl::Status status = Remove(published);
    if (status.ok()) status = Replace(published[0], *json, unfinished->path());
    if (!status.ok()) return status;
  }

  Job job;
  job.label = job.stage = options.report.name;
  const std::string program = options.report.command[0].substr(1);
  AddInput(program, job);
  AddInput(published[0], job);
  // claims reads and writes in one folder; links lead to what it reads.
  std::error_code error;
  const auto link = [&](const std::string& name) {
    if (error) return;
    fs::create_symlink(absl::StrCat(options.out, "/", name),
                       absl::StrCat(unfinished->path(), "/", name), error);
  };
  link("results.json");
  std::vector<std::string> names;
  for (const RulesResult& rules : results.rules()) {
    names.push_back(rules.name());
    AddInput(absl::StrCat(options.out, "/", rules.name()), job);
    link(rules.name());
  }
  if (error) {
    return absl::ErrnoToStatus(
        error.value(), absl::StrCat("cannot link in ", unfinished->path()));
  }
  job.command = {program, "--out=" + unfinished->path(),
                 "--rules=" + absl::StrJoin(names, ","),
                 absl::StrCat("--threads=", options.threads)};
  job.outputs = {"report.html", "report.md"};
  job.folder = options.out;
  job.unfinished = unfinished->path();
  job.may_refute = true;
  return RunJob(job, options.resume, processes);
}

}  // namespace

absl::Status RunPipeline(const PipelineOptions& options) {
  absl::Status status = CheckPrograms(options);
  if (!status.ok()) return status;
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) {
    return absl::ErrnoToStatus(
        error.value(), absl::StrCat("cannot make the folder ", options.out));
  }
  const absl::StatusOr<FolderLock> lock = FolderLock::Take(options.out);
  if (!lock.ok()) return lock.status();
  status = UnfinishedFolder::RemoveOld(options.out);
  if (status.ok()) status = MakeFolders(options);
  if (!status.ok()) return status;

  ProcessRunner processes;
  const Tally tally = RunAll(options, processes);
  absl::StatusOr<StageSummary> report = absl::CancelledError();
  if (processes.StopSignal() == 0) {
    report = Publish(options, AllResults(options, tally.verified), processes);
  }
  if (const int signal = processes.StopSignal(); signal != 0) {
    std::fprintf(stderr,
                 "\nstopped by %s; the same command with --resume goes on from "
                 "here\n",
                 signal == SIGINT ? "SIGINT" : "SIGTERM");
    return ExitWith(128 + signal);
  }

  for (const RulesSummary& summary : tally.verified) {
    std::printf("%s\n", Summarize(summary).c_str());
  }
  if (!tally.not_verified.empty()) {
    std::printf("NOT verified: %s.\n",
                absl::StrJoin(tally.not_verified, ", ").c_str());
  }
  if (!report.ok()) return report.status();
  std::printf("%s\n", SummarizeStages({*report}).c_str());
  if (tally.not_verified.empty()) std::printf("Everything was verified.  ");
  std::printf(
      "The results are in %s/results.json\n"
      "The report, for any browser, is %s/report.html\n",
      options.out.c_str(), options.out.c_str());
  return tally.not_verified.empty() ? absl::OkStatus() : ExitWith(1);
}

}  // namespace teeko::pipeline
