// What a run of the pipeline does: the stages, as a table, and the options.

#ifndef TEEKO_PIPELINE_STAGES_H_
#define TEEKO_PIPELINE_STAGES_H_

#include <string>
#include <vector>

#include "proto/rules.pb.h"

namespace teeko::pipeline {

struct Stage {
  std::string name;
  // The program, and the flags that only this stage has.  "<" stands before a
  // file of the rules' folder that it reads, ">" before one that it writes, "@"
  // before a program or other data, a folder or a file, that it reads.
  std::vector<std::string> command;
  // Whether it may find that what came before is wrong.  If it fails, its
  // earlier outputs and what was made of them are removed.
  bool may_refute = false;
};

struct PipelineOptions {
  std::vector<Stage> stages;   // of each rules, in this order
  Stage report;                // of all rules together
  std::string golden_digests;  // the file to compare with
  std::vector<Rules> rules;    // of different names
  std::string out;             // the folder for everything that is made
  int threads = 1;             // of each stage
  bool resume = false;         // keep what is there and good
};

// Data are runfiles.  Manifest and findings are read by the pipeline, too
// (rules_run.cc).
inline std::vector<Stage> RulesStages() {
  return {
      {"solver_a",
       {"@teeko/solver_a/solver_a", "--rules=<rules.textproto",
        "--out=>solver_a.table"}},
      {"solver_b",
       {"@teeko/solver_b/solver_b", "--rules=<rules.textproto",
        "--out=>solver_b.table"}},
      {"verify",
       {"@teeko/verify/verify", "--rules=<rules.textproto",
        "--table_a=<solver_a.table", "--table_b=<solver_b.table",
        "--manifest=>manifest.textproto"},
       /*may_refute=*/true},
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
}

// pipeline.cc says what it reads and writes.
inline Stage ReportStage() {
  return {"claims", {"@teeko/reports/claims/claims"}};
}

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_STAGES_H_
