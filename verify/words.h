// From the protobuf Rules to the kernel's words.

#ifndef TEEKO_VERIFY_WORDS_H_
#define TEEKO_VERIFY_WORDS_H_

#include "proto/rules.pb.h"
#include "verify/kernel.h"

namespace teeko::verify {

// `rules` must be valid (proto/rules_file.h).
kernel::Words WordsOf(const Rules& rules);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_WORDS_H_
