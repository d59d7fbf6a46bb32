// Scored Teeko: the rules of docs/rules.md §7, and the order of positions of
// docs/formats.md.  This file needs only the C++ standard library.
//
// In a threshold game, one side is the attacker.  It succeeds if it completes a
// goal for at least as many points as the threshold.

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
  std::vector<int> pips;
  Set special_squares = 0;
  int special_points = 0;
  std::vector<int> family_points;  // of each family of the rules
};

struct ScoredGame {
  // Symmetries that move a special square to another square are left out.
  Game game;
  Scoring scoring;
  std::map<Set, int> goal_points;  // the points that each goal adds
  // The possible bonuses: the points that a goal and its completing marker's
  // square can add to the pips.  In ascending order, without duplicates.
  std::vector<int> bonuses;
};

ScoredGame ScoredGameOf(const Rules& rules, const Scoring& scoring);

// Returns the largest score, which is the number of threshold games.
int LargestScore(const ScoredGame& game);

// Returns the class of a marker: the number of possible bonuses with which it
// scores fewer points than the threshold.
int Class(const ScoredGame& game, int threshold, int pips);

// True if an attacker's marker of this class that completes the goal on
// `square` scores at least the threshold.
bool Succeeds(const ScoredGame& game, int marker_class, Set goal, int square);

// The classes of an attacker's markers, in the order of their squares; one
// character for each marker.
using Pattern = std::string;

// Returns the classes of all markers of the attacker, in ascending order.
Pattern AllClasses(const ScoredGame& game, int threshold);

// Returns all patterns of `size` markers that are among `classes`, in
// lexicographic order.
std::vector<Pattern> Patterns(const Pattern& classes, int size);

// Returns the pattern of the image of `set`, whose pattern is `pattern`.
Pattern Image(const std::vector<int>& symmetry, Set set,
              const Pattern& pattern);

// A position of a threshold game.
struct ThresholdPosition {
  Set attacker = 0;
  Pattern pattern;
  Set defender = 0;
  bool attacker_moves = true;
};

// 0: the attacker fails.  n + 1: it succeeds in n plies.
using ThresholdValue = int;
inline constexpr ThresholdValue kFailure = 0;
inline constexpr ThresholdValue kSuccessIn0 = 1;
// The value of positions in which a side has a goal.
inline constexpr ThresholdValue kGameOver = 255;

// One ply of a threshold game.
struct ThresholdPly {
  ThresholdPosition successor;
  int dropped_class = 0;  // of the marker that the attacker drops
  // True if the ply completes a goal.  Then `value` is the value of the game.
  bool completes = false;
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

// Returns the value that a position without goals must have, by the plies from
// it and the values of the successors.  `values` has a value for each ply.
ThresholdValue ThresholdValueFrom(int threshold, char letter,
                                  const ThresholdPosition& position,
                                  const std::vector<ThresholdPly>& plies,
                                  const std::vector<ThresholdValue>& values);

// Returns the value of every position of a threshold game:
// values[section][attacker_moves][index].  The index has the form of
// docs/formats.md, but there is a row for every set of the attacker.
// `sections` are those of Sections(game.game, styles).  For small boards.
std::vector<std::vector<std::vector<ThresholdValue>>> PlainThresholdSearch(
    const ScoredGame& game, int threshold,
    const std::vector<Section>& sections);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_SCORING_H_
