// Checks a whole table of values of Teeko, each against those of its
// successors, with nothing but this file, a compiler and a machine.
//
//   c++ -std=c++20 -O2 check_table.cc -o check_table && ./check_table DUMP...
//
// README.md says why that is a proof, ../../proto/README.md what a dump is.
// That the rules are spelt out once more here, as in check.cc, is on purpose:
// each of the two is to be believed alone.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <mutex>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

[[noreturn]] void Reject(const std::string& why) {
  throw std::runtime_error(why);
}

// ---- The game ---------------------------------------------------------------

// Bit i stands for square i + 1, row by row from the upper left.
using Set = std::uint64_t;

Set Lowest(Set set) { return set & -set; }

struct Game {
  int rows, columns, pieces;  // pieces of one side
  bool wrapped;
  std::vector<Set> adjacent;  // by square
  std::unordered_set<Set> goals;

  int squares() const { return rows * columns; }

  // This one square; nothing if the board ends before it.
  Set At(int row, int column) const {
    if (wrapped) {
      row = (row + rows) % rows;
      column = (column + columns) % columns;
    }
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
    return Set{1} << (row * columns + column);
  }

  void FindAdjacent() {
    for (int square = 0; square < squares(); ++square) {
      Set& set = adjacent.emplace_back(0);
      for (int i = 0; i < 9; ++i) {
        set |= At(square / columns + i / 3 - 1, square % columns + i % 3 - 1);
      }
      set &= ~(Set{1} << square);
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
      if (std::popcount(goal) == pieces) goals.insert(goal);
    }
  }
};

// ---- The table --------------------------------------------------------------

// Pascal's triangle: kChoose[n][k], for boards that somebody could solve.
constexpr auto kChoose = [] {
  std::array<std::array<std::uint64_t, 65>, 65> c = {};
  for (int i = 0; i <= 64; ++i) {
    c[i][0] = 1;
    for (int j = 1; j <= i; ++j) c[i][j] = c[i - 1][j - 1] + c[i - 1][j];
  }
  return c;
}();

// How many sets of as many squares are smaller numbers.
std::uint64_t Rank(Set set) {
  std::uint64_t rank = 0;
  for (int i = 1; set != 0; set ^= Lowest(set), ++i) {
    rank += kChoose[std::countr_zero(set)][i];
  }
  return rank;
}

// A set of the squares that `taken` leaves, these being numbered anew.
Set Squeeze(Set set, Set taken) {
  Set squeezed = 0;
  for (; set != 0; set ^= Lowest(set)) {
    squeezed |= Set{1} << std::popcount((Lowest(set) - 1) & ~taken);
  }
  return squeezed;
}

// All sets of `size` squares, ascending.
std::vector<Set> AllSets(int squares, int size) {
  std::vector<Set> sets;
  for (Set set = (Set{1} << size) - 1; set >> squares == 0;) {
    sets.push_back(set);
    if (set == 0) break;
    // The next number with as many bits.
    const Set ripple = set + Lowest(set);
    set = ripple | (set ^ ripple) / Lowest(set) >> 2;
  }
  return sets;
}

// What an opponent leaves to the mover: squares, numbered anew.
struct Room {
  Room(const Game& game, Set opponent) {
    for (int square = 0; square < game.squares(); ++square) {
      if ((opponent >> square & 1) != 0) continue;
      squares.push_back(square);
      adjacent.push_back(Squeeze(game.adjacent[square] & ~opponent, opponent));
    }
    for (const Set goal : game.goals) {
      if ((goal & opponent) == 0) goals.insert(Squeeze(goal, opponent));
    }
  }

  // The set, as it is on the board.
  Set OnBoard(Set set) const {
    Set spread = 0;
    for (; set != 0; set ^= Lowest(set)) {
      spread |= Set{1} << squares[std::countr_zero(set)];
    }
    return spread;
  }

  std::vector<int> squares;
  std::vector<Set> adjacent;  // by number
  std::unordered_set<Set> goals;
};

// A position is the pieces of the mover, who owns the next piece to be dropped
// or is to move, and those of the opponent.
struct Section {
  int placed;
  std::string drops;  // letters of the drops to come
  std::uint64_t positions;
  std::vector<std::uint8_t> payload;
  const Section* next;  // what a ply leads to
};

struct Table {
  Game game;
  int value_bytes;
  std::map<std::pair<int, std::string>, Section> sections;

  int NoValue() const { return value_bytes == 1 ? 255 : 65535; }

  int Value(const Section& section, std::uint64_t index) const {
    const std::uint8_t* const bytes =
        section.payload.data() + index * value_bytes;
    return value_bytes == 1 ? bytes[0] : bytes[0] | bytes[1] << 8;
  }

  // The more the mover likes a value, the larger: a win, the sooner the better;
  // a draw; a loss, the later the better.  A value is 0 for a draw, n + 1 if
  // the game is decided in n plies, by a win of the mover if n is odd.
  static int Liking(int value) {
    if (value == 0) return 0;
    return value % 2 == 0 ? 100'000 - value : value - 100'000;
  }

  // What the value of a position in which nobody has a goal must be, given
  // those of its successors, which are in the next section from `block` on.
  int Expected(const Section& section, const Room& room, Set mover,
               std::uint64_t block) const {
    const Set empty = ((Set{1} << room.squares.size()) - 1) & ~mover;
    const bool opponent_picks =
        !section.drops.empty() && section.drops[0] == 'A';
    int best = -1;
    const auto consider = [&](Set moved) {
      const int next = Value(*section.next, block + Rank(moved));
      if (next == NoValue()) return;  // then that entry is wrong
      // One ply more, and seen from the other side, which the ply itself does.
      const int value = next == 0 ? 0 : next + 1;
      if (best == -1 || (opponent_picks ? Liking(value) < Liking(best)
                                        : Liking(value) > Liking(best))) {
        best = value;
      }
    };
    if (!section.drops.empty()) {
      for (Set to = empty; to != 0; to ^= Lowest(to)) {
        consider(mover | Lowest(to));
      }
    } else {
      for (Set from = mover; from != 0; from ^= Lowest(from)) {
        Set to = room.adjacent[std::countr_zero(from)] & empty;
        for (; to != 0; to ^= Lowest(to)) {
          consider(mover ^ Lowest(from) ^ Lowest(to));
        }
      }
    }
    return best == -1 ? 1 : best;  // who cannot move has lost
  }

  // Throws unless every value is what it must be.
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
        const Room room(game, opponent);
        // A ply changes sides: here begin the positions with the opponent as
        // the next mover.
        const std::uint64_t block =
            i * kChoose[squares - others][movers + !section.drops.empty()];
        for (const Set numbers : sets) {
          const Set mover = room.OnBoard(numbers);
          const std::uint64_t index =
              Rank(mover) * kChoose[squares - movers][others] +
              Rank(Squeeze(opponent, mover));
          const int expected = room.goals.contains(numbers) ? NoValue()
                               : is_over
                                   ? 1
                                   : Expected(section, room, numbers, block);
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
    threads.clear();  // waits for them
    if (first_wrong < section.positions) {
      Reject("section of " + std::to_string(section.placed) +
             " pieces before " + section.drops + ": value " +
             std::to_string(first_wrong) +
             " (counted from 0) does not agree with its successors");
    }
  }
};

// ---- Reading ----------------------------------------------------------------

// The lines of a dump's header, and the bytes after it.
struct Dump {
  std::ifstream in;
  int line = 0;  // counted from 1

  // Reads a line, which must match; returns it and its parts in parentheses.
  std::vector<std::string> Line(const std::string& pattern) {
    std::string text;
    std::smatch parts;
    ++line;
    if (!std::getline(in, text) || text.size() > 1000 ||
        !std::regex_match(text, parts, std::regex(pattern))) {
      Reject("line " + std::to_string(line) + ": expected " + pattern);
    }
    return {parts.begin(), parts.end()};
  }

  // Reads a line with one number.
  int Number(const std::string& name, int least, int most) {
    const int n = std::stoi(Line(name + ": (\\d{1,2})")[1]);
    if (n < least || n > most) {
      Reject(name + " are from " + std::to_string(least) + " to " +
             std::to_string(most));
    }
    return n;
  }
};

Game ReadGame(Dump& dump) {
  Game game = {};
  game.rows = dump.Number("rows", 1, 63);
  game.columns = dump.Number("columns", 1, 63 / game.rows);
  game.wrapped = dump.Line("edges: (bounded|wrapped)")[1] == "wrapped";
  game.pieces = dump.Number("pieces", 2, game.squares() / 2);
  game.FindAdjacent();
  const std::string figure = "((line|square|diamond) \\d\\d?|tilted)";
  std::istringstream words(
      dump.Line("goals: (" + figure + "( and " + figure + ")*)")[1]);
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

Table ReadTable(Dump& dump) {
  dump.Line("teeko table 1");
  Table table = {ReadGame(dump), dump.Number("bytes", 1, 2), {}};
  const int squares = table.game.squares(), all = 2 * table.game.pieces;
  std::vector<Section*> order;
  while (dump.in.peek() == 's') {
    const auto parts = dump.Line(
        "section: (\\d{1,2}) pieces (before ([SA]+) )?(\\d+) positions");
    const int placed = std::stoi(parts[1]), movers = placed / 2;
    const std::string drops = parts[3];
    if (placed > all || std::ssize(drops) != table.game.pieces - movers) {
      Reject("so many pieces and drops to come do not fit: " + parts[0]);
    }
    const std::uint64_t positions =
        kChoose[squares][movers] * kChoose[squares - movers][placed - movers];
    if (parts[4] != std::to_string(positions)) {
      Reject("expected " + std::to_string(positions) +
             " positions: " + parts[0]);
    }
    // A ply leads to one more piece, the last one to where all are placed; a
    // letter is used up by Black's drop and Red's.
    const Section* next = nullptr;
    if (placed < all) {
      const auto found = table.sections.find(
          {placed + 1, placed % 2 == 0 ? drops : drops.substr(1)});
      if (found == table.sections.end()) Reject("a section comes too early");
      next = &found->second;
    }
    const auto [at, is_new] = table.sections.insert(
        {{placed, drops}, {placed, drops, positions, {}, next}});
    if (!is_new) Reject("a section comes twice");
    if (placed == all) at->second.next = &at->second;
    order.push_back(&at->second);
  }
  dump.Line("end");
  std::uint64_t bytes = 0;
  for (const Section* const section : order) {
    bytes += section->positions * table.value_bytes;
  }
  const auto begin = dump.in.tellg();
  const std::uint64_t left = dump.in.seekg(0, std::ios::end).tellg() - begin;
  if (left != bytes) {
    Reject("the values take " + std::to_string(bytes) + " bytes; there are " +
           std::to_string(left));
  }
  dump.in.seekg(begin);
  for (Section* const section : order) {
    section->payload.resize(section->positions * table.value_bytes);
    dump.in.read(reinterpret_cast<char*>(section->payload.data()),
                 std::ssize(section->payload));
  }
  if (!dump.in) Reject("the values cannot be read");
  return table;
}

std::string Text(int value) {
  if (value == 0) return "draw";
  return (value % 2 == 0 ? "black wins in " : "red wins in ") +
         std::to_string(value - 1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s DUMP...\n", argv[0]);
    return 1;
  }
  int status = 0;
  for (int i = 1; i < argc; ++i) {
    try {
      Dump dump = {std::ifstream(argv[i], std::ios::binary)};
      const Table table = ReadTable(dump);
      for (const auto& [key, section] : table.sections) table.Check(section);
      std::printf("%s: accepted\n", argv[i]);
      for (const auto& [key, section] : table.sections) {
        if (section.placed > 0) break;
        std::printf("  %s: %s\n", section.drops.c_str(),
                    Text(table.Value(section, 0)).c_str());
      }
    } catch (const std::runtime_error& error) {
      std::printf("%s: %s\n", argv[i], error.what());
      status = 1;
    }
  }
  return status;
}
