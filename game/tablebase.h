// The tablebase: the value of any position of a solved game, and of its moves.
//
//   #include "teeko/game/tablebase.h"
//   using namespace teeko;
//
//   // The table that `./bazelw run //:pipeline -- --rules=advanced` has made.
//   absl::StatusOr<Tablebase> advanced = Tablebase::Open("out", "advanced");
//   if (!advanced.ok()) …  // the message says what to do
//
//   // The empty board: "Black in 13", by dropping on the centre.
//   const Position start = advanced->game().Start();
//   const std::vector<Successor> best = *advanced->BestMoves(start);
//   std::cout << ToString(*advanced->Probe(start)) << ": "
//             << ToString(best[0].move);
//
//   // In another style the opponent chooses squares (docs/rules.md §2).
//   // This prints "Draw".
//   std::cout << ToString(*advanced->Probe(advanced->game().Start("AASS")));
//
//   // A position with all pieces placed, and a line of best moves.
//   const Position problem = {.black = SquaresOf({14, 18, 19, 24}),
//                             .red = SquaresOf({13, 15, 17, 23}),
//                             .to_move = Colour::kRed};
//   const std::vector<Successor> line = *advanced->PrincipalLine(problem);
//   for (const Successor& s : line) {
//     std::cout << ToString(s.move) << " " << ToString(s.value) << "\n"
//               << advanced->game().Draw(s.position);
//   }
//
// (Store the result of `*` in a variable before a range-for, as above.
// Otherwise the StatusOr is destroyed before the loop begins.)  README.md has
// an example that is compiled and run.

#ifndef TEEKO_GAME_TABLEBASE_H_
#define TEEKO_GAME_TABLEBASE_H_

#include <map>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "game/game.h"
#include "game/position.h"

namespace teeko::proto {
class SectionValues;  // proto/section_values.h
class TableReader;    // proto/table_reader.h
}  // namespace teeko::proto

namespace teeko {

class ScoredTable;  // game/scored_table.h

// A move and its result.
struct Successor {
  Move move;
  Position position;  // after the move
  Value value;        // of that position
};

// The table of one game.  Opening takes a few milliseconds.  A probe takes
// about a microsecond.  The first probe of a chunk (65,536 consecutive
// positions) unpacks it, which takes about a tenth of a millisecond.
//
// Const methods are thread-safe.  They return InvalidArgument for a position
// that Game::Check refuses, and DataLoss if the table has been damaged since it
// was opened.
//
// In scored games, values have points, and positions need the pips of all
// pieces (InvalidArgument).  A probe reads up to two values for each threshold,
// and takes about ten microseconds if their chunks are unpacked.
class Tablebase {
 public:
  // Opens FOLDER/NAME/solver_a.table, the table of solver A. FailedPrecondition
  // unless the verifier's FOLDER/NAME/manifest.textproto exists and has the
  // digests of this table. Also returns the errors of proto::TableReader.
  static absl::StatusOr<Tablebase> Open(absl::string_view folder,
                                        absl::string_view name = "standard");

  // Reads from an accepted table that is already open.
  explicit Tablebase(std::shared_ptr<const proto::TableReader> table);

  // Reads from `sections`, for example from the values of a game that was
  // solved in memory; nothing is verified.  They must be the sections of
  // Game::sections for these rules, in the same order. `source` owns the data
  // that the unpackers of the sections use.
  Tablebase(const Rules& rules, std::vector<proto::SectionValues> sections,
            std::shared_ptr<const void> source);

  Tablebase(Tablebase&&);
  Tablebase& operator=(Tablebase&&);
  ~Tablebase();

  const Game& game() const { return *game_; }
  const Rules& rules() const { return game_->rules(); }

  // InvalidArgument if Game::Check refuses the position or, in scored games, if
  // a piece has no pips or a side has other pips than the rules give it.
  absl::Status Check(const Position& position) const;

  // Returns the value of a position.  With a centre ban, the value of the empty
  // board is computed from the allowed first drops only.  InvalidArgument if a
  // scored game is over, because its value depends on the last move.
  absl::StatusOr<Value> Probe(const Position& position) const;

  // Returns all moves and their results; none if the game is over.  The best
  // moves for the side that chooses (Game::Chooser) come first.  Moves with
  // equal values are in the order of Game::Moves.
  //
  // In scored games, drops come with each marker that is left.  The best moves
  // for the side to move come first, even if the opponent chooses the square;
  // equal moves are in the order of the pips and of Game::Moves.
  absl::StatusOr<std::vector<Successor>> Successors(
      const Position& position) const;

  // Returns the moves whose value is equal to the value of the best move.
  absl::StatusOr<std::vector<Successor>> BestMoves(
      const Position& position) const;

  // Plays the first best move repeatedly, and returns the moves.  The line ends
  // when the game is over or, in a draw, when a position is repeated; the
  // repeated position is the last one.
  absl::StatusOr<std::vector<Successor>> PrincipalLine(
      const Position& position) const;

  // Returns all values of a section of Game::sections, in the format of
  // docs/formats.md; not in scored games.  The span is valid as long as this
  // object exists.
  absl::StatusOr<absl::Span<const uint8_t>> Payload(int section) const;
  // Returns the number of bytes of one value in Payload: 1 or 2.
  int value_bytes() const;

 private:
  // Returns the table's value of a position that passes Check.
  absl::StatusOr<Value> Lookup(const Position& position) const;

  std::unique_ptr<Game> game_;
  std::shared_ptr<const void> source_;  // owns the data of sections_
  std::vector<proto::SectionValues> sections_;
  std::unique_ptr<const ScoredTable> scored_;  // null in other games
};

// Returns a value for each marker of a scored game, by its pips: the value of
// the best move with the marker for the side to move or, if the opponent picks
// the squares of drops, of the worst one.  `moves` come from Successors.
std::map<int, Value> ValuesOfMarkers(const Position& position,
                                     const std::vector<Successor>& moves,
                                     bool opponent_picks);

}  // namespace teeko

#endif  // TEEKO_GAME_TABLEBASE_H_
