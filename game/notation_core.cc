#include "game/notation_core.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/utf8.h"

namespace teeko {
namespace {

// ---- Characters and words ----

constexpr std::string_view kDashes[] = {"->", "-", "→", "–", "—", "−"};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlackPieces = "@Bb";
constexpr std::string_view kRedPieces = "OoRr";

bool IsOneOf(std::string_view characters, char c) {
  return characters.find(c) != characters.npos;
}
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
char Upper(char c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
bool IsLetter(char c) { return Lower(c) >= 'a' && Lower(c) <= 'z'; }
bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }

bool AllOf(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == text.npos;
}

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// Returns the length of the white space or comma at the start of a text.
size_t SpaceBytes(std::string_view text) {
  return StartsWith(text, ",") ? 1 : base::SpaceBytes(text);
}

bool EqualsIgnoreCase(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(),
                    lower_case.end(),
                    [](char a, char b) { return Lower(a) == b; });
}

// Returns the length of the first line of a text, without its line end.
size_t LineBytes(std::string_view text) {
  return std::min(text.find_first_of("\r\n"), text.size());
}

// Removes the line end at the start of the text.
void TakeLineEnd(std::string_view& text) {
  text.remove_prefix(StartsWith(text, "\r\n") ? 2 : 1);
}

std::string_view WithoutTrailingSpace(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\v\f") + 1);
}

// Returns the number that the text consists of, if it fits into an int.
std::optional<int> NumberOf(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || !IsDigit(text[0]) || error != std::errc() ||
      last != end) {
    return std::nullopt;
  }
  return number;
}

std::string Text(std::string_view part) { return std::string(part); }
std::string Text(int part) { return std::to_string(part); }
std::string Text(size_t part) { return std::to_string(part); }

template <typename... Parts>
std::string Join(const Parts&... parts) {
  std::string text;
  ((text += Text(parts)), ...);
  return text;
}

// A word is one of these:
// - letters, digits and slashes;
// - a square with its pips ("13:4");
// - the number of a turn with its dots;
// - a dash of any kind, which becomes "-";
// - consecutive bytes that are neither ASCII nor white space;
// - any other single byte.
//
// `text` is empty at the end of the text.
struct Word {
  std::string_view text = {};
  size_t bytes = 0;  // length in the source

  bool Is(std::string_view lower_case) const {
    return EqualsIgnoreCase(text, lower_case);
  }
  // True if all characters of the word are in `characters`.
  bool IsOf(std::string_view characters) const {
    return !text.empty() && AllOf(text, characters);
  }
  bool EndsInDigit() const { return !text.empty() && IsDigit(text.back()); }
  bool IsTurn() const {
    return text.size() > 1 && IsDigit(text[0]) && text.back() == '.';
  }
  // True if the word has the form of a square, "13", "c3", "B13" or "13:4". The
  // board may be too small for the square.
  bool IsSquare() const {
    const std::string_view square = text.substr(0, text.find(':'));
    return EndsInDigit() &&
           AllOf(square.substr(IsLetter(text[0])), "0123456789");
  }
  bool IsColour() const { return Is("black") || Is("red"); }
  bool IsRows() const { return IsOf("bBrR0123456789/") && IsOneOf(text, '/'); }
  bool IsKeyword() const {
    for (const std::string_view word :
         {"to", "move", "and", "win", "draw", "lose", "in", "on", "b", "r",
          "ban", "pips", "game", "problem", ":", ";", "-"}) {
      if (Is(word)) return true;
    }
    return IsColour();
  }
  // True if the notation has words of this form.
  bool IsKnown() const {
    return IsKeyword() || IsSquare() || IsTurn() || IsRows() || IsOf("ASas");
  }
};

// Returns the first word of a text; an empty word if the text is empty.
Word FirstWord(std::string_view text) {
  for (const std::string_view dash : kDashes) {
    if (StartsWith(text, dash)) return {"-", dash.size()};
  }
  const auto word = [text](size_t bytes) -> Word {
    return {text.substr(0, bytes), bytes};
  };
  size_t digits = 0;
  while (digits < text.size() && IsDigit(text[digits])) ++digits;
  size_t end = digits;
  while (end < text.size() && text[end] == '.') ++end;
  if (digits > 0 && end > digits) return word(end);
  while (end < text.size() &&
         (IsLetter(text[end]) || IsDigit(text[end]) || text[end] == '/')) {
    ++end;
  }
  if (end + 1 < text.size() && end > 0 && IsDigit(text[end - 1]) &&
      text[end] == ':' && IsDigit(text[end + 1])) {
    ++end;
    while (end < text.size() && IsDigit(text[end])) ++end;
  }
  if (end > 0 || text.empty()) return word(end);
  while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x80 &&
         SpaceBytes(text.substr(end)) == 0) {
    ++end;
  }
  return word(std::max<size_t>(end, 1));
}

// True if a word has B or R before a number: "B13".
bool HasColour(std::string_view word) {
  return word.size() > 1 && IsOneOf("BR", word[0]) && IsDigit(word[1]);
}

// Returns "found X" for an error message.  Shortens a long word.
std::string Found(std::string_view word) {
  constexpr size_t kShown = 24;
  if (word.empty()) return "found the end";
  std::string shown;
  size_t end = 0;
  while (end < std::min(word.size(), kShown)) {
    const size_t bytes =
        std::max<size_t>(base::CharacterBytes(word.substr(end)), 1);
    if (IsOneOf("\"\\", word[end])) shown += '\\';
    shown += base::Visible(word.substr(end, bytes));
    end += bytes;
  }
  return Join("found \"", shown, end < word.size() ? "…\"" : "\"");
}

// ---- Diagrams ----

// Removes the diagram at the start of a text, and returns it without white
// space.  Takes whole words that have only the signs of a diagram, until there
// is a sign for each of the `squares`.
std::string TakeDiagram(std::string_view& text, size_t squares) {
  std::string diagram;
  while (diagram.size() < squares) {
    std::string_view rest = text;
    while (SpaceBytes(rest) > 0) rest.remove_prefix(SpaceBytes(rest));
    const std::string_view word =
        rest.substr(0, rest.find_first_not_of("@BbOoRr-."));
    rest.remove_prefix(word.size());
    const bool ends = rest.empty() || rest[0] == ';' || SpaceBytes(rest) > 0;
    if (word.empty() || !ends) break;
    diagram += word;
    text = rest;
  }
  return diagram;
}

Setup SetupOf(std::string_view diagram) {
  Setup setup;
  for (size_t i = 0; i < diagram.size(); ++i) {
    const Squares square = Squares{1} << i;
    if (IsOneOf(kBlackPieces, diagram[i])) setup.black |= square;
    if (IsOneOf(kRedPieces, diagram[i])) setup.red |= square;
  }
  return setup;
}

}  // namespace

// ---- Reading ----

// Reads the items one by one, with one word of lookahead (next_).  At the first
// error of an item, the parser stops reading the item.  The error is about the
// next word.
//
// The parser skips a line that cannot belong to any item.  Such a line does not
// change the items before and after it (corpus/README.md, "What cannot be
// read").
class ItemParser {
 public:
  ItemParser(std::string_view text, const SquareNames& board, bool by_lines)
      : text_(text),
        rest_(text),
        board_{board.rows, board.columns},
        by_lines_(by_lines) {
    if (StartsWith(rest_, kByteOrderMark)) {
      rest_.remove_prefix(kByteOrderMark.size());
    }
    if (base::IsUtf16(text_)) {
      skipped_.push_back({0, text_.size(), line_});
      rest_.remove_prefix(text_.size());
    }
    Advance();
  }

  std::optional<Part> Next() {
    if (returned_ == skipped_.size()) {
      skipped_.clear();
      returned_ = 0;
      if (AtEnd()) return std::nullopt;
      return ReadItem();
    }
    const SkippedLine& line = skipped_[returned_++];
    return Part{.error = ErrorOf(line),
                .line = line.line,
                .begin = line.begin,
                .end = line.begin + line.bytes};
  }

  const std::vector<std::string>& comments() const { return comments_; }
  int line() const { return line_; }

  // Reads a single position.  If the position has a diagram, the caller has
  // read it already: `diagram` has its signs, and `line` lines end before the
  // text of this parser begins.  Otherwise `diagram` is empty.
  Part ReadPosition(std::string_view diagram, int line) {
    line_ += line;
    next_.line += line;
    StartItem();
    if (Take("problem")) Take(":");
    Setup initial = diagram.empty() ? ParsePlaces() : SetupOf(diagram);
    Take(";");
    if (error_.empty() && !AtEnd()) ParseTurn(initial);
    if (!AtEnd()) Fail("the end of the position");
    return {.item = {.line = 1, .initial = initial, .names = names()},
            .error = error_,
            .line = next_.line,
            .end = text_.size()};
  }

 private:
  struct Token : Word {
    int line = 1;
    size_t begin = 0;  // offset in the text
    bool opens_line = false;
    // True if there is an empty line between the previous token and this one.
    bool after_gap = false;
    // The parser has skipped a line directly before it that may have had a ply.
    bool after_skipped_ply = false;
  };

  // The layout of the plies of a game. kNamed: the game begins with "game".
  // kPlyALine: each line has one ply. kGameALine: each line has one game.
  enum Layout { kNamed, kPlyALine, kGameALine };

  // Properties of a line, which depend only on its words.
  struct Line {
    bool readable;
    bool has_digits;  // a line without digits has no ply
  };

  bool AtEnd() const { return next_.text.empty(); }
  size_t Offset() const { return rest_.data() - text_.data(); }

  // A line that was skipped.
  struct SkippedLine {
    size_t begin;  // offset in the text
    size_t bytes;
    int line;
  };

  // Reads the item that begins with the next token, up to the start of the next
  // item.
  Part ReadItem() {
    const size_t begin = comments_.empty() ? next_.begin : comments_begin_;
    const int line = next_.line;
    Part part = {.item = ParseItem(), .begin = begin};
    if (error_.empty()) {
      part.line = line;
    } else {
      // If the item lacks a word, the next token belongs to the next item.  The
      // error is then on the last line of this item.
      const bool missing = AtEnd() || (next_.opens_line && AtItem());
      part.line = error_line_ > 0 ? error_line_
                  : missing       ? part_line_
                                  : next_.line;
      part.error = std::move(error_);
      SkipItem(part.item.plies.empty());
    }
    part.end = part_end_;
    return part;
  }

  // Reads an item: a heading ("problem: Black on …", "Black on …" or "game")
  // and plies, or only plies.
  Item ParseItem() {
    Item item = {.line = next_.line};
    MoveComments(item.comments);
    StartItem();
    const bool problem = next_.Is("problem");
    if (problem || next_.IsColour() || next_.IsRows()) {
      layout_ = kNamed;
      in_heading_ = true;
      if (problem) Take("problem");
      if (problem) Take(":");
      item.initial = ParsePlaces();
      Take(";");
      ParseTurn(*item.initial);
      in_heading_ = false;
      std::move(heading_comments_.begin(), heading_comments_.end(),
                std::back_inserter(item.comments));
      heading_comments_.clear();
    } else if (Take("game")) {
      layout_ = kNamed;
      Take(":");
    } else if (layout_ == kNamed || next_.after_gap) {
      layout_ = EndsLine() ? kPlyALine : kGameALine;
      determined_layout_ = true;
    }
    while (error_.empty() && !AtItem() && !AtEnd()) ParsePly(item);
    item.names = names();
    return item;
  }

  // Clears the error, and skips tokens up to the next item or the end.
  // `no_plies`: the item had no plies before the error.
  void SkipItem(bool no_plies) {
    error_.clear();
    error_line_ = 0;
    in_heading_ = false;
    while (!AtEnd() && !(next_.opens_line && AtItem())) {
      // A single word, such as a year, looks like a ply on a line.  If the next
      // line has several plies, forget the layout that this word suggested.
      if (no_plies && layout_ == kPlyALine && next_.opens_line && !IsOnePly()) {
        layout_ = kNamed;
        return;
      }
      comments_.clear();
      Advance();
    }
    if (determined_layout_ && layout_ == kGameALine) layout_ = kNamed;
  }

  // True if the next token begins another item.
  bool AtItem() const {
    if (next_.Is("problem") || next_.Is("game")) return true;
    if (!next_.opens_line) return false;
    if (next_.IsColour() || next_.IsRows()) return true;
    if (layout_ == kNamed) return false;
    const bool continues_game = next_.IsTurn() && next_.text != "1.";
    return next_.after_gap || (layout_ == kGameALine && !continues_game);
  }

  void StartItem() {
    letters_.reset();
    turn_ = 0;
    determined_layout_ = false;
    next_.after_skipped_ply = false;
    next_.opens_line = false;  // this item has begun
  }

  SquareNames names() const {
    return {board_.rows, board_.columns, letters_.value_or(false)};
  }

  // Returns the words of the rest of the line, at most `count`.
  std::vector<Word> WordsAhead(size_t count) const {
    std::vector<Word> words;
    std::string_view rest = rest_;
    while (words.size() < count && SkipSpaceInLine(rest)) {
      words.push_back(FirstWord(rest));
      rest.remove_prefix(words.back().bytes);
    }
    return words;
  }

  // True if the next token is the last of its line.
  bool EndsLine() const { return WordsAhead(1).empty(); }

  // True if the line that begins with the next token has exactly one ply.
  bool IsOnePly() const {
    const std::vector<Word> words = WordsAhead(3);
    return words.empty() || (words.size() == 2 && words[0].text == "-");
  }

  // True if a word lists the pieces row by row, like "5/5/2rbr/1rbb1/2rb1".
  bool AreRows(const Word& word) const {
    return word.IsRows() || (board_.rows == 1 && word.IsOf("bBrR0123456789"));
  }

  // Removes white space.  False at the end of the line or at a comment.
  static bool SkipSpaceInLine(std::string_view& text) {
    while (SpaceBytes(text) > 0 && !IsLineEnd(text[0])) {
      text.remove_prefix(SpaceBytes(text));
    }
    return !text.empty() && !IsLineEnd(text[0]) && text[0] != '#';
  }

  // Classifies the line at the start of rest_.  The line is not readable if it
  // has a word that the notation does not have.  It is not readable either if
  // it begins neither like an item, nor like a ply, nor like the rest of a
  // heading. A line that clearly belongs to an item but has an error counts as
  // readable, so that the parser refuses the whole item.
  Line Classify() const {
    std::string_view rest = rest_;
    std::vector<Word> first;  // up to four words
    bool all_known = true;
    bool all_plies = true;  // until another item begins
    bool another_item = false;
    bool after_heading = false;  // the previous word is "game" or "problem"
    int squares = 0;             // before the first unknown word
    bool has_digits = false;
    while (SkipSpaceInLine(rest)) {
      const Word word = FirstWord(rest);
      rest.remove_prefix(word.bytes);
      // A colon is allowed only after "game" and "problem".
      all_known =
          all_known && (word.text == ":" ? after_heading : word.IsKnown());
      after_heading = word.Is("game") || word.Is("problem");
      squares += all_known && word.IsSquare();
      has_digits =
          has_digits || word.text.find_first_of("0123456789") != word.text.npos;
      another_item = another_item || word.Is("game") || word.Is("problem");
      all_plies = all_plies && (another_item || word.IsSquare() ||
                                word.IsTurn() || word.text == "-");
      if (first.size() < 4) first.push_back(word);
    }
    first.resize(4);
    size_t i = first[0].Is("game") || first[0].Is("problem");
    if (i == 1 && first[1].text == ":") i = 2;
    const Word& word = first[i];
    // The result of a game, "1-0" or "0-1", has digits but is not a ply.
    const bool result = first[1].text == "-" && first[3].text.empty() &&
                        ((first[0].text == "1" && first[2].text == "0") ||
                         (first[0].text == "0" && first[2].text == "1"));
    if (result) return {false, false};
    if (in_heading_ && i == 0) return {all_known, has_digits};
    if (first[0].Is("problem")) {
      return {word.text.empty() || word.IsColour() || AreRows(word),
              has_digits};
    }
    if (first[0].Is("game")) {
      const bool begins = word.text.empty() || word.IsSquare() ||
                          word.IsTurn() || word.Is("game") ||
                          word.Is("problem");
      // A title may have one number, so one square is not enough.
      return {begins && (all_known || squares >= 2), has_digits};
    }
    if (word.IsColour()) {
      const bool places =
          first[1].Is("on") && (first[2].text.empty() || first[2].IsSquare() ||
                                first[2].text == ";");
      return {places, has_digits};
    }
    if (word.IsRows()) {
      const auto slashes = std::count(word.text.begin(), word.text.end(), '/');
      return {slashes == board_.rows - 1, has_digits};
    }
    const bool ply = word.IsSquare() || word.IsTurn() ||
                     (word.text == "-" && first[1].IsSquare());
    return {ply && all_known && all_plies, has_digits};
  }

  // Skips the line at the start of rest_.  The line becomes a refused part.
  void SkipLine(bool has_digits) {
    const size_t bytes = LineBytes(rest_);
    if (has_digits) last_skipped_ply_ = skipped_.size();
    skipped_.push_back({Offset(), bytes, line_});
    rest_.remove_prefix(bytes);
  }

  // Returns the reason why a line cannot be read: its own first error.
  std::string ErrorOf(const SkippedLine& line) const {
    if (base::IsUtf16(text_)) return base::kUtf16;
    ItemParser alone(text_.substr(line.begin, line.bytes), board_,
                     /*by_lines=*/false);
    while (alone.error_.empty() && !alone.AtEnd()) alone.ParseItem();
    return alone.error_.empty() ? "expected a move, \"problem\" or \"game\""
                                : alone.error_;
  }

  // If the next token is this word or sign, skips it and returns true.
  bool Take(std::string_view lower_case) {
    if (!error_.empty() || !next_.Is(lower_case)) return false;
    Advance();
    return true;
  }

  // Reads the next token into next_, and keeps the comments before it.
  void Advance() {
    if (in_heading_ && next_.after_skipped_ply) RejectSkippedLine();
    if (in_heading_) MoveComments(heading_comments_);
    part_end_ = Offset();
    part_line_ = next_.line;
    next_ = {};
    next_.opens_line = std::exchange(at_start_, false);
    bool empty_line = false;
    while (true) {
      SkipSpace(empty_line);
      if (rest_.empty() || !by_lines_ || !next_.opens_line) break;
      const Line line = Classify();
      if (line.readable) break;
      next_.after_skipped_ply = next_.after_skipped_ply || line.has_digits;
      SkipLine(line.has_digits);
      empty_line = false;
    }
    next_.line = line_;
    next_.begin = Offset();
    static_cast<Word&>(next_) = FirstWord(rest_);
    rest_.remove_prefix(next_.bytes);
  }

  // Skips white space and comments.
  void SkipSpace(bool& empty_line) {
    while (SpaceBytes(rest_) > 0 || StartsWith(rest_, "#")) {
      if (IsLineEnd(rest_[0])) {
        ++line_;
        next_.after_gap |= empty_line;
        next_.opens_line = empty_line = true;
        TakeLineEnd(rest_);
      } else if (rest_[0] == '#') {
        empty_line = false;
        if (comments_.empty()) comments_begin_ = Offset();
        const std::string_view comment = rest_.substr(0, LineBytes(rest_));
        comments_.push_back(base::ValidUtf8(WithoutTrailingSpace(comment)));
        rest_.remove_prefix(comment.size());
      } else {
        rest_.remove_prefix(SpaceBytes(rest_));
      }
    }
  }

  // Moves the comments before the next token to `to`.
  void MoveComments(std::vector<std::string>& to) {
    std::move(comments_.begin(), comments_.end(), std::back_inserter(to));
    comments_.clear();
  }

  void Error(std::string error) {
    if (error_.empty()) error_ = std::move(error);
  }

  // Refuses an item that continues after a skipped line, because the skipped
  // line may have had a ply of this item.  The error of the line becomes the
  // error of the item.
  void RejectSkippedLine() {
    if (!error_.empty()) return;
    error_ = ErrorOf(skipped_[last_skipped_ply_]);
    error_line_ = skipped_[last_skipped_ply_].line;
    skipped_.erase(skipped_.begin() + last_skipped_ply_);
    next_.after_skipped_ply = false;
  }

  template <typename... Parts>
  void Reject(const Parts&... why) {
    Error(Join(why..., ", ", Found(next_.text)));
  }

  template <typename... Parts>
  void Fail(const Parts&... expected) {
    Reject("expected ", expected...);
  }

  void Expect(std::string_view lower_case, std::string_view what) {
    if (!Take(lower_case)) Fail(what);
  }

  Colour ParseColour(std::string_view expected) {
    const bool black = Take("black");
    if (!black) Expect("red", expected);
    return black ? Colour::kBlack : Colour::kRed;
  }

  // Reads "Black on 14 18; Red on 13 15", or "5/5/2rbr/1rbb1/2rb1".
  Setup ParsePlaces() {
    if (AreRows(next_)) return ParseRows();
    Setup setup;
    const Colour first = ParseColour("\"Black on\"");
    ParsePieces(first, setup);
    const bool black_first = first == Colour::kBlack;
    const std::string_view other = black_first ? "Red" : "Black";
    Expect(";", Join("a square, or \";\" and \"", other, " on\""));
    Expect(black_first ? "red" : "black", Join("\"", other, " on\""));
    ParsePieces(Other(first), setup);
    return setup;
  }

  // Reads rows from top to bottom.  A number n stands for n empty squares.
  Setup ParseRows() {
    std::string_view unread = next_.text;
    const size_t rows = std::count(unread.begin(), unread.end(), '/') + 1;
    if (rows != size_t(board_.rows)) {
      Reject("the board has ", board_.rows, " rows, not ", rows);
      return {};
    }
    std::string diagram;
    for (int row = 1; row <= board_.rows; ++row) {
      const size_t end = row * size_t(board_.columns);
      size_t empty = 0;  // the number that is being read
      const std::string_view signs = unread.substr(0, unread.find('/'));
      for (const char c : signs) {
        if (IsDigit(c)) {
          empty = std::min<size_t>(10 * empty + (c - '0'), end + 1);
          continue;
        }
        diagram.append(std::exchange(empty, 0), '-');
        diagram += c;
      }
      diagram.append(empty, '-');
      if (diagram.size() != end) {
        Reject("row ", row, ": expected ", board_.columns, " squares");
        return {};
      }
      unread.remove_prefix(std::min(signs.size() + 1, unread.size()));
    }
    Advance();
    return SetupOf(diagram);
  }

  // Reads "on 14 18" after a colour.
  void ParsePieces(Colour colour, Setup& setup) {
    Expect("on", "\"on\"");
    while (error_.empty() && next_.EndsInDigit()) {
      const std::string_view text = next_.text;
      const int square = ParseSquare(text);
      if (!error_.empty()) return;
      const Squares bit = SquaresOf({square});
      if ((setup.black | setup.red) & bit) {
        Error(Join("square ", text, " is used twice"));
      }
      (colour == Colour::kBlack ? setup.black : setup.red) |= bit;
      if (pips_ > 0) setup.pips[square] = pips_;
    }
  }

  // Reads the numbers after "pips", one for each piece, row by row.
  void ParsePips(Setup& setup) {
    if (!setup.pips.empty()) return Reject("the position has pips already");
    const Squares pieces = setup.black | setup.red;
    for (Squares left = pieces; left != 0; left &= left - 1) {
      const int pips = PipsOf(next_.text);
      if (pips == 0)
        return Fail("pips for each of ", std::popcount(pieces), " pieces");
      setup.pips[std::countr_zero(left) + 1] = pips;
      Advance();
    }
  }

  // Reads "Red to move AASS ban pips 4 and win in 9".
  void ParseTurn(Setup& setup) {
    setup.to_move = Take("b") ? Colour::kBlack
                    : Take("r")
                        ? Colour::kRed
                        : ParseColour("who is to move (\"Red to move\")");
    if (Take("to")) Expect("move", "\"move\"");
    if (error_.empty() && next_.IsOf("ASas")) {
      setup.style.emplace();
      for (const char c : next_.text) *setup.style += Upper(c);
      Advance();
    }
    setup.centre_ban = Take("ban");
    if (Take("pips")) ParsePips(setup);
    if (!Take("and")) return;
    if (Take("draw")) {
      setup.statement = {Statement::kDraw};
      return;
    }
    const bool win = Take("win");
    if (!win) Expect("lose", "\"win\", \"draw\" or \"lose\"");
    setup.statement = {win ? Statement::kWin : Statement::kLose};
    if (!Take("in")) return;
    const std::optional<int> plies = NumberOf(next_.text);
    if (!plies) return Fail("a number of plies");
    setup.statement->plies = plies;
    Advance();
  }

  // Returns the pips that a word consists of; 0 if they are not 1 to 127.
  static int PipsOf(std::string_view word) {
    const int pips = NumberOf(word).value_or(0);
    return pips <= 127 ? pips : 0;
  }

  // Reads the square `text`, such as "13", "c3" or "13:4", and sets pips_.
  // `text` is the next token, or the next token without its colour ("13" of
  // "B13").  Returns 0 on an error.
  int ParseSquare(std::string_view text) {
    if (!next_.EndsInDigit()) return Fail("a square"), 0;
    const size_t colon = text.find(':');
    pips_ = 0;
    if (colon != text.npos) {
      pips_ = PipsOf(text.substr(colon + 1));
      if (pips_ == 0) return Reject("a marker has 1 to 127 pips"), 0;
      text = text.substr(0, colon);
    }
    // With 27 columns or more, some columns have no letter.
    const bool letters = IsLetter(text[0]) && board_.columns <= 26;
    if (letters && IsOneOf("BR", text[0])) {
      return Reject("a column is a small letter, since B and R are colours"), 0;
    }
    const int squares = board_.rows * board_.columns;
    const int number = NumberOf(text.substr(letters)).value_or(0);
    int square = 0;
    if (number > 0) {
      const int column = Lower(text[0]) - 'a';
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

  // Reads "13", "13:4", "15-9", "B13" or "7. 13".
  void ParsePly(Item& item) {
    if (next_.after_skipped_ply) return RejectSkippedLine();
    if (layout_ == kPlyALine && !next_.opens_line && !item.plies.empty()) {
      return Fail("one move on each line, as on the lines before");
    }
    Ply ply = {.move = {}, .line = next_.line};
    if (next_.IsTurn()) ParseTurnNumber();
    if (!error_.empty()) return;
    if (!next_.EndsInDigit()) return Fail("a move, \"problem\" or \"game\"");
    MoveComments(ply.comments);
    std::string_view square = next_.text;
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
    ply.move.pips = pips_;
    if (Take("-")) {
      ply.move.from = ply.move.to;
      std::vector<std::string> comments = std::exchange(comments_, {});
      ply.move.to = ParseSquare(next_.text);
      if (ply.move.pips > 0 || pips_ > 0) Error("only a drop states its pips");
      // If the ply has an error, the comments after its dash do not belong to
      // it.
      std::vector<std::string>& owner =
          error_.empty() ? ply.comments : comments_;
      std::move(comments.begin(), comments.end(), std::back_inserter(owner));
    }
    if (error_.empty()) item.plies.push_back(std::move(ply));
  }

  // Reads "7." or "7...".  Checks that the numbers skip no turn.
  void ParseTurnNumber() {
    const std::optional<int> number =
        NumberOf(next_.text.substr(0, next_.text.find('.')));
    if (!number || *number < std::max(turn_, 1) || *number > turn_ + 1) {
      return Reject("turns are numbered 1, 2, 3 and so on");
    }
    turn_ = *number;
    Advance();
  }

  std::string_view text_;
  std::string_view rest_;
  SquareNames board_;
  bool by_lines_;  // true if unreadable lines are skipped
  bool at_start_ = true;
  int line_ = 1;
  Token next_;
  Layout layout_ = kNamed;
  std::vector<std::string> comments_;
  size_t comments_begin_ = 0;
  std::string error_;
  int error_line_ = 0;   // line of the error; 0: the line of the next token
  size_t part_end_ = 0;  // end of the last token, as an offset in the text
  int part_line_ = 1;    // line of the last token
  std::vector<SkippedLine> skipped_;  // since the last item began
  size_t returned_ = 0;               // number of lines that Next has returned
  // Index in skipped_ of the last line that may have had a ply.
  size_t last_skipped_ply_ = 0;

  // State of the current item.
  bool in_heading_ = false;
  std::vector<std::string> heading_comments_;  // inside the heading
  bool determined_layout_ = false;
  std::optional<bool> letters_;  // form of the squares, once a square is read
  int turn_ = 0;                 // the last turn that had a number
  int pips_ = 0;                 // of the last square; 0 if it states none
};

std::string MoreErrors(int count) {
  return Join("… and ", count, " more ", count == 1 ? "error" : "errors");
}

ItemReader::ItemReader(std::string_view text, const SquareNames& board)
    : parser_(std::make_unique<ItemParser>(text, board, /*by_lines=*/true)) {}
ItemReader::~ItemReader() = default;

std::optional<Part> ItemReader::Next() { return parser_->Next(); }
const std::vector<std::string>& ItemReader::LastComments() const {
  return parser_->comments();
}
int ItemReader::last_line() const { return parser_->line(); }

Part ReadPosition(std::string_view text, const SquareNames& board) {
  if (base::IsUtf16(text)) return {.error = base::kUtf16, .line = 1};
  std::string_view rest = text;
  if (StartsWith(rest, kByteOrderMark)) rest.remove_prefix(3);
  // Skip the words that may be before a diagram.
  int line = 0;
  const auto skip_space = [&] {
    while (SpaceBytes(rest) > 0 || StartsWith(rest, "#")) {
      if (rest[0] == '#') {
        rest.remove_prefix(LineBytes(rest));
      } else if (IsLineEnd(rest[0])) {
        ++line;
        TakeLineEnd(rest);
      } else {
        rest.remove_prefix(SpaceBytes(rest));
      }
    }
  };
  skip_space();
  if (const Word word = FirstWord(rest); word.Is("problem")) {
    rest.remove_prefix(word.bytes);
    skip_space();
    if (StartsWith(rest, ":")) rest.remove_prefix(1);
  }
  const std::string_view before = rest;
  const size_t squares = board.rows * size_t(board.columns);
  const std::string diagram = TakeDiagram(rest, squares);
  if (diagram.empty()) {
    return ItemParser(text, board, false).ReadPosition("", 0);
  }
  if (diagram.size() != squares) {
    return {.error = Join("a diagram has one character for each of ", squares,
                          " squares, this one has ", diagram.size()),
            .line = line + 1};
  }
  std::string_view skipped = before.substr(0, before.size() - rest.size());
  while (skipped.size() > LineBytes(skipped)) {
    skipped.remove_prefix(LineBytes(skipped));
    TakeLineEnd(skipped);
    ++line;
  }
  return ItemParser(rest, board, false).ReadPosition(diagram, line);
}

std::optional<Colour> SideToMove(const Setup& setup, int pieces) {
  if (setup.to_move) return setup.to_move;
  const int black = std::popcount(setup.black);
  const int red = std::popcount(setup.red);
  if (red >= pieces) return std::nullopt;
  return black > red ? Colour::kRed : Colour::kBlack;
}

// ---- Writing ----

namespace {

// Returns ":4" for 4 pips, and nothing for 0.
std::string PipsText(int pips) { return pips > 0 ? Join(":", pips) : ""; }

std::string PiecesText(Colour colour, Squares squares, const Pips& pips,
                       const SquareNames& names) {
  std::string text = ToString(colour) + " on";
  for (; squares != 0; squares &= squares - 1) {
    const int square = std::countr_zero(squares) + 1;
    const auto found = pips.find(square);
    text += Join(" ", names.Of(square),
                 PipsText(found == pips.end() ? 0 : found->second));
  }
  return text;
}

std::string StatementText(const Statement& statement) {
  constexpr const char* kOutcomes[] = {"win", "draw", "lose"};
  std::string text = Join(" and ", kOutcomes[statement.outcome]);
  if (statement.plies) text += Join(" in ", *statement.plies);
  return text;
}

}  // namespace

std::string PositionText(const Position& position, std::string_view style,
                         const SquareNames& board, int pieces,
                         const Pips& pips) {
  std::string text;
  int empty = 0;
  const auto end_run = [&] {
    if (empty > 0) text += std::to_string(std::exchange(empty, 0));
  };
  for (int square = 0; square < board.rows * board.columns; ++square) {
    if (square > 0 && square % board.columns == 0) {
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
  if (std::popcount(position.own()) < pieces) text += Join(" ", style);
  const bool empty_board = (position.black | position.red) == 0;
  if (position.centre_ban && empty_board) text += " ban";
  if (!pips.empty()) text += " pips";
  for (const auto& [square, number] : pips) text += Join(" ", number);
  return text;
}

std::string TurnText(const Setup& setup) {
  return Join(ToString(*setup.to_move), " to move",
              setup.style ? Join(" ", *setup.style) : "",
              setup.centre_ban ? " ban" : "",
              setup.statement ? StatementText(*setup.statement) : "");
}

std::string SetupText(const Setup& setup, const SquareNames& names) {
  return Join(PiecesText(Colour::kBlack, setup.black, setup.pips, names), "; ",
              PiecesText(Colour::kRed, setup.red, setup.pips, names), "; ",
              TurnText(setup));
}

std::string Heading(const Item& item) {
  if (!item.initial) return "game";
  return "problem: " + SetupText(*item.initial, item.names);
}

std::string Print(const Item& item) {
  std::string text;
  const auto add_lines = [&text](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line + "\n";
  };
  add_lines(item.comments);
  text += Heading(item) + "\n";
  for (const Ply& ply : item.plies) {
    add_lines(ply.comments);
    text += item.names.Of(ply.move) + "\n";
  }
  return text;
}

}  // namespace teeko
