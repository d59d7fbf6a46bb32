#include "base/utf8.h"

#include <algorithm>

namespace teeko::base {
namespace {

struct Character {
  size_t bytes;  // length of the character, or of the part that is present
  bool valid;
  unsigned code = 0;  // number of a valid character
};

struct Range {
  unsigned first, last;
};

// The property White_Space of Unicode.
constexpr Range kSpaces[] = {
    {0x9, 0xD},       {' ', ' '},       {0x85, 0x85},     {0xA0, 0xA0},
    {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
    {0x205F, 0x205F}, {0x3000, 0x3000}};

// Control characters, the property Default_Ignorable_Code_Point of Unicode, and
// marks of annotations.
constexpr Range kInvisible[] = {
    {0x0, 0x1F},        {0x7F, 0x9F},       {0xAD, 0xAD},      {0x34F, 0x34F},
    {0x61C, 0x61C},     {0x115F, 0x1160},   {0x17B4, 0x17B5},  {0x180B, 0x180F},
    {0x200B, 0x200F},   {0x202A, 0x202E},   {0x2060, 0x206F},  {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},  {0xFFF0, 0xFFFB},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

template <size_t count>
bool Contains(const Range (&ranges)[count], unsigned code) {
  return std::any_of(ranges, ranges + count, [code](const Range& range) {
    return range.first <= code && code <= range.last;
  });
}

// Returns the first character of a text that is not empty.
Character First(std::string_view text) {
  const auto byte = [text](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, true, lead};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const size_t bytes = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // Some first bytes restrict the second byte.  This excludes overlong forms,
  // surrogates, and characters beyond U+10FFFF.
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  unsigned code = lead & (0x7F >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if (i >= text.size() || byte(i) < low || byte(i) > high) return {i, false};
    code = code << 6 | (byte(i) & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return {bytes, true, code};
}

// Appends a hexadecimal number with at least `count` of these digits.
void AppendHex(unsigned number, int count, const char* digits,
               std::string& text) {
  for (int i = 7; i >= 0; --i) {
    if (i < count || number >> 4 * i != 0) text += digits[number >> 4 * i & 15];
  }
}

}  // namespace

size_t CharacterBytes(std::string_view text) {
  if (text.empty()) return 0;
  const Character first = First(text);
  return first.valid ? first.bytes : 0;
}

size_t SpaceBytes(std::string_view text) {
  if (text.empty()) return 0;
  const Character first = First(text);
  return first.valid && Contains(kSpaces, first.code) ? first.bytes : 0;
}

bool IsUtf16(std::string_view text) {
  const std::string_view mark = text.substr(0, 2);
  if (mark == "\xFF\xFE" || mark == "\xFE\xFF") return true;
  return text.size() >= 4 && (text[0] == 0) != (text[1] == 0) &&
         (text[0] == 0) == (text[2] == 0) && (text[1] == 0) == (text[3] == 0);
}

std::string Visible(std::string_view text) {
  std::string visible;
  visible.reserve(text.size());
  while (!text.empty()) {
    const Character first = First(text);
    const size_t bytes = first.valid ? first.bytes : 1;
    if (!first.valid) {
      visible += "\\x";
      AppendHex(static_cast<unsigned char>(text[0]), 2, "0123456789abcdef",
                visible);
    } else if (first.code != ' ' && (Contains(kSpaces, first.code) ||
                                     Contains(kInvisible, first.code))) {
      visible += "U+";
      AppendHex(first.code, 4, "0123456789ABCDEF", visible);
    } else {
      visible += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return visible;
}

std::string ValidUtf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const Character first = First(text);
    valid += first.valid ? text.substr(0, first.bytes) : "\xEF\xBF\xBD";
    text.remove_prefix(first.bytes);
  }
  return valid;
}

}  // namespace teeko::base
