#include "studies/four_move_limit/one_sided.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>

#include <algorithm>

namespace teeko::extra_rules {
namespace {

constexpr size_t kGrain = 256;

}  // namespace

OneSided::OneSided(const Board& board, const Values& values,
                   const OnlyMoves& only,
                   absl::FunctionRef<void(uint64_t lost)> progress)
    : board_(board),
      values_(values),
      placements_(board.placements().size()),
      cells_(placements_ * placements_) {
  for (const Position position : only.canonical()) {
    Mark(position,
         {Status::kOnly,
          board.Decode(board.placements()[position.mover], only.Of(position))});
  }
  // Canonical positions to look at again; at first, where shuttles may be.
  std::vector<Position> affected;
  std::ranges::copy_if(only.canonical(), std::back_inserter(affected),
                       [&](Position p) { return !Partners(p).empty(); });

  uint64_t lost = 0;
  while (!affected.empty()) {
    std::vector<Evaluation> evaluations(affected.size());
    tbb::parallel_for(tbb::blocked_range<size_t>(0, affected.size(), kGrain),
                      [&](const tbb::blocked_range<size_t>& range) {
                        for (size_t i = range.begin(); i < range.end(); ++i) {
                          evaluations[i] = Evaluate(affected[i]);
                        }
                      });

    std::vector<Position> changed;
    const auto lose = [&](Position position) {
      if (DefenderToMoveLoses(position)) return;
      Mark(position, {Status::kLost, {}});
      changed.push_back(position);
    };
    for (size_t i = 0; i < affected.size(); ++i) {
      if (evaluations[i].status == Status::kLost) {
        lose(affected[i]);
      } else if (evaluations[i].status == Status::kOnly) {
        Mark(affected[i], evaluations[i]);
      }
    }
    // A shuttle catches both positions that make it.
    for (const Position position : affected) {
      if (StatusOf(position) != Status::kOnly) continue;
      const std::vector<Position> partners = Partners(position);
      for (const Position partner : partners) {
        lose(board.Canonical(partner).first);
      }
      if (!partners.empty()) lose(position);
    }

    affected = Before(MarkWins(changed));
    lost += changed.size();
    progress(lost);
  }
}

void OneSided::Mark(Position position, Evaluation evaluation) {
  for (size_t s = 0; s < board_.symmetries(); ++s) {
    const Position image = board_.Image(s, position);
    uint8_t& cell = cells_[Index(image)];
    cell &= kAttackerToMoveWins;
    cell |= static_cast<uint8_t>(evaluation.status) << kStatusShift;
    if (evaluation.status == Status::kOnly) {
      cell |= board_.Encode(board_.placements()[image.mover],
                            board_.Image(s, evaluation.only_move));
    }
  }
}

OneSided::Evaluation OneSided::Evaluate(Position position) const {
  const kernel::Position sets = board_.SetsOf(position);
  int good = 0;
  Evaluation evaluation = {};
  board_.AnyMove(sets.mover, sets.opponent, [&](Move move, Set moved) {
    const Position next{position.opponent, board_.Rank(moved)};
    if (MoverWins(values_.At(next)) || AttackerToMoveWins(next)) {
      return false;
    }
    evaluation.only_move = move;
    return ++good > 1;
  });
  evaluation.status = good == 0   ? Status::kLost
                      : good == 1 ? Status::kOnly
                                  : Status::kSafe;
  return evaluation;
}

std::vector<Position> OneSided::Partners(Position position) const {
  std::vector<Position> partners;
  ForEachShuttlingReply(
      board_, position,
      board_.Decode(board_.placements()[position.mover],
                    cells_[Index(position)] & kCodeMask),
      [&](Position next, MoveCode code) {
        return StatusOf(next) == Status::kOnly &&
               (cells_[Index(next)] & kCodeMask) == code;
      },
      [&](const Reply& reply) { partners.push_back(reply.next); });
  return partners;
}

std::vector<Position> OneSided::MarkWins(const std::vector<Position>& lost) {
  std::vector<Position> wins;
  for (const Position position : lost) {
    const kernel::Position sets = board_.SetsOf(position);
    board_.ForEachMove(sets.opponent, sets.mover, [&](Move, Set attacker) {
      const Position before{board_.Rank(attacker), position.mover};
      if (values_.At(before) != kDraw || AttackerToMoveWins(before)) return;
      wins.push_back({before.opponent, before.mover});
      for (size_t s = 0; s < board_.symmetries(); ++s) {
        cells_[Index(board_.Image(s, wins.back()))] |= kAttackerToMoveWins;
      }
    });
  }
  return wins;
}

std::vector<Position> OneSided::Before(
    const std::vector<Position>& wins) const {
  using Positions = std::vector<Position>;
  Positions before = tbb::parallel_reduce(
      tbb::blocked_range<size_t>(0, wins.size(), kGrain), Positions(),
      [&](const tbb::blocked_range<size_t>& range, Positions positions) {
        for (size_t i = range.begin(); i < range.end(); ++i) {
          const kernel::Position sets = board_.SetsOf(wins[i]);
          board_.ForEachMove(
              sets.mover, sets.opponent, [&](Move, Set defender) {
                const Position position{board_.Rank(defender),
                                        wins[i].opponent};
                if (values_.At(position) == kDraw &&
                    !DefenderToMoveLoses(position)) {
                  positions.push_back(board_.Canonical(position).first);
                }
              });
        }
        return positions;
      },
      [](Positions a, const Positions& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
      });
  tbb::parallel_sort(before.begin(), before.end());
  before.erase(std::unique(before.begin(), before.end()), before.end());
  return before;
}

}  // namespace teeko::extra_rules
