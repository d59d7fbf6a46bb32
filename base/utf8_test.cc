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

TEST(SpaceBytes, IsTheLengthOfAnyWhiteSpace) {
  // The property White_Space of Unicode.
  for (const std::string space :
       {" ", "\t", "\n", "\v", "\f", "\r", "\u0085", "\u00A0", "\u1680",
        "\u2000", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"}) {
    EXPECT_EQ(SpaceBytes(space + "x"), space.size());
  }
  for (const char* other : {"", "x", "x ", "é", "\u200B", "\uFEFF", "\u00AD",
                            "\u180E", "\xA0", "\x85", "\xE2\x80"}) {
    EXPECT_EQ(SpaceBytes(other), 0u) << other;
  }
}

TEST(IsUtf16, KnowsMarksAndAscii) {
  using std::string_literals::operator""s;
  for (const std::string& text : {"\xFF\xFE"s,
                                  "\xFF\xFE"
                                  "1\0"s,
                                  "\xFE\xFF\0"
                                  "1"s,
                                  "1\0003\0"s, "\0001\0003"s}) {
    EXPECT_TRUE(IsUtf16(text));
  }
  for (const std::string& text :
       {""s, "\xFF"s,
        "\xEF\xBB\xBF"
        "13"s,
        "13 8"s, "1\0"s, "1\0003"s, "1\0\0\0"s, "\0\0\0\0"s,
        "\x7F"
        "ELF\0\0\0"s}) {
    EXPECT_FALSE(IsUtf16(text));
  }
}

TEST(Visible, NamesInvisibleCharactersAndInvalidBytes) {
  using std::string_literals::operator""s;
  for (const std::string& text :
       {""s, "plain \"text\" \\"s, "café → ♟ \xF0\x9F\x98\x80"s}) {
    EXPECT_EQ(Visible(text), text);
  }
  EXPECT_EQ(Visible("1\u200B3\u00AD8\uFEFF"), "1U+200B3U+00AD8U+FEFF");
  EXPECT_EQ(Visible("\0\x1B[31m\x7F\u0085\t"s),
            "U+0000U+001B[31mU+007FU+0085U+0009");
  EXPECT_EQ(Visible("\u202E\u2066\u2028\u00A0\U000E0041"),
            "U+202EU+2066U+2028U+00A0U+E0041");
  EXPECT_EQ(Visible("caf\xE9 \xE2\x80"), "caf\\xe9 \\xe2\\x80");
}

}  // namespace
}  // namespace teeko::base
