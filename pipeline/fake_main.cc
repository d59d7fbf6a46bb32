// For tests: runs the pipeline with fake_stage.sh in place of all stages.

#include "pipeline/command_line.h"

int main(int argc, char** argv) {
  return teeko::pipeline::RunCommandLine(
      argc, argv, "teeko/pipeline/fake_stages.textproto");
}
