#include "pipeline/pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <future>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>

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
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "reports/results.h"
#include "verify/golden_digests.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr char kRules[] = "rules.textproto";
constexpr char kResults[] = "results.json";

// The results of a rule set for which all stages succeeded.
struct Verified {
  reports::RulesResult result;
  bool golden = false;  // the digests are those of corpus/digests.textproto
  std::vector<StageSummary> stages;
};

// Adds the content of an output to `summary`, which is about `rules`.  Reads
// only the manifest and extra_rules.json; later stages check the other files.
absl::Status ReadOutput(const fs::path& path, const Rules& rules,
                        const std::string& golden_digests, Verified& summary) {
  if (path.filename() == "extra_rules.json") {
    return proto::ReadJson(path, *summary.result.mutable_extra_rules());
  }
  if (path.filename() != "manifest.textproto") return absl::OkStatus();
  ASSIGN_OR_RETURN(const Manifest manifest, proto::ReadManifestFile(path));
  if (!proto::SameRules(manifest.rules(), rules)) {
    return absl::DataLossError(
        absl::StrCat(path.string(), ": the manifest has different rules"));
  }
  ASSIGN_OR_RETURN(summary.result, reports::ResultOf(manifest));
  ASSIGN_OR_RETURN(summary.golden,
                   verify::HasGoldenDigests(manifest, golden_digests));
  return absl::OkStatus();
}

// The result of running all stages for one rule set.
using RulesRun = absl::StatusOr<Verified>;

class Pipeline {
 public:
  // Runs `at_once` rule sets at the same time, 1 or 2.
  Pipeline(const PipelineOptions& options, int at_once)
      : options_(options), at_once_(at_once) {}

  absl::Status Run() {
    const std::vector<RulesRun> runs = RunAll();
    absl::StatusOr<std::optional<StageSummary>> report = absl::CancelledError();
    if (processes_.StopSignal() == 0) report = Publish(AllResults(runs));
    if (const int signal = processes_.StopSignal(); signal != 0) {
      base::WriteAll(
          STDERR_FILENO,
          absl::StrCat("\nstopped by ", signal == SIGINT ? "SIGINT" : "SIGTERM",
                       "; the same command with --resume continues\n"));
      return base::ExitWith(128 + signal);
    }

    std::vector<std::string> not_verified;
    for (size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].ok()) {
        std::cout << reports::ResultText(runs[i]->result, runs[i]->golden)
                  << "\n"
                  << SummarizeStages(runs[i]->stages) << "\n";
      } else {
        not_verified.push_back(options_.rules[i].name());
      }
    }
    if (!not_verified.empty()) {
      std::cout << "NOT verified: " << absl::StrJoin(not_verified, ", ")
                << ".\n";
    }
    RETURN_IF_ERROR(report.status());
    const bool has_report = report->has_value();
    if (has_report) std::cout << SummarizeStages({**report}) << "\n";
    std::cout << (not_verified.empty() ? "Everything was verified.  " : "")
              << "The results are in " << options_.out.native()
              << "/results.json\n";
    if (has_report) {
      std::cout << "Open the report in a browser: " << options_.out.native()
                << "/report.html\n";
    }
    return not_verified.empty() ? absl::OkStatus() : base::ExitWith(1);
  }

 private:
  std::vector<RulesRun> RunAll() {
    // Two stages cannot both overwrite the last line of the terminal: tell them
    // to print plain lines.
    if (at_once_ > 1) setenv("TERM", "dumb", /*overwrite=*/1);
    std::vector<RulesRun> runs(options_.rules.size(), absl::CancelledError());
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

  RulesRun RunRules(const Rules& rules) {
    Verified summary;
    ASSIGN_OR_RETURN(const fs::path unfinished,
                     NewUnfinishedFolder(options_.out));
    RETURN_IF_ERROR(proto::WriteTextProto(unfinished / kRules, rules));
    for (const Stage& stage : options_.stages.stages()) {
      ASSIGN_OR_RETURN(summary.stages.emplace_back(),
                       RunJob(RulesJob(stage, rules, unfinished, summary),
                              options_.resume, processes_));
    }
    RETURN_IF_ERROR(Move(kRules, unfinished, options_.out / rules.name()));
    return summary;
  }

  // Returns the result of an earlier run, from the files in DIR/NAME.  Returns
  // an error if the stamp of a stage does not match (CheckOutputs).
  absl::StatusOr<reports::RulesResult> EarlierResult(
      const std::string& name) const {
    const fs::path folder = options_.out / name;
    ASSIGN_OR_RETURN(const Rules rules, proto::ReadRulesFile(folder / kRules));
    if (rules.name() != name) {
      return absl::FailedPreconditionError(
          absl::StrCat((folder / kRules).string(), ": expected rules named \"",
                       name, "\", got \"", rules.name(), "\""));
    }
    Verified summary;
    for (const Stage& stage : options_.stages.stages()) {
      RETURN_IF_ERROR(CheckOutputs(RulesJob(stage, rules, folder, summary)));
    }
    return summary.result;
  }

  // Returns the job of a stage for one rule set.  The stage reads the rules
  // from `unfinished`.  The job adds the content of its outputs to `summary`.
  Job RulesJob(const Stage& stage, const Rules& rules,
               const fs::path& unfinished, Verified& summary) const {
    Job job = JobOf(stage, options_.out / rules.name(), unfinished);
    job.label = absl::StrCat(rules.name(), ": ", stage.name());
    for (fs::path& path : Published()) job.dependents.push_back(path);
    job.read = [&](const std::string& path) {
      return ReadOutput(path, rules, options_.stages.golden_digests(), summary);
    };
    return job;
  }

  Job JobOf(const Stage& stage, const fs::path& folder,
            const fs::path& unfinished) const {
    Job job = {.label = stage.name(),
               .stage = stage.name(),
               .inputs = {stage.program()},
               .folder = folder,
               .unfinished = unfinished,
               .may_refute = stage.may_refute()};
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
      job.outputs.push_back(output.path());
      pass(output.flag(), unfinished / output.path());
      changed.insert(output.path());
    }
    if (!stage.checkpoint().empty()) {
      job.checkpoint = folder / stage.checkpoint();
      pass("checkpoint", job.checkpoint);
    }
    pass("threads", std::to_string(options_.threads));
    for (const Stage& later : options_.stages.stages()) {
      if (std::ranges::none_of(later.inputs(), [&](const Argument& input) {
            return changed.contains(input.path());
          })) {
        continue;
      }
      for (const Argument& output : later.outputs()) {
        changed.insert(output.path());
        job.dependents.push_back(folder / output.path());
      }
    }
    return job;
  }

  // Returns the results of this run and of earlier runs in the folder, sorted
  // by placements, goals and name.
  reports::Results AllResults(const std::vector<RulesRun>& runs) const {
    std::map<std::string, reports::RulesResult> all;  // by name
    for (const RulesRun& run : runs) {
      if (run.ok()) all[run->result.name()] = run->result;
    }
    std::error_code none;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(options_.out, none)) {
      const std::string name = entry.path().filename();
      if (!fs::is_directory(entry.symlink_status()) ||
          !fs::is_regular_file(entry.path() / kRules, none) ||
          name.starts_with('.') || all.contains(name)) {
        continue;
      }
      const absl::StatusOr<reports::RulesResult> earlier = EarlierResult(name);
      if (earlier.ok()) {
        all[name] = *earlier;
      } else {
        base::WriteAll(STDERR_FILENO,
                       absl::StrCat(name, ": omitted from the report: ",
                                    earlier.status().message(), "\n"));
      }
    }
    reports::Results results;
    results.set_version(1);
    for (const auto& [name, result] : all) *results.add_rules() = result;
    std::ranges::sort(
        *results.mutable_rules(), {}, [](const reports::RulesResult& rules) {
          return std::tuple(rules.placements(), rules.goals(), rules.name());
        });
    return results;
  }

  // Updates results.json.  Updates the report if options_.stages has a stage
  // for it.  Returns FailedPrecondition if `results` is empty.
  absl::StatusOr<std::optional<StageSummary>> Publish(
      const reports::Results& results) {
    if (results.rules().empty()) {
      RETURN_IF_ERROR(Remove(Published()));
      return absl::FailedPreconditionError(
          "no report: no rule set was verified");
    }
    ASSIGN_OR_RETURN(const fs::path unfinished,
                     NewUnfinishedFolder(options_.out));
    ASSIGN_OR_RETURN(const std::string json, proto::JsonText(results));
    const absl::StatusOr<std::string> old =
        base::ReadRegularFile(options_.out / kResults);
    if (!old.ok() || *old != json) {
      RETURN_IF_ERROR(Remove(Published()));
      RETURN_IF_ERROR(base::WriteFile(unfinished / kResults, json));
      RETURN_IF_ERROR(Move(kResults, unfinished, options_.out));
    }

    if (!options_.stages.has_report()) return std::nullopt;
    Job job = JobOf(options_.stages.report(), options_.out, unfinished);
    std::vector<std::string> names;
    for (const reports::RulesResult& rules : results.rules()) {
      names.push_back(rules.name());
    }
    job.command.push_back("--out=" + unfinished.string());
    job.command.push_back("--rules=" + absl::StrJoin(names, ","));
    names.push_back(kResults);
    for (const std::string& name : names) {
      job.inputs.push_back(options_.out / name);
      // The report stage reads and writes in the same folder.
      std::error_code error;
      fs::create_symlink(options_.out / name, unfinished / name, error);
      RETURN_IF_ERROR(
          base::Cannot(error.value(), "link in ", unfinished.string()));
    }
    return RunJob(job, options_.resume, processes_);
  }

  // Returns the paths of the files that cover all rule sets.
  std::vector<fs::path> Published() const {
    return {options_.out / kResults, options_.out / "report.html",
            options_.out / "report.md"};
  }

  const PipelineOptions& options_;
  const int at_once_;
  ProcessRunner processes_;
};

// Makes the folder of each rule set.  Refuses symbolic links, because a link
// would make the pipeline replace files outside `options.out`.
absl::Status MakeFolders(const PipelineOptions& options) {
  for (const Rules& rules : options.rules) {
    const fs::path folder = options.out / rules.name();
    std::error_code error;
    fs::create_directory(folder, error);
    if (!error && !fs::is_directory(fs::symlink_status(folder, error))) {
      error = std::make_error_code(std::errc::not_a_directory);
    }
    if (!error && access(folder.c_str(), W_OK) != 0) {
      error = std::error_code(errno, std::generic_category());
    }
    RETURN_IF_ERROR(
        base::Cannot(error.value(), "write into the folder ", folder.string()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RunPipeline(const PipelineOptions& options) {
  ASSIGN_OR_RETURN(const int at_once, CheckPlan(options));
  if (options.plan_only) return absl::OkStatus();
  std::error_code error;
  fs::create_directories(options.out, error);
  RETURN_IF_ERROR(
      base::Cannot(error.value(), "make the folder ", options.out.string()));
  RETURN_IF_ERROR(LockFolder(options.out));
  RETURN_IF_ERROR(RemoveUnfinishedFolders(options.out));
  RETURN_IF_ERROR(MakeFolders(options));
  const absl::Cleanup remove_unfinished = [&options] {
    RemoveUnfinishedFolders(options.out).IgnoreError();
  };
  return Pipeline(options, at_once).Run();
}

}  // namespace teeko::pipeline
