// Several ranks, as threads: the same bytes as one, or an error that says what
// happened.

#include "solver_a/ranks.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"
#include "solver_a/local_ranks_for_test.h"
#include "solver_a/shared_writer.h"
#include "solver_a/solve.h"
#include "solver_a/transport.h"

namespace teeko::solver_a {
namespace {

// Boards of 1, 1, 2, 3, 5 and 10 panels.
Rules AnyRules() {
  static const auto* const rules = [] {
    auto* const all = new std::vector<Rules>;
    for (const char* const words :
         {"rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } }",
          "rows: 1 columns: 7 pieces: 2 goals { line { length: 2 } }",
          "rows: 4 columns: 4 pieces: 3 edges: WRAPPED styles: 'SAS' "
          "goals { line { length: 3 } }",
          "rows: 4 columns: 5 pieces: 3 styles: 'SSS' "
          "goals { line { length: 3 } }",
          "rows: 5 columns: 5 pieces: 3 styles: 'SSS' "
          "goals { line { length: 3 } }",
          "rows: 4 columns: 5 pieces: 4 styles: 'SSSS' "
          "goals { square { side: 1 } }"}) {
      all->push_back(*ParseRules(absl::StrCat("name: 'test' ", words), "test"));
    }
    return all;
  }();
  return *rc::gen::elementOf(*rules);
}

std::string TablePath() { return ::testing::TempDir() + "/ranks.table"; }

absl::Status SolveOn(Ranks& ranks, const Rules& rules,
                     const TableForm& form = {}) {
  Progress progress("test");
  return Solve(rules, TablePath(), progress, ranks, {}, form);
}

std::string Table() {
  std::ifstream file(TablePath(), std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string TableOfOneRank(const Rules& rules, const TableForm& form) {
  Transport alone;
  Ranks ranks(alone);
  RC_ASSERT(SolveOn(ranks, rules, form).ok());
  return Table();
}

// Whatever the ranks may keep on their way.
Ranks::Limits AnyLimits() {
  return {.patience = absl::Seconds(60),
          .unsent_bytes = *rc::gen::element<uint64_t>(0, 1000, 1 << 26)};
}

RC_GTEST_PROP(Ranks, WriteTheSameBytesAsOne, ()) {
  const Rules rules = AnyRules();
  TableForm form;
  form.reduced = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) form.longest_in_one_byte = 0;
  const std::string expected = TableOfOneRank(rules, form);
  LocalNetwork network(*rc::gen::inRange(1, 8), Fault::kNone, 0);
  for (const absl::Status& status : network.Run(AnyLimits(), [&](Ranks& ranks) {
         return SolveOn(ranks, rules, form);
       })) {
    RC_ASSERT(status.ok());
  }
  RC_ASSERT(Table() == expected);
}

// Rank 0 names a message, or the rank from which none has come, and no table is
// left.
RC_GTEST_PROP(Ranks, NoticeWhatHappensToAMessage, ()) {
  const Rules rules = AnyRules();
  const int count = *rc::gen::inRange(2, 8);
  const auto solve = [&](Ranks& ranks) { return SolveOn(ranks, rules); };
  LocalNetwork good(count, Fault::kNone, 0);
  RC_ASSERT(good.Run(AnyLimits(), solve)[0].ok());

  const Fault fault =
      *rc::gen::element(Fault::kFlip, Fault::kLose, Fault::kDouble,
                        Fault::kReorder, Fault::kTear);
  std::filesystem::remove(TablePath());
  // Any message, or one of the farewells.
  const int64_t all = good.messages();
  const auto when =
      *rc::gen::oneOf(rc::gen::inRange<int64_t>(0, all),
                      rc::gen::inRange(all - 2 * (count - 1), all));
  LocalNetwork bad(count, fault, when, *rc::gen::inRange<uint64_t>(0, 1 << 20));
  const std::vector<absl::Status> statuses =
      bad.Run({.patience = absl::Milliseconds(300)}, solve);
  if (statuses[0].ok()) {
    // Nobody has waited for one more: the second of two farewells.  Or there
    // were fewer: how often rank 0 asks depends on its threads.
    RC_ASSERT(fault == Fault::kDouble || bad.messages() <= when);
    RC_SUCCEED("harmless");
  }
  const std::string message(statuses[0].message());
  RC_LOG() << message;
  RC_ASSERT(absl::StrContains(message, "message ") ||
            absl::StrContains(message, "nothing has come from rank "));
  RC_ASSERT(!std::filesystem::exists(TablePath()));
}

Ranks::Limits AFewSeconds() { return {.patience = absl::Seconds(5)}; }

// Flips a bit of an open file that has no name any more, if it is not empty.
bool Damage(const std::string& name) {
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // others open and close files
    const std::filesystem::path target =
        std::filesystem::read_symlink(entry, gone);
    if (!absl::StartsWith(target.filename().string(), name + ".")) continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out);
    const int byte = file.get();
    if (byte < 0) continue;
    file.seekp(0).put(static_cast<char>(byte ^ 1));
    return file.flush().good();
  }
  return false;
}

TEST(SharedWriter, NoticesThatWhatWasPackedIsDamaged) {
  const Rules rules = *ParseRules(
      "name: 'test' rows: 5 columns: 5 pieces: 3 goals { line { length: 3 } }",
      "test");
  LocalNetwork network(2, Fault::kNone, 0);
  std::mutex mutex;
  bool done = false;
  const auto statuses =
      network.Run(AFewSeconds(), [&](Ranks& ranks) -> absl::Status {
        Progress progress("");
        SharedWriter writer(rules, false, 1, ranks, progress);
        const absl::Status opened =
            writer.Open(TablePath(), ::testing::TempDir() + "packed");
        if (!opened.ok()) return opened;
        return writer.WriteSection(
            6, "", [&](size_t row, uint64_t first, uint64_t end, void* out) {
              std::memset(static_cast<char*>(out) + first, row % 251,
                          end - first);
              if (ranks.rank() != 0 || row < 1500) return;
              const std::lock_guard lock(mutex);
              if (!done) done = Damage("packed");
            });
      });
  EXPECT_TRUE(done);
  EXPECT_EQ(statuses[0].message(),
            absl::StrCat("the temporary file beside ", ::testing::TempDir(),
                         "packed is not as it was written"));
}

TEST(Ranks, RefuseOneThatSolvesSomethingElse) {
  LocalNetwork network(3, Fault::kNone, 0);
  const auto statuses = network.Run(AFewSeconds(), [](Ranks& ranks) {
    return ranks.Agree(ranks.rank() == 1 ? "mine" : "ours");
  });
  EXPECT_EQ(statuses[0].message(),
            "rank 1 has other rules, or is of another version, than rank 0");
  EXPECT_FALSE(statuses[2].ok());
}

TEST(Ranks, LetRankZeroSayWhatIsWrongWithAnother) {
  LocalNetwork network(3, Fault::kNone, 0);
  const auto statuses = network.Run(AFewSeconds(), [](Ranks& ranks) {
    if (ranks.rank() == 2) return absl::NotFoundError("no rules here");
    return ranks.Agree("ours");
  });
  EXPECT_EQ(statuses[0].message(), "rank 2: no rules here");
  EXPECT_EQ(statuses[2].message(), "");
}

}  // namespace
}  // namespace teeko::solver_a
