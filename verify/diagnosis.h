// Explains a wrong value of a position.  Computes the expected
// value with the kernel, and not with the fast checks that found the fault.

#ifndef TEEKO_VERIFY_DIAGNOSIS_H_
#define TEEKO_VERIFY_DIAGNOSIS_H_

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "kernel/kernel.h"
#include "verify/checked_game.h"

namespace teeko::verify {

// A value in a table, and the value that follows from the successors.
struct Diagnosis {
  std::string found;     // CheckedGame::ValueText
  std::string expected;  // the same
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

// Returns the value of the position with this CheckedGame::Index.
using ValueSource = absl::FunctionRef<absl::StatusOr<kernel::Value>(
    int section, uint64_t index)>;

// Compares the value of one position with the value that follows from its
// successors by the kernel's rules.  Errors come from `value_at`.
absl::StatusOr<Diagnosis> Diagnose(const CheckedGame& game, int section,
                                   uint64_t index, ValueSource value_at);

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_DIAGNOSIS_H_
