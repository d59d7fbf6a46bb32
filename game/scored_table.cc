#include "game/scored_table.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status.h"
#include "kernel/rules.h"

namespace teeko {
namespace {

Squares SquareSet(int square) { return Squares{1} << (square - 1); }

// Calls visit(square) for each square of the set, ascending.
template <typename Visit>
void ForEachSquare(Squares set, Visit visit) {
  kernel::ForEachSquare(set, [&](int square) { visit(square + 1); });
}

}  // namespace

ScoredTable::ScoredTable(const Game& game,
                         absl::Span<const proto::SectionValues> sections)
    : game_(game),
      sections_(sections),
      scored_(kernel::ScoredGameOf(game.rules())) {
  for (int size = 0; size <= game_.pieces(); ++size) {
    std::vector<kernel::Set>& rows = rows_.emplace_back();
    for (uint64_t i = 0; i < kernel::Choose(game_.squares(), size); ++i) {
      const kernel::Set set = kernel::Unrank(i, size);
      if (std::ranges::all_of(scored_.game.symmetries, [&](const auto& g) {
            return kernel::Image(g, set) >= set;
          })) {
        rows.push_back(set);
      }
    }
  }
}

std::vector<int> ScoredTable::Left(Squares side, const Pips& pips) const {
  std::vector<int> left = scored_.scoring.pips;
  std::ranges::sort(left);
  ForEachSquare(side, [&](int square) {
    const auto found = std::ranges::find(left, pips.at(square));
    if (found != left.end()) left.erase(found);
  });
  return left;
}

absl::Status ScoredTable::Check(const Position& position) const {
  const Pips& pips = position.pips;
  for (const auto& [square, number] : pips) {
    if (((position.black | position.red) & SquareSet(square)) == 0) {
      return base::Invalid("square ", square, " has pips, but no piece");
    }
  }
  for (const Colour colour : {Colour::kBlack, Colour::kRed}) {
    const Squares side =
        colour == Colour::kBlack ? position.black : position.red;
    absl::Status missing;
    std::vector<int> found;
    ForEachSquare(side, [&](int square) {
      if (pips.contains(square)) {
        found.push_back(pips.at(square));
      } else {
        missing.Update(base::Invalid("the piece on ", square,
                                     " has no pips; write ", square,
                                     ":1 if it has one"));
      }
    });
    RETURN_IF_ERROR(missing);
    const auto& all = scored_.scoring.pips;
    if (Left(side, pips).size() + found.size() != all.size()) {
      return base::Invalid(ToString(colour),
                           " has pips that the rules do not give it: expected",
                           " some of ", absl::StrJoin(all, " "), ", got ",
                           absl::StrJoin(found, " "));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<uint16_t> ScoredTable::ThresholdValue(
    int threshold, const Position& position, bool attacker_moves) const {
  const Squares attacker = attacker_moves ? position.own() : position.others();
  const Squares defender = attacker_moves ? position.others() : position.own();
  kernel::Pattern pattern;
  ForEachSquare(attacker, [&](int square) {
    pattern += static_cast<char>(
        kernel::ClassOf(scored_, threshold, position.pips.at(square)));
  });
  // The symmetry that leads to a row of the table.
  const auto& symmetry = *std::ranges::min_element(
      scored_.game.symmetries, {},
      [&](const auto& g) { return kernel::Image(g, attacker); });
  const kernel::Set row = kernel::Image(symmetry, attacker);
  const auto& rows = rows_[std::popcount(attacker)];
  const std::vector<kernel::Pattern> patterns = kernel::Patterns(
      kernel::AllClasses(scored_, threshold), std::popcount(attacker));
  const uint64_t line =
      (std::ranges::lower_bound(rows, row) - rows.begin()) * patterns.size() +
      (std::ranges::find(patterns, kernel::Image(symmetry, attacker, pattern)) -
       patterns.begin());
  const uint64_t columns = kernel::Choose(
      game_.squares() - std::popcount(attacker), std::popcount(defender));
  const uint64_t column =
      kernel::Rank(kernel::Compress(kernel::Image(symmetry, defender), row));
  const int section = ((threshold - 1) * game_.sections().size() +
                       game_.PlaceOf(position).section) *
                          2 +
                      !attacker_moves;
  return sections_[section].At(line * columns + column);
}

absl::StatusOr<Value> ScoredTable::Lookup(const Position& position) const {
  Value value;
  for (const bool attacker_moves : {true, false}) {
    for (int t = 1; t <= kernel::LargestScore(scored_); ++t) {
      ASSIGN_OR_RETURN(const uint16_t found,
                       ThresholdValue(t, position, attacker_moves));
      if (found == kernel::kFailure) break;
      value = {
          .winner = attacker_moves ? position.to_move : Other(position.to_move),
          .plies = found - 1,
          .points = t};
    }
    if (value.winner) break;
  }
  return value;
}

absl::StatusOr<Value> ScoredTable::ValueAfter(const Position& position,
                                              Move last) const {
  const Squares goal = position.others();
  if (!kernel::HasGoal(game_.kernel(), goal)) return Lookup(position);
  Value value = {.winner = Other(position.to_move), .points = 0};
  const int pips = position.pips.at(last.to);
  while (kernel::Succeeds(scored_,
                          kernel::ClassOf(scored_, value.points + 1, pips),
                          goal, last.to - 1)) {
    ++value.points;
  }
  return value;
}

std::vector<Move> ScoredTable::Moves(const Position& position) const {
  std::vector<Move> moves = game_.Moves(position);
  if (moves.empty() || !moves[0].IsDrop()) {
    std::ranges::stable_sort(
        moves, {}, [&](Move move) { return position.pips.at(move.from); });
    return moves;
  }
  std::vector<int> markers = Left(position.own(), position.pips);
  markers.erase(std::unique(markers.begin(), markers.end()), markers.end());
  std::vector<Move> drops;
  for (const int pips : markers) {
    for (const Move move : moves)
      drops.push_back({.to = move.to, .pips = pips});
  }
  return drops;
}

}  // namespace teeko
