// Checks open certificates: that Black wins on every board, finite or infinite,
// that contains a certain rectangle, the *field*.  Needs only a C++ compiler:
//
//   c++ -std=c++20 -O2 check_open.cc -o check_open
//   ./check_open CERTIFICATE...
//
// The *Prover*, Black, keeps to formations in the field.  The program follows
// the pieces of the *Skeptic* in a *window*: the field and a margin around it.
// All his other pieces are *elsewhere*:
//
//   e e e e e e e
//   e . . . . . e    A piece elsewhere may come back on any edge square (e)
//   e . . . . . e    of the window.  With a piece elsewhere the Skeptic may
//   e . . . . . e    also pass.  If his pieces in the window are a part of a
//   e . . . . . e    goal, and the rest of the goal is outside the window,
//   e . . . . . e    the program assumes that he has the goal.
//   e e e e e e e
//
// So the Skeptic can do everything that he can do on a board that contains the
// field.  The Prover does only what is legal on the board.  README.md has the
// theorem; ../../docs/formats.md specifies the files.

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <valarray>
#include <vector>

namespace {

constexpr char kUsage[] = R"(usage: check_open CERTIFICATE...

Checks certificates of wins on boards of any size and prints what they prove.
For example:

  check_open proof/certificates/open/*.txt

A CERTIFICATE is a file or a pipe; - is standard input.

  --help  print this text

Exit status: 0 if all certificates prove what they claim, 1 otherwise.
)";

// Ends the check of a file with an error.
[[noreturn]] void Reject(const std::string& why) {
  throw std::runtime_error(why);
}

// A set of squares of the window: bit i stands for square i, row by row from
// the upper left.
using Set = std::uint64_t;

Set Bit(int square) { return Set{1} << square; }

// A subset of a list of sets: one bit for each set, 64 bits in a word.
using Sets = std::valarray<Set>;

bool Has(const Sets& sets, int i) { return (sets[i / 64] >> i % 64 & 1) != 0; }
void Insert(Sets& sets, int i) { sets[i / 64] |= Bit(i % 64); }

// ---- The game ---------------------------------------------------------------

// A shape: squares by row and column, counted from 0 at the upper left of the
// rectangle around them.
using Shape = std::vector<std::pair<int, int>>;

struct Game {
  int rows, columns;   // of the field
  int margin, pieces;  // pieces of one side
  std::string goal_words;
  std::set<Set> goals;  // the goals in the field, which the Prover may complete
  // The sets that the Skeptic can hold in the window, ascending.  His other
  // pieces are elsewhere.
  std::vector<Set> sets;
  Sets won;  // sets with which the Skeptic may have a goal
  std::vector<std::vector<int>> moves;  // by set: the sets after a move

  int height() const { return rows + 2 * margin; }
  int width() const { return columns + 2 * margin; }
  int squares() const { return height() * width(); }

  int Index(Set set) const {
    return std::ranges::lower_bound(sets, set) - sets.begin();
  }

  // Returns the set of this square; the empty set if it is not in the window.
  Set At(int row, int column) const {
    const bool inside =
        row >= 0 && row < height() && column >= 0 && column < width();
    return inside ? Bit(row * width() + column) : 0;
  }

  // Returns the squares of the window without its outer `n` rows and columns.
  Set Inner(int n) const {
    Set inner = 0;
    for (int row = n; row < height() - n; ++row) {
      for (int column = n; column < width() - n; ++column) {
        inner |= At(row, column);
      }
    }
    return inner;
  }

  Set Neighbours(int square) const {
    Set to = 0;
    for (int i = 0; i < 9; ++i) {
      to |= At(square / width() + i / 3 - 1, square % width() + i % 3 - 1);
    }
    return to & ~Bit(square);
  }

  // Lists the sets that consist of `rest` and of up to `more` squares, which
  // are among the first `end` squares.
  void ListSets(int more, int end, Set rest) {
    sets.push_back(rest);
    for (int last = 0; more > 0 && last < end; ++last) {
      ListSets(more - 1, last, rest | Bit(last));
    }
  }

  // Lists the moves of the Skeptic.  Call ListSets first.
  void ListMoves() {
    const Set edge = ~Inner(1);
    for (const Set set : sets) {
      std::vector<int>& to = moves.emplace_back();
      const bool some_elsewhere = std::popcount(set) < pieces;
      if (some_elsewhere) to.push_back(Index(set));
      for (int square = 0; square < squares(); ++square) {
        const Set one = Bit(square);
        if ((set & one) == 0) {
          if (some_elsewhere && (edge & one) != 0)
            to.push_back(Index(set | one));
          continue;
        }
        if ((edge & one) != 0) to.push_back(Index(set ^ one));
        for (Set next = Neighbours(square) & ~set; next != 0;
             next &= next - 1) {
          to.push_back(Index(set ^ one ^ Bit(std::countr_zero(next))));
        }
      }
    }
  }

  // Adds a goal for each place of the shape.  Call ListSets first.
  void AddGoals(const Shape& shape) {
    if (std::ssize(shape) != pieces)
      Reject("a goal must have as many squares as a side has pieces");
    int tall = 0, wide = 0;
    for (const auto& [row, column] : shape) {
      tall = std::max(tall, row);
      wide = std::max(wide, column);
    }
    for (int down = -tall - 1; down <= height(); ++down) {
      for (int right = -wide - 1; right <= width(); ++right) {
        Set part = 0;
        for (const auto& [row, column] : shape) {
          part |= At(down + row, right + column);
        }
        Insert(won, Index(part));
        if (std::popcount(part) == pieces && (part & ~Inner(margin)) == 0) {
          goals.insert(part);
        }
      }
    }
  }

  // Adds the goals of a family: lines of n, squares of side n, or squares of
  // all sides (n is 0).  Sides up to the size of the window are enough, because
  // a larger square has at most one corner in the window.
  void AddFamily(const std::string& name, int n) {
    if (name == "line") {
      Shape lines[4];
      for (int i = 0; i < n; ++i) {
        lines[0].emplace_back(0, i);
        lines[1].emplace_back(i, 0);
        lines[2].emplace_back(i, i);
        lines[3].emplace_back(n - 1 - i, i);
      }
      for (const Shape& line : lines) AddGoals(line);
      return;
    }
    const int longest = std::max(height(), width());
    const auto [first, last] = n == 0 ? std::pair(1, longest) : std::pair(n, n);
    for (int side = first; side <= last; ++side) {
      AddGoals({{0, 0}, {0, side}, {side, 0}, {side, side}});
    }
  }

  // Returns the images of a set under the flips of the field.  They only make
  // the list of formations shorter; the proof does not need symmetries.
  std::vector<Set> Images(Set set) const {
    std::vector<Set> images;
    for (int flips = 0; flips < (rows == columns ? 8 : 4); ++flips) {
      Set& image = images.emplace_back(0);
      for (Set rest = set; rest != 0; rest &= rest - 1) {
        int row = std::countr_zero(rest) / width();
        int column = std::countr_zero(rest) % width();
        if (flips & 1) row = height() - 1 - row;
        if (flips & 2) column = width() - 1 - column;
        if (flips & 4) std::swap(row, column);
        image |= At(row, column);
      }
    }
    return images;
  }
};

// ---- The argument -----------------------------------------------------------

// The game in which the Prover keeps to formations.
class RestrictedGame {
 public:
  RestrictedGame(const Game& game, const std::set<Set>& formations)
      : game_(game) {
    for (const Set set : formations) AddOwn(set, false);
    for (const Set set : game.goals) AddOwn(set, true);
  }

  // True if the Prover, who drops first, wins within this number of plies.
  bool Wins(int plies) {
    // After the drops the Prover makes one move.  Then come rounds, each a move
    // of the Skeptic and one of the Prover.
    FindAnswers();
    int left = plies - 2 * game_.pieces - 1;
    for (; left >= 2 && AddRound(); left -= 2) FindAnswers();
    return Succeeds(0, 0, true);
  }

 private:
  // Sets of the Skeptic, for one formation or goal of the Prover.
  struct Row {
    bool is_goal;   // the Prover's set is a goal
    Sets disjoint;  // sets that do not overlap the Prover's set
    Sets wins;      // the Prover wins within the rounds so far, with the
                    // Skeptic to move
    Sets answered;  // the Prover is to move, and has a move to a set in `wins`
  };

  void AddOwn(Set own, bool is_goal) {
    Sets disjoint(Set{0}, game_.won.size());
    for (std::size_t i = 0; i < game_.sets.size(); ++i) {
      if ((own & game_.sets[i]) == 0) Insert(disjoint, i);
    }
    const Sets empty(Set{0}, disjoint.size());
    rows_[own] = {is_goal, disjoint, is_goal ? disjoint : empty, empty};
    for (Set part = own; part != 0; part = (part - 1) & own) {
      parts_.insert(part);
    }
  }

  // Computes `answered` of each row from `wins`.
  void FindAnswers() {
    for (auto& [own, row] : rows_) {
      for (Set rest = own; rest != 0; rest &= rest - 1) {
        const int from = std::countr_zero(rest);
        for (Set to = game_.Neighbours(from) & ~own; to != 0; to &= to - 1) {
          const auto next =
              rows_.find(own ^ Bit(from) ^ Bit(std::countr_zero(to)));
          if (next != rows_.end()) row.answered |= next->second.wins;
        }
      }
    }
  }

  // Computes `wins` of each row for one more round.  Returns false if nothing
  // changes.
  bool AddRound() {
    bool changed = false;
    for (auto& [own, row] : rows_) {
      if (row.is_goal) continue;
      // The Skeptic's sets after a move that is illegal, or that the Prover can
      // answer.
      const Sets harmless = ~row.disjoint | (row.answered & ~game_.won);
      for (std::size_t i = 0; i < game_.sets.size(); ++i) {
        if (Has(row.disjoint, i) && !Has(game_.won, i) && !Has(row.wins, i) &&
            std::ranges::all_of(game_.moves[i],
                                [&](int to) { return Has(harmless, to); })) {
          Insert(row.wins, i);
          changed = true;
        }
      }
    }
    return changed;
  }

  // True if the Prover wins, in the drop phase or directly after it.  `own` has
  // all his dropped pieces, `other` the Skeptic's pieces in the window.
  bool Succeeds(Set own, Set other, bool own_turn) {
    if (game_.goals.contains(own)) return true;
    if (own_turn && std::popcount(own) == game_.pieces) {
      return Has(rows_.at(own).answered, game_.Index(other));
    }
    const auto [known, is_new] = known_.try_emplace({own, other, own_turn});
    if (!is_new) return known->second;
    bool succeeds = !own_turn;
    for (int i = 0; i < game_.squares() && succeeds != own_turn; ++i) {
      const Set to = Bit(i);
      if (((own | other) & to) != 0) continue;
      if (!own_turn) {
        succeeds = WinsAfterDrop(own, other | to);
      } else if (parts_.contains(own | to)) {
        succeeds = Succeeds(own | to, other, false);
      }
    }
    // The Skeptic may also drop a piece elsewhere.
    if (!own_turn) succeeds = succeeds && WinsAfterDrop(own, other);
    return known->second = succeeds;
  }

  bool WinsAfterDrop(Set own, Set other) {
    const bool all = std::popcount(own) == game_.pieces;
    return !(all && Has(game_.won, game_.Index(other))) &&
           Succeeds(own, other, true);
  }

  const Game& game_;
  std::map<Set, Row> rows_;  // by formation or goal of the Prover
  std::set<Set> parts_;      // parts of formations and goals
  // Results of Succeeds, by its arguments.
  std::map<std::tuple<Set, Set, bool>, bool> known_;
};

// ---- The certificate --------------------------------------------------------

const std::string kNumber = "([1-9]\\d{0,3})";

struct File {
  std::string name;
  std::string text = {};
  std::size_t at = 0;  // number of bytes read so far
  int line = 0;        // counted from 1

  // Reads a file, a pipe or, if its name is -, standard input.
  void Read() {
    constexpr std::size_t kMaxBytes = 100'000'000;
    std::ifstream file;
    if (name != "-") file.open(name, std::ios::binary);
    std::istream& in = name == "-" ? std::cin : file;
    for (char piece[1 << 16]; in && text.size() <= kMaxBytes;) {
      text.append(piece, in.read(piece, sizeof piece).gcount());
    }
    if (in.bad() || (name != "-" && !file.is_open())) {
      Reject("cannot read: " + std::generic_category().message(errno));
    }
    if (text.size() > kMaxBytes) Reject("has more than 100 MB");
    if (text.starts_with("\xEF\xBB\xBF")) at = 3;  // a byte order mark
  }

  int Get() {
    return at < text.size() ? static_cast<unsigned char>(text[at++]) : EOF;
  }

  // Reads a line and matches it with a regular expression.  Returns the line
  // and the groups of the expression; rejects the file if there is no match.
  std::vector<std::string> Line(const std::string& pattern) {
    ++line;
    const std::size_t end = text.find_first_of("\r\n", at);
    if (text.empty()) Reject("the file is empty");
    if (end == text.npos) Reject("the file is truncated");
    const std::string words = text.substr(at, end - at);
    at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
    std::smatch parts;
    if (words.size() > 1000 ||
        !std::regex_match(words, parts, std::regex(pattern))) {
      Reject("expected " + pattern);
    }
    return {parts.begin(), parts.end()};
  }

  int Number(const std::string& name, int least, int most) {
    const int n = std::stoi(Line(name + ": (0|" + kNumber + ")")[1]);
    if (n < least || n > most) Reject(std::to_string(n) + " is out of range");
    return n;
  }
};

Game ReadGame(File& file) {
  Game game = {};
  game.rows = file.Number("rows", 1, 64);
  game.columns = file.Number("columns", 1, 64);
  game.margin = file.Number("margin", 0, 8);
  if (game.squares() > 64) Reject("the window has more than 64 squares");
  game.pieces = file.Number("pieces", 2, 4);
  game.ListSets(game.pieces, game.squares(), 0);
  std::ranges::sort(game.sets);
  game.won.resize(game.sets.size() / 64 + 1);
  game.ListMoves();
  const std::string family = "(line [1-9]|square [1-9]\\d?|squares)";
  game.goal_words =
      file.Line("goals: (" + family + "( and " + family + ")*)")[1];
  std::istringstream words(game.goal_words);
  std::set<std::pair<std::string, int>> families;
  for (std::string word; words >> word;) {
    int n = 0;
    if (word == "line" || word == "square") words >> n;
    if (word == "and") continue;
    if (!families.insert({word, n}).second) Reject("a family is listed twice");
    game.AddFamily(word, n);
  }
  return game;
}

// Reads a formation; adds it and its images.
void ReadFormation(File& file, const Game& game, std::set<Set>& formations) {
  const std::string others =
      "( " + kNumber + "){" + std::to_string(game.pieces - 1) + "}";
  std::istringstream text(file.Line(kNumber + others)[0]);
  Set set = 0;
  int last = 0;
  for (int square; text >> square; last = square) {
    if (square <= last || square > game.rows * game.columns) {
      Reject("expected squares of the field in ascending order");
    }
    set |= game.At((square - 1) / game.columns + game.margin,
                   (square - 1) % game.columns + game.margin);
  }
  if (game.goals.contains(set)) Reject("the formation is a goal");
  if (formations.contains(set))
    Reject("the formation, or an image of it, is listed twice");
  for (const Set image : game.Images(set)) formations.insert(image);
}

// Returns a text of what the file proves.  Throws if the claim is not proved or
// the file is invalid; `file.line` is then the number of the line that fails.
std::string Check(File& file) {
  file.Line("teeko certificate 1 open");
  const Game game = ReadGame(file);
  const int least = 2 * game.pieces + 1;
  const int plies =
      std::stoi(file.Line("aim: win within " + kNumber + " plies")[1]);
  if (plies < least) {
    Reject("expected at least " + std::to_string(least) + " plies");
  }
  const std::string style(game.pieces, 'S');
  file.Line("claim: " + style + " black");
  const int claim_line = file.line;
  std::set<Set> formations;
  for (int left = file.Number("formations", 0, 9999); left > 0; --left) {
    ReadFormation(file, game, formations);
  }
  file.Line("end");
  if (file.Get() != EOF) Reject("expected the end of the file");
  // Three lists of bits, of 8 bytes per word, for each formation.
  if (24.0 * formations.size() * game.won.size() > 1e9) {
    Reject("too many formations: they need more than 1 GB of memory");
  }

  if (!RestrictedGame(game, formations).Wins(plies)) {
    file.line = claim_line;
    Reject("the formations do not suffice");
  }
  std::ostringstream proved;
  proved << file.name << ": proved, for every board that has " << game.rows
         << "x" << game.columns << " squares, " << game.pieces
         << " pieces a side, goals " << game.goal_words << ":\n  " << style
         << ": Black, who moves first, can win within " << plies << " plies\n";
  return proved.str();
}

// Prints an error of the command line; returns the exit status.
int BadUsage(const std::string& error) {
  std::fprintf(stderr, "error: %s; see --help\n", error.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);  // so that std::cin reports errors
  bool flags_end = false;
  std::vector<std::string> names;
  for (const std::string word : std::vector<char*>(argv + 1, argv + argc)) {
    if (flags_end || !word.starts_with("-") || word == "-") {
      names.push_back(word);
    } else if (word == "--help") {
      return std::cout << kUsage << std::flush ? 0 : 1;
    } else if (word == "--") {
      flags_end = true;
    } else {
      return BadUsage("unknown flag " + word);
    }
  }
  if (names.empty()) return BadUsage("no certificate");
  int status = 0;
  for (const std::string& name : names) {
    File file = {name};
    std::string verdict;
    try {
      file.Read();
      verdict = Check(file);
    } catch (const std::exception& error) {
      verdict =
          name + ": " +
          (file.line > 0 ? "line " + std::to_string(file.line) + ": " : "") +
          error.what() + "\n";
      status = 1;
    }
    if (!(std::cout << verdict << std::flush)) status = 1;
  }
  return status;
}
