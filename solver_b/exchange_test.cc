#include "solver_b/exchange.h"

#include "gtest/gtest.h"
// GoogleTest's header must precede RapidCheck's.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "base/local_processes_for_test.h"
#include "gmock/gmock.h"
#include "rapidcheck/gtest.h"
#include "solver_b/process_exchange.h"
#include "solver_b/random_games_for_test.h"
#include "solver_b/solve_on_processes_for_test.h"

namespace teeko::solver_b {
namespace {

// A ParallelFor on three threads.
void OnThree(uint64_t count, const std::function<void(uint64_t)>& work) {
  std::atomic<uint64_t> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (uint64_t item = next++; item < count; item = next++) work(item);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Partition, GivesEachRowToOneProcess) {
  for (uint32_t count = 1; count <= 5; ++count) {
    for (uint64_t rows = 0; rows <= 12; ++rows) {
      std::vector<int> owners(rows);
      for (uint32_t process = 0; process < count; ++process) {
        const Partition partition = {process, count};
        for (uint64_t i = 0; i < partition.Count(rows); ++i) {
          const uint64_t row = partition.Row(i);
          ASSERT_LT(row, rows);
          EXPECT_TRUE(partition.Has(row));
          EXPECT_EQ(partition.OwnNumber(row), i);
          ++owners[row];
        }
      }
      EXPECT_THAT(owners, testing::Each(1));
    }
  }
}

RunOptions Options() { return {.table = testing::TempDir() + "/table"}; }

// Returns the table, or "" after an error.
std::string TableOf(int count, const Space& space,
                    const RunOptions& options = Options()) {
  base::LocalNetwork network(count);
  std::string table;
  const absl::Status status = SolveOnProcesses(network, space, options, table);
  EXPECT_TRUE(status.ok()) << status;
  return table;
}

RC_GTEST_PROP(Processes, WriteTheSameTableAsOneProcess, ()) {
  const Board board(
      *rc::gen::oneOf(RandomGame(14, 4), RandomScoredGame(12, 4)));
  const Space space(board,
                    *rc::gen::inRange(1, CountThresholds(board.game()) + 1));
  const std::string table = TableOf(1, space);
  RC_ASSERT(!table.empty());
  RC_ASSERT(TableOf(*rc::gen::inRange(2, 8), space) == table);
}

TEST(Processes, MayHaveThreadsAndManyChunks) {
  const Board board({4,
                     4,
                     4,
                     false,
                     Moves::kKing,
                     {{GoalFamily::kSquare, 1}},
                     {"SSSS", "ASAS"}});
  const Space space(board);
  RunOptions options = Options();
  options.parallel_for = OnThree;
  const std::string table = TableOf(1, space);
  EXPECT_TRUE(TableOf(3, space, options) == table);
  // A reduced table has some of the rows.
  options.reduced = true;
  options.rules.set_rows(4);
  options.rules.set_columns(4);
  const std::string reduced = TableOf(1, space, options);
  EXPECT_LT(reduced.size(), table.size() / 4);
  EXPECT_TRUE(TableOf(3, space, options) == reduced);
}

TEST(ProcessExchange, DeliversAnswersInTheNextRound) {
  base::LocalNetwork network(3);
  const auto statuses = network.Run({}, [](base::Processes& processes) {
    ProcessExchange exchange(processes, /*batch_updates=*/1);
    const uint32_t own = exchange.partition().process;
    std::vector<int> answers;
    exchange.Begin("questions", [&](auto updates) {
      for (const Update& update : updates) {
        const Update answer = {update.place, update.value, uint16_t(own)};
        exchange.Send({{answer}}, Exchange::kNext);
      }
    });
    for (uint32_t to = 0; to < 3; ++to) {
      const Update question = {7, to, uint16_t(own)};
      if (to != own) exchange.Send({{question}}, Exchange::kThis);
    }
    EXPECT_EQ(exchange.End(own), 3);
    EXPECT_THAT(answers, testing::IsEmpty());
    exchange.Begin("answers", [&](auto updates) {
      for (const Update& update : updates) {
        EXPECT_EQ(update.place, 7u);
        answers.push_back(update.value);
      }
    });
    EXPECT_EQ(exchange.End(1), 3);
    EXPECT_EQ(answers.size(), 2u);
    EXPECT_THAT(answers, testing::Not(testing::Contains(own)));
    return exchange.status();
  });
  EXPECT_TRUE(statuses[0].ok()) << statuses[0];
}

TEST(ProcessExchange, AFailureOfOneProcessFailsAll) {
  base::LocalNetwork network(3);
  const auto statuses = network.Run({}, [](base::Processes& processes) {
    ProcessExchange exchange(processes);
    exchange.Begin("level 7", [](auto) {});
    if (processes.process() == 1) {
      exchange.Fail(absl::ResourceExhaustedError("the disk is full"));
    }
    EXPECT_FALSE(exchange.End(0).has_value());
    EXPECT_TRUE(exchange.failed());
    return exchange.status();
  });
  EXPECT_EQ(statuses[0],
            absl::ResourceExhaustedError("process 1: the disk is full"));
}

}  // namespace
}  // namespace teeko::solver_b
