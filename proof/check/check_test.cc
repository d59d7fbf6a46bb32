// Runs check on a certificate and on damaged certificates.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr char kChecker[] = "proof/check/check";
constexpr char kFiles[] = "proof/certificates/files";
constexpr int kHeaderLines = 8;  // up to the claim, if there is one claim

std::vector<std::string> ReadLines(
    const std::filesystem::path& name = "advanced_SSSS.txt") {
  std::ifstream file(std::filesystem::path(kFiles) / name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string Join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// The output of a shell command, and whether its exit status is 0.
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

// Returns the checker's output for this certificate, without the file name.
std::string Verdict(const std::string& certificate,
                    const std::string& flags = "") {
  const std::string path = testing::TempDir() + "/certificate";
  std::ofstream(path, std::ios::binary) << certificate;
  const Ended ended = Shell(std::string(kChecker) + flags + " " + path);
  const std::string verdict = ended.output.substr(path.size() + 2);
  EXPECT_EQ(ended.ok, verdict.substr(0, 8) == "proved, ") << verdict;
  return verdict;
}

constexpr char kProved[] =
    "proved, for 5x5 squares, 4 pieces a side, goals line 4 and square 1 and "
    "square 2 and square 3 and square 4:\n";
constexpr char kInsufficient[] = ": the formations do not suffice\n";

// Returns the certificate of the win with one line (counted from 0) replaced.
std::string WithLine(int line, const std::string& text) {
  std::vector<std::string> lines = ReadLines();
  lines[line] = text;
  return Join(lines);
}

TEST(Check, PrintsWhatIsProved) {
  const std::string win =
      std::string(kProved) +
      "  SSSS: Black, who moves first, can win within 13 plies\n";
  EXPECT_EQ(Verdict(Join(ReadLines())), win);
  EXPECT_EQ(Verdict(Join(ReadLines("advanced_SSSS-not-sooner.txt"))),
            std::string(kProved) +
                "  SSSS: Red, who moves second, cannot be beaten for 12 "
                "plies\n");
  EXPECT_EQ(
      Verdict(Join(ReadLines("standard_SSSS.txt"))),
      "proved, for 5x5 squares, 4 pieces a side, goals line 4 and square 1:\n"
      "  SSSS: Red, who moves second, cannot be beaten\n"
      "  SSSS without 13: Red, who moves second, cannot be beaten\n"
      "  SSSS: Black, who moves first, cannot be beaten\n"
      "  SSSS without 13: Black, who moves first, cannot be beaten\n");
  // Black drops his second piece beside the first, on the left or the right.
  EXPECT_EQ(Verdict("teeko certificate 1 text\nrows: 1\ncolumns: 4\n"
                    "edges: wrapped\npieces: 2\ngoals: line 2\n"
                    "aim: win within 6 plies\n"
                    "claim: SS without 1 without 3 black\n"
                    "formations: 0\nend\n"),
            "proved, for 1x4 squares with wrapped edges, 2 pieces a side, "
            "goals line 2:\n"
            "  SS without 1 without 3: Black, who moves first, can win within "
            "6 plies\n");
}

// A win in 13 plies is also a win within 14 and 15 plies.
TEST(Check, PliesAreCountedFromTheEmptyBoard) {
  for (const int plies : {10, 11, 12, 13, 14, 15, 999}) {
    const std::string verdict = Verdict(
        WithLine(6, "aim: win within " + std::to_string(plies) + " plies"));
    EXPECT_EQ(verdict.substr(0, 8) == "proved, ", plies >= 13) << plies;
  }
  for (const int plies : {11, 12, 13, 9999}) {
    std::vector<std::string> lines = ReadLines("advanced_SSSS-not-sooner.txt");
    lines[6] = "aim: hold for " + std::to_string(plies) + " plies";
    EXPECT_EQ(Verdict(Join(lines)).substr(0, 8) == "proved, ", plies <= 12)
        << plies;
  }
}

TEST(Check, KeepsTheResultsOfDifferentBansApart) {
  const std::string both = "claim: SSSS black\nclaim: SSSS without 13 black";
  EXPECT_EQ(Verdict(WithLine(7, both)), "line 9" + std::string(kInsufficient));
  const std::string other =
      "claim: SSSS without 13 black\nclaim: SSSS without 1 black";
  EXPECT_EQ(Verdict(WithLine(7, other)), "line 8" + std::string(kInsufficient));
}

TEST(Check, KeepsTheResultsOfStylesAndColoursApart) {
  EXPECT_EQ(Verdict(WithLine(7, "claim: SSSS black\nclaim: SSSA black")),
            "line 9" + std::string(kInsufficient));
  EXPECT_EQ(Verdict(WithLine(7, "claim: SSSS black\nclaim: SSSS red")),
            "line 9" + std::string(kInsufficient));
}

TEST(Check, AcceptsSeveralBannedSquares) {
  const auto claim = [](const std::string& ban) {
    return Verdict(WithLine(7, "claim: SSSS" + ban + " black"));
  };
  EXPECT_EQ(claim(" without 1 without 2 without 25").substr(0, 8), "proved, ");
  for (const std::string bad :
       {" without 2 without 2", " without 2 without 1", " without 0",
        " without 26", " without 013", " without 1 2", "  without 1"}) {
    EXPECT_EQ(claim(bad).substr(0, 8), "line 8: ") << bad;
  }
}

TEST(Check, RefusesABanOfAllSquares) {
  std::string ban;
  for (int square = 1; square <= 25; ++square) {
    ban += " without " + std::to_string(square);
  }
  EXPECT_EQ(Verdict(WithLine(7, "claim: SSSS" + ban + " black")),
            "line 8: no square is left for the first drop\n");
}

TEST(Check, RefusesGoalsThatDoNotFitOrComeTwice) {
  const std::string line_6 = "line 6: ", goals = "goals: line 4";
  for (const std::string bad :
       {"square 5", "square 0", "square 01", "diamond 0", "diamond 3", "line 3",
        "line 5", "line 4", "line 04", "square 1 and square 1",
        "tilted and tilted", "diamond 1 and diamond 1", "tilted 1", "square"}) {
    EXPECT_EQ(Verdict(WithLine(5, goals + " and " + bad)).substr(0, 8), line_6)
        << bad;
  }
  // Both families fit, and make another game.
  EXPECT_EQ(Verdict(WithLine(5, goals + " and diamond 2 and tilted")),
            "line 8" + std::string(kInsufficient));
  // A family may fit in one direction only.
  EXPECT_EQ(Verdict("teeko certificate 1 text\nrows: 1\ncolumns: 5\n"
                    "edges: bounded\npieces: 2\ngoals: square 1\n")
                .substr(0, 8),
            line_6);
}

TEST(Check, RefusesLeadingZeros) {
  const std::vector<std::string> lines = ReadLines();
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    const size_t digit = lines[i].find_first_of("123456789");
    if (digit == std::string::npos) continue;
    const std::string line = "line " + std::to_string(i + 1) + ": ";
    EXPECT_EQ(Verdict(WithLine(i, std::string(lines[i]).insert(digit, "0")))
                  .substr(0, line.size()),
              line)
        << lines[i];
  }
  EXPECT_EQ(Verdict(WithLine(6, "aim: hold for 012 plies")).substr(0, 8),
            "line 7: ");
}

TEST(Check, RefusesBoardsAndPliesOutOfRange) {
  for (const auto& [line, text] : std::vector<std::pair<int, std::string>>{
           {1, "rows: 0"},
           {1, "rows: 64"},
           {2, "columns: 13"},
           {2, "columns: 0"},
           {4, "pieces: 1"},
           {4, "pieces: 13"},
           {6, "aim: win within 9 plies"},
           {6, "aim: hold for 9 plies"},
           {6, "aim: win within 10000 plies"}}) {
    const std::string start = "line " + std::to_string(line + 1) + ": ";
    EXPECT_EQ(Verdict(WithLine(line, text)).substr(0, start.size()), start)
        << text;
  }
}

TEST(Check, RefusesAClaimMadeTwice) {
  EXPECT_EQ(Verdict(WithLine(7, "claim: SSSS black\nclaim: SSSS black")),
            "line 9: a claim is listed twice\n");
}

// Returns a certificate for 7x8 squares with 1000 formations.
std::string LargeCertificate() {
  std::string formations;
  for (int a = 9; a < 19; ++a) {
    for (int b = 20; b < 30; ++b) {
      for (int c = 31; c < 41; ++c) {
        formations += "1 " + std::to_string(a) + " " + std::to_string(b) + " " +
                      std::to_string(c) + "\n";
      }
    }
  }
  return "teeko certificate 1 text\nrows: 7\ncolumns: 8\nedges: bounded\n"
         "pieces: 4\ngoals: square 1\naim: hold\nclaim: SSSS black\n"
         "formations: 1000\n" +
         formations + "end\n";
}

TEST(Check, RefusesFilesThatNeedMoreThanTheLimit) {
  const std::string more = "this check needs at least --limit=";
  const std::string large = Verdict(LargeCertificate(), " --limit=0.1");
  ASSERT_NE(large.find(more), std::string::npos) << large;
  const double needed = std::stod(large.substr(large.find(more) + more.size()));
  EXPECT_GT(needed, 0.7 * 4 * 1000 * 367'290 / 4e9);
  EXPECT_LT(needed, 1.3 * 4 * 1030 * 367'290 / 4e9);
  const std::string small = Join(ReadLines());
  for (const std::string limit : {"0.001", "0", "1e-3"}) {
    EXPECT_NE(Verdict(small, " --limit=" + limit).find(more), std::string::npos)
        << limit;
  }
  EXPECT_EQ(Verdict(small, " --limit=0.1").substr(0, 8), "proved, ");
  EXPECT_EQ(Verdict("teeko certificate 1 text\nrows: 7\ncolumns: 9\n"
                    "edges: bounded\npieces: 9\n")
                .substr(0, 8),
            "line 5: ");
}

TEST(Check, HasHelpAndReportsWrongFlags) {
  const Ended help = Shell(std::string(kChecker) + " --help");
  EXPECT_TRUE(help.ok);
  EXPECT_FALSE(Shell(std::string(kChecker) + " --help >/dev/full").ok);
  for (const char* const word :
       {"usage: check", "--limit", "files/*.txt", "Exit status: 0"}) {
    EXPECT_NE(help.output.find(word), std::string::npos) << word;
  }
  for (const auto& [words, error] :
       std::vector<std::pair<std::string, std::string>>{
           {"", "no certificate"},
           {"--what", "unknown flag --what"},
           {"--limit", "unknown flag --limit"},
           {"--limit=1 --limit=1", "--limit is given twice"}}) {
    const Ended ended = Shell(std::string(kChecker) + " " + words);
    EXPECT_FALSE(ended.ok);
    EXPECT_EQ(ended.output, "error: " + error + "; see --help\n");
  }
}

TEST(Check, RefusesALimitThatIsNotANumber) {
  for (const std::string limit :
       {"", "1x", "1 ", " 1", "0x10", "nan", "inf", "-1", "-0", "+1", "1e999",
        "1,5", "1..2", "e", "."}) {
    const Ended ended =
        Shell(std::string(kChecker) + " \"--limit=" + limit + "\" none");
    EXPECT_FALSE(ended.ok);
    EXPECT_EQ(ended.output, "error: --limit=" + limit +
                                ": expected a number, 0 or more; see --help\n");
  }
}

// On a board of 63 squares in a row, two pieces need many moves.  This takes
// only 1.5 MB of memory, but many rounds if the aim is long.
TEST(Check, RefusesFilesThatNeedTooMuch) {
  const auto verdict = [](const std::string& aim, const std::string& limit) {
    int count = 0;
    std::string formations;
    for (int b = 3; b <= 63; ++b) {
      for (int a = 1; a < b - 1 && a + b <= 64; ++a, ++count) {
        formations += std::to_string(a) + " " + std::to_string(b) + "\n";
      }
    }
    return Verdict(
        "teeko certificate 1 text\nrows: 1\ncolumns: 63\nedges: bounded\n"
        "pieces: 2\ngoals: line 2\naim: " +
            aim + "\nclaim: SS red\nformations: " + std::to_string(count) +
            "\n" + formations + "end\n",
        " --limit=" + limit);
  };
  EXPECT_EQ(verdict("hold for 6 plies", "0.002"),
            "line 8" + std::string(kInsufficient));
  EXPECT_EQ(verdict("hold", "0.002").substr(0, 42),
            "line 8: this check needs at least --limit=");
  // The memory for 961 sets of the Prover, with the parts of each.
  EXPECT_EQ(verdict("hold", "0.001"),
            "line 971: this check needs at least --limit=0.00148\n");
}

TEST(Check, ReadsPipesAndStandardInput) {
  const std::string file = std::string(kFiles) + "/advanced_SSSS.txt";
  const std::string expected = Verdict(Join(ReadLines()));
  for (const std::string& command :
       {"cat " + file + " | " + kChecker + " -",
        std::string(kChecker) + " - <" + file,
        "cp " + file + " ./-file; " + kChecker + " -- -file",
        "mkfifo pipe; cat " + file + " >pipe & " + kChecker + " pipe",
        "bash -c '" + std::string(kChecker) + " <(cat " + file + ")'"}) {
    const Ended ended = Shell("cd $PWD; " + command);
    EXPECT_TRUE(ended.ok) << command;
    EXPECT_EQ(ended.output.substr(ended.output.find(": ") + 2), expected)
        << command;
  }
}

TEST(Check, ReportsFilesThatCannotBeRead) {
  for (const auto& [name, reason] :
       std::vector<std::pair<std::string, std::string>>{
           {"no_such_file", "cannot read: No such file or directory"},
           {".", "cannot read: Is a directory"},
           {"- <.", "cannot read: Is a directory"},
           {"- <&-", "cannot read: Bad file descriptor"},
           {"/dev/null", "line 1: the file is empty"},
           {"/dev/zero", "has more than 100 MB"}}) {
    const Ended ended = Shell(std::string(kChecker) + " " + name);
    EXPECT_FALSE(ended.ok);
    EXPECT_EQ(ended.output,
              name.substr(0, name.find(' ')) + ": " + reason + "\n");
  }
  EXPECT_FALSE(Shell(std::string(kChecker) + " " + kFiles +
                     "/advanced_SSSS.txt >/dev/full")
                   .ok);
}

// An error in one file does not stop the others.
TEST(Check, ChecksEveryFile) {
  const std::string good = std::string(" ") + kFiles + "/advanced_SSSS.txt";
  const Ended ended = Shell(kChecker + good + " no_such_file" + good);
  EXPECT_FALSE(ended.ok);
  const size_t first = ended.output.find("proved");
  EXPECT_NE(ended.output.find("proved", first + 1), std::string::npos);
}

TEST(Check, NeedsEveryFormation) {
  const std::vector<std::string> lines = ReadLines();
  const int formations = static_cast<int>(lines.size()) - kHeaderLines - 2;
  for (int i = 0; i < formations; ++i) {
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + kHeaderLines + 1 + i);
    const std::string end = "line " + std::to_string(fewer.size()) + ": ";
    EXPECT_EQ(Verdict(Join(fewer)).substr(0, end.size()), end) << lines[i];
    fewer[kHeaderLines] = "formations: " + std::to_string(formations - 1);
    EXPECT_EQ(Verdict(Join(fewer)), "line 8: the formations do not suffice\n");
  }
}

TEST(Check, RefusesMissingAndWrongHeaderLines) {
  const std::vector<std::string> lines = ReadLines();
  for (int i = 0; i <= kHeaderLines; ++i) {
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + i);
    const std::string line = "line " + std::to_string(i + 1) + ": ";
    EXPECT_EQ(Verdict(Join(fewer)).substr(0, line.size()), line);
    std::vector<std::string> wrong = lines;
    wrong[i] = "x" + wrong[i];
    EXPECT_EQ(Verdict(Join(wrong)).substr(0, line.size()), line);
  }
}

TEST(Check, ReadsHowPiecesMove) {
  std::vector<std::string> lines = ReadLines();
  const auto with = [&](const std::string& line) {
    std::vector<std::string> more = lines;
    more.insert(more.begin() + 4, line);
    return Verdict(Join(more));
  };
  // The formations of kings do not suffice for knights.
  EXPECT_EQ(with("moves: knight"), "line 9: the formations do not suffice\n");
  for (const char* const line : {"moves: king", "moves: knights", "moves: "}) {
    EXPECT_EQ(with(line).substr(0, 16), "line 5: expected") << line;
  }
}

TEST(Check, RefusesFalseClaims) {
  const std::vector<std::string> lines = ReadLines();
  for (const auto& [line, text] : std::vector<std::pair<int, std::string>>{
           {5, "goals: line 4 and square 1"},
           {6, "aim: win within 11 plies"},
           {6, "aim: win within 12 plies"},
           {6, "aim: hold for 14 plies"},
           {7, "claim: SSSS red"},
           {7, "claim: SSSA black"},
           {7, "claim: ASSS black"},
           {7, "claim: AAAA black"},
           {7, "claim: SSSS without 13 black"}}) {
    std::vector<std::string> wrong = lines;
    wrong[line] = text;
    if (text == "aim: hold for 14 plies") wrong[7] = "claim: SSSS red";
    EXPECT_EQ(Verdict(Join(wrong)), "line 8: the formations do not suffice\n")
        << text;
  }
}

// ---- Scored rules ----

constexpr char kScore[] = "../scored/advanced_SSSS-score-3.txt";

// Returns a certificate of a score with one line (counted from 0) replaced.
std::string ScoreWithLine(int line, const std::string& text) {
  std::vector<std::string> lines = ReadLines(kScore);
  lines[line] = text;
  return Join(lines);
}

TEST(CheckOfScores, PrintsWhatIsProved) {
  const std::string rules =
      std::string(kProved).substr(0, sizeof(kProved) - 3) +
      ", markers 1 2 3 4, 4 points on 1 5 13 21 25:\n";
  EXPECT_EQ(Verdict(Join(ReadLines(kScore))),
            rules +
                "  SSSS: Black, who moves first, can score 3 points within "
                "13 plies\n");
  EXPECT_EQ(Verdict(Join(ReadLines("../scored/advanced_SSSS-prevent-4.txt"))),
            rules + "  SSSS: Red, who moves second, can prevent 4 points\n");
}

TEST(CheckOfScores, AcceptsAllFiles) {
  const Ended ended =
      Shell(std::string(kChecker) + " proof/certificates/scored/*.txt");
  EXPECT_TRUE(ended.ok) << ended.output;
  for (const std::string claim :
       {"SAAA: Black, who moves first, can score 2 points within 60 plies",
        "SAAA: Red, who moves second, can prevent 3 points"}) {
    EXPECT_NE(ended.output.find(claim), std::string::npos) << claim;
  }
}

TEST(CheckOfScores, RefusesFalseClaims) {
  for (const auto& [line, text] : std::vector<std::pair<int, std::string>>{
           {5, "goals: line 4 and square 1"},
           {6, "markers: 1 2 2 3"},
           {7, "special: 1 point on 1 5 13 21 25"},
           {8, "aim: score 3 points within 12 plies"},
           {9, "claim: SSSS red"},
           {9, "claim: SSSA black"},
           {9, "claim: SSSS without 13 black"}}) {
    EXPECT_NE(Verdict(ScoreWithLine(line, text)).substr(0, 8), "proved, ")
        << text;
  }
  std::vector<std::string> lines =
      ReadLines("../scored/advanced_SSSS-prevent-4.txt");
  lines[8] = "aim: prevent 3 points";
  EXPECT_EQ(Verdict(Join(lines)), "line 10: the formations do not suffice\n");
}

// The two classes of these markers need 70 bits on 35 squares.
TEST(CheckOfScores, RefusesBoardsThatAreTooLarge) {
  EXPECT_EQ(Verdict(ScoreWithLine(1, "rows: 7")),
            "line 9: the board is too large for these markers\n");
}

TEST(CheckOfScores, NeedsEveryFormation) {
  const std::vector<std::string> lines = ReadLines(kScore);
  for (size_t i = 11; i + 1 < lines.size(); ++i) {
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + i);
    fewer[10] = "formations: " + std::to_string(lines.size() - 13);
    EXPECT_EQ(Verdict(Join(fewer)), "line 10: the formations do not suffice\n")
        << lines[i];
  }
}

TEST(CheckOfScores, NamesTheBadLine) {
  for (const auto& [line, text] : std::vector<std::pair<int, std::string>>{
           {0, "teeko certificate 3 text"},
           {0, "teeko certificate 1 text"},
           {6, "markers: 1 2 3"},
           {6, "markers: 1 2 3 4 5"},
           {6, "markers: 0 2 3 4"},
           {6, "markers: 4 3 2 1"},
           {6, "markers: 1 2 3 128"},
           {6, "markers: 1 2 3 -4"},
           {7, "special: 4 points on 1 5 13 21 26"},
           {7, "special: 4 points on 5 1"},
           {7, "special: 4 points on 1 1"},
           {7, "special: 4 points on"},
           {7, "special: 0 points on 1"},
           {7, "special: 124 points on 1"},
           {8, "aim: win within 13 plies"},
           {8, "aim: hold"},
           {8, "aim: score 9 points within 13 plies"},
           {8, "aim: score 0 points within 13 plies"},
           {8, "aim: score 3 points"},
           {8, "aim: prevent 9 points"},
           {11, "7 8 9 12"},
           {11, "7:1 8:3 9:1 12:4"},
           {11, "7:3 8:3 9:1 12:3"},
           {11, "7:1 7:3 9:1 12:3"},
           {11, "8:3 7:1 9:1 12:3"},
           {11, "7:1 8:3 9:1 26:3"},
           {11, "7:1 8:3 12:1 13:3"}}) {
    // An older version has no line of markers.
    const std::string expected =
        "line " + std::to_string(text.ends_with("1 text") ? 7 : line + 1) +
        ": ";
    EXPECT_EQ(Verdict(ScoreWithLine(line, text)).substr(0, expected.size()),
              expected)
        << text;
  }
}

TEST(CheckOfScores, RefusesPointsWhereASideMayHaveNoMove) {
  EXPECT_EQ(Verdict("teeko certificate 2 text\nrows: 1\ncolumns: 5\n"
                    "edges: bounded\npieces: 2\ngoals: line 2\n"
                    "markers: 1 2\nspecial: 1 point on 1\n"
                    "aim: score 2 points within 9 plies\nclaim: SS black\n"
                    "formations: 1\n1:2 3:1\nend\n"),
            "line 13: on this board a side may have no move, and lose only 1 "
            "point\n");
}

TEST(Check, NamesTheLineOfABadFormation) {
  const std::vector<std::string> lines = ReadLines();
  // A repeated formation is reported at its second line.
  for (const auto& [bad, line] :
       std::vector<std::pair<std::string, int>>{{"3 6 7", 10},
                                                {"3 6 7 8 9", 10},
                                                {"8 7 6 3", 10},
                                                {"3 6 7 26", 10},
                                                {"0 6 7 8", 10},
                                                {"3 3 7 8", 10},
                                                {"7 8 12 13", 10},
                                                {"3 6 7 x", 10},
                                                {lines[10], 11},
                                                {"9 8 14 7", 10},
                                                {"-3 6 7 8", 10},
                                                {"3  6 7 8", 10},
                                                {"", 10}}) {
    std::vector<std::string> wrong = lines;
    wrong[kHeaderLines + 1] = bad;
    const std::string verdict = Verdict(Join(wrong));
    const std::string expected = "line " + std::to_string(line) + ": ";
    EXPECT_EQ(verdict.substr(0, expected.size()), expected) << bad << verdict;
  }
}

std::string WithLineEnds(const std::string& text, const std::string& end) {
  std::string result;
  for (const char c : text) result += c == '\n' ? end : std::string(1, c);
  return result;
}

TEST(Check, AcceptsAllLineEndsAndAByteOrderMark) {
  const std::string text = Join(ReadLines()), mark = "\xEF\xBB\xBF";
  const std::string mixed =
      text.substr(0, 40) + WithLineEnds(text.substr(40), "\r\n");
  for (const std::string& same :
       {WithLineEnds(text, "\r\n"), WithLineEnds(text, "\r"), mark + text,
        mark + WithLineEnds(text, "\r\n"), mixed}) {
    EXPECT_EQ(Verdict(same), Verdict(text));
  }
  const std::string bad = WithLine(kHeaderLines + 1, "3 6 7");
  for (const std::string end : {"\r", "\r\n"}) {
    EXPECT_EQ(Verdict(WithLineEnds(bad, end)), Verdict(bad));
    EXPECT_EQ(Verdict(WithLineEnds(text, end) + end).substr(0, 8), "line 18:");
  }
  for (const std::string& wrong :
       {mark + mark + text, text.substr(0, 5) + mark + text.substr(5),
        WithLineEnds(text, "\n\r"), WithLineEnds(text, "\r\r\n")}) {
    EXPECT_EQ(Verdict(wrong).substr(0, 5), "line ");
  }
}

TEST(Check, RefusesEveryPrefixAndAnyTextAfterTheEnd) {
  const std::string text = Join(ReadLines());
  for (size_t size = 0; size < text.size(); size += 5) {
    EXPECT_EQ(Verdict(text.substr(0, size)).substr(0, 5), "line ") << size;
  }
  EXPECT_EQ(Verdict(text.substr(0, text.size() - 1)).substr(0, 5), "line ");
  EXPECT_EQ(Verdict(text + "\n").substr(0, 5), "line ");
  EXPECT_EQ(Verdict(text + text).substr(0, 5), "line ");
}

TEST(Check, RefusesRandomBytes) {
  EXPECT_EQ(Verdict("").substr(0, 7), "line 1:");
  EXPECT_EQ(Verdict(std::string(10'000'000, 'x')).substr(0, 7), "line 1:");
  std::string bytes;
  for (int i = 0; i < 10'000; ++i) bytes += static_cast<char>(i * i + i / 7);
  EXPECT_EQ(Verdict(bytes).substr(0, 5), "line ");
}

}  // namespace
