// A table that all processes write together.
//
// A process has the rows of some panels.  The part of a chunk that lies in
// these, a piece, it fills and packs by itself, and sends it to process 0:
//
//     chunks   ├───────0───────┼───────1───────┼───────2───────┤
//     rows     ├── of process 0 ───┼────── of process 1 ───────┼─ …
//     pieces   ├───────────────┼───┼───────────┼───────────────┤
//
// That keeps them on its disk until it has all of a section.  Then it takes
// them in the order of the file, some chunks at a time, takes the digest, and
// writes. A piece that is a whole chunk is written as it came.

#ifndef TEEKO_SOLVER_A_SHARED_WRITER_H_
#define TEEKO_SOLVER_A_SHARED_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/random_access_file.h"
#include "proto/table_writer.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::solver_a {

class SharedWriter {
 public:
  // On process 0 `progress` is told of positions that are written.
  SharedWriter(const Rules& rules, bool reduced, int value_bytes,
               base::Processes& processes, base::Progress& progress)
      : rules_(rules),
        reduced_(reduced),
        value_bytes_(value_bytes),
        processes_(processes),
        progress_(progress) {}

  // At first: to write to `path`; `beside` is where a temporary file is.
  absl::Status Open(const std::string& path, const std::string& beside);

  // Sets out[first … end - 1] to the values of a mover's set, of value_bytes
  // each, with these opponents.  It may spoil the rest of out[0 … n + 63] of a
  // row of n.
  using FillRow = absl::FunctionRef<void(size_t row, uint64_t first,
                                         uint64_t end, void* out)>;

  // For all processes together.  Asks for rows of this process's panels, mostly
  // in ascending order, and for some more than once, on oneTBB threads.
  absl::Status WriteSection(int placed, absl::string_view drops,
                            FillRow fill_row);

  // Puts the table in its place, on process 0.
  absl::Status Finish();

 private:
  // Of positions that are stored.
  struct Piece {
    uint64_t first;
    uint64_t count;
    size_t owner;
    // Where process 0 has it, a block.
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  // Writes the chunks that these make, on process 0.
  absl::Status AddChunks(absl::Span<const Piece> pieces);

  const Rules& rules_;
  const bool reduced_;
  const uint64_t value_bytes_;
  base::Processes& processes_;
  base::Progress& progress_;
  // On process 0.
  std::unique_ptr<proto::TableWriter> table_;
  // Of this section, if there are several processes.
  std::unique_ptr<base::RandomAccessFile> packed_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SHARED_WRITER_H_
