#include "game/tablebase.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/types/span.h"
#include "game/tables_for_test.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/table_writer.h"
#include "verify/table_for_test.h"

namespace teeko {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Returns a position of a random game in a random style.
Position SomePosition(const Game& game) {
  Position position = game.Start(*rc::gen::elementOf(std::vector<std::string>(
      game.rules().styles().begin(), game.rules().styles().end())));
  const int plies = *rc::gen::inRange(0, 20);
  for (int ply = 0; ply < plies; ++ply) {
    const std::vector<Move> moves = game.Moves(position);
    if (moves.empty()) break;
    position = game.After(position, *rc::gen::elementOf(moves));
  }
  return position;
}

TEST(Probe, HasTheFirstPlayersWinsOfTheLetter) {
  const Game& game = Advanced().game();
  EXPECT_EQ(ToString(*Advanced().Probe(game.Start())), "Black in 13");
  EXPECT_EQ(ToString(*Advanced().Probe(game.Start("SSSS"))), "Black in 13");
  EXPECT_EQ(ToString(*Advanced().Probe(game.Start("SAAA"))), "Black in 25");
  EXPECT_EQ(ToString(*Advanced().Probe(game.Start("AAAA"))), "Draw");
  EXPECT_EQ(ToString(*Advanced().Probe(game.Start("SSSS", true))), "Draw");
  EXPECT_EQ(ToString(*Advanced().Probe(game.Start("SAAA", true))), "Draw");
}

TEST(Probe, IsTheSameWithColoursChanged) {
  const Position problem = {.black = SquaresOf({14, 18, 19, 24}),
                            .red = SquaresOf({13, 15, 17, 23}),
                            .to_move = Colour::kRed};
  const Position changed = {
      .black = problem.red, .red = problem.black, .to_move = Colour::kBlack};
  const Value value = *Advanced().Probe(problem);
  const Value other = *Advanced().Probe(changed);
  EXPECT_EQ(value.plies, other.plies);
  EXPECT_EQ(value.winner, Colour::kRed);
  EXPECT_EQ(other.winner, Colour::kBlack);
}

RC_GTEST_PROP(Probe, IsOnePlyMoreThanTheBestMove, ()) {
  const Position position = SomePosition(Board4x4().game());
  const Value value = *Board4x4().Probe(position);
  const std::vector<Successor> successors = *Board4x4().Successors(position);
  if (successors.empty()) {
    RC_ASSERT(value.winner == Other(position.to_move));
    RC_ASSERT(value.plies == 0);
    return;
  }
  const Value best = successors[0].value;
  RC_ASSERT(value.winner == best.winner);
  RC_ASSERT(value.plies == best.plies + (best.winner ? 1 : 0));
}

RC_GTEST_PROP(Successors, AreAllMovesBestFirst, ()) {
  const Game& game = Board4x4().game();
  const Position position = SomePosition(game);
  const std::vector<Successor> successors = *Board4x4().Successors(position);
  RC_ASSERT(successors.size() == game.Moves(position).size());
  for (size_t i = 0; i < successors.size(); ++i) {
    const Successor& s = successors[i];
    RC_ASSERT(s.position == *game.Play(position, s.move));
    RC_ASSERT(s.value == *Board4x4().Probe(s.position));
    if (i == 0) continue;
    RC_ASSERT(
        !Prefers(game.Chooser(position), s.value, successors[i - 1].value));
  }
}

RC_GTEST_PROP(PrincipalLine, HasTheLengthOfTheValue, ()) {
  const Position position = SomePosition(Board4x4().game());
  const Value value = *Board4x4().Probe(position);
  const std::vector<Successor> line = *Board4x4().PrincipalLine(position);
  if (value.winner) {
    RC_ASSERT(line.size() == static_cast<size_t>(value.plies));
    const Position& end = line.empty() ? position : line.back().position;
    RC_ASSERT(Board4x4().game().IsOver(end));
  } else {
    RC_ASSERT(!line.empty());
    for (const Successor& s : line) RC_ASSERT(!s.value.winner);
  }
}

TEST(BestMoves, AreTheCentreOnlyInAdvancedTeeko) {
  const std::vector<Successor> best =
      *Advanced().BestMoves(Advanced().game().Start());
  ASSERT_EQ(best.size(), 1u);
  EXPECT_EQ(best[0].move, Move{.to = 13});
  EXPECT_EQ(ToString(best[0].value), "Black in 12");
}

TEST(BestMoves, AreNoneWhenTheGameIsOver) {
  const Position over = {.black = SquaresOf({1, 2, 3, 4}),
                         .red = SquaresOf({6, 8, 12}),
                         .to_move = Colour::kRed};
  EXPECT_THAT(*Advanced().BestMoves(over), IsEmpty());
  EXPECT_EQ(ToString(*Advanced().Probe(over)), "Black wins");
}

TEST(Tablebase, RefusesImpossiblePositions) {
  const Position position = {.black = SquaresOf({1})};
  EXPECT_TRUE(absl::IsInvalidArgument(Advanced().Probe(position).status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(Advanced().Successors(position).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Advanced().BestMoves(position).status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(Advanced().PrincipalLine(position).status()));
}

TEST(Tablebase, AnswersManyThreadsAtOnce) {
  // A new tablebase, so that several threads unpack the same chunks.
  const absl::StatusOr<Tablebase> fresh = Tablebase::Open(kOut, "board4x4");
  ASSERT_TRUE(fresh.ok()) << fresh.status();
  std::vector<std::string> answers(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& answer : answers) {
      threads.emplace_back([&fresh, &answer] {
        const std::vector<Successor> line =
            *fresh->PrincipalLine(fresh->game().Start("AAAA"));
        for (const Successor& s : line) {
          answer += ToString(s.move) + " " + ToString(s.value) + "\n";
        }
      });
    }
  }
  EXPECT_THAT(answers[0], HasSubstr("\n"));
  for (const std::string& answer : answers) EXPECT_EQ(answer, answers[0]);
}

// Copies the board4x4 tables.  A test may damage the copy.
std::string CopyOfTables(const std::string& name) {
  const std::filesystem::path copy =
      std::filesystem::path(::testing::TempDir()) / name;
  std::filesystem::remove_all(copy);
  std::filesystem::create_directories(copy / "board4x4");
  for (const char* file : {"solver_a.table", "manifest.textproto"}) {
    const std::filesystem::path to = copy / "board4x4" / file;
    std::filesystem::copy_file(std::filesystem::path(kOut) / "board4x4" / file,
                               to);
    std::filesystem::permissions(to, std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
  }
  return copy;
}

// Writes the files in FOLDER/NAME/ that a run of the pipeline would write.
void WriteAcceptedTable(const Rules& rules, const verify::Table& table,
                        const std::string& folder) {
  const std::string name = folder + "/" + rules.name();
  std::filesystem::create_directories(name);
  const std::string path = name + "/solver_a.table";
  const auto writer =
      proto::TableWriter::Create(path, rules, "solver_a", table.value_bytes);
  ASSERT_TRUE(writer.ok()) << writer.status();
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const kernel::Section& section = table.sections[i];
    ASSERT_TRUE(
        (*writer)
            ->WriteSection(section.placed, section.drops, section.positions,
                           [&](uint64_t first, absl::Span<uint8_t> out) {
                             std::copy_n(table.payloads[i].begin() +
                                             first * table.value_bytes,
                                         out.size(), out.begin());
                           })
            .ok());
  }
  ASSERT_TRUE((*writer)->Finish().ok());
  Manifest manifest;
  proto::Accept(*proto::TableReader::Open(path), manifest);
  ASSERT_TRUE(
      proto::WriteTextProto(name + "/manifest.textproto", manifest).ok());
}

std::string OpenError(const std::string& folder) {
  const absl::Status status = Tablebase::Open(folder, "board4x4").status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  return std::string(status.message());
}

TEST(Open, NamesTheCommandThatMakesATable) {
  EXPECT_THAT(
      OpenError("no/such"),
      HasSubstr("accepted tables: none; ./bazelw run //:pipeline makes"));
  const std::string folder = CopyOfTables("no_table");
  std::filesystem::remove(folder + "/board4x4/solver_a.table");
  EXPECT_THAT(OpenError(folder), HasSubstr("solver_a.table"));
}

TEST(Open, RefusesATableThatTheVerifierDidNotAccept) {
  const std::string folder = CopyOfTables("refused");
  const std::string path = folder + "/board4x4/manifest.textproto";
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string good = text.str();
  std::string other_digest = good;
  char& digit = other_digest[other_digest.find("sha256: \"") + 9];
  digit = digit == '0' ? '1' : '0';
  for (const std::string& bad :
       {other_digest, good.substr(0, good.rfind("sections {"))}) {
    std::ofstream(path) << bad;
    EXPECT_THAT(OpenError(folder),
                HasSubstr("is not a table that the verifier accepted"));
  }
  std::ofstream(path) << "\1\2 rubbish";
  EXPECT_THAT(OpenError(folder), HasSubstr("manifest.textproto:1:1: "));
}

TEST(Open, RefusesATableOfOtherRulesOrSections) {
  const Rules rules = *proto::ParseRules(
      "name: 'other' rows: 3 columns: 3 pieces: 2 styles: 'SS' "
      "goals { line { length: 2 } }",
      "test");
  verify::Table table = verify::PlainTable(kernel::GameOf(rules), {"SS"});
  const std::string out = ::testing::TempDir() + "/sections";
  const auto open = [&](const std::string& name) {
    return std::string(Tablebase::Open(out, name).status().message());
  };
  WriteAcceptedTable(rules, table, out);
  EXPECT_EQ(open("other"), "");
  std::filesystem::remove_all(out + "/mine");
  std::filesystem::rename(out + "/other", out + "/mine");
  EXPECT_THAT(open("mine"), HasSubstr("expected the manifest of"));
  table.sections.pop_back();
  WriteAcceptedTable(rules, table, out);
  EXPECT_THAT(open("other"), HasSubstr("the sections do not match the rules"));
}

// These rules have a small board and a ban that changes the value of the empty
// board.  The test compares the tablebase with plain search.
TEST(Probe, LeavesOutBannedFirstDrops) {
  const Rules rules = *proto::ParseRules(
      "name: 'small' rows: 3 columns: 3 pieces: 3 goals { line { length: 3 } } "
      "banned_first_drops: [5, 6]",
      "test");
  const kernel::Game kernel = kernel::GameOf(rules);
  const verify::Table table = verify::PlainTable(
      kernel, {rules.styles().begin(), rules.styles().end()});
  const std::string out = ::testing::TempDir() + "/searched";
  WriteAcceptedTable(rules, table, out);
  const absl::StatusOr<Tablebase> tablebase = Tablebase::Open(out, "small");
  ASSERT_TRUE(tablebase.ok()) << tablebase.status();

  int changed = 0;
  for (const std::string& style : rules.styles()) {
    std::vector<kernel::Value> allowed;
    for (const int square : {0, 1, 2, 3, 6, 7, 8}) {
      allowed.push_back(
          table.ValueAt(kernel::FindSection(table.sections, 1, style),
                        kernel::Index(kernel, {0, kernel::Bit(square)})));
    }
    const kernel::Value value =
        kernel::ValueFrom(kernel, {0, 0}, style[0], allowed);
    const Position start = tablebase->game().Start(style, true);
    Value expected;
    if (value != kernel::kDraw) {
      expected = {.winner = value % 2 == 0 ? Colour::kBlack : Colour::kRed,
                  .plies = value - 1};
    }
    EXPECT_EQ(*tablebase->Probe(start), expected) << style;
    EXPECT_EQ(tablebase->Successors(start)->size(), 7u);
    const Value free = *tablebase->Probe(tablebase->game().Start(style));
    changed += free != expected;
    EXPECT_EQ(tablebase->Successors(tablebase->game().Start(style))->size(),
              9u);
  }
  EXPECT_GT(changed, 0);
}

TEST(Probe, DetectsDamage) {
  const std::string folder = CopyOfTables("damaged");
  {
    std::fstream table(folder + "/board4x4/solver_a.table",
                       std::ios::in | std::ios::out | std::ios::binary);
    table.seekp(100);
    table.put('\x55');
  }
  const absl::StatusOr<Tablebase> tablebase =
      Tablebase::Open(folder, "board4x4");
  ASSERT_TRUE(tablebase.ok()) << tablebase.status();
  // A position in the first chunk.
  const Position position =
      tablebase->game().PositionAt({.section = 0, .index = 500}, Colour::kRed);
  EXPECT_TRUE(absl::IsDataLoss(tablebase->Probe(position).status()));
}

}  // namespace
}  // namespace teeko
