// The pipeline with fake stages, for tests.

#include "pipeline/command_line.h"

int main(int argc, char** argv) {
  constexpr char kFake[] = "teeko/pipeline/fake_stage";
  return teeko::pipeline::RunCommandLine(
      argc, argv,
      {.solver_a = kFake,
       .solver_b = kFake,
       .verify = kFake,
       .extra_rules = "",
       .claims = "teeko/pipeline/fake_claims.sh"},
      "teeko/pipeline/fake_digests.textproto");
}
