#include "reports/extra_rules/chapter.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
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
      " replies in a row keep up the pressure without a return.\n\n");
  if (four.has_draws_won()) {
    absl::StrAppend(
        &text,
        "| draws won, no history | loser to move | winner to move |\n"
        "|---|---|---|\n| at least (both sides have the right) | ",
        Count(four.draws_won().loser_to_move()), " | ",
        Count(four.draws_won().winner_to_move()),
        " |\n| at most (the winner alone has it) | ",
        Count(four.draws_won_one_sided().loser_to_move()), " | ",
        Count(four.draws_won_one_sided().winner_to_move()), " |\n\n",
        "| style | centre ban | plain | with the limit |\n|---|---|---|---|\n");
    for (const VariantOutcome& variant : four.variants()) {
      absl::StrAppend(&text, "| ", variant.style(), " | ",
                      YesNo(variant.centre_ban()), " | ", variant.plain(),
                      " | ", variant.limited(), " |\n");
    }
    absl::StrAppend(&text, "\n");
  }
  absl::StrAppend(&text,
                  "| wording | shuttles lost | lost if the only move is a "
                  "return | proved harmless |\n|---|---|---|---|\n");
  for (const WordingResult& wording : four.wordings()) {
    absl::StrAppend(&text, "| ", WordingName(wording), " | ",
                    Count(wording.classes_lost()), " | ",
                    Count(wording.classes_lost_returning()), " | ",
                    YesNo(wording.harmless()), " |\n");
  }
  absl::StrAppend(&text, "\n");
  for (const WordingResult& wording : four.wordings()) {
    if (wording.moves() != 4 || wording.binds_invoker() ||
        !wording.has_shortest()) {
      continue;
    }
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
      "| moves | boxed in, to move | draws won | losses drawn | losses won | "
      "other length |\n|---|---|---|---|---|---|\n");
  Boards boards(board);
  for (const CornerLimit& limit : findings.corner_limits()) {
    absl::StrAppend(
        &text, "| ", limit.moves(), " | ", Count(limit.boxed()), " | ",
        Count(limit.draws_won()), " | ", Count(limit.losses_drawn()), " | ",
        Count(limit.losses_won()), " | ", Count(limit.other_length()), " |\n");
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
