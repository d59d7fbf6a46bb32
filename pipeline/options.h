// What a run of the pipeline is asked to do.

#ifndef TEEKO_PIPELINE_OPTIONS_H_
#define TEEKO_PIPELINE_OPTIONS_H_

#include <string>
#include <vector>

#include "proto/rules.pb.h"

namespace teeko::pipeline {

// Where the programs of the stages are.
struct StagePrograms {
  std::string solver_a;
  std::string solver_b;
  std::string verify;
  std::string extra_rules;  // left out if empty
  std::string claims;       // writes the report
};

struct PipelineOptions {
  StagePrograms programs;
  std::string golden_digests;  // the file to compare with
  std::vector<Rules> rules;    // of different names
  std::string out;             // the folder for everything that is made
  int threads = 1;             // of each stage
  bool resume = false;         // keep what is there and good
};

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_OPTIONS_H_
