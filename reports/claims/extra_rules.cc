#include "reports/claims/extra_rules.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/claims/pictures.h"
#include "reports/claims/verdicts.h"
#include "reports/claims/words.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

using Games = std::vector<const RulesFinding*>;
using extra_rules::ExtraRules;
using extra_rules::WordingResult;

std::string WordingText(uint32_t steady_turns) {
  if (steady_turns == 0) return "the original";
  if (steady_turns == 1) return "Steele's amendment";
  return absl::StrCat("steady on ", steady_turns, " turns");
}

const ExtraRules& Found(const RulesFinding& game) {
  return game.result.extra_rules();
}

const WordingResult* WordingOf(const RulesFinding& game, uint32_t steady) {
  return FindWording(Found(game).four_move_limit(), steady);
}

// Draws lost by the side to move, nobody having moved.
double DrawsWon(const RulesFinding& game, uint32_t steady) {
  const WordingResult* const wording = WordingOf(game, steady);
  return wording == nullptr ? 0 : wording->draws_won().loser_to_move();
}

// Whether every move in a cycle takes the mover's last one back.
bool IsAllReturns(const extra_rules::UniqueMoveCycle& cycle) {
  const int size = cycle.positions_size();
  for (int i = 0; i < size; ++i) {
    const auto position = [&](int index, bool black_moves) {
      return PositionOf(cycle.positions((index + size) % size), black_moves);
    };
    if (position(i - 2, true).black != position(i + 1, false).black) {
      return false;
    }
  }
  return true;
}

// The letter's sentences, each with what was found.
Table Sentences(const Games& games) {
  Table table = {.caption = "What the letter says, sentence by sentence",
                 .header = {"Claim", "The letter", "Verdict"},
                 .rows = {},
                 .text_columns = 3};
  for (const RulesFinding* game : games) {
    table.header.push_back(RulesTitle(game->result.name()));
  }
  const auto add = [&](const std::string& claim, const std::string& sentence,
                       auto holds, auto figure) {
    std::vector<std::string> row = {
        claim, sentence,
        std::all_of(games.begin(), games.end(),
                    [&](const RulesFinding* g) { return holds(*g); })
            ? "Reproduced"
            : "Refuted"};
    for (const RulesFinding* game : games) row.push_back(figure(*game));
    table.rows.push_back(std::move(row));
  };
  const auto draws_won = [](uint32_t steady) {
    return [steady](const RulesFinding& game) {
      return absl::StrCat(WithCommas(DrawsWon(game, steady)), " draws won");
    };
  };
  add(
      "C8",
      "There is one cycle, in Advanced, in which each side has exactly one "
      "move that does not lose",
      [](const RulesFinding& game) {
        return Found(game).unique_move_cycles_size() ==
               (game.result.name() == "advanced" ? 1 : 0);
      },
      [](const RulesFinding& game) {
        return absl::StrCat(Found(game).unique_move_cycles_size());
      });
  add(
      "C9", "The four-move limit can turn a draw into a forced win",
      [](const RulesFinding& game) { return DrawsWon(game, 0) > 0; },
      draws_won(0));
  add(
      "C9", "… only if the side that invokes it shuttles too",
      [](const RulesFinding& game) {
        const WordingResult* const steady = WordingOf(game, 4);
        return steady != nullptr && steady->harmless();
      },
      draws_won(4));
  add(
      "C9", "As amended it cannot",
      [](const RulesFinding& game) { return DrawsWon(game, 1) == 0; },
      draws_won(1));
  add(
      "C9", "In the cycle, to invoke it as amended would lose",
      [](const RulesFinding& game) {
        const auto& cycles = Found(game).unique_move_cycles();
        return std::all_of(cycles.begin(), cycles.end(), IsAllReturns);
      },
      [](const RulesFinding& game) {
        return Found(game).unique_move_cycles().empty()
                   ? "no cycle"
                   : "the only good moves are returns";
      });
  add(
      "C10", "The ten-move corner limit changes no value",
      [](const RulesFinding& game) {
        const uint32_t moves = Found(game).smallest_harmless_corner_limit();
        return moves != 0 && moves <= 10;
      },
      [](const RulesFinding& game) {
        return absl::StrCat("none from ",
                            Found(game).smallest_harmless_corner_limit(),
                            " moves on");
      });
  return table;
}

Table WordingsTable(const Games& games) {
  Table table = {
      .caption =
          "Drawn positions that the four-move limit makes wins, nobody having "
          "moved before",
      .header = {"Wording"},
      .rows = {},
      .text_columns = 1};
  for (const RulesFinding* game : games) {
    const std::string name = RulesTitle(game->result.name());
    table.header.push_back(absl::StrCat(name, ": loser to move"));
    table.header.push_back("winner to move");
    table.header.push_back("loser to move, after some last moves");
  }
  for (uint32_t steady = 0; steady <= 4; ++steady) {
    std::vector<std::string> row = {WordingText(steady)};
    for (const RulesFinding* game : games) {
      const WordingResult* const wording = WordingOf(*game, steady);
      if (wording == nullptr) continue;
      const extra_rules::PositionCounts& draws = wording->draws_won();
      row.push_back(WithCommas(draws.loser_to_move()));
      row.push_back(WithCommas(draws.winner_to_move()));
      row.push_back(WithCommas(draws.sometimes()));
    }
    if (row.size() == table.header.size()) table.rows.push_back(row);
  }
  return table;
}

// The variants that a wording gives to somebody, by game and wording.
Paragraph EmptyBoard(const Games& games) {
  std::vector<std::string> sentences;
  for (const RulesFinding* game : games) {
    for (const uint32_t steady : {0, 1}) {
      const WordingResult* const wording = WordingOf(*game, steady);
      if (wording == nullptr) continue;
      std::vector<std::string> changed;
      for (const extra_rules::VariantOutcome& variant : wording->variants()) {
        if (variant.plain() == variant.limited()) continue;
        changed.push_back(absl::StrCat(
            "`", variant.style(), "`",
            variant.centre_ban() ? " with the centre ban" : "", " is ",
            variant.limited() == "draw"
                ? "a draw"
                : absl::StrCat("won by ", RulesTitle(variant.limited()))));
      }
      sentences.push_back(absl::StrCat(
          RulesTitle(game->result.name()), ", ", WordingText(steady), ": ",
          changed.empty() ? "no variant changes"
                          : absl::StrJoin(changed, ", ")));
    }
  }
  return {absl::StrCat("**From the empty board.** ",
                       absl::StrJoin(sentences, ". "), ".")};
}

// A win under a wording, turn by turn; Black is to move first, and loses.
Figures PlayedOut(const Rules& rules, const extra_rules::Example& example) {
  Figures figures;
  for (int i = 0; i < example.turns_size(); ++i) {
    const extra_rules::ExampleTurn& turn = example.turns(i);
    const bool black_moves = i % 2 == 0;
    const Position position = PositionOf(turn.position(), black_moves);
    std::string caption =
        absl::StrCat(i + 1, ". ", black_moves ? "Black " : "Red ", turn.move(),
                     turn.invokes() ? ", invoking the limit" : "");
    if (turn.moves_left() > 0) {
      absl::StrAppend(&caption, " (", turn.moves_left(),
                      turn.moves_left() == 1 ? " move" : " moves",
                      " left to comply)");
    }
    std::vector<std::string> refuted;
    for (const extra_rules::Refuted& other : turn.refuted()) {
      refuted.push_back(absl::StrCat(other.move(), " ", other.plies()));
    }
    figures.figures.push_back(
        {.pictures = {BoardOf(rules, position)},
         .alt = PlacementText(position),
         .caption = std::move(caption),
         .details_title =
             refuted.empty() ? "" : "Other moves, and the plies to Red's win",
         .details = absl::StrJoin(refuted, ", ")});
  }
  return figures;
}

void AddExample(const RulesFinding& game, uint32_t steady, Section& section) {
  const WordingResult* const wording = WordingOf(game, steady);
  if (wording == nullptr || wording->shortest().turns().empty()) return;
  const std::string& before = wording->shortest().played_before();
  section.blocks.push_back(
      Heading{absl::StrCat("A draw won, ", WordingText(steady), ", ",
                           RulesTitle(game.result.name()))});
  section.blocks.push_back(Paragraph{absl::StrCat(
      "Black is to move, ",
      before.empty() ? "nobody has moved before"
                     : absl::StrCat("has just played ", before),
      ", and with no limit it is a draw. Over and over Black has one move that "
      "does not lose, until the limit forbids it. Under each board of Black's "
      "are his other moves, and in how many plies Red wins the plain game "
      "after them.")});
  section.blocks.push_back(
      PlayedOut(game.manifest.rules(), wording->shortest()));
}

Table CornerTable(const Games& games) {
  Table table = {
      .caption =
          "Positions of which the corner limit changes the value for "
          "the side to move, by its moves",
      .header = {"Moves"},
      .rows = {},
      .text_columns = 1};
  for (const RulesFinding* game : games) {
    table.header.push_back(
        absl::StrCat(RulesTitle(game->result.name()), ": draws won"));
    for (const char* const change :
         {"draws lost", "losses rescued", "wins spoiled", "other lengths"}) {
      table.header.push_back(change);
    }
  }
  const auto& limits = Found(*games[0]).corner_limits();
  for (int i = 0; i < limits.size(); ++i) {
    std::vector<std::string> row = {absl::StrCat(limits[i].moves())};
    for (const RulesFinding* game : games) {
      if (i >= Found(*game).corner_limits_size()) continue;
      const extra_rules::CornerLimit& limit = Found(*game).corner_limits(i);
      for (const double count :
           {limit.draws_won(), limit.draws_lost(),
            limit.losses_drawn() + limit.losses_won(),
            limit.wins_drawn() + limit.wins_lost(), limit.other_length()}) {
        row.push_back(WithCommas(count));
      }
    }
    if (row.size() == table.header.size()) table.rows.push_back(row);
  }
  return table;
}

// The examples of the longest limit that changes an outcome.
Figures LastCorners(const Games& games) {
  Figures figures;
  for (const RulesFinding* game : games) {
    const auto& limits = Found(*game).corner_limits();
    const auto last =
        std::find_if(limits.rbegin(), limits.rend(), [](const auto& limit) {
          return limit.has_draw_won() || limit.has_loss_rescued();
        });
    if (last == limits.rend()) continue;
    const auto add = [&](const extra_rules::Placement& placement,
                         const char* change) {
      const Position position = PositionOf(placement, /*black_moves=*/true);
      figures.figures.push_back(
          {.pictures = {BoardOf(game->manifest.rules(), position)},
           .alt = PlacementText(position),
           .caption = absl::StrCat(
               RulesTitle(game->result.name()), ", a limit of ", last->moves(),
               " moves: Black, boxed in and to move, ", change)});
    };
    if (last->has_draw_won()) add(last->draw_won(), "wins a draw");
    if (last->has_loss_rescued()) {
      add(last->loss_rescued(), "rescues a loss");
    }
  }
  return figures;
}

}  // namespace

Section ExtraRulesSection(const Games& games) {
  Section section = {"extra-rules", "The two extra rules", {}};
  section.blocks.push_back(Sentences(games));
  section.blocks.push_back(Heading{"The four-move limit"});
  section.blocks.push_back(Paragraph{
      "Under the four-move limit a side that has moved a piece to and fro may "
      "be told by the other to do something else within four moves. It matters "
      "where a side can only shuttle: in a drawn position with one move that "
      "does not lose, which is to undo the last. Steele would forbid to invoke "
      "the limit with a move that takes a piece back. That is not enough: the "
      "invoker may shuttle afterwards, while the limit runs. What is enough is "
      "that **the limit is off as soon as the invoker, on the turn of invoking "
      "or on one of his next three, puts a piece back on the square that it "
      "left on his turn before**. With fewer such steady turns draws are "
      "still won. The game with the limit is solved exactly, both sides having "
      "the right, for every history; `studies/extra_rules/README.md` has the "
      "theorems, and a second program by another author, "
      "`studies/four_move_limit/second`, finds the same counts for the first "
      "two "
      "wordings."});
  section.blocks.push_back(WordingsTable(games));
  section.blocks.push_back(EmptyBoard(games));
  for (const uint32_t steady : {0, 1}) {
    for (const RulesFinding* game : games) AddExample(*game, steady, section);
  }
  AddExample(*games[0], 3, section);
  section.blocks.push_back(Heading{"The corner limit"});
  section.blocks.push_back(Paragraph{
      "A side one of whose pieces is boxed into a corner may ask that one of "
      "the next ten moves be by a piece that boxes it in. Ten moves change "
      "nothing; nor do far fewer."});
  section.blocks.push_back(CornerTable(games));
  section.blocks.push_back(LastCorners(games));
  return section;
}

}  // namespace teeko::reports
