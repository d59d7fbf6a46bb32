// Faults in certificates (verify/check/README.md): in those of Standard and
// Advanced Teeko, and in small ones made here, of boards whose values are known
// from their tables, so that it is known what is false.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "audit/faults/kinds.h"
#include "verify/certificates/certificate.h"
#include "verify/certificates/formations.h"
#include "verify/certificates/restricted_game.h"
#include "verify/certificates/shrink.h"
#include "verify/order.h"

namespace teeko::faults {
namespace {

using kernel::Value;
using verify::Aim;
using verify::Certificate;
using verify::Claim;
using verify::Formations;
using verify::RestrictedGame;

// ---- Files ----

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

  std::vector<std::string> lines;
  size_t count_line = 0;
};

using SpoilText = void (*)(Random& random, Text& text);

// Fewer claims, or one made twice, are no fault.
size_t AnyLineButClaims(Random& random, const Text& text) {
  while (true) {
    const size_t line = random.Below(text.lines.size());
    if (!absl::StartsWith(text.lines[line], "claim: ")) return line;
  }
}

void LoseLine(Random& random, Text& text) {
  text.lines.erase(text.lines.begin() + AnyLineButClaims(random, text));
}

void RepeatLine(Random& random, Text& text) {
  const size_t line = AnyLineButClaims(random, text);
  text.lines.insert(text.lines.begin() + line, std::string(text.lines[line]));
}

void MisspellWord(Random& random, Text& text) {
  std::string& line = text.lines[random.Below(text.count_line)];
  const size_t letter = line.find_first_of("abcdefghijklmnopqrstuvwxyz");
  line[letter] = line[letter] == 'z' ? 'a' : line[letter] + 1;
}

void WrongCount(Random& random, Text& text) {
  const size_t right = text.formations();
  size_t wrong = right;
  while (wrong == right) wrong = random.Below(2 * right + 2);
  text.lines[text.count_line] = absl::StrCat("formations: ", wrong);
}

void ListTwice(Random& random, Text& text) {
  const std::string formation = text.formation(random.Below(text.formations()));
  text.lines.insert(text.lines.end() - 1, formation);
  text.SetCount();
}

void NoSquare(Random& random, Text& text) {
  std::string& formation = text.formation(random.Below(text.formations()));
  formation.replace(formation.rfind(' ') + 1, std::string::npos,
                    random.Below(2) == 0 ? "0" : "64");
}

void WrongOrder(Random& random, Text& text) {
  std::string& formation = text.formation(random.Below(text.formations()));
  std::vector<std::string> squares = absl::StrSplit(formation, ' ');
  std::reverse(squares.begin(), squares.end());
  formation = absl::StrJoin(squares, " ");
}

void AddLine(Random& random, Text& text) {
  text.lines.push_back(
      std::string(text.lines[random.Below(text.lines.size())]));
}

// ---- Small certificates ----

struct Small {
  const Sample* sample;
  std::shared_ptr<const Formations> formations;
  Certificate certificate;

  bool IsWin() const { return certificate.aim.is_win; }
};

// The value of the empty board, from Black.
Value ValueOf(const Sample& sample, const std::string& style) {
  return sample.table.ValueAt(
      kernel::FindSection(sample.table.sections, 0, style), 0);
}

// Whether a claim is true if the empty board has this value.
bool IsTrue(const Aim& aim, bool black, Value value) {
  const auto wins = [value, &aim](bool black) {
    return value != kernel::kDraw && (value % 2 == 0) == black &&
           value - 1 <= aim.plies;
  };
  return aim.is_win ? wins(black) : !wins(!black);
}

RestrictedGame Restricted(const Small& small) {
  const Sample& sample = *small.sample;
  const std::vector<kernel::Set>& sets = small.formations->sets;
  return RestrictedGame(
      sample.game, *small.formations, small.certificate.aim,
      [&](int sceptic, int prover) {
        return sample.table.ValueAt(
            0, kernel::Index(sample.game, {.mover = sets[sceptic],
                                           .opponent = sets[prover]}));
      });
}

constexpr int kEnough = 1'000'000'000;  // of work
constexpr int kShrinking = 10'000'000;

// Whether the claims follow from the formations by another program than the
// checker: that which makes certificates.
bool Suffices(const Small& small) {
  RestrictedGame game = Restricted(small);
  std::vector<int> others;
  for (size_t i = 0; i < small.formations->orbits.size(); ++i) {
    const auto& listed = small.certificate.orbits;
    const std::vector<int>& orbit = small.formations->orbits[i];
    if (!small.formations->is_goal[orbit.front()] &&
        !std::binary_search(listed.begin(), listed.end(), i)) {
      others.insert(others.end(), orbit.begin(), orbit.end());
    }
  }
  return game.Remove(others, kEnough) &&
         std::all_of(
             small.certificate.claims.begin(), small.certificate.claims.end(),
             [&](const Claim& claim) { return game.Proves(claim, kEnough); });
}

// A certificate of the value of each style, none of whose formations can be
// left out.  Where drops alone decide, there is none.
std::vector<Small> SmallCertificates(const Samples& samples) {
  std::vector<Small> all;
  for (size_t i = 0; i + 1 < samples.size(); ++i) {  // not of the large one
    const Sample& sample = samples[i];
    const auto formations =
        std::make_shared<Formations>(*verify::FormationsOf(sample.game, 1000));
    for (const std::string& style : sample.rules.styles()) {
      const Value value = ValueOf(sample, style);
      Small small = {&sample, formations, {}};
      Certificate& certificate = small.certificate;
      if (value == kernel::kDraw) {
        certificate.claims = {{.style = style, .black = true},
                              {.style = style, .black = false}};
      } else {
        certificate.aim = {.is_win = true, .plies = value - 1};
        certificate.claims = {{.style = style, .black = value % 2 == 0}};
      }
      if (certificate.aim.is_win &&
          certificate.aim.plies < 2 * sample.game.pieces + 2) {
        continue;
      }
      certificate.orbits =
          verify::Shrink(
              *formations, certificate.claims, kShrinking,
              [&] { return Restricted(small); }, [](int, int) {})
              .orbits;
      if (!certificate.orbits.empty()) all.push_back(std::move(small));
    }
  }
  return all;
}

using SpoilSmall = bool (*)(Random& random, Small& small);

// Each returns false if it cannot be planted in this certificate.

bool LowerPlies(Random& random, Small& small) {
  Aim& aim = small.certificate.aim;
  const int least = 2 * small.sample->game.pieces + 2;
  if (!aim.is_win || aim.plies == least) return false;
  aim.plies = least + random.Below(aim.plies - least);
  return true;
}

bool ClaimForTheLoser(Random&, Small& small) {
  if (!small.IsWin()) return false;
  bool& black = small.certificate.claims[0].black;
  black = !black;
  return true;
}

bool HoldForTheLoser(Random& random, Small& small) {
  if (!ClaimForTheLoser(random, small)) return false;
  small.certificate.aim = Aim();
  return true;
}

bool WinADraw(Random& random, Small& small) {
  if (small.IsWin()) return false;
  const int least = 2 * small.sample->game.pieces + 2;
  small.certificate.aim = {.is_win = true,
                           .plies = least + int(random.Below(30))};
  return true;
}

bool ClaimAnotherStyle(Random& random, Small& small) {
  const std::string& style = random.OneOf(small.sample->rules.styles());
  const Value value = ValueOf(*small.sample, style);
  Certificate& certificate = small.certificate;
  Claim& claim = random.OneOf(certificate.claims);
  claim.style = style;
  return !IsTrue(certificate.aim, claim.black, value);
}

bool LeaveOutFormation(Random& random, Small& small) {
  std::vector<int>& orbits = small.certificate.orbits;
  orbits.erase(orbits.begin() + random.Below(orbits.size()));
  return true;
}

// Goals among them.
bool ChangeFormation(Random& random, Small& small) {
  std::vector<int>& orbits = small.certificate.orbits;
  const int other = random.Below(small.formations->orbits.size());
  if (std::binary_search(orbits.begin(), orbits.end(), other)) return false;
  random.OneOf(orbits) = other;
  std::sort(orbits.begin(), orbits.end());
  return true;
}

bool AddGoal(Random& random, Small& small) {
  const int other = random.Below(small.formations->orbits.size());
  if (!small.formations->is_goal[small.formations->orbits[other].front()]) {
    return false;
  }
  small.certificate.orbits.push_back(other);
  return true;
}

// ---- Kinds ----

Ended Check(const Workplace& workplace, const std::string& bytes) {
  const TemporaryFile file(workplace, bytes);
  return workplace.Run("verify/check/check", {file.path()});
}

Outcome CaughtByCheck(const Ended& ended, absl::string_view what) {
  return CaughtIfRefused(ended, ": line ", what);
}

template <typename Plant>
Kind MakeKind(std::string name, Plant plant) {
  return {.place = "certificate",
          .name = std::move(name),
          .judge = "check",
          .share = 70,
          .plant = plant};
}

std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back(ReadBytes(entry.path()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

// In those of all values of Standard and Advanced Teeko.
void AddTextFaults(const Workplace& workplace, const std::string& folder,
                   std::vector<Kind>& kinds) {
  const auto files =
      std::make_shared<const std::vector<std::string>>(FilesIn(folder));
  for (const auto& [name, spoil] :
       {std::pair<const char*, SpoilText>("a line missing", LoseLine),
        {"a line twice", RepeatLine},
        {"a word misspelt", MisspellWord},
        {"a wrong number of formations", WrongCount},
        {"a formation listed twice", ListTwice},
        {"a square off the board", NoSquare},
        {"squares out of order", WrongOrder},
        {"a line after the end", AddLine}}) {
    kinds.push_back(MakeKind(
        name, [&workplace, files, spoil = spoil](Random& random, uint32_t) {
          Text text(random.OneOf(*files));
          spoil(random, text);
          return CaughtByCheck(Check(workplace, text.Bytes()), "");
        }));
  }
  kinds.push_back(
      MakeKind("cut short", [&workplace, files](Random& random, uint32_t) {
        std::string bytes = random.OneOf(*files);
        bytes.resize(random.Below(bytes.size()));
        return CaughtByCheck(Check(workplace, bytes), "");
      }));
}

// In that of the win of Advanced Teeko: with its nine formations, none of which
// can be left out, it is checked in no time.
void AddWinFaults(const Workplace& workplace, const std::string& folder,
                  std::vector<Kind>& kinds) {
  const Text right(ReadBytes(folder + "/advanced_SSSS.txt"));
  kinds.push_back(MakeKind(
      "Advanced, 13 plies: a formation left out",
      [&workplace, right](Random& random, uint32_t) {
        Text text = right;
        text.lines.erase(text.lines.begin() + text.count_line + 1 +
                         random.Below(text.formations()));
        text.SetCount();
        return CaughtByCheck(Check(workplace, text.Bytes()), text.Bytes());
      }));
  kinds.push_back(MakeKind(
      "Advanced, 13 plies: a false claim",
      [&workplace, right](Random& random, uint32_t) {
        static constexpr const char* kFalse[][2] = {
            {"aim: win within 12 plies", "claim: SSSS black"},
            {"aim: win within 11 plies", "claim: SSSS black"},
            {"aim: win within 10 plies", "claim: SSSS black"},
            {"aim: win within 13 plies", "claim: SSSS red"},
            {"aim: win within 13 plies", "claim: SSSS without 13 black"},
            {"aim: win within 13 plies", "claim: SSSA black"},
            {"aim: win within 13 plies", "claim: SAAA black"},
            {"aim: win within 13 plies", "claim: AAAA black"},
            {"aim: hold for 13 plies", "claim: SSSS red"},
            {"aim: hold", "claim: SSSS red"}};
        const auto& [aim, claim] = random.OneOf(kFalse);
        Text text = right;
        text.lines[6] = aim;
        text.lines[7] = claim;
        return CaughtByCheck(Check(workplace, text.Bytes()), text.Bytes());
      }));
}

Outcome PlantSmall(const Workplace& workplace, const std::vector<Small>& right,
                   SpoilSmall spoil, Random& random) {
  Small small = random.OneOf(right);
  while (!spoil(random, small)) small = random.OneOf(right);
  const std::string bytes =
      verify::Write(small.certificate, small.sample->rules, *small.formations,
                    verify::Form::kText);
  const Ended ended = Check(workplace, bytes);
  if (ended.status == 0 && spoil == ChangeFormation && Suffices(small)) {
    return Equivalent(
        "these formations prove it as well, finds the program that makes "
        "certificates");
  }
  return CaughtByCheck(ended, bytes);
}

void AddSmallFaults(const Workplace& workplace, const Samples& samples,
                    std::vector<Kind>& kinds) {
  const auto right =
      std::make_shared<const std::vector<Small>>(SmallCertificates(samples));
  for (const auto& [name, spoil] :
       {std::pair<const char*, SpoilSmall>("a formation left out",
                                           LeaveOutFormation),
        {"a formation changed", ChangeFormation},
        {"a goal among the formations", AddGoal},
        {"too few plies", LowerPlies},
        {"a win claimed for the loser", ClaimForTheLoser},
        {"a hold claimed for the loser", HoldForTheLoser},
        {"a win claimed of a draw", WinADraw},
        {"a claim for the wrong style", ClaimAnotherStyle}}) {
    kinds.push_back(
        MakeKind(absl::StrCat("small board: ", name),
                 [&workplace, right, spoil = spoil](Random& random, uint32_t) {
                   return PlantSmall(workplace, *right, spoil, random);
                 }));
  }
}

}  // namespace

std::vector<Kind> CertificateFaults(const Workplace& workplace,
                                    const Samples& samples) {
  const std::string folder = workplace.Runfile("verify/certificates/files");
  std::vector<Kind> kinds;
  AddTextFaults(workplace, folder, kinds);
  AddWinFaults(workplace, folder, kinds);
  AddSmallFaults(workplace, samples, kinds);
  return kinds;
}

}  // namespace teeko::faults
