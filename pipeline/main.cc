// Runs the pipeline with the stages of this project.

#include "pipeline/command_line.h"

int main(int argc, char** argv) {
  return teeko::pipeline::RunCommandLine(argc, argv,
                                         "teeko/pipeline/stages.textproto");
}
