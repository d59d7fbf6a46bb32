#include "pipeline/rules_run.h"

#include <filesystem>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "pipeline/golden_digests.h"
#include "pipeline/job.h"
#include "proto/results.h"
#include "pipeline/unfinished_folder.h"
#include "proto/json.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"
#include "proto/text_proto.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr char kRules[] = "rules.textproto";
constexpr char kManifest[] = "manifest.textproto";
constexpr char kExtraRules[] = "extra_rules.json";

// The files in a stage's command that `mark` stands before.
std::vector<std::string> Marked(const Stage& stage, char mark) {
  std::vector<std::string> names;
  for (const std::string& word : stage.command) {
    const size_t at = word.find(mark);
    if (at != std::string::npos) names.push_back(word.substr(at + 1));
  }
  return names;
}

// What the stages make of the files `changed`, and of what they make of them.
std::set<std::string> MadeOf(std::set<std::string> changed,
                             const std::vector<Stage>& stages) {
  std::set<std::string> made;
  for (const Stage& stage : stages) {
    for (const std::string& input : Marked(stage, '<')) {
      if (!changed.contains(input)) continue;
      for (const std::string& output : Marked(stage, '>')) {
        made.insert(output);
        changed.insert(output);
      }
    }
  }
  return made;
}

class RulesFolder {
 public:
  // `rules_path` is a file with the text of `rules`.
  RulesFolder(const PipelineOptions& options, const Rules& rules,
              const std::string& rules_path, const std::string& unfinished)
      : options_(options),
        rules_(rules),
        rules_path_(rules_path),
        unfinished_(unfinished) {}

  std::string Path(const std::string& file) const {
    return absl::StrCat(options_.out, "/", rules_.name(), "/", file);
  }

  // The stage at work here; what it makes is read into `summary`.
  Job JobOf(const Stage& stage, RulesSummary& summary) const {
    Job job;
    job.label = absl::StrCat(rules_.name(), ": ", stage.name);
    job.stage = stage.name;
    job.outputs = Marked(stage, '>');
    job.folder = absl::StrCat(options_.out, "/", rules_.name());
    job.unfinished = unfinished_;
    job.may_refute = stage.may_refute;
    for (const std::string& word : stage.command) {
      const size_t at = word.find_first_of("<>@");
      if (at == std::string::npos) {
        job.command.push_back(word);
        continue;
      }
      const std::string name = word.substr(at + 1);
      std::string path = name;
      if (word[at] == '>') path = absl::StrCat(unfinished_, "/", name);
      if (word[at] == '<') {
        path = name == kRules ? rules_path_ : Path(name);
        job.inputs.push_back({name, path});
      }
      if (word[at] == '@') AddInput(path, job);
      job.command.push_back(word.substr(0, at) + path);
    }
    job.command.push_back(absl::StrCat("--threads=", options_.threads));
    job.dependents = PublishedFiles(options_.out);
    for (const std::string& name :
         MadeOf({job.outputs.begin(), job.outputs.end()}, options_.stages)) {
      job.dependents.push_back(Path(name));
    }
    job.read = [this, &summary](const std::string& path) {
      return Read(path, summary);
    };
    return job;
  }

 private:
  // Adds what a file says to the summary.  Other files than these two are for
  // later stages to judge.
  absl::Status Read(const std::string& path, RulesSummary& summary) const {
    const std::string name = fs::path(path).filename().string();
    if (name == kExtraRules) {
      return ReadJson(path, *summary.result.mutable_extra_rules());
    }
    if (name != kManifest) return absl::OkStatus();
    const absl::StatusOr<Manifest> manifest = ReadManifestFile(path);
    if (!manifest.ok()) return manifest.status();
    if (!SameRules(manifest->rules(), rules_)) {
      return absl::DataLossError(absl::StrCat(path, ": is of other rules"));
    }
    absl::StatusOr<RulesResult> result = ResultOf(*manifest);
    if (!result.ok()) return result.status();
    summary.result = *std::move(result);
    const absl::StatusOr<bool> golden =
        HasGoldenDigests(*manifest, options_.golden_digests);
    if (golden.ok()) summary.golden = *golden;
    return golden.status();
  }

  const PipelineOptions& options_;
  const Rules& rules_;
  const std::string rules_path_;
  const std::string unfinished_;
};

}  // namespace

std::vector<std::string> PublishedFiles(const std::string& out) {
  return {out + "/results.json", out + "/report.html", out + "/report.md"};
}

absl::StatusOr<RulesSummary> RunRules(const PipelineOptions& options,
                                      const Rules& rules,
                                      ProcessRunner& processes) {
  const absl::StatusOr<UnfinishedFolder> unfinished =
      UnfinishedFolder::Create(options.out);
  if (!unfinished.ok()) return unfinished.status();
  const std::string rules_path = absl::StrCat(unfinished->path(), "/", kRules);
  absl::Status status = WriteTextProto(rules_path, rules);
  if (!status.ok()) return status;

  const RulesFolder folder(options, rules, rules_path, unfinished->path());
  RulesSummary summary;
  for (const Stage& stage : options.stages) {
    absl::StatusOr<StageSummary> done =
        RunJob(folder.JobOf(stage, summary), options.resume, processes);
    if (!done.ok()) return done.status();
    summary.stages.push_back(*std::move(done));
  }
  status = Replace(folder.Path(kRules), TextProto(rules), unfinished->path());
  if (!status.ok()) return status;
  return summary;
}

absl::StatusOr<RulesResult> EarlierResult(const PipelineOptions& options,
                                          const std::string& name) {
  const std::string rules_path =
      absl::StrCat(options.out, "/", name, "/", kRules);
  const absl::StatusOr<Rules> rules = ReadRulesFile(rules_path);
  if (!rules.ok()) return rules.status();
  if (rules->name() != name) {
    return absl::FailedPreconditionError(
        absl::StrCat(rules_path, ": is of rules with another name"));
  }
  const RulesFolder folder(options, *rules, rules_path, "");
  RulesSummary summary;
  for (const Stage& stage : options.stages) {
    const absl::Status status = CheckOutputs(folder.JobOf(stage, summary));
    if (!status.ok()) return status;
  }
  return std::move(summary.result);
}

}  // namespace teeko::pipeline
