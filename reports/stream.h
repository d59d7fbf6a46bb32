// Answers many positions: prints one line of JSON for each line of the input.

#ifndef TEEKO_REPORTS_STREAM_H_
#define TEEKO_REPORTS_STREAM_H_

#include <cstddef>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "game/tablebase.h"

namespace teeko::reports {

// A line of the input must have fewer bytes than this.
inline constexpr size_t kMaxLineBytes = 64 << 10;

struct StreamOptions {
  Position start = {};          // as in SetUp (game/notation.h)
  bool moves = false;           // add every move, the best first
  bool principal_line = false;  // add a line of best play
};

// Reads positions from the descriptor `in`, one per line.  Writes a LineAnswer
// (answers.proto) for each line to `out`, in order.  Lines end in LF, CRLF or
// CR; corpus/README.md specifies the positions.  If a line cannot be answered,
// its LineAnswer has an error.  Answers all complete lines before it waits for
// more input.  Memory does not grow with the input.  Runs on oneTBB threads.
//
// Returns InvalidArgument after the last line if some lines could not be
// answered or state a wrong value; the message has their numbers.  Stops early
// in three cases: with the error of the read if `in` cannot be read; with
// DataLoss if the table is damaged or `out` cannot be written; and with
// ExitWith(1) if the reader of `out` has closed it.
absl::Status AnswerStream(const Tablebase& tablebase,
                          const StreamOptions& options, int in,
                          std::ostream& out);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_STREAM_H_
