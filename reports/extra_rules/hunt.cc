#include "reports/extra_rules/hunt.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>

#include <algorithm>

namespace teeko::extra_rules {
namespace {

constexpr size_t kGrain = 256;

void SortUnique(std::vector<Position>& positions) {
  tbb::parallel_sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()),
                  positions.end());
}

}  // namespace

Hunt::Hunt(const Board& board, const Values& values, const OnlyMoves& only,
           Rights rights, absl::FunctionRef<void(uint64_t lost)> progress)
    : board_(board),
      values_(values),
      rights_(rights),
      placements_(board.placements().size()),
      cells_(placements_ * placements_, Cell(Fate::kSafe, 0)) {
  if (rights == Rights::kBoth) except_.resize(placements_ * placements_);
  // Canonical positions to look at again; at first, where shuttles may be.
  std::vector<Position> affected;
  for (const Position& position : only.positions()) {
    cells_[Index(position)] = Cell(Fate::kOnly, only.Of(position));
  }
  for (const Position& position : only.positions()) {
    if (Canonical(position) == position && !Partners(position).empty()) {
      affected.push_back(position);
    }
  }

  uint64_t lost = 0;
  while (!affected.empty()) {
    ++rounds_;
    std::vector<Verdict> verdicts(affected.size());
    tbb::parallel_for(tbb::blocked_range<size_t>(0, affected.size(), kGrain),
                      [&](const tbb::blocked_range<size_t>& range) {
                        for (size_t i = range.begin(); i < range.end(); ++i) {
                          verdicts[i] = Judge(affected[i]);
                        }
                      });

    std::vector<Position> changed;
    const auto lose = [&](Position position, Returns except) {
      if (HuntedToMoveLoses(position)) {
        if (rights == Rights::kHunter) return;
        const Returns before = except_[Index(position)];
        except &= before;
        if (except == before) return;
      } else {
        ++lost;
      }
      SetLost(position, except);
      changed.push_back(position);
    };
    std::vector<Position> shuttling;
    for (size_t i = 0; i < affected.size(); ++i) {
      const Position& position = affected[i];
      if (verdicts[i].fate == Fate::kLost) {
        lose(position, verdicts[i].except);
      } else if (verdicts[i].fate == Fate::kOnly &&
                 !HuntedToMoveLoses(position)) {
        SetOnly(position, verdicts[i].only_move);
        shuttling.push_back(position);
      }
    }
    // A shuttle catches both positions that make it.
    for (const Position& position : shuttling) {
      if (HuntedToMoveLoses(position)) continue;
      std::vector<Position> candidates = {position};
      for (const Partner& partner : Partners(position)) {
        candidates.push_back(Canonical(partner.position));
      }
      SortUnique(candidates);
      std::vector<std::optional<Returns>> caught;
      for (const Position& candidate : candidates) {
        caught.push_back(Caught(candidate));
      }
      for (size_t i = 0; i < candidates.size(); ++i) {
        if (caught[i].has_value()) lose(candidates[i], *caught[i]);
      }
    }

    affected = Affected(changed);
    progress(lost);
  }
  MarkHunterToMove();
}

Position Hunt::Canonical(Position position) const {
  Position least = position;
  for (size_t s = 1; s < board_.symmetries().size(); ++s) {
    least = std::min(least, Image(s, position));
  }
  return least;
}

Hunt::Returns Hunt::ReturnsImage(size_t symmetry, Set pieces,
                                 Returns returns) const {
  const auto& map = board_.symmetries()[symmetry];
  const Set image = board_.Image(symmetry, pieces);
  Returns result = 0;
  for (; returns != 0; returns &= returns - 1) {
    const Move move = DecodeMove(board_, pieces, std::countr_zero(returns));
    result |=
        Returns{1} << EncodeMove(board_, image, map[move.from], map[move.to]);
  }
  return result;
}

void Hunt::SetOnly(Position position, MoveCode code) {
  const Set hunted = board_.placements()[position.mover];
  const Move move = DecodeMove(board_, hunted, code);
  for (size_t s = 0; s < board_.symmetries().size(); ++s) {
    const Position image = Image(s, position);
    const auto& map = board_.symmetries()[s];
    cells_[Index(image)] =
        Cell(Fate::kOnly, EncodeMove(board_, board_.placements()[image.mover],
                                     map[move.from], map[move.to]));
  }
}

void Hunt::SetLost(Position position, Returns except) {
  const Set hunter = board_.placements()[position.opponent];
  for (size_t s = 0; s < board_.symmetries().size(); ++s) {
    const size_t index = Index(Image(s, position));
    cells_[index] = Cell(Fate::kLost, 0);
    if (except != 0 || !except_.empty()) {
      except_[index] = ReturnsImage(s, hunter, except);
    }
  }
}

bool Hunt::ReplyWins(Position position, Set hunter, int from, int to) const {
  const size_t index = Index(position);
  if (FateIn(cells_[index]) != Fate::kLost) return false;
  if (except_.empty() || except_[index] == 0) return true;
  return (except_[index] >> EncodeMove(board_, hunter, to, from) & 1) == 0;
}

Hunt::Verdict Hunt::Judge(Position position) const {
  const Set hunted = board_.placements()[position.mover];
  const Set hunter = board_.placements()[position.opponent];
  int good = 0;
  Verdict verdict = {};
  board_.AnyMove(hunted, hunter, [&](int from, int to, Set moved) {
    const int moved_rank = board_.Rank(moved);
    if (MoverWins(values_.At(position.opponent, moved_rank))) return false;
    int replies = 0;
    Move reply = {};
    board_.AnyMove(hunter, moved, [&](int a, int b, Set replied) {
      if (!ReplyWins({moved_rank, board_.Rank(replied)}, replied, a, b)) {
        return false;
      }
      reply = {a, b};
      return ++replies > 1 || except_.empty();
    });
    if (replies == 0) {
      verdict.only_move = EncodeMove(board_, hunted, from, to);
      return ++good > 1;
    }
    if (replies == 1 && !except_.empty()) {
      verdict.except |= Returns{1}
                        << EncodeMove(board_, hunter, reply.from, reply.to);
    }
    return false;
  });
  verdict.fate = good == 0   ? Fate::kLost
                 : good == 1 ? Fate::kOnly
                             : Fate::kSafe;
  return verdict;
}

bool Hunt::OthersRefutedWithout(Position position, Move forbidden) const {
  const Set hunted = board_.placements()[position.mover];
  const Set hunter = board_.placements()[position.opponent];
  const MoveCode only = cells_[Index(position)] & kCodeMask;
  return !board_.AnyMove(hunted, hunter, [&](int from, int to, Set moved) {
    if (EncodeMove(board_, hunted, from, to) == only) return false;
    const int moved_rank = board_.Rank(moved);
    return !board_.AnyMove(hunter, moved, [&](int a, int b, Set replied) {
      if (a == forbidden.from && b == forbidden.to) return false;
      const Position next{moved_rank, board_.Rank(replied)};
      return MoverLoses(values_.At(next.mover, next.opponent)) ||
             ReplyWins(next, replied, a, b);
    });
  });
}

std::vector<Hunt::Partner> Hunt::Partners(Position position) const {
  const Set hunted = board_.placements()[position.mover];
  const Move move =
      DecodeMove(board_, hunted, cells_[Index(position)] & kCodeMask);
  const Set moved = hunted ^ Bit(move.from) ^ Bit(move.to);
  const int moved_rank = board_.Rank(moved);
  const uint8_t back =
      Cell(Fate::kOnly, EncodeMove(board_, moved, move.to, move.from));
  std::vector<Partner> partners;
  board_.ForEachMove(board_.placements()[position.opponent], moved,
                     [&](int from, int to, Set replied) {
                       const Position next{moved_rank, board_.Rank(replied)};
                       if (cells_[Index(next)] != back) return;
                       partners.push_back({next, {from, to}});
                     });
  return partners;
}

std::optional<Hunt::Returns> Hunt::Caught(Position position) const {
  if (FateIn(cells_[Index(position)]) != Fate::kOnly) return std::nullopt;
  const std::vector<Partner> partners = Partners(position);
  if (partners.empty()) return std::nullopt;
  if (rights_ == Rights::kHunter) return 0;

  // The hunter shuttles a→b, b→a; each of his moves but the first is a return,
  // so the hunted side may invoke in its turn.  Its own limit ends first, after
  // the hunter's last reply: either a→b again, and he has one move left to
  // comply, or another reply with which he complies at once.
  const Set hunter = board_.placements()[position.opponent];
  const Returns others = Judge(position).except;
  std::vector<bool> held;  // by partner: other moves refuted without returning
  for (const Partner& partner : partners) {
    const auto [from, to] = partner.reply;
    const Set replied = board_.placements()[partner.position.opponent];
    held.push_back((Judge(partner.position).except >>
                        EncodeMove(board_, replied, to, from) &
                    1) == 0);
  }
  const auto held_partners = std::count(held.begin(), held.end(), true);
  std::optional<Returns> except;
  for (size_t i = 0; i < partners.size(); ++i) {
    const auto [from, to] = partners[i].reply;
    const Returns first = Returns{1} << EncodeMove(board_, hunter, from, to);
    if (!held[i] || (others & first) != 0) continue;
    if (held_partners < 2 &&
        !OthersRefutedWithout(partners[i].position, {to, from})) {
      continue;
    }
    except = except.value_or(~Returns{0}) & first;
  }
  if (except.has_value()) *except |= others;
  return except;
}

std::vector<Position> Hunt::Affected(
    const std::vector<Position>& changed) const {
  std::vector<Position> affected = tbb::parallel_reduce(
      tbb::blocked_range<size_t>(0, changed.size(), kGrain),
      std::vector<Position>(),
      [&](const tbb::blocked_range<size_t>& range,
          std::vector<Position> positions) {
        for (size_t i = range.begin(); i < range.end(); ++i) {
          AppendAffected(changed[i], positions);
        }
        SortUnique(positions);
        return positions;
      },
      [](std::vector<Position> a, const std::vector<Position>& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
      });
  SortUnique(affected);
  return affected;
}

void Hunt::AppendAffected(Position position,
                          std::vector<Position>& affected) const {
  const Set hunted = board_.placements()[position.mover];
  const Set hunter = board_.placements()[position.opponent];
  board_.ForEachMove(hunter, hunted, [&](int, int, Set hunter_before) {
    const int hunter_rank = board_.Rank(hunter_before);
    board_.ForEachMove(hunted, hunter_before, [&](int, int, Set hunted_before) {
      const Position before{board_.Rank(hunted_before), hunter_rank};
      if (values_.At(before.mover, before.opponent) != 0) return;
      if (HuntedToMoveLoses(before) &&
          (except_.empty() || except_[Index(before)] == 0)) {
        return;
      }
      affected.push_back(Canonical(before));
    });
  });
}

void Hunt::MarkHunterToMove() {
  const std::vector<Set>& sets = board_.placements();
  const int placements = placements_;
  tbb::parallel_for(0, placements, [&](int hunted) {
    for (int hunter = 0; hunter < placements; ++hunter) {
      if (values_.At(hunter, hunted) != 0) continue;
      const bool wins = board_.AnyMove(
          sets[hunter], sets[hunted], [&](int from, int to, Set moved) {
            return ReplyWins({hunted, board_.Rank(moved)}, moved, from, to);
          });
      if (wins) cells_[Index({hunted, hunter})] |= kHunterToMoveWins;
    }
  });
}

Hunt::Counts Hunt::Count() const {
  const auto count = [&](const tbb::blocked_range<size_t>& range,
                         Counts counts) {
    for (size_t hunted = range.begin(); hunted < range.end(); ++hunted) {
      for (size_t hunter = 0; hunter < placements_; ++hunter) {
        const int a = hunted;
        const int b = hunter;
        counts.hunted_to_move +=
            values_.At(a, b) == 0 && HuntedToMoveLoses({a, b});
        counts.hunter_to_move +=
            values_.At(b, a) == 0 && HunterToMoveWins({b, a});
      }
    }
    return counts;
  };
  return tbb::parallel_reduce(
      tbb::blocked_range<size_t>(0, placements_), Counts{}, count,
      [](const Counts& a, const Counts& b) {
        return Counts{a.hunted_to_move + b.hunted_to_move,
                      a.hunter_to_move + b.hunter_to_move};
      });
}

}  // namespace teeko::extra_rules
