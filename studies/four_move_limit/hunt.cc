#include "studies/four_move_limit/hunt.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>

#include <algorithm>

namespace teeko::extra_rules {
namespace {

constexpr size_t kGrain = 256;

}  // namespace

Hunt::Hunt(const Board& board, const Values& values, const OnlyMoves& only,
           absl::FunctionRef<void(uint64_t lost)> progress)
    : board_(board),
      values_(values),
      placements_(board.placements().size()),
      cells_(placements_ * placements_) {
  for (const Position& position : only.positions()) {
    if (CanonicalForm(board, position).position == position) {
      SetFate(position, Fate::kOnly, only.Of(position));
    }
  }
  // Canonical positions to look at again; at first, where shuttles may be.
  std::vector<Position> affected;
  for (const Position& position : only.positions()) {
    if (CanonicalForm(board, position).position == position &&
        !Partners(position).empty()) {
      affected.push_back(position);
    }
  }

  uint64_t lost = 0;
  while (!affected.empty()) {
    std::vector<Verdict> verdicts(affected.size());
    tbb::parallel_for(tbb::blocked_range<size_t>(0, affected.size(), kGrain),
                      [&](const tbb::blocked_range<size_t>& range) {
                        for (size_t i = range.begin(); i < range.end(); ++i) {
                          verdicts[i] = Judge(affected[i]);
                        }
                      });

    std::vector<Position> changed;
    const auto lose = [&](Position position) {
      if (HuntedToMoveLoses(position)) return;
      SetFate(position, Fate::kLost, 0);
      changed.push_back(position);
    };
    std::vector<Position> shuttling;
    for (size_t i = 0; i < affected.size(); ++i) {
      if (verdicts[i].fate == Fate::kLost) {
        lose(affected[i]);
      } else if (verdicts[i].fate == Fate::kOnly) {
        SetFate(affected[i], Fate::kOnly, verdicts[i].only_move);
        shuttling.push_back(affected[i]);
      }
    }
    // A shuttle catches both positions that make it.
    for (const Position& position : shuttling) {
      if (HuntedToMoveLoses(position)) continue;
      const std::vector<Position> partners = Partners(position);
      for (const Position& partner : partners) {
        lose(CanonicalForm(board, partner).position);
      }
      if (!partners.empty()) lose(position);
    }

    affected = Before(MarkWins(changed));
    lost += changed.size();
    progress(lost);
  }
}

void Hunt::SetFate(Position position, Fate fate, MoveCode code) {
  const Move move =
      DecodeMove(board_, board_.placements()[position.mover], code);
  for (size_t s = 0; s < board_.symmetries().size(); ++s) {
    const Position image = ImageOf(board_, s, position);
    const auto& map = board_.symmetries()[s];
    uint8_t& cell = cells_[Index(image)];
    cell = static_cast<uint8_t>(fate) << 6 | (cell & kHunterToMoveWins) |
           EncodeMove(board_, board_.placements()[image.mover], map[move.from],
                      map[move.to]);
  }
}

Hunt::Verdict Hunt::Judge(Position position) const {
  const Set hunted = board_.placements()[position.mover];
  const Set hunter = board_.placements()[position.opponent];
  int good = 0;
  Verdict verdict = {};
  board_.AnyMove(hunted, hunter, [&](int from, int to, Set moved) {
    const Position next{position.opponent, board_.Rank(moved)};
    if (MoverWins(values_.At(next.mover, next.opponent)) ||
        HunterToMoveWins(next)) {
      return false;
    }
    verdict.only_move = EncodeMove(board_, hunted, from, to);
    return ++good > 1;
  });
  verdict.fate = good == 0   ? Fate::kLost
                 : good == 1 ? Fate::kOnly
                             : Fate::kSafe;
  return verdict;
}

std::vector<Position> Hunt::Partners(Position position) const {
  const Set hunted = board_.placements()[position.mover];
  const Move move =
      DecodeMove(board_, hunted, cells_[Index(position)] & kCodeMask);
  const Set moved = hunted ^ Bit(move.from) ^ Bit(move.to);
  const int moved_rank = board_.Rank(moved);
  const MoveCode back = EncodeMove(board_, moved, move.to, move.from);
  std::vector<Position> partners;
  board_.ForEachMove(
      board_.placements()[position.opponent], moved,
      [&](int, int, Set replied) {
        const Position next{moved_rank, board_.Rank(replied)};
        const uint8_t cell = cells_[Index(next)];
        if (FateIn(cell) == Fate::kOnly && (cell & kCodeMask) == back) {
          partners.push_back(next);
        }
      });
  return partners;
}

std::vector<Position> Hunt::MarkWins(const std::vector<Position>& lost) {
  std::vector<Position> wins;
  for (const Position& position : lost) {
    board_.ForEachMove(
        board_.placements()[position.opponent],
        board_.placements()[position.mover], [&](int, int, Set hunter) {
          const Position before{position.mover, board_.Rank(hunter)};
          if (values_.At(before.opponent, before.mover) != 0 ||
              HunterToMoveWins({before.opponent, before.mover})) {
            return;
          }
          wins.push_back(before);
          for (size_t s = 0; s < board_.symmetries().size(); ++s) {
            cells_[Index(ImageOf(board_, s, before))] |= kHunterToMoveWins;
          }
        });
  }
  return wins;
}

std::vector<Position> Hunt::Before(const std::vector<Position>& wins) const {
  using Positions = std::vector<Position>;
  Positions before = tbb::parallel_reduce(
      tbb::blocked_range<size_t>(0, wins.size(), kGrain), Positions(),
      [&](const tbb::blocked_range<size_t>& range, Positions positions) {
        for (size_t i = range.begin(); i < range.end(); ++i) {
          const Position& win = wins[i];
          board_.ForEachMove(
              board_.placements()[win.mover], board_.placements()[win.opponent],
              [&](int, int, Set hunted) {
                const Position position{board_.Rank(hunted), win.opponent};
                if (values_.At(position.mover, position.opponent) == 0 &&
                    !HuntedToMoveLoses(position)) {
                  positions.push_back(CanonicalForm(board_, position).position);
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
