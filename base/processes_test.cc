// Runs processes as threads.  Either all messages arrive, or process 0 reports
// the error.

#include "base/processes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/blocks.h"
#include "base/local_processes_for_test.h"
#include "base/status.h"

namespace teeko::base {
namespace {

constexpr int kRounds = 3;
constexpr int kMessages = 5;  // in a round, between each pair of processes

// Runs rounds in which each process sends messages to all processes from two
// threads.  Fails if messages are lost or out of order.
absl::Status SendToAll(Processes& processes) {
  RETURN_IF_ERROR(processes.CheckSameInput("the same"));
  const int count = processes.process_count();
  for (uint64_t round = 0; round < kRounds; ++round) {
    // By sender.  The threads of this process deliver its own messages.
    std::vector<std::atomic<uint64_t>> delivered(count);
    processes.BeginRound(
        absl::StrCat("round ", round),
        [&](int from, uint64_t argument, absl::Span<const uint8_t> bytes) {
          delivered[from] += argument;
          return bytes.size() == 10 * argument
                     ? absl::OkStatus()
                     : absl::InternalError("another message");
        });
    std::vector<absl::Status> statuses(2);
    const auto send = [&](int thread) {
      for (uint64_t i = thread; i < kMessages; i += 2) {
        for (int to = 0; to < count; ++to) {
          const std::string bytes(10 * i, 'x');
          statuses[thread].Update(processes.Send(to, i, BytesOf(bytes)));
        }
      }
    };
    std::thread other(send, 1);
    send(0);
    other.join();
    for (const absl::Status& status : statuses) RETURN_IF_ERROR(status);
    ASSIGN_OR_RETURN(const uint64_t sum, processes.EndRound(round + 1));
    if (sum != count * (round + 1)) return absl::InternalError("another sum");
    for (const auto& arguments : delivered) {
      if (arguments != kMessages * (kMessages - 1) / 2) {
        return absl::InternalError("not all messages");
      }
    }
    ASSIGN_OR_RETURN(
        const std::vector<std::string> values,
        processes.Gather("gather", absl::StrCat(processes.process())));
    for (int i = 0; i < count; ++i) {
      if (values[i] != absl::StrCat(i)) {
        return absl::InternalError("another value");
      }
    }
  }
  return processes.Shutdown();
}

ProcessesOptions AnyOptions() {
  return {.max_unsent_bytes = *rc::gen::element<uint64_t>(0, 100, 1 << 20)};
}

RC_GTEST_PROP(Processes, DeliverAllMessages, ()) {
  const int count = *rc::gen::inRange(1, 8);
  LocalNetwork network(count, {.slow_process = *rc::gen::inRange(-1, count)});
  for (const absl::Status& status : network.Run(AnyOptions(), SendToAll)) {
    RC_LOG() << status;
    RC_ASSERT(status.ok());
  }
}

TEST(Processes, NameTheProcessWithAnotherInput) {
  LocalNetwork network(3);
  const auto statuses = network.Run({}, [](Processes& processes) {
    return processes.CheckSameInput(processes.process() == 1 ? "mine" : "ours");
  });
  EXPECT_EQ(statuses[0],
            absl::FailedPreconditionError(
                "process 1: other rules, files or program version than "
                "process 0"));
  EXPECT_FALSE(statuses[2].ok());
}

TEST(Processes, LetProcess0ReportTheErrorOfAnother) {
  LocalNetwork network(3);
  const auto statuses =
      network.Run({}, [](Processes& processes) -> absl::Status {
        if (processes.process() == 2) return absl::NotFoundError("no rules");
        return processes.CheckSameInput("ours");
      });
  EXPECT_EQ(statuses[0], absl::NotFoundError("process 2: no rules"));
  EXPECT_FALSE(statuses[1].ok());
  EXPECT_EQ(statuses[2].message(), "");
}

TEST(Processes, ReportWhatDeliverReturns) {
  LocalNetwork network(2);
  const auto statuses =
      network.Run({}, [](Processes& processes) -> absl::Status {
        processes.BeginRound("round", [](int from, uint64_t argument, auto) {
          return UnexpectedMessage(from, argument);
        });
        if (processes.process() == 0) {
          RETURN_IF_ERROR(processes.Send(1, 17, {}));
        }
        RETURN_IF_ERROR(processes.EndRound(0).status());
        return processes.Gather("next", "").status();
      });
  EXPECT_EQ(statuses[0],
            absl::DataLossError("process 1: message from process 0: "
                                "invalid argument 17"));
}

TEST(Processes, SendNothingAfterAnError) {
  const absl::Status error = absl::DataLossError("bad");
  LocalNetwork network(2);
  const auto statuses =
      network.Run({}, [&](Processes& processes) -> absl::Status {
        processes.BeginRound("round",
                             [&](int, uint64_t, auto) { return error; });
        if (processes.process() == 0) {
          RETURN_IF_ERROR(processes.Send(1, 0, {}));
          RETURN_IF_ERROR(processes.EndRound(0).status());
          return processes.Gather("next", "").status();
        }
        EXPECT_EQ(processes.EndRound(0).status(), error);
        processes.BeginRound("next", nullptr);
        EXPECT_EQ(processes.Send(0, 0, {}), error);
        EXPECT_EQ(processes.EndRound(0).status(), error);
        return error;
      });
  EXPECT_EQ(statuses[0], absl::DataLossError("process 1: bad"));
}

TEST(Processes, FailIfTheRunIsStopped) {
  const int64_t all = [] {
    LocalNetwork network(3);
    EXPECT_TRUE(network.Run({}, SendToAll)[0].ok());
    return network.frames();
  }();
  for (int64_t frame = 0; frame < all / 2; frame += 7) {
    LocalNetwork network(3, {.stop_at = frame});
    EXPECT_EQ(network.Run({}, SendToAll)[0],
              absl::AbortedError("the run has ended"));
  }
}

TEST(Processes, DetectAProcessInAnotherRound) {
  LocalNetwork network(2);
  auto statuses = network.Run({}, [](Processes& processes) -> absl::Status {
    if (processes.process() == 1) RETURN_IF_ERROR(processes.Send(0, 1, {}));
    return processes.Gather("step", "").status();
  });
  EXPECT_EQ(statuses[0],
            absl::InternalError("step: unexpected message from process 1"));
  statuses = LocalNetwork(2).Run({}, [](Processes& processes) {
    return processes.process() == 0 ? processes.EndRound(1).status()
                                    : processes.Gather("step", "").status();
  });
  EXPECT_EQ(statuses[0],
            absl::InternalError(
                "start: process 1 has ended another round than process 0"));
}

TEST(Processes, WorkWithOneProcess) {
  Processes alone;
  EXPECT_TRUE(SendToAll(alone).ok());
  EXPECT_EQ(*alone.TotalSentBytes(), 0u);
  EXPECT_EQ(alone.ReportError(absl::NotFoundError("no rules")),
            absl::NotFoundError("no rules"));
}

}  // namespace
}  // namespace teeko::base
