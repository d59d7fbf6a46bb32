#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace teeko::base {
namespace {

TEST(ValidUtf8, LeavesValidTextAsItIs) {
  using std::string_literals::operator""s;
  for (const std::string& text :
       {""s, "plain"s, "caf\xC3\xA9"s, "→ ♟ \xF0\x9F\x98\x80"s, "a\0b"s,
        "\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"s}) {
    EXPECT_EQ(ValidUtf8(text), text);
  }
}

TEST(ValidUtf8, ReplacesEachMaximalInvalidPartByOneCharacter) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(ValidUtf8("Caf\xE9 game"), "Caf" + r + " game");
  EXPECT_EQ(ValidUtf8("\xE9"), r);
  // Table 3-8 of the Unicode standard, and its examples of U+FFFD.
  EXPECT_EQ(ValidUtf8("a\xF1\x80\x80\xE1\x80\xC2"
                      "b\x80"
                      "c\x80\xBF"
                      "d"),
            "a" + r + r + r + "b" + r + "c" + r + r + "d");
  EXPECT_EQ(ValidUtf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82"
                      "A"),
            r + r + r + r + r + r + r + r + "A");
  EXPECT_EQ(ValidUtf8("\xED\xA0\x80"), r + r + r);
  EXPECT_EQ(ValidUtf8("\xF4\x91\x92\x93\xFF"
                      "A"),
            r + r + r + r + r + "A");
  EXPECT_EQ(ValidUtf8("\xE1\x80"), r);
}

}  // namespace
}  // namespace teeko::base
