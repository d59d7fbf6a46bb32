// Text from outside, as people's editors write it.

#ifndef TEEKO_BASE_TEXT_H_
#define TEEKO_BASE_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace teeko::base {

// Returns the text without a byte order mark at its start and with a line feed
// for each end of a line, which may be LF, CRLF or CR.
std::string PlainText(absl::string_view text);

}  // namespace teeko::base

#endif  // TEEKO_BASE_TEXT_H_
