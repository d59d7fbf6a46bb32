// The game in which one side, the Prover, keeps to formations, while the other,
// the Skeptic, is free: what verify/check solves, kept up to date here while
// formations are taken away.

#ifndef TEEKO_VERIFY_CERTIFICATES_RESTRICTED_GAME_H_
#define TEEKO_VERIFY_CERTIFICATES_RESTRICTED_GAME_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "kernel/kernel.h"
#include "verify/certificates/formations.h"

namespace teeko::verify {

// What the Prover is after: to win within so many plies from the empty board,
// or that the Skeptic does not.
struct Aim {
  bool is_win = false;
  int plies = kForever;

  static constexpr int kForever = 1 << 30;
};

// That the Prover attains the aim.
struct Claim {
  std::string style;
  kernel::Set banned = 0;  // to the first drop
  bool black = true;       // the Prover's colour
};

class RestrictedGame {
 public:
  // All formations but goals are allowed.  `value(skeptic, prover)` is that of
  // the placement of these two formations with the Skeptic to move.
  RestrictedGame(const kernel::Game& game, const Formations& formations,
                 const Aim& aim,
                 absl::FunctionRef<kernel::Value(int, int)> value);

  // With how many placements of the Skeptic, who is to move, the Prover attains
  // the aim from a formation of an orbit.
  uint64_t Successes(int orbit) const;

  // Takes away orbits that are allowed, if that can be done with so much
  // work(); if not, returns false, and only Undo may follow.  Undo gives back
  // those taken since the last Keep.  Asks whenever the work has doubled
  // whether it is worthwhile to go on: successes only become fewer, so that
  // what is not proved meanwhile will not be in the end.  The limit is looked
  // at then, too, so twice as much may be done.
  bool Remove(absl::Span<const int> orbits, int64_t most_work,
              absl::FunctionRef<bool()> worthwhile);
  void Keep();
  void Undo();

  // Whether the allowed formations suffice, found out within so many positions
  // with drops to come; false if that takes more.
  bool Proves(const Claim& claim, uint64_t most_positions);

  // The work done so far, the same on any machine: blocks of 64 * block_ bits
  // looked at, and positions with drops to come.
  int64_t work() const { return work_; }

 private:
  using Word = uint64_t;

  // A word tells which blocks of a row are concerned.
  using Blocks = uint64_t;

  // Bits by formation of the Skeptic.
  using Row = std::vector<Word>;

  // Of all levels, by formation of the Prover.
  struct Rows {
    std::vector<Row> now;
    // What those that changed since the last Keep were then.
    absl::flat_hash_map<size_t, Row> kept;

    // The row, which is about to change.
    Row& Change(size_t row) {
      kept.try_emplace(row, now[row]);
      return now[row];
    }
    // Leaves an empty row, which nobody looks at.
    void Drop(size_t row) {
      kept.try_emplace(row, std::move(now[row]));
      now[row] = {};
    }
    void Undo() {
      for (auto& [row, was] : kept) now[row].swap(was);
    }
  };
  size_t RowOf(int level, int formation) const {
    return size_t(level) * formations_.size() + formation;
  }
  size_t AnswerRow(int level, int orbit) const {
    return size_t(level) * formations_.orbits.size() + orbit;
  }
  // The level that a move of the Skeptic before this one makes it.
  int NextLevel(int level) const {
    return aim_.plies == Aim::kForever ? level : level + 1;
  }
  bool SucceedsWithin(int rounds, kernel::Value value) const;
  void FindSuccesses(int formation, size_t word,
                     absl::FunctionRef<kernel::Value(int, int)> value);
  void CopyToImages(int level, int formation);
  void FindAnswers(int level, int orbit, Blocks blocks, Row& answers);
  bool Answers(int level, int prover, int skeptic) const;
  void Enqueue(int level, int formation, Blocks blocks);
  bool Propagate(int64_t most_work, absl::FunctionRef<bool()> worthwhile);
  void Spoil(int level, int formation, const Row& lost);
  void Allow(int orbit, bool allowed);
  int Level(bool black) const;
  struct Drops;
  bool Succeeds(Drops& drops, kernel::Set prover, kernel::Set skeptic);

  const kernel::Game& game_;
  const Formations& formations_;
  const Aim aim_;
  // What is a symmetric image is copied, not found again: the orbit of which a
  // formation is the first.  Of goals no answers are needed.
  static constexpr int kNone = -1;
  std::vector<int> orbit_;
  // Rows are worked on in blocks of so many words, 64 at most.
  size_t block_ = 4;
  // Level n of `successes_` tells what succeeds, with the Skeptic to move,
  // within n rounds, and of `answers_`, with the Prover to move, if his move
  // leads to that; answers are those of the first of each orbit.  With no limit
  // on plies there is one level, for all rounds.
  const int levels_;
  std::vector<bool> allowed_;  // goals are
  Rows successes_;
  Rows answers_;
  std::vector<int> removed_;                     // orbits, since the last Keep
  absl::flat_hash_map<kernel::Set, int> parts_;  // of what is allowed
  // All squares, by number of pieces placed before: what to try first.
  std::vector<std::vector<int>> drops_;
  // Rows of answers to be looked at again, and which blocks of each row.
  std::vector<size_t> queue_;
  std::vector<Blocks> queued_blocks_;
  int64_t work_ = 0;
};

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_CERTIFICATES_RESTRICTED_GAME_H_
