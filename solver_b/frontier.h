// The positions that one level decides.

#ifndef TEEKO_SOLVER_B_FRONTIER_H_
#define TEEKO_SOLVER_B_FRONTIER_H_

#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace teeko::solver_b {

// A set of places in a table of rows and columns, one bit each; so that a level
// costs what it decides and next to nothing for what it does not.
class Frontier {
 public:
  Frontier(uint64_t rows, uint64_t columns)
      : row_words_((columns + 63) / 64), words_(rows * row_words_) {}

  // Thread-safe.
  void Insert(uint64_t row, uint64_t column) {
    std::atomic_ref(words_[row * row_words_ + column / 64])
        .fetch_or(uint64_t{1} << column % 64, std::memory_order_relaxed);
  }

  // Takes out the places of a row and calls visit(column) for each.  Threads
  // may take different rows while nobody inserts.
  template <typename Visit>
  void TakeRow(uint64_t row, Visit visit) {
    for (uint64_t i = 0; i < row_words_; ++i) {
      uint64_t columns = std::exchange(words_[row * row_words_ + i], 0);
      for (; columns != 0; columns &= columns - 1) {
        visit(64 * i + std::countr_zero(columns));
      }
    }
  }

 private:
  uint64_t row_words_;
  std::vector<uint64_t> words_;
};

}  // namespace teeko::solver_b

#endif  // TEEKO_SOLVER_B_FRONTIER_H_
