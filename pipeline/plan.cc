// Estimates the memory, disk space and CPU time of a run before it starts.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/program.h"
#include "base/status.h"
#include "pipeline/folders.h"
#include "pipeline/pipeline.h"
#include "pipeline/process.h"
#include "proto/message_file.h"
#include "teeko/base/estimate.pb.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

// Approximately the memory that the stages without a flag --estimate need.
constexpr double kOtherStagesBytes = 1e9;

// If a rule set takes more CPU time, its estimate is printed before the run,
// and no two rule sets run at the same time.
constexpr double kLongSeconds = 60;

std::string Megabytes(double bytes) {
  return absl::StrCat(base::WithCommas(bytes / 1e6), " MB");
}

struct Need {
  std::string stage;
  Estimate estimate;
  double cpu_seconds;
};

// Returns the estimate of each stage for `rules`.  If `processes` is 0, the
// memory is that of all processes of options.mpirun on this machine.  Otherwise
// it is the memory of the largest of `processes` processes.
absl::StatusOr<std::vector<Need>> NeedsOf(const Rules& rules, int processes,
                                          const PipelineOptions& options,
                                          ProcessRunner& runner) {
  ASSIGN_OR_RETURN(const std::string folder, NewTemporaryFolder("teeko-plan-"));
  std::error_code none;
  const absl::Cleanup remove = [&] { fs::remove_all(folder, none); };
  const std::string rules_file = folder + "/rules.textproto";
  const std::string estimate_file = folder + "/estimate.textproto";
  RETURN_IF_ERROR(proto::WriteTextProto(rules_file, rules));
  std::vector<Need> needs;
  for (const Stage& stage : options.stages.stages()) {
    if (stage.positions_per_second() == 0) continue;
    const fs::path stamp =
        options.out / rules.name() / (stage.name() + ".sha256");
    if (options.resume && fs::exists(stamp, none)) continue;
    std::vector<std::string> command;
    if (processes == 0) command = options.mpirun;
    command.insert(command.end(), {stage.program(), "--rules=" + rules_file,
                                   "--estimate", "--report=" + estimate_file,
                                   absl::StrCat("--processes=", processes)});
    StageReport measured;
    const absl::Status end = runner.Run(command, measured);
    if (runner.StopSignal() != 0) {
      return base::ExitWith(128 + runner.StopSignal());
    }
    if (!end.ok()) {
      return absl::AbortedError(
          absl::StrCat(stage.name(), " --estimate: ", end.message()));
    }
    Estimate estimate;
    RETURN_IF_ERROR(proto::ReadTextProto(estimate_file, estimate));
    needs.push_back({stage.name(), estimate,
                     estimate.positions() / stage.positions_per_second()});
  }
  return needs;
}

absl::Status CheckDisk(double needed_bytes, fs::path out) {
  std::error_code error;
  while (!fs::exists(out, error)) out = out.parent_path();
  const double free_bytes = fs::space(out, error).available;
  if (error || needed_bytes <= free_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      out.string(), ": the disk is too small: the tables need about ",
      Megabytes(needed_bytes), ", but only ", Megabytes(free_bytes),
      " are free"));
}

}  // namespace

absl::StatusOr<int> CheckPlan(const PipelineOptions& options) {
  ProcessRunner runner;
  uint64_t memory_bytes = 0;   // maximum over the stages
  double tables_bytes = 0;     // sum over the rule sets
  double temporary_bytes = 0;  // maximum over the rule sets
  bool is_long = false;
  for (const Rules& rules : options.rules) {
    ASSIGN_OR_RETURN(const auto needs,
                     NeedsOf(rules, /*processes=*/0, options, runner));
    uint64_t memory = 0;
    double tables = 0, disk = 0, seconds = 0;
    for (const auto& [stage, estimate, cpu_seconds] : needs) {
      memory = std::max<uint64_t>(memory, estimate.peak_memory_bytes());
      tables += estimate.disk_bytes();
      disk = std::max(disk, tables + estimate.temporary_disk_bytes());
      seconds += cpu_seconds;
    }
    if (options.plan_only || seconds > kLongSeconds) {
      (options.plan_only ? std::cout : std::cerr)
          << rules.name() << ": about " << Megabytes(memory) << " of memory, "
          << Megabytes(disk) << " of disk and " << base::WithCommas(seconds)
          << " s of CPU time\n";
    }
    if (!options.plan_processes.empty()) {
      std::cout << "  machines  stage          memory each     hours\n";
    }
    for (const int machines : options.plan_processes) {
      ASSIGN_OR_RETURN(const auto shared,
                       NeedsOf(rules, machines, options, runner));
      for (const auto& [stage, estimate, cpu_seconds] : shared) {
        std::cout << absl::StrFormat(
            "  %8d  %-10s%16s%10.2f\n", machines, stage,
            Megabytes(estimate.peak_memory_bytes()),
            cpu_seconds / machines / options.threads / 3600);
      }
    }
    memory_bytes = std::max(memory_bytes, memory);
    tables_bytes += tables;
    temporary_bytes = std::max(temporary_bytes, disk - tables);
    is_long = is_long || seconds > kLongSeconds;
  }
  // A plan for many machines needs no check of this machine.
  if (!options.plan_processes.empty()) return 1;
  const uint64_t memory_limit = base::MemoryLimitBytes(0);
  const bool fit = 2 * (memory_bytes + kOtherStagesBytes) <= memory_limit;
  const bool two = options.threads > 1 && options.rules.size() > 1 &&
                   options.mpirun.empty() && !is_long && fit;
  const int at_once = two ? 2 : 1;
  RETURN_IF_ERROR(base::CheckMemory(memory_bytes, memory_limit));
  RETURN_IF_ERROR(
      CheckDisk(tables_bytes + at_once * temporary_bytes, options.out));
  return at_once;
}

}  // namespace teeko::pipeline
