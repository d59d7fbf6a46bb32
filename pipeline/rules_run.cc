#include "pipeline/rules_run.h"

#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "pipeline/golden_digests.h"
#include "pipeline/outputs.h"
#include "proto/manifest.pb.h"
#include "proto/text_proto.h"

namespace teeko::pipeline {
namespace {

class RulesRun {
 public:
  RulesRun(const PipelineOptions& options, const RulesFolder& folder,
           ProcessRunner& processes)
      : options_(options), folder_(folder), processes_(processes) {}

  absl::Status Solve(absl::string_view solver, const std::string& program) {
    if (options_.resume && Keep(solver, folder_.CheckTable(solver))) {
      return absl::OkStatus();
    }
    const std::string table = RulesFolder::TableName(solver);
    const absl::StatusOr<StageReport> report = RunStage(
        solver, program, {RulesFlag(), "--out=" + folder_.Unfinished(table)});
    if (!report.ok()) return report.status();
    const absl::Status status = folder_.InstallTable(solver);
    if (!status.ok()) return Unusable(solver, status);
    return Finish(solver, *report);
  }

  absl::Status Verify(absl::string_view verifier, const std::string& program) {
    if (options_.resume) {
      absl::StatusOr<RulesResult> result = folder_.Result();
      if (Keep(verifier, result.status())) {
        summary_.result = *std::move(result);
        return absl::OkStatus();
      }
    }
    // Should it refuse now what it once accepted, nothing may say otherwise.
    const absl::Status status = folder_.DropManifest();
    if (!status.ok()) return status;
    const absl::StatusOr<StageReport> report = RunStage(
        verifier, program,
        {RulesFlag(),
         "--table_a=" + folder_.Path(RulesFolder::TableName("solver_a")),
         "--table_b=" + folder_.Path(RulesFolder::TableName("solver_b")),
         "--manifest=" + folder_.Unfinished(RulesFolder::kManifest)});
    if (!report.ok()) return report.status();
    absl::StatusOr<RulesResult> result = folder_.InstallManifest();
    if (!result.ok()) return Unusable(verifier, result.status());
    summary_.result = *std::move(result);
    return Finish(verifier, *report);
  }

  // What the verifier accepted, with what earlier runs came to.
  absl::Status Compare() {
    Manifest manifest;
    const absl::Status status =
        ReadTextProto(folder_.Path(RulesFolder::kManifest), manifest);
    if (!status.ok()) return status;
    const absl::StatusOr<bool> golden =
        HasGoldenDigests(manifest, options_.golden_digests);
    if (!golden.ok()) return golden.status();
    summary_.golden = *golden;
    return absl::OkStatus();
  }

  // Without counting all that changes, which takes minutes.
  absl::Status Examine(absl::string_view stage, const std::string& program) {
    if (options_.resume) {
      absl::StatusOr<extra_rules::ExtraRules> found = folder_.ExtraRules();
      if (Keep(stage, found.status())) {
        *summary_.result.mutable_extra_rules() = *std::move(found);
        return absl::OkStatus();
      }
    }
    const absl::StatusOr<StageReport> report = RunStage(
        stage, program,
        {"--table=" + folder_.Path(RulesFolder::TableName("solver_a")),
         "--manifest=" + folder_.Path(RulesFolder::kManifest),
         "--json=" + folder_.Unfinished(RulesFolder::kExtraRules),
         "--out=" + folder_.Unfinished(RulesFolder::kExtraRulesChapter)});
    if (!report.ok()) return report.status();
    absl::StatusOr<extra_rules::ExtraRules> found = folder_.InstallExtraRules();
    if (!found.ok()) return Unusable(stage, found.status());
    *summary_.result.mutable_extra_rules() = *std::move(found);
    return Finish(stage, *report);
  }

  // What has been done so far.
  const RulesSummary& summary() const { return summary_; }

 private:
  // Runs a stage with the flags that all have and with `flags`.
  absl::StatusOr<StageReport> RunStage(absl::string_view stage,
                                       const std::string& program,
                                       const std::vector<std::string>& flags) {
    if (processes_.StopSignal() != 0) return absl::CancelledError("stopped");
    const std::string report_name = RulesFolder::ReportName(stage);
    std::vector<std::string> command = {
        program, absl::StrCat("--threads=", options_.threads),
        "--report=" + folder_.Unfinished(report_name)};
    command.insert(command.end(), flags.begin(), flags.end());
    const absl::StatusOr<ProcessEnd> end = processes_.Run(command);
    if (!end.ok()) return end.status();
    if (!end->Succeeded()) {
      if (processes_.StopSignal() != 0) return absl::CancelledError("stopped");
      return absl::AbortedError(
          absl::StrCat(Label(stage), " failed with ", end->Describe()));
    }
    StageReport report = folder_.ReadReport(stage);
    report.set_seconds(end->seconds);
    report.set_peak_memory_bytes(end->peak_memory_bytes);
    return report;
  }

  std::string RulesFlag() const {
    return "--rules=" + folder_.Unfinished(RulesFolder::kRules);
  }

  // Says whether the output of a stage is kept and, if it is not, why not.
  bool Keep(absl::string_view stage, const absl::Status& output) {
    if (output.ok()) {
      std::fprintf(stderr, "%s: kept\n", Label(stage).c_str());
      summary_.stages.push_back({std::string(stage), std::nullopt});
    } else if (!absl::IsNotFound(output)) {
      std::fprintf(stderr, "%s: not kept: %s\n", Label(stage).c_str(),
                   std::string(output.message()).c_str());
    }
    return output.ok();
  }

  // A stage's output has come into its place.
  absl::Status Finish(absl::string_view stage, const StageReport& report) {
    summary_.stages.push_back({std::string(stage), report});
    return folder_.WriteReport(stage, report);
  }

  // For a stage that exited with 0.
  absl::Status Unusable(absl::string_view stage,
                        const absl::Status& why) const {
    return absl::AbortedError(absl::StrCat(
        Label(stage), " made what cannot be used: ", why.message()));
  }

  // "standard: solver_a", with which all lines on stderr begin.
  std::string Label(absl::string_view stage) const {
    return absl::StrCat(folder_.rules().name(), ": ", stage);
  }

  const PipelineOptions& options_;
  const RulesFolder& folder_;
  ProcessRunner& processes_;
  RulesSummary summary_;
};

}  // namespace

absl::StatusOr<RulesSummary> RunRules(const PipelineOptions& options,
                                      const RulesFolder& folder,
                                      ProcessRunner& processes) {
  RulesRun run(options, folder, processes);
  absl::Status status = run.Solve("solver_a", options.programs.solver_a);
  if (status.ok()) status = run.Solve("solver_b", options.programs.solver_b);
  if (status.ok()) status = run.Verify("verify", options.programs.verify);
  if (status.ok()) status = run.Compare();
  constexpr uint32_t kMostSquares = 25;  // what extra_rules can take
  if (status.ok() && !options.programs.extra_rules.empty() &&
      folder.rules().rows() * folder.rules().columns() <= kMostSquares) {
    status = run.Examine("extra_rules", options.programs.extra_rules);
  }
  if (status.ok()) status = folder.InstallRules();
  if (!status.ok()) return status;
  return run.summary();
}

}  // namespace teeko::pipeline
