#include "pipeline/command_line.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

class ChosenRules : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    Write("known/one.textproto", "one");
    Write("known/two.textproto", "two");
    Write("known/README.md", "readme");
    Write("mine/three.textproto", "three");
    Write("mine/four", "four");
    Write("mine/again.textproto", "one");
  }

  void Write(const std::string& path, const std::string& name) const {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path)
        << "name: \"" << name << "\" rows: 3 columns: 3 pieces: 2\n"
        << "goals { line { length: 2 } }\n";
  }

  absl::StatusOr<std::vector<Rules>> Read(
      const std::vector<std::string>& choices) const {
    fs::current_path(folder_ / "mine");
    return ReadChosenRules(choices, (folder_ / "known").string());
  }

  void TearDown() override { fs::current_path(before_); }

  const fs::path before_ = fs::current_path();
  const fs::path folder_ = fs::path(testing::TempDir()) / "chosen_rules";
};

TEST_F(ChosenRules, KeepTheOrderGiven) {
  const auto rules = Read({"two", "three.textproto", "./four", "one"});
  ASSERT_TRUE(rules.ok()) << rules.status();
  ASSERT_EQ(rules->size(), 4);
  EXPECT_EQ((*rules)[0].name(), "two");
  EXPECT_EQ((*rules)[1].name(), "three");
  EXPECT_EQ((*rules)[2].name(), "four");
  EXPECT_EQ((*rules)[3].name(), "one");
}

TEST_F(ChosenRules, AllMeansEveryKnownName) {
  const auto rules = Read({"all"});
  ASSERT_TRUE(rules.ok()) << rules.status();
  ASSERT_EQ(rules->size(), 2);
  EXPECT_EQ((*rules)[0].name(), "one");
  EXPECT_EQ((*rules)[1].name(), "two");
}

TEST_F(ChosenRules, MayBeAFileAnywhere) {
  const auto rules = Read({(folder_ / "mine/four").string()});
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_EQ(rules->at(0).name(), "four");
}

TEST_F(ChosenRules, PathsMayHaveCommasAndSpaces) {
  // Abseil's split of "a,b.textproto,one, x=y;.textproto,-f.textproto,,/,".
  Write("mine/a,b.textproto", "ab");
  Write("mine/ x=y;.textproto", "xy");
  Write("mine/-f.textproto", "f");
  Write("mine/,/,", "commas");
  const auto rules = Read({"a", "b.textproto", "one", " x=y;.textproto",
                           "-f.textproto", "", "/", ""});
  ASSERT_TRUE(rules.ok()) << rules.status();
  ASSERT_EQ(rules->size(), 5);
  EXPECT_EQ((*rules)[0].name(), "ab");
  EXPECT_EQ((*rules)[1].name(), "one");
  EXPECT_EQ((*rules)[2].name(), "xy");
  EXPECT_EQ((*rules)[3].name(), "f");
  EXPECT_EQ((*rules)[4].name(), "commas");
  EXPECT_TRUE(absl::IsNotFound(Read({"b", "b.textproto"}).status()));
}

TEST_F(ChosenRules, AnErrorAboutAnUnknownNameListsTheKnownNames) {
  const absl::Status status = Read({"one", "READ\u200BME"}).status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  EXPECT_EQ(
      status.message(),
      "--rules: unknown name \"READU+200BME\": expected one, two, all, or a "
      "file (a path with a slash or the ending .textproto)");
}

TEST_F(ChosenRules, MustHaveDifferentNames) {
  for (const std::vector<std::string>& choices :
       {std::vector<std::string>{"one", "two", "one"},
        std::vector<std::string>{"one", "again.textproto"}}) {
    const absl::Status status = Read(choices).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_EQ(status.message(), "--rules: two rule sets are named \"one\"");
  }
}

TEST_F(ChosenRules, MustNotBeEmpty) {
  EXPECT_EQ(Read({}).status(),
            absl::InvalidArgumentError("--rules: must not be empty"));
}

TEST_F(ChosenRules, ErrorsNameFilesThatAreMissingOrInvalid) {
  EXPECT_TRUE(absl::IsNotFound(Read({"none.textproto"}).status()));
  std::ofstream(folder_ / "mine/bad.textproto") << "name: \"bad\" rows: 0\n";
  const absl::Status status = Read({"bad.textproto"}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_NE(status.message().find("bad.textproto: rows"),
            absl::string_view::npos)
      << status;
}

}  // namespace
}  // namespace teeko::pipeline
