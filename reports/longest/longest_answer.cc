#include "reports/longest/longest_answer.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "game/accepted_table.h"
#include "game/notation.h"
#include "game/tablebase.h"
#include "proto/section_values.h"
#include "reports/annotation.h"
#include "studies/longest/longest_wins.h"

namespace teeko::reports {
namespace {

// "problem: Black on …; Red on …; Black to move and win in 39".
std::string ProblemText(const Position& position, int plies) {
  Item item;
  item.initial = Placement{.black = position.black,
                           .red = position.red,
                           .to_move = position.to_move,
                           .statement = Statement{Statement::kWin, plies}};
  return Heading(item);
}

}  // namespace

absl::StatusOr<answers::LongestWinsOfRules> AnswerLongest(
    absl::string_view folder, absl::string_view name) {
  const absl::StatusOr<Tablebase> tablebase = Tablebase::Open(folder, name);
  if (!tablebase.ok()) return tablebase.status();
  const absl::StatusOr<TableReader> table = OpenAcceptedTable(folder, name);
  if (!table.ok()) return table.status();
  const absl::StatusOr<SectionValues> placements =
      SectionValues::Read(*table, 0);
  if (!placements.ok()) return placements.status();

  const studies::Depths depths = studies::CountDepths(*placements);
  answers::LongestWinsOfRules answer;
  answer.set_rules(std::string(name));
  answer.set_placements(depths.placements);
  answer.set_no_value(depths.no_value);
  answer.set_draws(depths.draws);
  answer.mutable_levels()->Assign(depths.levels.begin(), depths.levels.end());
  const int plies = depths.LongestWin();
  answer.set_plies(plies);
  // After the best move of a win in n comes a loss in n - 1.
  answer.set_longest_loss(
      depths.levels.empty() ? 0 : (depths.levels.size() - 1) / 2 * 2);
  if (plies == 0) return answer;
  for (const auto& [position, orbit] :
       studies::WinsIn(tablebase->game(), *placements, plies)) {
    answers::LongWin& win = *answer.add_wins();
    win.set_problem(ProblemText(position, plies));
    win.set_board(tablebase->game().Draw(position));
    win.set_orbit(orbit);
    const absl::StatusOr<std::vector<Successor>> line =
        tablebase->PrincipalLine(position);
    if (!line.ok()) return line.status();
    for (const Successor& successor : *line) {
      answers::Choice& choice = *win.add_principal_line();
      choice.set_move(ToString(successor.move));
      *choice.mutable_value() = AnswerOf(successor.value);
    }
  }
  return answer;
}

std::string LongestText(const answers::LongestWinsOfRules& answer) {
  std::string text = absl::StrFormat(
      "# %s: %.0f placements, %.0f of them impossible, %.0f drawn\n",
      answer.rules(), answer.placements(), answer.no_value(), answer.draws());
  absl::StrAppendFormat(
      &text, "# A side to move wins in up to %d plies and loses in up to %d.\n",
      answer.plies(), answer.longest_loss());
  absl::StrAppend(&text, "#\n# plies  placements, by the side to move\n");
  for (int n = 0; n < answer.levels_size(); ++n) {
    absl::StrAppendFormat(&text, "#   %3d %11.0f %s\n", n, answer.levels(n),
                          n % 2 == 1 ? "won" : "lost");
  }
  for (int i = 0; i < answer.wins_size(); ++i) {
    const answers::LongWin& win = answer.wins(i);
    absl::StrAppendFormat(
        &text, "\n# Longest win %d of %d, the same in %d places\n#\n", i + 1,
        answer.wins_size(), win.orbit());
    // The board as comments, a # before each row.
    std::string board = absl::StrCat("#   ", win.board());
    board.pop_back();
    absl::StrAppend(&text, absl::StrReplaceAll(board, {{"\n", "\n#   "}}), "\n",
                    win.problem(), "\n");
    for (const answers::Choice& choice : win.principal_line()) {
      absl::StrAppend(&text, choice.move(), "\n");
    }
  }
  return text;
}

}  // namespace teeko::reports
