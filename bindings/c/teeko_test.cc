#include "bindings/c/teeko.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <time.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "game/tables_for_test.h"

namespace teeko {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kTiny[] =
    "name: 'tiny' rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } } "
    "banned_first_drops: 5";

using Handle = std::unique_ptr<teeko_tablebase, decltype(&teeko_close)>;

Handle Open(const char* name) {
  teeko_tablebase* tablebase = nullptr;
  EXPECT_EQ(teeko_open(kOut, name, &tablebase), 0) << teeko_error();
  return Handle(tablebase, teeko_close);
}

Handle Solve(const char* rules) {
  teeko_tablebase* tablebase = nullptr;
  EXPECT_EQ(teeko_solve(rules, &tablebase), 0) << teeko_error();
  return Handle(tablebase, teeko_close);
}

Position FromC(const teeko_position& p) {
  std::string style;
  for (int k = 0; k < 4; ++k) style += (p.style >> k & 1) != 0 ? 'A' : 'S';
  return {.black = p.black,
          .red = p.red,
          .to_move = p.to_move == TEEKO_RED ? Colour::kRed : Colour::kBlack,
          .style = style,
          .centre_ban = p.centre_ban != 0};
}

Value FromC(teeko_value v) {
  if (v.winner == TEEKO_NOBODY) return {};
  return {.winner = v.winner == TEEKO_RED ? Colour::kRed : Colour::kBlack,
          .plies = v.plies};
}

void ExpectSame(const teeko_successor* found, int count,
                const std::vector<Successor>& wanted) {
  ASSERT_EQ(count, static_cast<int>(wanted.size()));
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(found[i].move.from, wanted[i].move.from);
    EXPECT_EQ(found[i].move.to, wanted[i].move.to);
    EXPECT_EQ(FromC(found[i].value), wanted[i].value);
    EXPECT_EQ(FromC(found[i].position), wanted[i].position);
  }
}

TEST(Tablebase, AgreesWithTheCppTablebase) {
  const Handle handle = Open("advanced");
  const teeko_tablebase* const advanced = handle.get();
  std::mt19937 random(1);
  std::vector<teeko_successor> found(TEEKO_MAX_MOVES);
  for (int game = 0; game < 200; ++game) {
    teeko_position position = {};
    position.centre_ban = game % 2;
    ASSERT_EQ(teeko_find_style(advanced,
                               game % 4 < 2 ? "aass" : "Three-Move Standard",
                               &position.style),
              0);
    EXPECT_EQ(position.style, game % 4 < 2 ? 0b0011u : 0b1000u);
    while (true) {
      const Position same = FromC(position);
      teeko_value value;
      ASSERT_EQ(teeko_probe(advanced, &position, &value), 0) << teeko_error();
      EXPECT_EQ(FromC(value), *Advanced().Probe(same));
      const int line =
          teeko_line(advanced, &position, found.data(), TEEKO_MAX_MOVES);
      ExpectSame(found.data(), line, *Advanced().PrincipalLine(same));
      const int moves =
          teeko_moves(advanced, &position, found.data(), TEEKO_MAX_MOVES);
      ExpectSame(found.data(), moves, *Advanced().Successors(same));
      if (moves == 0) break;
      const teeko_successor& next = found[random() % moves];
      ASSERT_EQ(teeko_play(advanced, &position, next.move, &position), 0);
      EXPECT_EQ(FromC(position), FromC(next.position));
      // End most games early.
      if (random() % 40 == 0) break;
    }
  }
}

TEST(ProbeMany, AgreesWithProbe) {
  const Handle board = Open("board4x4");
  // Positions for more than one block, with and without drops to come.
  std::vector<teeko_position> positions;
  std::mt19937 random(1);
  while (positions.size() < 10'000) {
    teeko_position position;
    ASSERT_EQ(teeko_position_at(board.get(), random() % 2, random() % 400'000,
                                random() % 2, &position),
              0);
    if (teeko_check(board.get(), &position) == 0) positions.push_back(position);
  }
  std::vector<teeko_value> values(positions.size() + 1, {77, 78});
  ASSERT_EQ(teeko_probe_many(board.get(), positions.data(), positions.size(),
                             values.data()),
            0)
      << teeko_error();
  for (size_t i = 0; i < positions.size(); ++i) {
    ASSERT_EQ(FromC(values[i]), *Board4x4().Probe(FromC(positions[i]))) << i;
  }
  EXPECT_EQ(values.back().winner, 77);
  EXPECT_EQ(teeko_probe_many(board.get(), nullptr, 0, nullptr), 0);
}

// Returns the processor time of the process or of this thread in seconds.
double ProcessorTime(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

TEST(ProbeMany, SharesTheWorkAmongThreads) {
  if (std::thread::hardware_concurrency() == 1) GTEST_SKIP();
  const Handle tiny = Solve(kTiny);
  const std::vector<teeko_position> positions(1'000'000);
  std::vector<teeko_value> values(positions.size());
  const double all = ProcessorTime(CLOCK_PROCESS_CPUTIME_ID);
  const double here = ProcessorTime(CLOCK_THREAD_CPUTIME_ID);
  ASSERT_EQ(teeko_probe_many(tiny.get(), positions.data(), positions.size(),
                             values.data()),
            0);
  EXPECT_LT(ProcessorTime(CLOCK_THREAD_CPUTIME_ID) - here,
            0.9 * (ProcessorTime(CLOCK_PROCESS_CPUTIME_ID) - all));
}

TEST(ProbeMany, NamesTheFirstPositionThatFails) {
  const Handle tiny = Solve(kTiny);
  constexpr size_t kCount = 50'000;
  std::vector<teeko_value> values(kCount);
  for (const size_t first : {size_t{0}, size_t{1}, size_t{4095}, size_t{4096},
                             size_t{30'000}, kCount - 1}) {
    std::vector<teeko_position> positions(kCount);
    positions[first].black = 1 << 9;
    for (size_t i = first + 1; i < kCount; i += 1000) positions[i].to_move = 2;
    EXPECT_EQ(
        teeko_probe_many(tiny.get(), positions.data(), kCount, values.data()),
        TEEKO_INVALID);
    EXPECT_EQ(teeko_error(),
              absl::StrCat("position ", first,
                           ": square 10: squares are numbered 1 to 9"));
    const std::string words = teeko_error();
    EXPECT_EQ(
        teeko_probe_many(tiny.get(), positions.data(), first, values.data()),
        0);
    EXPECT_EQ(teeko_error(), words);
  }
}

TEST(Solve, NeedsNoFile) {
  const Handle tiny = Solve(kTiny);
  teeko_game game;
  ASSERT_EQ(teeko_get_game(tiny.get(), &game), 0);
  EXPECT_STREQ(game.name, "tiny");
  EXPECT_THAT(game.rules, HasSubstr("banned_first_drops: [5]"));
  EXPECT_EQ(game.rows, 3);
  EXPECT_EQ(game.columns, 3);
  EXPECT_EQ(game.pieces, 2);
  teeko_position start = {};
  teeko_value value;
  // The second piece goes beside the first.
  ASSERT_EQ(teeko_probe(tiny.get(), &start, &value), 0) << teeko_error();
  EXPECT_EQ(value.winner, TEEKO_BLACK);
  EXPECT_EQ(value.plies, 3);
  // The rules text can be solved again.
  Solve(game.rules);
}

TEST(Lists, AreTruncatedToTheCapacity) {
  const Handle tiny = Solve(kTiny);
  const teeko_position start = {};
  std::vector<teeko_successor> out(9);
  std::memset(out.data(), 0x55, out.size() * sizeof(out[0]));
  EXPECT_EQ(teeko_moves(tiny.get(), &start, out.data(), 2), 9);
  EXPECT_EQ(out[1].move.from, 0);
  EXPECT_EQ(out[2].move.from, 0x55555555);
  EXPECT_EQ(teeko_line(tiny.get(), &start, out.data(), 1), 3);
  EXPECT_EQ(out[2].move.from, 0x55555555);
  EXPECT_EQ(teeko_moves(tiny.get(), &start, out.data(), -1), 9);
}

TEST(Sections, HaveTheValuesAndThePlacesOfPositions) {
  const Handle tiny = Solve(kTiny);
  teeko_game game;
  ASSERT_EQ(teeko_get_game(tiny.get(), &game), 0);
  int decided = 0;
  for (int i = 0; i < game.sections; ++i) {
    teeko_section section;
    ASSERT_EQ(teeko_get_section(tiny.get(), i, &section), 0) << teeko_error();
    EXPECT_EQ(section.value_bytes, 1);
    EXPECT_EQ(std::strlen(section.drops), 2u - section.placed / 2);
    for (uint64_t index = 0; index < section.positions; ++index) {
      const int written = static_cast<const uint8_t*>(section.values)[index];
      teeko_position position;
      ASSERT_EQ(teeko_position_at(tiny.get(), i, index, TEEKO_RED, &position),
                0);
      EXPECT_EQ(position.to_move, section.placed == 4 || section.placed % 2 == 1
                                      ? TEEKO_RED
                                      : TEEKO_BLACK);
      teeko_value value;
      if (written == 255) {
        EXPECT_EQ(teeko_check(tiny.get(), &position), TEEKO_INVALID);
        continue;
      }
      EXPECT_EQ(teeko_check(tiny.get(), &position), 0);
      ASSERT_EQ(teeko_probe(tiny.get(), &position, &value), 0) << teeko_error();
      EXPECT_EQ(written, value.winner == TEEKO_NOBODY ? 0 : value.plies + 1);
      decided += written > 1;
      int32_t its_section;
      uint64_t its_index;
      ASSERT_EQ(teeko_place(tiny.get(), &position, &its_section, &its_index),
                0);
      EXPECT_EQ(its_section, i);
      EXPECT_EQ(its_index, index);
    }
  }
  EXPECT_GT(decided, 100);
}

void ExpectError(int found, int code, const char* words) {
  EXPECT_EQ(found, code) << words;
  EXPECT_THAT(teeko_error(), HasSubstr(words));
}

TEST(Notation, ReadsItemsOfTexts) {
  const Handle handle = Open("advanced");
  const std::string text = std::string(
      "# a\0b\rproblem: Black on 13; Red on; Red to move and lose "
      "in 12 # c\r8\r[Event \"Club game\"]\rgame 1 7-9\r# end",
      105);
  teeko_position start = {};
  start.style = 3;
  start.centre_ban = 1;
  teeko_items* items = nullptr;
  ASSERT_EQ(teeko_read(handle.get(), text.data(), text.size(), &start, &items),
            4)
      << teeko_error();
  teeko_item item;
  ASSERT_EQ(teeko_get_item(items, 0, &item), 0);
  EXPECT_EQ(item.kind, TEEKO_PROBLEM);
  EXPECT_EQ(item.line, 2);
  EXPECT_EQ(item.error, nullptr);
  EXPECT_EQ(item.start.black, SquaresOf({13}));
  EXPECT_EQ(item.start.style, 3u);
  EXPECT_EQ(item.stated, TEEKO_LOSE);
  EXPECT_EQ(item.stated_plies, 12);
  ASSERT_EQ(item.ply_count, 1);
  EXPECT_EQ(item.plies[0].move.to, 8);
  EXPECT_EQ(item.plies[0].line, 3);
  ASSERT_EQ(item.comment_count, 2);
  EXPECT_EQ(std::string(item.comments[0].text, item.comments[0].length),
            std::string("# a\0b", 5));
  EXPECT_EQ(item.comments[0].before, -1);
  EXPECT_STREQ(item.comments[1].text, "# c");
  EXPECT_EQ(item.comments[1].before, 0);
  ASSERT_EQ(teeko_get_item(items, 1, &item), 0);
  EXPECT_EQ(item.kind, TEEKO_REFUSED);
  EXPECT_EQ(item.line, 4);
  EXPECT_THAT(item.error, HasSubstr("expected a move"));
  ASSERT_EQ(teeko_get_item(items, 2, &item), 0);
  EXPECT_EQ(item.kind, TEEKO_GAME);
  EXPECT_EQ(item.start.centre_ban, 1);
  EXPECT_EQ(item.stated, TEEKO_UNSTATED);
  EXPECT_EQ(item.stated_plies, -1);
  EXPECT_EQ(item.plies[1].move.from, 7);
  ASSERT_EQ(teeko_get_item(items, 3, &item), 0);
  EXPECT_EQ(item.kind, TEEKO_COMMENTS);
  EXPECT_STREQ(item.comments[0].text, "# end");
  EXPECT_EQ(item.comments[0].before, -1);
  EXPECT_EQ(teeko_get_item(items, 4, &item), TEEKO_INVALID);
  teeko_free_items(items);
  teeko_free_items(nullptr);
}

TEST(Notation, ReadsPositionsAsItWritesThem) {
  const Handle handle = Open("advanced");
  teeko_position position = {};
  const std::string text = "5/5/2b2/5/5 r AASS";
  ASSERT_EQ(teeko_read_position(handle.get(), text.data(), text.size(), nullptr,
                                &position),
            0)
      << teeko_error();
  char line[TEEKO_MAX_LINE];
  EXPECT_EQ(teeko_write_position(handle.get(), &position, line, sizeof(line)),
            18);
  EXPECT_EQ(line, text);
  EXPECT_EQ(teeko_write_position(handle.get(), &position, line, 5), 18);
  EXPECT_STREQ(line, "5/5/");
  EXPECT_EQ(teeko_write_position(handle.get(), &position, line, 0), 18);
  EXPECT_STREQ(line, "5/5/");
  EXPECT_EQ(teeko_read_position(handle.get(), "5/5 b", 5, nullptr, &position),
            TEEKO_INVALID);
  EXPECT_STREQ(teeko_error(), "the board has 5 rows, not 2, found \"5/5\"");
  teeko_move move;
  EXPECT_EQ(teeko_read_move("c3-d4", 5, 5, 5, &move), 0);
  EXPECT_EQ(move.from, 13);
  EXPECT_EQ(move.to, 9);
  EXPECT_EQ(teeko_read_move("13 8", 4, 5, 5, &move), TEEKO_INVALID);
  EXPECT_EQ(teeko_read_move("13", 2, 9, 9, &move), TEEKO_INVALID);
  EXPECT_EQ(teeko_read_move("64", 2, 8, 8, &move), 0);
  EXPECT_EQ(move.to, 64);
  for (const auto& [rows, columns] : {std::pair(1, 64), {64, 1}}) {
    EXPECT_EQ(teeko_read_move("64", 2, rows, columns, &move), 0);
  }
  // The number of squares of the last board does not fit into an int.
  for (const auto& [rows, columns] : {std::pair(0, 5),
                                      {5, 0},
                                      {-1, 5},
                                      {5, -1},
                                      {65, 1},
                                      {1, 65},
                                      {1 << 30, 4}}) {
    EXPECT_EQ(teeko_read_move("1", 1, rows, columns, &move), TEEKO_INVALID);
  }
}

TEST(DrawBoard, DrawsThePiecesOfAnyBoard) {
  char svg[TEEKO_MAX_SVG];
  const teeko_position position = {.black = 0b1,
                                   .red = 0b100000,
                                   .style = 0,
                                   .to_move = TEEKO_RED,
                                   .centre_ban = 0};
  const int length = teeko_draw_board(2, 3, &position, svg, sizeof(svg));
  ASSERT_EQ(length, static_cast<int>(std::strlen(svg)));
  EXPECT_THAT(svg, AllOf(HasSubstr("width=\"144\" height=\"96\""),
                         HasSubstr("<title>Red to move</title>"),
                         HasSubstr("<g class=\"plain\" transform=\"translate(2 "
                                   "2)\"><rect width=\"20\" height=\"20\"/>"
                                   "<circle class=\"black\""),
                         HasSubstr(">5</text>")));
  char begin[5];
  EXPECT_EQ(teeko_draw_board(2, 3, &position, begin, sizeof(begin)), length);
  EXPECT_STREQ(begin, "<svg");
  EXPECT_LT(teeko_draw_board(8, 8, &position, svg, sizeof(svg)), TEEKO_MAX_SVG);
  EXPECT_LT(teeko_draw_board(1, 64, &position, svg, sizeof(svg)),
            TEEKO_MAX_SVG);
  EXPECT_EQ(teeko_draw_board(9, 8, &position, svg, sizeof(svg)), TEEKO_INVALID);
}

TEST(Notation, HasNoPliesIfNoneAreStated) {
  const Handle tiny = Solve(kTiny);
  const std::string text = "problem: Black on; Red on; Black to move and win";
  teeko_items* items = nullptr;
  ASSERT_EQ(teeko_read(tiny.get(), text.data(), text.size(), nullptr, &items),
            1)
      << teeko_error();
  teeko_item item;
  ASSERT_EQ(teeko_get_item(items, 0, &item), 0);
  EXPECT_EQ(item.stated, TEEKO_WIN);
  EXPECT_EQ(item.stated_plies, -1);
  teeko_free_items(items);
}

TEST(Errors, OfAPositionNameTheReason) {
  const Handle tiny = Solve(kTiny);
  teeko_value value = {.winner = 77, .plies = 78};
  const auto expect_invalid = [&](const teeko_position& position,
                                  const char* words) {
    ExpectError(teeko_probe(tiny.get(), &position, &value), TEEKO_INVALID,
                words);
  };
  expect_invalid({0, 0, 0, 2, 0}, "RED, got 2");
  expect_invalid({0, 0, 0, -1, 0}, "RED, got -1");
  expect_invalid({0, 0, 0, 0, 2}, "centre_ban: expected 0 or 1, got 2");
  expect_invalid({0, 0, 4, 0, 0}, "expected at most 2 bits");
  expect_invalid({0, 0, 1u << 31, 0, 0}, "expected at most 2 bits");
  expect_invalid({1 << 9, 0, 0, 0, 0}, "squares are numbered 1 to 9");
  expect_invalid({1, 0, 0, 0, 0}, "Red's, not Black's");
  expect_invalid({7, 3 << 5, 0, 0, 0}, "Black has 3 pieces");
  EXPECT_EQ(value.winner, 77);
  EXPECT_EQ(value.plies, 78);

  const teeko_position start = {0, 0, 0, 0, 1};
  teeko_position after;
  ExpectError(teeko_play(tiny.get(), &start, {.from = 0, .to = 5}, &after),
              TEEKO_INVALID, "banned");
  ExpectError(teeko_play(tiny.get(), &start, {.from = 0, .to = -5}, &after),
              TEEKO_INVALID, "square -5");
  uint32_t style;
  ExpectError(teeko_find_style(tiny.get(), "ASSS", &style), TEEKO_INVALID,
              "these rules have SS (Standard)");
}

TEST(Errors, OfASectionNameTheReason) {
  const Handle tiny = Solve(kTiny);
  teeko_section section;
  teeko_position position;
  teeko_game game;
  ASSERT_EQ(teeko_get_game(tiny.get(), &game), 0);
  const std::string expected =
      absl::StrCat(": expected 0 to ", game.sections - 1);
  for (const int none : {-1, game.sections, 100}) {
    ExpectError(teeko_get_section(tiny.get(), none, &section), TEEKO_INVALID,
                expected.c_str());
    ExpectError(teeko_position_at(tiny.get(), none, 0, TEEKO_RED, &position),
                TEEKO_INVALID, expected.c_str());
  }
  ExpectError(teeko_position_at(tiny.get(), 0, 756, TEEKO_RED, &position),
              TEEKO_INVALID, "expected an index below 756");
  ExpectError(teeko_position_at(tiny.get(), 0, 0, TEEKO_NOBODY, &position),
              TEEKO_INVALID, "RED, got 2");
}

TEST(Errors, OfANullArgument) {
  const Handle tiny = Solve(kTiny);
  const teeko_position start = {};
  teeko_value value;
  teeko_tablebase* out;
  const char* const words = "an argument is NULL";
  ExpectError(teeko_probe(nullptr, &start, &value), TEEKO_INVALID, words);
  ExpectError(teeko_probe(tiny.get(), nullptr, &value), TEEKO_INVALID, words);
  ExpectError(teeko_probe(tiny.get(), &start, nullptr), TEEKO_INVALID, words);
  ExpectError(teeko_probe_many(tiny.get(), nullptr, 1, &value), TEEKO_INVALID,
              words);
  ExpectError(teeko_probe_many(tiny.get(), &start, 1, nullptr), TEEKO_INVALID,
              words);
  ExpectError(teeko_probe_many(nullptr, &start, 0, &value), TEEKO_INVALID,
              words);
  ExpectError(teeko_moves(tiny.get(), &start, nullptr, 5), TEEKO_INVALID,
              words);
  ExpectError(teeko_line(tiny.get(), &start, nullptr, 5), TEEKO_INVALID, words);
  ExpectError(teeko_open(nullptr, "advanced", &out), TEEKO_INVALID, words);
  ExpectError(teeko_solve(kTiny, nullptr), TEEKO_INVALID, words);
  teeko_close(nullptr);
}

TEST(Errors, OfAMissingTable) {
  teeko_tablebase* out = nullptr;
  ExpectError(teeko_open("no/such", "advanced", &out), TEEKO_UNAVAILABLE,
              "./bazelw run //:pipeline");
  ExpectError(teeko_solve("name: 'x' rows: 3", &out), TEEKO_INVALID,
              "rules: columns");
  ExpectError(teeko_solve("lines: 4", &out), TEEKO_INVALID, "rules:1:6");
  ExpectError(teeko_solve("name: 'points' rows: 3 columns: 3 pieces: 2 "
                          "goals { line { length: 2 } } "
                          "scoring { pips: [1, 2] }",
                          &out),
              TEEKO_INVALID, "points: expected rules without scoring");
  ExpectError(teeko_solve("name: 'large' rows: 8 columns: 8 pieces: 8 "
                          "goals { line { length: 8 } }",
                          &out),
              TEEKO_NO_MEMORY, "MB of memory");
  EXPECT_EQ(out, nullptr);
}

TEST(SolveUntil, EndsWhenToldToStop) {
  teeko_tablebase* out = nullptr;
  int32_t stop = 0;
  ASSERT_EQ(teeko_solve_until(kTiny, &stop, &out), 0) << teeko_error();
  teeko_close(out);
  out = nullptr;
  stop = 1;
  ExpectError(teeko_solve_until(kTiny, &stop, &out), TEEKO_FAILED, "stopped");
  ExpectError(teeko_solve_until(kTiny, nullptr, &out), TEEKO_INVALID,
              "an argument is NULL");
  EXPECT_EQ(out, nullptr);
}

TEST(Errors, OfADamagedTable) {
  const std::string folder = ::testing::TempDir() + "/damaged/";
  std::filesystem::create_directories(folder + "board4x4");
  const std::string path = folder + "board4x4/solver_a.table";
  std::filesystem::copy(std::string(kOut) + "/board4x4", folder + "board4x4");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(100)
      .put('\x55');
  teeko_tablebase* tablebase;
  ASSERT_EQ(teeko_open(folder.c_str(), "board4x4", &tablebase), 0);
  teeko_section section;
  ExpectError(teeko_get_section(tablebase, 0, &section), TEEKO_DAMAGED,
              "checksum mismatch");
  teeko_position position;
  for (uint64_t index = 0;; ++index) {
    ASSERT_EQ(teeko_position_at(tablebase, 0, index, TEEKO_RED, &position), 0);
    if (teeko_check(tablebase, &position) == 0) break;
  }
  teeko_value value;
  ExpectError(teeko_probe_many(tablebase, &position, 1, &value), TEEKO_DAMAGED,
              "position 0: ");
  teeko_close(tablebase);
}

TEST(Errors, AreSeparateForEachThread) {
  teeko_tablebase* out;
  EXPECT_EQ(teeko_solve("rubbish", &out), TEEKO_INVALID);
  const std::string mine = teeko_error();
  std::thread([&out] {
    EXPECT_STREQ(teeko_error(), "");
    EXPECT_EQ(teeko_open("no/such", "x", &out), TEEKO_UNAVAILABLE);
  }).join();
  EXPECT_EQ(teeko_error(), mine);
}

TEST(Tablebase, AnswersManyThreadsAtOnce) {
  // A new tablebase, so that several threads unpack the same chunks.
  const Handle board = Solve(
      "name: 'board4x4' rows: 4 columns: 4 pieces: 4 "
      "goals { line { length: 4 } } goals { square { side: 1 } }");
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&board, t] {
      std::mt19937 random(t % 4);
      for (int i = 0; i < 2000; ++i) {
        const uint64_t index = random() % 900'000;
        teeko_position position;
        teeko_value value;
        ASSERT_EQ(
            teeko_position_at(board.get(), 0, index, TEEKO_RED, &position), 0);
        if (teeko_probe(board.get(), &position, &value) < 0) continue;
        EXPECT_EQ(FromC(value), *Board4x4().Probe(FromC(position)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// ---- Scored games ----

// The score of a position is that of its best move, and a line of best moves
// ends with the points of the first position.
TEST(ScoredGames, MovesLeadToTheScoreOfThePosition) {
  const Handle small = Open("scored_small");
  teeko_position position = {};
  teeko_pips pips = {};
  teeko_score score;
  ASSERT_EQ(teeko_probe_score(small.get(), &position, &pips, &score), 0)
      << teeko_error();
  const int points = score.points;
  ASSERT_GT(points, 0);
  for (int sign = 1;; sign = -sign) {
    EXPECT_EQ(score.points, sign * points);
    teeko_scored_move moves[TEEKO_MAX_SCORED_MOVES];
    const int count = teeko_scored_moves(small.get(), &position, &pips, moves,
                                         TEEKO_MAX_SCORED_MOVES);
    ASSERT_GT(count, 0);
    EXPECT_EQ(moves[0].score.points, score.points);
    EXPECT_EQ(moves[0].score.plies, score.plies);
    EXPECT_LE(moves[count - 1].score.points, score.points);
    EXPECT_EQ(moves[0].position_pips.of[moves[0].move.to - 1], moves[0].pips);
    position = moves[0].position;
    pips = moves[0].position_pips;
    if (score.plies == 1) break;
    ASSERT_EQ(teeko_probe_score(small.get(), &position, &pips, &score), 0);
  }
  EXPECT_EQ(teeko_probe_score(small.get(), &position, &pips, &score),
            TEEKO_INVALID);
  EXPECT_THAT(teeko_error(), HasSubstr("the last move"));
}

TEST(ScoredGames, ReadPips) {
  const Handle small = Open("scored_small");
  const std::string text = "Black on 5:3 1:1; Red on 7:1; Red to move AS";
  teeko_position position;
  teeko_pips pips;
  ASSERT_EQ(teeko_read_scored_position(small.get(), text.data(), text.size(),
                                       nullptr, &position, &pips),
            0)
      << teeko_error();
  EXPECT_EQ(position.black, 0b10001);
  EXPECT_EQ(position.style, 0b01);
  EXPECT_EQ(pips.of[4], 3);
  EXPECT_EQ(pips.of[6], 1);
  EXPECT_EQ(pips.of[1], 0);
  const std::string book = text + "\n8:3 5-4";
  teeko_items* items;
  ASSERT_EQ(teeko_read(small.get(), book.data(), book.size(), nullptr, &items),
            1);
  teeko_item item;
  ASSERT_EQ(teeko_get_item(items, 0, &item), 0);
  EXPECT_EQ(std::memcmp(&item.pips, &pips, sizeof(pips)), 0);
  EXPECT_EQ(item.plies[0].pips, 3);
  EXPECT_EQ(item.plies[1].pips, 0);
  teeko_free_items(items);
  const std::string wrong = "Black on 5:2; Red on; Red to move";
  EXPECT_EQ(teeko_read_scored_position(small.get(), wrong.data(), wrong.size(),
                                       nullptr, &position, &pips),
            TEEKO_INVALID);
  EXPECT_THAT(teeko_error(), HasSubstr("pips that the rules do not give"));
}

TEST(ScoredGames, AndOthersAreNotConfused) {
  const Handle small = Open("scored_small");
  const Handle tiny = Solve(kTiny);
  teeko_position position = {};
  teeko_pips pips = {};
  teeko_value value;
  teeko_score score;
  EXPECT_EQ(teeko_check(small.get(), &position), 0);
  EXPECT_EQ(teeko_probe(small.get(), &position, &value), TEEKO_INVALID);
  EXPECT_THAT(teeko_error(), HasSubstr("teeko_probe_score"));
  EXPECT_EQ(teeko_probe_score(tiny.get(), &position, &pips, &score),
            TEEKO_INVALID);
  EXPECT_THAT(teeko_error(), HasSubstr("no scores"));
  teeko_section section;
  EXPECT_EQ(teeko_get_section(small.get(), 0, &section), TEEKO_INVALID);
  pips.of[3] = 1;
  EXPECT_EQ(teeko_probe_score(small.get(), &position, &pips, &score),
            TEEKO_INVALID);
  EXPECT_THAT(teeko_error(), HasSubstr("square 4 has pips, but no piece"));
}

}  // namespace
}  // namespace teeko
