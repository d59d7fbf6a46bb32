#include "bindings/c/teeko.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status.h"
#include "base/threads.h"
#include "base/version.h"
#include "bindings/c/solve.h"
#include "game/board_svg.h"
#include "game/game.h"
#include "game/notation.h"
#include "game/position.h"
#include "game/tablebase.h"
#include "teeko/proto/rules.pb.h"

struct teeko_tablebase {
  teeko::Tablebase table;
  std::string rules;

  const teeko::Game& game() const { return table.game(); }
};

struct teeko_items {
  struct Stored {
    teeko_item item = {};
    std::string error = {};
    std::vector<teeko_ply> plies = {};
    std::vector<std::string> texts = {};  // of the comments
    std::vector<teeko_comment> comments = {};
  };
  std::vector<Stored> items;
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

// Calls `function`.  Returns its number or, if it fails, the code of its
// error.  An exception counts as an error.  If one of `pointers` is NULL,
// returns TEEKO_INVALID without a call.
template <typename Function>
int Call(std::initializer_list<const void*> pointers, Function function) {
  try {
    if (std::ranges::count(pointers, nullptr) > 0) {
      return Fail(base::Invalid("an argument is NULL"));
    }
    const absl::StatusOr<int> result = function();
    return result.ok() ? *result : Fail(result.status());
  } catch (const std::bad_alloc&) {
    return Fail(absl::ResourceExhaustedError("out of memory"));
  } catch (const std::exception& error) {
    return Fail(absl::InternalError(error.what()));
  }
}

absl::Status CheckBoard(int rows, int columns) {
  if (rows >= 1 && columns >= 1 && rows <= 64 / columns) {
    return absl::OkStatus();
  }
  return base::Invalid("a board of ", rows, " by ", columns,
                       ": expected 1 to 64 squares");
}

// Writes as much of `text` as fits, and a NUL.  Returns the length of `text`.
int WriteText(const std::string& text, char* out, size_t capacity) {
  if (capacity > 0) {
    const size_t length = std::min(text.size(), capacity - 1);
    out[text.copy(out, length)] = '\0';
  }
  return text.size();
}

absl::StatusOr<Colour> ColourOf(int to_move) {
  if (to_move == TEEKO_BLACK) return Colour::kBlack;
  if (to_move == TEEKO_RED) return Colour::kRed;
  return base::Invalid("to_move: expected TEEKO_BLACK or TEEKO_RED, got ",
                       to_move);
}

// Converts a position to C++, without Game::Check.
absl::StatusOr<Position> FromC(const Game& game,
                               const teeko_position& position) {
  ASSIGN_OR_RETURN(const Colour to_move, ColourOf(position.to_move));
  if (position.centre_ban != 0 && position.centre_ban != 1) {
    return base::Invalid("centre_ban: expected 0 or 1, got ",
                         position.centre_ban);
  }
  if (uint64_t{position.style} >> game.pieces() != 0) {
    return base::Invalid("style: expected at most ", game.pieces(),
                         " bits, one for each drop");
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

// Converts a position and checks it.  Returns InvalidArgument if no game can
// reach the position.
absl::StatusOr<Position> CheckedFromC(const Game& game,
                                      const teeko_position& position) {
  ASSIGN_OR_RETURN(Position converted, FromC(game, position));
  RETURN_IF_ERROR(game.Check(converted));
  return converted;
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

Pips FromC(const teeko_pips& pips) {
  Pips converted;
  for (int i = 0; i < 64; ++i) {
    if (pips.of[i] > 0) converted[i + 1] = pips.of[i];
  }
  return converted;
}

teeko_pips ToC(const Pips& pips) {
  teeko_pips converted = {};
  for (const auto& [square, number] : pips) converted.of[square - 1] = number;
  return converted;
}

teeko_score ToScore(Value value, Colour side) {
  return {.points = PointsFor(side, value), .plies = value.plies};
}

// Converts a result and writes it to `out`, or returns its error.
template <typename CppType, typename CType>
absl::StatusOr<int> Write(const absl::StatusOr<CppType>& found, CType* out) {
  RETURN_IF_ERROR(found.status());
  *out = ToC(*found);
  return 0;
}

// Does the same for a list, and writes at most `capacity` elements.  Returns
// the number of all elements.
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
  return base::Invalid("section ", section, ": expected 0 to ", sections - 1);
}

absl::StatusOr<int> MakeHandle(absl::StatusOr<Tablebase> result,
                               teeko_tablebase** out) {
  ASSIGN_OR_RETURN(Tablebase table, std::move(result));
  std::string rules = table.game().RulesText();
  *out = new teeko_tablebase{std::move(table), std::move(rules)};
  return 0;
}

// InvalidArgument if the rules have scoring and `scoring` is false, or the
// reverse.
absl::Status CheckScoring(const teeko_tablebase* tablebase, bool scoring) {
  if (tablebase->game().is_scored() == scoring) return absl::OkStatus();
  return scoring
             ? base::Invalid("rules without scoring: positions have no scores")
             : base::Invalid(
                   "rules with scoring: positions have scores "
                   "(teeko_probe_score), not values");
}

// Calls work(first, end) for consecutive blocks of 0, ..., count - 1, on as
// many threads as this process may use.  `work` must not throw.
template <typename Work>
void ForEachBlock(size_t count, Work work) {
  constexpr size_t kBlock = 4096;
  const size_t blocks = (count + kBlock - 1) / kBlock;
  base::ParallelFor(blocks, [&](uint64_t block) {
    work(block * kBlock, std::min<size_t>((block + 1) * kBlock, count));
  });
}

// Calls `function` with a tablebase and a position of its game, and writes the
// result to `out`.  `function` checks the position.  `capacity` is given if the
// result is a list.
template <typename CType, typename Function, typename... Capacity>
int Query(const teeko_tablebase* tablebase, const teeko_position* position,
          CType* out, Function function, Capacity... capacity) {
  return Call({tablebase, position, out}, [&]() -> absl::StatusOr<int> {
    RETURN_IF_ERROR(CheckScoring(tablebase, false));
    ASSIGN_OR_RETURN(const Position converted,
                     FromC(tablebase->game(), *position));
    return Write(std::invoke(function, tablebase->table, converted), out,
                 capacity...);
  });
}

// Returns the first position of the items that do not state one.
absl::StatusOr<Position> StartOf(const Game& game,
                                 const teeko_position* start) {
  if (start == nullptr) return Position();
  return CheckedFromC(game, *start);
}

absl::StatusOr<Position> CheckedSetUp(const Game& game, const Item& item,
                                      const Position& start) {
  ASSIGN_OR_RETURN(Position position, SetUp(game, item, start));
  RETURN_IF_ERROR(game.Check(position));
  return position;
}

void Refuse(teeko_items::Stored& stored, int line, std::string error) {
  stored = {};
  stored.item.kind = TEEKO_REFUSED;
  stored.item.line = line;
  stored.error = std::move(error);
}

void AddComments(const std::vector<std::string>& comments, int before,
                 teeko_items::Stored& stored) {
  for (const std::string& comment : comments) {
    stored.texts.push_back(comment);
    stored.comments.push_back(
        {.text = nullptr, .length = comment.size(), .before = before});
  }
}

teeko_items::Stored Store(const Game& game, const Part& part,
                          const Position& start) {
  teeko_items::Stored stored;
  if (!part.error.empty()) {
    Refuse(stored, part.line, part.error);
    return stored;
  }
  const Item& item = part.item;
  const absl::StatusOr<Position> position = CheckedSetUp(game, item, start);
  if (!position.ok()) {
    Refuse(stored, item.line, std::string(position.status().message()));
    return stored;
  }
  stored.item.kind = item.initial ? TEEKO_PROBLEM : TEEKO_GAME;
  stored.item.line = item.line;
  stored.item.start = ToC(*position);
  if (item.initial) stored.item.pips = ToC(item.initial->pips);
  stored.item.stated_plies = -1;
  if (item.initial && item.initial->statement) {
    constexpr int kStated[] = {TEEKO_WIN, TEEKO_DRAW, TEEKO_LOSE};
    stored.item.stated = kStated[item.initial->statement->outcome];
    stored.item.stated_plies = item.initial->statement->plies.value_or(-1);
  }
  AddComments(item.comments, -1, stored);
  for (size_t i = 0; i < item.plies.size(); ++i) {
    const auto& [move, line, comments] = item.plies[i];
    stored.plies.push_back(
        {{.from = move.from, .to = move.to}, line, move.pips});
    AddComments(comments, i, stored);
  }
  return stored;
}

}  // namespace
}  // namespace teeko

using namespace teeko;  // NOLINT: the functions below are in no namespace

const char* teeko_error() { return last_error.c_str(); }

const char* teeko_version() { return base::kVersion; }

int teeko_open(const char* folder, const char* name,
               teeko_tablebase** tablebase) {
  return Call({folder, name, tablebase}, [&] {
    return MakeHandle(Tablebase::Open(folder, name), tablebase);
  });
}

int teeko_solve(const char* rules, teeko_tablebase** tablebase) {
  return Call({rules, tablebase},
              [&] { return MakeHandle(SolveInMemory(rules), tablebase); });
}

int teeko_solve_until(const char* rules, int32_t* stop,
                      teeko_tablebase** tablebase) {
  return Call({rules, stop, tablebase}, [&] {
    const std::atomic_ref<int32_t> flag(*stop);
    return MakeHandle(
        SolveInMemory(rules, [&flag] { return flag.load() != 0; }), tablebase);
  });
}

void teeko_close(teeko_tablebase* tablebase) { delete tablebase; }

int teeko_get_game(const teeko_tablebase* tablebase, teeko_game* game) {
  return Call({tablebase, game}, [&] {
    const Game& solved_game = tablebase->game();
    *game = {.name = solved_game.rules().name().c_str(),
             .rules = tablebase->rules.c_str(),
             .rows = static_cast<int>(solved_game.rules().rows()),
             .columns = static_cast<int>(solved_game.rules().columns()),
             .pieces = solved_game.pieces(),
             .sections = static_cast<int>(solved_game.sections().size())};
    return 0;
  });
}

int teeko_find_style(const teeko_tablebase* tablebase, const char* name,
                     uint32_t* style) {
  return Call({tablebase, name, style}, [&]() -> absl::StatusOr<int> {
    ASSIGN_OR_RETURN(const std::string letters,
                     tablebase->game().FindStyle(name));
    *style = StyleBits(letters);
    return 0;
  });
}

int teeko_check(const teeko_tablebase* tablebase,
                const teeko_position* position) {
  return Call({tablebase, position}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->game();
    RETURN_IF_ERROR(CheckedFromC(game, *position).status());
    return 0;
  });
}

int teeko_probe(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_value* value) {
  return Query(tablebase, position, value, &Tablebase::Probe);
}

int teeko_probe_many(const teeko_tablebase* tablebase,
                     const teeko_position* positions, size_t count,
                     teeko_value* values) {
  if (count == 0) return Call({tablebase}, [] { return 0; });
  return Call({tablebase, positions, values}, [&]() -> absl::StatusOr<int> {
    std::mutex mutex;
    size_t failed = count;  // index of the first position that fails
    int error = 0;          // its error code
    std::string message;    // its message
    ForEachBlock(count, [&](size_t first, size_t end) {
      for (size_t i = first; i < end; ++i) {
        const int result = teeko_probe(tablebase, &positions[i], &values[i]);
        if (result >= 0) continue;
        const std::lock_guard lock(mutex);
        if (i < failed) {
          failed = i;
          error = result;
          message = std::move(last_error);
        }
        return;  // Later errors of this block do not matter.
      }
    });
    if (failed < count) {
      last_error = absl::StrCat("position ", failed, ": ", message);
    }
    return error;
  });
}

int teeko_play(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_move move, teeko_position* after) {
  return Call({tablebase, position, after}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->game();
    ASSIGN_OR_RETURN(const Position checked, CheckedFromC(game, *position));
    return Write(game.Play(checked, {move.from, move.to}), after);
  });
}

int teeko_moves(const teeko_tablebase* tablebase,
                const teeko_position* position, teeko_successor* moves,
                int capacity) {
  return Query(tablebase, position, moves, &Tablebase::Successors, capacity);
}

int teeko_line(const teeko_tablebase* tablebase, const teeko_position* position,
               teeko_successor* line, int capacity) {
  return Query(tablebase, position, line, &Tablebase::PrincipalLine, capacity);
}

int teeko_read(const teeko_tablebase* tablebase, const char* text,
               size_t length, const teeko_position* start,
               teeko_items** items) {
  return Call({tablebase, text, items}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->game();
    ASSIGN_OR_RETURN(const Position initial, StartOf(game, start));
    auto read = std::make_unique<teeko_items>();
    ItemReader reader({text, length}, game.names());
    int refused = 0;
    int more_line = 0;
    while (const std::optional<Part> part = reader.Next()) {
      teeko_items::Stored stored = Store(game, *part, initial);
      if (stored.item.kind != TEEKO_REFUSED || ++refused <= kMaxErrors) {
        read->items.push_back(std::move(stored));
      } else if (more_line == 0) {
        more_line = stored.item.line;
      }
    }
    if (more_line > 0) {
      Refuse(read->items.emplace_back(), more_line,
             MoreErrors(refused - kMaxErrors));
    }
    if (!reader.LastComments().empty()) {
      teeko_items::Stored& last = read->items.emplace_back();
      last.item.kind = TEEKO_COMMENTS;
      last.item.line = reader.last_line();
      AddComments(reader.LastComments(), -1, last);
    }
    // The vectors do not change any more, so pointers into them stay valid.
    for (auto& [item, error, plies, texts, comments] : read->items) {
      for (size_t i = 0; i < texts.size(); ++i) {
        comments[i].text = texts[i].c_str();
      }
      item.error = item.kind == TEEKO_REFUSED ? error.c_str() : nullptr;
      item.plies = plies.data();
      item.ply_count = plies.size();
      item.comments = comments.data();
      item.comment_count = comments.size();
    }
    *items = read.release();
    return (*items)->items.size();
  });
}

int teeko_get_item(const teeko_items* items, int index, teeko_item* item) {
  return Call({items, item}, [&]() -> absl::StatusOr<int> {
    const int count = items->items.size();
    if (index < 0 || index >= count) {
      return base::Invalid("item ", index, ": expected an index below ", count);
    }
    *item = items->items[index].item;
    return 0;
  });
}

void teeko_free_items(teeko_items* items) { delete items; }

int teeko_read_position(const teeko_tablebase* tablebase, const char* text,
                        size_t length, const teeko_position* start,
                        teeko_position* position) {
  return Call({tablebase, text, position}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->game();
    ASSIGN_OR_RETURN(const Position initial, StartOf(game, start));
    ASSIGN_OR_RETURN(const Item item, ParsePosition({text, length}, game));
    return Write(CheckedSetUp(game, item, initial), position);
  });
}

int teeko_write_position(const teeko_tablebase* tablebase,
                         const teeko_position* position, char* text,
                         size_t capacity) {
  return Call({tablebase, position, text}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->game();
    ASSIGN_OR_RETURN(const Position converted, CheckedFromC(game, *position));
    return WriteText(PositionString(game, converted), text, capacity);
  });
}

int teeko_draw_board(int rows, int columns, const teeko_position* position,
                     char* text, size_t capacity) {
  return Call({position, text}, [&]() -> absl::StatusOr<int> {
    RETURN_IF_ERROR(CheckBoard(rows, columns));
    ASSIGN_OR_RETURN(const Colour to_move, ColourOf(position->to_move));
    return WriteText(BoardSvg(columns,
                              SquarePictures(rows, columns,
                                             {.black = position->black,
                                              .red = position->red}),
                              absl::StrCat(ToString(to_move), " to move"),
                              /*standalone=*/true),
                     text, capacity);
  });
}

int teeko_read_move(const char* text, size_t length, int rows, int columns,
                    teeko_move* move) {
  return Call({text, move}, [&]() -> absl::StatusOr<int> {
    RETURN_IF_ERROR(CheckBoard(rows, columns));
    ASSIGN_OR_RETURN(const Move read,
                     ParseMove({text, length}, {rows, columns}));
    *move = {.from = read.from, .to = read.to};
    return 0;
  });
}

int teeko_read_scored_position(const teeko_tablebase* tablebase,
                               const char* text, size_t length,
                               const teeko_position* start,
                               teeko_position* position, teeko_pips* pips) {
  return Call({tablebase, text, position, pips}, [&]() -> absl::StatusOr<int> {
    RETURN_IF_ERROR(CheckScoring(tablebase, true));
    const Game& game = tablebase->game();
    ASSIGN_OR_RETURN(const Position initial, StartOf(game, start));
    ASSIGN_OR_RETURN(const Item item, ParsePosition({text, length}, game));
    ASSIGN_OR_RETURN(const Position read, SetUp(game, item, initial));
    RETURN_IF_ERROR(tablebase->table.Check(read));
    *position = ToC(read);
    *pips = ToC(read.pips);
    return 0;
  });
}

int teeko_probe_score(const teeko_tablebase* tablebase,
                      const teeko_position* position, const teeko_pips* pips,
                      teeko_score* score) {
  return Call({tablebase, position, pips, score}, [&]() -> absl::StatusOr<int> {
    RETURN_IF_ERROR(CheckScoring(tablebase, true));
    ASSIGN_OR_RETURN(Position converted, FromC(tablebase->game(), *position));
    converted.pips = FromC(*pips);
    ASSIGN_OR_RETURN(const Value value, tablebase->table.Probe(converted));
    *score = ToScore(value, converted.to_move);
    return 0;
  });
}

int teeko_scored_moves(const teeko_tablebase* tablebase,
                       const teeko_position* position, const teeko_pips* pips,
                       teeko_scored_move* moves, int capacity) {
  return Call({tablebase, position, pips, moves}, [&]() -> absl::StatusOr<int> {
    RETURN_IF_ERROR(CheckScoring(tablebase, true));
    ASSIGN_OR_RETURN(Position converted, FromC(tablebase->game(), *position));
    converted.pips = FromC(*pips);
    ASSIGN_OR_RETURN(const std::vector<Successor> all,
                     tablebase->table.Successors(converted));
    const int count = static_cast<int>(all.size());
    for (int i = 0; i < std::min(count, capacity); ++i) {
      const auto& [move, after, value] = all[i];
      moves[i] = {.move = {.from = move.from, .to = move.to},
                  .pips = after.pips.at(move.to),
                  .score = ToScore(value, converted.to_move),
                  .position = ToC(after),
                  .position_pips = ToC(after.pips)};
      // The plies from before the move.
      if (moves[i].score.points != 0) ++moves[i].score.plies;
    }
    return count;
  });
}

int teeko_get_section(const teeko_tablebase* tablebase, int section,
                      teeko_section* out) {
  return Call({tablebase, out}, [&]() -> absl::StatusOr<int> {
    RETURN_IF_ERROR(CheckScoring(tablebase, false));
    const Tablebase* const solved = &tablebase->table;
    RETURN_IF_ERROR(CheckSection(solved->game(), section));
    ASSIGN_OR_RETURN(const absl::Span<const uint8_t> values,
                     solved->Payload(section));
    const kernel::Section& info = solved->game().sections()[section];
    *out = {.placed = info.placed,
            .value_bytes = solved->value_bytes(),
            .drops = info.drops.c_str(),
            .positions = info.positions,
            .values = values.data()};
    return 0;
  });
}

int teeko_place(const teeko_tablebase* tablebase,
                const teeko_position* position, int32_t* section,
                uint64_t* index) {
  return Call({tablebase, position, section, index},
              [&]() -> absl::StatusOr<int> {
                const Game& game = tablebase->game();
                ASSIGN_OR_RETURN(const Position converted,
                                 CheckedFromC(game, *position));
                const Game::Place place = game.PlaceOf(converted);
                *section = place.section;
                *index = place.index;
                return 0;
              });
}

int teeko_position_at(const teeko_tablebase* tablebase, int section,
                      uint64_t index, int to_move, teeko_position* position) {
  return Call({tablebase, position}, [&]() -> absl::StatusOr<int> {
    const Game& game = tablebase->game();
    RETURN_IF_ERROR(CheckSection(game, section));
    const uint64_t positions = game.sections()[section].positions;
    if (index >= positions) {
      return base::Invalid("index ", index, ": expected an index below ",
                           positions, " in section ", section);
    }
    ASSIGN_OR_RETURN(const Colour colour, ColourOf(to_move));
    *position = ToC(game.PositionAt({section, index}, colour));
    return 0;
  });
}
