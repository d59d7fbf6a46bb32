// The game that a table is about: the game of ordinary rules, or one threshold
// game of scored rules.  It has all that differs between the two kinds, so that
// the checks need not know the kind.
//
// A *holding* is a set of squares of one side and, for the attacker of a
// threshold game, the pattern of its markers.  A *row* of a section has all
// positions with one holding of the attacker, and one column for each set of
// the defender.  In an ordinary game the mover takes the place of the attacker:
// in all its positions, `attacker` is the mover, and `attacker_moves` is true.

#ifndef TEEKO_VERIFY_CHECKED_GAME_H_
#define TEEKO_VERIFY_CHECKED_GAME_H_

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "kernel/order.h"
#include "kernel/scoring.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::verify {

using kernel::ThresholdPly;
using kernel::ThresholdPosition;

// A section as the file has it: in a threshold game, a section of the kernel
// with one side to move.  `next` is the index of such a section, and
// `positions` is still that of the ordinary game.
struct CheckedSection : kernel::Section {
  bool attacker_moves = true;

  int attackers() const {
    return attacker_moves ? mover_pieces : opponent_pieces;
  }
  int defenders() const { return placed - attackers(); }
};

// Const methods are thread-safe.
class CheckedGame {
 public:
  // An ordinary game, or a threshold game with a threshold of 1 or more.
  // `columns` is the width of the board, for pictures.
  CheckedGame(kernel::Game game, const std::vector<kernel::Section>& sections,
              int columns = 1);
  CheckedGame(kernel::ScoredGame game,
              const std::vector<kernel::Section>& sections, int threshold,
              int columns = 1);

  const kernel::Game& board() const { return game_.game; }
  const kernel::ScoredGame& scored() const { return game_; }
  int threshold() const { return threshold_; }  // 0: an ordinary game
  // In the order of the file.
  const std::vector<CheckedSection>& sections() const { return sections_; }
  // Returns the index of the section with these properties, which must exist.
  int FindSection(int placed, const std::string& drops,
                  bool attacker_moves = true) const;
  // All patterns of `size` markers of the attacker, in lexicographic order.  An
  // ordinary game has one, the empty pattern.
  const std::vector<kernel::Pattern>& patterns(int size) const {
    return patterns_[size];
  }
  // Returns the number of the images' pattern, if the markers on the squares of
  // `set` have the pattern with this number.
  uint32_t ImageOfPattern(const std::vector<int>& symmetry, kernel::Set set,
                          uint32_t pattern) const;

  // The number of positions in a row of a section.
  uint64_t RowSize(int section) const;
  // The number of positions with the same set of the attacker.
  uint64_t SetSize(int section) const {
    return patterns_[sections_[section].attackers()].size() * RowSize(section);
  }

  // Numbers the positions of a section: by the attacker's set, then by its
  // pattern, then by the defender's set.  Counts all sets, even if the table
  // has only the smallest of each orbit.
  uint64_t Index(int section, const ThresholdPosition& position) const;
  ThresholdPosition PositionAt(int section, uint64_t index) const;
  ThresholdPosition Image(const std::vector<int>& symmetry,
                          const ThresholdPosition& position) const;

  // Returns all plies from a position.  In a threshold game, neither side may
  // have a goal.
  std::vector<ThresholdPly> Plies(const ThresholdPosition& position) const;
  // Returns the mover's set after a ply from `position`.
  kernel::Set Moved(const ThresholdPosition& position,
                    const ThresholdPly& ply) const;

  // True if the side that picks the square of a ply prefers the first value of
  // a successor to the second.  The value before a successor is
  // kernel::OnePlyBefore in both kinds of games: kDraw is kFailure, too.
  bool Prefers(const CheckedSection& section, kernel::Value first,
               kernel::Value second) const;
  // The value of a position whose opponent has a goal.  (If the mover has a
  // goal, this is kernel::kNoValue.)
  kernel::Value ValueAfterGoal() const;
  // The value of any other position whose mover has no ply.
  kernel::Value ValueWithoutPly(const CheckedSection& section) const;
  // Returns the value that a position must have by the rules and by the values
  // of the successors.
  kernel::Value ValueFrom(const CheckedSection& section,
                          const ThresholdPosition& position,
                          const std::vector<ThresholdPly>& plies,
                          const std::vector<kernel::Value>& values) const;

  // Returns a value in words: "a win in 3", "a loss in 0", "a draw", "a success
  // in 3", "a failure" or, for kernel::kNoValue, "without value".
  std::string ValueText(kernel::Value value) const;
  // Returns the name of a section: `section with 7 pieces placed, drops "S" to
  // come`, in a threshold game with ", threshold 2, the attacker to move".
  std::string SectionText(const CheckedSection& section) const;
  // Returns a picture of the board, indented, and the side to move:
  //
  //     . X . . O
  //     . . X . O     (and so on)
  //     X is Red and drops next, X picks the square; 5 of 8 pieces are placed
  std::string PositionText(const CheckedSection& section,
                           const ThresholdPosition& position) const;

 private:
  kernel::ScoredGame game_;  // an ordinary game has only the board
  int threshold_ = 0;
  int columns_;
  kernel::Pattern classes_;  // of all markers of the attacker
  std::vector<CheckedSection> sections_;
  std::vector<std::vector<kernel::Pattern>> patterns_;  // by size
};

// Returns the games of a table with these rules, in the order of the file: one
// game or, for scored rules, the game of each threshold.
std::vector<CheckedGame> GamesOf(const Rules& rules);

// Returns the sets of the mover and of its opponent.
kernel::Position Sides(const ThresholdPosition& position);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CHECKED_GAME_H_
