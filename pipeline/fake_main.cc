// The pipeline with a script in place of all programs, for tests.

#include "pipeline/command_line.h"

int main(int argc, char** argv) {
  return teeko::pipeline::RunCommandLine(
      argc, argv, "teeko/pipeline/fake_stages.textproto");
}
