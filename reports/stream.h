// Answers many positions: each line of the input by a line of JSON.

#ifndef TEEKO_REPORTS_STREAM_H_
#define TEEKO_REPORTS_STREAM_H_

#include <cstddef>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "game/tablebase.h"

namespace teeko::reports {

// A line of the input must be shorter than this.
inline constexpr size_t kMaxLineBytes = 64 << 10;

struct StreamOptions {
  Position start = {};          // as in SetUp (game/notation.h)
  bool moves = false;           // list every move, the best first
  bool principal_line = false;  // say how to go on
};

// Reads positions from a descriptor, one a line (corpus/README.md), whose lines
// may end in LF, CRLF or CR, and writes
// a LineAnswer (answers.proto) for each, in order; a line that has no answer
// has its error there.  Answers what has come before it waits for more.  Memory
// does not grow with the input.  Runs on oneTBB threads.
//
// InvalidArgument counts the lines that had no answer or stated what is not so.
// Other errors end it: those of reading, DataLoss if the table is damaged or
// `out` takes no more.
absl::Status AnswerStream(const Tablebase& tablebase,
                          const StreamOptions& options, int in,
                          std::ostream& out);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_STREAM_H_
