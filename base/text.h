// Makes text from files and users uniform: line ends and byte order marks.

#ifndef TEEKO_BASE_TEXT_H_
#define TEEKO_BASE_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace teeko::base {

// Returns the text without a byte order mark at its start.  Each line end,
// which may be LF, CRLF or CR, becomes LF.
std::string PlainText(absl::string_view text);

}  // namespace teeko::base

#endif  // TEEKO_BASE_TEXT_H_
