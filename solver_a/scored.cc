#include "solver_a/scored.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "proto/table_writer.h"
#include "solver_a/bit_matrix.h"
#include "solver_a/drop_phase.h"
#include "solver_a/simd.h"
#include "solver_a/subsets.h"
#include "solver_a/threshold_game.h"
#include "solver_a/values.h"

namespace teeko::solver_a {
namespace {

constexpr uint8_t kFailure = 0;
constexpr uint8_t kGameOver = 255;
constexpr int kLongest = 253;

// What all threshold games of one set of rules share.
struct Game {
  explicit Game(const Rules& rules) : board(rules), scoring(rules) {
    for (int size = 0; size <= board.pieces(); ++size) {
      const Subsets& all = sets.emplace_back(board.squares(), size);
      std::vector<Orbit>& of_size = orbits.emplace_back();
      canonical.emplace_back();
      is_goal.emplace_back(all.size());
      for (size_t rank = 0; rank < all.size(); ++rank) {
        Orbit orbit = {static_cast<uint32_t>(canonical[size].size()), 0};
        Set smallest = all[rank];
        for (uint32_t g = 1; g < scoring.symmetries().size(); ++g) {
          const Set image = Image(scoring.symmetries()[g], all[rank]);
          if (image >= smallest) continue;
          smallest = image;
          orbit = {of_size[all.Rank(image)].row, g};
        }
        is_goal[size][rank] = board.IsGoal(all[rank]);
        if (orbit.symmetry == 0) canonical[size].push_back(rank);
        of_size.push_back(orbit);
      }
    }
    for (size_t rank = 0; rank < sets.back().size(); ++rank) {
      if (std::popcount(TargetsOf(sets.back()[rank])) <= board.pieces()) {
        easily_blocked.push_back(rank);
      }
    }
    images.resize(scoring.symmetries().size());
    for (size_t g = 0; g < images.size(); ++g) {
      for (const Subsets& all : sets) {
        std::vector<uint32_t>& ranks = images[g].emplace_back();
        for (size_t rank = 0; rank < all.size(); ++rank) {
          ranks.push_back(all.Rank(Image(scoring.symmetries()[g], all[rank])));
        }
      }
    }
  }

  // Returns the squares to which a side with these pieces could move.
  Set TargetsOf(Set set) const {
    Set targets = 0;
    for (const int square : SquaresOf(set)) targets |= board.Neighbours(square);
    return targets & ~set;
  }

  // symmetries()[symmetry] takes a set to the canonical set of its orbit, which
  // is number `row` of the canonical sets.
  struct Orbit {
    uint32_t row;
    uint32_t symmetry;
  };

  Board board;
  Scoring scoring;
  std::vector<Subsets> sets;                     // by size
  std::vector<std::vector<Orbit>> orbits;        // by size and rank
  std::vector<std::vector<uint32_t>> canonical;  // ranks, by size
  std::vector<std::vector<uint8_t>> is_goal;     // by size and rank
  // Ranks of the sets of all pieces that the other side can block.
  std::vector<size_t> easily_blocked;
  // By symmetry, size and rank: the rank of the image.
  std::vector<std::vector<std::vector<uint32_t>>> images;
};

// The values of a section for one side to move: a row for each canonical set of
// the attacker and each pattern, a column for each set of the defender.  Where
// the sets overlap, the element has no meaning.
struct Values {
  Values(const Game& game, int attackers, int defenders, size_t patterns)
      : attackers(attackers),
        defenders(defenders),
        columns(game.sets[defenders].size()),
        values(game.canonical[attackers].size() * patterns * columns) {}

  uint8_t* row(size_t i) { return &values[i * columns]; }
  const uint8_t* row(size_t i) const { return &values[i * columns]; }

  int attackers;
  int defenders;
  size_t columns;
  LargeVector<uint8_t> values;
};

// ---- The move phase ----

// The positions of one side to move in the move phase, as bits.  The rows are
// those of the side to move, the columns those of the other side.  The attacker
// has a row or column for each set with each pattern, the defender for each
// set.  Tiles and panels: see bit_matrix.h.
struct Side {
  Side(size_t rows, size_t columns)
      : panels(Panels(columns)),
        tiles(Panels(rows)),
        closed(panels * tiles),
        reached_by(panels * tiles) {}

  size_t Index(size_t panel, size_t tile) const { return panel * tiles + tile; }

  size_t panels;
  size_t tiles;  // in each panel
  Moves moves;
  LargeVector<Tile> closed;  // illegal, over, without a move, or decided
  // Packed tiles of the other side's last level: the successors of the next
  // level of this side.
  std::vector<std::vector<uint8_t>> reached_by;
};

// Solves the move phase of one threshold game, as move_phase.h explains.  Only
// the attacker succeeds.  So the levels of odd length are the attacker's to
// move, those of even length the defender's.
class ThresholdMovePhase {
 public:
  ThresholdMovePhase(const Game& game, int threshold)
      : game_(game),
        sets_(game.sets.back()),
        patterns_(game.scoring.Classes(threshold), game.board.pieces()),
        attacker_(sets_.size() * patterns_.size(), sets_.size()),
        defender_(sets_.size(), sets_.size() * patterns_.size()),
        won_(defender_.panels * defender_.tiles),
        values_{NewValues(game, patterns_.size()),
                NewValues(game, patterns_.size())},
        work_([this] {
          return Work{
              LargeVector<Tile>(std::max(attacker_.tiles, defender_.tiles))};
        }) {
    for (size_t word = 0; word < 8 * attacker_.panels; ++word) {
      columns_.emplace_back(sets_, word);
    }
    goals_.resize(columns_.size());
    for (const Set goal : game.board.goals()) {
      const size_t column = sets_.Rank(goal);
      goals_[column / 64] |= uint64_t{1} << column % 64;
    }
    MakeMoves();
    tbb::parallel_for(size_t{0}, attacker_.panels, [&](size_t p) {
      for (size_t q = 0; q < attacker_.tiles; ++q) Begin(p, q, threshold);
    });
  }

  // Returns the values for the defender and for the attacker to move.
  absl::StatusOr<std::array<Values, 2>> Solve(
      absl::FunctionRef<void(int plies)> on_level) {
    for (int plies = 1;; ++plies) {
      on_level(plies);
      Side& mover = plies % 2 == 1 ? attacker_ : defender_;
      std::atomic<uint64_t> count = 0;
      tbb::parallel_for(size_t{0}, mover.panels,
                        [&](size_t p) { count += SolvePanel(plies, p); });
      if (count == 0) return std::move(values_);
      if (plies + 2 * game_.board.pieces() > kLongest) {
        return absl::OutOfRangeError(
            absl::StrCat("a success of more than ", plies,
                         " moves is too long for a table"));
      }
    }
  }

 private:
  struct Work {
    LargeVector<Tile> reached;  // all bits are 0 between two panels
    Tile transposed = {};
    std::array<uint8_t, kMostBytesOfTile> buffer = {};
  };

  static Values NewValues(const Game& game, size_t patterns) {
    return Values(game, game.board.pieces(), game.board.pieces(), patterns);
  }

  bool IsGoal(size_t rank) const {
    return (goals_[rank / 64] >> rank % 64 & 1) != 0;
  }

  void MakeMoves() {
    for (size_t rank = 0; rank < sets_.size(); ++rank) {
      const auto successors = game_.board.Successors(sets_[rank], 0);
      for (const auto& [other, moved] : successors) {
        defender_.moves.targets.push_back(sets_.Rank(moved));
      }
      defender_.moves.starts.push_back(defender_.moves.targets.size());
      for (size_t p = 0; p < patterns_.size(); ++p) {
        for (const auto& [other, moved] : successors) {
          AddMove(sets_[rank], moved, patterns_[p]);
        }
        attacker_.moves.starts.push_back(attacker_.moves.targets.size());
        completions_.push_back(completion_);
        completion_ = 0;
      }
    }
  }

  // Adds a move of the attacker.
  void AddMove(Set set, Set moved, const Pattern& pattern) {
    const int from = std::countr_zero(set & ~moved);
    const int to = std::countr_zero(moved & ~set);
    Pattern without = pattern;
    without.erase(PlaceOf(set, from), 1);
    const char marker_class = pattern[PlaceOf(set, from)];
    const size_t rank = sets_.Rank(moved);
    attacker_.moves.targets.push_back(
        rank * patterns_.size() +
        patterns_.IndexOf(With(without, moved, to, marker_class)));
    if (IsGoal(rank) && game_.scoring.Succeeds(marker_class, moved, to)) {
      completion_ |= Set{1} << to;
    }
  }

  // Fills the tiles of closed positions, the overlaps of won_, and level 0: the
  // defender has no move, and loses one point.
  void Begin(size_t p, size_t q, int threshold) {
    Tile over, overlap, blocked;
    const size_t end =
        std::min((q + 1) * kLineBits, sets_.size() * patterns_.size());
    for (size_t row = q * kLineBits; row < end; ++row) {
      const size_t rank = row / patterns_.size(), line = row % kLineBits;
      for (size_t i = 0; i < 8; ++i) {
        const size_t word = 8 * p + i;
        const uint64_t overlaps = ~columns_[word].HoldingNoneOf(sets_[rank]);
        overlap.lines[line].words[i] = overlaps;
        over.lines[line].words[i] =
            IsGoal(rank) ? ~uint64_t{0} : overlaps | goals_[word];
      }
      if (threshold != 1) continue;
      for (const size_t column : game_.easily_blocked) {
        if (column / kLineBits != p || (sets_[column] & sets_[rank]) != 0 ||
            (game_.TargetsOf(sets_[column]) & ~sets_[rank]) != 0) {
          continue;
        }
        blocked.lines[line].words[column % kLineBits / 64] |=
            ~over.lines[line].words[column % kLineBits / 64] &
            uint64_t{1} << column % 64;
      }
    }
    attacker_.closed[attacker_.Index(p, q)] = over;
    const size_t transposed = defender_.Index(q, p);
    Simd().transpose(overlap, won_[transposed]);
    if (threshold == 1 && !game_.easily_blocked.empty()) {
      Tile level;
      Simd().transpose(blocked, level);
      Decide(level, q, p, 0);
    }
    Simd().transpose(over, defender_.closed[transposed]);
  }

  // Solves one level in panel p of the side to move.  Returns the number of
  // decided positions.
  uint64_t SolvePanel(int plies, size_t p) {
    const bool attacker_moves = plies % 2 == 1;
    Side& side = attacker_moves ? attacker_ : defender_;
    Side& other = attacker_moves ? defender_ : attacker_;
    Work& work = work_.local();
    Line* const reached = work.reached[0].lines;
    Tile* const won = attacker_moves ? nullptr : &won_[defender_.Index(p, 0)];
    for (size_t q = 0; q < side.tiles; ++q) {
      const std::vector<uint8_t>& packed = side.reached_by[side.Index(p, q)];
      if (packed.empty()) continue;
      const absl::Span<const uint8_t> bytes(packed.data(),
                                            packed.size() - kSlack);
      if (!attacker_moves) Simd().unpack(bytes, won[q]);
      Simd().reach(side.moves, bytes, kLineBits * q, reached);
    }
    if (plies == 1) {
      for (size_t row = 0; row < completions_.size(); ++row) {
        for (const int to : SquaresOf(completions_[row])) {
          for (size_t i = 0; i < 8; ++i) {
            reached[row].words[i] |=
                columns_[8 * p + i].HoldingNoneOf(Set{1} << to);
          }
        }
      }
    }
    uint64_t count = 0;
    for (size_t q = 0; q < side.tiles; ++q) {
      Tile& tile = work.reached[q];
      const uint64_t decided = Simd().decide(
          side.moves, kLineBits * q, won == nullptr ? nullptr : won[0].lines,
          side.closed[side.Index(p, q)], tile);
      count += decided;
      if (decided == 0) {
        other.reached_by[other.Index(q, p)].clear();
        continue;  // `decide` has left no bit in the tile
      }
      Decide(tile, p, q, plies);
      tile = Tile();
    }
    return count;
  }

  // Passes tile q of panel p of a level to the other side, and sets the values
  // of its positions.
  void Decide(const Tile& tile, size_t p, size_t q, int plies) {
    const bool attacker_moves = plies % 2 == 1;
    Side& other = attacker_moves ? defender_ : attacker_;
    auto& [reached, transposed, buffer] = work_.local();
    Simd().transpose(tile, transposed);
    std::vector<uint8_t>& packed = other.reached_by[other.Index(q, p)];
    packed.assign(buffer.data(), Simd().pack(transposed, buffer.data()));
    packed.resize(packed.size() + kSlack);
    if (attacker_moves) {
      SetValues(tile, p, q, plies);
    } else {
      SetValues(transposed, q, p, plies);
    }
  }

  // The tile has the attacker's rows.
  void SetValues(const Tile& tile, size_t p, size_t q, int plies) {
    Values& values = values_[plies % 2];
    const size_t end =
        std::min((q + 1) * kLineBits, sets_.size() * patterns_.size());
    for (size_t row = q * kLineBits; row < end; ++row) {
      const auto& [number, symmetry] =
          game_.orbits.back()[row / patterns_.size()];
      if (symmetry != 0) continue;
      uint8_t* const out =
          values.row(number * patterns_.size() + row % patterns_.size());
      for (size_t i = 0; i < 8; ++i) {
        for (uint64_t bits = tile.lines[row % kLineBits].words[i]; bits != 0;
             bits &= bits - 1) {
          out[kLineBits * p + 64 * i + std::countr_zero(bits)] = plies + 1;
        }
      }
    }
  }

  const Game& game_;
  const Subsets& sets_;
  const Patterns patterns_;
  std::vector<Columns> columns_;  // of the attacker's side
  // Bit c % 64 of word c / 64 is set if the set of column c is a goal.
  std::vector<uint64_t> goals_;
  // By the attacker's row: the squares on which a move completes a goal for the
  // threshold.
  std::vector<Set> completions_;
  Set completion_ = 0;  // of the row in work
  Side attacker_;
  Side defender_;
  LargeVector<Tile> won_;  // the defender's: won by the attacker, or illegal
  std::array<Values, 2> values_;  // the defender's and the attacker's to move
  tbb::enumerable_thread_specific<Work> work_;
};

// ---- The drop phase ----

// The plies to a success, so that the attacker takes the smallest number.  A
// value is a number of plies plus one; 0, a failure, becomes kNever.
constexpr uint8_t kNever = 255;
constexpr uint8_t PliesOf(uint8_t value) { return value - 1; }
constexpr uint8_t ValueOnePlyBefore(uint8_t plies) {
  return plies == kNever ? kFailure : plies + 2;
}

// Solves a section with drops to come.
class DropSection {
 public:
  // `next` has the positions after the drop.
  DropSection(const Game& game, const Pattern& classes, int placed,
              bool attacker_moves, char letter, const Values& next)
      : game_(game),
        classes_(classes),
        attacker_moves_(attacker_moves),
        letter_(letter),
        next_(next),
        patterns_(classes, next.attackers - attacker_moves),
        next_patterns_(classes, next.attackers),
        defenders_(game.sets[placed - (next.attackers - attacker_moves)]) {}

  Values Solve() const {
    const int attackers = next_.attackers - attacker_moves_;
    Values values(game_, attackers, next_.defenders - !attacker_moves_,
                  patterns_.size());
    // After a drop of the defender: by square and rank, the rank of the larger
    // set, or kOverlap.
    const auto larger = Larger();
    const auto& canonical = game_.canonical[attackers];
    tbb::parallel_for(size_t{0}, canonical.size(), [&](size_t i) {
      const Set attacker = game_.sets[attackers][canonical[i]];
      for (size_t p = 0; p < patterns_.size(); ++p) {
        const size_t row = i * patterns_.size() + p;
        std::vector<uint8_t> plies = attacker_moves_
                                         ? AfterAttacker(attacker, patterns_[p])
                                         : AfterDefender(attacker, row, larger);
        std::ranges::transform(plies, values.row(row), ValueOnePlyBefore);
      }
    });
    return values;
  }

 private:
  static constexpr uint32_t kOverlap = ~uint32_t{0};

  std::vector<std::vector<uint32_t>> Larger() const {
    std::vector<std::vector<uint32_t>> larger(game_.board.squares());
    for (int square = 0; square < game_.board.squares(); ++square) {
      for (size_t rank = 0; rank < defenders_.size(); ++rank) {
        const Set set = defenders_[rank] | Set{1} << square;
        larger[square].push_back(set == defenders_[rank] ? kOverlap
                                 : attacker_moves_
                                     ? 0
                                     : game_.sets[next_.defenders].Rank(set));
      }
    }
    return larger;
  }

  // Returns the plies after the best drop for each set of the defender.
  std::vector<uint8_t> AfterAttacker(Set attacker,
                                     const Pattern& pattern) const {
    std::vector<uint8_t> best(defenders_.size(), kNever);
    Pattern left = classes_;
    for (const char placed : pattern) left.erase(left.find(placed), 1);
    for (size_t i = 0; i < left.size(); ++i) {
      if (i > 0 && left[i] == left[i - 1]) continue;
      // With the letter A, the defender picks the square.
      std::vector<uint8_t> of_marker(defenders_.size(),
                                     letter_ == 'S' ? kNever : 0);
      for (int square = 0; square < game_.board.squares(); ++square) {
        if ((attacker >> square & 1) == 0) {
          AddDrop(attacker, pattern, left[i], square, of_marker);
        }
      }
      for (size_t d = 0; d < best.size(); ++d) {
        best[d] = std::min(best[d], of_marker[d]);
      }
    }
    return best;
  }

  void AddDrop(Set attacker, const Pattern& pattern, char marker_class,
               int square, std::vector<uint8_t>& plies) const {
    const Set after = attacker | Set{1} << square;
    const size_t rank = game_.sets[next_.attackers].Rank(after);
    const auto& [number, symmetry] = game_.orbits[next_.attackers][rank];
    const Pattern image =
        ImageOfPattern(game_.scoring.symmetries()[symmetry], after,
                       With(pattern, after, square, marker_class));
    const uint8_t* const values = next_.row(number * next_patterns_.size() +
                                            next_patterns_.IndexOf(image));
    const uint32_t* const images =
        game_.images[symmetry][next_.defenders].data();
    const bool completes = game_.is_goal[next_.attackers][rank] != 0;
    // A success in 0 plies.
    const uint8_t completed =
        completes && game_.scoring.Succeeds(marker_class, after, square)
            ? 0
            : kNever;
    for (size_t d = 0; d < plies.size(); ++d) {
      if ((defenders_[d] >> square & 1) != 0) continue;
      const uint8_t candidate =
          completes ? completed : PliesOf(values[images[d]]);
      plies[d] = letter_ == 'S' ? std::min(plies[d], candidate)
                                : std::max(plies[d], candidate);
    }
  }

  // The same for a drop of the defender.
  std::vector<uint8_t> AfterDefender(
      Set attacker, size_t row,
      const std::vector<std::vector<uint32_t>>& larger) const {
    const bool defender_picks = letter_ == 'S';
    std::vector<uint8_t> plies(defenders_.size(), defender_picks ? 0 : kNever);
    const uint8_t* const values = next_.row(row);
    const std::vector<uint8_t>& is_goal = game_.is_goal[next_.defenders];
    for (int square = 0; square < game_.board.squares(); ++square) {
      if ((attacker >> square & 1) != 0) continue;
      for (size_t d = 0; d < plies.size(); ++d) {
        const uint32_t rank = larger[square][d];
        if (rank == kOverlap) continue;
        const uint8_t candidate =
            is_goal[rank] != 0 ? kNever : PliesOf(values[rank]);
        plies[d] = defender_picks ? std::max(plies[d], candidate)
                                  : std::min(plies[d], candidate);
      }
    }
    return plies;
  }

  const Game& game_;
  const Pattern& classes_;
  const bool attacker_moves_;
  const char letter_;
  const Values& next_;
  const Patterns patterns_;
  const Patterns next_patterns_;
  const Subsets& defenders_;
};

// ---- The table ----

absl::Status WriteSection(const Game& game, int threshold, int placed,
                          const std::string& drops, bool attacker_moves,
                          const Values& values, proto::TableWriter& writer) {
  const Subsets& attackers = game.sets[values.attackers];
  const Subsets& defenders = game.sets[values.defenders];
  const std::vector<uint8_t>& is_goal = game.is_goal[values.defenders];
  const auto& canonical = game.canonical[values.attackers];
  const size_t rows = values.values.size() / values.columns;
  const size_t patterns = rows / canonical.size();
  const uint64_t columns =
      Binomial(game.board.squares() - values.attackers, values.defenders);
  writer.SetThreshold(threshold, attacker_moves);
  return writer.WriteSection(
      placed, drops, rows * columns,
      [&](uint64_t first, absl::Span<uint8_t> out) {
        size_t done = 0;
        for (size_t row = first / columns; done < out.size(); ++row) {
          const Set attacker = attackers[canonical[row / patterns]];
          const bool over = game.board.IsGoal(attacker);
          size_t skip = done == 0 ? first % columns : 0;
          for (size_t d = 0; d < values.columns && done < out.size(); ++d) {
            if ((defenders[d] & attacker) != 0 || skip-- > 0) continue;
            skip = 0;
            out[done++] =
                over || is_goal[d] != 0 ? kGameOver : values.row(row)[d];
          }
        }
      });
}

}  // namespace

absl::Status SolveScored(const Rules& rules, const std::string& table_path,
                         base::Progress& progress) {
  ASSIGN_OR_RETURN(
      const std::unique_ptr<proto::TableWriter> writer,
      proto::TableWriter::Create(table_path, rules, "solver_a", 1));
  const Game game(rules);
  for (int t = 1; t <= game.scoring.largest_score(); ++t) {
    progress.StartPhase("levels");
    const Pattern classes = game.scoring.Classes(t);
    // By letters of the drops to come: the values of the defender and of the
    // attacker to move.
    std::map<std::string, std::array<Values, 2>> next;
    {
      ThresholdMovePhase move_phase(game, t);
      ASSIGN_OR_RETURN(auto solved, move_phase.Solve([&](int plies) {
        progress.Update(0, absl::StrCat("threshold ", t, ", level ", plies));
      }));
      next.emplace("", std::move(solved));
    }
    progress.StartPhase("drop phase, writing");
    for (int placed = 2 * game.board.pieces(); placed >= 0; --placed) {
      if (placed < 2 * game.board.pieces()) {
        std::map<std::string, std::array<Values, 2>> sections;
        for (const std::string& drops : DropsToCome(rules, placed)) {
          const auto& after = next.at(drops.substr(placed % 2));
          const auto solve = [&](bool attacker_moves) {
            return DropSection(game, classes, placed, attacker_moves, drops[0],
                               after[!attacker_moves])
                .Solve();
          };
          sections.emplace(drops, std::array{solve(false), solve(true)});
        }
        next = std::move(sections);
      }
      for (const auto& [drops, values] : next) {
        for (const bool attacker_moves : {true, false}) {
          RETURN_IF_ERROR(WriteSection(game, t, placed, drops, attacker_moves,
                                       values[attacker_moves], *writer));
        }
      }
    }
  }
  return writer->Finish();
}

double CountScoredPositions(const Rules& rules) {
  const Game game(rules);
  double positions = 0;
  for (int t = 1; t <= game.scoring.largest_score(); ++t) {
    const Pattern classes = game.scoring.Classes(t);
    for (int placed = 2 * game.board.pieces(); placed >= 0; --placed) {
      for (const int attackers : {placed / 2, (placed + 1) / 2}) {
        positions +=
            static_cast<double>(DropsToCome(rules, placed).size()) *
            game.canonical[attackers].size() *
            Patterns(classes, attackers).size() *
            Binomial(game.board.squares() - attackers, placed - attackers);
      }
    }
  }
  return positions;
}

uint64_t EstimateScoredBytes(const Rules& rules) {
  const Game game(rules);
  uint64_t most_patterns = 0;
  for (int t = 1; t <= game.scoring.largest_score(); ++t) {
    most_patterns = std::max<uint64_t>(
        most_patterns,
        Patterns(game.scoring.Classes(t), game.board.pieces()).size());
  }
  const uint64_t sets = game.sets.back().size();
  // Three matrices of bits, two of values, and the packed tiles of a level.
  const uint64_t matrix =
      Panels(sets) * Panels(sets * most_patterns) * sizeof(Tile);
  const uint64_t values = game.canonical.back().size() * most_patterns * sets;
  return 40'000'000 + 4 * matrix + 2 * values;
}

}  // namespace teeko::solver_a
