// Text from outside as valid UTF-8.  Needs the C++ library alone.

#ifndef TEEKO_BASE_UTF8_H_
#define TEEKO_BASE_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace teeko::base {

// Returns the text with U+FFFD for each maximal part of a character that is not
// valid UTF-8, as chapter 3.9 of the Unicode standard recommends.  Valid text
// is returned as it is.
std::string ValidUtf8(std::string_view text);

// Returns the length in bytes of the valid character that a text begins with, 0
// if there is none.
size_t CharacterBytes(std::string_view text);

}  // namespace teeko::base

#endif  // TEEKO_BASE_UTF8_H_
