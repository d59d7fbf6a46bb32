#include "proto/shared_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "base/local_processes_for_test.h"
#include "base/processes.h"
#include "base/progress.h"
#include "proto/rules_file.h"

namespace teeko::proto {
namespace {

// A section of the rules below has several chunks.
constexpr uint64_t kRows = 12'650, kRowSize = 5'985;

// Writes a table on some processes.  Each has every so many-th row.
std::string TableOf(int process_count, bool reduced, bool alone = false) {
  const Rules rules = *ParseRules(
      "name: 'test' rows: 5 columns: 5 pieces: 4 goals { line { length: 4 } } "
      "styles: 'SSSS'",
      "test");
  const std::string path = ::testing::TempDir() + "/table";
  base::LocalNetwork network(process_count);
  for (const absl::Status& status :
       network.Run({}, [&](base::Processes& processes) -> absl::Status {
         base::Progress progress("");
         SharedTable table(rules, reduced, processes, progress,
                           /*chunks_at_once=*/5);
         absl::Status status = table.Create(path, "test", 1);
         if (!status.ok()) return status;
         const auto fill = [&](uint64_t first, absl::Span<uint8_t> out) {
           for (size_t i = 0; i < out.size(); ++i) {
             const uint64_t row = (first + i) / kRowSize;
             if (!alone && row % processes.process_count() !=
                               static_cast<uint64_t>(processes.process())) {
               continue;
             }
             out[i] = row % 251 + (first + i) % 3;
           }
         };
         if (!alone || processes.process() == 0) {
           status = table.WriteSection(8, "", kRows * kRowSize, fill, alone);
         }
         if (!status.ok()) return status;
         return table.Finish();
       })) {
    EXPECT_TRUE(status.ok()) << status;
  }
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SharedTable, HasTheBytesOfOneProcess) {
  for (const bool reduced : {true, false}) {
    const std::string expected = TableOf(1, reduced);
    EXPECT_GT(expected.size(), 10'000);
    EXPECT_EQ(TableOf(2, reduced), expected);
    EXPECT_EQ(TableOf(5, reduced), expected);
  }
  EXPECT_EQ(TableOf(3, false, /*alone=*/true), TableOf(1, false));
}

}  // namespace
}  // namespace teeko::proto
