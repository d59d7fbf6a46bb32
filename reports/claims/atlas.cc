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

// Those with four pieces a side come first.
constexpr const char* kGames[] = {
    "standard",   "advanced",   "diamonds",  "advanced_diamonds",
    "lines_of_2", "lines_of_3", "lines_of_5"};
constexpr int kFourPieces = 4;

// The name of a board after its number of squares, so that the smallest is
// first.
using Board = std::pair<int, std::string>;
using Boards = std::map<Board, RulesResult>;
using Games = std::map<std::string, Boards>;

// Null if the game was not solved on this board.
const RulesResult* Find(const Games& games, const std::string& game,
                        const Board& board) {
  const auto boards = games.find(game);
  if (boards == games.end()) return nullptr;
  const auto rules = boards->second.find(board);
  return rules == boards->second.end() ? nullptr : &rules->second;
}

// "4x5", from rows to columns.
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

// "black in 13 (+7 =1)": in the first style, and how many styles are won by
// Black (+), drawn (=) and won by Red (−).
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

findings::AtlasGame DetailsOf(const std::string& name, const Boards& boards) {
  findings::AtlasGame game;
  game.set_name(name);
  for (const VariantResult& variant : boards.begin()->second.variants()) {
    game.add_styles(variant.style());
  }
  for (const auto& [board, rules] : boards) {
    findings::AtlasRow& row = *game.add_rows();
    row.set_board(board.second);
    row.set_goals(rules.goals());
    row.set_positions(Positions(rules));
    row.set_drawn(rules.draws());
    row.set_percent(DrawnPercent(rules));
    row.set_longest_win(rules.longest_win());
    for (const VariantResult& variant : rules.variants()) {
      row.add_cells(Outcome(variant));
    }
    row.set_digest(rules.digest().substr(0, 16));
  }
  return game;
}

// Of some games on `boards`: as numbers, and as lines in a picture.
findings::Draws DrawsOf(const std::vector<Board>& boards, const Games& games) {
  // The plot's place in a picture of 440 by 236.
  constexpr double kLeft = 40, kRight = 350, kTop = 26, kBottom = 190;
  const double squares = boards.back().first - boards.front().first;
  const auto x_of = [&](const Board& board) {
    return kLeft +
           (kRight - kLeft) * (board.first - boards.front().first) / squares;
  };
  const auto y_of = [](double percent) {
    return kBottom - (kBottom - kTop) * percent / 100;
  };
  findings::Draws draws;
  for (const Board& board : boards) {
    draws.add_boards(board.second);
    if (board.second.front() == board.second.back()) {
      AddTick(x_of(board), board.second, *draws.mutable_squares());
    }
  }
  for (const int percent : {0, 25, 50, 75, 100}) {
    AddTick(y_of(percent), absl::StrCat(percent, " %"),
            *draws.mutable_percents());
  }
  for (const auto& [name, css_class] :
       {std::pair("standard", "won"), std::pair("advanced", "lost")}) {
    findings::DrawsOf& game = *draws.add_games();
    game.set_game(name);
    game.set_css_class(css_class);
    for (const Board& board : boards) {
      const RulesResult* const rules = Find(games, name, board);
      if (rules == nullptr) {
        game.add_cells("?");
        continue;
      }
      const double percent = DrawnPercent(*rules);
      game.add_cells(absl::StrFormat("%.0f %%", percent));
      game.set_end(y_of(percent));
      absl::StrAppendFormat(game.mutable_points(), "%.1f,%.1f ", x_of(board),
                            game.end());
    }
  }
  return draws;
}

}  // namespace

findings::Atlas AtlasOf(const Results& results) {
  Games games;
  for (const RulesResult& rules : results.rules()) {
    const size_t end = rules.name().rfind('_');
    if (end == std::string::npos) continue;
    games[rules.name().substr(0, end)].emplace(
        BoardCalled(rules.name().substr(end + 1)), rules);
  }
  findings::Atlas atlas;
  std::vector<Board> boards;
  for (const auto& [board, unused] : games[kGames[0]]) {
    boards.push_back(board);
    findings::AtlasBoard& row = *atlas.add_boards();
    row.set_board(board.second);
    for (int i = 0; i < kFourPieces; ++i) {
      const RulesResult* const rules = Find(games, kGames[i], board);
      row.add_cells(rules == nullptr ? "?" : Overview(*rules));
    }
  }
  for (int i = 0; i < kFourPieces; ++i) atlas.add_games(kGames[i]);
  if (boards.size() > 1) *atlas.mutable_draws() = DrawsOf(boards, games);
  for (const char* game : kGames) {
    if (!games[game].empty())
      *atlas.add_details() = DetailsOf(game, games[game]);
  }
  return atlas;
}

}  // namespace teeko::reports
