#include "verify/scored.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"
#include "proto/sha256.h"
#include "verify/diagnosis.h"
#include "verify/judge.h"
#include "verify/symmetry.h"

namespace teeko::verify {
namespace {

using kernel::Pattern;
using kernel::ScoredGame;
using kernel::Section;
using kernel::Set;
using kernel::ThresholdPly;
using kernel::ThresholdPosition;
using kernel::ThresholdValue;

// A number for each value: the attacker prefers the smaller cost.
using Cost = uint8_t;
constexpr Cost kFailureCost = 255;
constexpr Cost CostOf(ThresholdValue value) {
  return value == kernel::kFailure ? kFailureCost : value;
}
constexpr ThresholdValue ValueBefore(Cost cost) {
  return cost == kFailureCost ? kernel::kFailure : cost + 1;
}

// What the tables of all thresholds have in common.
struct Shape {
  explicit Shape(const Rules& rules)
      : game(kernel::ScoredGameOf(rules)),
        sections(kernel::SectionsOf(game.game, rules)),
        images(game.game) {
    for (int size = 0; size <= game.game.pieces; ++size) {
      orbits.emplace_back(game.game, size);
    }
  }

  int attackers(int section, bool attacker_moves) const {
    return attacker_moves ? sections[section].mover_pieces
                          : sections[section].opponent_pieces;
  }
  int defenders(int section, bool attacker_moves) const {
    return sections[section].placed - attackers(section, attacker_moves);
  }
  // The number of sets of the defender beside a set of the attacker.
  uint64_t columns(int section, bool attacker_moves) const {
    return kernel::Choose(
        game.game.squares - attackers(section, attacker_moves),
        defenders(section, attacker_moves));
  }

  ScoredGame game;
  std::vector<Section> sections;
  RowImages images;
  std::vector<SetOrbits> orbits;  // by size
};

// The values of one threshold game.
struct Threshold {
  Threshold(const Shape& shape, int threshold)
      : shape(shape),
        threshold(threshold),
        classes(kernel::AllClasses(shape.game, threshold)),
        payloads(shape.sections.size()) {
    for (int size = 0; size <= shape.game.game.pieces; ++size) {
      patterns.push_back(kernel::Patterns(classes, size));
    }
  }

  uint64_t positions(int section, bool attacker_moves) const {
    const int attackers = shape.attackers(section, attacker_moves);
    return shape.orbits[attackers].orbits.size() * patterns[attackers].size() *
           shape.columns(section, attacker_moves);
  }

  // Returns the number of positions in all sections.
  uint64_t positions() const {
    uint64_t sum = 0;
    for (size_t section = 0; section < shape.sections.size(); ++section) {
      sum += positions(section, false) + positions(section, true);
    }
    return sum;
  }

  // Returns the values of the row of a smallest set and a pattern.
  const uint8_t* Row(int section, bool attacker_moves, size_t orbit,
                     const Pattern& pattern) const {
    const auto& all = patterns[shape.attackers(section, attacker_moves)];
    const size_t number = std::ranges::lower_bound(all, pattern) - all.begin();
    return &payloads[section][attacker_moves]
                    [(orbit * all.size() + number) *
                     shape.columns(section, attacker_moves)];
  }

  // Returns the value of any position.
  ThresholdValue Value(int section, const ThresholdPosition& position) const {
    const auto& [number, symmetry] =
        shape.orbits[std::popcount(position.attacker)]
            .members[kernel::Rank(position.attacker)];
    const auto& images = shape.game.game.symmetries[symmetry];
    return Row(section, position.attacker_moves, number,
               kernel::Image(images, position.attacker, position.pattern))
        [shape.images.IndexInRow(RowImages::Numbers(images, position.attacker),
                                 position.defender)];
  }

  const Shape& shape;
  int threshold;
  Pattern classes;
  std::vector<std::vector<Pattern>> patterns;  // by size
  std::vector<std::array<std::vector<uint8_t>, 2>> payloads;
};

std::string SetText(Set set) {
  std::string text;
  kernel::ForEachSquare(
      set, [&](int square) { absl::StrAppend(&text, " ", square + 1); });
  return text;
}

std::string ScoredValueText(ThresholdValue value) {
  if (value == kernel::kGameOver) return "no value";
  if (value == kernel::kFailure) return "a failure";
  return absl::StrCat("a success in ", value - 1);
}

// Returns "threshold 2, section …, attacker on 1 2 (classes 0 1), …".
std::string PositionText(const Threshold& table, int section,
                         const ThresholdPosition& position) {
  std::string classes;
  for (const char marker_class : position.pattern) {
    absl::StrAppend(&classes, " ", static_cast<int>(marker_class));
  }
  return absl::StrCat(
      "threshold ", table.threshold, ", ",
      SectionText(table.shape.sections[section]), ", attacker on",
      SetText(position.attacker), " (classes", classes, "), defender on",
      SetText(position.defender), ", the ",
      position.attacker_moves ? "attacker" : "defender", " to move");
}

// Checks the rows of one section with one side to move.
class ThresholdSectionChecker {
 public:
  ThresholdSectionChecker(const Threshold& table, int section,
                          bool attacker_moves)
      : table_(table),
        shape_(table.shape),
        game_(shape_.game),
        section_(section),
        next_(shape_.sections[section].next),
        letter_(shape_.sections[section].letter()),
        attacker_moves_(attacker_moves) {
    const int size = shape_.defenders(section, attacker_moves);
    for (uint64_t rank = 0; rank < kernel::Choose(game_.game.squares, size);
         ++rank) {
      defenders_.push_back(kernel::Unrank(rank, size));
    }
    if (attacker_moves) return;
    for (const Set defender : defenders_) {
      for (const ThresholdPly& ply : kernel::ThresholdPlies(
               game_, table.classes, {0, "", defender, false})) {
        plies_.push_back({kernel::Rank(ply.successor.defender),
                          ply.successor.defender, ply.completes});
      }
      ends_.push_back(plies_.size());
    }
  }

  // Returns the first wrong position, with the value that it should have.
  absl::Status Check() const {
    const int attackers = shape_.attackers(section_, attacker_moves_);
    const auto& orbits = shape_.orbits[attackers].orbits;
    std::mutex mutex;
    std::map<size_t, std::string> wrong;  // by row
    tbb::parallel_for(size_t{0}, orbits.size(), [&](size_t row) {
      std::string text = CheckRows(row, orbits[row].first);
      if (text.empty()) return;
      const std::lock_guard lock(mutex);
      wrong[row] = std::move(text);
    });
    if (wrong.empty()) return absl::OkStatus();
    return absl::FailedPreconditionError(wrong.begin()->second);
  }

 private:
  struct DefenderPly {
    uint64_t rank;  // of the set after the ply
    Set after;
    bool completes;
  };

  // Checks all patterns of one set of the attacker.  Returns the fault.
  std::string CheckRows(size_t row, Set attacker) const {
    for (const Pattern& pattern : table_.patterns[std::popcount(attacker)]) {
      std::string fault = CheckSymmetry(row, attacker, pattern);
      if (!fault.empty()) return fault;
      const uint8_t* const values =
          table_.Row(section_, attacker_moves_, row, pattern);
      const std::vector<Cost> costs =
          attacker_moves_ ? AttackerCosts(attacker, pattern)
                          : DefenderCosts(row, attacker, pattern);
      const bool over = kernel::HasGoal(game_.game, attacker);
      size_t index = 0;
      for (size_t d = 0; d < defenders_.size(); ++d) {
        if ((defenders_[d] & attacker) != 0) continue;
        const ThresholdValue value = values[index++];
        const ThresholdValue expected =
            over || kernel::HasGoal(game_.game, defenders_[d])
                ? kernel::kGameOver
                : ValueBefore(costs[d]);
        if (value == expected) continue;
        return absl::StrCat(
            "local consistency: ",
            PositionText(table_, section_,
                         {attacker, pattern, defenders_[d], attacker_moves_}),
            ": is ", ScoredValueText(value), ", but its successors make it ",
            ScoredValueText(expected));
      }
    }
    return "";
  }

  // Compares a row with its images under the symmetries that keep the set.
  std::string CheckSymmetry(size_t row, Set attacker,
                            const Pattern& pattern) const {
    const int size = shape_.defenders(section_, attacker_moves_);
    const uint8_t* const values =
        table_.Row(section_, attacker_moves_, row, pattern);
    for (const std::vector<int>& symmetry : game_.game.symmetries) {
      if (kernel::Image(symmetry, attacker) != attacker) continue;
      const uint8_t* const image =
          table_.Row(section_, attacker_moves_, row,
                     kernel::Image(symmetry, attacker, pattern));
      const auto indices = shape_.images.IndicesInRow(symmetry, attacker, size);
      for (size_t i = 0; i < indices.size(); ++i) {
        if (values[i] == image[indices[i]]) continue;
        const Set defender = kernel::Expand(kernel::Unrank(i, size), attacker);
        return absl::StrCat(
            "symmetry: ",
            PositionText(table_, section_,
                         {attacker, pattern, defender, attacker_moves_}),
            ": is ", ScoredValueText(values[i]), ", but its image is ",
            ScoredValueText(image[indices[i]]));
      }
    }
    return "";
  }

  // Returns, for each set of the defender, the cost of the ply that is picked.
  std::vector<Cost> AttackerCosts(Set attacker, const Pattern& pattern) const {
    const bool attacker_picks_square = letter_ == 'S';
    const auto plies = kernel::ThresholdPlies(game_, table_.classes,
                                              {attacker, pattern, 0, true});
    std::vector<Cost> best(defenders_.size(), kFailureCost);
    for (size_t first = 0, end; first < plies.size(); first = end) {
      std::vector<Cost> of_marker(defenders_.size(),
                                  attacker_picks_square ? kFailureCost : 0);
      for (end = first; end < plies.size() &&
                        plies[end].marker_class == plies[first].marker_class;
           ++end) {
        const Set to = plies[end].successor.attacker & ~attacker;
        const std::vector<Cost> costs = CostsAfter(plies[end]);
        for (size_t d = 0; d < costs.size(); ++d) {
          if ((defenders_[d] & to) != 0) continue;
          of_marker[d] = attacker_picks_square
                             ? std::min(of_marker[d], costs[d])
                             : std::max(of_marker[d], costs[d]);
        }
      }
      for (size_t d = 0; d < best.size(); ++d) {
        best[d] = std::min(best[d], of_marker[d]);
      }
    }
    return best;
  }

  // Returns the cost of the position after this ply of the attacker, for each
  // set of the defender that does not overlap.
  std::vector<Cost> CostsAfter(const ThresholdPly& ply) const {
    if (ply.completes) {
      return std::vector<Cost>(defenders_.size(), CostOf(ply.value));
    }
    const Set attacker = ply.successor.attacker;
    const auto& [number, symmetry] =
        shape_.orbits[std::popcount(attacker)].members[kernel::Rank(attacker)];
    const auto& images = game_.game.symmetries[symmetry];
    const uint8_t* const values =
        table_.Row(next_, false, number,
                   kernel::Image(images, attacker, ply.successor.pattern));
    const auto indices = shape_.images.IndicesInRow(
        images, attacker, shape_.defenders(next_, false));
    std::vector<Cost> costs(defenders_.size());
    size_t index = 0;
    for (size_t d = 0; d < defenders_.size(); ++d) {
      if ((defenders_[d] & attacker) != 0) continue;
      costs[d] = CostOf(values[indices[index++]]);
    }
    return costs;
  }

  // The same for a ply of the defender.
  std::vector<Cost> DefenderCosts(size_t row, Set attacker,
                                  const Pattern& pattern) const {
    const uint8_t* const values = table_.Row(next_, true, row, pattern);
    // By rank of the defender's set after the ply.
    std::vector<Cost> after(
        kernel::Choose(game_.game.squares, shape_.defenders(next_, true)));
    size_t index = 0;
    for (size_t rank = 0; rank < after.size(); ++rank) {
      const Set defender = kernel::Unrank(rank, shape_.defenders(next_, true));
      if ((defender & attacker) == 0) after[rank] = CostOf(values[index++]);
    }
    const bool defender_picks = letter_ == 'S';
    // A defender without a ply has lost one point.
    const Cost no_ply = table_.threshold <= 1 ? 0 : kFailureCost;
    std::vector<Cost> costs;
    size_t ply = 0;
    for (const size_t end : ends_) {
      Cost picked = defender_picks ? 0 : kFailureCost;
      bool any = false;
      for (; ply < end; ++ply) {
        if ((plies_[ply].after & attacker) != 0) continue;
        any = true;
        const Cost cost =
            plies_[ply].completes ? kFailureCost : after[plies_[ply].rank];
        picked =
            defender_picks ? std::max(picked, cost) : std::min(picked, cost);
      }
      costs.push_back(any ? picked : no_ply);
    }
    return costs;
  }

  const Threshold& table_;
  const Shape& shape_;
  const ScoredGame& game_;
  const int section_;
  const int next_;
  const char letter_;
  const bool attacker_moves_;
  std::vector<Set> defenders_;  // by rank
  // The defender's plies, without regard to the attacker: those of the set with
  // rank r end at ends_[r].
  std::vector<DefenderPly> plies_;
  std::vector<size_t> ends_;
};

// Checks that no position reaches the larger threshold sooner than the smaller.
absl::Status CheckOrder(const Threshold& smaller, const Threshold& larger) {
  const Shape& shape = smaller.shape;
  for (size_t section = 0; section < shape.sections.size(); ++section) {
    for (const bool attacker_moves : {true, false}) {
      const int attackers = shape.attackers(section, attacker_moves);
      // The patterns of the same markers in both games.
      std::set<std::pair<Pattern, Pattern>> pairs;
      std::vector<int> pips = shape.game.scoring.pips;
      std::ranges::sort(pips);
      do {
        Pattern low, high;
        for (int i = 0; i < attackers; ++i) {
          low += kernel::ClassOf(shape.game, smaller.threshold, pips[i]);
          high += kernel::ClassOf(shape.game, larger.threshold, pips[i]);
        }
        pairs.emplace(low, high);
      } while (std::ranges::next_permutation(pips).found);
      const uint64_t columns = shape.columns(section, attacker_moves);
      const auto& orbits = shape.orbits[attackers].orbits;
      for (size_t row = 0; row < orbits.size(); ++row) {
        for (const auto& [low, high] : pairs) {
          const uint8_t* const a =
              smaller.Row(section, attacker_moves, row, low);
          const uint8_t* const b =
              larger.Row(section, attacker_moves, row, high);
          for (uint64_t i = 0; i < columns; ++i) {
            if (CostOf(a[i]) <= CostOf(b[i])) continue;
            const Set attacker = orbits[row].first;
            const Set defender = kernel::Expand(
                kernel::Unrank(i, shape.defenders(section, attacker_moves)),
                attacker);
            return Refused(
                "order of thresholds",
                PositionText(larger, section,
                             {attacker, high, defender, attacker_moves}),
                ": is ", ScoredValueText(b[i]), ", but ", ScoredValueText(a[i]),
                " at threshold ", smaller.threshold);
          }
        }
      }
    }
  }
  return absl::OkStatus();
}

// Adds the numbers of positions with all pieces placed.
void AddCounts(const Threshold& table, Manifest& manifest) {
  const Shape& shape = table.shape;
  const int pieces = shape.game.game.pieces;
  for (const bool attacker_moves : {true, false}) {
    std::array<uint64_t, 256> counts = {};
    const auto& values = table.payloads[0][attacker_moves];
    const uint64_t in_orbit =
        values.size() / shape.orbits[pieces].orbits.size();
    for (uint64_t i = 0; i < values.size(); ++i) {
      counts[values[i]] += shape.orbits[pieces].orbits[i / in_orbit].sets;
    }
    ThresholdCounts& result = *manifest.add_thresholds();
    result.set_threshold(table.threshold);
    result.set_attacker_moves(attacker_moves);
    result.set_no_value(counts[kernel::kGameOver]);
    result.set_failures(counts[kernel::kFailure]);
    int longest = kernel::kGameOver - 1;
    while (longest > 0 && counts[longest] == 0) --longest;
    for (int value = 1; value <= longest; ++value) {
      result.add_successes(counts[value]);
    }
  }
}

// The scores of the empty board in all variants, from the largest thresholds
// that each side reaches after each first drop.
class Scores {
 public:
  Scores(const Shape& shape, const Rules& rules)
      : shape_(shape), rules_(rules) {}

  void Add(const Threshold& table) {
    for (const std::string& style : rules_.styles()) {
      const int section = kernel::FindSection(shape_.sections, 1, style);
      for (int square = 0; square < shape_.game.game.squares; ++square) {
        const Set drop = kernel::Bit(square);
        for (const int pips : shape_.game.scoring.pips) {
          const char marker_class =
              kernel::ClassOf(shape_.game, table.threshold, pips);
          int& score = scores_[style][{pips, square}];
          // Red is to move, after Black's drop.
          if (table.Value(section, {drop, Pattern(1, marker_class), 0,
                                    false}) != kernel::kFailure) {
            score = table.threshold;
          } else if (table.Value(section, {0, "", drop, true}) !=
                     kernel::kFailure) {
            score = -table.threshold;
          }
        }
      }
    }
  }

  void AddVariants(Manifest& manifest) const {
    for (const std::string& style : rules_.styles()) {
      AddVariant(style, false, manifest);
      if (!rules_.banned_first_drops().empty()) {
        AddVariant(style, true, manifest);
      }
    }
  }

 private:
  void AddVariant(const std::string& style, bool centre_ban,
                  Manifest& manifest) const {
    ScoredVariant& variant = *manifest.add_scored_variants();
    variant.set_style(style);
    variant.set_centre_ban(centre_ban);
    std::map<int, std::vector<int>> of_marker;
    for (const auto& [drop, score] : scores_.at(style)) {
      const auto& [pips, square] = drop;
      if (centre_ban &&
          std::ranges::count(rules_.banned_first_drops(), square + 1) > 0) {
        continue;
      }
      of_marker[pips].push_back(score);
      ScoredDrop& result = *variant.add_first_drops();
      result.set_pips(pips);
      result.set_square(square + 1);
      result.set_score(score);
    }
    // Black picks the marker; with the letter A, Red then picks the square.
    int best = -kernel::LargestScore(shape_.game);
    for (const auto& [pips, scores] : of_marker) {
      best = std::max(best, style[0] == 'S' ? std::ranges::max(scores)
                                            : std::ranges::min(scores));
    }
    variant.set_score(best);
  }

  const Shape& shape_;
  const Rules& rules_;
  // By style, then by pips and square of Black's first drop.
  std::map<std::string, std::map<std::pair<int, int>, int>> scores_;
};

class ScoredVerifier {
 public:
  ScoredVerifier(const Rules& rules, const proto::TableReader& a,
                 const proto::TableReader& b, base::Progress& progress)
      : rules_(rules), shape_(rules), a_(a), b_(b), progress_(progress) {}

  absl::StatusOr<Manifest> Run() {
    if (!AreSymmetries(shape_.game.game)) {
      return absl::InternalError(
          "the kernel's symmetries are not symmetries of the game");
    }
    const int largest = kernel::LargestScore(shape_.game);
    for (const proto::TableReader* reader : {&a_, &b_}) {
      RETURN_IF_ERROR(CheckFooter(*reader, largest));
    }
    Manifest manifest;
    proto::Accept(a_, manifest);
    proto::Accept(b_, manifest);
    manifest.set_goals(shape_.game.game.goals.size());
    Scores scores(shape_, rules_);
    std::unique_ptr<Threshold> smaller;
    uint64_t positions = 0;
    for (int t = 1; t <= largest; ++t) {
      auto table = std::make_unique<Threshold>(shape_, t);
      progress_.StartPhase("reading", table->positions());
      for (size_t section = 0; section < shape_.sections.size(); ++section) {
        for (const bool attacker_moves : {true, false}) {
          RETURN_IF_ERROR(Read(section, attacker_moves, *table));
          positions += table->positions(section, attacker_moves);
          progress_.Advance(table->positions(section, attacker_moves));
        }
      }
      progress_.StartPhase("consistency", table->positions());
      if (smaller != nullptr) RETURN_IF_ERROR(CheckOrder(*smaller, *table));
      for (size_t section = 0; section < shape_.sections.size(); ++section) {
        for (const bool attacker_moves : {true, false}) {
          RETURN_IF_ERROR(
              ThresholdSectionChecker(*table, section, attacker_moves).Check());
          progress_.Advance(table->positions(section, attacker_moves));
        }
      }
      AddCounts(*table, manifest);
      scores.Add(*table);
      smaller = std::move(table);
    }
    scores.AddVariants(manifest);
    for (const std::string name :
         {"A and B agree", "SHA-256 of every section", "local consistency",
          "invariance under the symmetries", "order of thresholds"}) {
      auto& check = *manifest.add_checks();
      check.set_name(name);
      check.set_positions(positions);
    }
    return manifest;
  }

 private:
  // Returns the number of a section in the file.
  int FileSection(int threshold, size_t section, bool attacker_moves) const {
    return ((threshold - 1) * shape_.sections.size() + section) * 2 +
           !attacker_moves;
  }

  absl::Status CheckFooter(const proto::TableReader& reader,
                           int largest) const {
    const TableFooter& footer = reader.footer();
    const std::string& path = reader.path();
    if (!proto::SameRules(footer.rules(), rules_)) {
      return Refused("footer", path, ": is a table of other rules, called \"",
                     footer.rules().name(), "\"; expected rules \"",
                     rules_.name(), "\"");
    }
    const int sections = FileSection(largest + 1, 0, true);
    if (footer.value_bytes() != 1 || footer.sections_size() != sections) {
      return Refused("footer", path, ": has ", footer.sections_size(),
                     " sections with ", footer.value_bytes(),
                     " bytes per value, expected ", sections, " with one byte");
    }
    for (int t = 1; t <= largest; ++t) {
      const Threshold table(shape_, t);
      for (size_t i = 0; i < shape_.sections.size(); ++i) {
        for (const bool attacker_moves : {true, false}) {
          const int number = FileSection(t, i, attacker_moves);
          const teeko::Section& found = footer.sections(number);
          const Section& expected = shape_.sections[i];
          if (found.placed() != static_cast<uint32_t>(expected.placed) ||
              found.drops() != expected.drops ||
              found.threshold() != static_cast<uint32_t>(t) ||
              found.attacker_moves() != attacker_moves ||
              found.positions() != table.positions(i, attacker_moves)) {
            return Refused(
                "footer", path, ": section ", number + 1, " is not the ",
                SectionText(expected), " of threshold ", t, " with ",
                table.positions(i, attacker_moves), " positions and the ",
                attacker_moves ? "attacker" : "defender", " to move");
          }
        }
      }
    }
    return absl::OkStatus();
  }

  // Reads a section of both tables and compares them.
  absl::Status Read(size_t section, bool attacker_moves,
                    Threshold& table) const {
    const int number = FileSection(table.threshold, section, attacker_moves);
    std::vector<uint8_t>& of_a = table.payloads[section][attacker_moves];
    of_a.resize(table.positions(section, attacker_moves));
    std::vector<uint8_t> of_b(of_a.size());
    RETURN_IF_ERROR(a_.ReadStored(number, absl::MakeSpan(of_a), 0));
    RETURN_IF_ERROR(b_.ReadStored(number, absl::MakeSpan(of_b), 0));
    const auto [in_a, in_b] = std::ranges::mismatch(of_a, of_b);
    if (in_a != of_a.end()) {
      return Refused("comparison",
                     PositionText(table, section,
                                  PositionAt(table, section, attacker_moves,
                                             in_a - of_a.begin())),
                     ": is ", ScoredValueText(*in_a), " in A, but ",
                     ScoredValueText(*in_b), " in B");
    }
    proto::Sha256Stream sha256;
    sha256.Add(of_a.data(), of_a.size());
    const std::string digest = sha256.Digest();
    for (const proto::TableReader* reader : {&a_, &b_}) {
      const std::string& stated = reader->footer().sections(number).sha256();
      if (stated == digest) continue;
      return Refused("digests", reader->path(), ": section ", number + 1,
                     " has SHA-256 ", absl::BytesToHexString(digest),
                     ", but the footer states ",
                     absl::BytesToHexString(stated));
    }
    return absl::OkStatus();
  }

  ThresholdPosition PositionAt(const Threshold& table, size_t section,
                               bool attacker_moves, uint64_t index) const {
    const int attackers = shape_.attackers(section, attacker_moves);
    const auto& patterns = table.patterns[attackers];
    const uint64_t columns = shape_.columns(section, attacker_moves);
    const uint64_t row = index / columns;
    const Set attacker =
        shape_.orbits[attackers].orbits[row / patterns.size()].first;
    return {attacker, patterns[row % patterns.size()],
            kernel::Expand(
                kernel::Unrank(index % columns,
                               shape_.defenders(section, attacker_moves)),
                attacker),
            attacker_moves};
  }

  const Rules& rules_;
  const Shape shape_;
  const proto::TableReader& a_;
  const proto::TableReader& b_;
  base::Progress& progress_;
};

}  // namespace

absl::StatusOr<Manifest> VerifyScored(const Rules& rules,
                                      const proto::TableReader& a,
                                      const proto::TableReader& b,
                                      base::Progress& progress) {
  return ScoredVerifier(rules, a, b, progress).Run();
}

double CountScoredPositions(const Rules& rules) {
  const Shape shape(rules);
  double positions = 0;
  for (int t = 1; t <= kernel::LargestScore(shape.game); ++t) {
    positions += Threshold(shape, t).positions();
  }
  return positions;
}

uint64_t EstimateScoredBytes(const Rules& rules) {
  const Shape shape(rules);
  uint64_t most = 0;
  for (int t = 1; t <= kernel::LargestScore(shape.game); ++t) {
    most = std::max(most, Threshold(shape, t).positions());
  }
  // Two thresholds, a section of B, and the working memory.
  return 40'000'000 + 3 * most;
}

}  // namespace teeko::verify
