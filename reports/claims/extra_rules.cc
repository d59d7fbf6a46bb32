#include "reports/claims/extra_rules.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "proto/rules_file.h"
#include "reports/claims/pictures.h"
#include "reports/claims/verdicts.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

using Cells = std::vector<std::string>;
using Rows = google::protobuf::RepeatedPtrField<findings::Row>;

void AddRow(Rows& rows, const Cells& cells) {
  rows.Add()->mutable_cells()->Assign(cells.begin(), cells.end());
}

std::string WordingText(uint32_t steady_turns) {
  if (steady_turns == 0) return "the original";
  if (steady_turns == 1) return "Steele's amendment";
  return absl::StrCat("steady on ", steady_turns, " turns");
}

const extra_rules::FourMoveLimit& FourMoves(const Evidence& game) {
  return game.extra_rules->four_move_limit();
}

Cells WordingCells(const std::string& title,
                   const extra_rules::WordingResult& wording) {
  const extra_rules::PositionCounts& draws = wording.draws_won();
  Cells cells = {title, WordingText(wording.steady_turns())};
  for (const double count :
       {draws.loser_to_move(), draws.winner_to_move(), draws.sometimes(),
        draws.states(), wording.classes_lost()}) {
    cells.push_back(WithCommas(count));
  }
  return cells;
}

// On how many turns the invoker must be steady so that no value changes.
std::string CureText(const std::string& title, const Evidence& game) {
  for (const extra_rules::WordingResult& wording : FourMoves(game).wordings()) {
    if (FindWording(FourMoves(game), wording.steady_turns()) == &wording &&
        wording.harmless()) {
      return absl::StrCat(title, ": ", wording.steady_turns());
    }
  }
  return absl::StrCat(title, ": none of those examined");
}

// Who has moved, by the sets of squares before and after.
Squares Moved(const Position& before, const Position& after) {
  return before.to_move == Colour::kBlack ? after.black & ~before.black
                                          : after.red & ~before.red;
}

// What there is to be said of a turn.
std::string NotesOn(const extra_rules::Example& example, int i) {
  const extra_rules::ExampleTurn& turn = example.turns(i);
  Cells notes;
  if (turn.invokes()) notes.push_back("invokes the limit");
  if (turn.moves_left() > 0) {
    notes.push_back(absl::StrCat(turn.moves_left(), " more to comply"));
  }
  if (turn.moves_left() == 1 && i >= 2) {
    // What remains of the limit is not to take his last move back.
    const Cells squares = absl::StrSplit(example.turns(i - 2).move(), '-');
    notes.push_back(
        absl::StrCat(squares.back(), "-", squares[0], " is forbidden"));
  }
  Cells others;
  for (const extra_rules::Refuted& other : turn.refuted()) {
    if (other.move() == turn.move()) continue;
    others.push_back(absl::StrCat(other.move(), " (", other.plies(), ")"));
  }
  if (!others.empty()) {
    notes.push_back(absl::StrCat("other moves, and the plies to Red's win: ",
                                 absl::StrJoin(others, ", ")));
  }
  return absl::StrJoin(notes, "; ");
}

// A win played out, Black to move first: the states of the four-move limit and,
// after the last of them, best play of the plain game to the end.
absl::StatusOr<findings::Figures> PlayedOut(
    const Evidence& game, const extra_rules::Example& example) {
  findings::Figures figures;
  Position before;
  const auto add = [&](const Position& position, const std::string& text,
                       const std::string& notes, Squares marked = 0) {
    const bool first = figures.figures().empty();
    findings::Figure& figure = *figures.add_figures();
    figure.set_title(absl::StrCat(figures.figures_size(), ". ", text));
    figure.set_details(notes);
    *figure.add_boards() = BoardOf(
        game.manifest.rules(), position,
        {.marked = marked, .moved = first ? 0 : Moved(before, position)});
    before = position;
  };
  Colour mover = Colour::kBlack;
  for (int i = 0; i < example.turns_size(); ++i) {
    const extra_rules::ExampleTurn& turn = example.turns(i);
    add(PositionOf(turn.position(), mover),
        absl::StrCat(ToString(mover), " ", turn.move()), NotesOn(example, i));
    mover = Other(mover);
  }
  const absl::StatusOr<std::vector<Successor>> successors =
      game.tablebase->Successors(before);
  if (!successors.ok())
    return absl::DataLossError(successors.status().message());
  const std::string& last = example.turns(example.turns_size() - 1).move();
  for (const Successor& successor : *successors) {
    if (ToString(successor.move) != last) continue;
    if (successor.value.winner != Colour::kRed) break;
    const absl::StatusOr<std::vector<Successor>> line =
        game.tablebase->PrincipalLine(successor.position);
    if (!line.ok()) return line.status();
    Position position = successor.position;
    for (const Successor& next : *line) {
      add(position, MoveText(position, next.position), "");
      position = next.position;
    }
    add(position, "Red has won", "", position.red);
  }
  AddText(game.manifest.rules(), figures);
  return figures;
}

// The shortest win of a draw under Steele's amendment, or else the original.
absl::Status AddExample(
    const std::vector<std::pair<std::string, const Evidence*>>& games,
    findings::ExtraRules& chapter) {
  for (const uint32_t steady : {1, 0}) {
    for (const auto& [title, game] : games) {
      const extra_rules::WordingResult* const wording =
          FindWording(FourMoves(*game), steady);
      if (wording == nullptr || wording->shortest().turns().empty()) continue;
      chapter.set_example_title(absl::StrCat(title, ", ", WordingText(steady)));
      const std::string& before = wording->shortest().played_before();
      chapter.set_example_before(
          before.empty() ? "nobody has moved before"
                         : absl::StrCat("he has just played ", before));
      absl::StatusOr<findings::Figures> example =
          PlayedOut(*game, wording->shortest());
      if (!example.ok()) return example.status();
      *chapter.mutable_example() = *std::move(example);
      return absl::OkStatus();
    }
  }
  return absl::OkStatus();
}

std::string CornerText(const std::string& title, uint32_t shortest) {
  return shortest == 0
             ? absl::StrCat("In ", title,
                            " every limit that was examined changes values.")
             : absl::StrCat("In ", title, " limits from ", shortest,
                            " moves on change no value, not even a length.");
}

void AddCorners(const std::string& title, const Evidence& game,
                findings::ExtraRules& chapter) {
  const Rules& rules = game.manifest.rules();
  const uint32_t harmless = game.extra_rules->smallest_harmless_corner_limit();
  for (const auto& limit : game.extra_rules->corner_limits()) {
    if (harmless != 0 && limit.moves() > harmless) break;
    Cells cells = {title, absl::StrCat(limit.moves())};
    for (const double count :
         {limit.boxed(), limit.draws_won(), limit.draws_lost(),
          limit.losses_drawn() + limit.losses_won(),
          limit.wins_drawn() + limit.wins_lost(), limit.other_length()}) {
      cells.push_back(WithCommas(count));
    }
    AddRow(*chapter.mutable_corners(), cells);
    const auto add = [&](const extra_rules::Placement& placement,
                         const char* change) {
      findings::Figure& figure =
          *chapter.mutable_corner_examples()->add_figures();
      figure.set_title(absl::StrCat(title, ", ", limit.moves(), ": ", change));
      *figure.add_boards() =
          BoardOf(rules, PositionOf(placement, Colour::kBlack));
    };
    if (limit.has_draw_won()) add(limit.draw_won(), "a draw won");
    if (limit.has_loss_rescued()) add(limit.loss_rescued(), "a loss rescued");
  }
}

}  // namespace

absl::StatusOr<findings::ExtraRules> ExtraRulesOf(
    const std::vector<std::pair<std::string, const Evidence*>>& games) {
  findings::ExtraRules chapter;
  Cells cures;
  Cells corners;
  for (const auto& [title, game] : games) {
    const extra_rules::FourMoveLimit& limit = FourMoves(*game);
    AddRow(*chapter.mutable_shuttles(), {title, WithCommas(limit.shuttles()),
                                         WithCommas(limit.shuttle_classes()),
                                         absl::StrCat(limit.steady_replies()),
                                         WithCommas(limit.only_wins())});
    for (const uint32_t steady : {0, 1}) {
      const Cells changed = ChangedVariants(*game, steady);
      chapter.add_variants(absl::StrCat(
          title, ", ", WordingText(steady), ": ",
          changed.empty() ? "no variant changes" : absl::StrJoin(changed, "; "),
          "."));
    }
    for (const extra_rules::WordingResult& wording : limit.wordings()) {
      if (FindWording(limit, wording.steady_turns()) == &wording) {
        AddRow(*chapter.mutable_wordings(), WordingCells(title, wording));
      }
    }
    cures.push_back(CureText(title, *game));
    corners.push_back(
        CornerText(title, game->extra_rules->smallest_harmless_corner_limit()));
    AddCorners(title, *game, chapter);
  }
  chapter.set_cure(absl::StrJoin(cures, "; "));
  chapter.set_corner(absl::StrJoin(corners, " "));
  if (!chapter.corner_examples().figures().empty()) {
    AddText(games[0].second->manifest.rules(),
            *chapter.mutable_corner_examples());
  }
  const absl::Status status = AddExample(games, chapter);
  if (!status.ok()) return status;
  return chapter;
}

std::vector<std::string> ChangedVariants(const Evidence& game,
                                         uint32_t steady_turns) {
  Cells changed;
  if (!game.extra_rules) return changed;
  const extra_rules::WordingResult* const wording =
      FindWording(FourMoves(game), steady_turns);
  if (wording == nullptr) return changed;
  for (const extra_rules::VariantOutcome& variant : wording->variants()) {
    if (variant.plain() == variant.limited()) continue;
    std::string winner = variant.limited();
    if (!winner.empty()) winner[0] = absl::ascii_toupper(winner[0]);
    changed.push_back(absl::StrCat(
        StyleName(variant.style()), " drops",
        variant.centre_ban() ? " with the centre ban" : "", " become ",
        winner == "Draw" ? "a draw" : absl::StrCat("a win for ", winner)));
  }
  return changed;
}

std::string MoveText(const Position& before, const Position& after) {
  const bool black = before.to_move == Colour::kBlack;
  const Squares from =
      black ? before.black & ~after.black : before.red & ~after.red;
  return absl::StrCat(ToString(before.to_move), " ", std::countr_zero(from) + 1,
                      "-", std::countr_zero(Moved(before, after)) + 1);
}

}  // namespace teeko::reports
