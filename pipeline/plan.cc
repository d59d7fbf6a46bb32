// What a run will need, before it starts.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "pipeline/folders.h"
#include "pipeline/pipeline.h"
#include "pipeline/process.h"
#include "proto/message_file.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/stage_report.pb.h"
#include "stage/status.h"
#include "verify/order.h"
#include "verify/rules.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

struct Need {
  uint64_t memory_bytes = 0;   // of the stage that takes most
  double disk_bytes = 0;       // of the tables
  double most_disk_bytes = 0;  // at any time
  double cpu_seconds = 0;
};

// Of all sections of a table.
double Positions(const Rules& rules) {
  double positions = 0;
  for (const kernel::Section& section :
       verify::SectionsOf(verify::GameOf(rules), rules)) {
    positions += section.positions;
  }
  return positions;
}

// What the rules need; `folder` is for files that are not kept.
absl::StatusOr<Need> NeedOf(const Rules& rules, const PipelineOptions& options,
                            const fs::path& folder, ProcessRunner& processes) {
  Need need;
  const double positions = Positions(rules);
  const std::string rules_file = folder / "rules.textproto";
  const std::string report_file = folder / "report.textproto";
  RETURN_IF_ERROR(WriteTextProto(rules_file, rules));
  for (const Stage& stage : options.stages.stages()) {
    const fs::path stamp =
        options.out / rules.name() / (stage.name() + ".sha256");
    if (stage.cpu_ns() == 0 || (options.resume && fs::exists(stamp))) continue;
    need.disk_bytes += stage.disk_bytes() * positions;
    need.most_disk_bytes =
        std::max(need.most_disk_bytes,
                 need.disk_bytes + stage.temporary_bytes() * positions);
    need.cpu_seconds += stage.cpu_ns() * positions / 1e9;
    StageReport measured, estimate;
    std::vector<std::string> command;
    if (stage.has_ranks()) command = options.mpirun;
    command.insert(command.end(),
                   {stage.command(0).substr(1), "--rules=" + rules_file,
                    "--estimate", "--report=" + report_file});
    RETURN_IF_ERROR(processes.Run(command, measured));
    RETURN_IF_ERROR(ReadTextProto(report_file, estimate));
    need.memory_bytes =
        std::max(need.memory_bytes, estimate.peak_memory_bytes());
  }
  return need;
}

std::string Megabytes(double bytes) {
  return absl::StrCat(WithCommas(bytes / 1e6), " MB");
}

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

absl::Status CheckPlan(const PipelineOptions& options) {
  ASSIGN_OR_RETURN(const std::string folder,
                   NewUnfinishedFolder(fs::temp_directory_path()));
  const absl::Cleanup remove_folder = [&folder] {
    std::error_code error;
    fs::remove_all(folder, error);
  };
  ProcessRunner processes;
  absl::Status status;
  double disk_bytes = 0;
  double most_disk_bytes = 0;
  for (const Rules& rules : options.rules) {
    const absl::StatusOr<Need> need = NeedOf(rules, options, folder, processes);
    if (const int signal = processes.StopSignal(); signal != 0) {
      return ExitWith(128 + signal);
    }
    RETURN_IF_ERROR(need.status());
    constexpr double kWorthALine = 60;  // seconds
    if (options.plan_only || need->cpu_seconds > kWorthALine) {
      std::fprintf(options.plan_only ? stdout : stderr,
                   "%s: about %s of memory, %s of disk and %s s of CPU time\n",
                   rules.name().c_str(), Megabytes(need->memory_bytes).c_str(),
                   Megabytes(need->most_disk_bytes).c_str(),
                   WithCommas(need->cpu_seconds).c_str());
    }
    status.Update(CheckMemory(need->memory_bytes, MemoryLimitBytes(0)));
    most_disk_bytes =
        std::max(most_disk_bytes, disk_bytes + need->most_disk_bytes);
    disk_bytes += need->disk_bytes;
  }
  status.Update(CheckDisk(most_disk_bytes, options.out));
  return status;
}

}  // namespace teeko::pipeline
