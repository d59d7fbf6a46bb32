// The program query: prints the value of a position and of its moves.

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
#include "reports/comparison.h"
#include "reports/stream.h"
#include "teeko/proto/rules.pb.h"

ABSL_FLAG(std::string, rules, "standard", "name of the rules");
ABSL_FLAG(std::string, style, "Standard",
          "drop style, as a name or as letters such as AASS");
ABSL_FLAG(bool, centre_ban, false, "apply the centre ban of the rules");
ABSL_FLAG(bool, line, false,
          "print a line of best play: to the end of the game or, for a draw, "
          "until a position repeats");
ABSL_FLAG(bool, moves, false,
          "with -: list every move (for a single position, query always "
          "lists them)");
ABSL_FLAG(bool, svg, false,
          "print an SVG picture of the position; each empty square shows the "
          "value of the best move to it");
ABSL_FLAG(bool, json, false,
          "print JSON (Answer or ScoredAnswer in reports/answers.proto)");
ABSL_FLAG(std::string, tables, teeko::DefaultOutFolder(),
          "folder that the pipeline wrote");

ABSL_FLAG(std::vector<std::string>, table, {},
          "table files of the same rules, separated by commas: compare the "
          "position's values in these tables, accepted or not");

namespace teeko::reports {
namespace {

// Returns a picture of the position with the value of the best move to each
// empty square.
absl::StatusOr<std::string> Svg(const Tablebase& tablebase,
                                const Position& position) {
  const Game& game = tablebase.game();
  ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                   tablebase.Successors(position));
  std::vector<SquarePicture> squares =
      SquarePictures(game.rules().rows(), game.rules().columns(), position);
  // The list begins with the best move.  In reverse order the best move sets
  // its square's label last.
  for (auto it = moves.rbegin(); it != moves.rend(); ++it) {
    const Successor& successor = *it;
    SquarePicture& square = squares[successor.move.to - 1];
    const Value value = successor.value;
    square.css_class = !value.winner                     ? "plain"
                       : *value.winner == Colour::kBlack ? "black"
                                                         : "red";
    square.label = value.winner
                       ? absl::StrCat(ToString(*value.winner).substr(0, 1), " ",
                                      value.plies + 1)
                       : "=";
  }
  return BoardSvg(game.rules().columns(), squares,
                  "Value of the best move to each empty square: = draw, B 13 "
                  "Black wins in 13 plies, R 16 Red wins in 16 plies",
                  /*standalone=*/true);
}

constexpr char kUsage[] =
    R"(Prints the value of a position and of each of its moves, the best move first.

  query [flags] [POSITION | -]

POSITION has one of three forms: a list of squares, such as "Black on 14 18 19 24;
Red on 13 15 17 23; Red to move"; one line with the rows, such as
"5/5/2rbr/1rbb1/2rb1 r"; or a diagram, row by row, with @ or b for black, O or r
for red, and . or - for empty squares.  Squares may also have names as in chess,
with a1 at the lower left.  In the drop phase the side to move may be left out.
corpus/README.md specifies the notation.  Without POSITION, query reads one
position from standard input.

With -, query reads one position from each line of standard input, and prints one
line of JSON for each (LineAnswer in reports/answers.proto).  An answer has the
value of the position.  --moves adds its moves, --line adds a line of best play.
If a line is not a position, its answer has an error.

With rules that have scoring, each piece has pips, such as
"Black on 2:2 4:1; Red on 5:1" or "1b1br/5/5/5/5 r SSSS pips 2 1 1".  The answer
has the score of the position and of each move for the side to move, and the
points that a move gives away.

With --table=FILE,…, query prints the value of the position in each of these tables,
and the value that the kernel derives from the successors in the same table.  If
these values differ, the table is wrong, and the exit status is 1.

A position may state its value ("… Red to move and win in 9").  The exit status is
1 if this statement is wrong, or if a line is not a position.

Examples:

  query --line "Black on 14 18 19 24; Red on 13 15 17 23; Red to move"
  query "5/5/2rbr/1rbb1/2rb1 r"
  query "..... ..... ..O@O .O@@. ..O@.; Red to move"
  query "Black on c3; Red on; Red to move AASS"
  query --moves - < positions.txt > answers.jsonl
  query --rules=scored_advanced "Black on 13:4; Red on"
  query --table=solver_a.table,solver_b.table "5/5/2rbr/1rbb1/2rb1 r"
)";

// Prints the answer about a position, which `item` describes.
absl::Status PrintPosition(const Tablebase& tablebase, const Item& item,
                           const Position& position) {
  if (tablebase.game().is_scored()) {
    ASSIGN_OR_RETURN(
        const answers::ScoredAnswer answer,
        AnswerScoredQuery(tablebase, *item.initial, position, item.names));
    return PrintAnswer(answer, AnswerText(answer), absl::GetFlag(FLAGS_json));
  }
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  const std::string misstatement = Misstatement(*item.initial, position, value);
  if (absl::GetFlag(FLAGS_svg)) {
    ASSIGN_OR_RETURN(const std::string svg, Svg(tablebase, position));
    std::cout << svg;
  } else {
    ASSIGN_OR_RETURN(answers::Answer answer,
                     AnswerQuery(tablebase, position, item.names,
                                 absl::GetFlag(FLAGS_line)));
    answer.set_misstatement(misstatement);
    RETURN_IF_ERROR(
        PrintAnswer(answer, AnswerText(answer), absl::GetFlag(FLAGS_json)));
  }
  if (misstatement.empty()) return absl::OkStatus();
  base::ExitStatus(base::Invalid("the position states \"", misstatement,
                                 "\", but its value is ", ToString(value)));
  return base::ExitWith(1);
}

absl::Status Run(const std::vector<std::string>& arguments) {
  if (arguments.size() > 1) {
    return base::Invalid("expected one position, got ", arguments.size(),
                         " arguments; put quotes around the position");
  }
  const auto text = [&]() -> absl::StatusOr<std::string> {
    if (arguments.empty()) return base::ReadFile("/dev/stdin");
    return arguments[0];
  };
  if (const auto tables = absl::GetFlag(FLAGS_table); !tables.empty()) {
    ASSIGN_OR_RETURN(const std::string position, text());
    ASSIGN_OR_RETURN(const Comparison comparison,
                     CompareTables(tables, position));
    std::cout << comparison.text;
    return comparison.agree ? absl::OkStatus() : base::ExitWith(1);
  }
  ASSIGN_OR_RETURN(
      const Tablebase tablebase,
      Tablebase::Open(absl::GetFlag(FLAGS_tables), absl::GetFlag(FLAGS_rules)));
  const Game& game = tablebase.game();
  const bool scoring = game.is_scored();
  ASSIGN_OR_RETURN(const std::string style,
                   game.FindStyle(absl::GetFlag(FLAGS_style)));
  const Position start = game.Start(style, absl::GetFlag(FLAGS_centre_ban));
  const bool principal_line = absl::GetFlag(FLAGS_line);
  if (absl::GetFlag(FLAGS_svg) && absl::GetFlag(FLAGS_json)) {
    return base::Invalid("--svg and --json: expected at most one of them");
  }
  const bool stream = !arguments.empty() && arguments[0] == "-";
  if (scoring && (absl::GetFlag(FLAGS_svg) || principal_line || stream)) {
    return base::Invalid(
        "rules with scoring: query does not support -, --svg and --line");
  }
  if (stream) {
    return AnswerStream(tablebase,
                        {.start = start,
                         .moves = absl::GetFlag(FLAGS_moves),
                         .principal_line = principal_line},
                        STDIN_FILENO, std::cout);
  }
  ASSIGN_OR_RETURN(const std::string position_text, text());
  ASSIGN_OR_RETURN(const Item item, ParsePosition(position_text, game));
  ASSIGN_OR_RETURN(const Position position, SetUp(game, item, start));
  return PrintPosition(tablebase, item, position);
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
