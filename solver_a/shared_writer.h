// Writes a table whose values are divided among all processes.
//
// Each process owns the rows of some panels.  A part is the values of a chunk
// that are in the rows of one process.  This process packs the part and sends
// it to process 0:
//
//     chunks   ├───────0───────┼───────1───────┼───────2───────┤
//     rows     ├── of process 0 ───┼────── of process 1 ───────┼─ …
//     parts    ├───────────────┼───┼───────────┼───────────────┤
//
// Process 0 stores the parts on its disk until a section is complete.  Then it
// reads them in file order, some chunks at a time, updates the digest and
// writes the chunks.  If a part is a whole chunk, process 0 does not pack it
// again.

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
  // Process 0 advances `progress` by the number of positions that it has
  // written.
  SharedWriter(const Rules& rules, bool reduced, int value_bytes,
               base::Processes& processes, base::Progress& progress)
      : rules_(rules),
        reduced_(reduced),
        value_bytes_(value_bytes),
        processes_(processes),
        progress_(progress),
        alone_(processes.process_count() == 1) {}

  // Starts a table at `path`.  Makes a temporary file in the directory of
  // `beside`, a path on the disk of process 0.  Call it before the other
  // methods.
  absl::Status Open(const std::string& path, const std::string& beside);

  // Sets values first … end - 1 of a row.  `out` is a buffer for the whole row
  // and 64 more values: value i has value_bytes bytes, beginning with byte
  // i · value_bytes.  May overwrite the other values of the buffer.
  using FillRow = absl::FunctionRef<void(size_t row, uint64_t first,
                                         uint64_t end, void* out)>;

  // The next sections belong to this threshold game.  Then a row has the stored
  // positions of an attacker's set with one pattern, and process 0 has all
  // rows. Only process 0 calls this method and writes the sections.
  void SetThreshold(int threshold, bool attacker_moves) {
    alone_ = true;
    attacker_moves_ = attacker_moves;
    table_->SetThreshold(threshold, attacker_moves);
  }

  // Writes a section with this number of rows, stored or not.  All processes
  // call it together.  Calls `fill_row` on oneTBB threads for the rows of this
  // process, mostly in ascending order.  Calls it more than once for some rows.
  absl::Status WriteSection(int placed, absl::string_view drops, uint64_t rows,
                            FillRow fill_row);

  // On process 0, completes the table and renames it to its path.
  absl::Status Finish();

 private:
  struct Part {
    uint64_t first;  // index of the first stored position
    uint64_t count;  // number of positions
    size_t owner;    // the process that owns the rows
    // The location of the packed part in the temporary file of process 0.
    uint64_t offset = 0;
    uint64_t bytes = 0;
  };

  // On process 0, writes the chunks that consist of these parts.
  absl::Status AddChunks(absl::Span<const Part> parts);

  const Rules& rules_;
  const bool reduced_;
  const uint64_t value_bytes_;
  base::Processes& processes_;
  base::Progress& progress_;
  bool alone_;  // true if process 0 has all rows
  bool attacker_moves_ = true;
  // Null except on process 0.
  std::unique_ptr<proto::TableWriter> table_;
  // The packed parts of this section, on process 0 of several processes.
  std::unique_ptr<base::RandomAccessFile> packed_;
};

}  // namespace teeko::solver_a

#endif  // TEEKO_SOLVER_A_SHARED_WRITER_H_
