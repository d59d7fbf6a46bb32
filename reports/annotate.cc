// The program annotate: prints problems and games with the value and a mark for
// every move.

#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "game/tablebase.h"
#include "reports/annotation.h"
#include "reports/answer.h"

ABSL_FLAG(std::string, rules, "standard", "name of the rules");
ABSL_FLAG(std::string, style, "Standard",
          "drop style, as a name or as letters such as AASS");
ABSL_FLAG(bool, centre_ban, false, "apply the centre ban of the rules");
ABSL_FLAG(bool, boards, false, "draw the board after every move");
ABSL_FLAG(bool, json, false,
          "print JSON (Annotations in reports/answers.proto)");
ABSL_FLAG(std::string, tables, teeko::DefaultOutFolder(),
          "folder that the pipeline wrote");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Annotates problems and games: prints the value after every move, and marks the
mistakes.  corpus/README.md specifies the notation; reports/README.md explains
the marks.

  annotate [flags] FILE…

Each FILE contains any number of problems and games; - means standard input.  If
an item cannot be read, prints its file and line to stderr, and annotates the
other items.  The last line on stderr has the numbers of read and refused items.
Exits with status 1 if there was an error, or if a problem states a wrong value.
For example:

  annotate --boards corpus/letter/game_8.txt
)";

// Prints the annotations to stdout, and the errors to stderr.
absl::Status Run(const std::vector<std::string>& files) {
  if (files.empty()) {
    return absl::InvalidArgumentError(
        "no file to annotate: expected at least one FILE (- means standard "
        "input)");
  }
  ASSIGN_OR_RETURN(
      const Tablebase tablebase,
      Tablebase::Open(absl::GetFlag(FLAGS_tables), absl::GetFlag(FLAGS_rules)));
  const Game& game = tablebase.game();
  ASSIGN_OR_RETURN(const std::string style,
                   game.FindStyle(absl::GetFlag(FLAGS_style)));
  const Position start = game.Start(style, absl::GetFlag(FLAGS_centre_ban));
  RETURN_IF_ERROR(game.Check(start));

  answers::Annotations annotations;
  annotations.set_version(kAnswersVersion);
  for (const std::string& file : files) {
    const absl::StatusOr<std::string> text =
        base::ReadFile(file == "-" ? "/dev/stdin" : file);
    if (text.ok()) {
      RETURN_IF_ERROR(AnnotateText(tablebase, *text,
                                   file == "-" ? "stdin" : file, start,
                                   absl::GetFlag(FLAGS_boards), annotations));
    } else {
      annotations.add_items()->set_error(std::string(text.status().message()));
    }
  }
  bool all_well = true;
  for (const answers::Item& item : annotations.items()) {
    if (item.error().empty()) continue;
    all_well = false;
    base::ExitStatus(absl::InvalidArgumentError(item.error()));
  }
  std::cerr << "annotate: " << CountsText(annotations) << "\n";
  RETURN_IF_ERROR(PrintAnswer(annotations, AnnotationText(annotations),
                              absl::GetFlag(FLAGS_json)));
  return all_well ? absl::OkStatus() : base::ExitWith(1);
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
