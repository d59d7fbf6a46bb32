// Checks a certificate of Qubic in the explicit form (../../docs/qubic.md).
// Uses only the C++ standard library, and does not search:
//
//   c++ -std=c++20 -O2 check_explicit.cc && ./a.out CERTIFICATE

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

[[noreturn]] void Refuse(const std::string& why) {
  throw std::runtime_error(why);
}

// A set of cells: bit c - 1 stands for cell c, which is 1 to 64.
using Set = std::uint64_t;
Set Bit(int cell) { return Set{1} << (cell - 1); }

const std::vector<Set> lines = [] {
  std::vector<Set> lines;
  for (int i = 0; i < 64 * 13; ++i) {
    // Directions 0 to 12 would give the same lines in reverse.
    const int start = i % 64, direction = 14 + i / 64;
    Set line = 0;
    for (int k = 0; k < 4; ++k) {
      const int x = start % 4 + k * (direction % 3 - 1);
      const int y = start / 4 % 4 + k * (direction / 3 % 3 - 1);
      const int z = start / 16 + k * (direction / 9 - 1);
      if (((x | y | z) & ~3) == 0) line |= Bit(1 + x + 4 * y + 16 * z);
    }
    if (std::popcount(line) == 4) lines.push_back(line);
  }
  return lines;
}();

// Returns the set to which map `g`, which is 0 to 191, sends a set.
Set Image(int g, Set set) {
  constexpr char kRows[][5] = {"0123", "0213", "1032", "1302"};
  constexpr char kOrders[][4] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"};
  Set image = 0;
  for (; set != 0; set &= set - 1) {
    int cell = 1;
    for (int i = 0; i < 3; ++i) {
      const int axis = kOrders[g / 32][i] - 'x';
      const int c = kRows[g % 4][std::countr_zero(set) >> 2 * axis & 3] - '0';
      cell += (g / 4 >> axis & 1 ? 3 - c : c) << 2 * i;
    }
    image |= Bit(cell);
  }
  return image;
}

// True if O can complete a line with one stone, or has completed one.
bool OWins(Set x, Set o) {
  return std::ranges::any_of(lines, [&](Set line) {
    return std::popcount(line & o) >= 3 && (line & x) == 0;
  });
}

// True if X lacks only `cell`, which is empty, of a line that has `other`.
bool XThreatens(Set x, Set o, int cell, int other) {
  return std::ranges::any_of(lines, [&](Set line) {
    return (line & ~x) == Bit(cell) && (line & o) == 0 &&
           (line & Bit(other)) != 0;
  });
}

// True if an odd number of cells is a forced line from a position.
bool IsForcedLine(const std::vector<int>& cells, Set x, Set o) {
  for (std::size_t i = 0; i + 1 < cells.size(); i += 2) {
    if (((x | o) & Bit(cells[i])) != 0) return false;
    x |= Bit(cells[i]);
    if (OWins(x, o) || !XThreatens(x, o, cells[i + 1], cells[i])) return false;
    o |= Bit(cells[i + 1]);
  }
  return XThreatens(x, o, cells.back(), cells.back());
}

struct Checker {
  std::string text;            // the certificate
  std::size_t at = 0;          // where the next line begins
  int line = 0;                // number of the line that was read last
  std::string_view rest = {};  // what was not read of that line
  std::vector<std::pair<Set, Set>> entries;  // stones of X and O

  // Reads a file or pipe; the name - means standard input.
  void Read(const std::string& name) {
    std::ifstream file;
    if (name != "-") file.open(name, std::ios::binary);
    std::istream& in = name == "-" ? std::cin : file;
    for (char piece[65536]; in && text.size() <= 100'000'000;) {
      text.append(piece, in.read(piece, sizeof piece).gcount());
    }
    if (in.bad() || (name != "-" && !file.is_open())) {
      Refuse("cannot read: " + std::generic_category().message(errno));
    }
    if (!in.eof()) Refuse("has more than 100 MB");
    if (text.starts_with("\xEF\xBB\xBF")) at = 3;  // a byte order mark
  }

  void NextLine() {
    ++line;
    const std::size_t end = text.find_first_of("\r\n", at);
    if (end == text.npos) Refuse("the file is truncated");
    rest = std::string_view(text).substr(at, end - at);
    at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
  }

  // Reads a number, and the space after it if more follows.
  int Number(const std::string& what, int least, int most) {
    // At most 9 bytes, which is more than any number in range has.
    const std::string word(rest.substr(0, std::min(rest.find(' '), 9ul)));
    const int number = std::atoi(word.c_str());
    if (number < least || number > most || std::to_string(number) != word) {
      Refuse(what + ": expected " + std::to_string(least) + " to " +
             std::to_string(most) + ", got \"" + word + "\"");
    }
    rest.remove_prefix(word.size() + (rest.size() > word.size() + 1));
    return number;
  }

  // Reads the items of an entry.  They must prove that X wins after each reply.
  void CheckItems(Set x, Set o) {
    for (Set replies = ~(x | o); replies != 0;) {
      const Set reply = replies & -replies;
      replies ^= reply;
      std::vector<int> cells(Number("length", 0, 63));
      if (cells.empty()) {
        const int e = Number("entry", 1, std::ssize(entries));
        const int g = Number("map", 0, 191);
        const std::pair image(Image(g, x), Image(g, o | reply));
        if (image != entries[e - 1])
          Refuse("the map does not take the position to this entry");
        continue;
      }
      for (int& cell : cells) cell = Number("cell", 1, 64);
      if (cells.size() % 2 == 0 || !IsForcedLine(cells, x, o | reply)) {
        Refuse("not a forced line");
      }
      for (Set left = replies, other; left != 0; left ^= other) {
        other = left & -left;
        if (IsForcedLine(cells, x, o | other)) replies ^= other;
      }
    }
    if (!rest.empty()) Refuse("expected the end of the line");
  }

  // Throws if the certificate does not prove that X wins; `line` fails then.
  void Check() {
    for (int g = 0; g < 192; ++g) {  // a permutation that keeps lines
      bool good = Image(g, ~Set{0}) == ~Set{0};
      for (Set s : lines) good &= std::ranges::count(lines, Image(g, s)) == 1;
      if (!good) Refuse("a map is not a symmetry");
    }
    NextLine();
    if (rest != "qubic certificate 1 explicit") Refuse("unknown format");
    std::vector<int> key, last_key;  // -n, then the cells of the stones
    do {
      NextLine();
      const int n = Number("number of stones", 0, 31);
      Set x = 0, o = 0;
      key = {-n};
      for (int i = 0; i < 2 * n; ++i) {
        key.push_back(Number("cell", i % n == 0 ? 1 : key.back() + 1, 64));
        (i < n ? x : o) |= Bit(key.back());
      }
      if (key <= last_key) Refuse("expected entries in ascending order");
      last_key = key;
      const Set move = Bit(Number("move", 1, 64));
      if ((x & o) != 0 || (move & (x | o)) != 0) Refuse("two stones on a cell");
      if (OWins(x | move, o)) Refuse("O can complete a line");
      CheckItems(x | move, o);
      entries.emplace_back(x, o);
    } while (key[0] != 0);
    ++line;
    if (at != text.size()) Refuse("expected the end of the file");
  }
};

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);  // so that std::cin reports errors
  std::vector<std::string> names(argv + 1, argv + argc);
  const auto end_of_flags = std::ranges::find(names, "--");
  if (end_of_flags != names.end()) names.erase(end_of_flags);
  if (names.size() != 1) {
    std::cerr << "usage: check_explicit CERTIFICATE\n";
    return 1;
  }
  Checker checker;
  try {
    checker.Read(names[0]);
    checker.Check();
    std::cout << names[0] << ": proved: X, who moves first, wins Qubic\n";
  } catch (const std::exception& e) {
    const std::string line = "line " + std::to_string(checker.line) + ": ";
    std::cout << names[0] << ": " << (checker.line > 0 ? line : "") << e.what()
              << "\n";
    return 1;
  }
  return std::cout.flush() ? 0 : 1;
}
