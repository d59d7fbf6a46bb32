#include "game/notation.h"

#include <bit>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace teeko {
namespace {

// ---- Words ----

struct Token {
  enum Kind { kWord, kNumber, kSign, kRubbish, kEnd };
  Kind kind = kEnd;
  // As written; a sign is one of : ; -, and rubbish is one byte.
  absl::string_view text = {};
  int line = 1;

  bool Is(absl::string_view lower_case) const {
    return (kind == kWord || kind == kSign) &&
           absl::EqualsIgnoreCase(text, lower_case);
  }
};

// Cuts a text into tokens, with one token to look ahead.
class Lexer {
 public:
  explicit Lexer(absl::string_view text) : rest_(text) {
    absl::ConsumePrefix(&rest_,
                        "\xEF\xBB\xBF");  // what some editors begin with
    Advance();
  }

  const Token& peek() const { return token_; }

  Token Next() {
    const Token token = token_;
    Advance();
    return token;
  }

  bool Take(absl::string_view lower_case) {
    if (!token_.Is(lower_case)) return false;
    Advance();
    return true;
  }

  // The comments passed on the way to the next token since the last call.
  std::vector<std::string> TakeComments() {
    return std::exchange(comments_, {});
  }

 private:
  void Advance() {
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (c == '\n') ++line_;
      if (absl::ascii_isspace(c)) {
        rest_.remove_prefix(1);
      } else if (c == '#') {
        PassComment();
      } else {
        break;
      }
    }
    const auto [kind, length] = Measure();
    token_ = {kind, rest_.substr(0, length), line_};
    rest_.remove_prefix(length);
  }

  void PassComment() {
    const absl::string_view comment = rest_.substr(0, rest_.find('\n'));
    comments_.emplace_back(absl::StripTrailingAsciiWhitespace(comment));
    rest_.remove_prefix(comment.size());
  }

  // The kind and length of the token that the rest begins with.
  std::pair<Token::Kind, size_t> Measure() const {
    if (rest_.empty()) return {Token::kEnd, 0};
    if (absl::ascii_isalpha(rest_[0])) {
      return {Token::kWord, Run(absl::ascii_isalpha)};
    }
    if (absl::ascii_isdigit(rest_[0])) {
      return {Token::kNumber, Run(absl::ascii_isdigit)};
    }
    const bool sign =
        absl::string_view(":;-").find(rest_[0]) != absl::string_view::npos;
    return {sign ? Token::kSign : Token::kRubbish, 1};
  }

  // For how many characters the rest goes on like this.
  size_t Run(bool (*is_such)(unsigned char)) const {
    size_t length = 0;
    while (length < rest_.size() && is_such(rest_[length])) ++length;
    return length;
  }

  absl::string_view rest_;
  int line_ = 1;
  Token token_;
  std::vector<std::string> comments_;
};

template <typename... Parts>
absl::Status Bad(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

// "found X", short and printable whatever X is.
std::string Found(const Token& token) {
  constexpr size_t kShown = 24;
  if (token.kind == Token::kEnd) return "found the end";
  return absl::StrCat("found \"",
                      absl::CHexEscape(token.text.substr(0, kShown)),
                      token.text.size() > kShown ? "…\"" : "\"");
}

absl::Status Expected(absl::string_view what, const Token& found) {
  return Bad("expected ", what, ", ", Found(found));
}

bool BeginsItem(const Token& token) {
  return token.Is("problem") || token.Is("game");
}

// ---- Items ----

// Reads one item after the other from its lexer.  Errors are about the token
// that is next then.
class Parser {
 public:
  Parser(absl::string_view text, int squares)
      : lexer_(text), squares_(squares) {}

  Lexer& lexer() { return lexer_; }

  // "problem: Black on …" or "game", and the moves.
  absl::StatusOr<Item> ParseItem() {
    Item item = {.line = lexer_.peek().line, .comments = lexer_.TakeComments()};
    if (!BeginsItem(lexer_.peek())) {
      return Expected("\"problem\" or \"game\"", lexer_.peek());
    }
    const bool problem = lexer_.Next().Is("problem");
    lexer_.Take(":");
    if (problem) {
      absl::StatusOr<Placement> placement = ParsePlaces();
      if (!placement.ok()) return placement.status();
      if (!lexer_.Take(";")) {
        return Expected("\";\" and who is to move", lexer_.peek());
      }
      const absl::Status status = ParseTurn(*placement);
      if (!status.ok()) return status;
      item.initial = *placement;
    }
    while (!BeginsItem(lexer_.peek()) && lexer_.peek().kind != Token::kEnd) {
      absl::StatusOr<Ply> ply = ParsePly();
      if (!ply.ok()) return ply.status();
      item.plies.push_back(*std::move(ply));
    }
    return item;
  }

  // "Black on 14 18; Red on 13 15".
  absl::StatusOr<Placement> ParsePlaces() {
    Placement placement;
    const absl::StatusOr<Colour> first = ParseColour("\"Black on\"");
    if (!first.ok()) return first.status();
    absl::Status status = ParsePieces(*first, placement);
    if (!status.ok()) return status;
    const std::string second =
        absl::StrCat("\"", ToString(Other(*first)), " on\"");
    if (!lexer_.Take(";")) {
      return Expected(absl::StrCat("a square, or \";\" and ", second),
                      lexer_.peek());
    }
    if (!lexer_.peek().Is(ToString(Other(*first)))) {
      return Expected(second, lexer_.peek());
    }
    lexer_.Next();
    status = ParsePieces(Other(*first), placement);
    if (!status.ok()) return status;
    return placement;
  }

  // "Red to move and win in 9".
  absl::Status ParseTurn(Placement& placement) {
    const absl::StatusOr<Colour> colour =
        ParseColour("who is to move (\"Red to move\")");
    if (!colour.ok()) return colour.status();
    placement.to_move = *colour;
    for (const char* word : {"to", "move"}) {
      if (!lexer_.Take(word)) {
        return Expected(absl::StrCat("\"", word, "\""), lexer_.peek());
      }
    }
    if (!lexer_.Take("and")) return absl::OkStatus();
    if (lexer_.Take("draw")) {
      placement.statement = {Statement::kDraw};
      return absl::OkStatus();
    }
    if (lexer_.Take("win")) {
      placement.statement = {Statement::kWin};
    } else if (lexer_.Take("lose")) {
      placement.statement = {Statement::kLose};
    } else {
      return Expected("\"win\", \"draw\" or \"lose\"", lexer_.peek());
    }
    if (!lexer_.Take("in")) return absl::OkStatus();
    int plies;
    if (!absl::SimpleAtoi(lexer_.peek().text, &plies)) {
      return Expected("a number of plies", lexer_.peek());
    }
    placement.statement->plies = plies;
    lexer_.Next();
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<Colour> ParseColour(absl::string_view expected) {
    if (lexer_.Take("black")) return Colour::kBlack;
    if (lexer_.Take("red")) return Colour::kRed;
    return Expected(expected, lexer_.peek());
  }

  // "on 14 18", for a colour.
  absl::Status ParsePieces(Colour colour, Placement& placement) {
    if (!lexer_.Take("on")) return Expected("\"on\"", lexer_.peek());
    while (lexer_.peek().kind == Token::kNumber) {
      const absl::StatusOr<int> square = ParseSquare();
      if (!square.ok()) return square.status();
      const Squares bit = SquaresOf({*square});
      if ((placement.black | placement.red) & bit) {
        return Bad("square ", *square, " is used twice");
      }
      (colour == Colour::kBlack ? placement.black : placement.red) |= bit;
    }
    return absl::OkStatus();
  }

  absl::StatusOr<int> ParseSquare() {
    const Token& token = lexer_.peek();
    if (token.kind != Token::kNumber) return Expected("a square", token);
    int square;
    if (!absl::SimpleAtoi(token.text, &square) || square < 1 ||
        square > squares_) {
      return Bad("squares are numbered 1 to ", squares_, ", ", Found(token));
    }
    lexer_.Next();
    return square;
  }

  // "13" or "15-9".
  absl::StatusOr<Ply> ParsePly() {
    if (lexer_.peek().kind != Token::kNumber) {
      return Expected("a move, \"problem\" or \"game\"", lexer_.peek());
    }
    Ply ply = {.move = {},
               .line = lexer_.peek().line,
               .comments = lexer_.TakeComments()};
    absl::StatusOr<int> square = ParseSquare();
    if (!square.ok()) return square.status();
    if (lexer_.Take("-")) {
      ply.move.from = *square;
      square = ParseSquare();
      if (!square.ok()) return square.status();
    }
    ply.move.to = *square;
    return ply;
  }

  Lexer lexer_;
  int squares_;
};

// ---- Diagrams ----

constexpr absl::string_view kBlackPieces = "@Bb";
constexpr absl::string_view kRedPieces = "OoRr";
constexpr absl::string_view kEmptySquares = "-.";

bool IsOneOf(char c, absl::string_view characters) {
  return characters.find(c) != absl::string_view::npos;
}

// True if nothing but white space and characters of a diagram is there.
bool IsDiagram(absl::string_view text) {
  for (const char c : text) {
    if (!absl::ascii_isspace(c) && !IsOneOf(c, kBlackPieces) &&
        !IsOneOf(c, kRedPieces) && !IsOneOf(c, kEmptySquares)) {
      return false;
    }
  }
  return true;
}

absl::StatusOr<Placement> ParseDiagram(absl::string_view diagram, int squares) {
  Placement placement;
  int count = 0;
  for (const char c : diagram) {
    if (absl::ascii_isspace(c)) continue;
    if (++count > squares) continue;
    if (IsOneOf(c, kBlackPieces)) placement.black |= SquaresOf({count});
    if (IsOneOf(c, kRedPieces)) placement.red |= SquaresOf({count});
  }
  if (count != squares) {
    return Bad("a diagram has one character for each of ", squares,
               " squares, this one has ", count);
  }
  return placement;
}

// ---- Printing ----

std::string PiecesText(Colour colour, Squares squares) {
  std::string text = absl::StrCat(ToString(colour), " on");
  for (; squares != 0; squares &= squares - 1) {
    absl::StrAppend(&text, " ", std::countr_zero(squares) + 1);
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
                                             int squares) {
  std::vector<absl::StatusOr<Item>> items;
  Parser parser(text, squares);
  Lexer& lexer = parser.lexer();
  while (lexer.peek().kind != Token::kEnd) {
    items.push_back(parser.ParseItem());
    if (items.back().ok()) {
      items.back()->file = std::string(file);
      continue;
    }
    items.back() = Bad(file, ":", lexer.peek().line, ": ",
                       items.back().status().message());
    while (!BeginsItem(lexer.peek()) && lexer.peek().kind != Token::kEnd) {
      lexer.Next();
      // Those before the next item belong to it.
      if (!BeginsItem(lexer.peek())) lexer.TakeComments();
    }
  }
  return items;
}

absl::StatusOr<Placement> ParsePlacement(absl::string_view text, int squares) {
  // A diagram and what follows it, or all of it to the parser.
  const absl::string_view first = text.substr(0, text.find(';'));
  const bool diagram = IsDiagram(first);
  Parser parser(diagram ? text.substr(first.size()) : text, squares);
  Lexer& lexer = parser.lexer();
  if (lexer.Take("problem")) lexer.Take(":");
  absl::StatusOr<Placement> placement =
      diagram ? ParseDiagram(first, squares) : parser.ParsePlaces();
  if (!placement.ok()) return placement;
  if (lexer.Take(";")) {
    const absl::Status status = parser.ParseTurn(*placement);
    if (!status.ok()) return status;
  }
  if (lexer.peek().kind != Token::kEnd) {
    return Expected("the end of the position", lexer.peek());
  }
  return placement;
}

std::string TurnText(const Placement& placement) {
  return absl::StrCat(
      ToString(*placement.to_move), " to move",
      placement.statement ? StatementText(*placement.statement) : "");
}

std::string Heading(const Item& item) {
  if (!item.initial) return "game";
  return absl::StrCat(
      "problem: ", PiecesText(Colour::kBlack, item.initial->black), "; ",
      PiecesText(Colour::kRed, item.initial->red), "; ",
      TurnText(*item.initial));
}

std::string Print(const Item& item) {
  std::string text;
  for (const std::string& comment : item.comments) {
    absl::StrAppend(&text, comment, "\n");
  }
  absl::StrAppend(&text, Heading(item), "\n");
  for (const Ply& ply : item.plies) {
    for (const std::string& comment : ply.comments) {
      absl::StrAppend(&text, comment, "\n");
    }
    absl::StrAppend(&text, ToString(ply.move), "\n");
  }
  return text;
}

}  // namespace teeko
