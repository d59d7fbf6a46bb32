#include "pipeline/pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <map>
#include <semaphore>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pipeline/folders.h"
#include "pipeline/job.h"
#include "pipeline/process.h"
#include "pipeline/summary.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "reports/results.h"
#include "stage/files.h"
#include "stage/stage.h"
#include "stage/status.h"
#include "verify/golden_digests.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr char kRules[] = "rules.textproto";
constexpr char kResults[] = "results.json";

// The files in a stage's command that `mark` stands before.
std::vector<std::string> Marked(const Stage& stage, char mark) {
  std::vector<std::string> names;
  for (const std::string& word : stage.command()) {
    const size_t at = word.find(mark);
    if (at != std::string::npos) names.push_back(word.substr(at + 1));
  }
  return names;
}

// What the stages make of these files, and of what they make of them.
std::set<std::string> MadeOf(const std::vector<std::string>& files,
                             const Stages& stages) {
  std::set<std::string> made;
  const auto has_changed = [&](const std::string& file) {
    return made.contains(file) || std::ranges::count(files, file) > 0;
  };
  for (const Stage& stage : stages.stages()) {
    if (std::ranges::any_of(Marked(stage, '<'), has_changed)) {
      for (const std::string& file : Marked(stage, '>')) made.insert(file);
    }
  }
  return made;
}

// One rules on its way through the stages.
struct RulesRun {
  const Rules& rules;
  fs::path rules_file;  // with their text
  fs::path unfinished;  // where stages write
  RulesSummary summary = {};
};

class Pipeline {
 public:
  // `alone` has names of rules.
  Pipeline(const PipelineOptions& options, std::set<std::string> alone)
      : options_(options), alone_(std::move(alone)) {}

  absl::Status Run() {
    std::vector<RulesSummary> verified;
    std::vector<std::string> not_verified;  // names
    RunAll(verified, not_verified);
    absl::StatusOr<std::optional<StageSummary>> report = absl::CancelledError();
    if (processes_.StopSignal() == 0) report = Publish(AllResults(verified));
    if (const int signal = processes_.StopSignal(); signal != 0) {
      std::fprintf(stderr,
                   "\nstopped by %s; the same command with --resume goes on "
                   "from here\n",
                   signal == SIGINT ? "SIGINT" : "SIGTERM");
      return ExitWith(128 + signal);
    }

    for (const RulesSummary& summary : verified) {
      std::printf("%s\n", Summarize(summary).c_str());
    }
    if (!not_verified.empty()) {
      std::printf("NOT verified: %s.\n",
                  absl::StrJoin(not_verified, ", ").c_str());
    }
    RETURN_IF_ERROR(report.status());
    if (report->has_value()) {
      std::printf("%s\n", SummarizeStages({**report}).c_str());
    }
    std::printf("%sThe results are in %s/results.json\n",
                not_verified.empty() ? "Everything was verified.  " : "",
                options_.out.c_str());
    if (report->has_value()) {
      std::printf("The report, for any browser, is %s/report.html\n",
                  options_.out.c_str());
    }
    return not_verified.empty() ? absl::OkStatus() : ExitWith(1);
  }

 private:
  // Two rules at a time, since stages have phases with work for one thread
  // only.
  void RunAll(std::vector<RulesSummary>& verified,
              std::vector<std::string>& not_verified) {
    const int at_once = options_.threads > 1 && options_.rules.size() > 1 &&
                                options_.mpirun.empty()
                            ? 2
                            : 1;
    // Two programs cannot both rewrite the last line of a terminal.
    if (at_once > 1) setenv("TERM", "dumb", /*overwrite=*/1);
    std::counting_semaphore places(at_once);
    std::vector<std::future<absl::StatusOr<RulesSummary>>> runs;
    for (const Rules& rules : options_.rules) {
      const int taken = alone_.contains(rules.name()) ? at_once : 1;
      for (int i = 0; i < taken; ++i) places.acquire();
      if (processes_.StopSignal() != 0) break;
      runs.push_back(
          std::async(std::launch::async, [this, &rules, &places, taken] {
            const absl::Cleanup leave = [&] { places.release(taken); };
            absl::StatusOr<RulesSummary> summary = RunRules(rules);
            if (processes_.StopSignal() == 0) ExitStatus(summary.status());
            return summary;
          }));
    }
    for (size_t i = 0; i < runs.size(); ++i) {
      absl::StatusOr<RulesSummary> summary = runs[i].get();
      if (summary.ok()) {
        verified.push_back(*std::move(summary));
      } else {
        not_verified.push_back(options_.rules[i].name());
      }
    }
  }

  absl::StatusOr<RulesSummary> RunRules(const Rules& rules) {
    ASSIGN_OR_RETURN(const fs::path unfinished,
                     NewUnfinishedFolder(options_.out));
    RulesRun run = {rules, unfinished / kRules, unfinished};
    RETURN_IF_ERROR(WriteTextProto(run.rules_file, rules));
    for (const Stage& stage : options_.stages.stages()) {
      ASSIGN_OR_RETURN(StageSummary done,
                       RunJob(JobOf(stage, run), options_.resume, processes_));
      run.summary.stages.push_back(std::move(done));
    }
    RETURN_IF_ERROR(Move(kRules, unfinished, options_.out / rules.name()));
    return std::move(run.summary);
  }

  // What the files in DIR/NAME say.  An error unless all stages have left them
  // there, from the inputs and by the programs that are still the same.
  absl::StatusOr<reports::RulesResult> EarlierResult(
      const std::string& name) const {
    const fs::path rules_file = options_.out / name / kRules;
    ASSIGN_OR_RETURN(const Rules rules, ReadRulesFile(rules_file));
    if (rules.name() != name) {
      return absl::FailedPreconditionError(
          absl::StrCat(rules_file.string(), ": is of rules with another name"));
    }
    RulesRun run = {rules, rules_file, /*unfinished=*/""};
    for (const Stage& stage : options_.stages.stages()) {
      RETURN_IF_ERROR(CheckOutputs(JobOf(stage, run)));
    }
    return std::move(run.summary.result);
  }

  // The stage at work on the rules; what it makes is read into their summary.
  Job JobOf(const Stage& stage, RulesRun& run) const {
    const fs::path folder = options_.out / run.rules.name();
    Job job = {.label = absl::StrCat(run.rules.name(), ": ", stage.name()),
               .stage = stage.name(),
               .command = stage.positions_per_second() > 0
                              ? options_.mpirun
                              : std::vector<std::string>(),
               .outputs = Marked(stage, '>'),
               .folder = folder,
               .unfinished = run.unfinished,
               .dependents = Published(),
               .may_refute = stage.may_refute(),
               .read = [this, &run](const std::string& path) {
                 return Read(path, run);
               }};
    for (const std::string& word : stage.command()) {
      const size_t mark = word.find_first_of("<>@+");
      fs::path path = word.substr(mark + 1);
      if (word[mark] == '>') path = run.unfinished / path;
      if (word[mark] == '<') {
        path = path == kRules ? run.rules_file : folder / path;
      }
      if (word[mark] == '+') job.checkpoint = path = folder / path;
      if (word[mark] == '<' || word[mark] == '@') job.inputs.push_back(path);
      job.command.push_back(word.substr(0, mark) + path.string());
    }
    job.command.push_back(absl::StrCat("--threads=", options_.threads));
    for (const std::string& name : MadeOf(job.outputs, options_.stages)) {
      job.dependents.push_back(folder / name);
    }
    return job;
  }

  // Adds what a file says to the summary.  Other files than these two are for
  // later stages to judge.
  absl::Status Read(const fs::path& path, RulesRun& run) const {
    reports::RulesResult& result = run.summary.result;
    if (path.filename() == "extra_rules.json") {
      return ReadJson(path, *result.mutable_extra_rules());
    }
    if (path.filename() != "manifest.textproto") return absl::OkStatus();
    ASSIGN_OR_RETURN(const Manifest manifest, ReadManifestFile(path));
    if (!SameRules(manifest.rules(), run.rules)) {
      return absl::DataLossError(
          absl::StrCat(path.string(), ": is of other rules"));
    }
    ASSIGN_OR_RETURN(result, reports::ResultOf(manifest));
    ASSIGN_OR_RETURN(
        run.summary.golden,
        verify::HasGoldenDigests(manifest, options_.stages.golden_digests()));
    return absl::OkStatus();
  }

  // The results of this run and of what else stands in the folder: small games
  // first, and the same whatever order they came in.
  reports::Results AllResults(const std::vector<RulesSummary>& verified) const {
    std::map<std::string, reports::RulesResult> all;  // by name
    for (const RulesSummary& summary : verified) {
      all[summary.result.name()] = summary.result;
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
        std::fprintf(stderr, "%s: not in the report: %s\n", name.c_str(),
                     std::string(earlier.status().message()).c_str());
      }
    }
    reports::Results results;
    results.set_version(1);
    for (const auto& [name, result] : all) *results.add_rules() = result;
    std::sort(results.mutable_rules()->begin(), results.mutable_rules()->end(),
              [](const reports::RulesResult& a, const reports::RulesResult& b) {
                return std::tuple(a.placements(), a.goals(), a.name()) <
                       std::tuple(b.placements(), b.goals(), b.name());
              });
    return results;
  }

  // Brings results.json and the report, if there is to be one, up to date.
  // FailedPrecondition if there are no results.
  absl::StatusOr<std::optional<StageSummary>> Publish(
      const reports::Results& results) {
    if (results.rules().empty()) {
      RETURN_IF_ERROR(Remove(Published()));
      return absl::FailedPreconditionError("there is nothing to report");
    }
    ASSIGN_OR_RETURN(const fs::path unfinished,
                     NewUnfinishedFolder(options_.out));
    ASSIGN_OR_RETURN(const std::string json, JsonText(results));
    const absl::StatusOr<std::string> old =
        ReadRegularFile(options_.out / kResults);
    if (!old.ok() || *old != json) {
      RETURN_IF_ERROR(Remove(Published()));
      RETURN_IF_ERROR(WriteFile(unfinished / kResults, json));
      RETURN_IF_ERROR(Move(kResults, unfinished, options_.out));
    }

    if (!options_.stages.has_report()) return std::nullopt;
    const Stage& stage = options_.stages.report();
    Job job = {.label = stage.name(),
               .stage = stage.name(),
               .outputs = {"report.html", "report.md"},
               .folder = options_.out,
               .unfinished = unfinished,
               .may_refute = true};
    const std::string program = stage.command(0).substr(1);
    std::vector<std::string> names;
    for (const reports::RulesResult& rules : results.rules()) {
      names.push_back(rules.name());
    }
    job.command = {program, "--out=" + unfinished.string(),
                   "--rules=" + absl::StrJoin(names, ","),
                   absl::StrCat("--threads=", options_.threads)};
    job.inputs.push_back(program);
    names.insert(names.begin(), kResults);
    for (const std::string& name : names) {
      job.inputs.push_back(options_.out / name);
      // claims reads and writes in one folder; links lead to what it reads.
      std::error_code error;
      fs::create_symlink(options_.out / name, unfinished / name, error);
      RETURN_IF_ERROR(Cannot(error.value(), "link in ", unfinished.string()));
    }
    return RunJob(job, options_.resume, processes_);
  }

  // What tells of all rules.
  std::vector<fs::path> Published() const {
    return {options_.out / kResults, options_.out / "report.html",
            options_.out / "report.md"};
  }

  const PipelineOptions& options_;
  const std::set<std::string> alone_;
  ProcessRunner processes_;
};

// A rules' folder is never a link: files would be replaced elsewhere.
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
        Cannot(error.value(), "write into the folder ", folder.string()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RunPipeline(const PipelineOptions& options) {
  ASSIGN_OR_RETURN(std::set<std::string> alone, CheckPlan(options));
  if (options.plan_only) return absl::OkStatus();
  std::error_code error;
  fs::create_directories(options.out, error);
  RETURN_IF_ERROR(
      Cannot(error.value(), "make the folder ", options.out.string()));
  RETURN_IF_ERROR(LockFolder(options.out));
  RETURN_IF_ERROR(RemoveUnfinishedFolders(options.out));
  RETURN_IF_ERROR(MakeFolders(options));
  const absl::Cleanup remove_unfinished = [&options] {
    RemoveUnfinishedFolders(options.out).IgnoreError();
  };
  return Pipeline(options, std::move(alone)).Run();
}

}  // namespace teeko::pipeline
