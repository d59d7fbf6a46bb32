#include "studies/scores/scores.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "base/status.h"
#include "game/tablebase.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "verify/symmetry.h"

namespace teeko::studies {
namespace {

using kernel::Pattern;
using kernel::Set;

// The score of a position: the largest threshold that the attacker reaches.
using Score = uint8_t;

// One ply of the attacker or of the defender.
struct Step {
  int from;
  int to;
};

Step StepOf(Set before, Set after) {
  return {std::countr_zero(before & ~after), std::countr_zero(after & ~before)};
}

// A placement in which hasty play gives away points.
struct Found {
  // The key orders placements: the points that are given away, then the plies.
  std::tuple<int, int> key;
  size_t row;
  size_t pips;  // the arrangement of the attacker's pips
  size_t column;
  int hasty_score;
  int hasty_plies;
  Step hasty;
};

void Keep(const Found& found, std::optional<Found>& best) {
  const auto place = [](const Found& f) {
    return std::tuple(f.row, f.pips, f.column);
  };
  if (!best || found.key > best->key ||
      (found.key == best->key && place(found) < place(*best))) {
    best = found;
  }
}

// Counts with all pips.
struct Totals {
  std::vector<double> won;   // by score, for the attacker to move
  std::vector<double> lost;  // by score, for the defender to move
  double fastest_gives_away = 0;
  double slowest_gives_away = 0;
  double positions = 0;
  std::optional<Found> shortest;
  std::optional<Found> longest;
  std::optional<Found> defence;

  void Add(const Totals& more) {
    for (size_t i = 0; i < won.size(); ++i) {
      won[i] += more.won[i];
      lost[i] += more.lost[i];
    }
    fastest_gives_away += more.fastest_gives_away;
    slowest_gives_away += more.slowest_gives_away;
    positions += more.positions;
    if (more.shortest) Keep(*more.shortest, shortest);
    if (more.longest) Keep(*more.longest, longest);
    if (more.defence) Keep(*more.defence, defence);
  }
};

class Study {
 public:
  explicit Study(std::shared_ptr<const proto::TableReader> table)
      : table_(std::move(table)),
        game_(kernel::ScoredGameOf(table_->footer().rules())),
        pieces_(game_.game.pieces),
        orbits_(game_.game, pieces_),
        images_(game_.game),
        columns_(kernel::Choose(game_.game.squares - pieces_, pieces_)),
        largest_(kernel::LargestScore(game_)) {
    Pattern pips(game_.scoring.pips.begin(), game_.scoring.pips.end());
    std::ranges::sort(pips);
    pips_ = kernel::Patterns(pips, pieces_);
    for (uint64_t rank = 0; rank < orbits_.members.size(); ++rank) {
      sets_.push_back(kernel::Unrank(rank, pieces_));
    }
  }

  absl::StatusOr<scores::Scores> Run() {
    RETURN_IF_ERROR(ReadThresholds());
    Totals totals = NewTotals();
    std::mutex mutex;
    tbb::parallel_for(size_t{0}, orbits_.orbits.size(), [&](size_t row) {
      if (kernel::HasGoal(game_.game, orbits_.orbits[row].first)) return;
      Totals of_row = NewTotals();
      AddWins(row, of_row);
      AddDefences(row, of_row);
      const std::lock_guard lock(mutex);
      totals.Add(of_row);
    });
    return Result(totals);
  }

 private:
  Totals NewTotals() const {
    Totals totals;
    totals.won.resize(largest_ + 1);
    totals.lost.resize(largest_ + 1);
    return totals;
  }

  // Reads the values with all pieces placed.
  absl::Status ReadThresholds() {
    const uint64_t rows = orbits_.orbits.size();
    const int sections = table_->footer().sections_size() / largest_;
    for (auto& of_side : scores_)
      of_side.resize(rows * pips_.size() * columns_);
    for (int t = 1; t <= largest_; ++t) {
      Threshold& threshold = thresholds_.emplace_back();
      const auto patterns =
          kernel::Patterns(kernel::AllClasses(game_, t), pieces_);
      threshold.patterns = patterns.size();
      for (const Pattern& pips : pips_) {
        Pattern classes;
        for (const char p : pips) {
          classes += static_cast<char>(kernel::ClassOf(game_, t, p));
        }
        threshold.pattern_of.push_back(
            std::ranges::lower_bound(patterns, classes) - patterns.begin());
      }
      for (const bool attacker_moves : {true, false}) {
        std::vector<uint8_t>& values = threshold.values[attacker_moves];
        values.resize(rows * patterns.size() * columns_);
        RETURN_IF_ERROR(table_->ReadStored((t - 1) * sections + !attacker_moves,
                                           absl::MakeSpan(values), 0));
        uint32_t longest = 0;
        for (const uint8_t value : values) {
          if (value != kernel::kGameOver && value > longest) longest = value;
        }
        longest_[attacker_moves].push_back(longest == 0 ? 0 : longest - 1);
        tbb::parallel_for(uint64_t{0}, rows * pips_.size(), [&](uint64_t i) {
          const uint8_t* const from =
              Values(attacker_moves, t, i / pips_.size(), i % pips_.size());
          Score* const to = &scores_[attacker_moves][i * columns_];
          for (uint64_t c = 0; c < columns_; ++c) {
            to[c] +=
                from[c] != kernel::kFailure && from[c] != kernel::kGameOver;
          }
        });
      }
    }
    return absl::OkStatus();
  }

  // Return the values at a threshold, or the scores, of the positions with one
  // set and one arrangement of pips of the attacker, by column.
  const uint8_t* Values(bool attacker_moves, int t, size_t row,
                        size_t pips) const {
    const auto& [patterns, pattern_of, values] = thresholds_[t - 1];
    return &values[attacker_moves]
                  [(row * patterns + pattern_of[pips]) * columns_];
  }
  const Score* Scores(bool attacker_moves, size_t row, size_t pips) const {
    return &scores_[attacker_moves][(row * pips_.size() + pips) * columns_];
  }
  // Returns the values of the ordinary game, in which pips do not matter.
  const uint8_t* Ordinary(bool attacker_moves, size_t row) const {
    return Values(attacker_moves, /*t=*/1, row, /*pips=*/0);
  }

  // Returns the plies to the score that the attacker can force.
  int PliesToScore(bool attacker_moves, size_t row, size_t pips,
                   size_t column) const {
    const int t = Scores(attacker_moves, row, pips)[column];
    return Values(attacker_moves, t, row, pips)[column] - 1;
  }

  // A move of the attacker: for each set of the defender that it does not meet,
  // the column of the position and that of its image after the move.
  struct Move {
    Set after;
    bool completes;
    uint32_t row;       // after the move
    uint32_t symmetry;  // takes the set to the row's
    std::vector<std::pair<uint32_t, uint32_t>> columns;
  };

  std::vector<Move> MovesOf(Set attacker) const {
    std::vector<Move> moves;
    kernel::ForEachSuccessor(
        game_.game, {attacker, 0}, [&](kernel::Position successor) {
          const Set after = successor.opponent;
          const auto& [row, symmetry] = orbits_.members[kernel::Rank(after)];
          Move& move = moves.emplace_back(Move{
              after, kernel::HasGoal(game_.game, after), row, symmetry, {}});
          const auto indices = images_.IndicesInRow(
              game_.game.symmetries[symmetry], after, pieces_);
          uint32_t before_column = 0, after_column = 0;
          for (const Set defender : sets_) {
            const bool before_apart = (defender & attacker) == 0;
            const bool after_apart = (defender & after) == 0;
            if (before_apart && after_apart) {
              move.columns.emplace_back(before_column, indices[after_column]);
            }
            before_column += before_apart;
            after_column += after_apart;
          }
        });
    return moves;
  }

  // The attacker is to move.
  void AddWins(size_t row, Totals& totals) const {
    const auto& [attacker, sets] = orbits_.orbits[row];
    const uint8_t* const ordinary = Ordinary(true, row);
    const std::vector<Move> moves = MovesOf(attacker);
    // The fastest wins: pairs of a move and a column, by move.
    std::vector<Move> fastest = moves;
    for (Move& move : fastest) {
      std::erase_if(move.columns, [&](const auto& columns) {
        const auto [before, after] = columns;
        if (ordinary[before] == kernel::kFailure ||
            ordinary[before] == kernel::kGameOver) {
          return true;
        }
        const int value = move.completes ? kernel::kSuccessIn0
                                         : Ordinary(false, move.row)[after];
        return value + 1 != ordinary[before];
      });
    }
    const double weight = static_cast<double>(sets) * pips_.size();
    for (size_t pips = 0; pips < pips_.size(); ++pips) {
      const Score* const scores = Scores(true, row, pips);
      std::vector<Score> hasty(columns_);
      std::vector<const Move*> by(columns_);
      for (const Move& move : fastest) {
        const Score* const after =
            Scores(false, move.row, PipsAfter(attacker, move, pips));
        const Score points = move.completes ? Points(attacker, move, pips) : 0;
        for (const auto& [before, after_column] : move.columns) {
          const Score score = move.completes ? points : after[after_column];
          if (by[before] == nullptr || score > hasty[before]) {
            hasty[before] = score;
            by[before] = &move;
          }
        }
      }
      for (uint64_t c = 0; c < columns_; ++c) {
        if (ordinary[c] == kernel::kGameOver) continue;
        totals.positions += weight;
        totals.won[scores[c]] += weight;
        if (scores[c] <= hasty[c] || by[c] == nullptr) continue;
        totals.fastest_gives_away += weight;
        const int lost_points = scores[c] - hasty[c];
        if (lost_points < largest_ - 1) continue;
        const int plies = PliesToScore(true, row, pips, c);
        const Found found = {{lost_points, -plies},
                             row,
                             pips,
                             c,
                             hasty[c],
                             ordinary[c] - 1,
                             StepOf(attacker, by[c]->after)};
        Keep(found, totals.shortest);
        Found longest = found;
        longest.key = {lost_points, plies};
        Keep(longest, totals.longest);
      }
    }
  }

  // The defender is to move.
  void AddDefences(size_t row, Totals& totals) const {
    const auto& [attacker, sets] = orbits_.orbits[row];
    const uint8_t* const ordinary = Ordinary(false, row);
    std::vector<uint32_t> column_of(sets_.size());
    uint32_t next = 0;
    for (size_t rank = 0; rank < sets_.size(); ++rank) {
      if ((sets_[rank] & attacker) == 0) column_of[rank] = next++;
    }
    const double weight = static_cast<double>(sets) * pips_.size();
    for (size_t rank = 0; rank < sets_.size(); ++rank) {
      const Set defender = sets_[rank];
      if ((defender & attacker) != 0) continue;
      const uint32_t column = column_of[rank];
      if (ordinary[column] == kernel::kGameOver) continue;
      // The slowest defences: columns and sets.
      std::vector<std::pair<uint32_t, Set>> slowest;
      if (ordinary[column] != kernel::kFailure) {
        kernel::ForEachSuccessor(
            game_.game, {defender, attacker}, [&](kernel::Position successor) {
              const uint32_t after =
                  column_of[kernel::Rank(successor.opponent)];
              if (Ordinary(true, row)[after] + 1 == ordinary[column]) {
                slowest.emplace_back(after, successor.opponent);
              }
            });
      }
      for (size_t pips = 0; pips < pips_.size(); ++pips) {
        const int score = Scores(false, row, pips)[column];
        totals.lost[score] += weight;
        if (slowest.empty()) continue;
        const Score* const after = Scores(true, row, pips);
        const auto least = *std::ranges::min_element(
            slowest, {}, [&](const auto& ply) { return after[ply.first]; });
        if (after[least.first] <= score) continue;
        totals.slowest_gives_away += weight;
        const int lost_points = after[least.first] - score;
        if (lost_points < largest_ - 1) continue;
        Keep({{lost_points, ordinary[column] - 1},
              row,
              pips,
              column,
              after[least.first],
              ordinary[column] - 1,
              StepOf(defender, least.second)},
             totals.defence);
      }
    }
  }

  // Returns the arrangement of the pips after a move, as the row of the moved
  // set has them.
  size_t PipsAfter(Set attacker, const Move& move, size_t pips) const {
    const auto [from, to] = StepOf(attacker, move.after);
    Pattern moved = pips_[pips];
    const char marker = moved[PlaceOf(from, attacker)];
    moved.erase(PlaceOf(from, attacker), 1);
    moved.insert(PlaceOf(to, move.after), 1, marker);
    const Pattern image =
        kernel::Image(game_.game.symmetries[move.symmetry], move.after, moved);
    return std::ranges::lower_bound(pips_, image) - pips_.begin();
  }

  // Returns the points of a move that completes a goal.
  Score Points(Set attacker, const Move& move, size_t pips) const {
    const auto [from, to] = StepOf(attacker, move.after);
    const char marker = pips_[pips][PlaceOf(from, attacker)];
    Score points = 0;
    while (points < largest_ &&
           kernel::Succeeds(game_, kernel::ClassOf(game_, points + 1, marker),
                            move.after, to)) {
      ++points;
    }
    return points;
  }

  // Returns the number of squares of the set below this one.
  static int PlaceOf(int square, Set set) {
    return std::popcount(set & kernel::Below(square));
  }

  absl::StatusOr<scores::Scores> Result(const Totals& totals) const {
    scores::Scores result;
    result.set_rules(table_->footer().rules().name());
    const auto add = [&](int score, double placements) {
      scores::ScoreCount& count = *result.add_counts();
      count.set_score(score);
      count.set_placements(placements);
    };
    // `weight` counts the labels of one side; positions have both sides'.
    double drawn = totals.positions;
    for (int score = largest_; score > 0; --score) {
      add(-score, totals.lost[score]);
      drawn -= totals.lost[score] + totals.won[score];
      result.set_won(result.won() + totals.won[score]);
      result.set_lost(result.lost() + totals.lost[score]);
    }
    add(0, drawn);
    for (int score = 1; score <= largest_; ++score) {
      add(score, totals.won[score]);
    }
    result.set_fastest_gives_away(totals.fastest_gives_away);
    result.set_slowest_gives_away(totals.slowest_gives_away);
    for (const uint32_t plies : longest_[true]) result.add_longest(plies);
    for (const uint32_t plies : longest_[false]) {
      result.add_longest_of_opponent(plies);
    }
    const Tablebase tablebase(table_);
    for (const auto& [found, winner_moves, example] :
         {std::tuple(totals.shortest, true, result.mutable_shortest()),
          {totals.longest, true, result.mutable_longest_example()},
          {totals.defence, false, result.mutable_defence()}}) {
      if (!found) continue;
      ASSIGN_OR_RETURN(*example, ExampleOf(*found, winner_moves, tablebase));
    }
    return result;
  }

  // Here the winner, who is the attacker, is Black.
  absl::StatusOr<scores::Example> ExampleOf(const Found& found,
                                            bool winner_moves,
                                            const Tablebase& tablebase) const {
    scores::Example example;
    Position position = {
        .black = orbits_.orbits[found.row].first,
        .to_move = winner_moves ? Colour::kBlack : Colour::kRed};
    position.red =
        kernel::Expand(kernel::Unrank(found.column, pieces_), position.black);
    size_t place = 0;
    kernel::ForEachSquare(position.black, [&](int square) {
      scores::Marker& marker = *example.add_winner();
      marker.set_square(square + 1);
      marker.set_pips(pips_[found.pips][place++]);
      position.pips[square + 1] = marker.pips();
    });
    place = 0;
    kernel::ForEachSquare(position.red, [&](int square) {
      example.add_loser(square + 1);
      position.pips[square + 1] = pips_[0][place++];  // these do not matter
    });
    example.set_winner_moves(winner_moves);
    example.set_score(
        Scores(winner_moves, found.row, found.pips)[found.column]);
    example.set_plies(
        PliesToScore(winner_moves, found.row, found.pips, found.column));
    example.set_hasty_score(found.hasty_score);
    example.set_hasty_plies(found.hasty_plies);
    example.mutable_hasty()->set_from(found.hasty.from + 1);
    example.mutable_hasty()->set_to(found.hasty.to + 1);
    ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                     tablebase.Successors(position));
    example.mutable_best()->set_from(moves.front().move.from);
    example.mutable_best()->set_to(moves.front().move.to);
    return example;
  }

  const std::shared_ptr<const proto::TableReader> table_;
  const kernel::ScoredGame game_;
  const int pieces_;
  const verify::SetOrbits orbits_;
  const verify::RowImages images_;
  const uint64_t columns_;
  const int largest_;
  std::vector<Pattern> pips_;  // all arrangements of the pips
  std::vector<Set> sets_;      // by rank
  struct Threshold {
    size_t patterns;
    std::vector<size_t> pattern_of;  // by arrangement of the pips
    // By side to move (defender, attacker), row, pattern, column.
    std::array<std::vector<uint8_t>, 2> values;
  };
  std::vector<Threshold> thresholds_;  // from 1 on
  // By side to move, row, arrangement, column.
  std::array<std::vector<Score>, 2> scores_;
  std::array<std::vector<uint32_t>, 2> longest_;
};

}  // namespace

absl::StatusOr<scores::Scores> FindScores(
    std::shared_ptr<const proto::TableReader> table) {
  return Study(std::move(table)).Run();
}

}  // namespace teeko::studies
