// Searches for small proofs that X wins.  This is a best-first search of an
// AND/OR graph of positions.  The number of a node is a lower bound on the
// number of strategic moves that its proof still needs (proof-number search in
// which only OR nodes count).

#ifndef TEEKO_QUBIC_PROVER_H_
#define TEEKO_QUBIC_PROVER_H_

#include <cstdint>
#include <map>
#include <random>
#include <unordered_map>
#include <vector>

#include "qubic/board.h"
#include "qubic/forced.h"

namespace teeko::qubic {

// X's moves (cells counted from 0) in canonical positions without a forced
// line.  A certificate needs nothing else.
using Moves = std::map<Position, int, MoreStonesFirst>;

// Keeps one whole proof: X's moves that prove the win from the first position.
// Not thread-safe.  The results depend only on the sequence of calls.
class Prover {
 public:
  static constexpr int kImpossible = 1'000'000;

  // Searches for a proof that X wins from `position` by a move on `cell`; opens
  // at most `effort` positions for each reply.  Returns how many strategic
  // moves of the new proof are not in the whole proof, or kImpossible if there
  // is no proof or the effort was too small.  O must not threaten another cell.
  int ProveMove(const Position& position, int cell, uint64_t effort);

  // Sets the whole proof to `moves`.  It must be empty before.
  void Load(const Moves& moves);

  // Adds to the whole proof the proof of `position`, which must be proved.
  void Add(const Position& position);

  // Chooses new moves in the positions of the whole proof with `stones` X
  // stones, one after the other.  The whole proof becomes smaller or stays as
  // small.
  void Improve(int stones, uint64_t effort);

  // Forgets all positions outside the whole proof, so that Improve searches for
  // new proofs of them, which can share positions with the whole proof.
  void Forget();

  // The whole proof.
  Moves moves() const;
  int strategic_moves() const { return strategic_moves_; }

  uint64_t opened() const { return opened_; }
  ForcedSearch& forced() { return forced_; }

 private:
  struct Node;

  // A move of X, and the replies to which X has no forced line.
  struct Option {
    int cell;
    bool started = false;
    Cells unknown = 0;    // replies not searched yet
    Cells unvisited = 0;  // replies that have no node yet
    std::vector<Node*> replies = {};
  };

  struct Node {
    const Position* position;
    int weight;  // 1 if X's move is strategic, 0 if O forces it
    int size;  // lower bound on the strategic moves of a proof; exact if solved
    bool solved = false;
    int uses = 0;       // nodes of the whole proof that lead here
    Option best = {0};  // if solved
    std::vector<Option> options = {};  // during the search
  };

  Node* Find(const Position& position);
  static int Cost(const Node& node) { return node.uses > 0 ? 0 : node.size; }
  static int Cost(const Option& option);
  static std::vector<Option> Options(const Position& position);
  void Look(const Position& position, Option& option, int bound,
            bool lazy = false);
  void Visit(const Position& position, Option& option);
  void Search(Node& node, int most);
  int Try(const Node& node, Option& option, int most, uint64_t effort);
  void Improve(Node& node, uint64_t effort);
  void Use(Node& node);
  void Release(Node& node);

  ForcedSearch forced_;
  std::unordered_map<Position, Node, PositionHash> nodes_;
  std::vector<Node*> with_options_;
  Cells likely_ = 0;  // replies that lately had no forced line
  uint64_t opened_ = 0, limit_ = 0;
  int strategic_moves_ = 0;
  std::mt19937 random_;  // the same sequence every time
};

}  // namespace teeko::qubic

#endif  // TEEKO_QUBIC_PROVER_H_
