// Faults in raw dumps (verify/check/README.md) and in certificates
// (proto/README.md): in those of Standard and Advanced Teeko, and in small ones
// made here from the samples.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "audit/faults/kinds.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::faults {
namespace {

// Lines of text, and bytes if more follow.
struct Text {
  std::vector<std::string> lines;
  std::string payload;
  const verify::Table* table = nullptr;  // of which it is a dump
  bool operator==(const Text&) const = default;

  std::string Bytes() const {
    return absl::StrCat(absl::StrJoin(lines, "\n"), "\n", payload);
  }
};

using Texts = std::shared_ptr<std::vector<Text>>;

// ---- In any text ----

void LoseLine(Random& random, Text& text) {
  const auto line = text.lines.begin() + random.Below(text.lines.size());
  // Fewer claims are no fault.
  if (!absl::StartsWith(*line, "claim: ")) text.lines.erase(line);
}

void RepeatLine(Random& random, Text& text) {
  const auto line = text.lines.begin() + random.Below(text.lines.size());
  text.lines.insert(line, std::string(*line));
}

// ---- In a dump ----

// The lines of a header.
constexpr int kEdges = 3;
constexpr int kFirstSection = 7;

void ChangeAValue(Random& random, Text& dump) {
  random.OneOf(dump.payload) = static_cast<char>(random.Below(256));
}

void ShiftValues(Random& random, Text& dump) {
  const auto begin = dump.payload.begin() + random.Below(dump.payload.size());
  const auto other = std::find_if(begin, dump.payload.end(),
                                  [&](char c) { return c != *begin; });
  if (other != dump.payload.end()) std::rotate(begin, begin + 1, other + 1);
}

// With as many pieces placed, hence of one size, but with different values.
void SwapStyles(Random& random, Text& dump) {
  const verify::Table& table = *dump.table;
  const size_t first = random.Below(table.sections.size());
  const size_t second = random.Below(table.sections.size());
  if (table.sections[first].placed == table.sections[second].placed &&
      table.payloads[first] != table.payloads[second]) {
    std::swap(dump.lines[kFirstSection + first],
              dump.lines[kFirstSection + second]);
  }
}

void OtherEdges(Random&, Text& dump) {
  std::string& edges = dump.lines[kEdges];
  edges = edges == "edges: wrapped" ? "edges: bounded" : "edges: wrapped";
}

void OtherNumber(Random& random, Text& dump) {
  std::string& line = random.OneOf(dump.lines);
  const size_t digit = line.find_first_of("0123456789");
  if (digit == std::string::npos) return;
  line[digit] = line[digit] == '9' ? '1' : line[digit] + 1;
}

void CutPayload(Random& random, Text& dump) {
  dump.payload.resize(random.Below(dump.payload.size()));
}

void AddBytes(Random& random, Text& dump) {
  dump.payload.append(1 + random.Below(100), '\0');
}

// ---- In the form of a certificate ----

constexpr int kAim = 6;
constexpr int kClaim = 7;

// The line that counts the formations, which stand between it and the end.
size_t CountLine(const Text& text) {
  size_t line = 0;
  while (!absl::StartsWith(text.lines[line], "formations: ")) ++line;
  return line;
}

// The line of one.
auto AnyFormation(Random& random, Text& text) {
  const size_t first = CountLine(text) + 1;
  return text.lines.begin() + first +
         random.Below(text.lines.size() - 1 - first);
}

void CountFormations(Text& text) {
  const size_t line = CountLine(text);
  text.lines[line] = absl::StrCat("formations: ", text.lines.size() - line - 2);
}

void MisspellWord(Random& random, Text& text) {
  std::string& line = text.lines[random.Below(CountLine(text))];
  const size_t letter = line.find_first_of("abcdefghijklmnopqrstuvwxyz");
  line[letter] = line[letter] == 'z' ? 'a' : line[letter] + 1;
}

void WrongCount(Random& random, Text& text) {
  text.lines[CountLine(text)] =
      absl::StrCat("formations: ", random.Below(2 * text.lines.size()));
}

void ListTwice(Random& random, Text& text) {
  text.lines.insert(text.lines.end() - 1,
                    std::string(*AnyFormation(random, text)));
  CountFormations(text);
}

void NoSquare(Random& random, Text& text) {
  std::string& formation = *AnyFormation(random, text);
  formation.replace(formation.rfind(' ') + 1, std::string::npos,
                    random.Below(2) == 0 ? "0" : "64");
}

void WrongOrder(Random& random, Text& text) {
  std::string& formation = *AnyFormation(random, text);
  std::vector<std::string> squares = absl::StrSplit(formation, ' ');
  std::reverse(squares.begin(), squares.end());
  formation = absl::StrJoin(squares, " ");
}

void AddLine(Random& random, Text& text) {
  text.lines.push_back(std::string(random.OneOf(text.lines)));
}

void CutShort(Random& random, Text& text) {
  text.lines.resize(random.Below(text.lines.size()));
}

// ---- In what a certificate says ----

// The certificates here need each formation, and all of the plies.
void LeaveOutFormation(Random& random, Text& text) {
  text.lines.erase(AnyFormation(random, text));
  CountFormations(text);
}

bool IsWin(const Text& text) {
  return absl::StartsWith(text.lines[kAim], "aim: win within ");
}

void SetWin(int plies, Text& text) {
  text.lines[kAim] = absl::StrCat("aim: win within ", plies, " plies");
}

void TooFewPlies(Random& random, Text& text) {
  const std::vector<std::string> words = absl::StrSplit(text.lines[kAim], ' ');
  int plies;
  if (IsWin(text) && absl::SimpleAtoi(words[3], &plies)) {
    SetWin(plies - 1 - random.Below(3), text);
  }
}

void ClaimForTheLoser(Random&, Text& text) {
  if (!IsWin(text)) return;
  std::string& claim = text.lines[kClaim];
  const size_t colour = claim.rfind(' ') + 1;
  claim.replace(colour, claim.npos,
                claim.substr(colour) == "black" ? "red" : "black");
}

void HoldForTheLoser(Random& random, Text& text) {
  if (!IsWin(text)) return;
  ClaimForTheLoser(random, text);
  text.lines[kAim] = "aim: hold";
}

void WinADraw(Random& random, Text& text) {
  if (text.lines[kAim] == "aim: hold") SetWin(12 + random.Below(30), text);
}

// ---- Kinds ----

absl::StatusOr<Text> DumpOf(const Workplace& workplace, const Sample& sample) {
  const Ended ended = workplace.Run("verify/certificates/dump_table",
                                    {"--table=" + sample.table_a.path()});
  const size_t end = ended.output.find("\nend\n");
  if (ended.status != 0 || end == std::string::npos) {
    return absl::InternalError(absl::StrCat("no dump of ", sample.name()));
  }
  return Text{absl::StrSplit(ended.output.substr(0, end + 4), '\n'),
              ended.output.substr(end + 5), &sample.table};
}

// Those in a folder, or in those in it, whose names begin so.
Texts CertificatesIn(const std::filesystem::path& folder,
                     const std::string& beginning = "") {
  std::vector<std::string> files;
  std::filesystem::recursive_directory_iterator entry(folder), end;
  for (; entry != end; ++entry) {
    const std::string name = entry->path().filename();
    // To check one of these takes ten seconds.
    if (name == "6x6") entry.disable_recursion_pending();
    if (absl::StartsWith(name, beginning) && absl::EndsWith(name, ".txt")) {
      files.push_back(*ReadFile(entry->path()));
    }
  }
  std::ranges::sort(files);
  auto texts = std::make_shared<std::vector<Text>>();
  for (const std::string& file : files) {
    texts->push_back({absl::StrSplit(absl::StripSuffix(file, "\n"), '\n'), ""});
  }
  return texts;
}

void AddTextKinds(const Workplace& workplace, const char* place,
                  const char* checker, Texts texts, Ways<Text> ways,
                  std::vector<Kind>& kinds) {
  AddKinds<Text>(
      place, checker, std::move(ways),
      [texts](Random& random) { return random.OneOf(*texts); },
      [&workplace, checker](const Text& text) {
        const TemporaryFile file(workplace, text.Bytes());
        return MissedUnlessRefused(
            workplace.Run(absl::StrCat("verify/check/", checker),
                          {file.path()}),
            file.path() + (text.table == nullptr ? ": line " : ": "),
            absl::StrJoin(text.lines, "\n"));
      },
      kinds);
}

}  // namespace

absl::Status AddDumpFaults(const Workplace& workplace, const Samples& samples,
                           std::vector<Kind>& kinds) {
  const auto dumps = std::make_shared<std::vector<Text>>();
  for (const Sample& sample : samples) {
    ASSIGN_OR_RETURN(Text dump, DumpOf(workplace, sample));
    dumps->push_back(std::move(dump));
  }
  AddTextKinds(workplace, "dump", "check_table", dumps,
               {{"any value changed", ChangeAValue},
                {"values shifted by one place", ShiftValues},
                {"a header line missing", LoseLine},
                {"a header line twice", RepeatLine},
                {"two styles' sections swapped", SwapStyles},
                {"other edges of the board", OtherEdges},
                {"another number in the header", OtherNumber},
                {"cut short", CutPayload},
                {"bytes added at the end", AddBytes}},
               kinds);
  return absl::OkStatus();
}

absl::Status AddCertificateFaults(const Workplace& workplace,
                                  const Samples& samples,
                                  std::vector<Kind>& kinds) {
  const std::string files = workplace.Runfile("verify/certificates/files");
  const std::string small = workplace.folder() + "/certificates";
  for (size_t i = 0; i + 1 < samples.size(); ++i) {  // not of the large one
    RETURN_IF_ERROR(workplace.RunOrFail(
        "verify/certificates/certificates",
        {"--table=" + samples[i].table_a.path(),
         "--manifest=" + samples[i].manifest_path,
         absl::StrCat("--out=", small, "/", samples[i].name())}));
  }
  AddTextKinds(workplace, "certificate", "check", CertificatesIn(files),
               {{"a line missing", LoseLine},
                {"a line twice", RepeatLine},
                {"a word misspelt", MisspellWord},
                {"a wrong number of formations", WrongCount},
                {"a formation listed twice", ListTwice},
                {"a square off the board", NoSquare},
                {"squares out of order", WrongOrder},
                {"a line after the end", AddLine},
                {"cut short", CutShort}},
               kinds);
  AddTextKinds(workplace, "Advanced, 13", "check",
               CertificatesIn(files, "advanced_SSSS."),
               {{"a formation left out", LeaveOutFormation},
                {"too few plies", TooFewPlies},
                {"a win claimed for the loser", ClaimForTheLoser}},
               kinds);
  AddTextKinds(workplace, "small board", "check", CertificatesIn(small),
               {{"too few plies", TooFewPlies},
                {"a win claimed for the loser", ClaimForTheLoser},
                {"a hold claimed for the loser", HoldForTheLoser},
                {"a win claimed of a draw", WinADraw}},
               kinds);
  return absl::OkStatus();
}

}  // namespace teeko::faults
