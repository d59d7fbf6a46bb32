// Writes a table whose values are divided among several processes.

#ifndef TEEKO_PROTO_SHARED_TABLE_H_
#define TEEKO_PROTO_SHARED_TABLE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/processes.h"
#include "base/progress.h"
#include "proto/table_writer.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::proto {

// A table that process 0 writes.  All processes call the methods together.
// Errors come from Processes (base/processes.h) and, on process 0, from
// TableWriter.
class SharedTable {
 public:
  // Advances `progress` by the positions of each chunk.  The table is `reduced`
  // as in TableWriter::Create, unless the rules have scoring.  Works on
  // `chunks_at_once` chunks at a time.
  SharedTable(const Rules& rules, bool reduced, base::Processes& processes,
              base::Progress& progress, int chunks_at_once = 64)
      : rules_(rules),
        reduced_(reduced && !rules.has_scoring()),
        processes_(processes),
        progress_(progress),
        chunks_at_once_(chunks_at_once) {}

  // Starts a table at `path`.  Call it before the other methods.
  absl::Status Create(const std::string& path, absl::string_view writer,
                      int value_bytes);

  // As TableWriter::SetThreshold.
  void SetThreshold(int threshold, bool attacker_moves);

  // Appends a section.  fill(first, out) must set the bytes of those positions
  // from `first` on that this process has, and leave all other bytes of `out`,
  // which are 0.  It is called on oneTBB threads.  If `alone` is true, process
  // 0 has all positions, and other processes may omit the call.  Otherwise each
  // position must belong to one process.  The processes send compressed values
  // in two rounds for each `chunks_at_once` chunks:
  //
  //     each process             process i mod N           process 0
  //     its positions     ──>    all positions      ──>    writes chunk i
  //     of chunk i               of chunk i
  absl::Status WriteSection(
      int placed, absl::string_view drops, uint64_t positions,
      absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill,
      bool alone = false);

  // Completes the file.  Sets the number of sent bytes of `progress`.
  absl::Status Finish();

 private:
  absl::Status GatherChunks(
      uint64_t all,
      absl::FunctionRef<void(uint64_t first, absl::Span<uint8_t> out)> fill);

  const Rules& rules_;
  const bool reduced_;
  base::Processes& processes_;
  base::Progress& progress_;
  const int chunks_at_once_;
  int value_bytes_ = 1;
  std::unique_ptr<TableWriter> writer_;  // on process 0
};

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_SHARED_TABLE_H_
