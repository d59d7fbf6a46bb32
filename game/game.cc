#include "game/game.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status.h"
#include "base/utf8.h"
#include "kernel/rules.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "teeko/proto/rules.pb.h"

namespace teeko {
namespace {

constexpr Squares Bit(int square) { return Squares{1} << (square - 1); }

constexpr bool Contains(Squares set, int square) {
  return (set & Bit(square)) != 0;
}

// Returns the neighbours of each square in the order of Steele's lists.
std::vector<std::vector<int>> ListedNeighbours(const Rules& rules,
                                               const kernel::Game& kernel) {
  constexpr std::pair<int, int> kDirections[] = {
      {-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  const int rows = rules.rows();
  const int columns = rules.columns();
  std::vector<std::vector<int>> neighbours(kernel.squares);
  for (int square = 0; square < kernel.squares; ++square) {
    // The kernel decides which squares are neighbours; this loop sorts them.
    // (If edges wrap, two directions may lead to the same square.)
    kernel::Set unlisted = kernel.neighbours[square];
    for (const auto& [down, right] : kDirections) {
      const int row = (square / columns + down + rows) % rows;
      const int column = (square % columns + right + columns) % columns;
      const int neighbour = row * columns + column;
      if (!(unlisted & kernel::Bit(neighbour))) continue;
      unlisted &= ~kernel::Bit(neighbour);
      neighbours[square].push_back(neighbour + 1);
    }
    // Squares that only knights reach.
    kernel::ForEachSquare(unlisted, [&](int neighbour) {
      neighbours[square].push_back(neighbour + 1);
    });
  }
  return neighbours;
}

// Says how pieces move if they do not move like kings.
std::string MovesText(Rules::Moves moves) {
  return moves == Rules::KNIGHT ? "pieces move like knights"
         : moves == Rules::ORTHOGONAL
             ? "pieces move one step along a row or a column"
             : "pieces move one step along a diagonal";
}

absl::Status OffBoard(int square, int squares) {
  return base::Invalid("square ", square, ": squares are numbered 1 to ",
                       squares);
}

}  // namespace

Game::Game(const Rules& rules)
    : rules_(std::make_shared<const Rules>(rules)),
      kernel_(kernel::GameOf(rules)),
      sections_(kernel::SectionsOf(kernel_, rules)),
      neighbours_(ListedNeighbours(rules, kernel_)) {
  for (const int square : rules.banned_first_drops()) banned_ |= Bit(square);
}

bool Game::is_scored() const { return rules_->has_scoring(); }

std::string Game::RulesText() const { return proto::TextProto(*rules_); }

SquareNames Game::names() const {
  return {static_cast<int>(rules_->rows()),
          static_cast<int>(rules_->columns())};
}

absl::StatusOr<std::string> Game::FindStyle(absl::string_view name) const {
  for (const std::string& style : rules_->styles()) {
    if (absl::EqualsIgnoreCase(name, style) ||
        absl::EqualsIgnoreCase(name, proto::StyleName(style))) {
      return style;
    }
  }
  return base::Invalid(
      "style \"", base::Visible({name.data(), name.size()}),
      "\": these rules have ",
      absl::StrJoin(rules_->styles(), ", ",
                    [](std::string* out, const std::string& style) {
                      absl::StrAppend(out, style, " (", proto::StyleName(style),
                                      ")");
                    }));
}

std::string Game::Drops(const Position& position) const {
  if (!InDropPhase(position)) return "";
  return StyleOf(position).substr(std::popcount(position.own()));
}

Squares Game::Banned(const Position& position) const {
  const bool first_drop = (position.black | position.red) == 0;
  return position.centre_ban && first_drop ? banned_ : 0;
}

absl::Status Game::Check(const Position& position) const {
  const Squares both = position.black | position.red;
  const Squares beyond = both & ~kernel::Below(squares());
  if (beyond != 0) return OffBoard(std::countr_zero(beyond) + 1, squares());
  const Squares shared = position.black & position.red;
  if (shared != 0) {
    return base::Invalid("square ", std::countr_zero(shared) + 1,
                         ": has a black piece and a red one");
  }
  const int black = std::popcount(position.black);
  const int red = std::popcount(position.red);
  for (const auto& [colour, count] :
       {std::pair(Colour::kBlack, black), std::pair(Colour::kRed, red)}) {
    if (count > pieces()) {
      return base::Invalid(ToString(colour), " has ", count,
                           " pieces, but a side has ", pieces());
    }
  }
  if (black != red && black != red + 1) {
    return base::Invalid("Black has ", black, " and Red has ", red,
                         (black + red == 1 ? " piece" : " pieces"),
                         " on the board, but they drop in turn, Black first");
  }
  const Colour turn = black == red ? Colour::kBlack : Colour::kRed;
  if (red < pieces() && position.to_move != turn) {
    return base::Invalid("with ", black, " black and ", red,
                         " red pieces on the board, the next drop is ",
                         ToString(turn), "'s, not ", ToString(position.to_move),
                         "'s");
  }
  if (kernel::HasGoal(kernel_, position.own())) {
    return base::Invalid(
        ToString(position.to_move), " is to move but has a goal already",
        kernel::HasGoal(kernel_, position.others()) ? ", as the other side has"
                                                    : "");
  }
  if (InDropPhase(position)) {
    const std::string style = StyleOf(position);
    if (std::ranges::count(rules_->styles(), style) == 0) {
      return base::Invalid("style \"", style, "\": these rules have ",
                           absl::StrJoin(rules_->styles(), ", "));
    }
  }
  if (position.centre_ban && banned_ == 0) {
    return base::Invalid("these rules have no centre ban");
  }
  return absl::OkStatus();
}

Colour Game::Chooser(const Position& position) const {
  return absl::StartsWith(Drops(position), "A") ? Other(position.to_move)
                                                : position.to_move;
}

bool Game::IsOver(const Position& position) const {
  return Moves(position).empty();
}

std::vector<Move> Game::Moves(const Position& position) const {
  std::vector<Move> moves;
  const Squares own = position.own();
  const Squares others = position.others();
  if (kernel::HasGoal(kernel_, others)) return moves;
  const Squares taken = own | others;
  if (InDropPhase(position)) {
    const Squares barred = taken | Banned(position);
    for (int to = 1; to <= squares(); ++to) {
      if (!Contains(barred, to)) moves.push_back({.to = to});
    }
    return moves;
  }
  kernel::ForEachSquare(own, [&](int square) {
    for (const int to : neighbours_[square]) {
      if (!Contains(taken, to)) moves.push_back({.from = square + 1, .to = to});
    }
  });
  return moves;
}

Position Game::After(const Position& position, Move move) const {
  Position after = position;
  Squares& own = position.to_move == Colour::kBlack ? after.black : after.red;
  if (!move.IsDrop()) own &= ~Bit(move.from);
  own |= Bit(move.to);
  if (move.pips > 0) after.pips[move.to] = move.pips;
  if (!after.pips.empty() && !move.IsDrop()) {
    after.pips[move.to] = after.pips.at(move.from);
    after.pips.erase(move.from);
  }
  after.to_move = Other(position.to_move);
  return after;
}

absl::StatusOr<Position> Game::Play(const Position& position, Move move,
                                    const SquareNames& names) const {
  const std::vector<Move> moves = Moves(position);
  if (std::ranges::count(moves, move) > 0) return After(position, move);
  // Find the reason.
  const std::string mover = ToString(position.to_move);
  if (moves.empty()) {
    return base::Invalid(
        "the game is over: ", ToString(Other(position.to_move)),
        kernel::HasGoal(kernel_, position.others())
            ? " has a goal"
            : " wins because its opponent has no move");
  }
  for (const int square : {move.IsDrop() ? move.to : move.from, move.to}) {
    if (square < 1 || square > squares()) return OffBoard(square, squares());
  }
  if (move.IsDrop() != InDropPhase(position)) {
    return move.IsDrop() ? base::Invalid("a drop, but all of ", mover,
                                         "'s pieces are placed")
                         : base::Invalid("a move, but ", mover,
                                         " has pieces left to drop");
  }
  if (!move.IsDrop() && !Contains(position.own(), move.from)) {
    return base::Invalid(mover, " has no piece on ", names.Of(move.from));
  }
  if (Contains(position.black | position.red, move.to)) {
    return base::Invalid("square ", names.Of(move.to), " is occupied");
  }
  if (move.IsDrop()) {
    return base::Invalid("square ", names.Of(move.to),
                         " is banned for the first drop");
  }
  if (rules_->moves() != Rules::KING) {
    return base::Invalid(names.Of(move.from), "-", names.Of(move.to),
                         " is not a move: ", MovesText(rules_->moves()));
  }
  return base::Invalid(names.Of(move.to), " is not adjacent to ",
                       names.Of(move.from));
}

Game::Place Game::PlaceOf(const Position& position) const {
  const Squares own = position.own();
  const Squares others = position.others();
  const int section = kernel::FindSection(
      sections_, std::popcount(own | others), Drops(position));
  // Abort, because with a wrong index the caller would get the value of another
  // position.
  if (section == static_cast<int>(sections_.size()) || (own & others) != 0 ||
      std::popcount(own) != sections_[section].mover_pieces) {
    std::fprintf(stderr,
                 "PlaceOf: impossible position: call Game::Check first\n");
    std::abort();
  }
  return {section, kernel::Index(kernel_, {own, others})};
}

Position Game::PositionAt(Place place, Colour to_move) const {
  const kernel::Section& section = sections_[place.section];
  const auto [own, others] = kernel::PositionAt(kernel_, section, place.index);
  const bool black = section.drops.empty() ? to_move == Colour::kBlack
                                           : section.placed % 2 == 0;
  const auto style =
      std::ranges::find_if(rules_->styles(), [&](const std::string& letters) {
        return absl::EndsWith(letters, section.drops);
      });
  return {.black = black ? own : others,
          .red = black ? others : own,
          .to_move = black ? Colour::kBlack : Colour::kRed,
          .style = *style};
}

std::string Game::Draw(const Position& position) const {
  std::string text;
  const int columns = rules_->columns();
  for (int square = 1; square <= squares(); ++square) {
    text += Contains(position.black, square) ? '@'
            : Contains(position.red, square) ? 'O'
                                             : '-';
    text += square % columns == 0 ? '\n' : ' ';
  }
  return text;
}

}  // namespace teeko
