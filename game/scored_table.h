// Reads the scores of positions from an accepted table of scored rules
// (docs/rules.md §7).

#ifndef TEEKO_GAME_SCORED_TABLE_H_
#define TEEKO_GAME_SCORED_TABLE_H_

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "game/game.h"
#include "game/position.h"
#include "kernel/scoring.h"
#include "proto/table_reader.h"

namespace teeko {

// A score for one side: below 0 if the other side scores.
struct Score {
  int points = 0;
  // The number of plies until the side that scores has at least |points|, if it
  // plays as fast as possible and the other side delays it as long as possible.
  // 0 if `points` is 0.
  int plies = 0;

  friend bool operator==(const Score&, const Score&) = default;
};

// True if `a` is better than `b` for its side: it has more points, or equal
// points with a faster win or a slower loss.
bool Prefers(Score a, Score b);

// A move with the pips of its marker.
struct ScoredMove {
  Move move;
  int pips;
  Score score;      // after the move, for the side to move before it
  Position after;   // the position after the move
  Pips pips_after;  // and its pips
};

// Const methods are thread-safe.  They return InvalidArgument for a position
// that Check refuses, and DataLoss if the table has been damaged.
class ScoredTable {
 public:
  // Opens FOLDER/NAME/solver_a.table.  FailedPrecondition unless the verifier's
  // manifest accepts the table; InvalidArgument if the rules have no scoring.
  static absl::StatusOr<ScoredTable> Open(absl::string_view folder,
                                          absl::string_view name);

  const Game& game() const { return game_; }

  // InvalidArgument if Game::Check refuses the position, if a piece has no
  // pips, or if a side has other pips than the rules give it.
  absl::Status Check(const Position& position, const Pips& pips) const;

  // Returns the score of a position.  InvalidArgument if a side has a
  // goal, because the score then depends on the last move.
  absl::StatusOr<Score> Probe(const Position& position, const Pips& pips) const;

  // Returns all moves, in the drop phase with each marker that is left.  The
  // best moves for the side to move come first, even if the opponent chooses
  // the square; equal moves are in the order of the pips and of Game::Moves.
  absl::StatusOr<std::vector<ScoredMove>> Moves(const Position& position,
                                                const Pips& pips) const;

 private:
  explicit ScoredTable(proto::TableReader table);

  // Returns the pips that a side can still drop, ascending.
  std::vector<int> Left(Squares side, const Pips& pips) const;
  absl::StatusOr<Score> Lookup(const Position& position,
                               const Pips& pips) const;
  // Returns the table's value in a threshold game.
  absl::StatusOr<int> ThresholdValue(int threshold, const Position& position,
                                     const Pips& pips,
                                     bool attacker_moves) const;

  proto::TableReader table_;
  Game game_;
  kernel::ScoredGame scored_;
  // rows_[n]: the attacker's sets of n squares for which the table has rows.
  std::vector<std::vector<kernel::Set>> rows_;
};

// Returns a score for each marker, by its pips: the score of the best move with
// the marker for the side to move or, if the opponent picks the squares of
// drops, of the worst one.  `moves` come
// from ScoredTable::Moves.
std::map<int, Score> ScoresOfMarkers(const std::vector<ScoredMove>& moves,
                                     bool opponent_picks);

}  // namespace teeko

#endif  // TEEKO_GAME_SCORED_TABLE_H_
