// How programs print numbers.

#ifndef TEEKO_STAGE_NUMBERS_H_
#define TEEKO_STAGE_NUMBERS_H_

#include <cstdint>
#include <string>

namespace teeko {

// 31204117 as "31,204,117".
std::string WithCommas(uint64_t number);

}  // namespace teeko

#endif  // TEEKO_STAGE_NUMBERS_H_
