// The pipeline with a script in place of all programs, for tests.

#include <vector>

#include "pipeline/command_line.h"

int main(int argc, char** argv) {
  using teeko::pipeline::Stage;
  std::vector<Stage> stages = teeko::pipeline::RulesStages();
  Stage report = teeko::pipeline::ReportStage();
  stages.push_back(report);
  for (Stage& stage : stages) {
    stage.command[0] = "@teeko/pipeline/fake_stage.sh";
  }
  report = stages.back();
  stages.pop_back();
  return teeko::pipeline::RunCommandLine(
      argc, argv, stages, report, "teeko/pipeline/fake_digests.textproto");
}
