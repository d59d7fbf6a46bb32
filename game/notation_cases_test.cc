// Tests the reader with corpus/notation_cases.json.  The tests of the page and
// of Python use the same file.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "game/game.h"
#include "game/notation.h"
#include "google/protobuf/struct.pb.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"

namespace teeko {
namespace {

using Fields = google::protobuf::Map<std::string, google::protobuf::Value>;

const Game& Standard() {
  static const Game& game =
      *new Game(*proto::ReadRulesFile("corpus/rules/standard.textproto"));
  return game;
}

const google::protobuf::Struct& Cases() {
  static const auto& cases = *[] {
    auto* read = new google::protobuf::Struct;
    EXPECT_TRUE(proto::ReadJson("corpus/notation_cases.json", *read).ok());
    return read;
  }();
  return cases;
}

std::string StringOf(const Fields& fields, const std::string& name) {
  const auto found = fields.find(name);
  return found == fields.end() ? "" : found->second.string_value();
}

std::vector<std::string> StringsOf(const Fields& fields,
                                   const std::string& name) {
  std::vector<std::string> strings;
  for (const auto& value : fields.at(name).list_value().values()) {
    strings.push_back(value.string_value());
  }
  return strings;
}

std::string TextOf(const Fields& fields) {
  if (fields.contains("hex")) {
    return absl::HexStringToBytes(StringOf(fields, "hex"));
  }
  const std::string piece = StringOf(fields, "text");
  const auto repeat = fields.find("repeat");
  std::string text;
  for (int i = repeat == fields.end() ? 1 : repeat->second.number_value();
       i > 0; --i) {
    text += piece;
  }
  return text + StringOf(fields, "end");
}

std::string StatementOf(const Item& item) {
  if (!item.initial || !item.initial->statement) return "";
  constexpr const char* kOutcomes[] = {"win", "draw", "lose"};
  const Statement& statement = *item.initial->statement;
  return absl::StrCat(
      kOutcomes[statement.outcome],
      statement.plies ? absl::StrCat(" ", *statement.plies) : "");
}

TEST(Cases, TextsHaveTheExpectedItems) {
  const auto& texts = Cases().fields().at("texts").list_value().values();
  ASSERT_GT(texts.size(), 50);
  for (const auto& one : texts) {
    const Fields& fields = one.struct_value().fields();
    SCOPED_TRACE(StringOf(fields, "name"));
    const auto& expected = fields.at("items").list_value().values();
    const std::string text = TextOf(fields);
    ItemReader reader(text, Standard().names());
    std::vector<std::string> errors;
    int items = 0;
    while (const std::optional<Part> part = reader.Next()) {
      if (!part->error.empty()) {
        errors.push_back(absl::StrCat("line ", part->line, ": ", part->error));
        continue;
      }
      ASSERT_LT(items, expected.size());
      const Fields& item = expected[items++].struct_value().fields();
      std::vector<std::string> moves;
      std::vector<std::string> comments = part->item.comments;
      for (const Ply& ply : part->item.plies) {
        moves.push_back(ToString(ply.move));
        comments.insert(comments.end(), ply.comments.begin(),
                        ply.comments.end());
      }
      EXPECT_EQ(part->item.line, item.at("line").number_value());
      EXPECT_EQ(
          PositionString(Standard(), *teeko::SetUp(Standard(), part->item)),
          StringOf(item, "start"));
      EXPECT_EQ(absl::StrJoin(moves, " "), StringOf(item, "moves"));
      EXPECT_EQ(comments, StringsOf(item, "comments"));
      EXPECT_EQ(StatementOf(part->item), StringOf(item, "statement"));
    }
    EXPECT_EQ(items, expected.size());
    EXPECT_EQ(errors, StringsOf(fields, "errors"));
    EXPECT_EQ(reader.LastComments(), StringsOf(fields, "last"));
  }
}

TEST(Cases, PositionsAreReadAsExpected) {
  for (const auto& one :
       Cases().fields().at("positions").list_value().values()) {
    const Fields& fields = one.struct_value().fields();
    SCOPED_TRACE(StringOf(fields, "name"));
    const absl::StatusOr<Item> item = ParsePosition(TextOf(fields), Standard());
    EXPECT_EQ(item.status().message(), StringOf(fields, "error"));
    if (!item.ok()) continue;
    EXPECT_EQ(PositionString(Standard(), *teeko::SetUp(Standard(), *item)),
              StringOf(fields, "position"));
    EXPECT_EQ(StatementOf(*item), StringOf(fields, "statement"));
  }
}

}  // namespace
}  // namespace teeko
