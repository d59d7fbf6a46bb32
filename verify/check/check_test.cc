// Runs the checker on a certificate and on all kinds of damaged ones.

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

constexpr char kChecker[] = "verify/check/check";
constexpr char kFiles[] = "verify/certificates/files";
constexpr int kHeaderLines = 8;  // up to the claim, if there is one

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

// What the checker says of this certificate, without the name of the file.
std::string Verdict(const std::string& certificate) {
  const std::string path = testing::TempDir() + "/certificate";
  std::ofstream(path, std::ios::binary) << certificate;
  FILE* const pipe = popen((std::string(kChecker) + " " + path).c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer;
  while (fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    output += buffer.data();
  }
  const bool accepted = pclose(pipe) == 0;
  const std::string verdict = output.substr(path.size() + 2);
  EXPECT_EQ(accepted, verdict == "accepted\n") << verdict;
  return verdict;
}

TEST(Check, AcceptsACertificate) {
  EXPECT_EQ(Verdict(Join(ReadLines())), "accepted\n");
}

TEST(Check, NoFormationCanBeLeftOut) {
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

TEST(Check, NoHeaderLineCanBeLeftOutOrMadeWrong) {
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

TEST(Check, RejectsFalseClaims) {
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

TEST(Check, NamesTheLineOfABadFormation) {
  const std::vector<std::string> lines = ReadLines();
  // What comes twice is seen the second time.
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

TEST(Check, AWinThatIsHeldOffForItsLengthCannotBe) {
  std::vector<std::string> lines = ReadLines("advanced_SSSS-not-sooner.txt");
  ASSERT_EQ(lines[6], "aim: hold for 12 plies");
  EXPECT_EQ(Verdict(Join(lines)), "accepted\n");
  lines[6] = "aim: hold for 13 plies";
  EXPECT_EQ(Verdict(Join(lines)), "line 8: the formations do not suffice\n");
}

// Where the formations begin in the text of a certificate in either form.
size_t Start(const std::string& certificate) {
  return certificate.find('\n', certificate.find("formations: ")) + 1;
}

std::string WithFirstLine(const std::string& certificate,
                          const std::string& line) {
  return line + certificate.substr(certificate.find('\n'));
}

std::string CompactForm(const std::string& text) {
  const size_t start = Start(text);
  std::string squares;
  std::istringstream words(text.substr(start));
  for (int square; words >> square;) squares += static_cast<char>(square);
  return WithFirstLine(text.substr(0, start), "teeko certificate 1 compact") +
         squares + "\nend\n";
}

std::string TextForm(const std::string& compact) {
  const size_t start = Start(compact), end = compact.size() - 5;
  std::string lines;
  for (size_t i = start; i < end; ++i) {
    lines += std::to_string(compact[i]) + ((i - start) % 4 == 3 ? "\n" : " ");
  }
  return WithFirstLine(compact.substr(0, start), "teeko certificate 1 text") +
         lines + "end\n";
}

TEST(Check, TextAndCompactFormsAreOneCertificate) {
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(kFiles)) {
    const std::string text = Join(ReadLines(file.path().filename()));
    EXPECT_EQ(TextForm(CompactForm(text)), text) << file;
    ++files;
  }
  EXPECT_EQ(files, 20);
  const std::string compact = CompactForm(Join(ReadLines()));
  EXPECT_EQ(Verdict(compact), "accepted\n");
}

TEST(Check, RejectsADamagedCompactForm) {
  std::string compact = CompactForm(Join(ReadLines()));
  const size_t start = Start(compact);
  for (size_t size = start; size < compact.size(); ++size) {
    EXPECT_NE(Verdict(compact.substr(0, size)), "accepted\n") << size;
  }
  compact[start] = 99;
  EXPECT_EQ(Verdict(compact), "line 9: expected squares in ascending order\n");
}

TEST(Check, RejectsEveryPrefixAndEverythingAfterTheEnd) {
  const std::string text = Join(ReadLines());
  for (size_t size = 0; size < text.size(); size += 5) {
    EXPECT_NE(Verdict(text.substr(0, size)), "accepted\n") << size;
  }
  EXPECT_NE(Verdict(text.substr(0, text.size() - 1)), "accepted\n");
  EXPECT_NE(Verdict(text + "\n"), "accepted\n");
  EXPECT_NE(Verdict(text + text), "accepted\n");
}

TEST(Check, RejectsRubbish) {
  EXPECT_EQ(Verdict("").substr(0, 7), "line 1:");
  EXPECT_EQ(Verdict(std::string(10'000'000, 'x')).substr(0, 7), "line 1:");
  std::string bytes;
  for (int i = 0; i < 10'000; ++i) bytes += static_cast<char>(i * i + i / 7);
  EXPECT_EQ(Verdict(bytes).substr(0, 5), "line ");
}

}  // namespace
