#include "solver_b/ranks.h"

#include "gtest/gtest.h"
// RapidCheck's header wants GoogleTest's before it.
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "rapidcheck/gtest.h"
#include "solver_b/batches.h"
#include "solver_b/local_ranks_for_test.h"
#include "solver_b/random_games.h"

namespace teeko::solver_b {
namespace {

// On three threads.
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

TEST(Share, DealsOutAllRows) {
  for (uint32_t ranks = 1; ranks <= 5; ++ranks) {
    for (uint64_t rows = 0; rows <= 12; ++rows) {
      std::vector<int> owners(rows);
      for (uint32_t rank = 0; rank < ranks; ++rank) {
        const Share share = {rank, ranks};
        for (uint64_t i = 0; i < share.Count(rows); ++i) {
          const uint64_t row = share.Row(i);
          ASSERT_LT(row, rows);
          EXPECT_TRUE(share.Has(row));
          EXPECT_EQ(share.OwnNumber(row), i);
          ++owners[row];
        }
      }
      EXPECT_THAT(owners, testing::Each(1));
    }
  }
}

RunOptions Options() { return {.table = testing::TempDir() + "/table"}; }

std::string TableOfOne(const Space& space) {
  LocalRanks one(1);
  return SolveOnRanks(one, space, Options()).table;
}

RC_GTEST_PROP(Ranks, TogetherSolveWhatOneDoes, ()) {
  const Board board(*RandomGame(14, 4));
  const uint32_t count = *rc::gen::inRange(2, 8);
  const Space space(board);
  LocalRanks ranks(count);
  if (*rc::gen::arbitrary<bool>()) ranks.Reorder();
  const std::string table = TableOfOne(space);
  RC_ASSERT(!table.empty());
  RC_ASSERT(SolveOnRanks(ranks, space, Options()).table == table);
}

TEST(Ranks, MayHaveThreadsAndManyChunks) {
  const Board board(
      {4, 4, 4, false, {{GoalFamily::kSquare, 1}}, {"SSSS", "ASAS"}});
  const Space space(board);
  LocalRanks ranks(3);
  ranks.Reorder();
  RunOptions options = Options();
  options.parallel_for = OnThree;
  EXPECT_TRUE(SolveOnRanks(ranks, space, options).table == TableOfOne(space));
  // Of a reduced table some rows are written.
  options.reduced = true;
  options.rules.set_rows(4);
  options.rules.set_columns(4);
  LocalRanks one(1);
  const std::string reduced = SolveOnRanks(one, space, options).table;
  EXPECT_LT(reduced.size(), TableOfOne(space).size() / 4);
  EXPECT_TRUE(SolveOnRanks(ranks, space, options).table == reduced);
}

TEST(Batches, LetEachRankFail) {
  LocalRanks ranks(3);
  ranks.Run([](Transport& transport) {
    Batches batches(transport, {});
    if (transport.share().rank == 1) {
      batches.Fail(absl::ResourceExhaustedError("the disk is full"));
      EXPECT_TRUE(batches.failed());
    } else {
      batches.Begin("level 7", [](auto) {});
      EXPECT_FALSE(batches.End(0).has_value());
    }
    EXPECT_EQ(std::string(batches.Finish(absl::OkStatus()).message()),
              "rank 1: the disk is full");
  });
}

}  // namespace
}  // namespace teeko::solver_b
