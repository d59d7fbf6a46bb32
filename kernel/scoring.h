// Scored Teeko: the rules of docs/rules.md §7.  This file needs only the C++
// standard library and the kernel.
//
// The side that completes a goal scores the pips of the marker that completes
// it, the points of the goal's family, and the points of a special square if
// the marker is on one.  The last two together are the bonus.
//
// A threshold game asks whether one side, the attacker, can score at least a
// number of points, the threshold.  The other side is the defender.

#ifndef TEEKO_KERNEL_SCORING_H_
#define TEEKO_KERNEL_SCORING_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "kernel/order.h"

namespace teeko::kernel {

// The fields have the meaning and the limits of proto/rules.proto.
struct Scoring {
  std::vector<int> pips;  // of each marker of a side
  Set special_squares = 0;
  int special_points = 0;
  std::vector<int> family_points;  // of each family of the rules
};

struct ScoredGame {
  // Without the symmetries that take a special square to one that is not
  // special.
  Game game;
  Scoring scoring;
  // The points of each goal: the largest number of points of a family that has
  // it.
  std::map<Set, int> goal_points;
  // The points of each family, without and with the points of a special square;
  // ascending, without duplicates.
  std::vector<int> bonuses;
};

ScoredGame ScoredGameOf(const Rules& rules, const Scoring& scoring);

// Returns the largest possible score.  The thresholds are 1 to this number.
int LargestScore(const ScoredGame& game);

// Returns the class of a marker with these pips: the number of possible bonuses
// with which it scores fewer points than the threshold.  So a marker of class 0
// scores enough with every goal on every square.
int ClassOf(const ScoredGame& game, int threshold, int pips);

// True if the attacker scores at least the threshold when a marker of this
// class on `square` completes the goal.
bool Succeeds(const ScoredGame& game, int marker_class, Set goal, int square);

// The classes of the attacker's markers on the board, in the order of their
// squares.  Each character is the number of a class: '\0' is class 0.
using Pattern = std::string;

// Returns the classes of all markers of the attacker, on the board or not.
// Unlike other patterns, this one is in ascending order.
Pattern AllClasses(const ScoredGame& game, int threshold);

// Returns all patterns that `size` markers of the attacker can have, in
// lexicographic order.  `classes` are those of all markers (AllClasses).
std::vector<Pattern> Patterns(const Pattern& classes, int size);

// Markers on the squares of `set` have the pattern `pattern`.  Returns the
// pattern of their images under the symmetry.
Pattern Image(const std::vector<int>& symmetry, Set set,
              const Pattern& pattern);

// A position of a threshold game.
struct ThresholdPosition {
  Set attacker = 0;
  Pattern pattern;
  Set defender = 0;
  bool attacker_moves = true;  // the attacker is the side to move
};

// 0: the attacker cannot succeed.  n + 1: it succeeds in n plies.
using ThresholdValue = int;
inline constexpr ThresholdValue kFailure = 0;
inline constexpr ThresholdValue kSuccessIn0 = 1;
// The value of positions in which a side has a goal.  No success takes 254
// plies.
inline constexpr ThresholdValue kGameOver = 255;

// One ply of a threshold game.
struct ThresholdPly {
  ThresholdPosition successor;
  // The class of the marker that the attacker drops or moves; 0 if the defender
  // makes the ply.
  int marker_class = 0;
  // True if the ply completes a goal, so that the game is over.
  bool completes = false;
  // Has a meaning only if the game is over: kSuccessIn0 if the attacker has
  // scored at least the threshold, otherwise kFailure.
  ThresholdValue value = kFailure;
};

// Returns all plies from a position in which neither side has a goal.
// `classes` are those of all markers (AllClasses).
std::vector<ThresholdPly> ThresholdPlies(const ScoredGame& game,
                                         const Pattern& classes,
                                         const ThresholdPosition& position);

// True if the attacker prefers the first value to the second.
constexpr bool AttackerPrefers(ThresholdValue first, ThresholdValue second) {
  return first != kFailure && (second == kFailure || first < second);
}

// Returns the value that a position must have by the rules and by `values`,
// which has the value of each ply's successor (for a ply that completes a goal:
// ThresholdPly::value).  In the position, neither side has a goal.  `letter`
// says who picks the square of a drop, as in Prefers (kernel/kernel.h).  The
// owner picks the marker.  If there are no plies, the opponent of the side to
// move scores one point.
ThresholdValue ThresholdValueFrom(int threshold, char letter,
                                  const ThresholdPosition& position,
                                  const std::vector<ThresholdPly>& plies,
                                  const std::vector<ThresholdValue>& values);

// Returns the value of every position of a threshold game:
// values[section][attacker_moves][index].  The index is as in
// threshold tables in docs/formats.md, with one difference: here every set of
// the attacker has rows, one for each pattern, and not only canonical sets.
// `sections` are those of Sections(game.game, styles). For small boards.
std::vector<std::vector<std::vector<ThresholdValue>>> PlainThresholdSearch(
    const ScoredGame& game, int threshold,
    const std::vector<Section>& sections);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_SCORING_H_
