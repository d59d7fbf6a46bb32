// From the protobuf Rules to the kernel's.

#ifndef TEEKO_VERIFY_RULES_H_
#define TEEKO_VERIFY_RULES_H_

#include <vector>

#include "teeko/proto/rules.pb.h"
#include "verify/kernel.h"
#include "verify/order.h"

namespace teeko::verify {

// `rules` must be valid (proto/rules_file.h).
kernel::Rules KernelRules(const Rules& rules);

// The kernel's game of these rules.
kernel::Game GameOf(const Rules& rules);

// The sections of its table.
std::vector<kernel::Section> SectionsOf(const kernel::Game& game,
                                        const Rules& rules);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_RULES_H_
