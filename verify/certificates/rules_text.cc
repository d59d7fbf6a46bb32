#include "verify/certificates/rules_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace teeko::verify {

std::string RulesText(const Rules& rules) {
  std::vector<std::string> goals;
  for (const GoalFamily& family : rules.goals()) {
    switch (family.family_case()) {
      case GoalFamily::kLine:
        goals.push_back(absl::StrCat("line ", family.line().length()));
        break;
      case GoalFamily::kSquare:
        goals.push_back(absl::StrCat("square ", family.square().side()));
        break;
      case GoalFamily::kDiamond:
        goals.push_back(absl::StrCat("diamond ", family.diamond().radius()));
        break;
      case GoalFamily::kTiltedSquares:
        goals.push_back("tilted");
        break;
      case GoalFamily::FAMILY_NOT_SET:
        break;
    }
  }
  // A family that the rules list twice is one.
  std::vector<std::string> once;
  for (const std::string& goal : goals) {
    if (std::find(once.begin(), once.end(), goal) == once.end())
      once.push_back(goal);
  }
  return absl::StrCat(
      "rows: ", rules.rows(), "\ncolumns: ", rules.columns(),
      "\nedges: ", rules.edges() == Rules::WRAPPED ? "wrapped" : "bounded",
      "\npieces: ", rules.pieces(), "\ngoals: ", absl::StrJoin(once, " and "),
      "\n");
}

}  // namespace teeko::verify
