// The pipeline with a script in place of all programs, for tests.

#include "pipeline/command_line.h"

int main(int argc, char** argv) {
  constexpr char kScript[] = "@teeko/pipeline/fake_stage.sh";
  teeko::pipeline::PipelineOptions options;
  for (auto& stage : options.stages) stage.command[0] = kScript;
  options.report->command[0] = kScript;
  options.golden_digests = "teeko/pipeline/fake_digests.textproto";
  return teeko::pipeline::RunCommandLine(argc, argv, options);
}
