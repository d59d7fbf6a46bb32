// Formats numbers as text.

#ifndef TEEKO_BASE_NUMBERS_H_
#define TEEKO_BASE_NUMBERS_H_

#include <cstdint>
#include <string>

namespace teeko::base {

// Returns 31204117 as "31,204,117".
std::string WithCommas(uint64_t number);

}  // namespace teeko::base

#endif  // TEEKO_BASE_NUMBERS_H_
