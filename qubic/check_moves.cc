// Checks certificates that the first player wins Qubic (docs/qubic.md, moves
// form).  Tries every reply of O, and repeats the searches for forced lines.
// Verifies that the 192 maps of the board keep its lines.

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace {

[[noreturn]] void Reject(const std::string& why) {
  throw std::runtime_error(why);
}
using Cells = std::uint64_t;  // bit c stands for cell c + 1

struct Position {  // X is to move
  Cells x, o;
  auto operator<=>(const Position&) const = default;
};

struct Board {
  std::vector<Cells> lines;
  std::array<std::array<Cells, 64>, 192> images = {};  // by map and cell

  Board() {
    for (int i = 0; i < 64 * 27; ++i) AddLine(i / 27, i % 27);
    for (int i = 0; i < 192 * 64; ++i) AddImage(i / 64, i % 64);
    for (int i = 0; i < 192 * 76; ++i) {
      if (std::ranges::count(lines, Image(i / 76, lines.at(i % 76))) != 1) {
        Reject("a map does not keep the lines");
      }
    }
  }

  void AddLine(int cell, int step) {
    Cells line = 0;
    for (int i = 0; i < 4; ++i) {
      const int x = cell % 4 + i * (step % 3 - 1);
      const int y = cell / 4 % 4 + i * (step / 3 % 3 - 1);
      const int z = cell / 16 + i * (step / 9 - 1);
      if (std::min({x, y, z}) < 0 || std::max({x, y, z}) > 3) return;
      line |= Cells{1} << (x + 4 * y + 16 * z);
    }
    if (step > 13) lines.push_back(line);  // other steps reverse these lines
  }

  void AddImage(int map, int cell) {
    const char* const values = &"0123021310321302"[map % 4 * 4];
    const char* const order = &"012021102120201210"[map / 32 * 3];
    int point[] = {cell % 4, cell / 4 % 4, cell / 16}, image = 0;
    for (int i = 0; i < 3; ++i) {
      point[i] = values[point[i]] - '0';
      if (map / 4 >> i & 1) point[i] = 3 - point[i];
    }
    for (int i = 2; i >= 0; --i) image = 4 * image + point[order[i] - '0'];
    images[map][cell] = Cells{1} << image;
  }

  Cells Image(int map, Cells cells) const {
    Cells image = 0;
    for (; cells != 0; cells &= cells - 1) {
      image |= images[map][std::countr_zero(cells)];
    }
    return image;
  }

  // Returns the smallest image of a position.
  Position Canonical(const Position& position) const {
    Position least = position;
    for (int map = 0; map < 192; ++map) {
      least = std::min(least, {Image(map, position.x), Image(map, position.o)});
    }
    return least;
  }

  // Returns the empty cells that complete a line for the owner of `own`.
  Cells Threats(Cells own, Cells other) const {
    Cells threats = 0;
    for (const Cells line : lines) {
      const Cells missing = line & ~own;
      if ((missing & (missing - 1)) == 0) threats |= missing & ~other;
    }
    return threats;
  }
};

class Checker {
 public:
  // Returns what the certificate in this file or pipe proves; the name - means
  // standard input.
  std::string Check(const std::string& name) {
    std::ifstream file;
    if (name != "-") file.open(name, std::ios::binary);
    std::istream& in = name == "-" ? std::cin : file;
    in.read(text_.data(), text_.size());
    text_.resize(in.gcount());
    if (in.bad() || (name != "-" && !file.is_open())) {
      Reject("cannot read: " + std::generic_category().message(errno));
    }
    if (!in.eof()) Reject("has more than 1 MB");
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
    if (Line() != "qubic certificate 1 moves") Reject("expected the header");
    Prove({0, 0});
    if (at_ < text_.size()) Line(), Reject("expected the end of the file");
    return "proved: X, who moves first, wins (" + std::to_string(line - 1) +
           " strategic moves)";
  }
  int line = 0;  // the line read last, counted from 1

 private:
  std::string Line() {
    ++line;
    const std::size_t end = text_.find_first_of("\r\n", at_);
    if (end == text_.npos) Reject("expected a line, got the end of the file");
    const std::string words = text_.substr(at_, end - at_);
    at_ = end + (text_.compare(end, 2, "\r\n") == 0 ? 2 : 1);
    return words;
  }

  void Prove(const Position& given) {
    if (board_.Threats(given.x, given.o) != 0) return;
    if (Repeats(given) || HasForcedLine(given)) return;
    Position position = board_.Canonical(given);
    if (!known_.insert(position).second) return;
    Cells move = board_.Threats(position.o, position.x);
    if (move == 0) {
      const std::string words = Line();
      int cell = 64;
      while (cell > 0 && words != std::to_string(cell)) --cell;
      if (cell == 0) Reject("expected a cell, 1 to 64");
      move = Cells{1} << (cell - 1);
    }
    if (!std::has_single_bit(move))
      Reject("X cannot prevent both threats of O");
    if (move & (position.x | position.o)) Reject("the cell is not empty");
    position.x |= move;
    for (Cells rest = ~(position.x | position.o); rest != 0; rest &= rest - 1) {
      Prove({position.x, position.o | (rest & -rest)});
    }
  }

  // True if the forced line found last is also one from this position.
  bool Repeats(Position p) const {
    for (auto turn = found_.rbegin(); turn != found_.rend(); ++turn) {
      if ((turn->x & (p.x | p.o)) != 0) return false;
      p.x |= turn->x;
      if (board_.Threats(p.o, p.x) != 0) return false;
      if ((turn->o & board_.Threats(p.x, p.o)) == 0) return false;
      p.o |= turn->o;
    }
    return board_.Threats(p.x, p.o) != 0;
  }

  // Requires that X threatens no cell.
  bool HasForcedLine(const Position& p) {
    const Cells danger = board_.Threats(p.o, p.x);
    const Cells allowed = danger == 0 ? ~Cells{0} : danger;
    if (std::popcount(danger) > 1 || failed_.contains(p)) return false;
    if (failed_.size() > 10'000'000) Reject("this takes too much memory");
    std::vector<Position> turns;  // X's threat and O's answer
    for (const Cells line : board_.lines) {
      const Cells high = line & ~p.x & ((line & ~p.x) - 1);
      if ((line & p.o) != 0 || !std::has_single_bit(high)) continue;
      const Cells low = line & ~p.x & ~high;
      for (const Position& turn : {Position{high, low}, {low, high}}) {
        if ((turn.x & allowed) == 0) continue;
        found_ = {turn};
        if (Repeats(p)) return true;
        turns.push_back(turn);
      }
    }
    for (const Position& turn : turns) {
      if (!HasForcedLine({p.x | turn.x, p.o | turn.o})) continue;
      return found_.push_back(turn), true;
    }
    return failed_.insert(p), false;
  }

  const Board board_;
  std::string text_ = std::string(1'000'000, '\0');
  std::size_t at_ = 0;                 // bytes that have been read
  std::set<Position> known_, failed_;  // failed_: without a forced line
  std::vector<Position> found_;  // turns of the last forced line, reversed
};

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);  // so that std::cin reports errors
  std::vector<std::string> names(argv + 1, argv + argc);
  const auto end_of_flags = std::ranges::find(names, "--");
  if (end_of_flags != names.end()) names.erase(end_of_flags);
  int status = names.empty() ? 1 : 0;
  if (status != 0) std::cerr << "usage: check_moves CERTIFICATE...\n";
  for (const std::string& name : names) {
    Checker checker;
    try {
      std::cout << name + ": " + checker.Check(name) + "\n";
    } catch (const std::exception& e) {
      const std::string line = "line " + std::to_string(checker.line) + ": ";
      std::cout << name << ": " << (checker.line > 0 ? line : "") << e.what()
                << "\n";
      status = 1;
    }
  }
  return std::cout.flush() ? status : 1;
}
