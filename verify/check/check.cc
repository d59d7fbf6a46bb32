// The last step of the proof: checks certificates of values of Teeko with
// nothing but this file, a compiler and a machine.
//
//   c++ -std=c++20 -O2 check.cc -o check && ./check CERTIFICATE...
//
// A certificate speaks for one side, the *Prover*, against the other, the
// *Sceptic*, and lists *formations*: sets of squares that the Prover's pieces
// may form.  This program solves the game in which the Prover, whenever he
// chooses for his own pieces, keeps to them, while the Sceptic is free.  What
// the Prover attains so, he attains without that restriction, too (README.md
// spells out the theorem, ../../proto/README.md the files).

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <valarray>
#include <vector>

namespace {

// The first thing found wrong ends the check of a file.
[[noreturn]] void Reject(const std::string& why) {
  throw std::runtime_error(why);
}

// A set of squares: bit i stands for square i + 1, row by row from the upper
// left.
using Set = std::uint64_t;

// Some of the sets in a list: a bit for each, 64 to a word.
using Sets = std::valarray<Set>;

bool Has(const Sets& sets, int i) { return (sets[i / 64] >> i % 64 & 1) != 0; }
void Insert(Sets& sets, int i) { sets[i / 64] |= Set{1} << i % 64; }

// ---- The game ---------------------------------------------------------------

struct Game {
  int rows, columns, pieces;  // pieces of one side
  bool wrapped;
  std::vector<Set> sets;  // all that one side may hold, ascending
  Sets goals;
  // What one move makes of a set, by index; the other side must not be in the
  // way, that is, hold a square of it.
  std::vector<std::vector<int>> moves;

  int squares() const { return rows * columns; }
  int size() const { return static_cast<int>(sets.size()); }

  int Index(Set set) const {
    return std::lower_bound(sets.begin(), sets.end(), set) - sets.begin();
  }

  bool HasGoal(Set set) const {
    return std::popcount(set) == pieces && Has(goals, Index(set));
  }

  // This one square; nothing if the board ends before it.
  Set At(int row, int column) const {
    if (wrapped) {
      row = (row + rows) % rows;
      column = (column + columns) % columns;
    }
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
    return Set{1} << (row * columns + column);
  }

  void ListSetsAndMoves() {
    for (Set set = (Set{1} << pieces) - 1; set >> squares() == 0;) {
      if (size() == 1'000'000) Reject("the board is too large");
      sets.push_back(set);
      // The next number with as many bits.
      const Set lowest = set & -set, ripple = set + lowest;
      set = ripple | (set ^ ripple) / lowest >> 2;
    }
    goals.resize(sets.size() / 64 + 1);
    moves.resize(sets.size());
    for (int i = 0; i < size() * squares(); ++i) {
      const Set set = sets[i / squares()];
      const int from = i % squares();
      if ((set >> from & 1) == 0) continue;
      for (int j = 0; j < 9; ++j) {
        const Set to =
            At(from / columns + j / 3 - 1, from % columns + j % 3 - 1);
        if ((to & ~set) == 0) continue;
        moves[i / squares()].push_back(Index(set ^ Set{1} << from ^ to));
      }
    }
  }

  // Makes goals of a figure wherever it lies on the board.  It is given by the
  // rows and columns of its squares, counted from 0 in the rectangle around it,
  // which even on a wrapped board must not be larger than the board.
  void AddGoals(const std::vector<std::pair<int, int>>& figure) {
    for (int i = 0; i < squares(); ++i) {
      Set goal = 0;
      for (const auto& [row, column] : figure) {
        if (row >= rows || column >= columns) return;
        goal |= At(i / columns + row, i % columns + column);
      }
      if (std::popcount(goal) == pieces) Insert(goals, Index(goal));
    }
  }

  // What flips and (of wrapped boards) shifts make of a set.  Nothing depends
  // on their being symmetries of the game: they only save listing.
  std::vector<Set> Images(Set set) const {
    std::vector<Set> images;
    for (int shift = 0; shift < (wrapped ? squares() : 1); ++shift) {
      for (int flips = 0; flips < (rows == columns ? 8 : 4); ++flips) {
        Set& image = images.emplace_back(0);
        for (Set rest = set; rest != 0; rest &= rest - 1) {
          int row = std::countr_zero(rest) / columns;
          int column = std::countr_zero(rest) % columns;
          if (flips & 1) row = rows - 1 - row;
          if (flips & 2) column = columns - 1 - column;
          if (flips & 4) std::swap(row, column);
          image |= At(row + shift / columns, column + shift % columns);
        }
      }
    }
    return images;
  }
};

// ---- The argument -----------------------------------------------------------

// That one side, the Prover, attains the certificate's aim in some style.
struct Claim {
  int line;           // of the file
  std::string style;  // by drop of a side: picked by its owner (S) or not (A)
  Set banned;         // to the first drop
  bool black;         // the Prover's colour
};

// To win within so many plies from the empty board, or not to lose within them.
struct Aim {
  bool is_win;
  int plies;
};

// The game in which the Prover keeps to formations.
class RestrictedGame {
 public:
  RestrictedGame(const Game& game, Aim aim, const std::set<Set>& formations)
      : game_(game), aim_(aim), kept_(game.size()), rows_(game.size()) {
    for (int own = 0; own < game.size(); ++own) {
      const Set set = game.sets[own];
      if (!formations.contains(set) && !game.HasGoal(set)) continue;
      for (const int from : game.moves[own]) kept_[from].push_back(own);
      for (Set part = set; part != 0; part = (part - 1) & set) {
        parts_.insert(part);
      }
      const Sets none(Set{0}, game.goals.size());
      Sets disjoint = none;
      for (int other = 0; other < game.size(); ++other) {
        if ((set & game.sets[other]) == 0) Insert(disjoint, other);
      }
      rows_[own] = {disjoint, aim.is_win ? none : disjoint, none, none};
    }
    // Won within no rounds: the Prover has a goal, or the Sceptic no move.
    if (aim.is_win) LookFurther();
  }

  // Whether the Prover attains the aim from the empty board.  Claims of Red
  // come first: they need no more rounds.
  bool Proves(const Claim& claim) {
    // When all pieces are placed it is Black's turn: as Prover he makes one
    // move, and a red Prover answers one, before rounds can be counted.
    const int left = aim_.plies - 2 * game_.pieces - (claim.black ? 1 : 2);
    const int rounds = aim_.is_win ? left / 2 : (left + 1) / 2;
    while (rounds_ < rounds && LookFurther()) ++rounds_;
    claim_ = &claim;
    known_ = &known_of_[{claim.style, claim.black}];
    known_->erase({0, 0});  // the only position that a ban concerns
    return Succeeds(0, 0);
  }

 private:
  // Sets of the Sceptic, while the Prover has a certain formation or goal.
  struct Row {
    Sets disjoint;    // nothing overlaps
    Sets success;     // with the Sceptic to move, within `rounds_`
    Sets unanswered;  // lost if the Sceptic has just moved there
    Sets spoils;      // those of them that are to be looked at
  };

  // Adds a round, a move of the Sceptic and one of the Prover; false if that
  // makes no difference.
  bool LookFurther() {
    for (int own = 0; own < game_.size(); ++own) {
      Row& row = rows_[own];
      if (row.disjoint.size() == 0 || Has(game_.goals, own)) continue;
      Sets answered(Set{0}, row.disjoint.size());
      for (const int to : kept_[own]) answered |= rows_[to].success;
      const Sets now = row.disjoint & (~answered | game_.goals);
      row.spoils = aim_.is_win ? now : now & ~row.unanswered;
      row.unanswered = now;
    }
    // What the Sceptic can move to and not be answered spoils whence he came;
    // moves lead back as well as forth.  Holding becomes harder, what was
    // spoiled remains so; winning becomes easier, all is looked at afresh.
    bool changed = false;
    for (Row& row : rows_) {
      Sets success = aim_.is_win ? row.disjoint : row.success;
      for (std::size_t i = 0; i < row.spoils.size(); ++i) {
        for (Set rest = row.spoils[i]; rest != 0; rest &= rest - 1) {
          for (const int from : game_.moves[64 * i + std::countr_zero(rest)]) {
            success[from / 64] &= ~(Set{1} << from % 64);
          }
        }
      }
      changed = changed || !std::ranges::equal(success, row.success);
      row.success = success;
    }
    return changed;
  }

  // Whether the Prover, who is to move with all pieces placed, succeeds.
  bool Answers(int own, int other) const {
    return std::ranges::any_of(
        kept_[own], [&](int to) { return Has(rows_[to].success, other); });
  }

  // Whether the Prover succeeds with drops to come, or just over.
  bool Succeeds(Set own, Set other) {
    if (game_.HasGoal(own) || game_.HasGoal(other)) return game_.HasGoal(own);
    const int placed = std::popcount(own | other);
    if (placed == 2 * game_.pieces) {
      const int own_index = game_.Index(own), other_index = game_.Index(other);
      if (claim_->black) return Answers(own_index, other_index);
      return std::ranges::all_of(game_.moves[other_index], [&](int to) {
        return (own & game_.sets[to]) != 0 ||
               (!Has(game_.goals, to) && Answers(own_index, to));
      });
    }
    const Set taken = own | other | (placed == 0 ? claim_->banned : 0);
    const auto [known, is_new] = known_->try_emplace({own, other}, false);
    if (!is_new) return known->second;
    const bool drops_own = (placed % 2 == 0) == claim_->black;
    const bool chooses = drops_own == (claim_->style[placed / 2] == 'S');
    bool succeeds = !chooses;
    for (int i = 0; i < game_.squares() && succeeds != chooses; ++i) {
      const Set to = Set{1} << i;
      if ((to & taken) != 0) continue;
      // To drops, too, a formation sets limits.
      if (chooses && drops_own && !parts_.contains(own | to)) continue;
      succeeds =
          drops_own ? Succeeds(own | to, other) : Succeeds(own, other | to);
    }
    return known->second = succeeds;
  }

  const Game& game_;
  const Aim aim_;
  std::vector<std::vector<int>> kept_;  // moves to formations or goals
  std::vector<Row> rows_;
  int rounds_ = 0;
  std::set<Set> parts_;  // of formations and goals
  const Claim* claim_ = nullptr;
  // With drops to come, by the Prover's pieces and the Sceptic's; of the claim
  // under way, and of each style and colour.
  using Known = std::map<std::pair<Set, Set>, bool>;
  Known* known_ = nullptr;
  std::map<std::pair<std::string, bool>, Known> known_of_;
};

// ---- The certificate --------------------------------------------------------

struct File {
  std::ifstream in;
  int line = 0;  // counted from 1

  // Reads a line, which must match; returns it and its parts in parentheses.
  std::vector<std::string> Line(const std::string& pattern) {
    std::string text;
    ++line;
    if (!std::getline(in, text) || in.eof()) Reject("the file is truncated");
    std::smatch parts;
    if (text.size() > 1000 ||
        !std::regex_match(text, parts, std::regex(pattern))) {
      Reject("expected " + pattern);
    }
    return {parts.begin(), parts.end()};
  }
};

int Number(const std::string& digits, int least, int most) {
  const int n = digits.size() > 6 ? -1 : std::stoi(digits);
  if (n < least || n > most) Reject(digits + " is out of range");
  return n;
}

Game ReadGame(File& file) {
  Game game = {};
  game.rows = Number(file.Line("rows: (\\d+)")[1], 1, 63);
  game.columns = Number(file.Line("columns: (\\d+)")[1], 1, 63 / game.rows);
  game.wrapped = file.Line("edges: (bounded|wrapped)")[1] == "wrapped";
  game.pieces = Number(file.Line("pieces: (\\d+)")[1], 2, game.squares() / 2);
  game.ListSetsAndMoves();
  const std::string figure = "((line|square|diamond) \\d\\d?|tilted)";
  std::istringstream words(
      file.Line("goals: (" + figure + "( and " + figure + ")*)")[1]);
  for (std::string word; words >> word;) {
    if (word == "and") continue;
    int n = 0;
    if (word != "tilted") words >> n;
    if (word == "line") {
      std::vector<std::pair<int, int>> lines[4];
      for (int i = 0; i < n; ++i) {
        lines[0].emplace_back(0, i);
        lines[1].emplace_back(i, 0);
        lines[2].emplace_back(i, i);
        lines[3].emplace_back(n - 1 - i, i);
      }
      for (const auto& line : lines) game.AddGoals(line);
    } else if (word == "square") {
      game.AddGoals({{0, 0}, {0, n}, {n, 0}, {n, n}});
    } else if (word == "diamond") {
      game.AddGoals({{0, n}, {n, 0}, {n, 2 * n}, {2 * n, n}});
    } else {
      // One side goes `a` right and `b` down; the next is at right angles.
      for (int a = 1; a < game.columns; ++a) {
        for (int b = 1; b < game.rows; ++b) {
          game.AddGoals({{0, b}, {b, a + b}, {a + b, a}, {a, 0}});
        }
      }
    }
  }
  return game;
}

Claim ReadClaim(File& file, const Game& game) {
  const std::string style = "([SA]{" + std::to_string(game.pieces) + "})";
  const auto parts =
      file.Line("claim: " + style + "(( without \\d+)*) (black|red)");
  Claim claim = {file.line, parts[1], 0, parts[4] == "black"};
  std::istringstream bans(parts[2]);
  for (std::string without, square; bans >> without >> square;) {
    claim.banned |= Set{1} << (Number(square, 1, game.squares()) - 1);
  }
  return claim;
}

// Reads a formation, and adds it and its images.
void ReadFormation(File& file, const Game& game, bool compact,
                   std::set<Set>& formations) {
  const std::string others = "( \\d+){" + std::to_string(game.pieces - 1) + "}";
  std::istringstream text(compact ? "" : file.Line("\\d+" + others)[0]);
  Set set = 0;
  for (int i = 0; i < game.pieces; ++i) {
    int square = compact ? file.in.get() : 0;
    if (!compact) text >> square;
    if (square < 1 || square > game.squares() || set >> (square - 1) != 0) {
      Reject("expected squares in ascending order");
    }
    set |= Set{1} << (square - 1);
  }
  if (game.HasGoal(set)) Reject("a goal ends the game");
  if (formations.contains(set)) Reject("it, or an image of it, comes twice");
  for (const Set image : game.Images(set)) formations.insert(image);
}

// Throws unless the file is a proof of what it claims; `file.line` is then the
// first line that fails.
void Check(File& file) {
  const bool compact =
      file.Line("teeko certificate 1 (text|compact)")[1] == "compact";
  const Game game = ReadGame(file);
  const auto aim = file.Line("aim: (hold|(win within|hold for) (\\d+) plies)");
  const int plies = aim[1] == "hold"
                        ? 1 << 30  // forever
                        : Number(aim[3], 2 * game.pieces + 2, 9999);
  std::vector<Claim> claims;
  do {
    claims.push_back(ReadClaim(file, game));
  } while (file.in.peek() == 'c');
  const std::string count = file.Line("formations: (\\d+)")[1];
  std::set<Set> formations;
  for (int left = Number(count, 0, 999'999); left > 0; --left) {
    ReadFormation(file, game, compact, formations);
  }
  if (compact) file.Line("");
  file.Line("end");
  if (file.in.get() != EOF) Reject("nothing may follow");

  RestrictedGame restricted(game, {aim[2] == "win within", plies}, formations);
  std::ranges::stable_sort(claims, {}, &Claim::black);
  for (const Claim& claim : claims) {
    file.line = claim.line;
    if (!restricted.Proves(claim)) Reject("the formations do not suffice");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) std::fprintf(stderr, "usage: %s CERTIFICATE...\n", argv[0]);
  int status = argc < 2;
  for (int i = 1; i < argc; ++i) {
    File file = {std::ifstream(argv[i], std::ios::binary)};
    try {
      Check(file);
      std::printf("%s: accepted\n", argv[i]);
    } catch (const std::runtime_error& error) {
      std::printf("%s: line %d: %s\n", argv[i], file.line, error.what());
      status = 1;
    }
  }
  return status;
}
