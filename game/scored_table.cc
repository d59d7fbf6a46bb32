#include "game/scored_table.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "kernel/rules.h"
#include "proto/manifest_file.h"

namespace teeko {
namespace {

Squares SquareSet(int square) { return Squares{1} << (square - 1); }

// Calls visit(square) for each square of the set, ascending.
template <typename Visit>
void ForEachSquare(Squares set, Visit visit) {
  kernel::ForEachSquare(set, [&](int square) { visit(square + 1); });
}

}  // namespace

bool Prefers(Score a, Score b) {
  if (a.points != b.points) return a.points > b.points;
  return a.points > 0 ? a.plies < b.plies : a.plies > b.plies;
}

ScoredTable::ScoredTable(proto::TableReader table)
    : table_(std::move(table)),
      game_(table_.footer().rules()),
      scored_(kernel::ScoredGameOf(game_.rules())) {
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

absl::StatusOr<ScoredTable> ScoredTable::Open(absl::string_view folder,
                                              absl::string_view name) {
  ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder, name));
  if (!manifest.rules().has_scoring()) {
    return base::Invalid("the rules \"", name, "\" have no scoring");
  }
  ASSIGN_OR_RETURN(
      proto::TableReader table,
      proto::OpenAccepted(manifest,
                          absl::StrCat(folder, "/", name, "/solver_a.table")));
  return ScoredTable(std::move(table));
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

absl::Status ScoredTable::Check(const Position& position,
                                const Pips& pips) const {
  RETURN_IF_ERROR(game_.Check(position));
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

absl::StatusOr<int> ScoredTable::ThresholdValue(int threshold,
                                                const Position& position,
                                                const Pips& pips,
                                                bool attacker_moves) const {
  const Squares attacker = attacker_moves ? position.own() : position.others();
  const Squares defender = attacker_moves ? position.others() : position.own();
  kernel::Pattern pattern;
  ForEachSquare(attacker, [&](int square) {
    pattern +=
        static_cast<char>(kernel::ClassOf(scored_, threshold, pips.at(square)));
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
  const uint64_t index = line * columns + column;
  const uint64_t chunk_positions = table_.footer().chunk_positions();
  const uint64_t chunk = index / chunk_positions;
  std::vector<uint8_t> values(
      std::min(chunk_positions,
               table_.stored_positions(section) - chunk * chunk_positions));
  RETURN_IF_ERROR(table_.ReadChunk(section, chunk, absl::MakeSpan(values)));
  return values[index % chunk_positions];
}

absl::StatusOr<Score> ScoredTable::Lookup(const Position& position,
                                          const Pips& pips) const {
  Score score;
  for (const bool attacker_moves : {true, false}) {
    for (int t = 1; t <= kernel::LargestScore(scored_); ++t) {
      ASSIGN_OR_RETURN(const int value,
                       ThresholdValue(t, position, pips, attacker_moves));
      if (value == kernel::kFailure) break;
      score = {attacker_moves ? t : -t, value - 1};
    }
    if (score.points != 0) break;
  }
  return score;
}

absl::StatusOr<Score> ScoredTable::Probe(const Position& position,
                                         const Pips& pips) const {
  RETURN_IF_ERROR(Check(position, pips));
  if (kernel::HasGoal(game_.kernel(), position.others())) {
    return base::Invalid(
        "the game is over; the score depends on the last move");
  }
  if (!position.centre_ban || (position.black | position.red) != 0) {
    return Lookup(position, pips);
  }
  // The table has the score without the ban.
  ASSIGN_OR_RETURN(const std::vector<ScoredMove> moves, Moves(position, pips));
  Score best = {.points = -kernel::LargestScore(scored_)};
  for (const auto& [marker, score] :
       ScoresOfMarkers(moves, game_.Chooser(position) != position.to_move)) {
    if (Prefers(score, best)) best = score;
  }
  return best;
}

absl::StatusOr<std::vector<ScoredMove>> ScoredTable::Moves(
    const Position& position, const Pips& pips) const {
  RETURN_IF_ERROR(Check(position, pips));
  std::vector<ScoredMove> moves;
  for (const Move move : game_.Moves(position)) {
    std::vector<int> markers;
    if (move.IsDrop()) {
      markers = Left(position.own(), pips);
      markers.erase(std::unique(markers.begin(), markers.end()), markers.end());
    } else {
      markers = {pips.at(move.from)};
    }
    for (const int marker : markers) {
      ScoredMove& scored = moves.emplace_back(
          ScoredMove{move, marker, {}, game_.After(position, move), pips});
      scored.pips_after.erase(move.from);
      scored.pips_after[move.to] = marker;
      const Position& after = scored.after;
      Score& score = scored.score;
      if (kernel::HasGoal(game_.kernel(), after.others())) {
        while (kernel::Succeeds(
            scored_, kernel::ClassOf(scored_, score.points + 1, marker),
            after.others(), move.to - 1)) {
          ++score.points;
        }
        score.plies = 1;
      } else {
        ASSIGN_OR_RETURN(score, Lookup(after, scored.pips_after));
        score.points = -score.points;
        if (score.points != 0) ++score.plies;
      }
    }
  }
  std::ranges::stable_sort(moves, {}, &ScoredMove::pips);
  std::ranges::stable_sort(moves, [](const auto& a, const auto& b) {
    return Prefers(a.score, b.score);
  });
  return moves;
}

std::map<int, Score> ScoresOfMarkers(const std::vector<ScoredMove>& moves,
                                     bool opponent_picks) {
  std::map<int, Score> scores;
  for (const ScoredMove& move : moves) {
    const auto [found, is_new] = scores.emplace(move.pips, move.score);
    if (opponent_picks) found->second = move.score;
  }
  return scores;
}

}  // namespace teeko
