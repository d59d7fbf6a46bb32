#include "game/notation.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace teeko {
namespace {

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

// Reads one item after the other, with one token to look ahead.  What goes
// wrong first is the status; from then on nothing more is read, and the error
// is about the token that is next.
class Parser {
 public:
  Parser(absl::string_view text, int squares) : rest_(text), squares_(squares) {
    absl::ConsumePrefix(&rest_,
                        "\xEF\xBB\xBF");  // what some editors begin with
    Advance();
  }

  const absl::Status& status() const { return status_; }
  const Token& next() const { return next_; }
  bool AtEnd() const { return next_.kind == Token::kEnd; }
  bool AtItem() const { return next_.Is("problem") || next_.Is("game"); }

  // Passes a word or sign if it is next.
  bool Take(absl::string_view lower_case) {
    if (!status_.ok() || !next_.Is(lower_case)) return false;
    Advance();
    return true;
  }

  // Forgets the error, and goes on to the next item or the end.
  void PassItem() {
    status_ = absl::OkStatus();
    while (!AtItem() && !AtEnd()) {
      Advance();
      // Those before the next item belong to it.
      if (!AtItem()) comments_.clear();
    }
  }

  // "problem: Black on …" or "game", and the moves.
  Item ParseItem() {
    Item item = {.line = next_.line, .comments = TakeComments()};
    const bool problem = Take("problem");
    if (!problem) Expect("game", "\"problem\" or \"game\"");
    Take(":");
    if (problem) {
      item.initial = ParsePlaces();
      Expect(";", "\";\" and who is to move");
      ParseTurn(*item.initial);
    }
    while (status_.ok() && !AtItem() && !AtEnd()) {
      item.plies.push_back(ParsePly());
    }
    return item;
  }

  // "Black on 14 18; Red on 13 15".
  Placement ParsePlaces() {
    Placement placement;
    const Colour first = ParseColour("\"Black on\"");
    ParsePieces(first, placement);
    const std::string other = ToString(Other(first));
    Expect(";", absl::StrCat("a square, or \";\" and \"", other, " on\""));
    Expect(other, absl::StrCat("\"", other, " on\""));
    ParsePieces(Other(first), placement);
    return placement;
  }

  // "Red to move and win in 9".
  void ParseTurn(Placement& placement) {
    placement.to_move = ParseColour("who is to move (\"Red to move\")");
    Expect("to", "\"to\"");
    Expect("move", "\"move\"");
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

  void ExpectEnd() {
    if (!AtEnd()) Fail("the end of the position");
  }

 private:
  // Goes on to the next token, and keeps the comments on the way.
  void Advance() {
    while (!rest_.empty() &&
           (absl::ascii_isspace(rest_[0]) || rest_[0] == '#')) {
      if (rest_[0] == '\n') ++line_;
      const size_t length = rest_[0] == '#' ? rest_.find('\n') : 1;
      const absl::string_view passed = rest_.substr(0, length);
      if (rest_[0] == '#') {
        comments_.emplace_back(absl::StripTrailingAsciiWhitespace(passed));
      }
      rest_.remove_prefix(passed.size());
    }
    const auto [kind, length] = Measure();
    next_ = {kind, rest_.substr(0, length), line_};
    rest_.remove_prefix(length);
  }

  // The kind and length of the token that the rest begins with.
  std::pair<Token::Kind, size_t> Measure() const {
    const auto run = [&](auto is_such) -> size_t {
      return std::ranges::find_if_not(rest_, is_such) - rest_.begin();
    };
    if (rest_.empty()) return {Token::kEnd, 0};
    if (absl::ascii_isalpha(rest_[0])) {
      return {Token::kWord, run(absl::ascii_isalpha)};
    }
    if (absl::ascii_isdigit(rest_[0])) {
      return {Token::kNumber, run(absl::ascii_isdigit)};
    }
    return {absl::StrContains(":;-", rest_[0]) ? Token::kSign : Token::kRubbish,
            1};
  }

  // The comments passed on the way to the next token since the last call.
  std::vector<std::string> TakeComments() {
    return std::exchange(comments_, {});
  }

  template <typename... Parts>
  void Fail(const Parts&... expected) {
    status_.Update(Bad("expected ", expected..., ", ", Found(next_)));
  }

  void Expect(absl::string_view lower_case, absl::string_view what) {
    if (!Take(lower_case)) Fail(what);
  }

  Colour ParseColour(absl::string_view expected) {
    const bool black = Take("black");
    if (!black) Expect("red", expected);
    return black ? Colour::kBlack : Colour::kRed;
  }

  // "on 14 18", for a colour.
  void ParsePieces(Colour colour, Placement& placement) {
    Expect("on", "\"on\"");
    while (status_.ok() && next_.kind == Token::kNumber) {
      const int square = ParseSquare();
      if (!status_.ok()) return;
      const Squares bit = SquaresOf({square});
      if ((placement.black | placement.red) & bit) {
        status_ = Bad("square ", square, " is used twice");
      }
      (colour == Colour::kBlack ? placement.black : placement.red) |= bit;
    }
  }

  // 0 if that fails.
  int ParseSquare() {
    int square = 0;
    if (next_.kind != Token::kNumber) {
      Fail("a square");
    } else if (!absl::SimpleAtoi(next_.text, &square) || square < 1 ||
               square > squares_) {
      status_ = Bad("squares are numbered 1 to ", squares_, ", ", Found(next_));
    } else {
      Advance();
    }
    return square;
  }

  // "13" or "15-9".
  Ply ParsePly() {
    Ply ply = {.move = {}, .line = next_.line};
    if (next_.kind != Token::kNumber) {
      Fail("a move, \"problem\" or \"game\"");
      return ply;
    }
    ply.comments = TakeComments();
    ply.move.to = ParseSquare();
    if (Take("-")) {
      ply.move.from = ply.move.to;
      ply.move.to = ParseSquare();
    }
    return ply;
  }

  absl::string_view rest_;
  int line_ = 1;
  int squares_;
  Token next_;
  std::vector<std::string> comments_;
  absl::Status status_;
};

// ---- Diagrams ----

constexpr absl::string_view kBlackPieces = "@Bb";
constexpr absl::string_view kRedPieces = "OoRr";
constexpr absl::string_view kEmptySquares = "-.";

// True if nothing but white space and characters of a diagram is there.
bool IsDiagram(absl::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return absl::ascii_isspace(c) || absl::StrContains(kBlackPieces, c) ||
           absl::StrContains(kRedPieces, c) ||
           absl::StrContains(kEmptySquares, c);
  });
}

absl::StatusOr<Placement> ParseDiagram(absl::string_view diagram,
                                       size_t squares) {
  std::string rows(diagram);
  std::erase_if(rows, absl::ascii_isspace);
  if (rows.size() != squares) {
    return Bad("a diagram has one character for each of ", squares,
               " squares, this one has ", rows.size());
  }
  Placement placement;
  for (size_t i = 0; i < squares; ++i) {
    const Squares square = Squares{1} << i;
    if (absl::StrContains(kBlackPieces, rows[i])) placement.black |= square;
    if (absl::StrContains(kRedPieces, rows[i])) placement.red |= square;
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
  while (!parser.AtEnd()) {
    Item item = parser.ParseItem();
    item.file = std::string(file);
    if (parser.status().ok()) {
      items.push_back(std::move(item));
    } else {
      items.push_back(
          Bad(file, ":", parser.next().line, ": ", parser.status().message()));
      parser.PassItem();
    }
  }
  return items;
}

absl::StatusOr<Placement> ParsePlacement(absl::string_view text, int squares) {
  // A diagram and what follows it, or all of it to the parser.
  const absl::string_view first = text.substr(0, text.find(';'));
  const bool diagram = IsDiagram(first);
  Parser parser(diagram ? text.substr(first.size()) : text, squares);
  if (parser.Take("problem")) parser.Take(":");
  absl::StatusOr<Placement> placement =
      diagram ? ParseDiagram(first, squares) : parser.ParsePlaces();
  if (!placement.ok()) return placement;
  if (parser.Take(";")) parser.ParseTurn(*placement);
  parser.ExpectEnd();
  if (!parser.status().ok()) return parser.status();
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
  std::vector<std::string> lines = item.comments;
  lines.push_back(Heading(item));
  for (const Ply& ply : item.plies) {
    lines.insert(lines.end(), ply.comments.begin(), ply.comments.end());
    lines.push_back(ToString(ply.move));
  }
  return absl::StrCat(absl::StrJoin(lines, "\n"), "\n");
}

}  // namespace teeko
