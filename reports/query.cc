// Answers what a position is worth.

#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "game/board_svg.h"
#include "game/notation.h"
#include "game/tablebase.h"
#include "reports/answer.h"
#include "reports/stream.h"

ABSL_FLAG(std::string, rules, "standard", "name of the rules");
ABSL_FLAG(std::string, style, "Standard", "drop style, by name or as AASS");
ABSL_FLAG(bool, centre_ban, false, "bar the squares that the rules may ban");
ABSL_FLAG(bool, line, false,
          "print a principal line: to the end of the game or, of a draw, until "
          "a position comes again");
ABSL_FLAG(bool, moves, false,
          "of a stream: list every move, too (of one position, all are)");
ABSL_FLAG(bool, svg, false,
          "draw the position as SVG; each empty square shows the value of the "
          "best move to it");
ABSL_FLAG(bool, json, false, "print JSON (reports/answers.proto)");
ABSL_FLAG(std::string, tables, teeko::DefaultOutFolder(),
          "the folder that the pipeline wrote");

namespace teeko::reports {
namespace {

// Returns a picture of the position with the value of the best move to each
// empty square.
absl::StatusOr<std::string> Svg(const Tablebase& tablebase,
                                const Position& position) {
  const Game& game = tablebase.game();
  ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                   tablebase.Successors(position));
  std::vector<SquareLabel> labels(game.rules().rows() * game.rules().columns());
  for (const Successor& successor : moves) {  // the best first
    SquareLabel& label = labels[successor.move.to - 1];
    if (!label.text.empty()) continue;
    const Value value = successor.value;
    label = {value.winner ? absl::StrCat(ToString(*value.winner).substr(0, 1),
                                         " ", value.plies + 1)
                          : "=",
             value.winner};
  }
  return BoardSvg(game.rules().rows(), game.rules().columns(), position, labels,
                  "Value of the best move to each empty square: = draw, B 13 "
                  "Black wins in 13 plies, R 16 Red wins in 16 plies");
}

constexpr char kUsage[] =
    R"(Says what a position is worth, and every move of it, the best first.

  query [flags] [POSITION | -]

POSITION is "Black on 14 18 19 24; Red on 13 15 17 23; Red to move", one line as
in chess, or a diagram, row by row: @ or b for black, O or r for red, . or - for
empty squares.  Squares may be called as in chess, too: a1 is at the lower left.
Who is to move may be left out while there are drops to come.  corpus/README.md
has all of it.  Without POSITION, the standard input has one.

A lone - answers a stream: each line of the standard input is a position, and
gets a line of JSON (LineAnswer of reports/answers.proto), its value, with --moves
or --line more.  A line that is no position has its error there.

A position may state its value ("… Red to move and win in 9").  The exit status
is 1 if that is not so, or if a line is no position.  For example:

  query --line "Black on 14 18 19 24; Red on 13 15 17 23; Red to move"
  query "5/5/2rbr/1rbb1/2rb1 r"
  query "..... ..... ..O@O .O@@. ..O@.; Red to move"
  query "Black on c3; Red on; Red to move AASS"
  query --moves - < positions.txt > answers.jsonl
)";

absl::Status Run(const std::vector<std::string>& arguments) {
  if (arguments.size() > 1) {
    return base::Invalid("one position is wanted, but there are ",
                         arguments.size(),
                         " arguments (has it quotes around it?)");
  }
  ASSIGN_OR_RETURN(
      const Tablebase tablebase,
      Tablebase::Open(absl::GetFlag(FLAGS_tables), absl::GetFlag(FLAGS_rules)));
  const Game& game = tablebase.game();
  ASSIGN_OR_RETURN(const std::string style,
                   game.FindStyle(absl::GetFlag(FLAGS_style)));
  const Position start = game.Start(style, absl::GetFlag(FLAGS_centre_ban));
  const bool principal_line = absl::GetFlag(FLAGS_line);
  if (absl::GetFlag(FLAGS_svg) && absl::GetFlag(FLAGS_json)) {
    return base::Invalid("--svg and --json: expected one of them");
  }
  if (!arguments.empty() && arguments[0] == "-") {
    return AnswerStream(tablebase,
                        {.start = start,
                         .moves = absl::GetFlag(FLAGS_moves),
                         .principal_line = principal_line},
                        STDIN_FILENO, std::cout);
  }
  ASSIGN_OR_RETURN(const std::string text, arguments.empty()
                                               ? base::ReadFile("/dev/stdin")
                                               : arguments[0]);
  ASSIGN_OR_RETURN(const Item item, ParsePosition(text, game));
  ASSIGN_OR_RETURN(const Position position, SetUp(game, item, start));
  ASSIGN_OR_RETURN(
      answers::Answer answer,
      AnswerQuery(tablebase, position, item.names, principal_line));
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  if (absl::GetFlag(FLAGS_svg)) {
    ASSIGN_OR_RETURN(const std::string svg, Svg(tablebase, position));
    std::cout << svg;
    return absl::OkStatus();
  }
  answer.set_misstatement(Misstatement(*item.initial, position, value));
  RETURN_IF_ERROR(
      PrintAnswer(answer, AnswerText(answer), absl::GetFlag(FLAGS_json)));
  if (answer.misstatement().empty()) return absl::OkStatus();
  base::ExitStatus(base::Invalid("the position says \"", answer.misstatement(),
                                 "\", but its value is ", ToString(value)));
  return base::ExitWith(1);
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
