// Tells whether what a stage wrote is whole and was made from what it should
// be.

#ifndef TEEKO_PIPELINE_OUTPUTS_H_
#define TEEKO_PIPELINE_OUTPUTS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/manifest.pb.h"
#include "proto/rules.pb.h"
#include "proto/table.pb.h"
#include "proto/table_reader.h"

namespace teeko::pipeline {

// Opens a table that `writer` made for `rules`.  FailedPrecondition if it is
// another's or of other rules, else the errors of TableReader::Open.
absl::StatusOr<TableReader> OpenTable(const std::string& path,
                                      const Rules& rules,
                                      absl::string_view writer);

// Reads every chunk of the table, on oneTBB threads.  DataLoss names the
// section and the chunk that are damaged.
absl::Status CheckChunks(const TableReader& table);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_OUTPUTS_H_
