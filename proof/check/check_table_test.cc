// Runs check_table on small correct and wrong dumps.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "verify/table_for_test.h"

namespace teeko {
namespace {

constexpr char kChecker[] = "proof/check/check_table";

struct Ended {
  bool ok;
  std::string output;
};

Ended Shell(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer;
  while (fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    output += buffer.data();
  }
  return {pclose(pipe) == 0, output};
}

// Returns the checker's output for this dump, without the file name.
std::string Verdict(const std::string& dump) {
  const std::string path = testing::TempDir() + "/dump";
  std::ofstream(path, std::ios::binary) << dump;
  const Ended ended = Shell(std::string(kChecker) + " " + path);
  const std::string verdict = ended.output.substr(path.size() + 2);
  EXPECT_EQ(ended.ok, verdict.substr(0, 20) == "every value is right")
      << verdict;
  return verdict;
}

bool IsRight(const std::string& dump) {
  return Verdict(dump).substr(0, 5) == "every";
}

// A board of four squares in a row with two pieces a side, on which no side can
// move.  The mover's sets are, in this order, {1,2} {1,3} {2,3} {1,4} {2,4}
// {3,4}.  Three of them are goals.
const std::vector<std::string> kHeader = {"teeko table 1",
                                          "rows: 1",
                                          "columns: 4",
                                          "edges: bounded",
                                          "pieces: 2",
                                          "goals: line 2",
                                          "bytes: 1",
                                          "section: 4 pieces 6 positions",
                                          "end"};
const std::vector<int> kValues = {-1, 1, -1, 1, 1, -1};

std::string Dump(const std::vector<std::string>& header,
                 const std::vector<int>& values, int bytes = 1) {
  std::string text;
  for (const std::string& line : header) text += line + "\n";
  for (const int value : values) {
    text += static_cast<char>(value);
    if (bytes == 2) text += static_cast<char>(value >> 8);
  }
  return text;
}

// Returns the dump with one line (counted from 0) of the header replaced.
std::string WithLine(int line, const std::string& text) {
  std::vector<std::string> header = kHeader;
  header[line] = text;
  return Dump(header, kValues);
}

TEST(CheckTable, AcceptsACorrectDump) {
  EXPECT_EQ(Verdict(Dump(kHeader, kValues)), "every value is right\n");
}

TEST(CheckTable, ReportsTheWrongValue) {
  for (size_t i = 0; i < kValues.size(); ++i) {
    for (const int wrong : {-1, 0, 1, 2, 3, 254}) {
      if (wrong == kValues[i]) continue;
      std::vector<int> values = kValues;
      values[i] = wrong;
      EXPECT_EQ(Verdict(Dump(kHeader, values)),
                "section of 4 pieces before : value " + std::to_string(i) +
                    " (counted from 0) does not agree with its successors\n");
    }
  }
}

TEST(CheckTable, ReadsTwoByteValuesLowByteFirst) {
  std::vector<std::string> header = kHeader;
  header[6] = "bytes: 2";
  EXPECT_TRUE(IsRight(Dump(header, kValues, 2)));
  std::vector<int> values = kValues;
  values[1] = 0x100;  // 1 if the bytes are swapped
  EXPECT_FALSE(IsRight(Dump(header, values, 2)));
  values[1] = 0x101;  // 1 if only one byte is read
  EXPECT_FALSE(IsRight(Dump(header, values, 2)));
  values[1] = 1;
  values[0] = 255;  // means no value in one-byte tables
  EXPECT_FALSE(IsRight(Dump(header, values, 2)));
  EXPECT_FALSE(IsRight(Dump(header, kValues, 1)));
  EXPECT_FALSE(IsRight(Dump(kHeader, kValues, 2)));
}

// A game, and its rules as lines of a header.
struct Solvable {
  kernel::Rules rules;
  std::string goals;
  std::vector<std::string> styles;
};

std::string Dump(const Solvable& game, const verify::Table& table) {
  std::vector<std::string> header = {
      "teeko table 1",
      "rows: " + std::to_string(game.rules.rows),
      "columns: " + std::to_string(game.rules.columns),
      game.rules.wrapped ? "edges: wrapped" : "edges: bounded",
      "pieces: " + std::to_string(game.rules.pieces),
      "goals: " + game.goals,
      "bytes: " + std::to_string(table.value_bytes)};
  std::string payloads;
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const kernel::Section& section = table.sections[i];
    header.push_back("section: " + std::to_string(section.placed) + " pieces " +
                     (section.drops.empty() ? "" : "before " + section.drops) +
                     (section.drops.empty() ? "" : " ") +
                     std::to_string(section.positions) + " positions");
    payloads.append(table.payloads[i].begin(), table.payloads[i].end());
  }
  header.push_back("end");
  return Dump(header, {}) + payloads;
}

// Uses tables from a plain search with the kernel's rules.
TEST(CheckTable, AcceptsWholeTablesAndNoneWithAWrongValue) {
  using enum kernel::Family::Shape;
  std::mt19937 random(1998);
  for (const Solvable& game : std::vector<Solvable>{
           {{2, 3, 2, false, {{kLine, 2}}}, "line 2", {"SS", "SA", "AS", "AA"}},
           {{3, 3, 3, false, {{kLine, 3}}}, "line 3", {"SAS", "AAA", "ASS"}},
           {{3, 3, 4, false, {{kSquare, 1}, {kSquare, 2}, {kDiamond, 1}}},
            "square 1 and square 2 and diamond 1",
            {"SSSS"}},
           {{3, 4, 3, true, {{kLine, 3}}}, "line 3", {"SSA"}},
           {{3, 4, 4, false, {{kTiltedSquares}}}, "tilted", {"AASS"}}}) {
    verify::Table table =
        verify::PlainTable(kernel::GameOf(game.rules), game.styles);
    std::string verdict = "every value is right\n";
    for (size_t i = 0; i < table.sections.size(); ++i) {
      if (table.sections[i].placed > 0) continue;
      const kernel::Value value = table.ValueAt(i, 0);
      verdict +=
          "  " + table.sections[i].drops + ": " +
          (value == kernel::kDraw ? "draw"
           : value % 2 == 0       ? "black wins in " + std::to_string(value - 1)
                            : "red wins in " + std::to_string(value - 1)) +
          "\n";
    }
    ASSERT_EQ(Verdict(Dump(game, table)), verdict) << game.goals;
    for (size_t i = 0; i < table.sections.size(); ++i) {
      const kernel::Section& section = table.sections[i];
      // One run checks all of them.
      std::string command = kChecker;
      std::string refusals;
      for (int wrong_dumps = 0; wrong_dumps < 12;) {
        const uint64_t at = random() % section.positions;
        const kernel::Value right = table.ValueAt(i, at);
        const int changes[] = {0, 1, right + 1, right + 2, 255};
        const int wrong = changes[random() % 5] % 256;
        if (wrong == right % 256) continue;
        const std::string path =
            testing::TempDir() + "/wrong" + std::to_string(wrong_dumps++);
        table.SetValueAt(i, at, wrong);
        std::ofstream(path, std::ios::binary) << Dump(game, table);
        table.SetValueAt(i, at, right);
        command += " " + path;
        refusals += path + ": section of " + std::to_string(section.placed) +
                    " pieces before " + section.drops + ": value .*\n";
      }
      const Ended ended = Shell(command);
      EXPECT_FALSE(ended.ok);
      EXPECT_THAT(ended.output, testing::MatchesRegex(refusals)) << game.goals;
    }
  }
}

TEST(CheckTable, RefusesADumpWithoutSections) {
  std::vector<std::string> header = kHeader;
  header.erase(header.begin() + 7);
  EXPECT_EQ(Verdict(Dump(header, {})), "expected at least one section\n");
}

TEST(CheckTable, RefusesHeadersOfImpossibleGames) {
  for (const auto& [line, text] :
       std::vector<std::pair<int, std::string>>{{1, "rows: -1"},
                                                {1, "rows: 16"},
                                                {2, "columns: 5"},
                                                {6, "bytes: 2"}}) {
    EXPECT_FALSE(IsRight(WithLine(line, text))) << text;
  }
  for (const auto& [goals, reason] :
       std::vector<std::pair<std::string, std::string>>{
           {"line 3", "no goal fits: line"},
           {"line 1", "no goal fits: line"},
           {"line 2 and line 2", "a family is listed twice"},
           {"line 2 and square 1", "no goal fits: square"},
           {"line 2 and square 0", "no goal fits: square"},
           {"line 2 and diamond 0", "no goal fits: diamond"},
           {"line 2 and tilted", "no goal fits: tilted"},
           {"circle 2", "no goal fits: circle"}}) {
    EXPECT_EQ(Verdict(WithLine(5, "goals: " + goals)), reason + "\n");
  }
}

TEST(CheckTable, RefusesSectionsThatDoNotFitTheGame) {
  const std::string all = "section: 4 pieces 6 positions\n";
  for (const auto& [sections, reason] :
       std::vector<std::pair<std::string, std::string>>{
           {"section: 4 pieces 5 positions",
            "wrong number of positions: section of 4 pieces before "},
           {"section: 4 pieces 7 positions",
            "wrong number of positions: section of 4 pieces before "},
           {"section: 5 pieces 6 positions",
            "impossible for this game: section of 5 pieces before "},
           {"section: 4 pieces before S 6 positions",
            "impossible for this game: section of 4 pieces before S"},
           {all + "section: 3 pieces before B 12 positions",
            "impossible for this game: section of 3 pieces before B"},
           {all + "section: 4 pieces 6 positions",
            "listed twice: section of 4 pieces before "},
           {"section: 3 pieces before S 12 positions\nsection: 4 pieces 6 "
            "positions",
            "comes before its successors: section of 3 pieces before S"},
           {all + "section: 2 pieces before S 12 positions",
            "comes before its successors: section of 2 pieces before S"}}) {
    EXPECT_EQ(Verdict(WithLine(7, sections)), reason + "\n");
  }
}

TEST(CheckTable, RefusesImpossibleBoards) {
  for (const auto& [line, text] :
       std::vector<std::pair<int, std::string>>{{1, "rows: 0"},
                                                {1, "rows: 64"},
                                                {2, "columns: 0"},
                                                {4, "pieces: 1"},
                                                {4, "pieces: 3"},
                                                {6, "bytes: 0"},
                                                {6, "bytes: 3"}}) {
    EXPECT_EQ(Verdict(WithLine(line, text)),
              "the numbers of rows, columns, pieces or bytes are out of "
              "range\n")
        << text;
  }
}

TEST(CheckTable, NamesTheFirstWrongLineOfAHeader) {
  for (size_t i = 0; i < kHeader.size(); ++i) {
    const std::string start = "line " + std::to_string(i + 1) + ": ";
    const auto said = [&](const std::string& text) {
      return Verdict(WithLine(i, text)).substr(0, start.size());
    };
    EXPECT_EQ(said("x" + kHeader[i]), start);
    EXPECT_EQ(said(kHeader[i] + " "), start);
    EXPECT_EQ(said(" " + kHeader[i]), start);
    const size_t digit = kHeader[i].find_first_of("123456789");
    if (digit == std::string::npos) continue;
    EXPECT_EQ(said(std::string(kHeader[i]).insert(digit, "0")), start);
    EXPECT_EQ(said(std::string(kHeader[i]).replace(digit, 1, "x")), start);
    EXPECT_EQ(said(std::string(kHeader[i]).replace(digit, 1, "99999999999")),
              start);
  }
  EXPECT_EQ(Verdict("").substr(0, 8), "line 1: ");
  EXPECT_EQ(Verdict(std::string(10'000'000, 'x')).substr(0, 8), "line 1: ");
}

TEST(CheckTable, NamesALineWithUnknownMoves) {
  for (const char* const word : {"king", "knights", "pieces:"}) {
    EXPECT_EQ(
        Verdict(WithLine(3, kHeader[3] + "\nmoves: " + word)).substr(0, 8),
        "line 5: ");
  }
  EXPECT_NE(Verdict(WithLine(3, kHeader[3] + "\nmoves: knight")), "");
}

TEST(CheckTable, RefusesMissingAndExtraBytes) {
  const std::string dump = Dump(kHeader, kValues);
  EXPECT_FALSE(IsRight(dump + "\n"));
  for (size_t size = 0; size < dump.size(); ++size) {
    EXPECT_FALSE(IsRight(dump.substr(0, size))) << size;
  }
}

// C(62,31) C(31,30) positions and more do not fit in 64 bits.
TEST(CheckTable, RefusesTooManyPositions) {
  std::vector<std::string> header = kHeader;
  header[1] = "rows: 1";
  header[2] = "columns: 62";
  header[4] = "pieces: 31";
  header[5] = "goals: line 31";
  header[7] = "section: 62 pieces 465428353255261088 positions";
  EXPECT_FALSE(IsRight(Dump(header, kValues)));
}

TEST(CheckTable, HasHelpAndReportsWrongFlags) {
  const Ended help = Shell(std::string(kChecker) + " --help");
  EXPECT_TRUE(help.ok);
  EXPECT_FALSE(Shell(std::string(kChecker) + " --help >/dev/full").ok);
  for (const char* const word :
       {"usage: check_table", "dump_table --table=", "Exit status: 0"}) {
    EXPECT_NE(help.output.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(Shell(kChecker).output, "error: no dump; see --help\n");
  EXPECT_FALSE(Shell(kChecker).ok);
  for (const std::string words : {" --what", " none --what"}) {
    EXPECT_EQ(Shell(kChecker + words).output,
              "error: unknown flag --what; see --help\n");
  }
}

TEST(CheckTable, ReportsFilesThatCannotBeRead) {
  for (const auto& [name, reason] :
       std::vector<std::pair<std::string, std::string>>{
           {"no_such_file", "cannot read: No such file or directory"},
           {".", "cannot read: Is a directory"},
           {"- <&-", "cannot read: Bad file descriptor"},
           {"/dev/null", "line 1: not a line of a dump's header"},
           {"/dev/zero", "line 1: not a line of a dump's header"}}) {
    const Ended ended = Shell(std::string(kChecker) + " " + name);
    EXPECT_FALSE(ended.ok);
    EXPECT_EQ(ended.output,
              name.substr(0, name.find(' ')) + ": " + reason + "\n");
  }
}

TEST(CheckTable, ReadsPipesAndStandardInput) {
  const std::string path = testing::TempDir() + "/dump";
  std::ofstream(path, std::ios::binary) << Dump(kHeader, kValues);
  const std::string checker = kChecker;
  for (const std::string& command :
       {"cat " + path + " | " + checker + " -", checker + " - <" + path,
        "cp " + path + " ./-dump; " + checker + " -- -dump",
        "bash -c '" + checker + " <(cat " + path + ")'"}) {
    const Ended ended = Shell(command);
    EXPECT_TRUE(ended.ok) << command;
    EXPECT_NE(ended.output.find(": every value is right\n"), std::string::npos)
        << command << ended.output;
  }
}

TEST(CheckTable, ReportsDumpsThatWereConvertedAsText) {
  const std::string dump = Dump(kHeader, kValues);
  std::string changed;
  for (const char c : dump) changed += c == '\n' ? "\r\n" : std::string(1, c);
  for (const std::string& wrong : {changed, "\xEF\xBB\xBF" + dump}) {
    EXPECT_THAT(Verdict(wrong), ::testing::HasSubstr("a dump is binary"));
  }
}

TEST(CheckTable, ReportsMissingValues) {
  const std::string dump = Dump(kHeader, kValues);
  EXPECT_EQ(Verdict(dump.substr(0, dump.size() - 1)),
            "the file is truncated: expected 6 bytes of values in section 1\n");
  EXPECT_EQ(Verdict(dump + "x"),
            "expected the end of the file after the values\n");
}

}  // namespace
}  // namespace teeko
