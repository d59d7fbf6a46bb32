// Generates random rules and positions.  Tests that the implementations of the
// rules agree, and that the verifier accepts the tables of both solvers.
// //audit:fuzz is the same program with a new seed in every run.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "audit/agreement/agreement.h"
#include "audit/agreement/random_rules.h"
#include "kernel/order.h"
#include "kernel/rules.h"

namespace teeko::audit {
namespace {

RC_GTEST_PROP(Implementations, AgreeOnBoardsAndPositions, ()) {
  const Rules rules = *AnyRules(64);
  const Implementations boards(rules);
  RC_ASSERT(BoardDisagreement(boards) == "");
  for (int i = 0; i < 20; ++i) {
    RC_ASSERT(PositionDisagreement(boards, *AnyPosition(rules)) == "");
  }
}

uint64_t TablePositions(const Rules& rules) {
  uint64_t sum = 0;
  for (const kernel::Section& section :
       kernel::SectionsOf(Implementations(rules).kernel, rules)) {
    if (__builtin_add_overflow(sum, section.positions, &sum)) return ~0ull;
  }
  return sum;
}

int Run(const std::string& command) {
  return std::system(
      absl::StrCat(command, " 2>", testing::TempDir(), "/log").c_str());
}

RC_GTEST_PROP(Solvers, AgreeWithEachOtherAndTheVerifier, ()) {
  const Rules rules = *rc::gen::suchThat(AnyRules(20), [](const Rules& some) {
    return TablePositions(some) < 500'000;
  });
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/rules") << rules.DebugString();
  const std::string flag = absl::StrCat(" --rules=", folder, "/rules");
  const std::string form =
      *rc::gen::arbitrary<bool>() ? " --reduced --out=" : " --out=";
  for (const std::string solver : {"solver_a", "solver_b"}) {
    RC_ASSERT(Run(absl::StrCat(solver, "/", solver, flag, form, folder, "/",
                               solver)) == 0);
  }
  RC_ASSERT(Run(absl::StrCat("verify/verify", flag, " --table_a=", folder,
                             "/solver_a --table_b=", folder,
                             "/solver_b --manifest=", folder, "/manifest")) ==
            0);
}

}  // namespace
}  // namespace teeko::audit
