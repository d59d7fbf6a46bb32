#include "proof/certificates/rules_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace teeko::proof {

std::string RulesText(const Rules& rules) {
  std::vector<std::string> goals;
  // Lists each family once, even if the rules repeat it.
  const auto add = [&goals](const std::string& goal) {
    if (std::ranges::count(goals, goal) == 0) goals.push_back(goal);
  };
  for (const GoalFamily& family : rules.goals()) {
    if (family.has_line()) {
      add(absl::StrCat("line ", family.line().length()));
    } else if (family.has_square()) {
      add(absl::StrCat("square ", family.square().side()));
    } else if (family.has_diamond()) {
      add(absl::StrCat("diamond ", family.diamond().radius()));
    } else if (family.has_tilted_squares()) {
      add("tilted");
    }
  }
  const std::string moves =
      rules.moves() == Rules::KING
          ? ""
          : "\nmoves: " +
                absl::AsciiStrToLower(Rules::Moves_Name(rules.moves()));
  return absl::StrCat(
      "rows: ", rules.rows(), "\ncolumns: ", rules.columns(),
      "\nedges: ", rules.edges() == Rules::WRAPPED ? "wrapped" : "bounded",
      moves, "\npieces: ", rules.pieces(),
      "\ngoals: ", absl::StrJoin(goals, " and "), "\n");
}

}  // namespace teeko::proof
