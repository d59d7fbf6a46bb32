#include "qubic/certificate.h"

#include <algorithm>
#include <istream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace teeko::qubic {
namespace {

constexpr char kMovesHeader[] = "qubic certificate 1 moves";

void Append(std::string& text, int number) {
  text += (text.empty() || text.back() == '\n' ? "" : " ");
  text += std::to_string(number);
}

std::vector<int> Numbers(const Position& position) {
  std::vector<int> numbers;
  for (const Cells stones : {position.x, position.o}) {
    for (Cells rest = stones; rest != 0; rest &= rest - 1) {
      numbers.push_back(First(rest) + 1);
    }
  }
  return numbers;
}

class Writer {
 public:
  Writer(const Moves& moves, ForcedSearch& forced)
      : moves_(moves), forced_(forced) {}

  Certificate Write() {
    result_.moves_form = std::string(kMovesHeader) + "\n";
    Traverse({});
    for (auto& [position, number] : entries_) number = ++result_.entries;
    result_.explicit_form = "qubic certificate 1 explicit\n";
    for (const auto& [position, number] : entries_) WriteEntry(position);
    return std::move(result_);
  }

 private:
  // Visits a canonical position that has no forced line.
  void Traverse(const Position& position) {
    if (!entries_.try_emplace(position).second) return;
    const int cell = moves_.at(position);
    if (Threats(position.o, position.x) == 0) {
      Append(result_.moves_form, cell + 1);
      result_.moves_form += '\n';
      ++result_.strategic_moves;
      ++result_.by_stones[Count(position.x)];
    }
    const Position after = {position.x | Bit(cell), position.o};
    Cells replies = after.empty();
    for (; replies != 0; replies &= replies - 1) {
      const Position next = {after.x, after.o | (replies & -replies)};
      if (const auto line = forced_.Find(next)) {
        replies &= HarmSet(after, *line) | (replies & -replies);
      } else {
        Traverse(Canonicalize(next).position);
      }
    }
  }

  void WriteEntry(const Position& position) {
    std::string& text = result_.explicit_form;
    Append(text, Count(position.x));
    for (const int number : Numbers(position)) Append(text, number);
    const int cell = moves_.at(position);
    Append(text, cell + 1);
    const Position after = {position.x | Bit(cell), position.o};
    const auto general = forced_.FindShortest(after);
    const Cells harm = general ? HarmSet(after, *general) : ~Cells{0};
    for (Cells replies = after.empty(); replies != 0;) {
      const Cells reply = replies & -replies;
      const Position next = {after.x, after.o | reply};
      const auto line =
          (harm & reply) == 0 ? general : forced_.FindShortest(next);
      if (line) {
        WriteLine(*line);
        replies &= HarmSet(after, *line);
      } else {
        const auto [entry, map] = Canonicalize(next);
        for (const int number : {0, entries_.at(entry), map}) {
          Append(text, number);
        }
        replies &= ~reply;
      }
    }
    text += '\n';
  }

  void WriteLine(const ForcedLine& line) {
    const int size = static_cast<int>(line.size());
    Append(result_.explicit_form, size);
    for (const int cell : line) Append(result_.explicit_form, cell + 1);
    ++result_.forced_lines;
    result_.longest_line = std::max(result_.longest_line, (size + 1) / 2);
  }

  const Moves& moves_;
  ForcedSearch& forced_;
  std::map<Position, int, MoreStonesFirst> entries_;  // numbers of entries
  Certificate result_;
};

// Follows the traversal of the moves form.  False if the moves are not a proof.
bool Read(const Position& given, std::istream& text, ForcedSearch& forced,
          Moves& moves) {
  if (forced.Find(given)) return true;
  const Position position = Canonicalize(given).position;
  if (moves.contains(position)) return true;
  Cells move = Threats(position.o, position.x);
  int cell = 0;
  if (move == 0 && text >> cell && cell >= 1 && cell <= kCells) {
    move = Bit(cell - 1) & position.empty();
  }
  if (Count(move) != 1) return false;
  moves[position] = First(move);
  const Position after = {position.x | move, position.o};
  for (Cells rest = after.empty(); rest != 0; rest &= rest - 1) {
    const Position next = {after.x, after.o | (rest & -rest)};
    if (!Read(next, text, forced, moves)) return false;
  }
  return true;
}

}  // namespace

Moves ReadMoves(const std::string& moves_form, ForcedSearch& forced) {
  std::istringstream text(moves_form);
  std::string header, rest;
  Moves moves;
  if (!std::getline(text, header) || header != kMovesHeader ||
      !Read({}, text, forced, moves) || text >> rest) {
    moves.clear();
  }
  return moves;
}

Certificate Certify(const Moves& moves, ForcedSearch& forced) {
  return Writer(moves, forced).Write();
}

}  // namespace teeko::qubic
