// The last step of the proof: checks certificates of values of Teeko with
// nothing but this file, a compiler and a machine.
//
//   c++ -std=c++20 -O2 check.cc -o check && ./check CERTIFICATE...
//
// A certificate speaks for one side, the *Prover*, against the other, the
// *Sceptic*, and lists *formations*: sets of squares that the Prover's pieces
// may form.  This program solves the game in which the Prover, whenever he
// chooses for his own pieces, keeps to them, while the Sceptic is free.  What
// the Prover attains so, he attains in the game without that restriction, too.
// README.md beside this file spells out the theorem and specifies the files.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// The first thing found wrong ends the check of a file.
[[noreturn]] void Reject(const std::string& why) {
  throw std::runtime_error(why);
}

// ---- The game ---------------------------------------------------------------

// Bit i stands for square i + 1, row by row from the upper left.
using Set = std::uint64_t;

Set Lowest(Set set) { return set & -set; }

// The board, and all sets of squares that the pieces of one side may hold, by
// index in ascending order.
struct Game {
  int rows, columns, pieces;  // pieces of one side
  bool wrapped;

  std::vector<Set> sets;
  std::vector<Set> goals;  // a bit for each of the sets
  // What one move makes of a set if nothing is in the way: the other side must
  // not hold a square of it.
  std::vector<std::vector<int>> moves;

  int squares() const { return rows * columns; }
  int size() const { return static_cast<int>(sets.size()); }

  int Index(Set set) const {
    return std::lower_bound(sets.begin(), sets.end(), set) - sets.begin();
  }

  bool IsGoal(int set) const { return goals[set / 64] >> set % 64 & 1; }

  bool HasGoal(Set set) const {
    return std::popcount(set) == pieces && IsGoal(Index(set));
  }

  bool Overlap(int a, int b) const { return (sets[a] & sets[b]) != 0; }

  // The square so far from `square`; nothing if the board ends before it.
  Set Shifted(int square, int down, int right) const {
    int row = square / columns + down, column = square % columns + right;
    if (wrapped) {
      row = (row + rows) % rows;
      column = (column + columns) % columns;
    }
    const bool on_board =
        row >= 0 && row < rows && column >= 0 && column < columns;
    return on_board ? Set{1} << (row * columns + column) : 0;
  }

  void FindSetsAndMoves() {
    std::vector<Set> adjacent(squares());
    for (int square = 0; square < squares(); ++square) {
      for (int i = 0; i < 9; ++i) {
        adjacent[square] |= Shifted(square, i / 3 - 1, i % 3 - 1);
      }
      adjacent[square] &= ~(Set{1} << square);
    }
    for (Set set = (Set{1} << pieces) - 1; set >> squares() == 0;) {
      if (sets.size() == 1'000'000) Reject("the board is too large");
      sets.push_back(set);
      // The next number with as many bits.
      const Set ripple = set + Lowest(set);
      set = ripple | (set ^ ripple) / Lowest(set) >> 2;
    }
    goals.resize(sets.size() / 64 + 1);
    for (const Set set : sets) {
      std::vector<int>& reached = moves.emplace_back();
      for (Set from = set; from != 0; from ^= Lowest(from)) {
        Set to = adjacent[std::countr_zero(from)] & ~set;
        for (; to != 0; to ^= Lowest(to)) {
          reached.push_back(Index(set ^ Lowest(from) ^ Lowest(to)));
        }
      }
    }
  }

  // Makes goals of a figure wherever it lies on the board.  It is given by its
  // squares, (down, right) from one of them; even on a wrapped board it must
  // not be larger than the board.
  void AddGoals(const std::vector<std::array<int, 2>>& figure) {
    for (const auto& [down, right] : figure) {
      for (const auto& [down2, right2] : figure) {
        if (down - down2 >= rows || right - right2 >= columns) return;
      }
    }
    for (int square = 0; square < squares(); ++square) {
      Set goal = 0;
      for (const auto& [down, right] : figure) {
        goal |= Shifted(square, down, right);
      }
      if (std::popcount(goal) != pieces) continue;
      goals[Index(goal) / 64] |= Set{1} << Index(goal) % 64;
    }
  }

  // What flips and (of wrapped boards) shifts make of a set.  Nothing depends
  // on their being symmetries of the game: they only save listing.
  std::vector<Set> Images(Set set) const {
    std::vector<Set> images;
    for (int shift = 0; shift < (wrapped ? squares() : 1); ++shift) {
      for (int flips = 0; flips < (rows == columns ? 8 : 4); ++flips) {
        Set image = 0;
        for (Set rest = set; rest != 0; rest ^= Lowest(rest)) {
          int row = std::countr_zero(rest) / columns;
          int column = std::countr_zero(rest) % columns;
          if (flips & 1) row = rows - 1 - row;
          if (flips & 2) column = columns - 1 - column;
          if (flips & 4) std::swap(row, column);
          image |=
              Shifted(row * columns + column, shift / columns, shift % columns);
        }
        images.push_back(image);
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

// The game in which the Prover keeps to formations.  He *succeeds* within some
// time if he has won by then or, where the aim is to hold, if the Sceptic has
// not.
class RestrictedGame {
 public:
  // `formations` are indices of sets.
  RestrictedGame(const Game& game, bool aim_is_win,
                 const std::set<int>& formations)
      : game_(game), aim_is_win_(aim_is_win), rows_(game.size()) {
    for (int own = 0; own < game.size(); ++own) {
      if (!formations.contains(own) && !game.IsGoal(own)) continue;
      Row& row = rows_[own];
      row.disjoint.resize(game.goals.size());
      for (int other = 0; other < game.size(); ++other) {
        const Set bit = !game.Overlap(own, other);
        row.disjoint[other / 64] |= bit << other % 64;
      }
      row.unanswered.resize(row.disjoint.size());
      row.success.resize(row.disjoint.size());
      // Of no rounds; a goal needs none.
      if (game.IsGoal(own) || !aim_is_win) row.success = row.disjoint;
      row.next = row.success;
      const Set set = game.sets[own];
      for (Set part = set; part != 0; part = (part - 1) & set) {
        parts_.insert(part);
      }
    }
  }

  // Finds out what succeeds, with all pieces placed, within so many rounds, or
  // within fewer if more would change nothing.  In a round the Sceptic moves,
  // then the Prover.
  void LookAhead(int rounds) {
    for (bool changed = true; changed && rounds_ < rounds; ++rounds_) {
      for (int own = 0; own < game_.size(); ++own) LookFurther(own);
      changed = false;
      for (Row& row : rows_) {
        changed = changed || row.next != row.success;
        row.success = row.next;
      }
    }
  }

  // Whether the Prover attains the aim from the empty board.
  bool Proves(const Claim& claim) {
    claim_ = &claim;
    known_ = &known_of_[{claim.style, claim.black}];
    known_->erase({0, 0});  // the only position that a ban concerns
    return Succeeds(0, 0);
  }

 private:
  // Of a formation, or a goal, of the Prover; bits stand for sets of the
  // Sceptic.
  struct Row {
    std::vector<Set> disjoint;    // where nothing overlaps; empty of other sets
    std::vector<Set> unanswered;  // lost if the Sceptic has just moved there
    std::vector<Set> success;     // with him to move, within `rounds_`
    std::vector<Set> next;        // and within one more
  };

  // Finds `next` of a set of the Prover.
  void LookFurther(int own) {
    Row& row = rows_[own];
    if (row.disjoint.empty() || game_.IsGoal(own)) return;
    std::vector<Set> answered(row.disjoint.size());
    for (const int to : game_.moves[own]) {
      const std::vector<Set>& success = rows_[to].success;
      for (std::size_t i = 0; i < success.size(); ++i) {
        answered[i] |= success[i];
      }
    }
    // What the Sceptic can move to and not be answered spoils whence he came;
    // moves lead back as well as forth.  With more time a win is easier, and
    // all is looked at afresh; holding is harder, and what was spoiled remains
    // so.
    if (aim_is_win_) row.next = row.disjoint;
    for (std::size_t i = 0; i < answered.size(); ++i) {
      const Set old = aim_is_win_ ? 0 : row.unanswered[i];
      row.unanswered[i] = row.disjoint[i] & (~answered[i] | game_.goals[i]);
      Set rest = row.unanswered[i] & ~old;
      for (; rest != 0; rest ^= Lowest(rest)) {
        for (const int from : game_.moves[64 * i + std::countr_zero(rest)]) {
          row.next[from / 64] &= ~(Set{1} << from % 64);
        }
      }
    }
  }

  // Whether the Prover, who is to move with all pieces placed, succeeds.
  bool Answers(int own, int other) const {
    const std::vector<int>& moves = game_.moves[own];
    return std::any_of(moves.begin(), moves.end(), [&](int to) {
      const std::vector<Set>& success = rows_[to].success;
      return !success.empty() && (success[other / 64] >> other % 64 & 1) != 0;
    });
  }

  // Whether the Prover succeeds with drops to come, or just over.
  bool Succeeds(Set own, Set other) {
    if (game_.HasGoal(own) || game_.HasGoal(other)) return game_.HasGoal(own);
    const int placed = std::popcount(own | other);
    if (placed == 2 * game_.pieces) {
      const int own_index = game_.Index(own), other_index = game_.Index(other);
      if (claim_->black) return Answers(own_index, other_index);
      const std::vector<int>& moves = game_.moves[other_index];
      return std::all_of(moves.begin(), moves.end(), [&](int to) {
        return game_.Overlap(own_index, to) ||
               (!game_.IsGoal(to) && Answers(own_index, to));
      });
    }
    const auto [known, is_new] = known_->try_emplace({own, other}, false);
    if (!is_new) return known->second;
    const bool drops_own = (placed % 2 == 0) == claim_->black;
    const bool chooses = drops_own == (claim_->style[placed / 2] == 'S');
    bool succeeds = !chooses;
    for (int i = 0; i < game_.squares() && succeeds != chooses; ++i) {
      const Set to = Set{1} << i;
      if ((to & (own | other)) != 0) continue;
      if (placed == 0 && (to & claim_->banned) != 0) continue;
      // To drops, too, a formation sets limits.
      if (chooses && drops_own && !parts_.contains(own | to)) continue;
      succeeds =
          drops_own ? Succeeds(own | to, other) : Succeeds(own, other | to);
    }
    known->second = succeeds;
    return succeeds;
  }

  const Game& game_;
  const bool aim_is_win_;
  std::vector<Row> rows_;  // by set
  int rounds_ = 0;
  std::set<Set> parts_;  // of formations and goals
  const Claim* claim_ = nullptr;
  // With drops to come, by the Prover's pieces and the Sceptic's; of the claim
  // under way, and of each style and colour.
  using Known = std::map<std::array<Set, 2>, bool>;
  Known* known_ = nullptr;
  std::map<std::pair<std::string, bool>, Known> known_of_;
};

// ---- The certificate --------------------------------------------------------

constexpr int kForever = 1 << 30;

// A file, read line by line and word by word.
class File {
 public:
  explicit File(const std::string& path) : in_(path, std::ios::binary) {}

  int line = 0;  // the one under way, counted from 1

  // Goes to the next line; it must begin with `word`, which is read.
  void NextLine(const std::string& word) {
    NextLine();
    Expect(word);
  }

  void NextLine() {
    if (!word_.empty()) Reject("\"" + word_ + "\" is too much");
    ++line;
    std::string text;
    std::getline(in_, text);
    if (!in_ || in_.eof()) Reject("the file is truncated");
    words_ = std::istringstream(text);
    words_ >> word_;
  }

  // Reads `word` if it comes next on the line.
  bool Skip(const std::string& word) {
    if (word_ != word) return false;
    word_.clear();
    words_ >> word_;
    return true;
  }

  void Expect(const std::string& word) {
    if (!Skip(word)) Reject("expected \"" + word + "\"");
  }

  bool IsFirst(const std::string& first, const std::string& second) {
    const bool is_first = Skip(first);
    if (!is_first) Expect(second);
    return is_first;
  }

  int Number(int least, int most) {
    int n = least - 1;
    std::istringstream(word_) >> n;
    if (n < least || n > most || !Skip(std::to_string(n))) {
      Reject("expected a number from " + std::to_string(least) + " to " +
             std::to_string(most));
    }
    return n;
  }

  // As many letters, S or A.
  std::string Letters(int count) {
    const std::string word = word_;
    if (std::ssize(word) != count ||
        word.find_first_not_of("SA") != std::string::npos) {
      Reject("expected " + std::to_string(count) + " letters, S or A");
    }
    Expect(word);
    return word;
  }

  // The next byte between lines, or EOF.
  int Byte() { return in_.get(); }

 private:
  std::ifstream in_;
  std::istringstream words_;  // of the line
  std::string word_;          // the next one, or ""
};

Game ReadGame(File& file) {
  Game game = {};
  file.NextLine("rows:");
  game.rows = file.Number(1, 64);
  file.NextLine("columns:");
  game.columns = file.Number(1, 63 / game.rows);
  file.NextLine("edges:");
  game.wrapped = file.IsFirst("wrapped", "bounded");
  file.NextLine("pieces:");
  game.pieces = file.Number(2, game.squares() / 2);
  game.FindSetsAndMoves();
  file.NextLine("goals:");
  do {
    if (file.Skip("line")) {
      std::array<std::vector<std::array<int, 2>>, 4> lines;
      for (int i = file.Number(2, 64) - 1; i >= 0; --i) {
        lines[0].push_back({0, i});
        lines[1].push_back({i, 0});
        lines[2].push_back({i, i});
        lines[3].push_back({i, -i});
      }
      for (const auto& line : lines) game.AddGoals(line);
    } else if (file.Skip("square")) {
      const int n = file.Number(1, 63);
      game.AddGoals({{0, 0}, {0, n}, {n, 0}, {n, n}});
    } else if (file.Skip("diamond")) {
      const int n = file.Number(1, 63);
      game.AddGoals({{-n, 0}, {n, 0}, {0, -n}, {0, n}});
    } else {
      file.Expect("tilted");
      // One side goes `a` right and `b` down; the next is at right angles.
      for (int a = 1; a < game.columns; ++a) {
        for (int b = 1; b < game.rows; ++b) {
          game.AddGoals({{0, 0}, {b, a}, {a + b, a - b}, {a, -b}});
        }
      }
    }
  } while (file.Skip("and"));
  return game;
}

// Reads a formation, and adds it and its images.
void ReadFormation(File& file, const Game& game, bool compact,
                   std::set<int>& formations) {
  if (!compact) file.NextLine();
  Set set = 0;
  for (int i = 0; i < game.pieces; ++i) {
    const int square = compact ? file.Byte() : file.Number(1, game.squares());
    if (square < 1 || square > game.squares() || set >> (square - 1) != 0) {
      Reject("expected squares in ascending order");
    }
    set |= Set{1} << (square - 1);
  }
  if (game.HasGoal(set)) Reject("a goal ends the game");
  if (formations.contains(game.Index(set))) {
    Reject("this formation, or an image of it, comes twice");
  }
  for (const Set image : game.Images(set)) formations.insert(game.Index(image));
}

// Throws unless the file is a proof of what it claims; `file.line` is then the
// first line that fails.
void Check(File& file) {
  file.NextLine("teeko");
  file.Expect("certificate");
  file.Expect("1");
  const bool compact = file.IsFirst("compact", "text");
  const Game game = ReadGame(file);
  file.NextLine("aim:");
  const bool aim_is_win = file.IsFirst("win", "hold");
  int plies = kForever;
  if (aim_is_win || file.Skip("for")) {
    if (aim_is_win) file.Expect("within");
    plies = file.Number(2 * game.pieces + 2, 9999);
    file.Expect("plies");
  }
  std::vector<Claim> claims;
  for (file.NextLine(); file.Skip("claim:"); file.NextLine()) {
    Claim claim = {file.line, file.Letters(game.pieces), 0, false};
    while (file.Skip("without")) {
      claim.banned |= Set{1} << (file.Number(1, game.squares()) - 1);
    }
    claim.black = file.IsFirst("black", "red");
    claims.push_back(claim);
  }
  file.Expect("formations:");
  std::set<int> formations;
  for (int count = file.Number(1, 999'999); count > 0; --count) {
    ReadFormation(file, game, compact, formations);
  }
  if (compact && file.Byte() != '\n') Reject("too much between the lines");
  file.NextLine("end");
  if (file.Byte() != EOF) Reject("nothing may follow");

  RestrictedGame restricted(game, aim_is_win, formations);
  // When all pieces are placed it is Black's turn: as Prover he makes one move,
  // and a red Prover answers one, before rounds can be counted.
  for (const bool black : {false, true}) {
    const int left = plies - 2 * game.pieces - (black ? 1 : 2);
    restricted.LookAhead(aim_is_win ? left / 2 : (left + 1) / 2);
    for (const Claim& claim : claims) {
      file.line = claim.line;
      if (claim.black == black && !restricted.Proves(claim)) {
        Reject("the formations do not suffice");
      }
    }
  }
}

constexpr char kUsage[] =
    "Checks certificates of values of Teeko: says \"accepted\", or which line\n"
    "of a file fails, and returns 1.\n\n  check CERTIFICATE...\n";

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argv[1] == std::string("--help")) {
    std::fputs(kUsage, argc < 2 ? stderr : stdout);
    return argc < 2;
  }
  int status = 0;
  for (int i = 1; i < argc; ++i) {
    File file(argv[i]);
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
