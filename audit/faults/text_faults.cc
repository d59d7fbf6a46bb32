// Faults in dumps and in certificates (docs/formats.md).  The certificates are
// those of Standard and Advanced Teeko, and certificates of the samples.

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
#include "base/files.h"
#include "base/status.h"

namespace teeko::audit {
namespace {

// Lines of text, optionally followed by bytes.
struct Text {
  std::vector<std::string> lines;
  std::string payload;
  const verify::Table* table = nullptr;  // for a dump: its table
  bool operator==(const Text&) const = default;
};

using Texts = std::shared_ptr<std::vector<Text>>;

// Returns a function that adds kinds of faults in `texts`.  The program
// proof/check/`checker` must refuse each changed text.
auto TextPlanter(const Fixture& fixture, const char* place, const char* checker,
                 Texts texts, std::vector<Kind>& kinds) {
  return Planter(
      place, checker, [texts](Random& random) { return random.OneOf(*texts); },
      [&fixture, checker](const Text& text) {
        const std::string lines = absl::StrJoin(text.lines, "\n");
        const TemporaryFile file(fixture,
                                 absl::StrCat(lines, "\n", text.payload));
        return MissedUnlessRefused(
            fixture.Run(absl::StrCat("proof/check/", checker), {file.path}),
            file.path + (text.table == nullptr ? ": line " : ": "), lines);
      },
      kinds);
}

// ---- Faults in any text ----

void LoseLine(Random& random, Text& text) {
  const auto line = text.lines.begin() + random.Below(text.lines.size());
  // A certificate with fewer claims is valid.
  if (!absl::StartsWith(*line, "claim: ")) text.lines.erase(line);
}

void RepeatLine(Random& random, Text& text) {
  const auto line = text.lines.begin() + random.Below(text.lines.size());
  text.lines.insert(line, std::string(*line));
}

// ---- Faults in a dump ----

// Line numbers in the header, from 0.
constexpr int kEdges = 3;
constexpr int kFirstSection = 7;

absl::StatusOr<Text> DumpOf(const Fixture& fixture, const Sample& sample) {
  std::string dump;
  RETURN_IF_ERROR(fixture.Run("proof/certificates/dump_table",
                              {"--table=" + sample.table_a.path()}, &dump));
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(dump, absl::MaxSplits("\nend\n", 1));
  return Text{absl::StrSplit(parts.first + "\nend", '\n'), parts.second,
              &sample.table};
}

// ---- Faults in a certificate ----

constexpr int kAim = 6;
constexpr int kClaim = 7;

// Returns the number of the line with the number of formations.  The formations
// are between this line and the last line.
size_t CountLine(const Text& text) {
  size_t line = 0;
  while (!absl::StartsWith(text.lines[line], "formations: ")) ++line;
  return line;
}

auto AnyFormation(Random& random, Text& text) {
  const size_t first = CountLine(text) + 1;
  return text.lines.begin() + first +
         random.Below(text.lines.size() - 1 - first);
}

void CountFormations(Text& text) {
  const size_t line = CountLine(text);
  text.lines[line] = absl::StrCat("formations: ", text.lines.size() - line - 2);
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

// Returns the certificates in a folder and its subfolders whose names start
// with `beginning`.
Texts CertificatesIn(const std::filesystem::path& folder,
                     const std::string& beginning = "") {
  const auto texts = std::make_shared<std::vector<Text>>();
  std::filesystem::recursive_directory_iterator entry(folder), end;
  for (; entry != end; ++entry) {
    const std::string name = entry->path().filename();
    // Skips the certificates for 6×6, because a check of one takes ten seconds,
    // and those for knights: without the line about moves they are for kings.
    if (name == "6x6" || name == "knight") entry.disable_recursion_pending();
    if (absl::StartsWith(name, beginning) && absl::EndsWith(name, ".txt")) {
      const std::string text = *base::ReadFile(entry->path());
      texts->push_back(
          {absl::StrSplit(absl::StripSuffix(text, "\n"), '\n'), ""});
    }
  }
  std::ranges::sort(*texts, {}, &Text::lines);
  return texts;
}

}  // namespace

absl::Status AddDumpFaults(const Fixture& fixture, std::vector<Kind>& kinds) {
  const auto dumps = std::make_shared<std::vector<Text>>();
  for (const Sample& sample : fixture.samples()) {
    ASSIGN_OR_RETURN(Text dump, DumpOf(fixture, sample));
    dumps->push_back(std::move(dump));
  }
  const auto add = TextPlanter(fixture, "dump", "check_table", dumps, kinds);
  add("any value changed", [](Random& random, Text& dump) {
    random.OneOf(dump.payload) = static_cast<char>(random.Below(256));
  });
  add("values shifted by one position", [](Random& random, Text& dump) {
    const auto begin = dump.payload.begin() + random.Below(dump.payload.size());
    const auto other = std::find_if(begin, dump.payload.end(),
                                    [&](char c) { return c != *begin; });
    if (other != dump.payload.end()) std::rotate(begin, begin + 1, other + 1);
  });
  add("a header line missing", LoseLine);
  add("a header line repeated", RepeatLine);
  // Swaps two sections with the same number of pieces placed, which have the
  // same size.
  add("the sections of two styles swapped", [](Random& random, Text& dump) {
    const verify::Table& table = *dump.table;
    const size_t first = random.Below(table.sections.size());
    const size_t second = random.Below(table.sections.size());
    if (table.sections[first].placed == table.sections[second].placed &&
        table.payloads[first] != table.payloads[second]) {
      std::swap(dump.lines[kFirstSection + first],
                dump.lines[kFirstSection + second]);
    }
  });
  add("other edges of the board", [](Random&, Text& dump) {
    std::string& edges = dump.lines[kEdges];
    edges = edges == "edges: wrapped" ? "edges: bounded" : "edges: wrapped";
  });
  add("another number in the header", [](Random& random, Text& dump) {
    std::string& line = random.OneOf(dump.lines);
    const size_t digit = line.find_first_of("0123456789");
    if (digit == std::string::npos) return;
    line[digit] = line[digit] == '9' ? '1' : line[digit] + 1;
  });
  add("truncated", [](Random& random, Text& dump) {
    dump.payload.resize(random.Below(dump.payload.size()));
  });
  add("bytes added at the end", [](Random& random, Text& dump) {
    dump.payload.append(1 + random.Below(100), '\0');
  });
  return absl::OkStatus();
}

absl::Status AddCertificateFaults(const Fixture& fixture,
                                  std::vector<Kind>& kinds) {
  const std::string files = fixture.Runfile("proof/certificates/files");
  const auto add = TextPlanter(fixture, "certificate", "check",
                               CertificatesIn(files), kinds);
  add("a line missing", LoseLine);
  add("a line repeated", RepeatLine);
  add("a misspelt word", [](Random& random, Text& text) {
    std::string& line = text.lines[random.Below(CountLine(text))];
    const size_t letter = line.find_first_of("abcdefghijklmnopqrstuvwxyz");
    line[letter] = line[letter] == 'z' ? 'a' : line[letter] + 1;
  });
  add("a wrong number of formations", [](Random& random, Text& text) {
    text.lines[CountLine(text)] =
        absl::StrCat("formations: ", random.Below(2 * text.lines.size()));
  });
  add("a formation listed twice", [](Random& random, Text& text) {
    text.lines.insert(text.lines.end() - 1,
                      std::string(*AnyFormation(random, text)));
    CountFormations(text);
  });
  add("a square outside the board", [](Random& random, Text& text) {
    std::string& formation = *AnyFormation(random, text);
    formation.replace(formation.rfind(' ') + 1, formation.npos,
                      random.Below(2) == 0 ? "0" : "64");
  });
  add("squares out of order", [](Random& random, Text& text) {
    std::string& formation = *AnyFormation(random, text);
    std::vector<std::string> squares = absl::StrSplit(formation, ' ');
    std::ranges::reverse(squares);
    formation = absl::StrJoin(squares, " ");
  });
  add("a line after the end", [](Random& random, Text& text) {
    text.lines.push_back(std::string(random.OneOf(text.lines)));
  });
  add("truncated", [](Random& random, Text& text) {
    text.lines.resize(random.Below(text.lines.size()));
  });

  // These certificates need every formation and all plies.
  const auto add_to_13 =
      TextPlanter(fixture, "Advanced, 13", "check",
                  CertificatesIn(files, "advanced_SSSS."), kinds);
  add_to_13("a formation missing", [](Random& random, Text& text) {
    text.lines.erase(AnyFormation(random, text));
    CountFormations(text);
  });
  add_to_13("too few plies", TooFewPlies);
  add_to_13("a win claimed for the loser", ClaimForTheLoser);

  const std::string small = fixture.folder() + "/certificates";
  const std::vector<Sample>& samples = fixture.samples();
  for (size_t i = 0; i + 1 < samples.size(); ++i) {  // all but the large sample
    RETURN_IF_ERROR(
        fixture.Run("proof/certificates/certificates",
                    {"--table=" + samples[i].table_a.path(),
                     "--manifest=" + samples[i].manifest_path,
                     absl::StrCat("--out=", small, "/", samples[i].name())}));
  }
  const auto add_to_small = TextPlanter(fixture, "small board", "check",
                                        CertificatesIn(small), kinds);
  add_to_small("too few plies", TooFewPlies);
  add_to_small("a win claimed for the loser", ClaimForTheLoser);
  add_to_small("a hold claimed for the loser", [](Random& random, Text& text) {
    if (!IsWin(text)) return;
    ClaimForTheLoser(random, text);
    text.lines[kAim] = "aim: hold";
  });
  add_to_small("a win claimed for a draw", [](Random& random, Text& text) {
    if (text.lines[kAim] == "aim: hold") SetWin(12 + random.Below(30), text);
  });
  return absl::OkStatus();
}

}  // namespace teeko::audit
