// What is wrong with one position, in words and pictures.  Everything here
// comes from the kernel, one position at a time, and uses none of the loops
// that found the fault.

#ifndef TEEKO_VERIFY_DIAGNOSIS_H_
#define TEEKO_VERIFY_DIAGNOSIS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "kernel/kernel.h"
#include "kernel/order.h"

namespace teeko::verify {

// What a position with this value is: "a win in 3", "a loss in 0", "a draw",
// "without value".
std::string ValueText(kernel::Value value);

// `section with 7 pieces placed, drops "S" to come`.
std::string SectionText(const kernel::Section& section);

// A picture of the board, indented, and who is to do what:
//
//     . X . . O
//     . . X . O     (and so on)
//     X is Red and drops next, X picks the square; 5 of 8 pieces are placed
std::string PositionText(const kernel::Rules& rules,
                         const kernel::Section& section,
                         kernel::Position position);

// How a value compares with what the successors demand.
struct Diagnosis {
  kernel::Value found;
  kernel::Value expected;
  std::string reason;  // "X picks 15-9, after which O has a loss in 2"

  bool right() const { return found == expected; }
  // "as its successors demand" or "which is wrong by its successors"
  std::string Verdict() const;
  // "must be a win in 3, since X picks 15-9, …"
  std::string Text() const;
  // "a draw, which is wrong by its successors: must be …"
  std::string Details() const;
};

using ValueSource = absl::FunctionRef<absl::StatusOr<kernel::Value>(
    int section, uint64_t index)>;

// Compares the value of one position with what it must be by the kernel's rule.
// Fails if `value_at` does.
absl::StatusOr<Diagnosis> Diagnose(const kernel::Game& game,
                                   const std::vector<kernel::Section>& sections,
                                   int section, uint64_t index,
                                   ValueSource value_at);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_DIAGNOSIS_H_
