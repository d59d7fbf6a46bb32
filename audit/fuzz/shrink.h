// From rules under which something is wrong to the smallest.

#ifndef TEEKO_AUDIT_FUZZ_SHRINK_H_
#define TEEKO_AUDIT_FUZZ_SHRINK_H_

#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "audit/agreement/agreement.h"
#include "proto/rules.pb.h"

namespace teeko::verify {

// What is wrong, and under which rules.
struct Finding {
  Rules rules;
  Disagreement disagreement;
};

// The whole of it for people: the rules, the board, what each reading says.
std::string Text(const Finding& finding);

// Looks for something wrong under these rules.
using Search = absl::FunctionRef<std::optional<Disagreement>(const Rules&)>;

// Tries ever fewer rows, columns, pieces, goals and styles, for as long as
// `search` still finds something wrong, though it need not be the same.
Finding Shrunk(Finding finding, Search search);

}  // namespace teeko::verify

#endif  // TEEKO_AUDIT_FUZZ_SHRINK_H_
