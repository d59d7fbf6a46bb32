// Tests the board, the search for forced lines, and the prover.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "qubic/board.h"
#include "qubic/certificate.h"
#include "qubic/forced.h"
#include "qubic/prover.h"

namespace teeko::qubic {
namespace {

// A position with `stones` stones of each side and no full line or threat.
Position RandomPosition(std::mt19937& random, int stones) {
  while (true) {
    Position position;
    for (int i = 0; i < 2 * stones; ++i) {
      int cell;
      do {
        cell = random() % kCells;
      } while ((position.empty() & Bit(cell)) == 0);
      (i % 2 == 0 ? position.x : position.o) |= Bit(cell);
    }
    bool quiet = true;
    for (const Cells line : kLines) {
      quiet &= Count(line & position.x) < 3 && Count(line & position.o) < 3;
    }
    if (quiet) return position;
  }
}

// Implements the definition of docs/qubic.md literally.
bool IsForcedLine(Position position, const ForcedLine& line) {
  if (line.size() % 2 == 0) return false;
  for (size_t i = 0; i + 1 < line.size(); i += 2) {
    const Cells a = Bit(line[i]), b = Bit(line[i + 1]);
    if ((position.empty() & a) == 0) return false;
    position.x |= a;
    if ((Threats(kThrough[line[i]], position.x, position.o) & b) == 0)
      return false;
    if (Threats(position.o, position.x) != 0) return false;
    position.o |= b;
  }
  return (Threats(position.x, position.o) & Bit(line.back())) != 0;
}

// True if there is a forced line.  Tries every cell.
bool HasForcedLine(const Position& position) {
  static std::set<Position>* const failed = new std::set<Position>;
  if (failed->contains(position)) return false;
  if (Threats(position.x, position.o) != 0) return true;
  for (Cells rest = position.empty(); rest != 0; rest &= rest - 1) {
    const Position after = {position.x | (rest & -rest), position.o};
    const Cells threats = Threats(after.x, after.o);
    if (threats == 0 || Threats(after.o, after.x) != 0) continue;
    if (HasForcedLine({after.x, after.o | (threats & -threats)})) return true;
  }
  failed->insert(position);
  return false;
}

TEST(Board, HasLinesAndMapsOfSpecification) {
  EXPECT_EQ(std::set<Cells>(kLines.begin(), kLines.end()).size(), 76);
  std::map<int, int> cells;
  for (int cell = 0; cell < kCells; ++cell) ++cells[kThrough[cell].size];
  EXPECT_EQ(cells, (std::map<int, int>{{4, 48}, {7, 16}}));
  const std::set<Cells> lines(kLines.begin(), kLines.end());
  std::set<std::vector<Cells>> maps;
  for (int map = 0; map < kMaps; ++map) {
    std::vector<Cells> images;
    for (const Cells line : lines) {
      images.push_back(Map(map, {line, 0}).x);
      EXPECT_TRUE(lines.contains(images.back()));
    }
    maps.insert(images);
  }
  EXPECT_EQ(maps.size(), kMaps);
  EXPECT_EQ(Map(1, {Bit(1), 0}).x, Bit(2));
  EXPECT_EQ(Map(4, {Bit(0), 0}).x, Bit(3));
  EXPECT_EQ(Map(103, {Bit(1), 0}).x, Bit(5));
}

TEST(Board, CanonicalFormIsTheSameForAllImages) {
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    const Position position = RandomPosition(random, i % 6);
    const Canonical canonical = Canonicalize(position);
    EXPECT_EQ(Map(canonical.map, position), canonical.position);
    for (int map = 0; map < kMaps; ++map) {
      EXPECT_EQ(Canonicalize(Map(map, position)).position, canonical.position);
      EXPECT_LE(canonical.position, Map(map, position));
    }
  }
}

TEST(ForcedSearch, FindsForcedLinesIfThereAreAny) {
  std::mt19937 random(2);
  ForcedSearch search;
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    const Position position = RandomPosition(random, 4 + i % 3);
    const auto line = search.Find(position);
    EXPECT_EQ(line.has_value(), HasForcedLine(position));
    if (!line) continue;
    EXPECT_TRUE(IsForcedLine(position, *line));
    ++found;
  }
  EXPECT_GT(found, 20);
  EXPECT_LT(found, 180);
}

TEST(HarmSet, IsTheSetOfStonesThatStopTheLine) {
  std::mt19937 random(3);
  ForcedSearch search;
  int lines = 0;
  for (int i = 0; i < 600; ++i) {
    const Position position = RandomPosition(random, 4 + i % 3);
    const auto line = search.Find(position);
    if (!line) continue;
    ++lines;
    const Cells harm = HarmSet(position, *line);
    EXPECT_EQ(harm & ~position.empty(), 0);
    for (Cells rest = position.empty(); rest != 0; rest &= rest - 1) {
      const Cells stone = rest & -rest;
      EXPECT_EQ((harm & stone) == 0,
                IsForcedLine({position.x, position.o | stone}, *line));
    }
  }
  EXPECT_GT(lines, 50);
}

// True if X wins by these moves after every reply of O.  Does not use the
// prover's shortcuts.
bool Wins(const Position& position, const Moves& moves) {
  if (HasForcedLine(position)) return true;
  const Canonical canonical = Canonicalize(position);
  const auto move = moves.find(canonical.position);
  if (move == moves.end()) return false;
  const Position after = {canonical.position.x | Bit(move->second),
                          canonical.position.o};
  if (Count(Threats(after.o, after.x)) > 0) return false;
  for (Cells rest = after.empty(); rest != 0; rest &= rest - 1) {
    if (!Wins({after.x, after.o | (rest & -rest)}, moves)) return false;
  }
  return true;
}

TEST(Prover, ProvesPositions) {
  std::mt19937 random(4);
  Prover prover;
  int proved = 0;
  for (int i = 0; proved < 5; ++i) {
    ASSERT_LT(i, 1000);
    const Position position = RandomPosition(random, 4);
    if (HasForcedLine(position)) continue;
    if (Threats(position.o, position.x) != 0) continue;
    int cell = 0;
    while (cell < kCells &&
           ((position.empty() & Bit(cell)) == 0 ||
            prover.ProveMove(position, cell, 30) == Prover::kImpossible)) {
      ++cell;
    }
    if (cell == kCells) continue;
    prover.Add(position);
    EXPECT_TRUE(Wins(position, prover.moves()));
    ++proved;
  }
  EXPECT_EQ(prover.strategic_moves(), 11);
  prover.Improve(4, 100);
  EXPECT_EQ(prover.strategic_moves(), 5);
}

// Returns the certificate's moves form.
std::string MovesForm() {
  std::ifstream file("qubic/files/moves.txt");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Prover, ProvesPositionsOfTheCertificate) {
  Prover prover;
  int proved = 0;
  for (const auto& [position, cell] : ReadMoves(MovesForm(), prover.forced())) {
    if (proved == 5) break;
    if (Count(position.x) != 2 ||
        prover.ProveMove(position, cell, /*effort=*/100) ==
            Prover::kImpossible) {
      continue;
    }
    prover.Add(position);
    EXPECT_TRUE(Wins(position, prover.moves()));
    ++proved;
  }
  EXPECT_EQ(proved, 5);
  // The search is the same every time.  If these numbers change, its speed
  // changes, and the figures of README.md are out of date.
  EXPECT_EQ(prover.strategic_moves(), 285);
  EXPECT_EQ(prover.opened(), 1032u);
}

TEST(Certificate, IsReadAsItWasWritten) {
  const std::string text = MovesForm();
  ForcedSearch forced;
  const Moves moves = ReadMoves(text, forced);
  ASSERT_FALSE(moves.empty());
  const Certificate certificate = Certify(moves, forced);
  EXPECT_EQ(certificate.moves_form, text);
  EXPECT_LE(certificate.strategic_moves, 2000);
  Prover prover;
  prover.Load(moves);
  EXPECT_EQ(prover.strategic_moves(), certificate.strategic_moves);
  EXPECT_EQ(prover.moves(), moves);
  EXPECT_TRUE(ReadMoves(text + "1\n", forced).empty());
  EXPECT_TRUE(ReadMoves("", forced).empty());
}

}  // namespace
}  // namespace teeko::qubic
