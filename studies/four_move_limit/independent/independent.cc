// Tests claim C9 a second time: counts the drawn positions that the four-move
// limit (docs/rules.md §5) turns into losses and wins.  README.md has the
// argument.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/program.h"
#include "base/status.h"
#include "game/orbit.h"
#include "kernel/rules.h"
#include "proto/table_reader.h"
#include "studies/four_move_limit/independent/bound.h"
#include "studies/four_move_limit/independent/plain.h"

ABSL_FLAG(std::string, table, "",
          "path of the table of the plain game; its digests are not checked");
ABSL_FLAG(
    bool, bounds, true,
    "omit states that the bounds decide; --nobounds enumerates all states that "
    "can arise, which is possible only on tiny boards");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");

namespace teeko::studies::independent {
namespace {

constexpr char kUsage[] =
    R"(Counts the drawn positions that the four-move limit turns into wins and losses.

  independent --table=FILE

Prints a line for each wording.  Of the positions with all pieces placed that are
drawn in the plain game, it counts those that the side to move loses, and those
that it wins, in the game with the limit.  No side has moved yet in these positions.
Example:

  independent --table=out/advanced/solver_a.table
)";

// ---- The game with the limit, for all histories ----

enum class Wording { kOriginal, kAmended };

// W tries to win; L is content with a draw.
struct State {
  kernel::Position position;
  bool w_moves;
  History mover = {};
  History opponent = {};

  auto Key() const {
    return std::tuple(position.mover, position.opponent, w_moves,
                      mover.last.from, mover.last.to, mover.left,
                      mover.returned, opponent.last.from, opponent.last.to,
                      opponent.left, opponent.returned);
  }
};

// Returns the same state for all states that are equal up to symmetry.
State Canonical(const kernel::Game& game, const State& state) {
  State least = state;
  for (const std::vector<int>& symmetry : game.symmetries) {
    State image = state;
    image.position = kernel::Image(symmetry, state.position);
    image.mover.last = ImageOf(symmetry, state.mover.last);
    image.opponent.last = ImageOf(symmetry, state.opponent.last);
    least = std::ranges::min(least, image, {}, &State::Key);
  }
  return least;
}

// Calls visit(successor) for each move, without and with invoking the limit.
// Leaves out moves that forfeit the game.
template <typename Visit>
void ForEachNext(const kernel::Game& game, Wording wording, const State& state,
                 Visit visit) {
  kernel::ForEachSuccessor(game, state.position, [&](kernel::Position after) {
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
    if (state.opponent.returned &&
        !(wording == Wording::kAmended && is_return)) {
      visit(State{after, !state.w_moves, Invoked(state.opponent), mover});
    }
  });
}

struct Bounds {
  Bound w_wins;  // W is the defender, and wins if it is not at its end
  Bound
      l_holds;  // L is the defender, and does not lose if it is not at its end
};

class LimitGame {
 public:
  // Enumerates all states if `bounds` is null.  Both arguments must outlive
  // this object.
  LimitGame(const Plain& plain, Wording wording, const Bounds* bounds)
      : plain_(plain), wording_(wording), bounds_(bounds) {}

  enum class Verdict { kWon, kNever, kOpen };

  // Returns the verdict of the goals and the bounds; kOpen if they do not
  // decide the state.
  Verdict Judge(const State& state) const {
    const auto& [position, w_moves, mover, opponent] = state;
    if (kernel::HasGoal(plain_.game, position.opponent)) {
      return w_moves ? Verdict::kNever : Verdict::kWon;
    }
    if (bounds_ == nullptr) return Verdict::kOpen;
    const auto& [w_wins, l_holds] = *bounds_;
    const kernel::Value value = plain_.values[plain_.IndexOf(position)];
    if (w_moves) {
      if (IsWin(value) && !w_wins.AtEnd(position, mover)) return Verdict::kWon;
      return l_holds.CanBeEnded(position, opponent) ? Verdict::kOpen
                                                    : Verdict::kNever;
    }
    if (IsLoss(value) && !w_wins.CanBeEnded(position, opponent)) {
      return Verdict::kWon;
    }
    return l_holds.AtEnd(position, mover) ? Verdict::kOpen : Verdict::kNever;
  }

  // Adds a state that is open, and returns its number.  States that are equal
  // up to symmetry have the same number.
  uint32_t Add(const State& state) {
    const State canonical = Canonical(plain_.game, state);
    const auto [found, added] =
        numbers_.try_emplace(canonical.Key(), states_.size());
    if (added) states_.push_back(canonical);
    return found->second;
  }

  // Enumerates the open states that can follow, and decides all states.
  void Solve(base::Progress& progress) {
    std::vector<std::pair<uint32_t, uint32_t>> edges;  // successor, predecessor
    // Won states whose predecessors are not updated yet.
    std::vector<uint32_t> won;
    for (uint32_t number = 0; number < states_.size(); ++number) {
      const State state = states_[number];
      // W needs one move that wins.  L needs one move that does not lose.
      const Verdict wanted = state.w_moves ? Verdict::kWon : Verdict::kNever;
      bool found = false;
      std::vector<State> open;
      ForEachNext(plain_.game, wording_, state, [&](const State& next) {
        const Verdict verdict = Judge(next);
        found |= verdict == wanted;
        if (verdict == Verdict::kOpen) open.push_back(next);
      });
      if (found) open.clear();
      needed_.push_back(state.w_moves ? !found : found ? 1 : open.size());
      if (needed_.back() == 0) won.push_back(number);
      for (const State& next : open) edges.emplace_back(Add(next), number);
      progress.Advance(1);
    }
    std::ranges::sort(edges);
    while (!won.empty()) {
      const uint32_t number = won.back();
      won.pop_back();
      auto edge = std::ranges::lower_bound(edges, std::pair(number, 0u));
      for (; edge != edges.end() && edge->first == number; ++edge) {
        uint32_t& needed = needed_[edge->second];
        if (needed != 0 && --needed == 0) won.push_back(edge->second);
      }
    }
  }

  // True if W wins the state.  Call Solve first.
  bool Won(uint32_t state) const { return needed_[state] == 0; }

 private:
  const Plain& plain_;
  const Wording wording_;
  const Bounds* const bounds_;
  absl::flat_hash_map<decltype(State().Key()), uint32_t> numbers_;
  std::vector<State> states_;
  // Number of successors that must still be won until the state is won.
  std::vector<uint32_t> needed_;
};

// ---- The drawn positions ----

// Reads a table without checking its digests.  Returns errors of TableReader.
absl::StatusOr<Plain> ReadPlain(const std::string& path) {
  ASSIGN_OR_RETURN(const proto::TableReader table,
                   proto::TableReader::Open(path));
  ASSIGN_OR_RETURN(proto::SectionValues values,
                   proto::SectionValues::Read(table, 0));
  const Rules& rules = table.footer().rules();
  const kernel::Game game = kernel::GameOf(rules);
  const std::vector<kernel::Section> sections = kernel::SectionsOf(game, rules);
  Plain plain = {rules.name(), game, sections[0], std::move(values)};
  for (uint64_t index = 0; index < plain.values.size(); ++index) {
    if (IsCanonical(game, plain.At(index))) plain.canonical.push_back(index);
  }
  return plain;
}

// True if W follows its fastest win in the plain game.
bool Shortens(Value before, Value after) {
  return IsWin(before) && after == before - 1;
}

// True if L does not lose the plain game after the move.
bool Holds(Value, Value after) { return !IsWin(after); }

void PrintCounts(const Plain& plain, Wording wording, const Bounds* bounds,
                 base::Progress& progress) {
  const std::string name =
      wording == Wording::kAmended ? "amended" : "original";
  progress.StartPhase(name);
  LimitGame limit_game(plain, wording, bounds);
  // Draws that are open: state, whether W is to move, positions in the orbit.
  std::vector<std::tuple<uint32_t, bool, uint64_t>> draws;
  for (const uint64_t index : plain.canonical) {
    if (plain.values[index] != kernel::kDraw) continue;
    const kernel::Position position = plain.At(index);
    for (const bool w_moves : {false, true}) {
      const State state = {position, w_moves};
      if (limit_game.Judge(state) == LimitGame::Verdict::kOpen) {
        draws.emplace_back(limit_game.Add(state), w_moves,
                           OrbitOf(plain.game, position).size());
      }
    }
  }
  limit_game.Solve(progress);

  uint64_t lost = 0;
  uint64_t won = 0;
  for (const auto& [state, w_moves, positions] : draws) {
    if (limit_game.Won(state)) (w_moves ? won : lost) += positions;
  }
  std::cout << plain.name << ": " << name << ": " << lost
            << " draws lost by the side to move, " << won
            << " won by the side to move" << std::endl;
}

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"table"}));
  ASSIGN_OR_RETURN(const Plain plain, ReadPlain(absl::GetFlag(FLAGS_table)));
  base::Progress progress(absl::StrCat(plain.name, ": independent"));
  std::optional<Bounds> bounds;
  if (absl::GetFlag(FLAGS_bounds)) {
    progress.StartPhase("bounds");
    bounds.emplace(Bounds{.w_wins = Bound(plain, Shortens, progress),
                          .l_holds = Bound(plain, Holds, progress)});
  }
  for (const Wording wording : {Wording::kOriginal, Wording::kAmended}) {
    PrintCounts(plain, wording, bounds ? &*bounds : nullptr, progress);
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::studies::independent

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv,
                                  teeko::studies::independent::kUsage,
                                  teeko::studies::independent::Run);
}
