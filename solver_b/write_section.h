// A section whose rows several ranks have, into a table.

#ifndef TEEKO_SOLVER_B_WRITE_SECTION_H_
#define TEEKO_SOLVER_B_WRITE_SECTION_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "proto/table_writer.h"
#include "solver_b/batches.h"
#include "solver_b/solver.h"
#include "solver_b/space.h"

namespace teeko::solver_b {

// Writes a section, of which each rank has its rows.  All ranks call this;
// `writer` is rank 0's, and null elsewhere.  Some chunks at a time go through
// two rounds, packed on their way:
//
//     each rank                rank i mod N              rank 0
//     its positions     ──>    all positions      ──>    writes chunk i
//     of chunk i               of chunk i
//
// Calls on_progress(positions) now and then, from any thread.  Aborted if the
// run has failed, otherwise errors of `writer`.
absl::Status WriteSection(const SectionIndex& index,
                          const SolvedSection& section, Batches& batches,
                          TableWriter* writer,
                          absl::FunctionRef<void(uint64_t)> on_progress,
                          int chunks_at_once = 64);

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_WRITE_SECTION_H_
