#include "pipeline/pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <future>
#include <iostream>
#include <set>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "pipeline/folders.h"
#include "pipeline/job.h"
#include "pipeline/process.h"
#include "pipeline/summary.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

// The table of time and memory of stages that succeeded.
using Summary = absl::StatusOr<std::string>;

constexpr char kRules[] = "rules.textproto";
constexpr char kResults[] = "results.txt";

// The folder in DIR for files that are not finished.  The lock of DIR protects
// it.
constexpr char kUnfinished[] = ".unfinished";

// Makes the folder unless it exists.  Refuses symbolic links, because a link
// would make the pipeline replace files outside `options.out`.
absl::Status MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (!error && !fs::is_directory(fs::symlink_status(folder, error))) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (!error && access(folder.c_str(), W_OK) != 0) {
    error = std::error_code(errno, std::generic_category());
  }
  return base::Cannot(error.value(), "write into the folder ", folder.string());
}

class Pipeline {
 public:
  // Runs `at_once` rule sets at the same time, 1 or 2.
  Pipeline(const PipelineOptions& options, int at_once)
      : options_(options), at_once_(at_once) {}

  absl::Status Run() {
    const std::vector<Summary> runs = RunAll();
    Summary report = absl::CancelledError();
    if (processes_.StopSignal() == 0) report = Report(VerifiedNames(runs));
    if (const int signal = processes_.StopSignal(); signal != 0) {
      base::WriteAll(
          STDERR_FILENO,
          absl::StrCat("\nstopped by ", signal == SIGINT ? "SIGINT" : "SIGTERM",
                       "; the same command with --resume continues\n"));
      return base::ExitWith(128 + signal);
    }

    // Missing if the stage that writes it has failed.
    std::cout << base::ReadFile(options_.out / kResults).value_or("");
    std::vector<std::string> not_verified;
    for (size_t i = 0; i < runs.size(); ++i) {
      std::cout << runs[i].value_or("");
      if (!runs[i].ok()) not_verified.push_back(options_.rules[i].name());
    }
    if (!not_verified.empty()) {
      std::cout << "NOT verified: " << absl::StrJoin(not_verified, ", ")
                << ".\n";
    }
    RETURN_IF_ERROR(report.status());
    std::cout << *report
              << (not_verified.empty() ? "Everything was verified.  " : "")
              << "The results are in " << options_.out.native()
              << "/results.json\n";
    if (!options_.tables_only) {
      std::cout << "Open the report in a browser: " << options_.out.native()
                << "/report.html\n";
    }
    return not_verified.empty() ? absl::OkStatus() : base::ExitWith(1);
  }

 private:
  std::vector<Summary> RunAll() {
    // Two stages cannot both overwrite the last line of the terminal: tell them
    // to print plain lines.
    if (at_once_ > 1) setenv("TERM", "dumb", /*overwrite=*/1);
    std::vector<Summary> runs(options_.rules.size(), absl::CancelledError());
    std::atomic<size_t> next = 0;
    const auto run_next = [&] {
      for (size_t i;
           processes_.StopSignal() == 0 && (i = next++) < runs.size();) {
        runs[i] = RunRules(options_.rules[i]);
        if (processes_.StopSignal() == 0) base::ExitStatus(runs[i].status());
      }
    };
    auto second = std::async(
        at_once_ > 1 ? std::launch::async : std::launch::deferred, run_next);
    run_next();
    second.get();
    return runs;
  }

  // Moves the rules file last, because it belongs to the outputs, and earlier
  // outputs remain if a solver fails.
  Summary RunRules(const Rules& rules) {
    const fs::path unfinished = options_.out / kUnfinished / rules.name();
    RETURN_IF_ERROR(MakeFolder(unfinished));
    RETURN_IF_ERROR(proto::WriteTextProto(unfinished / kRules, rules));
    Summary summary = RunJobs(rules.name(), JobsOf(&rules, unfinished));
    RETURN_IF_ERROR(summary.status());
    RETURN_IF_ERROR(Move(kRules, unfinished, options_.out / rules.name()));
    return summary;
  }

  Summary RunJobs(const std::string& title, const std::vector<Job>& jobs) {
    std::vector<StageSummary> stages;
    for (const Job& job : jobs) {
      ASSIGN_OR_RETURN(stages.emplace_back(),
                       RunJob(job, options_.resume, processes_));
    }
    return SummarizeStages(title, stages);
  }

  // Returns OK if the stamps of all stages match the files of an earlier run.
  absl::Status CheckEarlierRun(const std::string& name) const {
    const fs::path folder = options_.out / name;
    ASSIGN_OR_RETURN(const Rules rules, proto::ReadRulesFile(folder / kRules));
    if (rules.name() != name) {
      return absl::FailedPreconditionError(
          absl::StrCat((folder / kRules).string(), ": expected rules named \"",
                       name, "\", got \"", rules.name(), "\""));
    }
    for (const Job& job : JobsOf(&rules, folder)) {
      RETURN_IF_ERROR(CheckStamp(job));
    }
    return absl::OkStatus();
  }

  // Returns the names of the rule sets that this run and earlier runs verified.
  std::set<std::string> VerifiedNames(const std::vector<Summary>& runs) const {
    std::set<std::string> names;
    for (size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].ok()) names.insert(options_.rules[i].name());
    }
    std::error_code none;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(options_.out, none)) {
      const std::string name = entry.path().filename();
      if (!fs::is_directory(entry.symlink_status()) ||
          !fs::is_regular_file(entry.path() / kRules, none) ||
          names.contains(name)) {
        continue;
      }
      const absl::Status earlier = CheckEarlierRun(name);
      if (earlier.ok()) {
        names.insert(name);
      } else {
        base::WriteAll(STDERR_FILENO,
                       absl::StrCat(name, ": omitted from the report: ",
                                    earlier.message(), "\n"));
      }
    }
    return names;
  }

  // Runs the stages that run once, for these rule sets.  FailedPrecondition if
  // there are none.
  Summary Report(const std::set<std::string>& names) {
    const fs::path unfinished = options_.out / kUnfinished / ".reports";
    RETURN_IF_ERROR(MakeFolder(unfinished));
    std::vector<Job> jobs = JobsOf(/*rules=*/nullptr, unfinished);
    for (Job& job : jobs) {
      if (names.empty()) RETURN_IF_ERROR(RemoveOutputs(job));
      job.command.push_back("--out=" + options_.out.string());
      job.command.push_back("--rules=" + absl::StrJoin(names, ","));
      for (const std::string& name : names) {
        job.inputs.push_back(options_.out / name);
      }
    }
    if (names.empty()) {
      return absl::FailedPreconditionError(
          "no report: no rule set was verified");
    }
    return RunJobs("reports", jobs);
  }

  // Returns the jobs of all stages for one rule set, or the jobs of the stages
  // that run once if `rules` is null.
  std::vector<Job> JobsOf(const Rules* rules,
                          const fs::path& unfinished) const {
    const Stage::Kind other = rules != nullptr && rules->has_scoring()
                                  ? Stage::WITHOUT_SCORING
                                  : Stage::WITH_SCORING;
    const std::string name = rules == nullptr ? "" : rules->name();
    std::vector<Job> jobs;
    for (const Stage& stage : options_.stages.stages()) {
      if (stage.runs_once() == (rules == nullptr) && stage.kind() != other &&
          (stage.for_tables() || !options_.tables_only)) {
        jobs.push_back(JobOf(stage, options_.out / name, unfinished));
        if (rules != nullptr) jobs.back().label.insert(0, name + ": ");
      }
    }
    return jobs;
  }

  Job JobOf(const Stage& stage, const fs::path& folder,
            const fs::path& unfinished) const {
    Job job = {.stage = stage,
               .label = stage.name(),
               .inputs = {stage.program()},
               .folder = folder,
               .unfinished = unfinished};
    if (stage.positions_per_second() > 0) job.command = options_.mpirun;
    job.command.push_back(stage.program());
    const auto pass = [&job](const std::string& flag, const fs::path& path) {
      if (flag.empty()) return;
      job.command.push_back(absl::StrCat("--", flag, "=", path.string()));
    };
    for (const Argument& data : stage.data()) {
      job.inputs.push_back(data.path());
      pass(data.flag(), data.path());
    }
    for (const Argument& input : stage.inputs()) {
      job.inputs.push_back((input.path() == kRules ? unfinished : folder) /
                           input.path());
      pass(input.flag(), job.inputs.back());
    }
    // The files that this stage writes, and the files made from them.
    std::set<std::string> changed;
    for (const Argument& output : stage.outputs()) {
      pass(output.flag(), unfinished / output.path());
      changed.insert(output.path());
    }
    if (!stage.checkpoint().empty()) {
      pass("checkpoint", folder / stage.checkpoint());
    }
    pass("threads", std::to_string(options_.threads));
    for (const Stage& later : options_.stages.stages()) {
      const bool is_about_all = later.runs_once() && !stage.runs_once();
      if (!is_about_all &&
          std::ranges::none_of(later.inputs(), [&](const Argument& input) {
            return changed.contains(input.path());
          })) {
        continue;
      }
      for (const Argument& output : later.outputs()) {
        changed.insert(output.path());
        job.dependents.push_back((later.runs_once() ? options_.out : folder) /
                                 output.path());
      }
    }
    return job;
  }

  const PipelineOptions& options_;
  const int at_once_;
  ProcessRunner processes_;
};

}  // namespace

absl::Status RunPipeline(const PipelineOptions& options) {
  ASSIGN_OR_RETURN(const int at_once, CheckPlan(options));
  if (options.plan_only) return absl::OkStatus();
  std::error_code error;
  fs::create_directories(options.out, error);
  RETURN_IF_ERROR(
      base::Cannot(error.value(), "make the folder ", options.out.string()));
  RETURN_IF_ERROR(LockFolder(options.out));
  const fs::path unfinished = options.out / kUnfinished;
  fs::remove_all(unfinished, error);
  RETURN_IF_ERROR(base::Cannot(error.value(), "remove ", unfinished.string()));
  const absl::Cleanup remove_unfinished = [&] {
    fs::remove_all(unfinished, error);
  };
  RETURN_IF_ERROR(MakeFolder(unfinished));
  for (const Rules& rules : options.rules) {
    RETURN_IF_ERROR(MakeFolder(options.out / rules.name()));
  }
  return Pipeline(options, at_once).Run();
}

}  // namespace teeko::pipeline
