#include "qubic/forced.h"

#include <algorithm>
#include <array>

namespace teeko::qubic {
namespace {

// Calls visit(pair) for each of these lines with two stones of `own` and none
// of `other`: the pair of its empty cells.
template <typename LineList, typename Visit>
void ForEachPair(const LineList& lines, Cells own, Cells other, Visit visit) {
  for (const Cells line : lines) {
    const Cells empty = line & ~own;
    if ((line & other) == 0 && ExactlyTwo(empty)) visit(empty);
  }
}

}  // namespace

std::optional<ForcedLine> ForcedSearch::Find(const Position& position,
                                             int most) {
  line_.clear();
  const Cells wins = Threats(position.x, position.o);
  if (wins != 0) return ForcedLine{static_cast<uint8_t>(First(wins))};
  std::array<Pair, 76> pairs;
  int size = 0;
  ForEachPair(kLines, position.x, position.o,
              [&](Cells pair) { pairs[size++] = pair; });
  const Cells danger = Threats(position.o, position.x);
  if (!Search(position, danger, pairs.data(), size, most)) {
    return std::nullopt;
  }
  std::ranges::reverse(line_);
  return line_;
}

std::optional<ForcedLine> ForcedSearch::FindShortest(const Position& position) {
  if (!Find(position)) return std::nullopt;
  for (int most = 1;; ++most) {
    if (auto line = Find(position, most)) return line;
  }
}

// `danger` are the cells that O threatens.  X threatens none.
bool ForcedSearch::Search(const Position& position, Cells danger,
                          const Pair* pairs, int size, int most) {
  if (size == 0 || most == 0 || (danger & (danger - 1)) != 0) return false;
  const Cells allowed = danger != 0 ? danger : ~Cells{0};
  Cells once = 0, twice = 0;
  for (int i = 0; i < size; ++i) {
    twice |= once & pairs[i];
    once |= pairs[i];
  }
  if ((twice & allowed) != 0) {
    const Cells a = twice & allowed & -(twice & allowed);
    for (int i = size - 1; i >= 0 && line_.size() < 2; --i) {
      if ((pairs[i] & a) != 0) line_.push_back(First(pairs[i] & ~a));
    }
    line_.push_back(First(a));
    return true;
  }
  if ((once & allowed) == 0) return false;
  Failure& known = failed_[PositionHash()(position) & (kTableSize - 1)];
  if (known.position == position && known.most >= most) return false;
  std::array<Pair, 76> next;
  for (int i = 0; i < size; ++i) {
    for (Cells as = pairs[i] & allowed; as != 0; as &= as - 1) {
      const int a = First(as);
      const Cells b = pairs[i] & ~Bit(a);
      const Position after = {position.x | Bit(a), position.o | b};
      const Cells threats = Threats(kThrough[First(b)], after.o, after.x);
      if (!AtMostOne(threats)) continue;
      int n = 0;
      ForEachPair(kThrough[a], after.x, after.o,
                  [&](Cells pair) { next[n++] = pair; });
      for (int k = 0; k < size; ++k) {
        if ((pairs[k] & (Bit(a) | b)) == 0) next[n++] = pairs[k];
      }
      if (Search(after, threats, next.data(), n, most - 1)) {
        line_.push_back(First(b));
        line_.push_back(a);
        return true;
      }
    }
  }
  known = {position, most};
  return false;
}

Cells HarmSet(Position position, const ForcedLine& line) {
  const Cells empty = position.empty();
  Cells harm = 0;
  const auto add = [&](Cells pair) { harm |= pair; };
  for (size_t i = 0; i + 1 < line.size(); i += 2) {
    harm |= Bit(line[i]) | Bit(line[i + 1]);
    position.x |= Bit(line[i]);
    // An O stone on one cell of such a pair would threaten the other.  Pairs
    // that are new since the last threat are on lines through O's answer.
    if (i == 0) {
      ForEachPair(kLines, position.o, position.x, add);
    } else {
      ForEachPair(kThrough[line[i - 1]], position.o, position.x, add);
    }
    position.o |= Bit(line[i + 1]);
  }
  return (harm | Bit(line.back())) & empty;
}

}  // namespace teeko::qubic
