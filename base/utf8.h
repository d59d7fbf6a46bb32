// Reads the characters of UTF-8, and makes text from files and users valid and
// visible.  Needs only the C++ standard library.

#ifndef TEEKO_BASE_UTF8_H_
#define TEEKO_BASE_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace teeko::base {

// Replaces invalid UTF-8 by U+FFFD, and returns the text.  Each maximal part of
// a character becomes one U+FFFD, as section 3.9 of the Unicode standard
// recommends.  Valid text is unchanged.
std::string ValidUtf8(std::string_view text);

// Returns the length in bytes of the first character of a text; 0 if the text
// is empty or does not begin with a valid character.
size_t CharacterBytes(std::string_view text);

// Returns the length in bytes of the first character of a text if Unicode calls
// it white space, and 0 otherwise.
size_t SpaceBytes(std::string_view text);

// True if a text begins as UTF-16 does: with a byte order mark, or with two
// characters of ASCII.
bool IsUtf16(std::string_view text);

// The error of such a text.
inline constexpr char kUtf16[] = "the text is in UTF-16: expected UTF-8";

// Returns a text for a message.  A character that readers cannot see becomes
// its number, such as U+200B (zero width space), and a byte that is not valid
// UTF-8 becomes \xNN.
std::string Visible(std::string_view text);

}  // namespace teeko::base

#endif  // TEEKO_BASE_UTF8_H_
