// The main job: every rules through its stages, then results and a report on
// all that are in the folder.

#ifndef TEEKO_PIPELINE_PIPELINE_H_
#define TEEKO_PIPELINE_PIPELINE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "proto/rules.pb.h"

namespace teeko::pipeline {

struct Stage {
  std::string name;
  // The program, and the flags that only this stage has, each with a path.  "<"
  // stands before a file of the rules' folder that it reads, ">" before one
  // that it writes, "@" before a program or other data, a folder or a file,
  // that it reads, "+" before a folder for what --resume lets it go on from.
  std::vector<std::string> command;
  // Whether it may find that what came before is wrong.  If it fails, its
  // earlier outputs and what was made of them are removed.
  bool may_refute = false;
  // Whether several processes can share its work, as MPI's ranks.
  bool has_ranks = false;
  // Measured on large boards, for each position of a table (README.md): CPU
  // time, in ns, bytes of what it writes, and of what it needs on the disk only
  // while it runs; 0 if that is little.
  double cpu_ns = 0;
  double disk_bytes = 0;
  double temporary_bytes = 0;
};

struct PipelineOptions {
  // Of each rules, in this order.  Data are runfiles.  Manifest and findings
  // are read by the pipeline, too (pipeline.cc).
  std::vector<Stage> stages = {
      {"solver_a",
       {"@teeko/solver_a/solver_a", "--rules=<rules.textproto",
        "--out=>solver_a.table"},
       /*may_refute=*/false,
       /*has_ranks=*/true,
       /*cpu_ns=*/46,
       /*disk_bytes=*/0.5,
       /*temporary_bytes=*/1.0},
      {"solver_b",
       {"@teeko/solver_b/solver_b", "--rules=<rules.textproto",
        "--out=>solver_b.table", "--checkpoint=+solver_b.checkpoint"},
       /*may_refute=*/false,
       /*has_ranks=*/true,
       /*cpu_ns=*/78,
       /*disk_bytes=*/0.5,
       /*temporary_bytes=*/0.25},
      {"verify",
       {"@teeko/verify/verify", "--rules=<rules.textproto",
        "--table_a=<solver_a.table", "--table_b=<solver_b.table",
        "--manifest=>manifest.textproto"},
       /*may_refute=*/true,
       /*has_ranks=*/false,
       /*cpu_ns=*/16},
      {"certificates",
       {"@teeko/pipeline/certificates", "--manifest=<manifest.textproto",
        "--check=@teeko/verify/check/check",
        "--certificates=@teeko/verify/certificates/files",
        "--json=>certificates.json"},
       /*may_refute=*/true},
      {"extra_rules",
       {"@teeko/studies/extra_rules/extra_rules", "--table=<solver_a.table",
        "--manifest=<manifest.textproto", "--json=>extra_rules.json"}},
  };
  // Of all rules together, if there is to be one; pipeline.cc says what it
  // reads and writes.
  std::optional<Stage> report =
      Stage{"claims", {"@teeko/reports/claims/claims"}};
  // The file to compare with.
  std::string golden_digests = "teeko/corpus/digests.textproto";
  std::vector<Rules> rules;   // of different names
  std::filesystem::path out;  // the folder for everything that is made
  int threads = 1;            // of each process
  // Words before the command of a stage that has ranks: "mpirun", "-n", "4".
  std::vector<std::string> mpirun;
  bool resume = false;     // keep what is there and good
  bool plan_only = false;  // say what would be needed, and do nothing
};

// Runs the pipeline.  Before the first stage it sees to it that the programs
// are there, that the run fits into memory and on the disk (plan.h), that
// nobody else is at work in the folder, and that it can be written.  Rules
// after those that fail are still worked on.
//
// In the end DIR/results.json and the report tell of all rules in DIR that are
// verified and whose files are as their stages left them: of those of this run
// and of others.  Nothing else is left of earlier results and reports.
//
// OK if everything was verified; stderr has a line for each thing that was not.
// Progress and errors go to stderr, the summary to stdout.  Stopped by SIGINT
// or SIGTERM, the exit status is 130 or 143.
absl::Status RunPipeline(const PipelineOptions& options);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PIPELINE_H_
