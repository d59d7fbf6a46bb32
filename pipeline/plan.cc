// What a run will need, before it starts.

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
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
#include "proto/costs.h"
#include "proto/message_file.h"
#include "proto/stored_rows.h"
#include "stage/files.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/status.h"
#include "teeko/stage/stage_report.pb.h"
#include "verify/order.h"
#include "verify/rules.h"
#include "verify/symmetry.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

// Of all sections of a table.
struct Positions {
  double all;
  double stored;
};

Positions PositionsOf(const Rules& rules) {
  const kernel::Game game = verify::GameOf(rules);
  const std::vector<kernel::Section> sections = verify::SectionsOf(game, rules);
  Positions positions = {};
  for (const kernel::Section& section : sections) {
    positions.all += section.positions;
  }
  positions.stored = IsStoredReduced(rules)
                         ? verify::ReducedBytes(game, sections, 1)
                         : positions.all;
  return positions;
}

// Of stages that are not planned, which leave larger boards than 5×5 alone.
constexpr double kUnplannedMemory = 1e9;

// Bytes a second that a machine sends to others and receives: 10 Gbit/s.
constexpr double kNetworkBytes = 1.25e9;

struct Need {
  uint64_t memory_bytes = 0;   // of the stage that takes most
  double disk_bytes = 0;       // of the tables
  double most_disk_bytes = 0;  // at any time
  double cpu_seconds = 0;
};

std::string Megabytes(double bytes) {
  return absl::StrCat(WithCommas(bytes / 1e6), " MB");
}

class Planner {
 public:
  // `folder` is for files that are not kept.
  Planner(const PipelineOptions& options, const Costs& costs,
          const fs::path& folder)
      : options_(options), costs_(costs), folder_(folder) {}

  int StopSignal() { return processes_.StopSignal(); }

  absl::StatusOr<Need> NeedOf(const Rules& rules) {
    Need need;
    const auto [positions, stored] = PositionsOf(rules);
    RETURN_IF_ERROR(WriteTextProto(RulesFile(), rules));
    for (const Stage& stage : options_.stages.stages()) {
      const fs::path stamp =
          options_.out / rules.name() / (stage.name() + ".sha256");
      std::error_code none;
      if (!IsPlanned(stage)) continue;
      if (options_.resume && fs::exists(stamp, none)) continue;
      need.disk_bytes += stage.disk_bytes() * stored;
      need.most_disk_bytes =
          std::max(need.most_disk_bytes,
                   need.disk_bytes + stage.temporary_bytes() * positions);
      need.cpu_seconds += CpuSeconds(stage, positions);
      ASSIGN_OR_RETURN(const uint64_t bytes, MemoryOf(stage, options_.mpirun));
      need.memory_bytes = std::max(need.memory_bytes, bytes);
    }
    return need;
  }

  // What solving the same rules as the last ones takes on so many machines:
  // lines for a person.
  absl::StatusOr<std::string> OnMachines(const Rules& rules) {
    const double positions = PositionsOf(rules).all;
    std::string text =
        absl::StrFormat("  %5s  %-10s%16s%10s%16s\n", "ranks", "stage",
                        "memory each", "hours", "of which shared");
    for (const int ranks : options_.plan_ranks) {
      for (const Stage& stage : options_.stages.stages()) {
        if (!IsPlanned(stage)) continue;
        const double cpu_seconds = CpuSeconds(stage, positions);
        const double shared =
            std::min(cpu_seconds, CpuSeconds(stage, positions,
                                             {stage.shared_phases().begin(),
                                              stage.shared_phases().end()}));
        // Each sends its part to all others, at the same time.
        const double sent = SentBytesPerPosition(costs_, stage.name()) *
                            positions * (ranks - 1) / ranks / ranks;
        ASSIGN_OR_RETURN(
            const uint64_t bytes,
            MemoryOf(stage, {}, {absl::StrCat("--ranks=", ranks)}));
        const double shared_seconds =
            shared / ranks / options_.threads + sent / kNetworkBytes;
        const double seconds =
            shared_seconds + (cpu_seconds - shared) / options_.threads;
        absl::StrAppendFormat(&text, "  %5d  %-10s%16s%10.2f%15.0f%%\n", ranks,
                              stage.name(), Megabytes(bytes), seconds / 3600,
                              100 * shared_seconds / seconds);
      }
    }
    return text;
  }

 private:
  static bool IsPlanned(const Stage& stage) {
    return stage.shared_phases_size() > 0;
  }

  // In all phases of the stage, or in those with these names.
  double CpuSeconds(const Stage& stage, double positions,
                    const std::vector<std::string>& phases = {}) const {
    return FitCosts(MeasuredCosts(costs_, stage.name(), phases)).At(positions);
  }

  std::string RulesFile() const { return folder_ / "rules.textproto"; }

  // What the stage says of itself.
  absl::StatusOr<uint64_t> MemoryOf(
      const Stage& stage, const std::vector<std::string>& before,
      const std::vector<std::string>& flags = {}) {
    const std::string report_file = folder_ / "report.textproto";
    std::vector<std::string> command = before;
    command.insert(command.end(),
                   {stage.command(0).substr(1), "--rules=" + RulesFile(),
                    "--estimate", "--report=" + report_file});
    command.insert(command.end(), flags.begin(), flags.end());
    StageReport measured, estimate;
    const absl::Status end = processes_.Run(command, measured);
    if (!end.ok()) {
      return absl::AbortedError(
          absl::StrCat(stage.name(), " --estimate: ", end.message()));
    }
    RETURN_IF_ERROR(ReadTextProto(report_file, estimate));
    return estimate.peak_memory_bytes();
  }

  const PipelineOptions& options_;
  const Costs& costs_;
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
  ASSIGN_OR_RETURN(const std::string folder, NewTemporaryFolder("teeko-plan-"));
  const absl::Cleanup remove_folder = [&folder] {
    std::error_code error;
    fs::remove_all(folder, error);
  };
  Costs costs;
  RETURN_IF_ERROR(ReadTextProto(options.stages.costs(), costs));
  Planner planner(options, costs, folder);
  const uint64_t memory_bytes = MemoryLimitBytes(0);
  absl::Status status;
  std::set<std::string> alone;
  double disk_bytes = 0;
  double most_disk_bytes = 0;
  double temporary_bytes = 0;  // of one that is done beside another
  for (const Rules& rules : options.rules) {
    const absl::StatusOr<Need> need = planner.NeedOf(rules);
    if (const int signal = planner.StopSignal(); signal != 0) {
      return ExitWith(128 + signal);
    }
    RETURN_IF_ERROR(need.status());
    const bool is_large = need->cpu_seconds > 60;
    if (options.plan_only || is_large) {
      const std::string line = absl::StrCat(
          rules.name(), ": about ", Megabytes(need->memory_bytes),
          " of memory, ", Megabytes(need->most_disk_bytes), " of disk and ",
          WithCommas(need->cpu_seconds), " s of CPU time\n");
      if (options.plan_only) {
        std::cout << line;
      } else {
        WriteAll(STDERR_FILENO, line);
      }
    }
    if (!options.plan_ranks.empty()) {
      ASSIGN_OR_RETURN(const std::string text, planner.OnMachines(rules));
      std::cout << text;
      continue;
    }
    status.Update(CheckMemory(need->memory_bytes, memory_bytes));
    double most_bytes = need->most_disk_bytes;
    if (is_large ||
        2 * (need->memory_bytes + kUnplannedMemory) > memory_bytes) {
      alone.insert(rules.name());
    } else {
      most_bytes += temporary_bytes;
      temporary_bytes =
          std::max(temporary_bytes, need->most_disk_bytes - need->disk_bytes);
    }
    most_disk_bytes = std::max(most_disk_bytes, disk_bytes + most_bytes);
    disk_bytes += need->disk_bytes;
  }
  status.Update(CheckDisk(most_disk_bytes, options.out));
  if (!status.ok()) return status;
  return alone;
}

}  // namespace teeko::pipeline
