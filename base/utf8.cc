#include "base/utf8.h"

namespace teeko::base {
namespace {

struct Character {
  size_t bytes;  // length of the character, or of the part that is present
  bool valid;
};

// Returns the first character of a text that is not empty.
Character First(std::string_view text) {
  const auto byte = [text](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const size_t bytes = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // Some first bytes restrict the second byte.  This excludes overlong forms,
  // surrogates, and characters beyond U+10FFFF.
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (size_t i = 1; i < bytes; ++i) {
    if (i >= text.size() || byte(i) < low || byte(i) > high) return {i, false};
    low = 0x80;
    high = 0xBF;
  }
  return {bytes, true};
}

}  // namespace

size_t CharacterBytes(std::string_view text) {
  if (text.empty()) return 0;
  const Character first = First(text);
  return first.valid ? first.bytes : 0;
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
