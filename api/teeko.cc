#include "api/teeko.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "api/solve.h"
#include "game/game.h"
#include "game/position.h"
#include "game/tablebase.h"
#include "stage/status.h"
#include "stage/version.h"
#include "teeko/proto/rules.pb.h"

struct teeko_tablebase {
  teeko::Tablebase tablebase;
  std::string rules;
};

namespace teeko {
namespace {

thread_local std::string last_error;

int Fail(const absl::Status& status) {
  last_error = std::string(status.message());
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return TEEKO_INVALID;
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kPermissionDenied:
      return TEEKO_UNAVAILABLE;
    case absl::StatusCode::kDataLoss:
      return TEEKO_DAMAGED;
    case absl::StatusCode::kResourceExhausted:
      return TEEKO_NO_MEMORY;
    default:
      return TEEKO_FAILED;
  }
}

// What a function of C returns: the number that `function` does, or what is
// left of an error when it leaves C++.  `function` is not called if one of
// `pointers` is NULL.
template <typename Function>
int Call(std::initializer_list<const void*> pointers, Function function) {
  try {
    if (std::ranges::count(pointers, nullptr) > 0) {
      return Fail(Invalid("an argument is NULL"));
    }
    const absl::StatusOr<int> result = function();
    return result.ok() ? *result : Fail(result.status());
  } catch (const std::bad_alloc&) {
    return Fail(absl::ResourceExhaustedError("out of memory"));
  } catch (const std::exception& error) {
    return Fail(absl::InternalError(error.what()));
  }
}

absl::StatusOr<Colour> ColourOf(int to_move) {
  if (to_move == TEEKO_BLACK) return Colour::kBlack;
  if (to_move == TEEKO_RED) return Colour::kRed;
  return Invalid("to_move is ", to_move, ", neither Black nor Red");
}

// The same position in C++, which Game::Check has not seen.
absl::StatusOr<Position> FromC(const Game& game,
                               const teeko_position& position) {
  ASSIGN_OR_RETURN(const Colour to_move, ColourOf(position.to_move));
  if (position.centre_ban != 0 && position.centre_ban != 1) {
    return Invalid("centre_ban is ", position.centre_ban, ", neither 0 nor 1");
  }
  if (uint64_t{position.style} >> game.pieces() != 0) {
    return Invalid("style has more letters than a side has pieces");
  }
  std::string style;
  for (int k = 0; k < game.pieces(); ++k) {
    style += (position.style >> k & 1) != 0 ? 'A' : 'S';
  }
  return Position{.black = position.black,
                  .red = position.red,
                  .to_move = to_move,
                  .style = std::move(style),
                  .centre_ban = position.centre_ban == 1};
}

// The same, and InvalidArgument if no game can come to it.
absl::StatusOr<Position> CheckedFromC(const Game& game,
                                      const teeko_position& position) {
  ASSIGN_OR_RETURN(Position made, FromC(game, position));
  RETURN_IF_ERROR(game.Check(made));
  return made;
}

uint32_t StyleBits(const std::string& letters) {
  uint32_t bits = 0;
  uint32_t bit = 1;
  for (const char letter : letters) {
    if (letter == 'A') bits |= bit;
    bit <<= 1;
  }
  return bits;
}

teeko_position ToC(const Position& position) {
  return {.black = position.black,
          .red = position.red,
          .style = StyleBits(position.style),
          .to_move = static_cast<int>(position.to_move),
          .centre_ban = position.centre_ban};
}

teeko_value ToC(Value value) {
  return {.winner = value.winner ? static_cast<int>(*value.winner)
                                 : static_cast<int>(TEEKO_NOBODY),
          .plies = value.plies};
}

// Sets what the caller has room for to what was found, if it was.
template <typename Found, typename InC>
absl::StatusOr<int> Write(const absl::StatusOr<Found>& found, InC* out) {
  RETURN_IF_ERROR(found.status());
  *out = ToC(*found);
  return 0;
}

// The same for as many as there is room for; returns how many there are.
absl::StatusOr<int> Write(const absl::StatusOr<std::vector<Successor>>& found,
                          teeko_successor* out, int capacity) {
  RETURN_IF_ERROR(found.status());
  const int count = static_cast<int>(found->size());
  for (int i = 0; i < std::min(count, capacity); ++i) {
    const auto& [move, position, value] = (*found)[i];
    out[i] = {.move = {.from = move.from, .to = move.to},
              .value = ToC(value),
              .position = ToC(position)};
  }
  return count;
}

absl::Status CheckSection(const Game& game, int section) {
  const int sections = static_cast<int>(game.sections().size());
  if (section >= 0 && section < sections) return absl::OkStatus();
  return Invalid("section ", section, ": there are ", sections,
                 ", counted from 0");
}

absl::StatusOr<int> Keep(absl::StatusOr<Tablebase> made,
                         teeko_tablebase** out) {
  ASSIGN_OR_RETURN(Tablebase tablebase, std::move(made));
  std::string rules = tablebase.game().RulesText();
  *out = new teeko_tablebase{std::move(tablebase), std::move(rules)};
  return 0;
}

// Calls work(first, end) for all blocks of 0, ..., count - 1, on as many
// threads as there are processors.  Blocks begin in increasing order, and no
// more of them begin once work has returned false.  `work` must not throw.
template <typename Work>
void ForEachBlock(size_t count, Work work) {
  constexpr size_t kBlock = 4096;
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    while (true) {
      const size_t first = next.fetch_add(kBlock);
      if (first >= count) return;
      if (!work(first, std::min(first + kBlock, count))) next = count;
    }
  };
  const size_t threads = std::min<size_t>(std::thread::hardware_concurrency(),
                                          (count + kBlock - 1) / kBlock);
  std::vector<std::jthread> others;
  try {
    while (others.size() + 1 < threads) others.emplace_back(run);
  } catch (const std::system_error&) {
    // The system allows no more threads: those that there are do the work.
  }
  run();
}

// Writes to `out`, with room for `capacity` where that counts, what `function`
// finds of a tablebase and a position of its game, which `function` checks.
template <typename InC, typename Function, typename... Capacity>
int Ask(const teeko_tablebase* tablebase, const teeko_position* position,
        InC* out, Function function, Capacity... capacity) {
  return Call({tablebase, position, out}, [&]() -> absl::StatusOr<int> {
    const Tablebase& its = tablebase->tablebase;
    ASSIGN_OR_RETURN(const Position made, FromC(its.game(), *position));
    return Write(std::invoke(function, its, made), out, capacity...);
  });
}

}  // namespace
}  // namespace teeko

using namespace teeko;  // NOLINT: what follows is in no namespace

const char* teeko_error() { return last_error.c_str(); }

const char* teeko_version() { return kVersion; }

int teeko_open(const char* folder, const char* name,
               teeko_tablebase** tablebase) {
  return Call({folder, name, tablebase},
              [&] { return Keep(Tablebase::Open(folder, name), tablebase); });
}

int teeko_solve(const char* rules, teeko_tablebase** tablebase) {
  return Call({rules, tablebase},
              [&] { return Keep(SolveInMemory(rules), tablebase); });
}

void teeko_close(teeko_tablebase* tablebase) { delete tablebase; }

int teeko_get_game(const teeko_tablebase* tablebase, teeko_game* game) {
  return Call({tablebase, game}, [&] {
    const Game& its = tablebase->tablebase.game();
    *game = {.name = its.rules().name().c_str(),
             .rules = tablebase->rules.c_str(),
             .rows = static_cast<int>(its.rules().rows()),
             .columns = static_cast<int>(its.rules().columns()),
             .pieces = its.pieces(),
             .sections = static_cast<int>(its.sections().size())};
    return 0;
  });
}

int teeko_find_style(const teeko_tablebase* tablebase, const char* name,
                     uint32_t* style) {
  return Call({tablebase, name, style}, [&]() -> absl::StatusOr<int> {
    ASSIGN_OR_RETURN(const std::string letters,
                     tablebase->tablebase.game().FindStyle(name));
    *style = StyleBits(letters);
    return 0;
  });
}

int teeko_check(const teeko_tablebase* tablebase,
                const teeko_position* position) {
  return Call({tablebase, position}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->tablebase.game();
    RETURN_IF_ERROR(CheckedFromC(game, *position).status());
    return 0;
  });
}

int teeko_probe(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_value* value) {
  return Ask(tablebase, position, value, &Tablebase::Probe);
}

int teeko_probe_many(const teeko_tablebase* tablebase,
                     const teeko_position* positions, size_t count,
                     teeko_value* values) {
  if (count == 0) return Call({tablebase}, [] { return 0; });
  return Call({tablebase, positions, values}, [&]() -> absl::StatusOr<int> {
    std::mutex mutex;
    size_t failed = count;  // the first position that fails, its error
    int error = 0;          // and the words
    std::string words;
    ForEachBlock(count, [&](size_t first, size_t end) {
      for (size_t i = first; i < end; ++i) {
        const int result = teeko_probe(tablebase, &positions[i], &values[i]);
        if (result >= 0) continue;
        const std::lock_guard lock(mutex);
        if (i < failed) {
          failed = i;
          error = result;
          words = std::move(last_error);
        }
        return false;
      }
      return true;
    });
    if (failed < count) {
      last_error = absl::StrCat("position ", failed, ": ", words);
    }
    return error;
  });
}

int teeko_play(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_move move, teeko_position* after) {
  return Ask(
      tablebase, position, after,
      [&](const Tablebase& its, const Position& p) -> absl::StatusOr<Position> {
        RETURN_IF_ERROR(its.game().Check(p));
        return its.game().Play(p, {move.from, move.to});
      });
}

int teeko_moves(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_successor* moves,
                int capacity) {
  return Ask(tablebase, position, moves, &Tablebase::Successors, capacity);
}

int teeko_line(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_successor* line, int capacity) {
  return Ask(tablebase, position, line, &Tablebase::PrincipalLine, capacity);
}

int teeko_get_section(const teeko_tablebase* tablebase, int section,
                      teeko_section* out) {
  return Call({tablebase, out}, [&]() -> absl::StatusOr<int> {
    const Tablebase& its = tablebase->tablebase;
    RETURN_IF_ERROR(CheckSection(its.game(), section));
    ASSIGN_OR_RETURN(const absl::Span<const uint8_t> values,
                     its.Payload(section));
    const kernel::Section& what = its.game().sections()[section];
    *out = {.placed = what.placed,
            .value_bytes = its.value_bytes(),
            .drops = what.drops.c_str(),
            .positions = what.positions,
            .values = values.data()};
    return 0;
  });
}

int teeko_place(const teeko_tablebase* tablebase,
                const teeko_position* position, int32_t* section,
                uint64_t* index) {
  return Call(
      {tablebase, position, section, index}, [&]() -> absl::StatusOr<int> {
        const Game& game = tablebase->tablebase.game();
        ASSIGN_OR_RETURN(const Position made, CheckedFromC(game, *position));
        const Game::Place place = game.PlaceOf(made);
        *section = place.section;
        *index = place.index;
        return 0;
      });
}

int teeko_position_at(const teeko_tablebase* tablebase, int section,
                      uint64_t index, int to_move, teeko_position* position) {
  return Call({tablebase, position}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->tablebase.game();
    RETURN_IF_ERROR(CheckSection(game, section));
    const uint64_t positions = game.sections()[section].positions;
    if (index >= positions) {
      return Invalid("index ", index, ": section ", section, " has ", positions,
                     " positions, counted from 0");
    }
    ASSIGN_OR_RETURN(const Colour colour, ColourOf(to_move));
    *position = ToC(game.PositionAt({section, index}, colour));
    return 0;
  });
}
