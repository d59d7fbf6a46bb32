// The C interface of the tablebase: the values of all positions of a solved
// game of Teeko, and of the moves in each position.
//
//   teeko_tablebase* advanced;
//   if (teeko_solve("rows: 5 columns: 5 pieces: 4 ...", &advanced) < 0) {
//     puts(teeko_error());
//     return 1;
//   }
//   teeko_position start = {0};
//   teeko_value value;
//   teeko_probe(advanced, &start, &value);  // TEEKO_BLACK in 13 plies
//   teeko_close(advanced);
//
// README.md has a complete program.  Functions that can fail return an int: 0
// or more on success, or one of TEEKO_INVALID, ... (all below 0) on failure.
// After a failure, teeko_error returns the message, and the results are
// unchanged (except those of teeko_probe_many).
//
// All functions are thread-safe, even if threads use the same tablebase.  But
// call teeko_close only after all other calls for its tablebase have returned.
// A process made by fork() can use the tablebases of its parent.

#ifndef TEEKO_BINDINGS_C_TEEKO_H_
#define TEEKO_BINDINGS_C_TEEKO_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Errors ----

enum {
  TEEKO_INVALID = -1,      // an argument is not valid
  TEEKO_UNAVAILABLE = -2,  // there is no table that the verifier has accepted
  TEEKO_DAMAGED = -3,      // a file is damaged: checksum mismatch
  TEEKO_NO_MEMORY = -4,    // there is not enough memory
  TEEKO_FAILED = -5        // any other error
};

// Returns the message of the last call on this thread that failed.  The string
// is valid until the next call on this thread that fails.
const char* teeko_error(void);

// Returns the version of the library, such as "0.1.0".
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
// A structure of zeros is the empty board in Standard style.
typedef struct {
  uint64_t black;  // sets of squares
  uint64_t red;
  // Bit k is for drop k + 1 of each side: 0 if the owner of the piece chooses
  // the square (S), 1 if the opponent does (A).  The style has no effect when
  // all pieces are placed.
  uint32_t style;
  // TEEKO_BLACK or TEEKO_RED. In the drop phase, the owner of the next piece.
  int32_t to_move;
  // 1 if the first drop may not go to a banned square of the rules, else 0.
  int32_t centre_ban;
} teeko_position;

typedef struct {
  int32_t from;  // a square; 0 for a drop
  int32_t to;
} teeko_move;

// The value of a position under perfect play: the winner wins as fast as
// possible, and the loser holds out as long as possible.
typedef struct {
  int32_t winner;  // TEEKO_BLACK, TEEKO_RED, or TEEKO_NOBODY for a draw
  int32_t plies;   // to the end, up to 65,533; 0 for draws and finished games
} teeko_value;

typedef struct {
  teeko_move move;
  teeko_value value;        // of `position`
  teeko_position position;  // after the move
} teeko_successor;

// ---- A solved game ----

typedef struct teeko_tablebase teeko_tablebase;

// Opens the table in FOLDER/NAME/ that ./bazelw run //:pipeline -- --out=FOLDER
// --rules=NAME has made.  Takes milliseconds.  If the rules have scoring,
// positions have scores ("Scored games" below) and no values.  Errors:
// TEEKO_UNAVAILABLE, TEEKO_DAMAGED.
int teeko_open(const char* folder, const char* name,
               teeko_tablebase** tablebase);

// Solves a game in memory on all processors.  Teeko on 5x5 takes a second or
// two and 35 MB, and up to 119 MB more as positions are probed.  `rules` is the
// text of a rules file (proto/rules.proto; corpus/rules/ has examples).  The
// table has the same values as the table that the pipeline makes, but nothing
// verifies it.  Errors: TEEKO_INVALID; TEEKO_NO_MEMORY; TEEKO_FAILED if a win
// or loss takes more plies than a table can hold.
int teeko_solve(const char* rules, teeko_tablebase** tablebase);

// Does the same, and returns TEEKO_FAILED soon after another thread or a signal
// handler has set *stop to a number other than 0.
int teeko_solve_until(const char* rules, int32_t* stop,
                      teeko_tablebase** tablebase);

// Frees a tablebase.  NULL is allowed.
void teeko_close(teeko_tablebase* tablebase);

// The rules of a game.  The strings are valid until teeko_close.
typedef struct {
  const char* name;
  const char* rules;  // the text of a rules file, for teeko_solve
  int32_t rows;       // 1 to 64; rows x columns is at most 64
  int32_t columns;
  int32_t pieces;    // of each side, 2 to 32
  int32_t sections;  // number of sections of the table, see below
} teeko_game;
// Writes the rules of the game to `game`.
int teeko_get_game(const teeko_tablebase* tablebase, teeko_game* game);

// Writes the bits of a style of these rules.  `name` is the letters of the
// style or Scarne's name for it ("AASS", "two-move alternate").  The message of
// TEEKO_INVALID lists the styles.
int teeko_find_style(const teeko_tablebase* tablebase, const char* name,
                     uint32_t* style);

// Returns TEEKO_INVALID if no game can reach this position.  All functions
// below that take a tablebase and a position check the position in the same
// way.  They return TEEKO_DAMAGED if the file that they read is damaged.
int teeko_check(const teeko_tablebase* tablebase,
                const teeko_position* position);

// Writes the value of a position.  Takes a microsecond, or a tenth of a
// millisecond for the first probe of a chunk of the table.
int teeko_probe(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_value* value);

// Writes the value of positions[i] to values[i] for each i below `count`.
// If there are thousands of positions, uses as many threads as processors; a
// million positions take half a second of processor time.  On failure,
// teeko_error begins with "position I: ", where I is the index of the first
// position that fails, and `values` has some of the values.
int teeko_probe_many(const teeko_tablebase* tablebase,
                     const teeko_position* positions, size_t count,
                     teeko_value* values);

// Writes the position after a move.  TEEKO_INVALID if the move is not possible.
int teeko_play(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_move move, teeko_position* after);

// Writes all moves, but at most `capacity`, and returns the number of all
// moves; 0 if the game is over.  The best moves for the side that chooses come
// first.  Moves with equal values are in the order of game/game.h.  A capacity
// of TEEKO_MAX_MOVES is always enough.
enum { TEEKO_MAX_MOVES = 256 };
int teeko_moves(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_successor* moves,
                int capacity);

// Plays the first best move repeatedly, and writes the moves, but at most
// `capacity`.  The line ends when the game is over or, in a draw, when a
// position is repeated.  Returns the number of moves of the line.
int teeko_line(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_successor* line, int capacity);

// ---- Problems and games as text ----

// The notation is described in corpus/README.md.  Texts have a length in bytes
// and need no NUL at their end.  Returned texts are valid UTF-8.

enum {
  // A part of the text that cannot be read.  After 1,000 refused parts, one
  // last item stands for all others.
  TEEKO_REFUSED = 0,
  TEEKO_GAME = 1,      // moves from the argument `start` of teeko_read
  TEEKO_PROBLEM = 2,   // a first position of its own; may have moves
  TEEKO_COMMENTS = 3,  // the comments at the end of the text
};
enum { TEEKO_UNSTATED = 0, TEEKO_WIN = 1, TEEKO_DRAW = 2, TEEKO_LOSE = 3 };

typedef struct {
  teeko_move move;
  int32_t line;  // of the text, counted from 1
  int32_t pips;  // of the marker that is dropped; 0 if the text states none
} teeko_ply;

// The pips of the markers on the board: of[square - 1], 0 without a marker.
typedef struct {
  uint8_t of[64];
} teeko_pips;

typedef struct {
  const char* text;  // begins with #, ends in NUL; may contain NULs
  size_t length;     // in bytes
  int32_t before;    // index of the move that follows; -1: before the item
} teeko_comment;

typedef struct {
  int32_t kind;          // TEEKO_REFUSED, ...
  int32_t line;          // of the first word, or of the error
  const char* error;     // the reason if TEEKO_REFUSED, else NULL
  teeko_position start;  // of games and problems
  teeko_pips pips;       // of `start`, in scored games
  int32_t stated;        // result for the side to move: TEEKO_UNSTATED, ...
  int32_t stated_plies;  // number of plies; -1 if the text states none
  const teeko_ply* plies;
  int32_t ply_count;
  const teeko_comment* comments;  // in the order of the text
  int32_t comment_count;
} teeko_item;

typedef struct teeko_items teeko_items;

// Reads all items of a text, in time and memory that are linear in its length.
// Returns the number of items.  `start` is the first position of games, usually
// an empty board.  Its style and centre ban hold for items that state none.  If
// `start` is NULL, they are Standard style and no ban.  The field `start` of
// each game and problem passes teeko_check.  teeko_read does not check moves;
// teeko_play does.  Call teeko_free_items to free the items.
int teeko_read(const teeko_tablebase* tablebase, const char* text,
               size_t length, const teeko_position* start, teeko_items** items);

// Writes the item with this index, counted from 0.  The pointers of the item
// are valid until teeko_free_items.
int teeko_get_item(const teeko_items* items, int index, teeko_item* item);

// Frees the items.  NULL is allowed.
void teeko_free_items(teeko_items* items);

// Reads a single position in any form: on one line, in words, or as a diagram.
// `start` is as in teeko_read.  Error: TEEKO_INVALID.
int teeko_read_position(const teeko_tablebase* tablebase, const char* text,
                        size_t length, const teeko_position* start,
                        teeko_position* position);

// Writes a position on one line, "5/5/2b2/5/5 r AASS", and a NUL.  All
// functions that read positions accept it.  Writes at most `capacity` bytes: a
// longer text is truncated and still ends with the NUL.  Returns the full
// length in bytes, without the NUL.  A capacity of TEEKO_MAX_LINE is always
// enough.
enum { TEEKO_MAX_LINE = 256 };
int teeko_write_position(const teeko_tablebase* tablebase,
                         const teeko_position* position, char* text,
                         size_t capacity);

// Writes an SVG picture of the pieces of `position` on a board with these rows
// and columns, and a NUL at its end.  rows x columns must be 1 to 64. Truncates
// the text as teeko_write_position does.  Returns the full length in bytes,
// without the NUL.  A capacity of TEEKO_MAX_SVG is always enough.  Error:
// TEEKO_INVALID.
enum { TEEKO_MAX_SVG = 16384 };
int teeko_draw_board(int rows, int columns, const teeko_position* position,
                     char* text, size_t capacity);

// Reads one move, "13", "15-9", "c3" or "B13", on a board with these rows and
// columns.  Error: TEEKO_INVALID.
int teeko_read_move(const char* text, size_t length, int rows, int columns,
                    teeko_move* move);

// ---- Scored games ----

// In rules with scoring, markers have pips, and a side wins points
// (docs/rules.md, section 7).  The functions of this part return TEEKO_INVALID
// for other rules, or if a side has pips that the rules do not give it.

// The score for one side under perfect play.
typedef struct {
  int32_t points;  // below 0 if the opponent scores
  // The number of plies until the side that scores has at least |points|, if it
  // plays as fast as possible and the other side delays it; 0 if points is 0.
  int32_t plies;
} teeko_score;

typedef struct {
  teeko_move move;
  int32_t pips;              // of the marker
  teeko_score score;         // for the side to move in the given position
  teeko_position position;   // after the move
  teeko_pips position_pips;  // after the move
} teeko_scored_move;

// Reads a position, in the forms of teeko_read_position, and the pips of its
// markers: "Black on 14:1; Red on; Red to move", "5/5/3b1/5/5 r SSSS pips 1".
int teeko_read_scored_position(const teeko_tablebase* tablebase,
                               const char* text, size_t length,
                               const teeko_position* start,
                               teeko_position* position, teeko_pips* pips);

// Writes the score of a position for the side to move.  TEEKO_INVALID if a side
// has a goal, because the score of a finished game depends on its last move.
int teeko_probe_score(const teeko_tablebase* tablebase,
                      const teeko_position* position, const teeko_pips* pips,
                      teeko_score* score);

// Writes at most `capacity` of the moves.  In the drop phase, there is one move
// for each square and each marker that is not yet dropped.  Returns the number
// of all moves; 0 if the game is over. The best moves for the side to move come
// first.  If the opponent picks the square, the side to move picks only the
// marker.  Then the opponent picks, of the moves with this marker, the one that
// comes last.
enum { TEEKO_MAX_SCORED_MOVES = 512 };
int teeko_scored_moves(const teeko_tablebase* tablebase,
                       const teeko_position* position, const teeko_pips* pips,
                       teeko_scored_move* moves, int capacity);

// ---- The table itself ----

// docs/formats.md specifies the order of the positions in a section, and the
// format of values: 0 for a draw, n + 1 for a win (odd n) or loss (even n) of
// the side to move in n plies, all bits set for positions that cannot arise.
typedef struct {
  int32_t placed;       // pieces on the board
  int32_t value_bytes;  // 1, or 2 (little-endian)
  const char* drops;    // letters of the drops to come
  uint64_t positions;
  const void* values;  // value_bytes x positions bytes
} teeko_section;

// Writes the section with this number, 0 to teeko_game.sections - 1, and
// unpacks all of its values.  The pointers are valid until teeko_close.
int teeko_get_section(const teeko_tablebase* tablebase, int section,
                      teeko_section* out);

// Writes where the table has a position: its section, and its index there.
int teeko_place(const teeko_tablebase* tablebase,
                const teeko_position* position, int32_t* section,
                uint64_t* index);

// Writes the position with this index in this section.  (Two positions with
// exchanged colours have the same index.)  In the drop phase, the style is the
// first style of the rules that ends with these drops to come, and the number
// of pieces determines the side to move; `to_move` matters only when all pieces
// are placed.  The position may be one that cannot arise.
int teeko_position_at(const teeko_tablebase* tablebase, int section,
                      uint64_t index, int to_move, teeko_position* position);

#ifdef __cplusplus
}
#endif

#endif  // TEEKO_BINDINGS_C_TEEKO_H_
