// The time and memory of each stage, as the pipeline prints them.

#ifndef TEEKO_PIPELINE_SUMMARY_H_
#define TEEKO_PIPELINE_SUMMARY_H_

#include <optional>
#include <string>
#include <vector>

#include "teeko/base/stage_report.pb.h"

namespace teeko::pipeline {

struct StageSummary {
  std::string name;
  std::optional<StageReport> report;  // empty if --resume kept the outputs
};

// Returns a table of the time and memory of the stages and their phases, on
// lines of at most 80 columns, followed by an empty line.  `title` is the title
// of the first column.
std::string SummarizeStages(const std::string& title,
                            const std::vector<StageSummary>& stages);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_SUMMARY_H_
