#include "verify/checked_game.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "kernel/rules.h"

namespace teeko::verify {

using kernel::Position;
using kernel::Section;
using kernel::Set;
using kernel::Value;

CheckedGame::CheckedGame(kernel::Game game,
                         const std::vector<Section>& sections, int columns)
    : game_{std::move(game), {}, {}, {}},
      columns_(columns),
      patterns_(board().pieces + 1, {kernel::Pattern()}) {
  for (const Section& section : sections) {
    sections_.push_back({section});
  }
}

CheckedGame::CheckedGame(kernel::ScoredGame game,
                         const std::vector<Section>& sections, int threshold,
                         int columns)
    : game_(std::move(game)),
      threshold_(threshold),
      columns_(columns),
      classes_(kernel::AllClasses(game_, threshold)) {
  for (const Section& section : sections) {
    for (const bool attacker_moves : {true, false}) {
      sections_.push_back({section, attacker_moves});
      sections_.back().next = 2 * section.next + attacker_moves;
    }
  }
  for (int size = 0; size <= board().pieces; ++size) {
    patterns_.push_back(kernel::Patterns(classes_, size));
  }
}

int CheckedGame::FindSection(int placed, const std::string& drops,
                             bool attacker_moves) const {
  const auto found =
      std::ranges::find_if(sections_, [&](const CheckedSection& section) {
        return section.placed == placed && section.drops == drops &&
               section.attacker_moves == attacker_moves;
      });
  return found - sections_.begin();
}

uint32_t CheckedGame::ImageOfPattern(const std::vector<int>& symmetry, Set set,
                                     uint32_t pattern) const {
  const auto& all = patterns_[std::popcount(set)];
  if (all.size() == 1) return 0;
  const auto image = kernel::Image(symmetry, set, all[pattern]);
  return std::ranges::lower_bound(all, image) - all.begin();
}

uint64_t CheckedGame::RowSize(int section) const {
  return kernel::Choose(board().squares - sections_[section].attackers(),
                        sections_[section].defenders());
}

uint64_t CheckedGame::Index(int section,
                            const ThresholdPosition& position) const {
  const auto& [attacker, pattern, defender, attacker_moves] = position;
  const auto& all = patterns_[std::popcount(attacker)];
  const uint64_t number = std::ranges::lower_bound(all, pattern) - all.begin();
  return (kernel::Rank(attacker) * all.size() + number) * RowSize(section) +
         kernel::Rank(kernel::Compress(defender, attacker));
}

ThresholdPosition CheckedGame::PositionAt(int number, uint64_t index) const {
  const CheckedSection& section = sections_[number];
  const auto& all = patterns_[section.attackers()];
  const uint64_t row = index / RowSize(number);
  const Set attacker = kernel::Unrank(row / all.size(), section.attackers());
  const Set defender =
      kernel::Unrank(index % RowSize(number), section.defenders());
  return {attacker, all[row % all.size()], kernel::Expand(defender, attacker),
          section.attacker_moves};
}

ThresholdPosition CheckedGame::Image(const std::vector<int>& symmetry,
                                     const ThresholdPosition& position) const {
  const auto& [attacker, pattern, defender, attacker_moves] = position;
  return {
      kernel::Image(symmetry, attacker),
      pattern.empty() ? pattern : kernel::Image(symmetry, attacker, pattern),
      kernel::Image(symmetry, defender), attacker_moves};
}

std::vector<ThresholdPly> CheckedGame::Plies(
    const ThresholdPosition& position) const {
  if (threshold_ > 0) return ThresholdPlies(game_, classes_, position);
  std::vector<ThresholdPly> plies;
  kernel::ForEachSuccessor(board(), Sides(position), [&](Position successor) {
    plies.push_back({.successor = {successor.mover, "", successor.opponent}});
  });
  return plies;
}

Set CheckedGame::Moved(const ThresholdPosition& position,
                       const ThresholdPly& ply) const {
  return threshold_ > 0 && position.attacker_moves ? ply.successor.attacker
                                                   : ply.successor.defender;
}

bool CheckedGame::Prefers(const CheckedSection& section, Value first,
                          Value second) const {
  if (threshold_ == 0) return kernel::Prefers(section.letter(), first, second);
  return section.attacker_moves == (section.letter() == 'S')
             ? kernel::AttackerPrefers(first, second)
             : kernel::AttackerPrefers(second, first);
}

Value CheckedGame::ValueAfterGoal() const {
  return threshold_ == 0 ? kernel::kLossIn0 : kernel::kNoValue;
}

Value CheckedGame::ValueWithoutPly(const CheckedSection& section) const {
  if (threshold_ == 0) return kernel::kLossIn0;
  return kernel::ThresholdValueFrom(threshold_, 'S',
                                    {0, "", 0, section.attacker_moves}, {}, {});
}

Value CheckedGame::ValueFrom(const CheckedSection& section,
                             const ThresholdPosition& position,
                             const std::vector<ThresholdPly>& plies,
                             const std::vector<Value>& values) const {
  const Position sides = Sides(position);
  if (threshold_ == 0) {
    return kernel::ValueFrom(board(), sides, section.letter(), values);
  }
  if (HasGoal(board(), sides.mover) || HasGoal(board(), sides.opponent)) {
    return kernel::kNoValue;
  }
  return kernel::ThresholdValueFrom(threshold_, section.letter(), position,
                                    plies, values);
}

std::string CheckedGame::ValueText(Value value) const {
  if (value == kernel::kNoValue) return "without value";
  if (value == kernel::kDraw) return threshold_ > 0 ? "a failure" : "a draw";
  const int plies = value - 1;
  return absl::StrCat(threshold_ > 0   ? "a success in "
                      : plies % 2 == 1 ? "a win in "
                                       : "a loss in ",
                      plies);
}

std::string CheckedGame::SectionText(const CheckedSection& section) const {
  std::string text =
      absl::StrCat("section with ", section.placed, " pieces placed");
  if (!section.drops.empty()) {
    absl::StrAppend(&text, ", drops \"", section.drops, "\" to come");
  }
  if (threshold_ > 0) {
    absl::StrAppend(&text, ", threshold ", threshold_, ", the ",
                    section.attacker_moves ? "attacker" : "defender",
                    " to move");
  }
  return text;
}

std::string CheckedGame::PositionText(const CheckedSection& section,
                                      const ThresholdPosition& position) const {
  const auto [mover, opponent] = Sides(position);
  std::string text;
  for (int square = 0; square < board().squares; ++square) {
    if (square % columns_ == 0) absl::StrAppend(&text, "   ");
    const Set bit = kernel::Bit(square);
    absl::StrAppend(&text, mover & bit ? " X" : opponent & bit ? " O" : " .");
    if ((square + 1) % columns_ == 0) absl::StrAppend(&text, "\n");
  }
  if (threshold_ > 0) {
    absl::StrAppend(&text, "    ", position.attacker_moves ? "X" : "O",
                    " is the attacker; classes of its markers: ",
                    absl::StrJoin(position.pattern, " ",
                                  [](std::string* out, char marker_class) {
                                    absl::StrAppend(
                                        out, static_cast<int>(marker_class));
                                  }),
                    "\n");
  }
  if (section.drops.empty()) {
    return absl::StrCat(text, "    X is to move; all ", section.placed,
                        " pieces are placed\n");
  }
  return absl::StrCat(
      text, "    X is ", section.placed % 2 == 0 ? "Black" : "Red",
      " and drops next, ", section.letter() == 'A' ? "O" : "X",
      " picks the square; ", section.placed, " of ", 2 * board().pieces,
      " pieces are placed; drops to come: ", section.drops, "\n");
}

std::vector<CheckedGame> GamesOf(const Rules& rules) {
  std::vector<CheckedGame> games;
  const int columns = rules.columns();
  if (!rules.has_scoring()) {
    const kernel::Game game = kernel::GameOf(rules);
    games.emplace_back(game, kernel::SectionsOf(game, rules), columns);
    return games;
  }
  const kernel::ScoredGame game = kernel::ScoredGameOf(rules);
  const std::vector<Section> sections = kernel::SectionsOf(game.game, rules);
  for (int t = 1; t <= kernel::LargestScore(game); ++t) {
    games.emplace_back(game, sections, t, columns);
  }
  return games;
}

Position Sides(const ThresholdPosition& position) {
  return position.attacker_moves
             ? Position{position.attacker, position.defender}
             : Position{position.defender, position.attacker};
}

}  // namespace teeko::verify
