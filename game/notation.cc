#include "game/notation.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "stage/status.h"

namespace teeko {
namespace {

constexpr absl::string_view kDigits = "0123456789";
constexpr absl::string_view kDashes[] = {"->", "-", "→", "–", "—", "−"};

bool IsSpace(char c) { return absl::ascii_isspace(c) || c == ','; }

bool IsOneOf(absl::string_view characters, char c) {
  return absl::StrContains(characters, c);
}

// The part of these characters that a text begins with.
absl::string_view Leading(absl::string_view text,
                          absl::string_view characters) {
  return text.substr(0, text.find_first_not_of(characters));
}

bool AllOf(absl::string_view text, absl::string_view characters) {
  return Leading(text, characters) == text;
}

struct Token {
  // A word of letters, digits and slashes; a turn's number with its dots; a
  // dash of any kind, which is - here; or any other byte.  Empty at the end.
  absl::string_view text = {};
  int line = 1;
  bool opens_line = false;
  bool after_gap = false;  // an empty line stands before it

  bool Is(absl::string_view lower_case) const {
    return absl::EqualsIgnoreCase(text, lower_case);
  }
  bool IsSquare() const {
    return !text.empty() && absl::ascii_isdigit(text.back());
  }
  bool IsTurn() const { return text.size() > 1 && text.back() == '.'; }
  // A word of these characters.
  bool IsOf(absl::string_view characters) const {
    return !text.empty() && AllOf(text, characters);
  }
};

// B or R before a number: "B13".
bool HasColour(absl::string_view word) {
  return word.size() > 1 && IsOneOf("BR", word[0]) &&
         absl::ascii_isdigit(word[1]);
}

// "found X", short and printable whatever X is.
std::string Found(const Token& token) {
  constexpr size_t kShown = 24;
  if (token.text.empty()) return "found the end";
  return absl::StrCat("found \"",
                      absl::CHexEscape(token.text.substr(0, kShown)),
                      token.text.size() > kShown ? "…\"" : "\"");
}

constexpr absl::string_view kBlackPieces = "@Bb";
constexpr absl::string_view kRedPieces = "OoRr";

// The diagram that a text begins with, without white space: whole words of its
// signs, until there is one for each square.  Takes them off the text.
std::string TakeDiagram(absl::string_view& text, size_t squares) {
  const std::string signs = absl::StrCat(kBlackPieces, kRedPieces, "-.");
  std::string diagram;
  while (diagram.size() < squares) {
    const absl::string_view rest = absl::StripLeadingAsciiWhitespace(text);
    const absl::string_view word =
        rest.substr(0, rest.find_first_of("; \t\r\n\v\f"));
    if (word.empty() || !AllOf(word, signs)) break;
    absl::StrAppend(&diagram, word);
    text = rest.substr(word.size());
  }
  return diagram;
}

Placement PlacementOf(absl::string_view diagram) {
  Placement placement;
  for (size_t i = 0; i < diagram.size(); ++i) {
    const Squares square = Squares{1} << i;
    if (IsOneOf(kBlackPieces, diagram[i])) placement.black |= square;
    if (IsOneOf(kRedPieces, diagram[i])) placement.red |= square;
  }
  return placement;
}

// Reads one item after the other, with one token to look ahead.  What goes
// wrong first is the status; from then on nothing more is read, and the error
// is about the token that is next.
class Parser {
 public:
  Parser(absl::string_view text, const Game& game)
      : rest_(text), board_(game.names()) {
    absl::ConsumePrefix(&rest_,
                        "\xEF\xBB\xBF");  // what some editors begin with
    Advance();
  }

  const absl::Status& status() const { return status_; }
  const Token& next() const { return next_; }
  bool AtEnd() const { return next_.text.empty(); }

  // Forgets the error, and goes on to the next item or the end.
  void PassItem() {
    status_ = absl::OkStatus();
    while (!AtItem() && !AtEnd()) {
      Advance();
      // Those before the next item belong to it.
      if (!AtItem()) comments_.clear();
    }
  }

  // "problem: Black on …" or "game", and the moves; or moves alone.
  Item ParseItem() {
    Item item = {.line = next_.line, .comments = TakeComments()};
    StartItem();
    if (Take("problem")) {
      layout_ = kNamed;
      Take(":");
      item.initial = ParsePlaces();
      Take(";");
      ParseTurn(*item.initial);
    } else if (Take("game")) {
      layout_ = kNamed;
      Take(":");
    } else if (layout_ == kNamed || next_.after_gap) {
      layout_ = EndsLine() ? kPlyALine : kGameALine;
    }
    next_.opens_line = false;  // another item than this
    while (status_.ok() && !AtItem() && !AtEnd()) ParsePly(item);
    item.names = names();
    return item;
  }

  // A position alone, whose diagram is before the text if it has one.
  Item ParsePosition(absl::string_view diagram) {
    StartItem();
    if (Take("problem")) Take(":");
    Placement initial = diagram.empty() ? ParsePlaces() : PlacementOf(diagram);
    Take(";");
    if (status_.ok() && !AtEnd()) ParseTurn(initial);
    if (!AtEnd()) Fail("the end of the position");
    return {.initial = initial, .names = names()};
  }

 private:
  // How the plies of a game stand in the text.  Only one that begins with
  // "game" says where it begins.
  enum Layout { kNamed, kPlyALine, kGameALine };

  // Whether the next token begins another item than the one that is read.
  bool AtItem() const {
    if (next_.Is("problem") || next_.Is("game")) return true;
    if (layout_ == kNamed || !next_.opens_line) return false;
    const bool goes_on = next_.IsTurn() && next_.text != "1.";
    return next_.after_gap || (layout_ == kGameALine && !goes_on);
  }

  void StartItem() {
    letters_.reset();
    turn_ = 0;
  }

  SquareNames names() const {
    return {board_.rows, board_.columns, letters_.value_or(false)};
  }

  // Whether the next token is the last of its line.
  bool EndsLine() const {
    return std::ranges::all_of(rest_.substr(0, rest_.find_first_of("\n#")),
                               IsSpace);
  }

  // Passes a word or sign if it is next.
  bool Take(absl::string_view lower_case) {
    if (!status_.ok() || !next_.Is(lower_case)) return false;
    Advance();
    return true;
  }

  // Goes on to the next token, and keeps the comments on the way.
  void Advance() {
    next_ = {};
    bool empty_line = false;
    while (!rest_.empty() && (IsSpace(rest_[0]) || rest_[0] == '#')) {
      if (rest_[0] == '\n') {
        ++line_;
        next_.after_gap |= empty_line;
        next_.opens_line = empty_line = true;
      }
      const size_t length = rest_[0] == '#' ? rest_.find('\n') : 1;
      const absl::string_view passed = rest_.substr(0, length);
      if (rest_[0] == '#') {
        empty_line = false;
        comments_.emplace_back(absl::StripTrailingAsciiWhitespace(passed));
      }
      rest_.remove_prefix(passed.size());
    }
    next_.line = line_;
    for (const absl::string_view dash : kDashes) {
      if (absl::ConsumePrefix(&rest_, dash)) {
        next_.text = "-";
        return;
      }
    }
    next_.text = rest_.substr(0, TokenBytes());
    rest_.remove_prefix(next_.text.size());
  }

  // Of the token that the rest begins with, unless it is a dash.
  size_t TokenBytes() const {
    const size_t digits = Leading(rest_, kDigits).size();
    const size_t dots = Leading(rest_.substr(digits), ".").size();
    if (digits > 0 && dots > 0) return digits + dots;
    const auto word_end = std::ranges::find_if_not(
        rest_, [](char c) { return absl::ascii_isalnum(c) || c == '/'; });
    return std::max<size_t>(word_end - rest_.begin(), 1);
  }

  // The comments passed on the way to the next token since the last call.
  std::vector<std::string> TakeComments() {
    return std::exchange(comments_, {});
  }

  template <typename... Parts>
  void Reject(const Parts&... why) {
    status_.Update(Invalid(why..., ", ", Found(next_)));
  }

  template <typename... Parts>
  void Fail(const Parts&... expected) {
    Reject("expected ", expected...);
  }

  void Expect(absl::string_view lower_case, absl::string_view what) {
    if (!Take(lower_case)) Fail(what);
  }

  Colour ParseColour(absl::string_view expected) {
    const bool black = Take("black");
    if (!black) Expect("red", expected);
    return black ? Colour::kBlack : Colour::kRed;
  }

  // "Black on 14 18; Red on 13 15", or "5/5/2rbr/1rbb1/2rb1".
  Placement ParsePlaces() {
    if (next_.IsOf("bBrR0123456789/") &&
        (board_.rows == 1 || IsOneOf(next_.text, '/'))) {
      return ParseRows();
    }
    Placement placement;
    const Colour first = ParseColour("\"Black on\"");
    ParsePieces(first, placement);
    const std::string other = ToString(Other(first));
    Expect(";", absl::StrCat("a square, or \";\" and \"", other, " on\""));
    Expect(absl::AsciiStrToLower(other), absl::StrCat("\"", other, " on\""));
    ParsePieces(Other(first), placement);
    return placement;
  }

  // Rows from the upper one, a number for so many empty squares.
  Placement ParseRows() {
    const std::vector<absl::string_view> rows = absl::StrSplit(next_.text, '/');
    if (std::ssize(rows) != board_.rows) {
      Reject("the board has ", board_.rows, " rows, not ", rows.size());
      return {};
    }
    std::string diagram;
    for (int row = 1; row <= board_.rows; ++row) {
      int empty = 0;  // of the number that is being read
      for (const char c : rows[row - 1]) {
        if (absl::ascii_isdigit(c)) {
          empty = std::min(10 * empty + c - '0', board_.columns + 1);
          continue;
        }
        diagram.append(std::exchange(empty, 0), '-');
        diagram += c;
      }
      diagram.append(empty, '-');
      if (std::ssize(diagram) != row * board_.columns) {
        Reject("row ", row, " has not ", board_.columns, " squares");
        return {};
      }
    }
    Advance();
    return PlacementOf(diagram);
  }

  // "on 14 18", for a colour.
  void ParsePieces(Colour colour, Placement& placement) {
    Expect("on", "\"on\"");
    while (status_.ok() && next_.IsSquare()) {
      const absl::string_view text = next_.text;
      const int square = ParseSquare(text);
      if (!status_.ok()) return;
      const Squares bit = SquaresOf({square});
      if ((placement.black | placement.red) & bit) {
        status_ = Invalid("square ", text, " is used twice");
      }
      (colour == Colour::kBlack ? placement.black : placement.red) |= bit;
    }
  }

  // "Red to move AASS ban and win in 9".
  void ParseTurn(Placement& placement) {
    placement.to_move = Take("b") ? Colour::kBlack
                        : Take("r")
                            ? Colour::kRed
                            : ParseColour("who is to move (\"Red to move\")");
    if (Take("to")) Expect("move", "\"move\"");
    if (status_.ok() && next_.IsOf("ASas")) {
      placement.style = absl::AsciiStrToUpper(next_.text);
      Advance();
    }
    placement.centre_ban = Take("ban");
    if (!Take("and")) return;
    if (Take("draw")) {
      placement.statement = {Statement::kDraw};
      return;
    }
    const bool win = Take("win");
    if (!win) Expect("lose", "\"win\", \"draw\" or \"lose\"");
    placement.statement = {win ? Statement::kWin : Statement::kLose};
    int plies;
    if (!Take("in")) return;
    if (!absl::SimpleAtoi(next_.text, &plies)) {
      return Fail("a number of plies");
    }
    placement.statement->plies = plies;
    Advance();
  }

  // "13" or "c3", all or the end of the next token; 0 if that fails.
  int ParseSquare(absl::string_view text) {
    if (!next_.IsSquare()) return Fail("a square"), 0;
    // Of 27 columns or more, not all would have a letter.
    const bool letters = absl::ascii_isalpha(text[0]) && board_.columns <= 26;
    if (letters && IsOneOf("BR", text[0])) {
      return Reject("a column is a small letter, since B and R are colours"), 0;
    }
    const int squares = board_.rows * board_.columns;
    int number;
    int square = 0;
    if (absl::SimpleAtoi(text.substr(letters), &number) && number > 0) {
      const int column = absl::ascii_tolower(text[0]) - 'a';
      if (!letters && number <= squares) square = number;
      if (letters && number <= board_.rows && column < board_.columns) {
        square = (board_.rows - number) * board_.columns + column + 1;
      }
    }
    if (square == 0) {
      const SquareNames names = {board_.rows, board_.columns, letters};
      Reject("squares are ", letters ? "" : "numbered ",
             names.Of(letters ? squares - board_.columns + 1 : 1), " to ",
             names.Of(letters ? board_.columns : squares));
      return 0;
    }
    if (letters_.value_or(letters) != letters) {
      return Reject("an item has either numbers or letters for squares"), 0;
    }
    letters_ = letters;
    Advance();
    return square;
  }

  // "13", "15-9", "B13" or "7. 13".
  void ParsePly(Item& item) {
    if (layout_ == kPlyALine && !next_.opens_line && !item.plies.empty()) {
      return Fail("one move a line, as before");
    }
    Ply ply = {.move = {}, .line = next_.line};
    if (next_.IsTurn()) ParseTurnNumber();
    if (!status_.ok()) return;
    if (!next_.IsSquare()) return Fail("a move, \"problem\" or \"game\"");
    ply.comments = TakeComments();
    absl::string_view square = next_.text;
    if (HasColour(square) && !letters_.value_or(false)) {
      const bool black_first =
          !item.initial || item.initial->to_move == Colour::kBlack;
      const bool blacks_turn = black_first == (item.plies.size() % 2 == 0);
      if ((square[0] == 'B') != blacks_turn) {
        return Reject("it is ", blacks_turn ? "Black" : "Red", "'s turn");
      }
      square.remove_prefix(1);
    }
    ply.move.to = ParseSquare(square);
    if (Take("-")) {
      ply.move.from = ply.move.to;
      ply.move.to = ParseSquare(next_.text);
    }
    item.plies.push_back(std::move(ply));
  }

  // "7." or "7...", which tells that no turn is missing.
  void ParseTurnNumber() {
    int number;
    if (!absl::SimpleAtoi(next_.text.substr(0, next_.text.find('.')),
                          &number) ||
        number < std::max(turn_, 1) || number > turn_ + 1) {
      return Reject("turns are numbered 1, 2, 3 and so on");
    }
    turn_ = number;
    Advance();
  }

  absl::string_view rest_;
  SquareNames board_;
  int line_ = 1;
  Token next_;
  Layout layout_ = kNamed;
  std::vector<std::string> comments_;
  absl::Status status_;

  // Of the item that is read.
  std::optional<bool> letters_;  // how squares are called, once one is
  int turn_ = 0;                 // the last that had its number
};

// ---- Printing ----

std::string PiecesText(Colour colour, Squares squares,
                       const SquareNames& names) {
  std::string text = absl::StrCat(ToString(colour), " on");
  for (; squares != 0; squares &= squares - 1) {
    absl::StrAppend(&text, " ", names.Of(std::countr_zero(squares) + 1));
  }
  return text;
}

std::string StatementText(const Statement& statement) {
  constexpr const char* kOutcomes[] = {"win", "draw", "lose"};
  std::string text = absl::StrCat(" and ", kOutcomes[statement.outcome]);
  if (statement.plies) absl::StrAppend(&text, " in ", *statement.plies);
  return text;
}

}  // namespace

std::vector<absl::StatusOr<Item>> ParseItems(absl::string_view text,
                                             absl::string_view file,
                                             const Game& game) {
  std::vector<absl::StatusOr<Item>> items;
  Parser parser(text, game);
  while (!parser.AtEnd()) {
    Item item = parser.ParseItem();
    item.file = std::string(file);
    if (parser.status().ok()) {
      items.push_back(std::move(item));
    } else {
      items.push_back(Invalid(file, ":", parser.next().line, ": ",
                              parser.status().message()));
      parser.PassItem();
    }
  }
  return items;
}

absl::StatusOr<Item> ParsePosition(absl::string_view text, const Game& game) {
  const size_t squares = game.squares();
  const std::string diagram = TakeDiagram(text, squares);
  if (!diagram.empty() && diagram.size() != squares) {
    return Invalid("a diagram has one character for each of ", squares,
                   " squares, this one has ", diagram.size());
  }
  Parser parser(text, game);
  const Item item = parser.ParsePosition(diagram);
  if (!parser.status().ok()) return parser.status();
  return item;
}

absl::StatusOr<Position> SetUp(const Game& game, const Item& item,
                               const Position& start) {
  if (!item.initial) return start;
  const Placement& initial = *item.initial;
  const int black = std::popcount(initial.black);
  const int red = std::popcount(initial.red);
  if (!initial.to_move && red >= game.pieces()) {
    return Invalid(
        "who is to move?  (Add \"; Red to move\" or \"; Black to move\".)");
  }
  return Position{.black = initial.black,
                  .red = initial.red,
                  .to_move = initial.to_move.value_or(
                      black > red ? Colour::kRed : Colour::kBlack),
                  .style = initial.style.value_or(start.style),
                  .centre_ban = initial.centre_ban || start.centre_ban};
}

std::string PositionString(const Game& game, const Position& position) {
  std::string text;
  const int columns = game.names().columns;
  int empty = 0;
  const auto end_run = [&] {
    if (empty > 0) absl::StrAppend(&text, std::exchange(empty, 0));
  };
  for (int square = 0; square < game.squares(); ++square) {
    if (square > 0 && square % columns == 0) {
      end_run();
      text += '/';
    }
    const bool black = position.black >> square & 1;
    if (!black && !(position.red >> square & 1)) {
      ++empty;
      continue;
    }
    end_run();
    text += black ? 'b' : 'r';
  }
  end_run();
  text += position.to_move == Colour::kBlack ? " b" : " r";
  if (std::popcount(position.own()) < game.pieces()) {
    absl::StrAppend(&text, " ", game.StyleOf(position));
  }
  const bool empty_board = (position.black | position.red) == 0;
  if (position.centre_ban && empty_board) text += " ban";
  return text;
}

std::string TurnText(const Placement& placement) {
  return absl::StrCat(
      ToString(*placement.to_move), " to move",
      placement.style ? absl::StrCat(" ", *placement.style) : "",
      placement.centre_ban ? " ban" : "",
      placement.statement ? StatementText(*placement.statement) : "");
}

std::string Heading(const Item& item) {
  if (!item.initial) return "game";
  return absl::StrCat(
      "problem: ", PiecesText(Colour::kBlack, item.initial->black, item.names),
      "; ", PiecesText(Colour::kRed, item.initial->red, item.names), "; ",
      TurnText(*item.initial));
}

std::string Print(const Item& item) {
  std::vector<std::string> lines = item.comments;
  lines.push_back(Heading(item));
  for (const Ply& ply : item.plies) {
    lines.insert(lines.end(), ply.comments.begin(), ply.comments.end());
    lines.push_back(item.names.Of(ply.move));
  }
  return absl::StrCat(absl::StrJoin(lines, "\n"), "\n");
}

}  // namespace teeko
