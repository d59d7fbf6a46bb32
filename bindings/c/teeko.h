// What every position of a solved game of Teeko is worth, and how to go on: the
// C interface.
//
//   teeko_tablebase* advanced;
//   if (teeko_solve("rows: 5 columns: 5 pieces: 4 ...", &advanced) < 0) {
//     puts(teeko_error());
//   }
//   teeko_position start = {0};
//   teeko_value value;
//   teeko_probe(advanced, &start, &value);  // TEEKO_BLACK in 13 plies
//   teeko_close(advanced);
//
// README.md has a whole program.  What can fail returns an int: 0 or more if it
// succeeds, one of TEEKO_INVALID, ... (all below 0) if it does not; teeko_error
// has the words then, and what the results point to is as it was.
//
// All functions may be called from many threads at once, for one tablebase,
// too; only teeko_close must come after all others have returned.  A process
// made by fork() can go on using the tablebases of its parent.

#ifndef TEEKO_BINDINGS_C_TEEKO_H_
#define TEEKO_BINDINGS_C_TEEKO_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Errors ----

enum {
  TEEKO_INVALID = -1,      // an argument is not what it has to be
  TEEKO_UNAVAILABLE = -2,  // there is no table that the verifier has accepted
  TEEKO_DAMAGED = -3,      // a file is not what it was
  TEEKO_NO_MEMORY = -4,    // it does not fit
  TEEKO_FAILED = -5        // anything else
};

// Why the last call of this thread that failed did so.  Lasts until the
// thread's next call that fails.
const char* teeko_error(void);

// "0.1.0", for instance.
const char* teeko_version(void);

// ---- Positions, moves, values ----

enum { TEEKO_BLACK = 0, TEEKO_RED = 1, TEEKO_NOBODY = 2 };

// Squares are numbered from 1, row by row from the upper left.  In a set, bit i
// stands for square i + 1:
//
//      1  2  3  4  5
//      6  7  8  9 10      {1, 2, 7} is 0b1000011
//     11 12 13 14 15
//
// All zero is the empty board in Standard style.
typedef struct {
  uint64_t black;  // pieces, as sets
  uint64_t red;
  // Who picks the square of a player's drop k + 1: bit k is 0 for the owner of
  // the piece (S), 1 for the opponent (A).  Of no importance once all pieces
  // are placed.
  uint32_t style;
  // TEEKO_BLACK or TEEKO_RED; as long as there are drops to come, the owner of
  // the piece to be dropped next.
  int32_t to_move;
  // 1: the first drop may not go where the rules ban it; else 0.
  int32_t centre_ban;
} teeko_position;

typedef struct {
  int32_t from;  // a square, or 0: the piece is dropped
  int32_t to;
} teeko_move;

// What a position is worth if both sides play as well as can be, the winner as
// fast and the loser as slow as possible.
typedef struct {
  int32_t winner;  // TEEKO_BLACK, TEEKO_RED, or TEEKO_NOBODY: a draw
  int32_t plies;   // to the end, up to 65,533; 0 for draws and finished games
} teeko_value;

typedef struct {
  teeko_move move;
  teeko_value value;        // of the position after the move
  teeko_position position;  // which is this
} teeko_successor;

// ---- A solved game ----

typedef struct teeko_tablebase teeko_tablebase;

// Opens FOLDER/NAME/, which ./bazelw run //:pipeline -- --out=FOLDER
// --rules=NAME has left, within milliseconds.  TEEKO_UNAVAILABLE,
// TEEKO_DAMAGED.
int teeko_open(const char* folder, const char* name,
               teeko_tablebase** tablebase);

// Solves a game in memory, on all processors: a second or two, 35 MB, and up to
// 119 MB more as questions are asked, for Teeko on 5x5.  `rules` is the text of
// a rules file (proto/rules.proto; corpus/rules/ has some).  What comes of it
// is what the verifier accepts of such rules, but here nothing verifies it.
// TEEKO_INVALID, TEEKO_NO_MEMORY, or TEEKO_FAILED if some game is longer than
// tables hold.
int teeko_solve(const char* rules, teeko_tablebase** tablebase);

// NULL does nothing.
void teeko_close(teeko_tablebase* tablebase);

// The words of the rules.  Strings last until teeko_close.
typedef struct {
  const char* name;
  const char* rules;  // as teeko_solve takes them
  int32_t rows;       // 1 to 64, as columns and their product are
  int32_t columns;
  int32_t pieces;    // of a side, 2 to 32
  int32_t sections;  // of the table, see below
} teeko_game;
int teeko_get_game(const teeko_tablebase* tablebase, teeko_game* game);

// The bits of a style that these rules have, given by its letters or Scarne's
// name ("AASS", "two-move alternate").  TEEKO_INVALID lists what there is.
int teeko_find_style(const teeko_tablebase* tablebase, const char* name,
                     uint32_t* style);

// TEEKO_INVALID if no game can come to the position; so do all below that take
// one, and TEEKO_DAMAGED if they read a file that is.
int teeko_check(const teeko_tablebase* tablebase,
                const teeko_position* position);

// A microsecond; a tenth of a millisecond where the table is touched for the
// first time.
int teeko_probe(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_value* value);

// Writes the value of positions[i] to values[i] for each i below `count`.  Uses
// as many threads as there are processors if there are thousands of positions:
// a million take half a second of processor time.  On failure teeko_error
// begins with "position I: ", where I is the index of the first position that
// fails, and `values` has some of the values.
int teeko_probe_many(const teeko_tablebase* tablebase,
                     const teeko_position* positions, size_t count,
                     teeko_value* values);

// The position after a move, which TEEKO_INVALID says is not possible.
int teeko_play(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_move move, teeko_position* after);

// Writes the moves, of which there may be `capacity`, and returns how many
// there are, none if the game is over: the best first for whoever picks it,
// equal ones in the order of the letter's lists (game/game.h).  TEEKO_MAX_MOVES
// is always enough.
enum { TEEKO_MAX_MOVES = 256 };
int teeko_moves(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_successor* moves,
                int capacity);

// Writes the first best move again and again: to the end of the game or, in a
// draw, until a position comes again.  Returns how many there are; only
// `capacity` of them are written.
int teeko_line(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_successor* line, int capacity);

// ---- Problems and games as text ----

// The notation is that of corpus/README.md.  Texts have a length, in bytes, and
// need no NUL at their end; what is returned is valid UTF-8.

enum {
  TEEKO_REFUSED = 0,   // a part of the text that is no item
  TEEKO_GAME = 1,      // moves from `start`
  TEEKO_PROBLEM = 2,   // a position of its own, with moves or without
  TEEKO_COMMENTS = 3,  // what stands behind the last item
};
enum { TEEKO_UNSTATED = 0, TEEKO_WIN = 1, TEEKO_DRAW = 2, TEEKO_LOSE = 3 };

typedef struct {
  teeko_move move;
  int32_t line;  // of the text, from 1
} teeko_ply;

typedef struct {
  const char* text;  // from # on, followed by NUL; may have NULs in it
  size_t length;     // in bytes
  int32_t before;    // the move that it stands before, from 0; -1: the item
} teeko_comment;

typedef struct {
  int32_t kind;          // TEEKO_REFUSED, ...
  int32_t line;          // of its first word, or of the error
  const char* error;     // of TEEKO_REFUSED; else NULL
  teeko_position start;  // of games and problems
  int32_t stated;        // what the side to move can do: TEEKO_UNSTATED, ...
  int32_t stated_plies;  // that it is said to take; -1: unsaid
  const teeko_ply* plies;
  int32_t ply_count;
  const teeko_comment* comments;  // in the order of the text
  int32_t comment_count;
} teeko_item;

typedef struct teeko_items teeko_items;

// Reads all items of a text in time and memory that are linear in its length.
// Returns their number.  `start`, an empty board, has the style and the centre
// ban of items that do not say theirs; NULL: Standard style, no ban.  The start
// of an item is a position that passes teeko_check; whether its moves are
// possible, teeko_play says.  teeko_free_items frees the items.
int teeko_read(const teeko_tablebase* tablebase, const char* text,
               size_t length, const teeko_position* start, teeko_items** items);

// Item 0, 1, ...; what it points to lasts until teeko_free_items.
int teeko_get_item(const teeko_items* items, int index, teeko_item* item);

// NULL does nothing.
void teeko_free_items(teeko_items* items);

// Reads a position alone, in any form: on one line, in words or as a diagram.
// `start` is as in teeko_read.  TEEKO_INVALID.
int teeko_read_position(const teeko_tablebase* tablebase, const char* text,
                        size_t length, const teeko_position* start,
                        teeko_position* position);

// Writes a position on one line that all readers read, "5/5/2b2/5/5 r AASS",
// and a NUL; cuts off what `capacity` bytes do not hold.  Returns the length in
// bytes, without the NUL.  TEEKO_MAX_LINE bytes are always enough.
enum { TEEKO_MAX_LINE = 256 };
int teeko_write_position(const teeko_tablebase* tablebase,
                         const teeko_position* position, char* text,
                         size_t capacity);

// Reads one move, "13", "15-9", "c3" or "B13", on a board of so many rows and
// columns.  TEEKO_INVALID.
int teeko_read_move(const char* text, size_t length, int rows, int columns,
                    teeko_move* move);

// ---- The table itself ----

// docs/formats.md says in what order sections list positions, and how a value
// is written: 0 for a draw, n + 1 for what is decided in n plies, all bits for
// positions that cannot arise.
typedef struct {
  int32_t placed;       // pieces on the board
  int32_t value_bytes;  // 1, or 2 (little-endian)
  const char* drops;    // letters of the drops to come; lasts as the tablebase
  uint64_t positions;
  const void* values;  // value_bytes x positions bytes, which last as long
} teeko_section;

// Section 0, ..., sections - 1; unpacks all of its values.
int teeko_get_section(const teeko_tablebase* tablebase, int section,
                      teeko_section* out);

// Where the table has a position: its section, and which of it.
int teeko_place(const teeko_tablebase* tablebase,
                const teeko_position* position, int32_t* section,
                uint64_t* index);

// And back, in the first of the rules' styles that have these drops to come.
// `to_move` counts once all pieces are placed; before, their number says it.
// The position may be one that cannot arise.
int teeko_position_at(const teeko_tablebase* tablebase, int section,
                      uint64_t index, int to_move, teeko_position* position);

#ifdef __cplusplus
}
#endif

#endif  // TEEKO_BINDINGS_C_TEEKO_H_
