// Writes random positions of each section of a table with their values.  The
// test compares them with the module.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "game/game.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"

ABSL_FLAG(std::string, table, "", "table to read");
ABSL_FLAG(std::string, out, "", "file to write");
ABSL_FLAG(uint32_t, count, 100'000,
          "number of positions per section; all if the section has fewer");
ABSL_FLAG(uint32_t, seed, 1, "seed of the random positions");

namespace teeko {
namespace {

constexpr char kUsage[] =
    R"(Writes random positions of every section of a table, and their values.

  values --table=FILE --out=FILE [flags]

The output has the layout of Query in bindings/webassembly/module.cc.
)";

struct Query {
  uint64_t mover = 0;
  uint64_t opponent = 0;
  uint32_t section = 0;
  uint32_t value = 0;
};

absl::Status Run() {
  ASSIGN_OR_RETURN(const proto::TableReader table,
                   proto::TableReader::Open(absl::GetFlag(FLAGS_table)));
  const Game game(table.footer().rules());
  std::vector<int> board(game.squares());
  std::iota(board.begin(), board.end(), 0);
  std::mt19937 random(absl::GetFlag(FLAGS_seed));
  std::string queries;
  for (uint32_t i = 0; i < game.sections().size(); ++i) {
    ASSIGN_OR_RETURN(const proto::SectionValues values,
                     proto::SectionValues::Read(table, i));
    const kernel::Section& section = game.sections()[i];
    const uint64_t count =
        std::min<uint64_t>(absl::GetFlag(FLAGS_count), values.size());
    for (uint64_t n = 0; n < count; ++n) {
      std::shuffle(board.begin(), board.end(), random);
      Query query = {.section = i};
      for (int k = 0; k < section.placed; ++k) {
        (k < section.mover_pieces ? query.mover : query.opponent) |=
            uint64_t{1} << board[k];
      }
      query.value =
          values[kernel::Index(game.kernel(), {query.mover, query.opponent})];
      queries.append(reinterpret_cast<const char*>(&query), sizeof query);
    }
  }
  return base::WriteFile(absl::GetFlag(FLAGS_out), queries);
}

}  // namespace
}  // namespace teeko

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::kUsage, teeko::Run);
}
