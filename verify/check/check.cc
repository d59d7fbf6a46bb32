// Checks certificates of values of Teeko.  Needs only a C++ compiler and POSIX:
//
//   c++ -std=c++20 -O2 check.cc -o check && ./check CERTIFICATE...
//
// A certificate states what one side, the *Prover*, can reach against the
// other, the *Skeptic*.  It lists *formations*: sets of squares that the
// Prover's pieces may form.  This program solves a restricted game: the Prover
// keeps to formations whenever he moves or places his own pieces, and the
// Skeptic is free.  What the Prover reaches in this game, he also reaches in
// Teeko.  README.md has the theorem; ../../docs/formats.md specifies the files.

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <valarray>
#include <vector>

namespace {

constexpr char kUsage[] = R"(usage: check [--limit=N] CERTIFICATE...

Checks certificates of values of Teeko and prints what they prove.  For example:

  check verify/certificates/files/*.txt

A CERTIFICATE is a file or a pipe; - is standard input.

  --limit=N  limit for each certificate: N GB of memory, and N times 20 billion
             steps, or about N minutes (default: 1)
  --help     print this text

Exit status: 0 if all claims of all certificates are proved, 1 otherwise.
)";

// Ends the check of a file with an error.
[[noreturn]] void Reject(const std::string& why) {
  throw std::runtime_error(why);
}

// True if a failed POSIX call should be tried again: after a signal, or after a
// non-blocking descriptor was not ready.  Waits for `event` in the latter case.
bool TryAgain(int descriptor, short event) {
  pollfd awaited = {descriptor, event, 0};
  return errno == EINTR ||
         (errno == EAGAIN && poll(&awaited, 1, /*timeout=*/-1) == 1);
}

// Prints to standard output; returns false if it cannot be written.
bool Print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && !TryAgain(STDOUT_FILENO, POLLOUT)) return false;
    if (n > 0) text.remove_prefix(n);
  }
  return true;
}

// Counts the memory and the steps of a check.  Add rejects the file if they
// exceed the limit.
struct Costs {
  double limit = 1, gigabytes = 0, billion_steps = 0;

  void Add(double more_bytes, double more_steps) {
    gigabytes += more_bytes / 1e9;
    billion_steps += more_steps / 1e9;
    const double needed = std::max(gigabytes, billion_steps / 20);
    if (needed <= limit) return;
    char rounded_up[32];
    std::snprintf(rounded_up, sizeof rounded_up, "%.3g", 1.005 * needed);
    Reject("this check needs at least --limit=" + std::string(rounded_up));
  }
};

// A set of squares: bit i stands for square i + 1, row by row from the upper
// left.
using Set = std::uint64_t;

Set Bit(int square) { return Set{1} << square; }  // counted from 0

// A subset of a list of sets: one bit for each set, 64 bits in a word.
using Sets = std::valarray<Set>;

bool Has(const Sets& sets, int i) { return (sets[i / 64] >> i % 64 & 1) != 0; }
void Insert(Sets& sets, int i) { sets[i / 64] |= Bit(i % 64); }

// Transposes a matrix of 64 words: bit i of word k becomes bit k of word i.
void Transpose(Set* words) {
  Set low = ~Set{0} >> 32;  // the lower n bits of each 2n bits
  for (int n = 32; n > 0; n /= 2, low ^= low << n) {
    for (int k = 0; k < 64; k = (k + n + 1) & ~n) {
      const Set moved = (words[k] >> n ^ words[k + n]) & low;
      words[k] ^= moved << n;
      words[k + n] ^= moved;
    }
  }
}

// ---- The game ---------------------------------------------------------------

struct Game {
  int rows, columns, pieces;  // pieces of one side
  bool wrapped;
  std::string goal_words;  // as in the file
  std::vector<Set> sets;   // all sets of `pieces` squares, ascending
  Sets goals;
  // moves[i]: indices of the sets after one move from sets[i].  A move is legal
  // if the other side holds no square of the new set.
  std::vector<std::vector<int>> moves;

  int squares() const { return rows * columns; }
  int size() const { return static_cast<int>(sets.size()); }

  int Index(Set set) const {
    return std::ranges::lower_bound(sets, set) - sets.begin();
  }

  bool HasGoal(Set set) const {
    return std::popcount(set) == pieces && Has(goals, Index(set));
  }

  // Returns the set of this square; the empty set if it is not on the board.
  Set At(int row, int column) const {
    if (wrapped) {
      row = (row + rows) % rows;
      column = (column + columns) % columns;
    }
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
    return Bit(row * columns + column);
  }

  // Lists the sets that consist of `rest` and of `more` squares, which are
  // among the first `end` squares.
  void ListSets(int more, int end, Set rest) {
    if (more == 0) sets.push_back(rest);
    if (size() > 1'000'000) Reject("the board is too large");
    for (int last = more - 1; more > 0 && last < end; ++last) {
      ListSets(more - 1, last, rest | Bit(last));
    }
  }

  void ListMoves() {
    for (const Set set : sets) {
      std::vector<int>& to_sets = moves.emplace_back();
      for (int from = 0; from < squares(); ++from) {
        if ((set & Bit(from)) == 0) continue;
        for (int i = 0; i < 9; ++i) {
          const Set to =
              At(from / columns + i / 3 - 1, from % columns + i % 3 - 1);
          if ((to & ~set) != 0) to_sets.push_back(Index(set ^ Bit(from) ^ to));
        }
      }
    }
  }

  // Adds a goal for each place on the board where the shape fits; returns false
  // if it fits nowhere.  A shape is a list of squares by row and column,
  // counted from 0 in the rectangle around it.  The rectangle must fit on the
  // board, even if the board is wrapped.
  bool AddGoals(const std::vector<std::pair<int, int>>& shape) {
    if (std::ssize(shape) != pieces) return false;
    bool fits = false;
    for (int i = 0; i < squares(); ++i) {
      Set goal = 0;
      for (const auto& [row, column] : shape) {
        if (row >= rows || column >= columns) return false;
        goal |= At(i / columns + row, i % columns + column);
      }
      if (std::popcount(goal) != pieces) continue;
      Insert(goals, Index(goal));
      fits = true;
    }
    return fits;
  }

  // Adds lines, squares or diamonds of size n, or all tilted squares.  Returns
  // false if no goal fits the board.
  bool AddFamily(const std::string& name, int n) {
    if (name == "square") return AddGoals({{0, 0}, {0, n}, {n, 0}, {n, n}});
    if (name == "diamond") {
      return AddGoals({{0, n}, {n, 0}, {n, 2 * n}, {2 * n, n}});
    }
    bool fits = false;
    if (name == "tilted") {
      // One side goes `a` columns right and `b` rows down; the next side is at
      // right angles to it.
      for (int a = 1; a < columns; ++a) {
        for (int b = 1; b < rows; ++b) {
          fits |= AddGoals({{0, b}, {b, a + b}, {a + b, a}, {a, 0}});
        }
      }
      return fits;
    }
    std::vector<std::pair<int, int>> lines[4];
    for (int i = 0; i < n; ++i) {
      lines[0].emplace_back(0, i);
      lines[1].emplace_back(i, 0);
      lines[2].emplace_back(i, i);
      lines[3].emplace_back(n - 1 - i, i);
    }
    for (const auto& line : lines) fits |= AddGoals(line);
    return fits;
  }

  // Returns the images of a set under flips and, on wrapped boards, shifts.
  // They only make the list of formations shorter; the proof does not need
  // symmetries.
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

// A claim: that the Prover reaches the certificate's aim.
struct Claim {
  bool black;         // the Prover's colour
  std::string style;  // for each drop of a side: S, the owner picks, or A
  std::string ban;    // as in the file
  Set banned;         // squares that the first drop must not take

  auto operator<=>(const Claim&) const = default;
};

// The aim: to win within `plies` plies from the empty board, or not to lose
// within them.
struct Aim {
  bool is_win;
  int plies;
  std::string words;  // as in the file
};

// The game in which the Prover keeps to formations.
class RestrictedGame {
 public:
  RestrictedGame(const Game& game, Aim aim, const std::set<Set>& formations,
                 Costs& costs)
      : game_(game),
        aim_(aim),
        costs_(costs),
        kept_(game.size()),
        success_(game.size()),
        due_(~Set{0}, game.goals.size()),
        drops_(2 * game.pieces) {
    for (int i = 0; i < game.squares(); ++i) {
      for (std::vector<Set>& drops : drops_) drops.push_back(Bit(i));
      Sets& without = without_.emplace_back(Set{0}, game.goals.size());
      for (int other = 0; other < game.size(); ++other) {
        if ((game.sets[other] & Bit(i)) == 0) Insert(without, other);
      }
    }
    for (int own = 0; own < game.size(); ++own) {
      costs.Add(80 + 4.0 * game.moves[own].size(), 0);
      if (formations.contains(game.sets[own]) || Has(game.goals, own)) {
        own_sets_.push_back(own);
      }
    }
    // For each set of the Skeptic: one bit in success_ and one bit in `lost`
    // (AddRound).  For each part: about 40 bytes in parts_.
    costs.Add(
        own_sets_.size() * (16.0 * game.goals.size() + 40 * (1 << game.pieces)),
        own_sets_.size() * double(1 << game.pieces));
    for (const int own : own_sets_) {
      const Set set = game.sets[own];
      for (const int from : game.moves[own]) kept_[from].push_back(own);
      for (Set part = set; part != 0; part = (part - 1) & set) {
        parts_.insert(part);
      }
      success_[own] = Disjoint(own);
      if (aim.is_win) success_[own] = 0;
    }
    if (!aim.is_win) return;
    // Won in 0 rounds: the Skeptic has no move, or the Prover has a goal.
    AddRound();
    for (const int own : own_sets_) {
      if (Has(game.goals, own)) success_[own] = Disjoint(own);
    }
    due_ = ~Set{0};
  }

  // True if the Prover reaches the aim from the empty board.  Must be called
  // for claims of Red first, because claims of Black need as many rounds or
  // more.
  bool Proves(const Claim& claim) {
    // When all pieces are placed, Black is to move.  Before the first round, a
    // black Prover makes one move, and a red Prover answers one move of Black.
    const int left = aim_.plies - 2 * game_.pieces - (claim.black ? 1 : 2);
    const int rounds = aim_.is_win ? left / 2 : (left + 1) / 2;
    while (rounds_ < rounds && AddRound()) ++rounds_;
    if (claim.black != claim_.black || claim.style != claim_.style) {
      known_.clear();
    }
    claim_ = claim;
    return Succeeds(0, 0);
  }

 private:
  // Returns the sets of the Skeptic that do not overlap this set of the Prover.
  Sets Disjoint(int own) const {
    Sets disjoint = ~Sets(Set{0}, due_.size());
    for (int i = 0; i < game_.squares(); ++i) {
      if ((game_.sets[own] & Bit(i)) != 0) disjoint &= without_[i];
    }
    return disjoint;
  }

  // Computes success_ for one more round.  Only looks at sets whose answers the
  // last round may have changed.  Returns false if nothing changes.
  bool AddRound() {
    std::vector<int> own_sets;
    // For each own set: the sets of the Skeptic, after his move, with which the
    // Prover fails.
    std::vector<Sets> lost;
    for (const int own : own_sets_) {
      if (!Has(due_, own) || Has(game_.goals, own)) continue;
      Sets answered(Set{0}, due_.size());
      for (const int to : kept_[own]) answered |= success_[to];
      costs_.Add(0, double(kept_[own].size() * answered.size()));
      own_sets.push_back(own);
      lost.push_back(Disjoint(own) & (~answered | game_.goals));
    }
    due_ = 0;
    for (std::size_t i = 0; i < own_sets.size(); i += 64) {
      FindSuccesses(&own_sets[i], &lost[i],
                    std::min<int>(64, own_sets.size() - i));
    }
    return due_.max() != 0;
  }

  // Computes success_ for up to 64 formations, with the Skeptic to move: the
  // Prover succeeds if no move of the Skeptic leads to a set in `lost`.  Every
  // move can be reversed, so moves are followed backwards from `lost`.
  void FindSuccesses(const int* own_sets, const Sets* lost, int count) {
    // After a transposition, one step follows a move for all formations:
    //
    //   lost[k]   one bit for each set of the Skeptic
    //   to[set]   one bit, k, for each formation
    std::vector<Set> to(64 * due_.size()), from(64 * due_.size());
    for (std::size_t i = 0; i < due_.size(); ++i) {
      for (int k = 0; k < count; ++k) to[64 * i + k] = lost[k][i];
      Transpose(&to[64 * i]);
    }
    for (int set = 0; set < game_.size(); ++set) {
      if (to[set] == 0) continue;
      for (const int before : game_.moves[set]) from[before] |= to[set];
    }
    for (std::size_t i = 0; i < due_.size(); ++i) Transpose(&from[64 * i]);
    for (int k = 0; k < count; ++k) {
      Sets success = Disjoint(own_sets[k]);
      for (std::size_t i = 0; i < due_.size(); ++i) {
        success[i] &= ~from[64 * i + k];
      }
      if (std::ranges::equal(success, success_[own_sets[k]])) continue;
      success_[own_sets[k]] = success;
      for (const int own : kept_[own_sets[k]]) Insert(due_, own);
    }
    costs_.Add(0, 25.0 * game_.size());
  }

  // True if the Prover succeeds, with all pieces placed and the Prover to move.
  bool Answers(int own, int other) const {
    return std::ranges::any_of(
        kept_[own], [&](int to) { return Has(success_[to], other); });
  }

  // True if the Prover succeeds, in the drop phase or directly after it.
  bool Succeeds(Set own, Set other) {
    if (game_.HasGoal(own) || game_.HasGoal(other)) return game_.HasGoal(own);
    const int placed = std::popcount(own | other);
    if (placed == 2 * game_.pieces) {
      const int own_index = game_.Index(own), other_index = game_.Index(other);
      if (claim_.black) return Answers(own_index, other_index);
      return std::ranges::all_of(game_.moves[other_index], [&](int to) {
        return (own & game_.sets[to]) != 0 ||
               (!Has(game_.goals, to) && Answers(own_index, to));
      });
    }
    const auto known = known_.find({own, other});
    if (known != known_.end()) return known->second;
    costs_.Add(80, game_.squares());  // 80 bytes: about one node of the map
    const Set taken = own | other | (placed == 0 ? claim_.banned : 0);
    const bool drops_own = (placed % 2 == 0) == claim_.black;
    const bool chooses = drops_own == (claim_.style[placed / 2] == 'S');
    // Tries squares that decided recently first, because they often decide
    // again.
    std::vector<Set>& drops = drops_[placed];
    const auto decisive = std::ranges::find_if(drops, [&](Set to) {
      if ((to & taken) != 0) return false;
      // If the Prover picks his own square, he makes a part of a formation or
      // of a goal.
      if (chooses && drops_own && !parts_.contains(own | to)) return false;
      return chooses == (drops_own ? Succeeds(own | to, other)
                                   : Succeeds(own, other | to));
    });
    const bool found = decisive != drops.end(), succeeds = found == chooses;
    std::rotate(drops.begin(), decisive, decisive + found);
    // The value of the empty board depends on the ban, so it is not kept.
    if (placed > 0) known_[{own, other}] = succeeds;
    return succeeds;
  }

  const Game& game_;
  const Aim aim_;
  Costs& costs_;
  std::vector<Sets> without_;           // by square: sets without this square
  std::vector<int> own_sets_;           // formations and goals
  std::vector<std::vector<int>> kept_;  // by set: moves to formations and goals
  // By the Prover's set: the sets of the Skeptic, who is to move, with which
  // the Prover succeeds within `rounds_` rounds.
  std::vector<Sets> success_;
  int rounds_ = 0;
  Sets due_;             // sets whose answers the last round may have changed
  std::set<Set> parts_;  // parts of formations and goals
  Claim claim_ = {};     // the claim being checked
  // By number of pieces placed: all squares, in the order in which they are
  // tried.
  std::vector<std::vector<Set>> drops_;
  // Results in the drop phase, by the Prover's pieces and the Skeptic's, for
  // the style and the colour of claim_.  They do not depend on the ban.
  std::map<std::pair<Set, Set>, bool> known_;
};

// ---- The certificate --------------------------------------------------------

const std::string kNumber = "([1-9]\\d{0,5})";

struct File {
  std::string name;
  std::string text = {};
  std::size_t at = 0;  // number of bytes read so far
  int line = 0;        // counted from 1

  // Reads a file, a pipe or, if its name is - or /dev/stdin, standard input.
  void Open(const std::filesystem::path& path) {
    constexpr std::size_t kMaxBytes = 100'000'000;
    const bool standard = name == "-" || name == "/dev/stdin";
    const int from = standard ? STDIN_FILENO : open(path.c_str(), O_RDONLY);
    int error = from < 0 ? errno : 0;
    std::vector<char> piece(1 << 16);
    while (error == 0 && text.size() <= kMaxBytes) {
      const ssize_t n = read(from, piece.data(), piece.size());
      if (n == 0) break;
      if (n < 0 && !TryAgain(from, POLLIN)) error = errno;
      text.append(piece.data(), std::max<ssize_t>(n, 0));
    }
    if (!standard && from >= 0) close(from);
    if (error != 0)
      Reject("cannot read: " + std::generic_category().message(error));
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
};

int Number(const std::string& digits, int least, int most) {
  const int n = std::stoi(digits);
  if (n < least || n > most) Reject(digits + " is out of range");
  return n;
}

Game ReadGame(File& file) {
  Game game = {};
  game.rows = Number(file.Line("rows: " + kNumber)[1], 1, 63);
  game.columns = Number(file.Line("columns: " + kNumber)[1], 1, 63 / game.rows);
  game.wrapped = file.Line("edges: (bounded|wrapped)")[1] == "wrapped";
  game.pieces =
      Number(file.Line("pieces: " + kNumber)[1], 2, game.squares() / 2);
  game.ListSets(game.pieces, game.squares(), 0);
  game.ListMoves();
  game.goals.resize(game.size() / 64 + 1);
  const std::string family = "((line|square|diamond) [1-9]\\d?|tilted)";
  game.goal_words =
      file.Line("goals: (" + family + "( and " + family + ")*)")[1];
  std::istringstream words(game.goal_words);
  std::set<std::pair<std::string, int>> families;
  for (std::string word; words >> word;) {
    if (word == "and") continue;
    int n = 0;
    if (word != "tilted") words >> n;
    if (!families.insert({word, n}).second) Reject("a family is listed twice");
    if (!game.AddFamily(word, n)) {
      Reject("no " + word + " fits the board and the number of pieces");
    }
  }
  return game;
}

Claim ReadClaim(File& file, const Game& game) {
  const std::string style = "([SA]{" + std::to_string(game.pieces) + "})";
  const auto parts = file.Line("claim: " + style + "(( without " + kNumber +
                               ")*) (black|red)");
  Claim claim = {parts[5] == "black", parts[1], parts[2], 0};
  std::istringstream bans(parts[2]);
  for (std::string without, square; bans >> without >> square;) {
    const Set ban = Bit(Number(square, 1, game.squares()) - 1);
    if (ban <= claim.banned) Reject("expected squares in ascending order");
    claim.banned |= ban;
  }
  if (std::popcount(claim.banned) == game.squares()) {
    Reject("no square is left for the first drop");
  }
  return claim;
}

// Reads a formation; adds it and its images.
void ReadFormation(File& file, const Game& game, std::set<Set>& formations) {
  const std::string others =
      "( " + kNumber + "){" + std::to_string(game.pieces - 1) + "}";
  std::istringstream text(file.Line(kNumber + others)[0]);
  Set set = 0;
  for (int i = 0; i < game.pieces; ++i) {
    int square = 0;
    text >> square;
    if (square < 1 || square > game.squares() || set >> (square - 1) != 0) {
      Reject("expected squares in ascending order");
    }
    set |= Bit(square - 1);
  }
  if (game.HasGoal(set)) Reject("the formation is a goal");
  if (formations.contains(set))
    Reject("the formation, or an image of it, is listed twice");
  for (const Set image : game.Images(set)) formations.insert(image);
}

// Returns a text of what the file proves.  Throws if a claim is not proved or
// the file is invalid; `file.line` is then the number of the line that fails.
std::string Check(File& file, Costs costs) {
  file.Line("teeko certificate 1 text");
  const Game game = ReadGame(file);
  const auto parts =
      file.Line("aim: (hold|(win within|hold for) " + kNumber + " plies)");
  const int plies = parts[1] == "hold"
                        ? 1 << 30  // forever
                        : Number(parts[3], 2 * game.pieces + 2, 9999);
  const Aim aim = {parts[2] == "win within", plies, parts[1]};
  std::map<Claim, int> lines;  // line of each claim, claims of Red first
  do {
    const Claim claim = ReadClaim(file, game);
    if (!lines.emplace(claim, file.line).second)
      Reject("a claim is listed twice");
  } while (file.text.compare(file.at, 1, "c") == 0);
  const std::string count = file.Line("formations: (0|" + kNumber + ")")[1];
  std::set<Set> formations;
  for (int left = std::stoi(count); left > 0; --left) {
    ReadFormation(file, game, formations);
  }
  file.Line("end");
  if (file.Get() != EOF) Reject("expected the end of the file");

  RestrictedGame restricted(game, aim, formations, costs);
  for (const auto& [claim, line] : lines) {
    file.line = line;
    if (!restricted.Proves(claim)) Reject("the formations do not suffice");
  }
  std::ostringstream proved;
  proved << file.name << ": proved, for " << game.rows << "x" << game.columns
         << " squares" << (game.wrapped ? " with wrapped edges" : "") << ", "
         << game.pieces << " pieces a side, goals " << game.goal_words << ":\n";
  for (const auto& [claim, line] : lines) {
    proved << "  " << claim.style << claim.ban << ": "
           << (claim.black ? "Black, who moves first,"
                           : "Red, who moves second,")
           << (aim.is_win ? " can " + aim.words
                          : " cannot be beaten" + aim.words.substr(4))
           << "\n";
  }
  return proved.str();
}

// Prints an error of the command line; returns the exit status.
int BadUsage(const std::string& error) {
  std::fprintf(stderr, "error: %s; see --help\n", error.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  Costs costs;
  bool has_limit = false;
  std::vector<std::string> names;
  for (const std::string word : std::vector<char*>(argv + 1, argv + argc)) {
    if (word == "--help") return Print(kUsage) ? 0 : 1;
    if (!word.starts_with("-") || word == "-") {
      names.push_back(word);
    } else if (!word.starts_with("--limit=")) {
      return BadUsage("unknown flag " + word);
    } else if (std::exchange(has_limit, true)) {
      return BadUsage("--limit is given twice");
    } else {
      const char* const end = word.data() + word.size();
      const auto [rest, error] =
          std::from_chars(word.data() + 8, end, costs.limit);
      if (error != std::errc() || rest != end || !std::isfinite(costs.limit) ||
          std::signbit(costs.limit)) {
        return BadUsage(word + ": expected a number, 0 or more");
      }
    }
  }
  if (names.empty()) return BadUsage("no certificate");
  // `bazel run` sets this to the user's working directory.
  const char* const folder = std::getenv("BUILD_WORKING_DIRECTORY");
  int status = 0;
  for (const std::string& name : names) {
    File file = {name};
    std::string verdict;
    try {
      file.Open(std::filesystem::path(folder ? folder : "") / name);
      verdict = Check(file, costs);
    } catch (const std::exception& error) {
      verdict =
          name + ": " +
          (file.line > 0 ? "line " + std::to_string(file.line) + ": " : "") +
          error.what() + "\n";
      status = 1;
    }
    if (!Print(verdict)) status = 1;
  }
  return status;
}
