#include "reports/stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "game/notation.h"
#include "game/tables_for_test.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/message_file.h"
#include "reports/answer.h"

namespace teeko::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

struct Stream {
  absl::Status status;
  std::vector<std::string> lines;
};

Stream Answered(const std::string& text, const StreamOptions& options = {}) {
  std::FILE* const file = std::tmpfile();
  std::fwrite(text.data(), 1, text.size(), file);
  std::rewind(file);
  std::ostringstream out;
  const absl::Status status =
      AnswerStream(Advanced(), options, fileno(file), out);
  std::fclose(file);
  Stream stream = {status, absl::StrSplit(out.str(), '\n')};
  EXPECT_EQ(stream.lines.back(), "");
  stream.lines.pop_back();
  return stream;
}

answers::LineAnswer Parsed(const std::string& line) {
  answers::LineAnswer answer;
  const absl::Status status = proto::ParseJson(line, "line", answer);
  EXPECT_TRUE(status.ok()) << status << line;
  return answer;
}

// Returns the answer of AnswerQuery in the form of a stream.
answers::LineAnswer Expected(const Position& position, int line,
                             const StreamOptions& options) {
  const answers::Answer full = *AnswerQuery(
      Advanced(), position, Advanced().game().names(), options.principal_line);
  answers::LineAnswer expected;
  expected.set_line(line);
  expected.set_position(full.position());
  *expected.mutable_value() = full.value();
  if (options.moves) *expected.mutable_moves() = full.moves();
  *expected.mutable_principal_line() = full.principal_line();
  return expected;
}

TEST(AnswerStream, AnswersInOrderAndAgreesWithAnswerQuery) {
  // Positions of random games, more than one read returns.
  const Game& game = Advanced().game();
  std::mt19937 random(1);
  std::string text;
  std::vector<Position> positions;
  while (positions.size() < 20000) {
    Position position = game.Start(positions.size() % 2 ? "SSSS" : "AASS");
    for (int ply = 0; ply < 20; ++ply) {
      positions.push_back(position);
      absl::StrAppend(&text, PositionString(game, position), "\n");
      const std::vector<Move> moves = game.Moves(position);
      if (moves.empty()) break;
      position = game.After(position, moves[random() % moves.size()]);
    }
  }
  for (const StreamOptions& options :
       {StreamOptions{},
        StreamOptions{.moves = true, .principal_line = true}}) {
    const Stream stream = Answered(text, options);
    EXPECT_TRUE(stream.status.ok()) << stream.status;
    ASSERT_THAT(stream.lines, SizeIs(positions.size()));
    for (size_t i = 0; i < positions.size(); i += 97) {
      EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(
          Parsed(stream.lines[i]), Expected(positions[i], i + 1, options)))
          << stream.lines[i];
    }
  }
}

TEST(AnswerStream, WritesOneLineForEachPosition) {
  EXPECT_EQ(Answered("5/5/5/5/5 b").lines[0],
            "{\"line\":1,\"position\":\"5/5/5/5/5 b SSSS\",\"value\":"
            "{\"text\":\"Black in 13\",\"outcome\":\"black\",\"plies\":13}}");
}

TEST(AnswerStream, TakesMissingStyleAndBanFromTheOptions) {
  const Stream stream =
      Answered("5/5/5/5/5 b\r\n5/5/5/5/5 b SSSS\n5/5/5/5/5 b SSSS ban\n",
               {.start = {.style = "AASS"}});
  EXPECT_EQ(Parsed(stream.lines[0]).position(), "5/5/5/5/5 b AASS");
  EXPECT_EQ(Parsed(stream.lines[1]).value().outcome(), "black");
  EXPECT_EQ(Parsed(stream.lines[2]).value().outcome(), "draw");
  EXPECT_EQ(Parsed(Answered("Black on; Red on", {.start = {.centre_ban = true}})
                       .lines[0])
                .value()
                .outcome(),
            "draw");
}

TEST(AnswerStream, KeepsTheSquareNamesOfTheLine) {
  const Stream stream =
      Answered("Black on c3; Red on\nBlack on 13; Red on", {.moves = true});
  EXPECT_EQ(Parsed(stream.lines[0]).moves(0).move(), "c5");
  EXPECT_EQ(Parsed(stream.lines[1]).moves(0).move(), "3");
}

TEST(AnswerStream, ReportsErrorsInLinesAndGoesOn) {
  constexpr int kBytes = 10'000'000;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"5/5/5/5/5 b", ""},
      {"", "expected \"Black on\", found the end"},
      {"hello", "expected \"Black on\", found \"hello\""},
      {"\"\\", "found \"\\\"\""},
      {"5/5/5/5/5 b \xFF", "found \"\\xff\""},
      {std::string("\0\1", 2), "found \"U+0000\""},
      {"5/5/2b2/5/5 b", "the next drop is Red's"},
      {std::string(kBytes, 'x'), "expected fewer than 65536 bytes"},
      {std::string(kMaxLineBytes, ' '), "expected fewer than 65536 bytes"},
      {"5/5/5/5/5 b" + std::string(kMaxLineBytes - 12, ' '), ""},
      {std::string(kBytes, '-'), "expected fewer than 65536 bytes"}};
  std::string text;
  for (const auto& [line, error] : cases) {
    absl::StrAppend(&text, text.empty() ? "" : "\n", line);
  }
  const Stream stream = Answered(text);
  EXPECT_TRUE(absl::IsInvalidArgument(stream.status));
  EXPECT_THAT(std::string(stream.status.message()),
              StartsWith("9 of 11 lines"));
  ASSERT_THAT(stream.lines, SizeIs(cases.size()));
  for (size_t i = 0; i < cases.size(); ++i) {
    const answers::LineAnswer answer = Parsed(stream.lines[i]);
    EXPECT_EQ(answer.line(), i + 1);
    EXPECT_EQ(answer.error().empty(), cases[i].second.empty());
    EXPECT_EQ(answer.has_value(), cases[i].second.empty());
    EXPECT_THAT(answer.error(), HasSubstr(cases[i].second));
  }
}

TEST(AnswerStream, ChecksStatementsOfLines) {
  const Stream stream = Answered(
      "5/5/5/5/5 b and win\n5/5/5/5/5 b and win in 13\n"
      "5/5/5/5/5 b and win in 11\n5/5/5/5/5 b and lose\n5/5/5/5/5 b ban and "
      "draw\nhello\n");
  EXPECT_EQ(stream.status.message(),
            "1 of 6 lines could not be answered; 2 of 6 lines state a wrong "
            "value");
  const std::vector<std::string> misstatements = {
      "", "", "Black to move and win in 11", "Black to move and lose", "", ""};
  for (size_t i = 0; i < misstatements.size(); ++i) {
    EXPECT_EQ(Parsed(stream.lines[i]).misstatement(), misstatements[i]);
    EXPECT_EQ(Parsed(stream.lines[i]).has_value(), i < 5);
  }
}

TEST(AnswerStream, AcceptsAllLineEnds) {
  const std::vector<std::string> expected = Answered("5/5/5/5/5 b\n\nx").lines;
  for (const char* text : {"5/5/5/5/5 b\r\rx", "5/5/5/5/5 b\r\n\r\nx\r\n",
                           "5/5/5/5/5 b\r\n\nx\r", "5/5/5/5/5 b\n\rx"}) {
    EXPECT_EQ(Answered(text).lines, expected) << text;
  }
  // Also if CR and LF of a CRLF come in different reads.
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  std::thread writer([&] {
    for (const char* piece : {"5/5/5/5/5 b\r", "\n\r", "\nx\r"}) {
      EXPECT_GT(write(pipe_ends[1], piece, strlen(piece)), 0);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    close(pipe_ends[1]);
  });
  std::ostringstream out;
  EXPECT_FALSE(AnswerStream(Advanced(), {}, pipe_ends[0], out).ok());
  writer.join();
  close(pipe_ends[0]);
  EXPECT_EQ(out.str(), absl::StrCat(absl::StrJoin(expected, "\n"), "\n"));
}

TEST(AnswerStream, OfEmptyInputIsEmpty) {
  const Stream stream = Answered("");
  EXPECT_TRUE(stream.status.ok());
  EXPECT_THAT(stream.lines, SizeIs(0));
}

TEST(AnswerStream, FailsIfItCannotRead) {
  std::ostringstream out;
  EXPECT_FALSE(AnswerStream(Advanced(), {}, -1, out).ok());
}

}  // namespace
}  // namespace teeko::reports
