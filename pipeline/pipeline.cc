#include "pipeline/pipeline.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pipeline/folder_lock.h"
#include "pipeline/process.h"
#include "pipeline/results.h"
#include "pipeline/rules_folder.h"
#include "pipeline/rules_run.h"
#include "pipeline/summary.h"
#include "proto/json.h"
#include "stage/stage.h"

namespace teeko::pipeline {
namespace {

absl::Status CheckPrograms(const StagePrograms& programs) {
  for (const std::string& program :
       {programs.solver_a, programs.solver_b, programs.verify,
        programs.extra_rules, programs.claims}) {
    if (!program.empty() && access(program.c_str(), X_OK) != 0) {
      return absl::ErrnoToStatus(
          errno, absl::StrCat("cannot run the program of a stage, ", program));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<FolderLock> TakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return absl::ErrnoToStatus(error.value(),
                               absl::StrCat("cannot make the folder ", folder));
  }
  return FolderLock::Take(folder);
}

// What came of all the rules: summaries, or the names of those that failed.
struct Tally {
  std::vector<RulesSummary> verified;
  std::vector<std::string> not_verified;
};

Tally RunAll(const PipelineOptions& options,
             const std::deque<RulesFolder>& folders, ProcessRunner& processes) {
  Tally tally;
  for (const RulesFolder& folder : folders) {
    absl::StatusOr<RulesSummary> summary = RunRules(options, folder, processes);
    if (summary.ok()) {
      tally.verified.push_back(*std::move(summary));
    } else if (absl::IsCancelled(summary.status())) {
      break;
    } else {
      ExitStatus(summary.status());
      tally.not_verified.push_back(folder.rules().name());
    }
  }
  return tally;
}

// Writes results.json, and the report of it.
absl::Status Publish(const PipelineOptions& options,
                     const std::vector<RulesSummary>& verified,
                     ProcessRunner& processes) {
  Results results;
  std::vector<std::string> names;
  for (const RulesSummary& summary : verified) {
    *results.add_rules() = summary.result;
    names.push_back(summary.result.name());
  }
  const absl::Status status = WriteJson(ResultsPath(options.out), results);
  if (!status.ok()) return status;

  const absl::StatusOr<ProcessEnd> end =
      processes.Run({options.programs.claims, "--out=" + options.out,
                     "--rules=" + absl::StrJoin(names, ","),
                     absl::StrCat("--threads=", options.threads)});
  if (!end.ok()) return end.status();
  if (!end->Succeeded()) {
    return absl::AbortedError(
        absl::StrCat("claims failed with ", end->Describe()));
  }
  return absl::OkStatus();
}

}  // namespace

int RunPipeline(const PipelineOptions& options) {
  absl::Status status = CheckPrograms(options.programs);
  if (!status.ok()) return ExitStatus(status);
  const absl::StatusOr<FolderLock> lock = TakeFolder(options.out);
  if (!lock.ok()) return ExitStatus(lock.status());
  std::deque<RulesFolder> folders;
  for (const Rules& rules : options.rules) {
    status = folders.emplace_back(options.out, rules).Prepare();
    if (!status.ok()) return ExitStatus(status);
  }

  ProcessRunner processes;
  const Tally tally = RunAll(options, folders, processes);
  const std::string results_path = ResultsPath(options.out);
  const bool all_verified = tally.not_verified.empty();
  absl::Status published;
  if (all_verified && processes.StopSignal() == 0) {
    published = Publish(options, tally.verified, processes);
  }
  if (const int signal = processes.StopSignal(); signal != 0) {
    std::fprintf(stderr,
                 "\nstopped by %s; the same command with --resume goes on from "
                 "here\n",
                 signal == SIGINT ? "SIGINT" : "SIGTERM");
    return 128 + signal;
  }

  for (const RulesSummary& summary : tally.verified) {
    std::printf("%s\n", Summarize(summary).c_str());
  }
  if (!published.ok()) return ExitStatus(published);
  if (all_verified) {
    std::printf(
        "Everything was verified.  The results are in %s\n"
        "The report, for any browser, is %s/report.html\n",
        results_path.c_str(), options.out.c_str());
  } else {
    std::printf("NOT verified: %s.\n",
                absl::StrJoin(tally.not_verified, ", ").c_str());
    if (std::filesystem::exists(results_path)) {
      std::printf("%s is from an earlier run, and as true as it was.\n",
                  results_path.c_str());
    } else {
      std::printf("There is no results.json.\n");
    }
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return ExitStatus(absl::ErrnoToStatus(errno, "cannot write the summary"));
  }
  return all_verified ? 0 : 1;
}

}  // namespace teeko::pipeline
