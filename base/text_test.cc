#include "base/text.h"

#include <gtest/gtest.h>

namespace teeko::base {
namespace {

TEST(PlainText, HasOneKindOfLineEnd) {
  EXPECT_EQ(PlainText("a\nb\r\nc\rd"), "a\nb\nc\nd");
  EXPECT_EQ(PlainText("\r\r\n\n\r"), "\n\n\n\n");
  EXPECT_EQ(PlainText(""), "");
}

TEST(PlainText, HasNoByteOrderMarkAtItsStart) {
  EXPECT_EQ(PlainText("\xEF\xBB\xBF"
                      "a\xEF\xBB\xBF"),
            "a\xEF\xBB\xBF");
  EXPECT_EQ(PlainText("\xEF\xBB"), "\xEF\xBB");
}

}  // namespace
}  // namespace teeko::base
