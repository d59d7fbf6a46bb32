// Tests of the text and JSON forms of messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/files.h"
#include "proto/message_file.h"
#include "teeko/proto/formats_test.pb.h"

namespace teeko::proto {
namespace {

using formats_test::Results;
using ::testing::HasSubstr;

std::string Path(const std::string& name) {
  return ::testing::TempDir() + "/" + name;
}

Results SomeResults() {
  Results results;
  formats_test::Rules& rules = *results.add_rules();
  rules.set_name("x");
  rules.set_draws(75710250);
  for (const int level : {1, 0, 2}) rules.add_levels(level);
  for (const int square : {20, 3, 11}) {
    (*rules.mutable_first_drops())[square] = "draw";
  }
  return results;
}

TEST(TextProto, RoundTrips) {
  const Results results = SomeResults();
  ASSERT_TRUE(WriteTextProto(Path("text"), results).ok());
  EXPECT_EQ(*base::ReadFile(Path("text")), TextProto(results));
  EXPECT_THAT(TextProto(results), HasSubstr("levels: [1, 0, 2]"));
  Results read;
  ASSERT_TRUE(ReadTextProto(Path("text"), read).ok());
  EXPECT_EQ(TextProto(read), TextProto(results));
}

TEST(TextProto, TakesAllLineEndsAndAByteOrderMark) {
  Results expected;
  expected.add_rules()->set_name("x");
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const std::string text = "# made by hand" + end + "rules {" + end +
                             "  name: 'x'  # a name" + end + "}" + end;
    for (const std::string& same : {text, "\xEF\xBB\xBF" + text}) {
      Results read;
      EXPECT_TRUE(ParseTextProto(same, "f", read).ok());
      EXPECT_EQ(TextProto(read), TextProto(expected)) << same;
    }
    const std::string wrong = "# made by hand" + end + "  no: 1";
    Results none;
    EXPECT_THAT(std::string(ParseTextProto(wrong, "f", none).message()),
                ::testing::StartsWith("f:2:5: "));
  }
}

TEST(TextProto, ErrorsNameLineAndColumn) {
  Results results;
  EXPECT_TRUE(absl::IsNotFound(ReadTextProto(Path("none"), results)));
  const absl::Status status =
      ParseTextProto("rules {\n  goals: many\n  goals: x }", "f", results);
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()), ::testing::StartsWith("f:2:10: "));
}

TEST(Formats, NameUtf16) {
  const std::string text("\xFF\xFE{\0}\0", 6);
  const std::string error = "f: the text is in UTF-16: expected UTF-8";
  Results results;
  EXPECT_EQ(ParseTextProto(text, "f", results).message(), error);
  EXPECT_EQ(ParseJson(text, "f", results).message(), error);
}

TEST(Json, RoundTrips) {
  const Results results = SomeResults();
  ASSERT_TRUE(WriteJson(Path("json"), results).ok());
  EXPECT_EQ(*base::ReadFile(Path("json")), *JsonText(results));
  Results read;
  ASSERT_TRUE(ReadJson(Path("json"), read).ok());
  EXPECT_EQ(TextProto(read), TextProto(results));
}

TEST(Json, HasAllFieldsByTheirNamesInTheProtoFile) {
  const std::string json = *JsonText(SomeResults());
  EXPECT_THAT(json, HasSubstr("\"no_value\": 0,\n"));
  EXPECT_THAT(json, HasSubstr("\"draws\": 75710250,"));
}

TEST(Json, TakesAByteOrderMark) {
  Results read;
  EXPECT_TRUE(
      ParseJson("\xEF\xBB\xBF" + *JsonText(SomeResults()), "f", read).ok());
  EXPECT_EQ(TextProto(read), TextProto(SomeResults()));
}

TEST(Json, ReplacesInvalidUtf8) {
  Results results;
  results.add_rules()->set_name("caf\xE9 x");
  results.add_rules()->set_name("\xFF");
  const std::string json = *JsonText(results);
  EXPECT_THAT(json, HasSubstr("\"name\": \"caf\uFFFD x\""));
  EXPECT_THAT(json, HasSubstr("\"name\": \"\uFFFD\""));
}

TEST(Json, HasTheKeysOfMapsInOrder) {
  Results results;
  auto& drops = *results.add_rules()->mutable_first_drops();
  for (int square = 64; square > 0; --square) drops[square] = "draw";
  const std::string json = *JsonText(results);
  for (int square = 1; square < 64; ++square) {
    const auto at = [&](int s) {
      return json.find("\"" + std::to_string(s) + "\":");
    };
    EXPECT_LT(at(square), at(square + 1));
  }
}

TEST(Json, ErrorsNameTheProblem) {
  Results results;
  EXPECT_TRUE(absl::IsNotFound(ReadJson(Path("none"), results)));
  for (const std::string text :
       {"", "{", "[]", "{\"rules\": 3}", "{\"rulez\": []}",
        "{\"rules\": [{\"goals\": \"x\"}]}"}) {
    const absl::Status status = ParseJson(text, "f", results);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << text;
    EXPECT_THAT(std::string(status.message()), ::testing::StartsWith("f: "));
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"rules\":[";
  EXPECT_FALSE(ParseJson(deep, "f", results).ok());
}

}  // namespace
}  // namespace teeko::proto
