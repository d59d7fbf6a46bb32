#include "solver_b/ranks.h"

#include "gtest/gtest.h"
// RapidCheck's header wants GoogleTest's before it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "proto/table_writer.h"
#include "rapidcheck/gtest.h"
#include "solver_b/batches.h"
#include "solver_b/local_ranks_for_test.h"
#include "solver_b/parallel.h"
#include "solver_b/payload.h"
#include "solver_b/random_games.h"
#include "solver_b/solver.h"
#include "solver_b/write_section.h"
#include "stage/files.h"

namespace teeko::solver_b {
namespace {

void IgnoreProgress(const SolverProgress&) {}

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

RC_GTEST_PROP(Ranks, TogetherSolveWhatOneDoes, ()) {
  const Board board(*RandomGame(14, 4));
  const uint32_t count = *rc::gen::inRange(1, 8);
  const Space space(board);
  LocalRanks ranks(count);
  if (*rc::gen::arbitrary<bool>()) ranks.Reorder();
  RC_ASSERT(HaveAllRows(SolveOnRanks(ranks, space), space));
}

const Board& SmallBoard() {
  static const Board* const board =
      new Board({4, 4, 4, false, {{GoalFamily::kSquare, 1}}, {"SSSS", "ASAS"}});
  return *board;
}

TEST(Ranks, MayHaveThreads) {
  const Space space(SmallBoard());
  LocalRanks ranks(3);
  ranks.Reorder();
  EXPECT_TRUE(HaveAllRows(SolveOnRanks(ranks, space, {.parallel_for = OnThree}),
                          space));
}

TEST(Ranks, MayBeSlow) {
  const Space space(SmallBoard());
  // Slower than a lost batch is waited for.
  LocalRanks ranks(3, [](uint32_t from, uint32_t, const std::string& bytes) {
    if (from == 1) std::this_thread::sleep_for(std::chrono::microseconds(300));
    return std::vector{bytes};
  });
  EXPECT_TRUE(HaveAllRows(
      SolveOnRanks(ranks, space, {.patience = std::chrono::milliseconds(100)}),
      space));
}

std::string TablePath() { return testing::TempDir() + "/table"; }

std::unique_ptr<TableWriter> MakeWriter() {
  return *TableWriter::Create(TablePath(), Rules(), "test", 1);
}

// The table that one process writes.
std::string TableOfOne(const Space& space) {
  const Solution solution = *Solve(space, OneByOne, IgnoreProgress);
  const std::unique_ptr<TableWriter> writer = MakeWriter();
  for (const auto& [placed, drops, values] : solution.sections) {
    const SectionIndex& index = space.section(placed);
    EXPECT_TRUE(
        writer
            ->WriteSection(
                placed, drops, index.positions(),
                [&](uint64_t first, absl::Span<uint8_t> out) {
                  FillPayload(index, values, first, {out.data(), out.size()});
                })
            .ok());
  }
  EXPECT_TRUE(writer->Finish().ok());
  return *ReadFile(TablePath());
}

// The one that so many write, three chunks at once.
std::string TableOf(const Space& space, uint32_t count) {
  LocalRanks ranks(count);
  ranks.Reorder();
  ranks.Run([&](Transport& transport) {
    Batches batches(transport, {});
    const Solution own = *Solve(space, OneByOne, IgnoreProgress, batches);
    std::unique_ptr<TableWriter> writer;
    if (transport.share().rank == 0) writer = MakeWriter();
    for (const SolvedSection& section : own.sections) {
      EXPECT_TRUE(WriteSection(
                      space.section(section.placed), section, batches,
                      writer.get(), [](uint64_t) {}, 3)
                      .ok());
    }
    EXPECT_TRUE(writer == nullptr || writer->Finish().ok());
    EXPECT_TRUE(batches.Finish(absl::OkStatus()).ok());
  });
  return *ReadFile(TablePath());
}

RC_GTEST_PROP(WriteSection, WritesWhatOneProcessDoes, ()) {
  const Board board(*RandomGame(10, 4));
  const Space space(board);
  RC_ASSERT(TableOf(space, *rc::gen::inRange(1, 8)) == TableOfOne(space));
}

TEST(WriteSection, MayTakeManyRounds) {
  const Space space(SmallBoard());
  EXPECT_TRUE(TableOf(space, 2) == TableOfOne(space));
  EXPECT_TRUE(TableOf(space, 3) == TableOfOne(space));
}

TEST(Batches, LetEachRankFail) {
  LocalRanks ranks(3);
  ranks.Run([](Transport& transport) {
    Batches batches(transport, {});
    if (transport.share().rank == 1) {
      batches.Fail(absl::ResourceExhaustedError("the disk is full"));
      EXPECT_TRUE(batches.failed());
    } else {
      batches.Begin("level", 7, 0, [](auto) {});
      EXPECT_FALSE(batches.End(0).has_value());
    }
    EXPECT_EQ(std::string(batches.Finish(absl::OkStatus()).message()),
              "rank 1: the disk is full");
  });
}

struct Fault {
  const char* name;
  std::function<std::vector<std::string>(std::string)> fate;
  const char* message;
};

class Faults : public testing::TestWithParam<Fault> {};

std::string Flipped(std::string bytes, size_t at) {
  bytes[at] ^= 4;
  return bytes;
}

// The header of a batch (batches.h).
uint32_t RoundOf(const std::string& batch) { return uint8_t(batch[8]); }
uint32_t NumberOf(const std::string& batch) { return uint8_t(batch[12]); }

// If a batch comes early, the round before it is named.
TEST_P(Faults, AreNamed) {
  const Space space(SmallBoard());
  LocalRanks ranks(3, [](uint32_t from, uint32_t to, const std::string& bytes) {
    return from == 2 && to == 0 && RoundOf(bytes) == 3 && NumberOf(bytes) == 1
               ? GetParam().fate(bytes)
               : std::vector{bytes};
  });
  const Outcome outcome =
      SolveOnRanks(ranks, space, {.patience = std::chrono::milliseconds(300)});
  for (const absl::Status& status : outcome.statuses) {
    EXPECT_THAT(std::string(status.message()),
                testing::MatchesRegex(
                    absl::StrCat("rank 0: level ", GetParam().message)));
  }
  for (const auto& solution : outcome.solutions) EXPECT_FALSE(solution);
}

INSTANTIATE_TEST_SUITE_P(
    Messages, Faults,
    testing::Values(
        Fault{"Lost", [](auto) { return std::vector<std::string>(); },
              "3: batch 1 of rank 2 has not come"},
        Fault{"Doubled",
              [](auto bytes) {
                return std::vector{bytes, bytes};
              },
              "3: batch 1 of rank 2 comes twice"},
        Fault{"Flipped",
              [](auto bytes) {
                return std::vector{Flipped(bytes, bytes.size() - 1)};
              },
              "[23]: batch 1 of rank 2 is damaged"},
        Fault{"FlippedChecksum",
              [](auto bytes) { return std::vector{Flipped(bytes, 0)}; },
              "[23]: batch 1 of rank 2 is damaged"},
        Fault{"FlippedRound",
              [](auto bytes) { return std::vector{Flipped(bytes, 8)}; },
              "[23]: batch 1 of rank 2 is damaged"},
        Fault{"Torn",
              [](auto bytes) {
                return std::vector{bytes.substr(0, bytes.size() / 2)};
              },
              "[23]: batch 1 of rank 2 is damaged"},
        Fault{"TornInHeader",
              [](auto bytes) { return std::vector{bytes.substr(0, 20)}; },
              "[23]: a batch of rank 2 is torn"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace teeko::solver_b
