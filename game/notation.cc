#include "game/notation.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "base/text.h"
#include "base/utf8.h"
#include "teeko/proto/rules.pb.h"

namespace teeko {
namespace {

// Debian's Abseil has its own string_view.
std::string_view View(absl::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace

ItemsOfText ReadItems(absl::string_view text, absl::string_view file,
                      const Game& game) {
  const std::string name = base::ValidUtf8(View(file));
  ItemsOfText read;
  ItemReader reader(View(text), game.names());
  const auto refuse = [&](int line, absl::string_view error) {
    read.items.push_back(base::Invalid(name, ":", line, ": ", error));
  };
  int more_line = 0;
  while (std::optional<Part> part = reader.Next()) {
    if (part->error.empty()) {
      part->item.file = name;
      read.items.push_back(std::move(part->item));
    } else if (++read.refused <= kMaxErrors) {
      refuse(part->line, part->error);
    } else if (more_line == 0) {
      more_line = part->line;
    }
  }
  if (more_line > 0) refuse(more_line, MoreErrors(read.refused - kMaxErrors));
  read.last_comments = reader.LastComments();
  read.last_line = reader.last_line();
  return read;
}

std::vector<absl::StatusOr<Item>> ParseItems(absl::string_view text,
                                             absl::string_view file,
                                             const Game& game) {
  return ReadItems(text, file, game).items;
}

absl::StatusOr<Item> ParsePosition(absl::string_view text, const Game& game) {
  Part part = ReadPosition(View(text), game.names());
  if (!part.error.empty()) return base::Invalid(part.error);
  return std::move(part.item);
}

absl::StatusOr<Move> ParseMove(absl::string_view text,
                               const SquareNames& board) {
  const std::string plain = base::PlainText(text);
  std::string error;
  // The first ply of a game is Black's.  In a problem the side to move is
  // first.
  for (const char* const heading :
       {"game ", "problem: Black on; Red on; Red to move "}) {
    const std::string item = absl::StrCat(heading, plain);
    ItemReader reader(item, board);
    const std::optional<Part> part = reader.Next();
    if (part && part->error.empty() && part->item.plies.size() == 1 &&
        part->item.plies[0].move.pips == 0 && !reader.Next() &&
        !absl::StrContains(text, '#')) {
      return part->item.plies[0].move;
    }
    if (error.empty() && part) error = part->error;
  }
  return base::Invalid(error.empty() ? "expected one move, such as 13 or 15-9"
                                     : error);
}

absl::StatusOr<Position> SetUp(const Game& game, const Item& item,
                               const Position& start) {
  if (!game.is_scored()) {
    const bool pips = std::ranges::any_of(
        item.plies, [](const Ply& ply) { return ply.move.pips > 0; });
    if (pips || (item.initial && !item.initial->pips.empty())) {
      return base::Invalid("pips: the rules \"", game.rules().name(),
                           "\" have no scoring");
    }
  }
  if (!item.initial) return start;
  const Setup& initial = *item.initial;
  const std::optional<Colour> to_move = SideToMove(initial, game.pieces());
  if (!to_move) {
    return base::Invalid(
        "the side to move is missing: add \"; Red to move\" or \"; Black to "
        "move\"");
  }
  return Position{
      .black = initial.black,
      .red = initial.red,
      .to_move = *to_move,
      .style = initial.style.value_or(start.style),
      // A style that is given without a ban means that there is no ban.
      .centre_ban = initial.centre_ban || (!initial.style && start.centre_ban),
      .pips = initial.pips};
}

std::string PositionString(const Game& game, const Position& position) {
  return PositionText(position, game.StyleOf(position), game.names(),
                      game.pieces());
}

}  // namespace teeko
