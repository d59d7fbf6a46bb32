// Composes a problem book.

#include <iostream>
#include <string>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "game/game.h"
#include "proto/section_values.h"
#include "studies/compose/book.h"

ABSL_FLAG(std::string, rules, "standard", "name of the rules");
ABSL_FLAG(std::string, tables, teeko::DefaultOutFolder(),
          "directory with the tables of the pipeline");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");

namespace teeko::studies {
namespace {

constexpr char kUsage[] =
    R"(Composes a problem book: prints problems with their solutions in Scarne's form
(corpus/README.md), ordered by length.  corpus/composed/ has the books of Standard
and Advanced Teeko.  The same rules always give the same book.

  compose [flags]

For example:

  compose --rules=advanced > advanced.txt
)";

absl::Status Run() {
  ASSIGN_OR_RETURN(const proto::TableReader table,
                   OpenAcceptedTable(absl::GetFlag(FLAGS_tables),
                                     absl::GetFlag(FLAGS_rules)));
  ASSIGN_OR_RETURN(const proto::SectionValues placements,
                   proto::SectionValues::Read(table, 0));
  const Game game(table.footer().rules());
  std::cout << BookText(game, ComposeProblems(game, placements));
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::studies

int main(int argc, char** argv) {
  const std::string usage =
      absl::StrCat(teeko::studies::kUsage, teeko::studies::kCriteria, "\n");
  return teeko::base::ProgramMain(argc, argv, usage, teeko::studies::Run);
}
