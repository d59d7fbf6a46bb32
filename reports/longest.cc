// The program longest: lists the longest forced wins.

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "reports/answer.h"

ABSL_FLAG(std::vector<std::string>, rules,
          (std::vector<std::string>{"standard", "advanced"}),
          "names of the rules");
ABSL_FLAG(bool, json, false,
          "print JSON (LongestWins in reports/answers.proto)");
ABSL_FLAG(std::string, tables, teeko::DefaultOutFolder(),
          "folder that the pipeline wrote");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Lists the longest forced wins of the side to move with all pieces on the board,
up to symmetry and colour.  Each win has its board and a line of best play to the
end.  Also prints the number of placements won or lost in each number of plies.
With some rules the longest loss takes more plies than the longest win (118 and
117 in tilted, 78 and 77 in every_square).

  longest [flags]

The output is a list of problems in the notation of corpus/README.md, which
annotate reads.  For example:

  longest --rules=advanced
)";

absl::Status Run() {
  answers::LongestWins answers;
  answers.set_version(kAnswersVersion);
  for (const std::string& name : absl::GetFlag(FLAGS_rules)) {
    ASSIGN_OR_RETURN(*answers.add_rules(),
                     AnswerLongest(absl::GetFlag(FLAGS_tables), name));
  }
  return PrintAnswer(answers, LongestText(answers), absl::GetFlag(FLAGS_json));
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
