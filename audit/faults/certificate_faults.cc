// Faults in certificates (proto/README.md): in those of Standard and Advanced
// Teeko, and in small ones made here from the samples.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "audit/faults/kinds.h"

namespace teeko::faults {
namespace {

// A certificate as lines.
struct Text {
  explicit Text(absl::string_view text) : lines(absl::StrSplit(text, '\n')) {
    lines.pop_back();  // what follows the last end of a line
    while (!absl::StartsWith(lines[count_line], "formations: ")) ++count_line;
  }

  std::string Bytes() const { return absl::StrJoin(lines, "\n") + "\n"; }

  size_t formations() const { return lines.size() - count_line - 2; }
  std::string& formation(size_t i) { return lines[count_line + 1 + i]; }
  // Counts them anew.
  void SetCount() {
    lines[count_line] = absl::StrCat("formations: ", formations());
  }

  std::string& aim() { return lines[6]; }
  std::string& claim() { return lines[7]; }
  bool IsWin() { return absl::StartsWith(aim(), "aim: win within "); }

  std::vector<std::string> lines;
  size_t count_line = 0;
};

// Returns false if the fault cannot be planted in this certificate.
using Spoil = bool (*)(Random& random, Text& text);

// ---- The form ----

// Fewer claims are no fault.
size_t AnyLineButClaims(Random& random, const Text& text) {
  while (true) {
    const size_t line = random.Below(text.lines.size());
    if (!absl::StartsWith(text.lines[line], "claim: ")) return line;
  }
}

bool LoseLine(Random& random, Text& text) {
  text.lines.erase(text.lines.begin() + AnyLineButClaims(random, text));
  return true;
}

bool RepeatLine(Random& random, Text& text) {
  const size_t line = random.Below(text.lines.size());
  text.lines.insert(text.lines.begin() + line, std::string(text.lines[line]));
  return true;
}

bool MisspellWord(Random& random, Text& text) {
  std::string& line = text.lines[random.Below(text.count_line)];
  const size_t letter = line.find_first_of("abcdefghijklmnopqrstuvwxyz");
  line[letter] = line[letter] == 'z' ? 'a' : line[letter] + 1;
  return true;
}

bool WrongCount(Random& random, Text& text) {
  const size_t wrong = random.Below(2 * text.formations() + 2);
  text.lines[text.count_line] = absl::StrCat("formations: ", wrong);
  return wrong != text.formations();
}

bool ListTwice(Random& random, Text& text) {
  text.lines.insert(
      text.lines.end() - 1,
      std::string(text.formation(random.Below(text.formations()))));
  text.SetCount();
  return true;
}

bool NoSquare(Random& random, Text& text) {
  std::string& formation = text.formation(random.Below(text.formations()));
  formation.replace(formation.rfind(' ') + 1, std::string::npos,
                    random.Below(2) == 0 ? "0" : "64");
  return true;
}

bool WrongOrder(Random& random, Text& text) {
  std::string& formation = text.formation(random.Below(text.formations()));
  std::vector<std::string> squares = absl::StrSplit(formation, ' ');
  std::reverse(squares.begin(), squares.end());
  formation = absl::StrJoin(squares, " ");
  return true;
}

bool AddLine(Random& random, Text& text) {
  text.lines.push_back(std::string(random.OneOf(text.lines)));
  return true;
}

bool CutShort(Random& random, Text& text) {
  text.lines.resize(random.Below(text.lines.size()));
  return true;
}

// ---- What it says ----

// The certificates here need each formation, and all of the plies.
bool LeaveOutFormation(Random& random, Text& text) {
  text.lines.erase(text.lines.begin() + text.count_line + 1 +
                   random.Below(text.formations()));
  text.SetCount();
  return true;
}

bool TooFewPlies(Random& random, Text& text) {
  int plies;
  if (!text.IsWin() ||
      !absl::SimpleAtoi(absl::StripSuffix(text.aim().substr(16), " plies"),
                        &plies)) {
    return false;
  }
  text.aim() =
      absl::StrCat("aim: win within ", plies - 1 - random.Below(3), " plies");
  return true;
}

bool ClaimForTheLoser(Random&, Text& text) {
  const bool black = absl::EndsWith(text.claim(), " black");
  text.claim() = absl::StrReplaceAll(
      text.claim(), {{black ? " black" : " red", black ? " red" : " black"}});
  return text.IsWin();
}

bool HoldForTheLoser(Random& random, Text& text) {
  const bool win = ClaimForTheLoser(random, text);
  text.aim() = "aim: hold";
  return win;
}

bool WinADraw(Random& random, Text& text) {
  const bool hold = text.aim() == "aim: hold";
  text.aim() =
      absl::StrCat("aim: win within ", 12 + random.Below(30), " plies");
  return hold;
}

// ---- Kinds ----

using Texts = std::shared_ptr<const std::vector<std::string>>;

Texts FilesIn(const std::string& folder) {
  auto files = std::make_shared<std::vector<std::string>>();
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") {
      files->push_back(ReadBytes(entry.path()));
    }
  }
  std::sort(files->begin(), files->end());
  return files;
}

void AddKinds(const Workplace& workplace, const char* place, Texts texts,
              std::vector<std::pair<const char*, Spoil>> spoils,
              std::vector<Kind>& kinds) {
  for (const auto& [name, spoil] : spoils) {
    kinds.push_back({place, name, "check",
                     [&workplace, texts, spoil = spoil](Random& random) {
                       Text text(random.OneOf(*texts));
                       while (!spoil(random, text))
                         text = Text(random.OneOf(*texts));
                       const TemporaryFile file(workplace, text.Bytes());
                       return MissedUnlessRefused(
                           workplace.Run("verify/check/check", {file.path()}),
                           ": line ", text.Bytes());
                     }});
  }
}

}  // namespace

absl::StatusOr<std::vector<Kind>> CertificateFaults(const Workplace& workplace,
                                                    const Samples& samples) {
  const std::string small = workplace.folder() + "/certificates";
  for (size_t i = 0; i + 1 < samples.size(); ++i) {  // not of the large one
    const absl::Status status = workplace.RunOrFail(
        "verify/certificates/certificates",
        {"--table=" + samples[i].table_a.path(),
         "--manifest=" + samples[i].manifest_path,
         absl::StrCat("--out=", small, "/", samples[i].name())});
    if (!status.ok()) return status;
  }
  const Texts win = std::make_shared<const std::vector<std::string>>(
      1, ReadBytes(
             workplace.Runfile("verify/certificates/files/advanced_SSSS.txt")));
  std::vector<Kind> kinds;
  AddKinds(workplace, "certificate",
           FilesIn(workplace.Runfile("verify/certificates/files")),
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
  AddKinds(workplace, "Advanced, 13", win,
           {{"a formation left out", LeaveOutFormation},
            {"too few plies", TooFewPlies},
            {"a win claimed for the loser", ClaimForTheLoser}},
           kinds);
  AddKinds(workplace, "small board", FilesIn(small),
           {{"too few plies", TooFewPlies},
            {"a win claimed for the loser", ClaimForTheLoser},
            {"a hold claimed for the loser", HoldForTheLoser},
            {"a win claimed of a draw", WinADraw}},
           kinds);
  return kinds;
}

}  // namespace teeko::faults
