// Explains a wrong value of a position, with a picture.  Computes the expected
// value with the kernel, and not with the fast checks that found the fault.

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

// Returns a value in words: "a win in 3", "a loss in 0", "a draw" or, for
// kernel::kNoValue, "without value".
std::string ValueText(kernel::Value value);

// Returns the name of a section: `section with 7 pieces placed, drops "S" to
// come`.
std::string SectionText(const kernel::Section& section);

// Returns a picture of the board, indented, and the side to move:
//
//     . X . . O
//     . . X . O     (and so on)
//     X is Red and drops next, X picks the square; 5 of 8 pieces are placed
std::string PositionText(const kernel::Rules& rules,
                         const kernel::Section& section,
                         kernel::Position position);

// A value in a table, and the value that follows from the successors.
struct Diagnosis {
  kernel::Value found;
  kernel::Value expected;
  // "X picks 15-9, after which O has a loss in 2": X is the side to move, and
  // squares are numbered from 1.
  std::string reason;

  bool right() const { return found == expected; }
  // Returns "which agrees with its successors" or "which does not agree with
  // its successors".
  std::string Agreement() const;
  // Returns "must be a win in 3, because X picks 15-9, …".
  std::string Text() const;
  // Returns "a draw, which does not agree with its successors: must be …".
  std::string Details() const;
};

using ValueSource = absl::FunctionRef<absl::StatusOr<kernel::Value>(
    int section, uint64_t index)>;

// Compares the value of one position with the value that follows from its
// successors by the kernel's rules.  Errors come from `value_at`.
absl::StatusOr<Diagnosis> Diagnose(const kernel::Game& game,
                                   const std::vector<kernel::Section>& sections,
                                   int section, uint64_t index,
                                   ValueSource value_at);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_DIAGNOSIS_H_
