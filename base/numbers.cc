#include "base/numbers.h"

#include <iterator>

namespace teeko::base {

std::string WithCommas(uint64_t number) {
  std::string text = std::to_string(number);
  for (int at = std::ssize(text) - 3; at > 0; at -= 3) text.insert(at, 1, ',');
  return text;
}

}  // namespace teeko::base
