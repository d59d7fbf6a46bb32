#include "solver_b/ranks.h"

#include "gtest/gtest.h"
// RapidCheck's header wants GoogleTest's before it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "rapidcheck/gtest.h"
#include "solver_b/batches.h"
#include "solver_b/local_ranks_for_test.h"
#include "solver_b/parallel.h"
#include "solver_b/payload.h"
#include "solver_b/random_games.h"
#include "solver_b/rank_payload.h"
#include "solver_b/solver.h"

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

// What rank 0 has of a section at the end, asked for in pieces of 77 bytes, the
// later of two first.
std::vector<uint8_t> PayloadAtRankZero(const SectionIndex& section,
                                       const Values& values, Batches& batches) {
  RankPayload payload(section, values, batches, 200);
  if (batches.share().rank != 0) {
    payload.SendAll();
    return {};
  }
  std::vector<uint8_t> bytes(section.positions());
  for (size_t i = 0; i * 77 < bytes.size(); ++i) {
    const size_t first = ((i ^ 1) * 77 < bytes.size() ? i ^ 1 : i) * 77;
    const std::span<uint8_t> rest = std::span(bytes).subspan(first);
    payload.Fill(first, rest.first(std::min<size_t>(77, rest.size())));
  }
  return bytes;
}

RC_GTEST_PROP(RankPayload, IsThatOfOneProcess, ()) {
  const Board board(*RandomGame(10, 4));
  const uint32_t count = *rc::gen::inRange(2, 8);
  const Space space(board);
  const Solution alone = *Solve(space, OneByOne, IgnoreProgress);
  LocalRanks ranks(count);
  ranks.Reorder();
  std::atomic<int> equal = 0;
  ranks.Run([&](Transport& transport) {
    Batches batches(transport, {});
    const Solution own = *Solve(space, OneByOne, IgnoreProgress, batches);
    for (size_t i = 0; i < alone.sections.size(); ++i) {
      const SectionIndex& section = space.section(alone.sections[i].placed);
      std::vector<uint8_t> payload(section.positions());
      FillPayload(section, alone.sections[i].values, 0, payload);
      equal += PayloadAtRankZero(section, own.sections[i].values, batches) ==
               payload;
    }
    EXPECT_TRUE(batches.Finish(absl::OkStatus()).ok());
  });
  RC_ASSERT(equal == int(alone.sections.size()));
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
