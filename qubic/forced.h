// Forced lines: X wins by threats that O must answer (docs/qubic.md).

#ifndef TEEKO_QUBIC_FORCED_H_
#define TEEKO_QUBIC_FORCED_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "qubic/board.h"

namespace teeko::qubic {

// The cells of a forced line: threat, answer, threat, answer, ..., win.
using ForcedLine = std::vector<uint8_t>;

// Searches for forced lines.  The search is complete.  Keeps a table of
// positions without a forced line.  Not thread-safe.
class ForcedSearch {
 public:
  ForcedSearch() : failed_(kTableSize) {}

  // Returns a forced line from `position`, X to move, with at most `most`
  // threats before the win; nullopt if there is no such line.
  std::optional<ForcedLine> Find(const Position& position, int most = kCells);

  // Returns a shortest forced line.
  std::optional<ForcedLine> FindShortest(const Position& position);

 private:
  // The table fits in the cache of one core: 1 MiB.
  static constexpr int kTableSize = 1 << 15;

  // A position from which no forced line has at most `most` threats.
  struct alignas(32) Failure {
    Position position;
    int most;
  };

  // The two empty cells of a line with two X stones.
  using Pair = Cells;

  bool Search(const Position& position, Cells danger, const Pair* pairs,
              int size, int most);

  std::vector<Failure> failed_;  // by hash; later ones replace earlier ones
  ForcedLine line_;              // the end of the line, backwards
};

// Returns the harm set: the empty cells of `position` on which an additional O
// stone would stop the line.  `position` has no full line.
Cells HarmSet(Position position, const ForcedLine& line);

}  // namespace teeko::qubic

#endif  // TEEKO_QUBIC_FORCED_H_
