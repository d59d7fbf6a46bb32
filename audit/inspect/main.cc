// Prints the value of a position in several tables.

#include <iostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "audit/inspect/inspect.h"
#include "base/program.h"
#include "base/status.h"

namespace teeko::audit {
namespace {

constexpr char kUsage[] =
    R"(Prints the value of a position in several tables, and the value that the kernel
derives from the successors in the same table.  If these values differ, the table
is wrong.

  inspect TABLE... POSITION

The tables must be of the same rules; they need not be accepted by the verifier.
corpus/README.md specifies how to write POSITION.  For example:

  inspect out/advanced/solver_a.table out/advanced/solver_b.table \
    "5/5/2rbr/1rbb1/2rb1 r"

The exit status is 1 if the tables differ or a value contradicts the values of
the successors.
)";

absl::Status Run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2) {
    return base::Invalid("expected one or more tables and a position, got ",
                         arguments.size(), " arguments; see --help");
  }
  ASSIGN_OR_RETURN(
      const Inspection inspection,
      Inspect({arguments.begin(), arguments.end() - 1}, arguments.back()));
  std::cout << inspection.text;
  return inspection.agree ? absl::OkStatus() : base::ExitWith(1);
}

}  // namespace
}  // namespace teeko::audit

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::audit::kUsage,
                                  teeko::audit::Run);
}
