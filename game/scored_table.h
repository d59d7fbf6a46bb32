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

// A score for the side to move.
struct Score {
  int points = 0;
  // If `points` is not 0: the plies in which the winner reaches at least these
  // points, if the loser delays it.
  int plies = 0;

  friend bool operator==(const Score&, const Score&) = default;
};

// True if a score is better for the side to move: more points, or as many in a
// faster win or a slower loss.
bool Prefers(Score a, Score b);

// A move with the pips of its marker.
struct ScoredMove {
  Move move;
  int pips;
  Score score;      // after the move, for the side that moved
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

  // Returns the score of a position.  InvalidArgument if the last move has
  // completed a goal, because the score then depends on that move.
  absl::StatusOr<Score> Probe(const Position& position, const Pips& pips) const;

  // Returns all moves, in the drop phase with each marker that is left.  The
  // best moves for the side to move come first; equal moves are in the order of
  // the pips and of Game::Moves.
  absl::StatusOr<std::vector<ScoredMove>> Moves(const Position& position,
                                                const Pips& pips) const;

 private:
  explicit ScoredTable(proto::TableReader table);

  // Returns the pips that a side can still drop, ascending.
  std::vector<int> Left(Squares side, const Pips& pips) const;
  absl::StatusOr<Score> Lookup(const Position& position,
                               const Pips& pips) const;
  absl::StatusOr<int> Value(int threshold, const Position& position,
                            const Pips& pips, bool attacker_moves) const;

  proto::TableReader table_;
  Game game_;
  kernel::ScoredGame scored_;
  // By number of squares: the attacker's sets of which the table has rows.
  std::vector<std::vector<kernel::Set>> rows_;
};

// Returns the scores of the best moves with each marker, by its pips.  If the
// opponent picks the squares of drops, these are the worst moves.  `moves` come
// from ScoredTable::Moves.
std::map<int, Score> ScoresOfMarkers(const std::vector<ScoredMove>& moves,
                                     bool opponent_picks);

}  // namespace teeko

#endif  // TEEKO_GAME_SCORED_TABLE_H_
