// The simplest solver of Teeko.  It computes the value of each position from
// the values of the successors (ValueFrom).  Where the successors are in the
// same section, it repeats this until no value changes.

#ifndef TEEKO_KERNEL_PLAIN_SEARCH_H_
#define TEEKO_KERNEL_PLAIN_SEARCH_H_

#include <vector>

#include "kernel/kernel.h"
#include "kernel/order.h"

namespace teeko::kernel {

// Returns the value of every position: values[section][index], in the order of
// docs/formats.md.  `sections` are those of Sections(game, styles).
//
// Keeps every successor of every position in memory.  It is meant for small
// boards with at most a few million positions.
std::vector<std::vector<Value>> PlainSearch(
    const Game& game, const std::vector<Section>& sections);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_PLAIN_SEARCH_H_
