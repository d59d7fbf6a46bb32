#include "studies/extra_rules/chapter.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace teeko::extra_rules {
namespace {

template <typename Squares>
Set SetOf(const Squares& squares) {
  Set set = 0;
  for (const uint32_t square : squares) set |= Bit(square - 1);
  return set;
}

// Boards side by side with a caption above each: "@" is always the same side.
class Boards {
 public:
  explicit Boards(const Board& board) : board_(board) {}

  void Add(const Placement& placement, bool mover_is_at_sign,
           const std::string& caption) {
    Set at_signs = SetOf(placement.mover());
    Set circles = SetOf(placement.opponent());
    if (!mover_is_at_sign) std::swap(at_signs, circles);
    boards_.push_back(absl::StrSplit(
        absl::StrCat(caption, "\n", board_.Draw(at_signs, circles)), '\n'));
  }

  std::string ToString() const {
    constexpr size_t kAbreast = 4;
    std::string text = "```\n";
    for (size_t first = 0; first < boards_.size(); first += kAbreast) {
      for (int line = 0; line <= board_.rows(); ++line) {
        std::string row;
        for (size_t i = first; i < std::min(first + kAbreast, boards_.size());
             ++i) {
          absl::StrAppendFormat(&row, "%-18s", boards_[i][line]);
        }
        row.erase(row.find_last_not_of(' ') + 1);
        absl::StrAppend(&text, row, "\n");
      }
      absl::StrAppend(&text, "\n");
    }
    return text + "```\n\n";
  }

 private:
  const Board& board_;
  std::vector<std::vector<std::string>> boards_;
};

std::string Count(double count) { return absl::StrFormat("%.0f", count); }

std::string YesNo(bool yes) { return yes ? "yes" : "no"; }

std::string Cycles(const Board& board, const ExtraRules& findings) {
  std::string text =
      "## Cycles in which each side has one move that does not lose\n\n";
  absl::StrAppend(&text, "Up to symmetry and colour there are **",
                  findings.unique_move_cycles_size(), "**.\n\n");
  for (const auto& cycle : findings.unique_move_cycles()) {
    Boards boards(board);
    bool at_sign = true;
    for (const Placement& placement : cycle.positions()) {
      boards.Add(placement, at_sign, at_sign ? "@ to move" : "O to move");
      at_sign = !at_sign;
    }
    text += boards.ToString();
  }
  return text;
}

// A win played out; the side that loses, "@", moves first.
std::string Played(const Board& board, const Example& example) {
  Boards boards(board);
  std::string moves;
  bool at_sign = true;
  int number = 0;
  for (const ExampleTurn& turn : example.turns()) {
    const std::string name =
        absl::StrCat(++number, ". ", at_sign ? "@ " : "O ", turn.move(),
                     turn.invokes() ? "*" : "");
    boards.Add(turn.position(), at_sign, name);
    if (at_sign) {
      absl::StrAppend(&moves, "- ", name);
      if (turn.moves_left() > 0) {
        absl::StrAppend(&moves, " (", turn.moves_left(), " left to comply)");
      }
      absl::StrAppend(&moves, "; else");
      for (const Refuted& other : turn.refuted()) {
        absl::StrAppend(&moves, " ", other.move(), " (", other.plies(), ")");
      }
      absl::StrAppend(&moves, "\n");
    }
    at_sign = !at_sign;
  }
  return absl::StrCat(
      example.played_before().empty()
          ? "Nobody has moved before.\n\n"
          : absl::StrCat("@ has just played ", example.played_before(),
                         ".\n\n"),
      boards.ToString(),
      "Over each board stands the move that follows; * invokes the limit. "
      "What\n"
      "else the losing side, @, could play, and in how many plies O then wins\n"
      "the plain game:\n\n",
      moves, "\n");
}

std::string WordingName(const WordingResult& wording) {
  return absl::StrCat(
      wording.moves(), " moves, ", wording.steady_turns(),
      wording.steady_turns() == 1 ? " steady turn" : " steady turns",
      wording.binds_invoker() ? ", invoker bound" : "");
}

std::string DrawsWon(const FourMoveLimit& four) {
  std::string text =
      "| wording | nobody has moved: loser to move | winner to move | loser to "
      "move, whatever was played | after some moves | quiet states | shuttles "
      "| about to return |\n|---|---|---|---|---|---|---|---|\n";
  for (const WordingResult& wording : four.wordings()) {
    const PositionCounts& draws = wording.draws_won();
    std::vector<std::string> counts;
    for (const double count :
         {draws.loser_to_move(), draws.winner_to_move(), draws.always(),
          draws.sometimes(), draws.states()}) {
      counts.push_back(wording.has_draws_won() ? Count(count) : "");
    }
    absl::StrAppend(&text, "| ", WordingName(wording), " | ",
                    absl::StrJoin(counts, " | "), " | ",
                    Count(wording.classes_lost()), " | ",
                    Count(wording.classes_lost_returning()), " |\n");
  }
  return text + "\n";
}

// What becomes of the empty board, a column for each wording.
std::string Variants(const FourMoveLimit& four) {
  std::string header = "| style | centre ban | plain |";
  std::vector<std::string> rows;
  for (const WordingResult& wording : four.wordings()) {
    if (wording.variants().empty()) continue;
    absl::StrAppend(&header, " ", WordingName(wording), " |");
    rows.resize(wording.variants_size());
    for (int i = 0; i < wording.variants_size(); ++i) {
      const VariantOutcome& variant = wording.variants(i);
      if (rows[i].empty()) {
        rows[i] = absl::StrCat("| ", variant.style(), " | ",
                               YesNo(variant.centre_ban()), " | ",
                               variant.plain(), " |");
      }
      absl::StrAppend(&rows[i], " ",
                      variant.limited() == variant.plain()
                          ? "the same"
                          : absl::StrCat("**", variant.limited(), "**"),
                      " |");
    }
  }
  std::string rule = "|";
  for (const char c : header.substr(1)) {
    if (c == '|') rule += "---|";
  }
  return absl::StrCat(header, "\n", rule, "\n", absl::StrJoin(rows, "\n"),
                      "\n\n");
}

std::string FourMoves(const Board& board, const FourMoveLimit& four) {
  std::string text = absl::StrCat(
      "## The four-move limit\n\n"
      "Wins: none is spoiled and no loss rescued, unless a limit with one "
      "move\n"
      "left forbids the only winning move (",
      Count(four.only_wins()), " positions have a single winning move).\n\n",
      "Draws: in ", Count(four.shuttles()), " positions (",
      Count(four.shuttle_classes()),
      " up to symmetry) one side can only shuttle.\n"
      "At most ",
      four.steady_replies(),
      " replies in a row keep up the pressure without a return.\n\n"
      "Drawn positions that become wins, and classes of shuttles that are "
      "lost:\n\n",
      DrawsWon(four), "The empty board:\n\n", Variants(four));
  for (const WordingResult& wording : four.wordings()) {
    if (!wording.has_shortest()) continue;
    absl::StrAppend(&text, "### A draw won: ", WordingName(wording), "\n\n",
                    Played(board, wording.shortest()));
  }
  return text;
}

std::string Corners(const Board& board, const ExtraRules& findings) {
  const uint32_t harmless = findings.smallest_harmless_corner_limit();
  std::string text = absl::StrCat(
      "## The corner limit\n\n",
      harmless == 0 ? "Every one of these limits changes values.\n\n"
                    : absl::StrCat("From ", harmless,
                                   " moves on no value changes, not even in "
                                   "plies.\n\n"),
      "| moves | boxed in, to move | draws won | draws lost | losses drawn | "
      "losses won | wins drawn | wins lost | other length |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  Boards boards(board);
  for (const CornerLimit& limit : findings.corner_limits()) {
    absl::StrAppend(&text, "| ", limit.moves());
    for (const double count :
         {limit.boxed(), limit.draws_won(), limit.draws_lost(),
          limit.losses_drawn(), limit.losses_won(), limit.wins_drawn(),
          limit.wins_lost(), limit.other_length()}) {
      absl::StrAppend(&text, " | ", Count(count));
    }
    absl::StrAppend(&text, " |\n");
    if (limit.has_draw_won()) {
      boards.Add(limit.draw_won(), true,
                 absl::StrCat(limit.moves(), ": draw, won"));
    }
    if (limit.has_loss_rescued()) {
      boards.Add(limit.loss_rescued(), true,
                 absl::StrCat(limit.moves(), ": loss, saved"));
    }
  }
  return absl::StrCat(text,
                      "\nThe first example for each number of moves; @, boxed "
                      "in, is to move:\n\n",
                      boards.ToString());
}

}  // namespace

std::string Chapter(const Board& board, const ExtraRules& findings) {
  return absl::StrCat(
      "# The extra rules: ", findings.rules(), "\n\n", Cycles(board, findings),
      FourMoves(board, findings.four_move_limit()), Corners(board, findings));
}

}  // namespace teeko::extra_rules
