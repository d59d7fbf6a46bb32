// Converts rules from the message teeko::Rules to the types of the kernel.

#ifndef TEEKO_KERNEL_RULES_H_
#define TEEKO_KERNEL_RULES_H_

#include <vector>

#include "kernel/kernel.h"
#include "kernel/order.h"
#include "kernel/scoring.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::kernel {

// Returns board, pieces and goal families of the message, which must be valid
// (proto/rules_file.h).  SectionsOf reads the styles, and ScoredGameOf the
// scoring.
Rules KernelRules(const teeko::Rules& rules);

// Returns GameOf(KernelRules(rules)).
Game GameOf(const teeko::Rules& rules);

// Returns the scored game of rules that have scoring.
ScoredGame ScoredGameOf(const teeko::Rules& rules);

// Returns the sections of the table of these rules.
std::vector<Section> SectionsOf(const Game& game, const teeko::Rules& rules);

}  // namespace teeko::kernel

#endif  // TEEKO_KERNEL_RULES_H_
