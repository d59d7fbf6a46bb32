#include "bindings/c/solve.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "game/tables_for_test.h"
#include "proto/rules_file.h"

namespace teeko {
namespace {

TEST(SolveInMemory, GivesTheTableThatTheVerifierAccepts) {
  for (const std::string name : {"board4x4", "advanced"}) {
    const absl::StatusOr<Tablebase> accepted = Tablebase::Open(kOut, name);
    ASSERT_TRUE(accepted.ok()) << accepted.status();
    const absl::StatusOr<Tablebase> solved = SolveInMemory(accepted->rules());
    ASSERT_TRUE(solved.ok()) << solved.status();
    EXPECT_EQ(solved->value_bytes(), accepted->value_bytes());
    for (size_t i = 0; i < accepted->game().sections().size(); ++i) {
      const absl::Span<const uint8_t> found = *solved->Payload(i);
      const absl::Span<const uint8_t> wanted = *accepted->Payload(i);
      ASSERT_EQ(found.size(), wanted.size());
      EXPECT_EQ(std::memcmp(found.data(), wanted.data(), found.size()), 0)
          << name << ", section " << i;
    }
  }
}

TEST(SolveInMemory, RefusesGamesThatDoNotFit) {
  const Rules rules = *proto::ParseRules(
      "name: 'large' rows: 8 columns: 8 pieces: 8 "
      "goals { line { length: 8 } }",
      "test");
  EXPECT_TRUE(absl::IsResourceExhausted(SolveInMemory(rules).status()));
}

}  // namespace
}  // namespace teeko
