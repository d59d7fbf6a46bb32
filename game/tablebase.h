// The answers: what any position of a solved game is worth, and how to go on.
//
//   #include "teeko/game/tablebase.h"
//   using namespace teeko;
//
//   // What `./bazelw run //:pipeline -- --rules=advanced` has made.
//   absl::StatusOr<Tablebase> advanced = Tablebase::Open("out", "advanced");
//   if (!advanced.ok()) …  // its message says what to do
//
//   // The empty board: "Black in 13", by dropping on the centre.
//   const Position start = advanced->game().Start();
//   const std::vector<Successor> best = *advanced->BestMoves(start);
//   std::cout << ToString(*advanced->Probe(start)) << ": "
//             << ToString(best[0].move);
//
//   // In another style, the opponent picks squares (docs/rules.md §2): "Draw".
//   std::cout << ToString(*advanced->Probe(advanced->game().Start("AASS")));
//
//   // A position of one's own, all pieces placed, and how to play it.
//   const Position problem = {.black = SquaresOf({14, 18, 19, 24}),
//                             .red = SquaresOf({13, 15, 17, 23}),
//                             .to_move = Colour::kRed};
//   const std::vector<Successor> line = *advanced->PrincipalLine(problem);
//   for (const Successor& s : line) {
//     std::cout << ToString(s.move) << " " << ToString(s.value) << "\n"
//               << advanced->game().Draw(s.position);
//   }
//
// (Give what `*` yields a name before a range-for, as here: the StatusOr would
// be gone by then.)
// README.md has an example that is compiled and run.

#ifndef TEEKO_GAME_TABLEBASE_H_
#define TEEKO_GAME_TABLEBASE_H_

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

// A move, and what comes of it.
struct Successor {
  Move move;
  Position position;  // after the move
  Value value;        // of that position
};

// The table of one game.  Opening takes a few milliseconds; a probe
// about a microsecond, or about a tenth of a millisecond where the table is
// touched for the first time (65,536 neighbouring positions are unpacked then).
//
// Const methods are thread-safe.  All of them return InvalidArgument for a
// position that Game::Check refuses, and DataLoss if the table has been damaged
// since it was opened.
class Tablebase {
 public:
  // Opens FOLDER/NAME/solver_a.table if FOLDER/NAME/manifest.textproto, the
  // verifier's, has the digest of each of its sections; FailedPrecondition if
  // there is no such manifest or table, or they do not agree.  Other errors
  // are TableReader's.
  static absl::StatusOr<Tablebase> Open(absl::string_view folder,
                                        absl::string_view name = "standard");

  // Answers from an accepted table that is open already.
  explicit Tablebase(std::shared_ptr<const proto::TableReader> table);

  // Of a table that is in memory, say.  `sections` are those of Game::sections
  // for these rules, and unpack what lasts as long as `source`.
  Tablebase(const Rules& rules, std::vector<proto::SectionValues> sections,
            std::shared_ptr<const void> source);

  Tablebase(Tablebase&&);
  Tablebase& operator=(Tablebase&&);
  ~Tablebase();

  const Game& game() const { return *game_; }
  const Rules& rules() const { return game_->rules(); }

  // What the position is worth.  A centre ban leaves out the banned first
  // drops; everything else is as the table has it.
  absl::StatusOr<Value> Probe(const Position& position) const;

  // Every move, none if the game is over: the best first for whoever picks it
  // (Game::Chooser), equal ones in the order of Game::Moves.
  absl::StatusOr<std::vector<Successor>> Successors(
      const Position& position) const;

  // Those that are as good as the first.
  absl::StatusOr<std::vector<Successor>> BestMoves(
      const Position& position) const;

  // The first best move again and again: to the end of the game or, in a draw,
  // until a position comes again (that one is the last in the line).
  absl::StatusOr<std::vector<Successor>> PrincipalLine(
      const Position& position) const;

  // All values of a section of Game::sections, unpacked, as docs/formats.md has
  // them; they last as long as this.
  absl::StatusOr<absl::Span<const uint8_t>> Payload(int section) const;
  // Bytes that a value takes there, 1 or 2.
  int value_bytes() const;

 private:
  // The value in the table of a position that passes Game::Check.
  absl::StatusOr<Value> Lookup(const Position& position) const;

  std::unique_ptr<Game> game_;
  std::shared_ptr<const void> source_;  // of sections_
  std::vector<proto::SectionValues>
      sections_;  // unpacked as they are asked for
};

}  // namespace teeko

#endif  // TEEKO_GAME_TABLEBASE_H_
