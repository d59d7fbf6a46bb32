// Claim C9 a second time: how many drawn positions the four-move limit
// (SPEC.md §5) turns into losses and wins, with nothing taken from the program
// in the folder above.  README.md has the argument and its proof.
//
// A game is between W, who would like to win, and L, who is content with a
// draw.  The state of it is the position and what players remember.  The states
// that W wins are a least fixpoint, laid out by going forward from the drawn
// positions without a history; two bounds keep that small:
//
//   * W has won for certain ("sure") where W can follow the plain table however
//     L uses the limit and without using it.
//   * W has no hope ("hopeless") where L can draw however W uses the limit and
//     without using it.
//
// In either only one side, the harried one, is ever under a limit, and it is in
// trouble only while it has a single good move that goes back and forth.  So a
// bound takes four bytes a position, whatever the history: a Plight.

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <iostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "proto/stage.h"
#include "proto/table_reader.h"
#include "reports/longest/orbit.h"
#include "reports/longest/section_values.h"
#include "verify/kernel.h"
#include "verify/order.h"
#include "verify/words.h"

ABSL_FLAG(std::string, table, "", "the values of the plain game");
ABSL_FLAG(bool, bounds, true, "leave out what the bounds decide");
ABSL_FLAG(int, threads, teeko::DefaultThreads(), "1 to 1024");

namespace teeko::reports {
namespace {

using kernel::Game;
using kernel::Position;
using kernel::Value;

constexpr char kUsage[] =
    R"(second: counts what the four-move limit makes of drawn positions.

  second --table=FILE

Prints a line for each wording: how many positions with all pieces placed that
are drawn in the plain game are lost, and how many won, by the side to move in
the game with the limit.  Nobody has moved yet in them.

  --table=FILE   the values of the plain game (proto/README.md), which are taken
                 on trust
  --nobounds     lay out all states that can arise: for tiny boards
  --threads=N    1 to 1024; all that this process may use if left out
  --help         this text

Exit status: 0 if both were counted, else 1 and a line on stderr.
)";

// ---- The plain game ----

bool IsWin(Value value) { return value != kernel::kDraw && value % 2 == 0; }
bool IsLoss(Value value) { return value % 2 == 1 && value != kernel::kNoValue; }

struct Plain {
  std::string name;
  Game game;
  kernel::Section section;
  SectionValues values;
  std::vector<uint64_t> canonical;  // indices, one of each orbit

  uint64_t IndexOf(const Position& position) const {
    return kernel::Index(game, position);
  }
  Position At(uint64_t index) const {
    return kernel::PositionAt(game, section, index);
  }
};

struct Move {
  uint8_t from = 255;  // 255: there is none
  uint8_t to = 255;
  Move Back() const { return {to, from}; }
  friend bool operator==(const Move&, const Move&) = default;
};

Move MoveBetween(const Position& before, const Position& after) {
  return {
      static_cast<uint8_t>(std::countr_zero(before.mover & ~after.opponent)),
      static_cast<uint8_t>(std::countr_zero(after.opponent & ~before.mover))};
}

Position ImageOf(const std::vector<int>& symmetry, const Position& position) {
  return {kernel::Image(symmetry, position.mover),
          kernel::Image(symmetry, position.opponent)};
}
Move ImageOf(const std::vector<int>& symmetry, const Move& move) {
  if (move.from == 255) return move;
  return {static_cast<uint8_t>(symmetry[move.from]),
          static_cast<uint8_t>(symmetry[move.to])};
}

bool Less(const Position& a, const Position& b) {
  return std::tie(a.mover, a.opponent) < std::tie(b.mover, b.opponent);
}

// The position of its orbit with the smallest index.
Position Canonical(const Game& game, const Position& position) {
  Position least = position;
  for (const std::vector<int>& symmetry : game.symmetries) {
    least = std::min(least, ImageOf(symmetry, position), Less);
  }
  return least;
}

// Calls visit(predecessor): moves go both ways.
template <typename Visit>
void ForEachPredecessor(const Game& game, Position position, Visit visit) {
  kernel::ForEachSuccessor(
      game, {.mover = position.opponent, .opponent = position.mover},
      [&](Position swapped) {
        visit(Position{.mover = swapped.opponent, .opponent = swapped.mover});
      });
}

// ---- What players remember ----

constexpr uint8_t kLimit = 4;  // moves

// Of one side.
struct History {
  Move last;
  // Moves left of the running limit, 0 if there is none.  Until it is satisfied
  // the limited piece makes all moves, so its squares are those of `last`.
  uint8_t left = 0;
  // `last` was a return, this side is under no limit, and the other side has
  // not moved since.
  bool returned = false;

  friend bool operator==(const History&, const History&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const History& history) {
    return H::combine(std::move(h), history.last.from, history.last.to,
                      history.left, history.returned);
  }
};

// That history when the limit is invoked if it can be.
History Invoked(History history) {
  return history.returned ? History{.last = history.last, .left = kLimit}
                          : history;
}

// ---- The bounds ----

// The harried side to move.
struct alignas(4) Plight {
  uint8_t ways = 2;      // good moves, 2 if more
  Move only = {};        // the good move if it is the only one
  uint8_t shuttles = 0;  // how often it can be made to go back and forth by it,
                         // 1 to 5
  friend bool operator==(const Plight&, const Plight&) = default;
};

// Whether the harried side to move is at its end.
bool AtEnd(const Plight& plight, const History& history) {
  if (plight.ways != 1) return plight.ways == 0;
  return plight.only == history.last.Back() &&
         plight.shuttles >= (history.left == 0 ? kLimit + 1 : history.left);
}

class Bound {
 public:
  // Whether a move between positions of these values may be good.
  using MayBeGood = bool (*)(Value before, Value after);

  Bound(const Plain& plain, MayBeGood may_be_good, Progress& progress)
      : plain_(plain),
        may_be_good_(may_be_good),
        plights_(plain.values.size()),
        due_(plain.values.size()),
        ended_(plain.values.size()) {
    ForEach([&](uint64_t index) {
      Store(index, Seen(index, /*replies=*/false));
      due_[index] = plights_[index].ways == 1;
    });
    for (bool changed = true; changed;) {
      std::atomic<uint64_t> changes = 0;
      ForEach([&](uint64_t index) {
        if (!due_[index]) return;
        due_[index] = false;
        const Plight now = Seen(index, /*replies=*/true);
        if (now == plights_[index]) return;
        Store(index, now);
        ++changes;
        SetDue(index, now);
      });
      progress.Advance(changes);
      changed = changes != 0;
    }
  }

  const Plight& operator[](const Position& position) const {
    return plights_[plain_.IndexOf(position)];
  }

  // Whether the other side, to move here, can end it at once by any move and
  // the limit.
  bool CanBeEnded(const Position& position, const History& harried) const {
    bool can = false;
    kernel::ForEachSuccessor(plain_.game, position, [&](Position next) {
      can = can || AtEnd((*this)[next], Invoked(harried));
    });
    return can;
  }

 private:
  void ForEach(const std::function<void(uint64_t)>& visit) {
    tbb::parallel_for(size_t{0}, plain_.canonical.size(),
                      [&](size_t i) { visit(plain_.canonical[i]); });
  }

  // Of the whole orbit.
  void Store(uint64_t index, const Plight& plight) {
    const Position position = plain_.At(index);
    for (const std::vector<int>& symmetry : plain_.game.symmetries) {
      Plight image = plight;
      image.only = ImageOf(symmetry, plight.only);
      std::atomic_ref<Plight>{
          plights_[plain_.IndexOf(ImageOf(symmetry, position))]} = image;
    }
  }

  // The plight that follows from those after the other side's replies.
  Plight Seen(uint64_t index, bool replies) {
    Plight seen = {.ways = 0};
    const Value value = plain_.values[index];
    if (value % 2 == 1) return seen;  // lost, or cannot arise
    const Position position = plain_.At(index);
    kernel::ForEachSuccessor(plain_.game, position, [&](Position after) {
      if (seen.ways == 2) return;
      const Value value_after = plain_.values[plain_.IndexOf(after)];
      if (!may_be_good_(value, value_after)) return;
      const Move move = MoveBetween(position, after);
      uint8_t shuttles = 1;
      if (replies && value_after != kernel::kLossIn0) {
        kernel::ForEachSuccessor(plain_.game, after, [&](Position next) {
          const Plight then =
              std::atomic_ref(plights_[plain_.IndexOf(next)]).load();
          if (then.ways == 0) shuttles = kLimit + 2;
          if (then.ways == 1 && then.only == move.Back()) {
            shuttles = std::max<uint8_t>(shuttles, then.shuttles + 1);
          }
        });
      }
      if (shuttles > kLimit + 1) return;
      seen = {.ways = static_cast<uint8_t>(seen.ways + 1),
              .only = move,
              .shuttles = shuttles};
    });
    return seen.ways == 2 ? Plight{} : seen;
  }

  // Marks what may have changed with this plight.
  void SetDue(uint64_t index, const Plight& plight) {
    const Game& game = plain_.game;
    ForEachPredecessor(game, plain_.At(index), [&](Position after) {
      if (plight.ways == 0 &&
          ended_[plain_.IndexOf(Canonical(game, after))].exchange(true)) {
        return;
      }
      ForEachPredecessor(game, after, [&](Position before) {
        if (plight.ways == 0 ||
            MoveBetween(before, after) == plight.only.Back()) {
          due_[plain_.IndexOf(Canonical(game, before))] = true;
        }
      });
    });
  }

  const Plain& plain_;
  const MayBeGood may_be_good_;
  std::vector<Plight> plights_;
  std::vector<std::atomic<bool>> due_;
  std::vector<std::atomic<bool>> ended_;
};

// W is harried and follows the plain table.
bool Shortens(Value before, Value after) {
  return IsWin(before) && after == before - 1;
}
// L is harried.
bool Holds(Value, Value after) { return !IsWin(after); }

// ---- The game with the limit ----

struct State {
  Position position;
  bool w_moves;
  History mover;
  History opponent;

  friend bool operator==(const State&, const State&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const State& state) {
    return H::combine(std::move(h), state.position.mover,
                      state.position.opponent, state.w_moves, state.mover,
                      state.opponent);
  }
};

History ImageOf(const std::vector<int>& symmetry, const History& history) {
  History image = history;
  image.last = ImageOf(symmetry, history.last);
  return image;
}

// The same for all states that are equal up to symmetry.
State Canonical(const Game& game, const State& state) {
  const auto key = [](const State& s) {
    return std::tuple(s.position.mover, s.position.opponent, s.mover.last.from,
                      s.mover.last.to, s.opponent.last.from,
                      s.opponent.last.to);
  };
  State least = state;
  for (const std::vector<int>& symmetry : game.symmetries) {
    const State image = {ImageOf(symmetry, state.position), state.w_moves,
                         ImageOf(symmetry, state.mover),
                         ImageOf(symmetry, state.opponent)};
    if (key(image) < key(least)) least = image;
  }
  return least;
}

// Calls visit(successor) for each way to make a move with or without invoking
// the limit.  A side that would overstep its own limit has no such move.
template <typename Visit>
void ForEachNext(const Game& game, bool amended, const State& state,
                 Visit visit) {
  kernel::ForEachSuccessor(game, state.position, [&](Position after) {
    const Move move = MoveBetween(state.position, after);
    const bool is_return = move == state.mover.last.Back();
    History mover = {.last = move};
    if (state.mover.left == 0) {
      mover.returned = is_return;
    } else if (is_return) {
      if (state.mover.left == 1) return;
      mover.left = state.mover.left - 1;
    }
    History opponent = state.opponent;
    opponent.returned = false;
    visit(State{after, !state.w_moves, opponent, mover});
    if (state.opponent.returned && !(amended && is_return)) {
      visit(State{after, !state.w_moves, Invoked(state.opponent), mover});
    }
  });
}

class LimitGame {
 public:
  // The bounds may be null.
  LimitGame(const Plain& plain, bool amended, const Bound* sure,
            const Bound* hope)
      : plain_(plain), amended_(amended), sure_(sure), hope_(hope) {}

  enum Verdict { kOpen, kWins, kNever };

  // What is known of W's chances without a look ahead.
  Verdict Judge(const State& state) const {
    const auto& [position, w_moves, mover, opponent] = state;
    if (kernel::HasGoal(plain_.game, position.opponent)) {
      return w_moves ? kNever : kWins;
    }
    if (sure_ == nullptr) return kOpen;
    const Value value = plain_.values[plain_.IndexOf(position)];
    if (w_moves) {
      if (IsWin(value) && !AtEnd((*sure_)[position], mover)) return kWins;
      return hope_->CanBeEnded(position, opponent) ? kOpen : kNever;
    }
    if (IsLoss(value) && !sure_->CanBeEnded(position, opponent)) return kWins;
    return AtEnd((*hope_)[position], mover) ? kOpen : kNever;
  }

  // To be called for states that are open.
  uint32_t Add(const State& state) {
    const State canonical = Canonical(plain_.game, state);
    const auto [found, added] = ids_.try_emplace(canonical, states_.size());
    if (added) states_.push_back(canonical);
    return found->second;
  }

  // Lays out the states that those added lead to, and decides all.
  void Solve(Progress& progress) {
    std::vector<std::pair<uint32_t, uint32_t>> predecessors;  // of the first
    std::vector<uint32_t> wins;    // whose predecessors have not been told
    std::vector<uint32_t> needed;  // successors that W must still win
    for (uint32_t id = 0; id < states_.size(); ++id) {
      const State state = states_[id];
      bool wins_at_once = false;
      bool never = false;
      std::vector<State> open;
      ForEachNext(plain_.game, amended_, state, [&](const State& next) {
        const Verdict verdict = Judge(next);
        if (verdict == kOpen) open.push_back(next);
        wins_at_once |= state.w_moves && verdict == kWins;
        never |= !state.w_moves && verdict == kNever;
      });
      if (never || wins_at_once) open.clear();
      needed.push_back(wins_at_once             ? 0
                       : state.w_moves || never ? 1
                                                : open.size());
      if (needed[id] == 0) wins.push_back(id);
      for (const State& next : open) predecessors.emplace_back(Add(next), id);
      progress.Advance(1);
    }
    std::ranges::sort(predecessors);
    won_.resize(states_.size());
    for (uint32_t id : wins) won_[id] = true;
    while (!wins.empty()) {
      const uint32_t id = wins.back();
      wins.pop_back();
      const auto [begin, end] = std::ranges::equal_range(
          predecessors, id, {}, &std::pair<uint32_t, uint32_t>::first);
      for (auto edge = begin; edge != end; ++edge) {
        const uint32_t before = edge->second;
        if (won_[before] || --needed[before] != 0) continue;
        won_[before] = true;
        wins.push_back(before);
      }
    }
  }

  bool Won(uint32_t id) const { return won_[id]; }

 private:
  const Plain& plain_;
  const bool amended_;
  const Bound* const sure_;
  const Bound* const hope_;
  absl::flat_hash_map<State, uint32_t> ids_;
  std::vector<State> states_;
  std::vector<bool> won_;
};

// ---- The program ----

absl::StatusOr<Plain> ReadPlain(const std::string& path) {
  const absl::StatusOr<TableReader> table = TableReader::Open(path);
  if (!table.ok()) return table.status();
  const Rules& rules = table->footer().rules();
  Game game = kernel::GameOf(verify::WordsOf(rules));
  const kernel::Section section =
      kernel::Sections(game, {rules.styles().begin(), rules.styles().end()})[0];
  absl::StatusOr<SectionValues> values = SectionValues::Read(*table, 0);
  if (!values.ok()) return values.status();
  Plain plain = {
      rules.name(), std::move(game), section, *std::move(values), {}};
  for (uint64_t index = 0; index < section.positions; ++index) {
    const Position position = plain.At(index);
    if (Canonical(plain.game, position) == position) {
      plain.canonical.push_back(index);
    }
  }
  return plain;
}

void Count(const Plain& plain, bool amended, const Bound* sure,
           const Bound* hope, Progress& progress) {
  progress.StartPhase(amended ? "amended" : "original");
  LimitGame limit_game(plain, amended, sure, hope);
  struct Root {
    uint32_t id;
    bool w_moves;
    uint64_t positions;  // in the orbit
  };
  std::vector<Root> roots;
  for (const uint64_t index : plain.canonical) {
    if (plain.values[index] != kernel::kDraw) continue;
    const Position position = plain.At(index);
    for (const bool w_moves : {false, true}) {
      const State state = {position, w_moves, {}, {}};
      if (limit_game.Judge(state) == LimitGame::kOpen) {
        roots.push_back({limit_game.Add(state), w_moves,
                         OrbitOf(plain.game, position).size()});
      }
    }
  }
  limit_game.Solve(progress);
  uint64_t lost = 0;
  uint64_t won = 0;
  for (const auto& [id, w_moves, positions] : roots) {
    if (limit_game.Won(id)) (w_moves ? won : lost) += positions;
  }
  std::cout << plain.name << ": " << (amended ? "amended" : "original") << ": "
            << lost << " draws lost by the side to move, " << won
            << " won by the side to move" << std::endl;
}

absl::Status Run(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", arguments[0], "\"; see --help"));
  }
  const absl::StatusOr<int> threads =
      CheckThreads(absl::GetFlag(FLAGS_threads));
  if (!threads.ok()) return threads.status();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  *threads);
  const std::string path = absl::GetFlag(FLAGS_table);
  if (path.empty()) {
    return absl::InvalidArgumentError("--table is missing; see --help");
  }
  const absl::StatusOr<Plain> plain = ReadPlain(path);
  if (!plain.ok()) return plain.status();
  Progress progress(absl::StrCat(plain->name, ": second"));
  if (!absl::GetFlag(FLAGS_bounds)) {
    for (const bool amended : {false, true}) {
      Count(*plain, amended, nullptr, nullptr, progress);
    }
    return absl::OkStatus();
  }
  progress.StartPhase("sure wins");
  const Bound sure(*plain, Shortens, progress);
  progress.StartPhase("hopes");
  const Bound hope(*plain, Holds, progress);
  for (const bool amended : {false, true}) {
    Count(*plain, amended, &sure, &hope, progress);
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::ExitStatus(teeko::reports::Run(
      teeko::ParseStageFlags(argc, argv, teeko::reports::kUsage)));
}
