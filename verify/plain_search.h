// The whole table of a small board by plain search, for tests: nothing but the
// kernel's rule, applied over and over.

#ifndef TEEKO_VERIFY_PLAIN_SEARCH_H_
#define TEEKO_VERIFY_PLAIN_SEARCH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "verify/kernel.h"
#include "verify/table.h"

namespace teeko::verify {

// Takes time and memory for every successor of every position; meant for up to
// some million positions.  Values are as wide as proto/README.md wants them.
Table PlainSearch(const kernel::Game& game,
                  const std::vector<std::string>& styles);

// The same table with two bytes a value.
Table Widened(const Table& table);

// In all sections.
uint64_t Positions(const Table& table);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_PLAIN_SEARCH_H_
