// Which drawn positions the four-move limit turns into wins, whatever was
// played before them: solved from below and from above.
//
// The *hunter* tries to win by invoking; the *hunted* side is to be forced out
// of a shuttle.  With Rights::kHunter the hunter alone may invoke, which makes
// the result an upper bound for the game in which both may; with Rights::kBoth
// the hunter wins against every use the hunted side can make of the same right,
// by the strategy of README.md, lemma 5: a lower bound.

#ifndef TEEKO_REPORTS_EXTRA_RULES_HUNT_H_
#define TEEKO_REPORTS_EXTRA_RULES_HUNT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "reports/extra_rules/board.h"
#include "reports/extra_rules/only_moves.h"
#include "reports/extra_rules/values.h"

namespace teeko::extra_rules {

enum class Rights { kHunter, kBoth };

class Hunt {
 public:
  // Solves Scarne's wording for a limit of four moves, on oneTBB threads.
  // `progress(lost)` is called after each round with the number of symmetry
  // classes of lost positions so far.  The arguments must outlive this.
  Hunt(const Board& board, const Values& values, const OnlyMoves& only,
       Rights rights, absl::FunctionRef<void(uint64_t lost)> progress);

  // Whether the mover, hunted, loses a position drawn in the plain game when
  // nobody has moved yet (as after the last drop).  If so he loses too after
  // any earlier moves of his own.
  bool HuntedToMoveLoses(Position position) const {
    return FateIn(cells_[Index(position)]) == Fate::kLost;
  }

  // Whether the mover, the hunter, wins a position drawn in the plain game when
  // nobody has moved yet.
  bool HunterToMoveWins(Position position) const {
    return (cells_[Index({position.opponent, position.mover})] &
            kHunterToMoveWins) != 0;
  }

  // Over all drawn positions.
  struct Counts {
    uint64_t hunted_to_move = 0;
    uint64_t hunter_to_move = 0;
  };
  Counts Count() const;

  int rounds() const { return rounds_; }

 private:
  // Of a drawn position, the hunted side to move.
  enum class Fate : uint8_t {
    kSafe,  // two moves or more are not refuted
    kOnly,  // one move is not
    kLost,
  };

  // Sets of moves of the hunter, by MoveCode: returns that would put him under
  // a limit.  Where a position is lost *except* after last moves whose return
  // is in the set, the strategy needs that very return.
  using Returns = uint32_t;

  struct Verdict {
    Fate fate;
    MoveCode only_move;  // if fate is kOnly
    Returns except;      // of the moves that are refuted
  };

  static constexpr uint8_t kCodeMask = 31;
  static constexpr uint8_t kHunterToMoveWins = 32;
  static Fate FateIn(uint8_t cell) { return static_cast<Fate>(cell >> 6); }
  static uint8_t Cell(Fate fate, MoveCode code) {
    return static_cast<uint8_t>(fate) << 6 | code;
  }
  // The hunter's sets for one set of the hunted side are neighbours in memory:
  // they are looked up together.
  size_t Index(Position position) const {
    return static_cast<size_t>(position.mover) * placements_ +
           position.opponent;
  }

  Position Image(size_t symmetry, Position position) const {
    return {board_.RankImage(symmetry, position.mover),
            board_.RankImage(symmetry, position.opponent)};
  }
  Position Canonical(Position position) const;
  Returns ReturnsImage(size_t symmetry, Set pieces, Returns returns) const;
  // Set a cell in all images of a position.
  void SetOnly(Position position, MoveCode code);
  void SetLost(Position position, Returns except);

  // Whether the hunter's reply from→to into `position` wins.
  bool ReplyWins(Position position, Set hunter, int from, int to) const;
  // What follows from the cells two plies on.
  Verdict Judge(Position position) const;
  // Whether every move but the only one has a winning reply other than
  // `forbidden`.
  bool OthersRefutedWithout(Position position, Move forbidden) const;

  // Positions that the hunter reaches by replies to the only move and in which
  // the only move takes it back, with those replies.
  struct Partner {
    Position position;
    Move reply;
  };
  std::vector<Partner> Partners(Position position) const;
  // For a position with an only move: the exceptions under which shuttling
  // loses, or nullopt if it has not been shown to lose.
  std::optional<Returns> Caught(Position position) const;

  // Sets kHunterToMoveWins wherever the hunter has a winning move.
  void MarkHunterToMove();

  // Classes of positions in which a move may newly be refuted, now that these
  // are lost.
  std::vector<Position> Affected(const std::vector<Position>& changed) const;
  void AppendAffected(Position position, std::vector<Position>& affected) const;

  const Board& board_;
  const Values& values_;
  const Rights rights_;
  const size_t placements_;
  // By the set of the hunted side and that of the hunter: Fate in the upper
  // two bits, MoveCode in the lower five; and, in the end, what holds for the
  // same sets with the hunter to move.
  std::vector<uint8_t> cells_;
  std::vector<Returns> except_;  // empty with Rights::kHunter: nothing is
  int rounds_ = 0;
};

}  // namespace teeko::extra_rules

#endif  // TEEKO_REPORTS_EXTRA_RULES_HUNT_H_
