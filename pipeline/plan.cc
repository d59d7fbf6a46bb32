// Estimates what a run needs, before it starts.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "pipeline/folders.h"
#include "pipeline/pipeline.h"
#include "pipeline/process.h"
#include "proto/message_file.h"
#include "stage/estimate.pb.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/stage_report.pb.h"
#include "stage/status.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

// Memory of stages without an estimate; they skip boards larger than 5×5.
constexpr double kOtherStagesBytes = 1e9;

// Rules that take more CPU time run alone and are announced.
constexpr double kLongSeconds = 60;

struct Needs {
  uint64_t memory_bytes = 0;   // of the stage that takes most
  double disk_bytes = 0;       // of the tables
  double peak_disk_bytes = 0;  // at any time
  double cpu_seconds = 0;
};

std::string Megabytes(double bytes) {
  return absl::StrCat(WithCommas(bytes / 1e6), " MB");
}

class Planner {
 public:
  // Temporary files go into `folder`.
  Planner(const PipelineOptions& options, const fs::path& folder)
      : options_(options), folder_(folder) {}

  int StopSignal() { return processes_.StopSignal(); }

  absl::StatusOr<Needs> NeedsOf(const Rules& rules) {
    Needs needs;
    for (const Stage& stage : options_.stages.stages()) {
      std::error_code none;
      if (!HasEstimate(stage) ||
          (options_.resume &&
           fs::exists(options_.out / rules.name() / (stage.name() + ".sha256"),
                      none))) {
        continue;
      }
      ASSIGN_OR_RETURN(const Estimate estimate,
                       EstimateOf(stage, rules, /*processes=*/0));
      needs.memory_bytes =
          std::max<uint64_t>(needs.memory_bytes, estimate.peak_memory_bytes());
      needs.disk_bytes += estimate.disk_bytes();
      needs.peak_disk_bytes =
          std::max(needs.peak_disk_bytes,
                   needs.disk_bytes + estimate.temporary_disk_bytes());
      needs.cpu_seconds += estimate.positions() / stage.positions_per_second();
    }
    return needs;
  }

  // Prints what each stage takes on each of the numbers of machines.
  absl::Status PrintMachines(const Rules& rules) {
    std::printf("  machines  stage          memory each     hours\n");
    for (const int machines : options_.plan_ranks) {
      for (const Stage& stage : options_.stages.stages()) {
        if (!HasEstimate(stage)) continue;
        ASSIGN_OR_RETURN(const Estimate estimate,
                         EstimateOf(stage, rules, machines));
        const double seconds = estimate.positions() /
                               stage.positions_per_second() / machines /
                               options_.threads;
        absl::PrintF("  %8d  %-10s%16s%10.2f\n", machines, stage.name(),
                     Megabytes(estimate.peak_memory_bytes()), seconds / 3600);
      }
    }
    return absl::OkStatus();
  }

 private:
  static bool HasEstimate(const Stage& stage) {
    return stage.positions_per_second() > 0;
  }

  // Asks the stage: about all processes on this machine if `processes` is 0,
  // otherwise about one of so many.
  absl::StatusOr<Estimate> EstimateOf(const Stage& stage, const Rules& rules,
                                      int processes) {
    const std::string rules_file = folder_ / "rules.textproto";
    const std::string estimate_file = folder_ / "estimate.textproto";
    RETURN_IF_ERROR(WriteTextProto(rules_file, rules));
    std::vector<std::string> command;
    if (processes == 0) command = options_.mpirun;
    command.insert(
        command.end(),
        {stage.command(0).substr(1), "--rules=" + rules_file, "--estimate",
         "--report=" + estimate_file, absl::StrCat("--ranks=", processes)});
    StageReport measured;
    const absl::Status end = processes_.Run(command, measured);
    if (!end.ok()) {
      return absl::AbortedError(
          absl::StrCat(stage.name(), " --estimate: ", end.message()));
    }
    Estimate estimate;
    RETURN_IF_ERROR(ReadTextProto(estimate_file, estimate));
    return estimate;
  }

  const PipelineOptions& options_;
  const fs::path folder_;
  ProcessRunner processes_;
};

absl::Status CheckDisk(double needed_bytes, fs::path out) {
  std::error_code error;
  while (!fs::exists(out, error)) out = out.parent_path();
  const double free_bytes = fs::space(out, error).available;
  if (error || needed_bytes <= free_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "cannot write tables of about ", Megabytes(needed_bytes), " to ",
      out.string(), ", where ", Megabytes(free_bytes), " are free"));
}

}  // namespace

absl::StatusOr<std::set<std::string>> CheckPlan(
    const PipelineOptions& options) {
  ASSIGN_OR_RETURN(const std::string folder,
                   NewFolder(fs::temp_directory_path() / "teeko-plan-"));
  const absl::Cleanup remove_folder = [&folder] {
    std::error_code error;
    fs::remove_all(folder, error);
  };
  Planner planner(options, folder);
  const uint64_t memory_bytes = MemoryLimitBytes(0);
  absl::Status status;
  std::set<std::string> alone;
  double disk_bytes = 0;       // of all tables
  double temporary_bytes = 0;  // beside them, at any time
  for (const Rules& rules : options.rules) {
    const absl::StatusOr<Needs> needs = planner.NeedsOf(rules);
    if (const int signal = planner.StopSignal(); signal != 0) {
      return ExitWith(128 + signal);
    }
    RETURN_IF_ERROR(needs.status());
    const bool is_long = needs->cpu_seconds > kLongSeconds;
    if (options.plan_only || is_long) {
      absl::FPrintF(options.plan_only ? stdout : stderr,
                    "%s: about %s of memory, %s of disk and %s s of CPU time\n",
                    rules.name(), Megabytes(needs->memory_bytes),
                    Megabytes(needs->peak_disk_bytes),
                    WithCommas(needs->cpu_seconds));
    }
    if (!options.plan_ranks.empty()) {
      RETURN_IF_ERROR(planner.PrintMachines(rules));
      continue;
    }
    status.Update(CheckMemory(needs->memory_bytes, memory_bytes));
    double peak_temporary_bytes = needs->peak_disk_bytes - needs->disk_bytes;
    if (is_long ||
        2 * (needs->memory_bytes + kOtherStagesBytes) > memory_bytes) {
      alone.insert(rules.name());
    } else if (options.rules.size() > 1) {
      peak_temporary_bytes *= 2;  // Two rule sets run at the same time.
    }
    disk_bytes += needs->disk_bytes;
    temporary_bytes = std::max(temporary_bytes, peak_temporary_bytes);
  }
  status.Update(CheckDisk(disk_bytes + temporary_bytes, options.out));
  if (!status.ok()) return status;
  return alone;
}

}  // namespace teeko::pipeline
