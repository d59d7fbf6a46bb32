// Generates random rules and positions.  Tests that the implementations of the
// rules agree, and that the verifier accepts the tables of both solvers.
// //audit:fuzz is the same program with a new seed in every run.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "audit/agreement/agreement.h"
#include "audit/agreement/random_rules.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "proto/rules_file.h"

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

// Solves the rules with both solvers and verifies the tables.  Returns the name
// of a program that failed, or an empty string.
std::string FailedProgram(const Rules& rules, const std::string& form) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/rules") << rules.DebugString();
  const std::string flag = absl::StrCat(" --rules=", folder, "/rules");
  for (const std::string solver : {"solver_a", "solver_b"}) {
    if (Run(absl::StrCat(solver, "/", solver, flag, form, " --out=", folder,
                         "/", solver)) != 0) {
      return solver;
    }
  }
  const int status =
      Run(absl::StrCat("verify/verify", flag, " --table_a=", folder,
                       "/solver_a --table_b=", folder,
                       "/solver_b --manifest=", folder, "/manifest"));
  return status == 0 ? "" : "verify";
}

RC_GTEST_PROP(Solvers, AgreeWithEachOtherAndTheVerifier, ()) {
  const Rules rules = *rc::gen::suchThat(AnyRules(20), [](const Rules& some) {
    return TablePositions(some) < 500'000;
  });
  RC_ASSERT(FailedProgram(rules, *rc::gen::element("", " --reduced")) == "");
}

RC_GTEST_PROP(Solvers, AgreeOnScoredRules, ()) {
  const Rules rules = *rc::gen::suchThat(
      AnyScoredRules(16),
      [](const Rules& some) { return TablePositions(some) < 50'000; });
  RC_ASSERT(FailedProgram(rules, "") == "");
}

// On these boards a side can be without a move, which costs one point only.
TEST(Solvers, AgreeOnScoredRulesWithBlockedSides) {
  for (const std::string text :
       {"rows: 1 columns: 8 pieces: 3 goals { line { length: 3 } } "
        "scoring { pips: [1, 2, 2] special_squares: 3 special_points: 1 }",
        "rows: 2 columns: 4 pieces: 4 goals { square { side: 1 } } "
        "scoring { pips: [1, 1, 1, 2] }"}) {
    const absl::StatusOr<Rules> rules =
        proto::ParseRules("name: 'small' " + text, "rules");
    ASSERT_TRUE(rules.ok()) << rules.status();
    EXPECT_EQ(FailedProgram(*rules, ""), "") << text;
  }
}

}  // namespace
}  // namespace teeko::audit
