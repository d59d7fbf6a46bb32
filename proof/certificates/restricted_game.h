// The restricted game that proof/check solves: one side, the Prover, keeps to
// formations, and the other side, the Skeptic, is free.  This class updates the
// solution when formations are removed.

#ifndef TEEKO_PROOF_CERTIFICATES_RESTRICTED_GAME_H_
#define TEEKO_PROOF_CERTIFICATES_RESTRICTED_GAME_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "kernel/kernel.h"
#include "proof/certificates/formations.h"

namespace teeko::proof {

// The Prover's aim: to win within `plies` plies from the empty board, or not to
// lose within them.
struct Aim {
  bool is_win = false;
  int plies = kForever;

  static constexpr int kForever = 1 << 30;
};

// A claim: that the Prover reaches the aim.
struct Claim {
  std::string style;
  kernel::Set banned = 0;  // squares that the first drop must not take
  bool black = true;       // the Prover's colour
};

class RestrictedGame {
 public:
  // Solves the game with all formations allowed.  `value(skeptic, prover)` is
  // the value of the placement with these two formations and the Skeptic to
  // move.
  RestrictedGame(
      const kernel::Game& game, const Formations& formations, const Aim& aim,
      absl::FunctionRef<kernel::Value(int skeptic, int prover)> value);

  // Counts placements with the Skeptic to move in which the Prover has the
  // first formation of this orbit.  Returns the number of those from which the
  // Prover reaches the aim in the rounds that remain after the drops.
  uint64_t Successes(int orbit) const;

  // Removes allowed orbits.  Returns false if this call needs more work than
  // `most_work` (in units of work()), or if worthwhile() returns false; then
  // the next call must be Undo.  Tests both conditions only when the work of
  // this call has doubled since the last test, so the work may reach twice the
  // limit.  Removals never add successes.  So worthwhile() may return false as
  // soon as the remaining successes do not prove a claim.
  bool Remove(absl::Span<const int> orbits, int64_t most_work,
              absl::FunctionRef<bool()> worthwhile);
  // Makes the removals since the last Commit or Undo final.
  void Commit();
  // Takes back the removals since the last Commit or Undo.
  void Undo();

  // True if the allowed formations prove the claim within `most_positions`
  // positions of the drop phase.
  bool Proves(const Claim& claim, uint64_t most_positions);

  // The work so far, which is the same on every machine: the number of computed
  // blocks of 64 * block_ bits plus the number of positions of the drop phase.
  int64_t work() const { return work_; }

 private:
  using Word = uint64_t;

  // A row is divided into at most 64 blocks of `block_` words.  This is a set
  // of blocks: one bit for each.
  using Blocks = uint64_t;

  // One bit for each formation of the Skeptic.
  using Row = std::vector<Word>;

  // Rows by RowOf or AnswerRow.
  struct Rows {
    std::vector<Row> now;
    // The rows that changed since the last Commit or Undo, as they were then.
    absl::flat_hash_map<size_t, Row> before;

    // Returns a row to be changed.
    Row& Change(size_t row) {
      before.try_emplace(row, now[row]);
      return now[row];
    }
    // Clears a row that is no longer needed.
    void Discard(size_t row) {
      before.try_emplace(row, std::move(now[row]));
      now[row] = {};
    }
    // Restores the rows from `before`.  Afterwards the caller must clear it.
    void Undo() {
      for (auto& [row, old] : before) now[row].swap(old);
    }
  };
  // Layer n has the placements from which the Prover succeeds within n rounds
  // (see successes_).
  size_t RowOf(int layer, int formation) const {
    return size_t(layer) * formations_.size() + formation;
  }
  size_t AnswerRow(int layer, int orbit) const {
    return size_t(layer) * formations_.orbits.size() + orbit;
  }
  // Returns the layer of a placement from which each move of the Skeptic has an
  // answer at `layer`.
  int LayerBefore(int layer) const {
    return aim_.plies == Aim::kForever ? layer : layer + 1;
  }
  // The .cc file documents these functions.
  bool SucceedsWithin(int rounds, kernel::Value value) const;
  void FindSuccesses(
      int formation, size_t word,
      absl::FunctionRef<kernel::Value(int skeptic, int prover)> value);
  void CopyToImages(int layer, int formation);
  void FindAnswers(int layer, int orbit, Blocks blocks, Row& answers);
  bool HasAnswer(int layer, int prover, int skeptic) const;
  void Enqueue(int layer, int formation, Blocks blocks);
  bool Propagate(int64_t most_work, absl::FunctionRef<bool()> worthwhile);
  void RemoveSuccesses(int layer, int formation, const Row& lost);
  void Allow(int orbit, bool allowed);
  int Layer(bool black) const;
  struct Drops;
  bool Succeeds(Drops& drops, kernel::Set prover, kernel::Set skeptic);

  const kernel::Game& game_;
  const Formations& formations_;
  const Aim aim_;
  static constexpr int kNone = -1;
  // By formation: its orbit if it is the first formation of the orbit and not a
  // goal, else kNone.  Answers are computed only for the formations whose entry
  // is not kNone.  Goals need no answers.
  std::vector<int> orbit_;
  // Number of words in a block.  A row has at most 64 blocks.
  size_t block_ = 4;
  // Layer n of successes_ has the placements, with the Skeptic to move, from
  // which the Prover succeeds within n rounds.  Layer n of answers_ has the
  // placements, with the Prover to move, from which a move leads to a success
  // at layer n. answers_ has only the first formation of each orbit.  Without a
  // limit on plies there is one layer for all rounds.
  const int layers_;
  std::vector<bool> allowed_;  // by formation; goals are allowed
  Rows successes_;
  Rows answers_;
  std::vector<int> removed_;  // orbits removed since the last Commit or Undo
  // By set: the number of allowed formations and goals that contain it.
  absl::flat_hash_map<kernel::Set, int> parts_;
  // drops_[n]: all squares, in the order in which the search tries them for the
  // drop after n placed pieces.
  std::vector<std::vector<int>> drops_;
  // Rows of answers_ to compute again, and the blocks of each row.
  std::vector<size_t> queue_;
  std::vector<Blocks> queued_blocks_;
  int64_t work_ = 0;
};

}  // namespace teeko::proof

#endif  // TEEKO_PROOF_CERTIFICATES_RESTRICTED_GAME_H_
