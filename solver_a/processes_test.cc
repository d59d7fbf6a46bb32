// Runs several processes as threads and expects the same bytes as from one
// process.  //audit:faults plants faults in their checkpoints.

#include "base/processes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/local_processes_for_test.h"
#include "proto/rules_file.h"
#include "solver_a/solve.h"

namespace teeko::solver_a {
namespace {

// Rules of boards with 1, 1, 2, 3, 5 and 10 panels, and rules with scoring.
Rules AnyRules() {
  static const auto* const rules = [] {
    auto* const all = new std::vector<Rules>;
    for (const char* const words :
         {"rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } }",
          "rows: 1 columns: 7 pieces: 2 goals { line { length: 2 } }",
          "rows: 4 columns: 4 pieces: 3 edges: WRAPPED styles: 'SAS' "
          "goals { line { length: 3 } }",
          "rows: 4 columns: 5 pieces: 3 styles: 'SSS' moves: KNIGHT "
          "goals { line { length: 3 } }",
          "rows: 5 columns: 5 pieces: 3 styles: 'SSS' "
          "goals { line { length: 3 } }",
          "rows: 4 columns: 5 pieces: 4 styles: 'SSSS' moves: DIAGONAL "
          "goals { square { side: 1 } }",
          "rows: 4 columns: 4 pieces: 3 styles: 'SAS' "
          "goals { line { length: 3 } } scoring { pips: [1, 2, 2] "
          "special_squares: 1 special_points: 1 } moves: ORTHOGONAL"}) {
      all->push_back(
          *proto::ParseRules(absl::StrCat("name: 'test' ", words), "test"));
    }
    return all;
  }();
  return *rc::gen::elementOf(*rules);
}

std::string TablePath() { return ::testing::TempDir() + "/processes.table"; }

absl::Status SolveOn(base::Processes& processes, const Rules& rules,
                     const TableForm& form = {}) {
  base::Progress progress("test");
  return Solve(rules, TablePath(), progress, processes, {}, form);
}

std::string Table() {
  std::ifstream file(TablePath(), std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string TableOfOne(const Rules& rules, const TableForm& form) {
  base::Processes alone;
  RC_ASSERT(SolveOn(alone, rules, form).ok());
  return Table();
}

base::ProcessesOptions AnyOptions() {
  return {.max_unsent_bytes = *rc::gen::element<uint64_t>(0, 1000, 1 << 26)};
}

RC_GTEST_PROP(Processes, WriteTheSameBytesAsOne, ()) {
  const Rules rules = AnyRules();
  TableForm form;
  form.reduced = *rc::gen::arbitrary<bool>();
  if (!rules.has_scoring() && *rc::gen::arbitrary<bool>()) {
    form.longest_in_one_byte = 0;
  }
  const std::string expected = TableOfOne(rules, form);
  base::LocalNetwork network(*rc::gen::inRange(1, 8));
  for (const absl::Status& status :
       network.Run(AnyOptions(), [&](base::Processes& processes) {
         return SolveOn(processes, rules, form);
       })) {
    RC_ASSERT(status.ok());
  }
  RC_ASSERT(Table() == expected);
}

}  // namespace
}  // namespace teeko::solver_a
