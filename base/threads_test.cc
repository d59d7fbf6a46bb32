#include "base/threads.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <latch>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace teeko::base {
namespace {

TEST(DefaultThreads, AreTheThreadsThatThisProcessMayUse) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  EXPECT_EQ(DefaultThreads(), std::min(CPU_COUNT(&all), kMostThreads));
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(DefaultThreads(), 1);
  sched_setaffinity(0, sizeof(all), &all);
}

TEST(ParallelFor, MakesEachCallOnce) {
  for (const int threads : {-1, 0, 1, 2, 7}) {
    for (const int count : {0, 1, 2, 3, 1000}) {
      for (int repeat = 0; repeat < 20; ++repeat) {
        std::vector<std::atomic<int>> calls(count);
        ParallelFor(
            count, [&](uint64_t i) { ++calls[i]; }, threads);
        for (const std::atomic<int>& made : calls) ASSERT_EQ(made, 1);
      }
    }
  }
}

TEST(ParallelFor, WorksAtTheSameTime) {
  // Each call waits for the others, so that each needs a thread of its own.
  constexpr int kThreads = 5;
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::latch all_here(kThreads);
    std::vector<std::thread::id> ids(kThreads);
    ParallelFor(
        kThreads,
        [&](uint64_t i) {
          ids[i] = std::this_thread::get_id();
          all_here.arrive_and_wait();
        },
        kThreads);
    const std::set<std::thread::id> different(ids.begin(), ids.end());
    EXPECT_EQ(different.size(), kThreads);
    EXPECT_EQ(different.count(std::this_thread::get_id()), 1);
  }
}

TEST(ParallelFor, PassesExceptionsOn) {
  constexpr int kThreads = 3;
  for (int thrower = 0; thrower < kThreads; ++thrower) {
    std::latch all_here(kThreads);
    EXPECT_THROW(ParallelFor(
                     kThreads,
                     [&](uint64_t i) {
                       all_here.arrive_and_wait();
                       if (static_cast<int>(i) == thrower) {
                         throw std::bad_alloc();
                       }
                     },
                     kThreads),
                 std::bad_alloc);
  }
}

}  // namespace
}  // namespace teeko::base
