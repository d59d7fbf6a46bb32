// What a table says of random positions, for comparing it with the module: as
// many of each section as there are, or as are asked for.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "stage/files.h"
#include "stage/stage.h"

ABSL_FLAG(std::string, table, "", "table to read");
ABSL_FLAG(std::string, out, "", "file to write");
ABSL_FLAG(uint32_t, count, 100'000, "positions of a section");
ABSL_FLAG(uint32_t, seed, 1, "of the random positions");

namespace teeko {
namespace {

constexpr char kUsage[] =
    R"(Writes random positions of every section of a table, and their values.

  values --table=FILE --out=FILE [flags]

What it writes is what site/solver/module.cc calls queries, with values.
)";

struct Query {
  uint64_t mover;
  uint64_t opponent;
  uint32_t section;
  uint32_t value;
};

uint64_t Binomial(int n, int k) {
  uint64_t product = 1;
  for (int i = 1; i <= k; ++i) product = product * (n - k + i) / i;
  return product;
}

// The index of a position (proto/README.md), whose squares, counted from 0,
// are the mover's and, from `opponent` on, the opponent's.
uint64_t Index(int squares, std::vector<int> mover, std::vector<int> opponent) {
  const auto rank = [](std::vector<int>& set) {
    std::sort(set.begin(), set.end());
    uint64_t sum = 0;
    for (size_t i = 0; i < set.size(); ++i) sum += Binomial(set[i], i + 1);
    return sum;
  };
  for (int& square : opponent) {
    square -= std::count_if(mover.begin(), mover.end(),
                            [square](int other) { return other < square; });
  }
  return rank(mover) * Binomial(squares - mover.size(), opponent.size()) +
         rank(opponent);
}

absl::Status Run() {
  const absl::StatusOr<TableReader> table =
      TableReader::Open(absl::GetFlag(FLAGS_table));
  if (!table.ok()) return table.status();
  const Rules& rules = table->footer().rules();
  std::vector<int> board(rules.rows() * rules.columns());
  for (size_t i = 0; i < board.size(); ++i) board[i] = i;
  std::mt19937 random(absl::GetFlag(FLAGS_seed));
  std::string queries;
  for (int i = 0; i < table->footer().sections_size(); ++i) {
    const absl::StatusOr<SectionValues> values = SectionValues::Read(*table, i);
    if (!values.ok()) return values.status();
    const int placed = table->footer().sections(i).placed();
    const uint64_t count =
        std::min<uint64_t>(absl::GetFlag(FLAGS_count), values->size());
    for (uint64_t n = 0; n < count; ++n) {
      std::shuffle(board.begin(), board.end(), random);
      const auto opponent = board.begin() + placed / 2;
      const auto end = board.begin() + placed;
      Query query = {0, 0, uint32_t(i), 0};
      for (auto it = board.begin(); it != end; ++it) {
        (it < opponent ? query.mover : query.opponent) |= uint64_t{1} << *it;
      }
      query.value = (*values)[Index(board.size(), {board.begin(), opponent},
                                    {opponent, end})];
      queries.append(reinterpret_cast<const char*>(&query), sizeof query);
    }
  }
  return WriteFile(absl::GetFlag(FLAGS_out), queries);
}

}  // namespace
}  // namespace teeko

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::kUsage, teeko::Run);
}
