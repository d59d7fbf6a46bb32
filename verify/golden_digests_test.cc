#include "verify/golden_digests.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "teeko/verify/golden_digests.pb.h"

namespace teeko::verify {
namespace {

constexpr char kGolden[] = "corpus/digests.textproto";

std::vector<std::string> LinesOf(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return absl::StrSplit(text.str(), '\n');
}

class GoldenDigestsTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(proto::ReadTextProto(kGolden, golden_).ok());
    ASSERT_EQ(golden_.tables_size(), 15);
    standard_ = golden_.tables(0);
  }

  GoldenDigests golden_;
  Manifest standard_;  // with the golden digests
};

TEST_F(GoldenDigestsTest, AcceptEachManifest) {
  for (const Manifest& manifest : golden_.tables()) {
    const absl::StatusOr<bool> same = HasGoldenDigests(manifest, kGolden);
    ASSERT_TRUE(same.ok()) << same.status();
    EXPECT_TRUE(*same) << manifest.rules().name();
  }
}

TEST_F(GoldenDigestsTest, DifferenceNamesTheSection) {
  const std::string digest = standard_.sections(1).sha256();
  standard_.mutable_sections(1)->set_sha256("another");
  const absl::StatusOr<bool> same = HasGoldenDigests(standard_, kGolden);
  EXPECT_EQ(same.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(same.status().message(),
            absl::StrCat("standard: the section with 7 pieces placed, drops "
                         "\"A\" to come has the digest another, but ",
                         kGolden, " has ", digest));
}

TEST_F(GoldenDigestsTest, DifferenceOfTheTableDigestIsFound) {
  standard_.set_digest("another");
  const absl::StatusOr<bool> same = HasGoldenDigests(standard_, kGolden);
  EXPECT_TRUE(absl::StrContains(same.status().message(),
                                "standard: the table has the digest another"))
      << same.status();
}

TEST_F(GoldenDigestsTest, ApplyToEqualRulesOnly) {
  standard_.set_digest("another");
  for (const auto& change : std::vector<void (*)(Rules&)>{
           [](Rules& rules) { rules.set_name("mine"); },
           [](Rules& rules) { rules.set_edges(Rules::WRAPPED); },
           [](Rules& rules) { rules.mutable_styles()->RemoveLast(); }}) {
    Manifest changed = standard_;
    change(*changed.mutable_rules());
    const absl::StatusOr<bool> same = HasGoldenDigests(changed, kGolden);
    ASSERT_TRUE(same.ok()) << same.status();
    EXPECT_FALSE(*same);
  }
}

TEST_F(GoldenDigestsTest, InvalidFileIsAnError) {
  EXPECT_EQ(HasGoldenDigests(standard_, "corpus/none").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(HasGoldenDigests(standard_, "docs/results.md").status().code(),
            absl::StatusCode::kInvalidArgument);
}

// Tests of corpus/digests.textproto.

TEST_F(GoldenDigestsTest, AreOfTheNamedRules) {
  for (const Manifest& table : golden_.tables()) {
    const absl::StatusOr<Rules> rules = proto::ReadRulesFile(
        absl::StrCat("corpus/rules/", table.rules().name(), ".textproto"));
    ASSERT_TRUE(rules.ok()) << rules.status();
    EXPECT_TRUE(proto::SameRules(*rules, table.rules())) << rules->name();
  }
}

TEST_F(GoldenDigestsTest, AgreeWithTheTableOfResults) {
  size_t found = 0;
  for (const std::string& line : LinesOf("docs/results.md")) {
    // | standard | 44 | … | `0c6b3832da845d32…` |
    const std::vector<std::string> cells = absl::StrSplit(line, " | ");
    if (cells.size() != 6 || !absl::StrContains(cells[5], "…`")) continue;
    ASSERT_LT(found, 13);
    const Manifest& table = golden_.tables(found++);
    EXPECT_EQ(cells[0], "| " + table.rules().name());
    EXPECT_EQ(cells[5],
              absl::StrCat("`", table.digest().substr(0, 16), "…` |"));
  }
  EXPECT_EQ(found, 13);
}

}  // namespace
}  // namespace teeko::verify
