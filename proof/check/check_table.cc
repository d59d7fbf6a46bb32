// Checks a whole table of Teeko: compares each value with the values of the
// successors.  Needs only a C++ compiler:
//
//   c++ -std=c++20 -O2 check_table.cc -o check_table && ./check_table DUMP...
//
// README.md explains why this is a proof; ../../docs/formats.md specifies the
// dump.  The program recognizes goals and neighbours by the distances between
// squares.  To check a header, it writes the header again from the parsed
// contents and compares.

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

// Ends the check of a file with an error.
[[noreturn]] void Reject(const std::string& why) {
  throw std::runtime_error(why);
}

// ---- The game ---------------------------------------------------------------

// A set of squares: bit i stands for square i + 1, row by row from the upper
// left.
using Set = std::uint64_t;

Set Lowest(Set set) { return set & -set; }

// Returns all sets of `size` squares, ascending.
std::vector<Set> AllSets(int squares, int size) {
  std::vector<Set> sets;
  for (Set set = (Set{1} << size) - 1; set >> squares == 0;) {
    sets.push_back(set);
    if (set == 0) break;
    // The next larger number with the same number of bits.
    const Set ripple = set + Lowest(set);
    set = ripple | (set ^ ripple) / Lowest(set) >> 2;
  }
  return sets;
}

struct Point {
  int row, column;
};

int SquaredDistance(Point a, Point b) {
  return (a.row - b.row) * (a.row - b.row) +
         (a.column - b.column) * (a.column - b.column);
}

// A family of goals: lines of n, squares of side n, diamonds of radius n, or
// all tilted squares (n is 0).
struct Family {
  std::string name;
  int n = 0;

  bool operator==(const Family&) const = default;

  // True if these points, in order of rows and columns, are a goal of the
  // family.
  bool Has(const std::vector<Point>& points) const {
    const int size = static_cast<int>(points.size());
    if (name == "line") {
      // Points i and j of a line are |i - j| equal steps apart, and a step goes
      // to a neighbour.  Points that do not form a line are closer to each
      // other.
      const int step = SquaredDistance(points[0], points[1]);
      if (n != size || step > 2) return false;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
          const int distance = SquaredDistance(points[i], points[j]);
          if (distance != (i - j) * (i - j) * step) return false;
        }
      }
      return true;
    }
    // Four points are a square if four of their distances, the sides, are
    // equal, and the other two, the diagonals, are equal, too.
    //
    //     0 . 1     . . 0 .     . 0 .     points[0] and [1] always form a side;
    //     . . .     1 . . .     1 . 2     in a diamond, points[1] and [2] are
    //     2 . 3     . . . 2     . 3 .     opposite corners in one row
    //               . 3 . .
    if (size != 4) return false;
    std::vector<int> distances;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j) {
        distances.push_back(SquaredDistance(points[i], points[j]));
      }
    }
    std::ranges::sort(distances);
    const int side = distances[0], diagonal = 2 * side;
    if (distances != std::vector{side, side, side, side, diagonal, diagonal}) {
      return false;
    }
    const bool is_level = points[0].row == points[1].row;
    if (name == "square") return is_level && side == n * n;
    if (name == "tilted") return !is_level;
    if (name != "diamond") return false;
    return points[1].row == points[2].row && side == 2 * n * n;
  }
};

struct Game {
  int rows = 0, columns = 0, pieces = 0;  // pieces of one side
  bool wrapped = false;
  std::string moves;  // empty if pieces move like kings
  std::vector<Family> families;
  std::vector<Set> adjacent;  // by square
  std::unordered_set<Set> goals;

  int squares() const { return rows * columns; }

  // True if a piece can move between points at this distance.
  bool IsMove(int squared_distance) const {
    if (moves == "knight") return squared_distance == 5;
    if (moves == "orthogonal") return squared_distance == 1;
    if (moves == "diagonal") return squared_distance == 2;
    return squared_distance == 1 || squared_distance == 2;
  }

  void FindAdjacent() {
    // On a wrapped board a square also stands on the boards around this board.
    const int around = wrapped ? 2 : 0;
    for (int a = 0; a < squares(); ++a) {
      Set& set = adjacent.emplace_back(0);
      for (int row = -around * rows; row < (around + 1) * rows; ++row) {
        for (int column = -around * columns; column < (around + 1) * columns;
             ++column) {
          const int b = (row + around * rows) % rows * columns +
                        (column + around * columns) % columns;
          if (b != a && IsMove(SquaredDistance({a / columns, a % columns},
                                               {row, column}))) {
            set |= Set{1} << b;
          }
        }
      }
    }
  }

  // Returns the squares of a set as points, on a board that is shifted so that
  // square `first` becomes the first square.
  std::vector<Point> Points(Set set, int first) const {
    std::vector<Point> points;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const int square = (first / columns + row) % rows * columns +
                           (first % columns + column) % columns;
        if ((set >> square & 1) != 0) points.push_back({row, column});
      }
    }
    return points;
  }

  // Tests every set of squares, and stores the goals.
  void FindGoals() {
    std::vector<int> found(families.size());
    for (const Set set : AllSets(squares(), pieces)) {
      for (int first = 0; first < (wrapped ? squares() : 1); ++first) {
        const std::vector<Point> points = Points(set, first);
        for (std::size_t i = 0; i < families.size(); ++i) {
          if (!families[i].Has(points)) continue;
          ++found[i];
          goals.insert(set);
        }
      }
    }
    for (std::size_t i = 0; i < families.size(); ++i) {
      if (found[i] == 0) Reject("no goal fits: " + families[i].name);
      for (std::size_t j = 0; j < i; ++j) {
        if (families[i] == families[j]) Reject("a family is listed twice");
      }
    }
  }
};

// ---- The table --------------------------------------------------------------

// Binomial coefficients: kChoose[n][k].  Large ones overflow, but belong to
// boards that cannot be solved.
constexpr auto kChoose = [] {
  std::array<std::array<std::uint64_t, 65>, 65> c = {};
  for (int i = 0; i <= 64; ++i) {
    c[i][0] = 1;
    for (int j = 1; j <= i; ++j) c[i][j] = c[i - 1][j - 1] + c[i - 1][j];
  }
  return c;
}();

// Returns the number of smaller sets of the same size.
std::uint64_t Rank(Set set) {
  std::uint64_t rank = 0;
  for (int i = 1; set != 0; set ^= Lowest(set), ++i) {
    rank += kChoose[std::countr_zero(set)][i];
  }
  return rank;
}

// Returns a set in the numbering that counts only the squares outside `taken`.
Set Compress(Set set, Set taken) {
  Set compressed = 0;
  for (; set != 0; set ^= Lowest(set)) {
    compressed |= Set{1} << std::popcount((Lowest(set) - 1) & ~taken);
  }
  return compressed;
}

// The squares outside the opponent's set, with their own numbering.
struct FreeSquares {
  FreeSquares(const Game& game, Set opponent) {
    for (int square = 0; square < game.squares(); ++square) {
      if ((opponent >> square & 1) != 0) continue;
      squares.push_back(square);
      adjacent.push_back(Compress(game.adjacent[square] & ~opponent, opponent));
    }
    for (const Set goal : game.goals) {
      if ((goal & opponent) == 0) goals.insert(Compress(goal, opponent));
    }
  }

  // Returns a set in the numbering of the board.
  Set OnBoard(Set set) const {
    Set expanded = 0;
    for (; set != 0; set ^= Lowest(set)) {
      expanded |= Set{1} << squares[std::countr_zero(set)];
    }
    return expanded;
  }

  std::vector<int> squares;
  std::vector<Set> adjacent;  // by number
  std::unordered_set<Set> goals;
};

// A section of a table.  A position consists of the pieces of the mover (the
// owner of the next piece in the drop phase, else the side to move) and of the
// opponent.
struct Section {
  int placed = 0;     // number of pieces on the board
  std::string drops;  // letters of the drops to come
  std::uint64_t positions = 0;
  std::vector<std::uint8_t> payload;
  const Section* next = nullptr;  // section of the successors
};

struct Table {
  Game game;
  int value_bytes = 0;
  std::vector<Section> sections;

  int NoValue() const { return value_bytes == 1 ? 255 : 65535; }

  int Value(const Section& section, std::uint64_t index) const {
    const std::uint8_t* const bytes =
        section.payload.data() + index * value_bytes;
    return value_bytes == 1 ? bytes[0] : bytes[0] | bytes[1] << 8;
  }

  // Returns a number that is larger for values that are better for the mover:
  // fast wins, slow wins, the draw, slow losses, fast losses.  A value is 0 for
  // a draw, and n + 1 for a game decided in n plies; the mover wins if n is
  // odd.
  static int Utility(int value) {
    if (value == 0) return 0;
    return value % 2 == 0 ? 100'000 - value : value - 100'000;
  }

  // Returns the value that a position without goals must have by the values of
  // its successors.  Their values begin at `block` in the next section.
  int Expected(const Section& section, const FreeSquares& free, Set mover,
               std::uint64_t block) const {
    const Set empty = ((Set{1} << free.squares.size()) - 1) & ~mover;
    const bool opponent_picks =
        !section.drops.empty() && section.drops[0] == 'A';
    int picked = -1;
    const auto consider = [&](Set moved) {
      const int next = Value(*section.next, block + Rank(moved));
      if (next == NoValue()) return;  // the check of the next section fails
      // One ply more.  This also changes the side, because n changes between
      // odd and even.
      const int value = next == 0 ? 0 : next + 1;
      if (picked == -1 || (opponent_picks ? Utility(value) < Utility(picked)
                                          : Utility(value) > Utility(picked))) {
        picked = value;
      }
    };
    if (!section.drops.empty()) {
      for (Set to = empty; to != 0; to ^= Lowest(to)) {
        consider(mover | Lowest(to));
      }
    } else {
      for (Set from = mover; from != 0; from ^= Lowest(from)) {
        Set to = free.adjacent[std::countr_zero(from)] & empty;
        for (; to != 0; to ^= Lowest(to)) {
          consider(mover ^ Lowest(from) ^ Lowest(to));
        }
      }
    }
    return picked == -1 ? 1 : picked;  // without a move: loss in 0
  }

  // Throws if some value of the section is wrong.
  void Check(const Section& section) const {
    const int squares = game.squares();
    const int movers = section.placed / 2, others = section.placed - movers;
    const std::vector<Set> opponents = AllSets(squares, others);
    const std::vector<Set> sets = AllSets(squares - others, movers);
    std::mutex mutex;
    std::uint64_t first_wrong = section.positions;
    const auto check_part = [&](std::size_t part, std::size_t parts) {
      for (std::size_t i = part; i < opponents.size(); i += parts) {
        const Set opponent = opponents[i];
        const bool is_over = game.goals.contains(opponent);
        const FreeSquares free(game, opponent);
        // After a ply the opponent is the mover.  The successors with his set
        // begin at this index of the next section.
        const std::uint64_t block =
            i * kChoose[squares - others][movers + !section.drops.empty()];
        for (const Set numbers : sets) {
          const Set mover = free.OnBoard(numbers);
          const std::uint64_t index =
              Rank(mover) * kChoose[squares - movers][others] +
              Rank(Compress(opponent, mover));
          const int expected = free.goals.contains(numbers) ? NoValue()
                               : is_over
                                   ? 1
                                   : Expected(section, free, numbers, block);
          if (Value(section, index) == expected) continue;
          const std::lock_guard<std::mutex> lock(mutex);
          first_wrong = std::min(first_wrong, index);
        }
      }
    };
    std::vector<std::jthread> threads;
    const unsigned parts = std::max(1u, std::thread::hardware_concurrency());
    for (unsigned part = 0; part < parts; ++part) {
      threads.emplace_back(check_part, part, parts);
    }
    threads.clear();  // waits for the threads
    if (first_wrong < section.positions) {
      Reject("section of " + std::to_string(section.placed) +
             " pieces before " + section.drops + ": value " +
             std::to_string(first_wrong) +
             " (counted from 0) does not agree with its successors");
    }
  }
};

// ---- Reading ----------------------------------------------------------------

constexpr std::size_t kMaxHeaderBytes = 1'000'000;
constexpr std::uint64_t kMaxBytesAtOnce = 1 << 26;

// A file, a pipe or, if its name is -, standard input.
class Input {
 public:
  explicit Input(const std::string& name)
      : stream_(name == "-" ? std::cin : file_) {
    if (name != "-") file_.open(name, std::ios::binary);
    CheckState(name != "-" && !file_.is_open());
  }

  // Reads `bytes` bytes, or fewer at the end of the input; returns their
  // number.
  std::uint64_t Read(void* to, std::uint64_t bytes) {
    stream_.read(static_cast<char*>(to), bytes);
    CheckState(stream_.bad());
    return stream_.gcount();
  }

 private:
  static void CheckState(bool failed) {
    if (failed) {
      Reject("cannot read: " + std::generic_category().message(errno));
    }
  }

  std::ifstream file_;
  std::istream& stream_;
};

// Parses a header word by word, without checking it; ReadTable does.
Table ParseHeader(const std::string& header) {
  Table table;
  Game& game = table.game;
  std::istringstream in(header);
  std::string word;
  in >> word >> word >> word >> word >> game.rows;  // teeko table 1 rows:
  in >> word >> game.columns >> word >> word;
  game.wrapped = word == "wrapped";
  in >> word;
  if (word == "moves:") in >> game.moves >> word;
  in >> game.pieces >> word;
  do {
    Family& family = game.families.emplace_back();
    in >> family.name;
    if (family.name != "tilted") in >> family.n;
  } while (in >> word && word == "and");
  in >> table.value_bytes;
  while (in >> word && word == "section:") {
    Section& section = table.sections.emplace_back();
    in >> section.placed >> word >> word;
    if (word == "before") in >> section.drops >> word;
    section.positions = std::strtoull(word.c_str(), nullptr, 10);
    in >> word;
  }
  return table;
}

std::string HeaderOf(const Table& table) {
  const Game& game = table.game;
  std::ostringstream out;
  out << "teeko table 1\nrows: " << game.rows << "\ncolumns: " << game.columns
      << "\nedges: " << (game.wrapped ? "wrapped" : "bounded")
      << (game.moves.empty() ? "" : "\nmoves: " + game.moves)
      << "\npieces: " << game.pieces << "\ngoals: ";
  for (const Family& family : game.families) {
    out << (&family == &game.families[0] ? "" : " and ") << family.name;
    if (family.name != "tilted") out << " " << family.n;
  }
  out << "\nbytes: " << table.value_bytes << "\n";
  for (const Section& section : table.sections) {
    out << "section: " << section.placed << " pieces ";
    if (!section.drops.empty()) out << "before " << section.drops << " ";
    out << section.positions << " positions\n";
  }
  return out.str() + "end\n";
}

// Checks that the sections fit the game, and sets `next` of each section.
void LinkSections(Table& table) {
  const int squares = table.game.squares(), pieces = table.game.pieces;
  for (auto section = table.sections.begin(); section != table.sections.end();
       ++section) {
    const int placed = section->placed, movers = placed / 2;
    const std::string& drops = section->drops;
    const std::string name =
        "section of " + std::to_string(placed) + " pieces before " + drops;
    if (placed < 0 || placed > 2 * pieces ||
        std::ssize(drops) != pieces - movers ||
        drops.find_first_not_of("SA") != std::string::npos) {
      Reject("impossible for this game: " + name);
    }
    const std::uint64_t of_movers = kChoose[squares][movers];
    const std::uint64_t of_others = kChoose[squares - movers][placed - movers];
    if (double(of_movers) * double(of_others) > 1e15 ||
        section->positions != of_movers * of_others) {
      Reject("wrong number of positions: " + name);
    }
    const auto find = [&](int placed, const std::string& drops) {
      return std::find_if(
          table.sections.begin(), section, [&](const Section& earlier) {
            return earlier.placed == placed && earlier.drops == drops;
          });
    };
    if (find(placed, drops) != section) Reject("listed twice: " + name);
    // A drop adds one piece.  Each letter stands for a drop of Black and one of
    // Red.  With all pieces placed, a ply stays in the section.
    const auto next =
        placed == 2 * pieces
            ? section
            : find(placed + 1, placed % 2 == 0 ? drops : drops.substr(1));
    if (next == section && placed < 2 * pieces) {
      Reject("comes before its successors: " + name);
    }
    section->next = &*next;
  }
}

Table ReadTable(Input& in) {
  std::string text;
  for (char byte; text.size() < kMaxHeaderBytes && !text.ends_with("\nend\n") &&
                  in.Read(&byte, 1) == 1;) {
    text += byte;
  }
  if (text.starts_with("\xEF\xBB\xBF") || text.find('\r') != text.npos) {
    Reject(
        "has a byte order mark or carriage returns: a dump is binary and must "
        "not be converted as text");
  }
  Table table = ParseHeader(text);
  Game& game = table.game;
  const std::string header = HeaderOf(table);
  const auto differs = std::ranges::mismatch(header, text).in1;
  if (differs != header.end()) {
    Reject("line " +
           std::to_string(1 + std::count(header.begin(), differs, '\n')) +
           ": not a line of a dump's header");
  }
  if (game.rows < 1 || game.columns < 1 || game.rows > 63 / game.columns ||
      game.pieces < 2 || game.pieces > game.squares() / 2 ||
      table.value_bytes < 1 || table.value_bytes > 2) {
    Reject("the numbers of rows, columns, pieces or bytes are out of range");
  }
  if (table.sections.empty()) Reject("expected at least one section");
  if (game.moves != "" && game.moves != "knight" &&
      game.moves != "orthogonal" && game.moves != "diagonal") {
    Reject("line 5: expected moves: knight, orthogonal or diagonal");
  }
  if (game.families.size() > 100) {
    Reject("expected at most 100 families of goals");
  }
  LinkSections(table);
  for (Section& section : table.sections) {
    std::vector<std::uint8_t>& payload = section.payload;
    const std::uint64_t bytes = section.positions * table.value_bytes;
    // Allocates in steps, so that a wrong header cannot take all memory.
    for (std::uint64_t more; payload.size() < bytes;) {
      more = std::min(bytes - payload.size(), kMaxBytesAtOnce + payload.size());
      payload.resize(payload.size() + more);
      if (in.Read(&payload.back() + 1 - more, more) < more) {
        Reject("the file is truncated: expected " + std::to_string(bytes) +
               " bytes of values in section " +
               std::to_string(&section - &table.sections[0] + 1));
      }
    }
  }
  if (char byte; in.Read(&byte, 1) == 1)
    Reject("expected the end of the file after the values");
  game.FindAdjacent();
  game.FindGoals();
  return table;
}

std::string Text(int value) {
  if (value == 0) return "draw";
  return (value % 2 == 0 ? "black wins in " : "red wins in ") +
         std::to_string(value - 1);
}

}  // namespace

constexpr char kUsage[] = R"(usage: check_table DUMP...

Checks every value of tables of Teeko, as proof/certificates:dump_table writes
them, and prints the value of the empty board in each style.  For example:

  dump_table --table=out/advanced/solver_a.table | check_table -

A DUMP is a file or a pipe; - is standard input.

  --help  print this text

Exit status: 0 if all values of all tables are correct, 1 otherwise.
)";

// Prints an error of the command line; returns the exit status.
int BadUsage(const std::string& error) {
  std::fprintf(stderr, "error: %s; see --help\n", error.c_str());
  return 1;
}

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
  if (names.empty()) return BadUsage("no dump");
  int status = 0;
  for (const std::string& name : names) {
    std::string verdict = name + ": every value is right\n";
    try {
      Input in(name);
      const Table table = ReadTable(in);
      for (const Section& section : table.sections) {
        table.Check(section);
        if (section.placed > 0) continue;
        verdict +=
            "  " + section.drops + ": " + Text(table.Value(section, 0)) + "\n";
      }
    } catch (const std::exception& error) {
      verdict = name + ": " + error.what() + "\n";
      status = 1;
    }
    if (!(std::cout << verdict << std::flush)) status = 1;
  }
  return status;
}
