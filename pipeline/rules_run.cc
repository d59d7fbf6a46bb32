#include "pipeline/rules_run.h"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace teeko::pipeline {
namespace {

struct Stage {
  const char* name;
  const std::string& program;
};

// Runs a stage with the flags that all have and with `flags`.
absl::StatusOr<StageReport> RunStage(const Stage& stage, int threads,
                                     std::vector<std::string> flags,
                                     const RulesFolder& folder,
                                     ProcessRunner& processes) {
  if (processes.StopSignal() != 0) return absl::CancelledError("stopped");
  flags.insert(
      flags.begin(),
      {stage.program, "--rules=" + folder.Unfinished(RulesFolder::kRules),
       absl::StrCat("--threads=", threads),
       "--report=" + folder.Unfinished(RulesFolder::ReportName(stage.name))});
  const absl::StatusOr<ProcessEnd> end = processes.Run(flags);
  if (!end.ok()) return end.status();
  if (!end->Succeeded()) {
    if (processes.StopSignal() != 0) return absl::CancelledError("stopped");
    return absl::AbortedError(absl::StrCat(folder.rules().name(), ": ",
                                           stage.name, " failed with ",
                                           end->Describe()));
  }
  StageReport report = folder.ReadReport(stage.name);
  report.set_seconds(end->seconds);
  report.set_peak_memory_bytes(end->peak_memory_bytes);
  return report;
}

// For a stage that exited with 0 though its output is not as it should be.
absl::Status Unusable(const Stage& stage, const RulesFolder& folder,
                      const absl::Status& why) {
  return absl::AbortedError(
      absl::StrCat(folder.rules().name(), ": ", stage.name,
                   " gave no good output: ", why.message()));
}

// Says whether the output of a stage is kept and, if it is not, why not.
bool Keep(const Stage& stage, const RulesFolder& folder,
          const absl::Status& output) {
  if (output.ok()) {
    std::fprintf(stderr, "%s: %s: kept\n", folder.rules().name().c_str(),
                 stage.name);
  } else if (!absl::IsNotFound(output)) {
    std::fprintf(stderr, "%s: %s: not kept: %s\n",
                 folder.rules().name().c_str(), stage.name,
                 std::string(output.message()).c_str());
  }
  return output.ok();
}

// Makes the table of one solver.
absl::StatusOr<StageReport> Solve(const Stage& solver, int threads,
                                  const RulesFolder& folder,
                                  ProcessRunner& processes) {
  const std::string table =
      folder.Unfinished(RulesFolder::TableName(solver.name));
  absl::StatusOr<StageReport> report =
      RunStage(solver, threads, {"--out=" + table}, folder, processes);
  if (!report.ok()) return report;
  absl::Status status = folder.InstallTable(solver.name);
  if (!status.ok()) return Unusable(solver, folder, status);
  status = folder.WriteReport(solver.name, *report);
  if (!status.ok()) return status;
  return report;
}

// Makes the manifest; sets `result` to what it says.
absl::StatusOr<StageReport> Verify(const Stage& verify, int threads,
                                   const RulesFolder& folder,
                                   ProcessRunner& processes,
                                   RulesResult& result) {
  // Should it refuse now what it once accepted, nothing may say otherwise.
  absl::Status status = folder.DropManifest();
  if (!status.ok()) return status;
  absl::StatusOr<StageReport> report =
      RunStage(verify, threads,
               {"--table_a=" + folder.Path(RulesFolder::TableName("solver_a")),
                "--table_b=" + folder.Path(RulesFolder::TableName("solver_b")),
                "--manifest=" + folder.Unfinished(RulesFolder::kManifest)},
               folder, processes);
  if (!report.ok()) return report;
  absl::StatusOr<RulesResult> accepted = folder.InstallManifest();
  if (!accepted.ok()) return Unusable(verify, folder, accepted.status());
  result = *std::move(accepted);
  status = folder.WriteReport(verify.name, *report);
  if (!status.ok()) return status;
  return report;
}

}  // namespace

absl::StatusOr<RulesSummary> RunRules(const PipelineOptions& options,
                                      const RulesFolder& folder,
                                      ProcessRunner& processes) {
  RulesSummary summary;
  for (const Stage& solver : {Stage{"solver_a", options.programs.solver_a},
                              Stage{"solver_b", options.programs.solver_b}}) {
    StageSummary& stage = summary.stages.emplace_back();
    stage.name = solver.name;
    if (options.resume &&
        Keep(solver, folder, folder.CheckTable(solver.name))) {
      continue;
    }
    absl::StatusOr<StageReport> report =
        Solve(solver, options.threads, folder, processes);
    if (!report.ok()) return report.status();
    stage.report = *std::move(report);
  }

  const Stage verify = {"verify", options.programs.verify};
  StageSummary& stage = summary.stages.emplace_back();
  stage.name = verify.name;
  bool keep = false;
  if (options.resume) {
    absl::StatusOr<RulesResult> result = folder.Result();
    keep = Keep(verify, folder, result.status());
    if (keep) summary.result = *std::move(result);
  }
  if (!keep) {
    absl::StatusOr<StageReport> report =
        Verify(verify, options.threads, folder, processes, summary.result);
    if (!report.ok()) return report.status();
    stage.report = *std::move(report);
  }
  const absl::Status status = folder.InstallRules();
  if (!status.ok()) return status;
  return summary;
}

}  // namespace teeko::pipeline
