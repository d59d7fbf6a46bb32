// Checks certificates of values of Teeko.  Needs only a C++ compiler:
//
//   c++ -std=c++20 -O2 check.cc -o check && ./check CERTIFICATE...
//
// A certificate states what one side, the *Prover*, can reach against the
// other, the *Skeptic*.  It lists *formations*: sets of squares that the
// Prover's pieces may form.  This program solves a restricted game: the Prover
// keeps to formations whenever he moves or places his own pieces, and the
// Skeptic is free.  What the Prover reaches in this game, he also reaches in
// Teeko.  README.md has the theorem; ../../docs/formats.md specifies the files.

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <valarray>
#include <vector>

namespace {

constexpr char kUsage[] = R"(usage: check [--limit=N] CERTIFICATE...

Checks certificates of values of Teeko and prints what they prove.  For example:

  check proof/certificates/files/*.txt

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
  std::string moves;       // as in the file; empty if pieces move like kings
  std::string goal_words;  // as in the file
  std::set<Set> goals;
  // In scored rules: the pips of a side's markers, and the points of a special
  // square.
  std::vector<int> pips;
  int special_points;
  Set special;
  std::string scoring_words;  // as in the file

  int squares() const { return rows * columns; }
  Set board() const { return Bit(squares()) - 1; }

  // Returns the set of this square; the empty set if it is not on the board.
  Set At(int row, int column) const {
    if (wrapped) {
      row = (row + rows) % rows;
      column = (column + columns) % columns;
    }
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
    return Bit(row * columns + column);
  }

  // True if a piece moves this number of rows and columns at a time.
  bool IsMove(int down, int right) const {
    const int squared = down * down + right * right;
    return moves.empty()           ? squared == 1 || squared == 2
           : moves == "knight"     ? squared == 5
           : moves == "orthogonal" ? squared == 1
                                   : squared == 2;
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
      goals.insert(goal);
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

  // Returns the images of a set of markers under flips and, on wrapped boards,
  // shifts, if they keep the special squares.  They only make the list of
  // formations shorter; the proof does not need symmetries.
  std::vector<Set> Images(Set set) const {
    std::vector<Set> images;
    for (int shift = 0; shift < (wrapped ? squares() : 1); ++shift) {
      for (int flips = 0; flips < (rows == columns ? 8 : 4); ++flips) {
        const auto image_of = [&](Set markers) {
          Set image = 0;
          for (; markers != 0; markers &= markers - 1) {
            const int bit = std::countr_zero(markers);
            int row = bit % squares() / columns, column = bit % columns;
            if (flips & 1) row = rows - 1 - row;
            if (flips & 2) column = columns - 1 - column;
            if (flips & 4) std::swap(row, column);
            image |= At(row + shift / columns, column + shift % columns)
                     << bit / squares() * squares();
          }
          return image;
        };
        if (image_of(special) == special) images.push_back(image_of(set));
      }
    }
    return images;
  }
};

constexpr int kMaxSets = 1'000'000;  // of the markers of a side

// Markers of one side that score enough points on the same squares.
struct MarkerClass {
  int count;    // of the side's markers
  int pips;     // the fewest of these markers
  Set scoring;  // where such a marker completes a goal with enough points
};

// The sets of markers of a side.  Bit k * squares + i of a set stands for a
// marker of class k on square i + 1.  If the side has just completed a goal
// with enough points, the set has the bit kScored, too.  In rules without
// scoring all markers are of one class, and every goal has enough points.
constexpr Set kScored = Set{1} << 63;

struct Side {
  Side(const Game& game, std::vector<MarkerClass> all_classes)
      : game(game), classes(std::move(all_classes)) {
    if (classes.size() * game.squares() > 63) {
      Reject("the board is too large for these markers");
    }
    ListSets(game.pieces, classes.size() * game.squares(), 0);
    std::ranges::sort(sets);
    over.resize(size() / 64 + 1);
    scored.resize(over.size());
    before.resize(size());
    for (int i = 0; i < size(); ++i) {
      if (HasGoal(sets[i])) Insert(over, i);
      if ((sets[i] & kScored) != 0) Insert(scored, i);
      const std::vector<Set> moves = Moves(sets[i]);
      for (const Set to : moves) before[Index(to)].push_back(i);
      bytes += 80 + 4.0 * moves.size();
    }
  }

  int size() const { return static_cast<int>(sets.size()); }

  int Index(Set set) const {
    return std::ranges::lower_bound(sets, set) - sets.begin();
  }

  // Returns the squares of the markers.
  Set Squares(Set set) const {
    Set squares = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
      squares |= (set & ~kScored) >> k * game.squares();
    }
    return squares & game.board();
  }

  bool HasGoal(Set set) const { return game.goals.contains(Squares(set)); }

  // True if a marker of this class is not among the markers of the set.
  bool HasLeft(int marker_class, Set set) const {
    const Set of_class = game.board() << marker_class * game.squares();
    return std::popcount(set & of_class) < classes[marker_class].count;
  }

  // Returns the set after a marker lands: `marker` is its bit.
  Set After(Set others, Set marker) const {
    const int bit = std::countr_zero(marker);
    const Set square = Bit(bit % game.squares());
    const bool scores = (classes[bit / game.squares()].scoring & square) != 0;
    const Set set = others | marker;
    return set | (scores && HasGoal(set) ? kScored : 0);
  }

  // Returns the sets after one move.  A move is legal if the other side holds
  // no square of the new set.
  std::vector<Set> Moves(Set set) const {
    set &= ~kScored;
    std::vector<Set> moves;
    const Set taken = Squares(set);
    for (Set rest = set; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      const int square = bit % game.squares();
      for (int i = 0; i < 25; ++i) {
        const int down = i / 5 - 2, right = i % 5 - 2;
        const Set to = game.At(square / game.columns + down,
                               square % game.columns + right);
        if ((to & ~taken) == 0 || !game.IsMove(down, right)) continue;
        moves.push_back(After(set ^ Bit(bit), to << (bit - square)));
      }
    }
    return moves;
  }

  const Game& game;
  std::vector<MarkerClass> classes;
  std::vector<Set> sets;  // all sets of `pieces` markers, ascending
  Sets over;              // sets with a goal
  Sets scored;            // sets with the bit kScored
  // before[i]: indices of the sets from which a move leads to sets[i].
  std::vector<std::vector<int>> before;
  double bytes = 0;  // of the lists

 private:
  // Lists the sets that consist of `rest` and of `more` markers, which are
  // among the first `end` bits.
  void ListSets(int more, int end, Set rest) {
    if (size() > kMaxSets) Reject("the board is too large for these markers");
    if (more == 0) {
      // A goal may be completed by any of its markers.
      std::set<Set> ends = {rest};
      if (HasGoal(rest)) ends.clear();
      for (Set last = rest; HasGoal(rest) && last != 0; last &= last - 1) {
        ends.insert(After(rest & ~(last & -last), last & -last));
      }
      sets.insert(sets.end(), ends.begin(), ends.end());
      return;
    }
    for (int last = more - 1; last < end; ++last) {
      if (!HasLeft(last / game.squares(), rest)) continue;
      if ((Squares(rest) & Bit(last % game.squares())) != 0) continue;
      ListSets(more - 1, last, rest | Bit(last));
    }
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
// within them.  In scored rules: to score at least `points`, or to prevent it.
struct Aim {
  bool is_win;
  int plies;
  int points;         // 0 in rules without scoring
  std::string words;  // as in the file
};

// The game in which the Prover keeps to formations.
class RestrictedGame {
 public:
  // `prover` and `skeptic` are the sets of the two sides.
  RestrictedGame(const Game& game, const Side& prover, const Side& skeptic,
                 Aim aim, const std::set<Set>& formations, Costs& costs)
      : game_(game),
        prover_(prover),
        skeptic_(skeptic),
        aim_(aim),
        costs_(costs),
        kept_(prover.size()),
        success_(prover.size()),
        due_(~Set{0}, prover.over.size()),
        drops_(2 * game.pieces) {
    for (int i = 0; i < game.squares(); ++i) {
      for (std::vector<Set>& drops : drops_) drops.push_back(Bit(i));
      Sets& without = without_.emplace_back(Set{0}, skeptic.over.size());
      for (int other = 0; other < skeptic.size(); ++other) {
        if ((skeptic.Squares(skeptic.sets[other]) & Bit(i)) == 0) {
          Insert(without, other);
        }
      }
    }
    costs.Add(prover.bytes + (&prover == &skeptic ? 0 : skeptic.bytes), 0);
    for (int own = 0; own < prover.size(); ++own) {
      if (formations.contains(prover.sets[own]) || Has(prover.scored, own)) {
        own_sets_.push_back(own);
      }
    }
    // For each set of the Skeptic: one bit in success_ and one bit in `lost`
    // (AddRound).  For each part: about 40 bytes in parts_.
    costs.Add(own_sets_.size() *
                  (16.0 * skeptic.over.size() + 40 * (1 << game.pieces)),
              own_sets_.size() * double(1 << game.pieces));
    for (const int own : own_sets_) {
      const Set set = prover.sets[own] & ~kScored;
      for (const int from : prover.before[own]) kept_[from].push_back(own);
      for (Set part = set; part != 0; part = (part - 1) & set) {
        parts_.insert(part);
      }
      success_[own] = Disjoint(own);
      if (aim.is_win) success_[own] = 0;
    }
    if (!aim.is_win) return;
    // Won in 0 rounds: the Skeptic has no move, or the Prover has a goal.
    if (AddRound() && aim.points > 1) {
      Reject("on this board a side may have no move, and lose only 1 point");
    }
    for (const int own : own_sets_) {
      if (Has(prover.scored, own)) success_[own] = Disjoint(own);
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
    Sets disjoint = ~Sets(Set{0}, skeptic_.over.size());
    const Set squares = prover_.Squares(prover_.sets[own]);
    for (int i = 0; i < game_.squares(); ++i) {
      if ((squares & Bit(i)) != 0) disjoint &= without_[i];
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
      if (!Has(due_, own) || Has(prover_.over, own)) continue;
      Sets answered = skeptic_.over;
      for (const int to : kept_[own]) answered |= success_[to];
      costs_.Add(0, double(kept_[own].size() * answered.size()));
      own_sets.push_back(own);
      lost.push_back(Disjoint(own) & (~answered | skeptic_.scored));
    }
    due_ = 0;
    for (std::size_t i = 0; i < own_sets.size(); i += 64) {
      FindSuccesses(&own_sets[i], &lost[i],
                    std::min<int>(64, own_sets.size() - i));
    }
    return due_.max() != 0;
  }

  // Computes success_ for up to 64 formations, with the Skeptic to move: the
  // Prover succeeds if no move of the Skeptic leads to a set in `lost`.  Moves
  // are followed backwards from `lost`.
  void FindSuccesses(const int* own_sets, const Sets* lost, int count) {
    // After a transposition, one step follows a move for all formations:
    //
    //   lost[k]   one bit for each set of the Skeptic
    //   to[set]   one bit, k, for each formation
    const std::size_t words = skeptic_.over.size();
    std::vector<Set> to(64 * words), from(64 * words);
    for (std::size_t i = 0; i < words; ++i) {
      for (int k = 0; k < count; ++k) to[64 * i + k] = lost[k][i];
      Transpose(&to[64 * i]);
    }
    for (int set = 0; set < skeptic_.size(); ++set) {
      if (to[set] == 0) continue;
      for (const int before : skeptic_.before[set]) from[before] |= to[set];
    }
    for (std::size_t i = 0; i < words; ++i) Transpose(&from[64 * i]);
    for (int k = 0; k < count; ++k) {
      Sets success = Disjoint(own_sets[k]);
      for (std::size_t i = 0; i < words; ++i) {
        success[i] &= ~from[64 * i + k];
      }
      if (std::ranges::equal(success, success_[own_sets[k]])) continue;
      success_[own_sets[k]] = success;
      for (const int own : kept_[own_sets[k]]) Insert(due_, own);
    }
    costs_.Add(0, 25.0 * skeptic_.size());
  }

  // True if the Prover succeeds, with all pieces placed and the Prover to move.
  bool Answers(int own, int other) const {
    return std::ranges::any_of(
        kept_[own], [&](int to) { return Has(success_[to], other); });
  }

  // True if the Prover succeeds, in the drop phase or directly after it.
  bool Succeeds(Set own, Set other) {
    if (prover_.HasGoal(own)) return (own & kScored) != 0;
    if (skeptic_.HasGoal(other)) return (other & kScored) == 0;
    const int placed = std::popcount(own) + std::popcount(other);
    if (placed == 2 * game_.pieces) {
      const int own_index = prover_.Index(own);
      if (claim_.black) return Answers(own_index, skeptic_.Index(other));
      return std::ranges::all_of(skeptic_.Moves(other), [&](Set to) {
        if ((prover_.Squares(own) & skeptic_.Squares(to)) != 0) return true;
        if (skeptic_.HasGoal(to)) return (to & kScored) == 0;
        return Answers(own_index, skeptic_.Index(to));
      });
    }
    const auto known = known_.find({own, other});
    if (known != known_.end()) return known->second;
    costs_.Add(80, game_.squares());  // 80 bytes: about one node of the map
    const bool drops_own = (placed % 2 == 0) == claim_.black;
    const Side& owner = drops_own ? prover_ : skeptic_;
    // The owner picks a marker.  The Prover needs one that succeeds; if the
    // Skeptic owns it, all must succeed.
    bool succeeds = !drops_own;
    for (std::size_t k = 0; k < owner.classes.size(); ++k) {
      if (succeeds == drops_own) break;
      if (!owner.HasLeft(k, drops_own ? own : other)) continue;
      succeeds = SucceedsWithDrop(own, other, drops_own, k);
    }
    // The value of the empty board depends on the ban, so it is not kept.
    if (placed > 0) known_[{own, other}] = succeeds;
    return succeeds;
  }

  // True if the Prover succeeds, with a marker of this class to be dropped.
  bool SucceedsWithDrop(Set own, Set other, bool drops_own, int marker_class) {
    const int placed = std::popcount(own) + std::popcount(other);
    const bool chooses = drops_own == (claim_.style[placed / 2] == 'S');
    const Set taken = prover_.Squares(own) | skeptic_.Squares(other) |
                      (placed == 0 ? claim_.banned : 0);
    // Tries squares that decided recently first, because they often decide
    // again.
    std::vector<Set>& drops = drops_[placed];
    const auto decisive = std::ranges::find_if(drops, [&](Set to) {
      if ((to & taken) != 0) return false;
      const Set marker = to << marker_class * game_.squares();
      // If the Prover picks his own square, he makes a part of a formation or
      // of a goal.
      if (chooses && drops_own && !parts_.contains(own | marker)) return false;
      return chooses == (drops_own
                             ? Succeeds(prover_.After(own, marker), other)
                             : Succeeds(own, skeptic_.After(other, marker)));
    });
    const bool found = decisive != drops.end();
    std::rotate(drops.begin(), decisive, decisive + found);
    return found == chooses;
  }

  const Game& game_;
  const Side& prover_;
  const Side& skeptic_;
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
  // Results in the drop phase, by the Prover's markers and the Skeptic's, for
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
};

int Number(const std::string& digits, int least, int most) {
  const int n = std::stoi(digits);
  if (n < least || n > most) Reject(digits + " is out of range");
  return n;
}

// Reads numbers up to `most` in ascending order.
std::vector<int> Ascending(const std::string& words, int most, bool distinct) {
  std::vector<int> numbers;
  std::istringstream text(words);
  for (std::string word; text >> word;) {
    const int number = Number(word, 1, most);
    if (!numbers.empty() && number < numbers.back() + distinct) {
      Reject("expected numbers in ascending order");
    }
    numbers.push_back(number);
  }
  return numbers;
}

void ReadScoring(File& file, Game& game) {
  const std::string numbers = "(( " + kNumber + ")+)";
  const auto markers = file.Line("markers:" + numbers);
  game.pips = Ascending(markers[1], 127, /*distinct=*/false);
  if (std::ssize(game.pips) != game.pieces) {
    Reject("expected the pips of each marker of a side");
  }
  const auto special =
      file.Line("special: (" + kNumber + " points? on" + numbers + ")");
  game.special_points = Number(special[2], 1, 127 - game.pips.back());
  for (const int square :
       Ascending(special[3], game.squares(), /*distinct=*/true)) {
    game.special |= Bit(square - 1);
  }
  game.scoring_words = ", markers" + markers[1] + ", " + special[1];
}

// Returns the classes of a side's markers if it must score this many points.
std::vector<MarkerClass> ClassesFor(const Game& game, int points) {
  std::vector<MarkerClass> classes;
  for (const int pips : game.pips) {
    const Set scoring = pips >= points                         ? game.board()
                        : pips + game.special_points >= points ? game.special
                                                               : 0;
    if (classes.empty() || classes.back().scoring != scoring) {
      classes.push_back({0, pips, scoring});
    }
    ++classes.back().count;
  }
  return classes;
}

Game ReadGame(File& file, bool has_scoring) {
  Game game = {};
  game.rows = Number(file.Line("rows: " + kNumber)[1], 1, 63);
  game.columns = Number(file.Line("columns: " + kNumber)[1], 1, 63 / game.rows);
  game.wrapped = file.Line("edges: (bounded|wrapped)")[1] == "wrapped";
  // A line with moves is missing if pieces move like kings.
  auto words =
      file.Line("(moves: (knight|orthogonal|diagonal))|pieces: " + kNumber);
  game.moves = words[2];
  if (!game.moves.empty()) words = file.Line("(())pieces: " + kNumber);
  game.pieces = Number(words[3], 2, game.squares() / 2);
  double sets = 1;
  for (int i = 0; i < game.pieces; ++i) sets *= (game.squares() - i) / (i + 1.);
  if (sets > kMaxSets) Reject("the board is too large");
  const std::string family = "((line|square|diamond) [1-9]\\d?|tilted)";
  game.goal_words =
      file.Line("goals: (" + family + "( and " + family + ")*)")[1];
  std::istringstream goals(game.goal_words);
  std::set<std::pair<std::string, int>> families;
  for (std::string word; goals >> word;) {
    if (word == "and") continue;
    int n = 0;
    if (word != "tilted") goals >> n;
    if (!families.insert({word, n}).second) Reject("a family is listed twice");
    if (!game.AddFamily(word, n)) {
      Reject("no " + word + " fits the board and the number of pieces");
    }
  }
  if (has_scoring) ReadScoring(file, game);
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

// Reads a formation of a side; adds it and its images.  In the file, a marker
// has the pips of its class if the rules have scoring.
void ReadFormation(File& file, const Side& side, std::set<Set>& formations) {
  const bool has_pips = side.classes[0].pips > 0;
  const std::string marker = kNumber + (has_pips ? ":" + kNumber : "");
  const int others = side.game.pieces - 1;
  std::istringstream text(file.Line(marker + "( " + marker + "){" +
                                    std::to_string(others) + "}")[0]);
  Set set = 0;
  for (int i = 0; i <= others; ++i) {
    int square = 0, pips = 0;
    text >> square;
    if (has_pips) text.ignore(1) >> pips;
    if (square > side.game.squares() ||
        side.Squares(set) >> (square - 1) != 0) {
      Reject("expected squares in ascending order");
    }
    const auto found =
        std::ranges::find(side.classes, pips, &MarkerClass::pips);
    const int k = found - side.classes.begin();
    if (found == side.classes.end() || !side.HasLeft(k, set)) {
      Reject("no marker with these pips is left");
    }
    set |= Bit(square - 1) << k * side.game.squares();
  }
  if (side.HasGoal(set)) Reject("the formation is a goal");
  if (formations.contains(set))
    Reject("the formation, or an image of it, is listed twice");
  for (const Set image : side.game.Images(set)) formations.insert(image);
}

// Returns the plies of an aim; forever if the file has no number.
int ReadPlies(const std::string& digits, const Game& game) {
  return digits.empty() ? 1 << 30 : Number(digits, 2 * game.pieces + 2, 9999);
}

Aim ReadAim(File& file, const Game& game) {
  const std::string plies = " " + kNumber + " plies";
  if (game.pips.empty()) {
    const auto parts =
        file.Line("aim: (hold|(win within|hold for)" + plies + ")");
    return {parts[2] == "win within", ReadPlies(parts[3], game), 0, parts[1]};
  }
  const std::string points = " " + kNumber + " points?";
  const auto parts = file.Line("aim: (score" + points + " within" + plies +
                               "|prevent" + points + ")");
  const bool is_win = !parts[2].empty();
  return {
      is_win, ReadPlies(parts[3], game),
      Number(parts[is_win ? 2 : 4], 1, game.pips.back() + game.special_points),
      parts[1]};
}

// Returns a text of what the file proves.  Throws if a claim is not proved or
// the file is invalid; `file.line` is then the number of the line that fails.
std::string Check(File& file, Costs costs) {
  const bool has_scoring = file.Line("teeko certificate ([12]) text")[1] == "2";
  const Game game = ReadGame(file, has_scoring);
  const Aim aim = ReadAim(file, game);
  const Side plain(game, {{game.pieces, 0, game.board()}});
  // In scored rules the pips of one side's markers matter.
  std::optional<Side> scoring;
  if (has_scoring) scoring.emplace(game, ClassesFor(game, aim.points));
  const Side& attacker = has_scoring ? *scoring : plain;
  const Side& prover = aim.is_win ? attacker : plain;
  const Side& skeptic = aim.is_win ? plain : attacker;
  std::map<Claim, int> lines;  // line of each claim, claims of Red first
  do {
    const Claim claim = ReadClaim(file, game);
    if (!lines.emplace(claim, file.line).second)
      Reject("a claim is listed twice");
  } while (file.text.compare(file.at, 1, "c") == 0);
  const std::string count = file.Line("formations: (0|" + kNumber + ")")[1];
  std::set<Set> formations;
  for (int left = std::stoi(count); left > 0; --left) {
    ReadFormation(file, prover, formations);
  }
  file.Line("end");
  if (file.Get() != EOF) Reject("expected the end of the file");

  RestrictedGame restricted(game, prover, skeptic, aim, formations, costs);
  for (const auto& [claim, line] : lines) {
    file.line = line;
    if (!restricted.Proves(claim)) Reject("the formations do not suffice");
  }
  std::ostringstream proved;
  proved << file.name << ": proved, for " << game.rows << "x" << game.columns
         << " squares" << (game.wrapped ? " with wrapped edges" : "") << ", "
         << game.pieces << " pieces a side"
         << (game.moves.empty() ? "" : ", moves " + game.moves) << ", goals "
         << game.goal_words << game.scoring_words << ":\n";
  for (const auto& [claim, line] : lines) {
    proved << "  " << claim.style << claim.ban << ": "
           << (claim.black ? "Black, who moves first,"
                           : "Red, who moves second,")
           << (aim.is_win || has_scoring
                   ? " can " + aim.words
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
  std::ios::sync_with_stdio(false);  // so that std::cin reports errors
  Costs costs;
  bool has_limit = false;
  bool flags_end = false;
  std::vector<std::string> names;
  for (const std::string word : std::vector<char*>(argv + 1, argv + argc)) {
    if (flags_end || !word.starts_with("-") || word == "-") {
      names.push_back(word);
    } else if (word == "--help") {
      return std::cout << kUsage << std::flush ? 0 : 1;
    } else if (word == "--") {
      flags_end = true;
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
  int status = 0;
  for (const std::string& name : names) {
    File file = {name};
    std::string verdict;
    try {
      file.Read();
      verdict = Check(file, costs);
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
