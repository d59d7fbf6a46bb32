// The pipeline with the stages of this project.

#include "pipeline/command_line.h"

int main(int argc, char** argv) {
  return teeko::pipeline::RunCommandLine(
      argc, argv,
      {.solver_a = "teeko/solver_a/solver_a",
       .solver_b = "teeko/solver_b/solver_b",
       .verify = "teeko/verify/verify",
       .extra_rules = "teeko/studies/extra_rules/extra_rules",
       .claims = "teeko/reports/claims/claims"},
      "teeko/corpus/digests.textproto");
}
