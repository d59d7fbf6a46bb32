#include "reports/claims/atlas.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/claims/pictures.h"

namespace teeko::reports {
namespace {

// The games.  The first kFourPieceGames of them have four pieces a side.
constexpr const char* kGames[] = {
    "standard", "advanced", "diamonds", "advanced_diamonds", "lines_of_2",
    "lines_of_3", "lines_of_5",
    // Pieces that do not move like kings.
    "standard_knight", "advanced_knight", "standard_orthogonal",
    "advanced_orthogonal", "standard_diagonal", "advanced_diagonal"};
constexpr int kFourPieceGames = 4;

// A board: its number of squares, so that small boards come first, and its
// name.
using Board = std::pair<int, std::string>;
using Solved = std::map<Board, const RulesResult*>;

// Returns the result on this board; null if the game was not solved on it.
const RulesResult* Find(const Solved& game, const Board& board) {
  const auto found = game.find(board);
  return found == game.end() ? nullptr : found->second;
}

// Returns the board with this name: rows, "x" and columns, as in "4x5".
Board BoardCalled(const std::string& name) {
  int rows = 0, columns = 0;
  std::sscanf(name.c_str(), "%dx%d", &rows, &columns);
  return {rows * columns, name};
}

uint64_t Positions(const RulesResult& rules) {
  return rules.placements() - rules.no_value();
}

double DrawnPercent(const RulesResult& rules) {
  return 100 * rules.draws() / Positions(rules);
}

// Returns the outcome in the first style, and the numbers of styles won by
// Black (+), drawn (=) and won by Red (−): "black in 13 (+7 =1)".
std::string Overview(const RulesResult& rules) {
  const VariantResult& first = rules.variants(0);
  std::vector<std::string> counts;
  for (const auto& [outcome, sign] :
       {std::pair("black", "+"), {"draw", "="}, {"red", "−"}}) {
    const auto count =
        std::ranges::count(rules.variants(), outcome, &VariantResult::outcome);
    if (count > 0) counts.push_back(absl::StrCat(sign, count));
  }
  return absl::StrCat(
      first.outcome(),
      first.plies() > 0 ? absl::StrCat(" in ", first.plies()) : "", " (",
      absl::StrJoin(counts, " "), ")");
}

std::string Outcome(const VariantResult& variant) {
  if (variant.outcome() == "draw") return "=";
  return absl::StrCat(variant.outcome() == "black" ? "B " : "R ",
                      variant.plies());
}

void AddRow(const std::string& board, const RulesResult& rules,
            findings::AtlasGame& game) {
  findings::AtlasRow& row = *game.add_rows();
  row.set_board(board);
  row.set_goals(rules.goals());
  row.set_positions(Positions(rules));
  row.set_drawn(rules.draws());
  row.set_percent(DrawnPercent(rules));
  row.set_longest_win(rules.longest_win());
  for (const VariantResult& variant : rules.variants()) {
    if (game.rows_size() == 1) game.add_styles(variant.style());
    row.add_cells(Outcome(variant));
  }
  row.set_digest(rules.digest().substr(0, 16));
}

void AddPoint(double x, double y, findings::Line& line) {
  line.set_end(y);
  absl::StrAppendFormat(line.mutable_points(), "%.1f,%.1f ", x, line.end());
}

// Returns the shares of drawn positions in Standard and Advanced Teeko, as
// numbers and as lines of a plot.  The boards are those on which Standard Teeko
// was solved.
findings::Draws DrawsOf(std::map<std::string, Solved>& solved) {
  const Solved& boards = solved["standard"];
  const Axis squares = {40, 350, 1.0 * boards.begin()->first.first,
                        1.0 * boards.rbegin()->first.first};
  constexpr Axis kPercents = {kBottom, kTop, 0, 100};
  findings::Draws draws;
  for (const int percent : {0, 25, 50, 75, 100}) {
    AddTick(kPercents.At(percent), absl::StrCat(percent, " %"),
            *draws.mutable_percents());
  }
  for (const auto& [board, rules] : boards) {
    const auto& [size, name] = board;
    draws.add_boards(name);
    if (name.front() == name.back()) {
      AddTick(squares.At(size), name, *draws.mutable_squares());
    }
  }
  for (const auto& [name, css_class] :
       {std::pair("standard", "won"), {"advanced", "lost"}}) {
    findings::Line& line = *draws.add_games();
    line.set_name(name);
    line.set_css_class(css_class);
    for (const auto& [board, standard] : boards) {
      const RulesResult* const rules = Find(solved[name], board);
      if (rules == nullptr) {
        line.add_cells("?");
        continue;
      }
      const double percent = DrawnPercent(*rules);
      line.add_cells(absl::StrFormat("%.0f %%", percent));
      AddPoint(squares.At(board.first), kPercents.At(percent), line);
    }
  }
  return draws;
}

}  // namespace

findings::Atlas AtlasOf(const Results& results) {
  std::map<std::string, Solved> solved;  // by game
  for (const RulesResult& rules : results.rules()) {
    const size_t end = rules.name().rfind('_');
    if (end == std::string::npos) continue;
    solved[rules.name().substr(0, end)]
          [BoardCalled(rules.name().substr(end + 1))] = &rules;
  }
  findings::Atlas atlas;
  for (const char* name : kGames) {
    if (solved[name].empty()) continue;
    findings::AtlasGame& game = *atlas.add_details();
    game.set_name(name);
    for (const auto& [board, rules] : solved[name]) {
      AddRow(board.second, *rules, game);
    }
  }
  for (const auto& [board, standard] : solved["standard"]) {
    findings::AtlasBoard& row = *atlas.add_boards();
    row.set_board(board.second);
    for (int i = 0; i < kFourPieceGames; ++i) {
      const RulesResult* const rules = Find(solved[kGames[i]], board);
      row.add_cells(rules == nullptr ? "?" : Overview(*rules));
    }
  }
  atlas.mutable_games()->Assign(kGames, kGames + kFourPieceGames);
  if (atlas.boards_size() > 1) *atlas.mutable_draws() = DrawsOf(solved);
  return atlas;
}

}  // namespace teeko::reports
