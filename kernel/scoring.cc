#include "kernel/scoring.h"

#include <algorithm>
#include <set>
#include <utility>

namespace teeko::kernel {
namespace {

// Returns the index that the marker on `square` has in the pattern of `set`.
int PatternIndex(Set set, int square) {
  return std::popcount(set & Below(square));
}

// Returns a drop on `to`; leaves `completes` and `value` unset.  `marker_class`
// is
// 0 if the defender drops.
ThresholdPly Drop(const ThresholdPosition& position, int to,
                  char marker_class) {
  ThresholdPly ply = {.successor = position, .marker_class = marker_class};
  ThresholdPosition& after = ply.successor;
  after.attacker_moves = !position.attacker_moves;
  if (!position.attacker_moves) {
    after.defender |= Bit(to);
    return ply;
  }
  after.attacker |= Bit(to);
  after.pattern.insert(PatternIndex(position.attacker, to), 1, marker_class);
  return ply;
}

// Returns a move; leaves `completes` and `value` unset.
ThresholdPly Move(const ThresholdPosition& position, int from, int to) {
  ThresholdPosition without = position;
  if (!position.attacker_moves) {
    without.defender ^= Bit(from);
    return Drop(without, to, 0);
  }
  without.attacker ^= Bit(from);
  const int index = PatternIndex(position.attacker, from);
  without.pattern.erase(index, 1);
  return Drop(without, to, position.pattern[index]);
}

// Numbers the positions of a section as PlainThresholdSearch specifies it. Here
// a row is all positions with the same set and pattern of the attacker.
class ThresholdOrder {
 public:
  ThresholdOrder(const ScoredGame& game, const Pattern& classes,
                 const Section& section, bool attacker_moves)
      : squares_(game.game.squares),
        attacker_moves_(attacker_moves),
        attacker_pieces_(attacker_moves ? section.mover_pieces
                                        : section.opponent_pieces),
        defender_pieces_(section.placed - attacker_pieces_),
        patterns_(Patterns(classes, attacker_pieces_)),
        row_size_(Choose(squares_ - attacker_pieces_, defender_pieces_)) {}

  uint64_t positions() const {
    return Choose(squares_, attacker_pieces_) * patterns_.size() * row_size_;
  }

  ThresholdPosition At(uint64_t index) const {
    const uint64_t row = index / row_size_;
    const Set attacker = Unrank(row / patterns_.size(), attacker_pieces_);
    return {attacker, patterns_[row % patterns_.size()],
            Expand(Unrank(index % row_size_, defender_pieces_), attacker),
            attacker_moves_};
  }

  uint64_t Index(const ThresholdPosition& position) const {
    const uint64_t pattern =
        std::ranges::lower_bound(patterns_, position.pattern) -
        patterns_.begin();
    return (Rank(position.attacker) * patterns_.size() + pattern) * row_size_ +
           Rank(Compress(position.defender, position.attacker));
  }

 private:
  int squares_;
  bool attacker_moves_;
  int attacker_pieces_;
  int defender_pieces_;
  std::vector<Pattern> patterns_;
  uint64_t row_size_;
};

}  // namespace

ScoredGame ScoredGameOf(const Rules& rules, const Scoring& scoring) {
  ScoredGame result = {GameOf(rules), scoring, {}, {}};
  std::erase_if(result.game.symmetries, [&](const std::vector<int>& symmetry) {
    return Image(symmetry, scoring.special_squares) != scoring.special_squares;
  });
  std::set<int> bonuses;
  for (size_t i = 0; i < rules.families.size(); ++i) {
    Rules one_family = rules;
    one_family.families = {rules.families[i]};
    for (const Set goal : GameOf(one_family).goals) {
      int& points = result.goal_points[goal];
      points = std::max(points, scoring.family_points[i]);
    }
    bonuses.insert(scoring.family_points[i]);
    if (scoring.special_squares != 0) {
      bonuses.insert(scoring.family_points[i] + scoring.special_points);
    }
  }
  result.bonuses.assign(bonuses.begin(), bonuses.end());
  return result;
}

int LargestScore(const ScoredGame& game) {
  return *std::ranges::max_element(game.scoring.pips) + game.bonuses.back();
}

int ClassOf(const ScoredGame& game, int threshold, int pips) {
  return std::ranges::count_if(
      game.bonuses, [&](int bonus) { return pips + bonus < threshold; });
}

bool Succeeds(const ScoredGame& game, int marker_class, Set goal, int square) {
  int bonus = game.goal_points.at(goal);
  if ((game.scoring.special_squares & Bit(square)) != 0) {
    bonus += game.scoring.special_points;
  }
  return marker_class < static_cast<int>(game.bonuses.size()) &&
         bonus >= game.bonuses[marker_class];
}

Pattern AllClasses(const ScoredGame& game, int threshold) {
  Pattern classes;
  for (const int pips : game.scoring.pips) {
    classes += static_cast<char>(ClassOf(game, threshold, pips));
  }
  std::ranges::sort(classes);
  return classes;
}

std::vector<Pattern> Patterns(const Pattern& classes, int size) {
  std::set<Pattern> patterns;
  Pattern all = classes;
  do {
    patterns.insert(all.substr(0, size));
  } while (std::ranges::next_permutation(all).found);
  return {patterns.begin(), patterns.end()};
}

Pattern Image(const std::vector<int>& symmetry, Set set,
              const Pattern& pattern) {
  const Set image = Image(symmetry, set);
  Pattern result = pattern;
  ForEachSquare(set, [&](int square) {
    result[PatternIndex(image, symmetry[square])] =
        pattern[PatternIndex(set, square)];
  });
  return result;
}

std::vector<ThresholdPly> ThresholdPlies(const ScoredGame& game,
                                         const Pattern& classes,
                                         const ThresholdPosition& position) {
  const Game& board = game.game;
  const Set own =
      position.attacker_moves ? position.attacker : position.defender;
  const Set empty =
      Below(board.squares) & ~(position.attacker | position.defender);
  std::vector<ThresholdPly> plies;
  const auto add = [&](ThresholdPly ply, int to) {
    const ThresholdPosition& after = ply.successor;
    const Set moved = position.attacker_moves ? after.attacker : after.defender;
    ply.completes = HasGoal(board, moved);
    if (ply.completes && position.attacker_moves &&
        Succeeds(game, after.pattern[PatternIndex(moved, to)], moved, to)) {
      ply.value = kSuccessIn0;
    }
    plies.push_back(std::move(ply));
  };
  if (std::popcount(own) == board.pieces) {
    ForEachSquare(own, [&](int from) {
      ForEachSquare(board.neighbours[from] & empty,
                    [&](int to) { add(Move(position, from, to), to); });
    });
    return plies;
  }
  // The classes of the markers that the side to move can still drop, without
  // duplicates.  The defender's markers are all alike: class 0 stands for them.
  Pattern to_drop = position.attacker_moves ? classes : Pattern(1, 0);
  if (position.attacker_moves) {
    for (const char placed : position.pattern) {
      to_drop.erase(to_drop.find(placed), 1);
    }
    to_drop.erase(std::unique(to_drop.begin(), to_drop.end()), to_drop.end());
  }
  for (const char marker_class : to_drop) {
    ForEachSquare(empty,
                  [&](int to) { add(Drop(position, to, marker_class), to); });
  }
  return plies;
}

ThresholdValue ThresholdValueFrom(int threshold, char letter,
                                  const ThresholdPosition& position,
                                  const std::vector<ThresholdPly>& plies,
                                  const std::vector<ThresholdValue>& values) {
  const bool attacker_moves = position.attacker_moves;
  // If the side to move has no plies, the opponent scores one point.
  if (plies.empty()) {
    return !attacker_moves && threshold <= 1 ? kSuccessIn0 : kFailure;
  }
  // A group is plies among which the side that picks the square chooses.  With
  // the letter S, all plies are one group.  With A, the plies with one class
  // are a group, and they are next to each other.  The owner of the marker
  // picks the group.  This is the attacker, because only he has markers of
  // several classes.
  const bool attacker_picks_in_group = attacker_moves == (letter == 'S');
  ThresholdValue best = kFailure;
  for (size_t first = 0, end; first < plies.size(); first = end) {
    ThresholdValue of_group = values[first];
    for (end = first + 1; end < plies.size(); ++end) {
      if (letter == 'A' &&
          plies[end].marker_class != plies[first].marker_class) {
        break;
      }
      if (attacker_picks_in_group ? AttackerPrefers(values[end], of_group)
                                  : AttackerPrefers(of_group, values[end])) {
        of_group = values[end];
      }
    }
    if (AttackerPrefers(of_group, best)) best = of_group;
  }
  return best == kFailure ? kFailure : best + 1;
}

std::vector<std::vector<std::vector<ThresholdValue>>> PlainThresholdSearch(
    const ScoredGame& game, int threshold,
    const std::vector<Section>& sections) {
  const Pattern classes = AllClasses(game, threshold);
  std::vector<std::vector<std::vector<ThresholdValue>>> values(sections.size());
  for (size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    values[i].resize(2);
    // In the section with all pieces placed, after n passes every success in
    // fewer than n plies has its value.
    bool changed = true;
    while (changed) {
      changed = false;
      auto after = values[i];
      for (const bool attacker_moves : {false, true}) {
        const ThresholdOrder order(game, classes, section, attacker_moves);
        const ThresholdOrder next_order(game, classes, sections[section.next],
                                        !attacker_moves);
        const auto& next = values[section.next][!attacker_moves];
        after[attacker_moves].resize(order.positions());
        for (uint64_t index = 0; index < order.positions(); ++index) {
          const ThresholdPosition position = order.At(index);
          ThresholdValue& value = after[attacker_moves][index];
          if (HasGoal(game.game, position.attacker) ||
              HasGoal(game.game, position.defender)) {
            value = kGameOver;
            continue;
          }
          const auto plies = ThresholdPlies(game, classes, position);
          std::vector<ThresholdValue> of_successors;
          for (const ThresholdPly& ply : plies) {
            // In the first pass over this section, `next` is empty.
            const uint64_t to = next_order.Index(ply.successor);
            of_successors.push_back(ply.completes      ? ply.value
                                    : to < next.size() ? next[to]
                                                       : kFailure);
          }
          value = ThresholdValueFrom(threshold, section.letter(), position,
                                     plies, of_successors);
        }
      }
      changed = section.drops.empty() && after != values[i];
      values[i] = std::move(after);
    }
  }
  return values;
}

}  // namespace teeko::kernel
