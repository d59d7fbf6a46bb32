#include "reports/claims/report.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "reports/claims/extra_rules.h"
#include "reports/claims/pictures.h"
#include "reports/claims/verdicts.h"
#include "reports/claims/verification.h"
#include "reports/claims/words.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

// ---- Words ----

std::string VerdictText(Verdict verdict) {
  switch (verdict) {
    case Verdict::kReproduced:
      return "Reproduced";
    case Verdict::kRefuted:
      return "Refuted";
    case Verdict::kNotComparable:
      return "For comparison";
    case Verdict::kNotExamined:
      break;
  }
  return "Not examined in this run";
}

Finding::Tone ToneOf(Verdict verdict) {
  return verdict == Verdict::kReproduced ? Finding::kGood
         : verdict == Verdict::kRefuted  ? Finding::kBad
                                         : Finding::kOpen;
}

std::string Seconds(double seconds) {
  return absl::StrFormat("%.1f s", seconds);
}

std::string Megabytes(uint64_t bytes) {
  return absl::StrFormat("%.0f MB", bytes / 1e6);
}

// "Black in 13; with the centre banned, draw".
std::string StandardStyle(const RulesResult& result) {
  std::string without_ban;
  std::string with_ban;
  for (const VariantResult& variant : result.variants()) {
    if (variant.style().find('A') != std::string::npos) continue;
    (variant.centre_ban() ? with_ban : without_ban) = OutcomeText(variant);
  }
  if (with_ban.empty()) return without_ban;
  return with_ban == without_ban
             ? absl::StrCat(without_ban, ", with or without the centre ban")
             : absl::StrCat(without_ban, "; with the centre banned, ",
                            with_ban);
}

// Board and goals in words: "5×5; lines of 4; squares of side 1, 2".
std::string GoalsText(const Rules& rules) {
  std::vector<uint32_t> sides;
  std::vector<uint32_t> radii;
  std::vector<std::string> goals;
  bool tilted = false;
  for (const GoalFamily& goal : rules.goals()) {
    if (goal.has_line()) {
      goals.push_back(absl::StrCat("lines of ", goal.line().length()));
    }
    if (goal.has_square()) sides.push_back(goal.square().side());
    if (goal.has_diamond()) radii.push_back(goal.diamond().radius());
    tilted |= goal.has_tilted_squares();
  }
  if (!sides.empty()) {
    goals.push_back(
        absl::StrCat("squares of side ", absl::StrJoin(sides, ", ")));
  }
  if (!radii.empty()) {
    goals.push_back(
        absl::StrCat("diamonds of radius ", absl::StrJoin(radii, ", ")));
  }
  if (tilted) goals.push_back("all tilted squares");
  return absl::StrCat(rules.rows(), "×", rules.columns(),
                      rules.edges() == Rules::WRAPPED ? ", edges wrapped" : "",
                      "; ", absl::StrJoin(goals, "; "));
}

bool IsTheLetters(const RulesFinding& rules) {
  return rules.result.name() == "standard" || rules.result.name() == "advanced";
}

// ---- Pictures ----

MapPicture::Square SquareOf(absl::string_view value) {
  const std::vector<absl::string_view> words = absl::StrSplit(value, ' ');
  MapPicture::Square square = {.kind = MapPicture::Square::kDraw};
  if (words[0] == "draw" || words.size() != 2) return square;
  square.kind = words[0] == "black" ? MapPicture::Square::kBlack
                                    : MapPicture::Square::kRed;
  if (!absl::SimpleAtoi(words[1], &square.plies)) square.plies = 0;
  return square;
}

Figure MapOf(const Rules& rules, const VariantResult& variant) {
  const int squares = rules.rows() * rules.columns();
  MapPicture map = {.rows = static_cast<int>(rules.rows()),
                    .columns = static_cast<int>(rules.columns()),
                    .squares = {}};
  std::vector<std::string> wins;
  for (int square = 1; square <= squares; ++square) {
    const auto drop = variant.first_drops().find(square);
    if (drop == variant.first_drops().end()) {
      map.squares.push_back({MapPicture::Square::kBanned});
      continue;
    }
    map.squares.push_back(SquareOf(drop->second));
    if (drop->second != "draw") {
      wins.push_back(absl::StrCat(square, " ", drop->second));
    }
  }
  return {
      .pictures = {std::move(map)},
      .alt = absl::StrCat(
          "First drops in ", variant.name(), " style: ",
          wins.empty() ? "all draw"
                       : absl::StrCat(absl::StrJoin(wins, ", "),
                                      static_cast<int>(wins.size()) < squares
                                          ? "; all others draw"
                                          : "")),
      .caption = absl::StrCat("**", variant.name(), "** `", variant.style(),
                              "`: ", OutcomeText(variant))};
}

Figures MapsOf(const RulesFinding& rules, bool centre_ban) {
  Figures figures;
  for (const VariantResult& variant : rules.result.variants()) {
    if (variant.centre_ban() == centre_ban) {
      figures.figures.push_back(MapOf(rules.manifest.rules(), variant));
    }
  }
  return figures;
}

// The map of first drops in Standard style.
Figure StandardMap(const RulesFinding& rules, bool centre_ban) {
  Figures maps = MapsOf(rules, centre_ban);
  return maps.figures.empty() ? Figure{} : std::move(maps.figures.front());
}

Figures LongestOf(const RulesFinding& rules) {
  Figures figures;
  for (const auto& [win, line, end] : rules.longest) {
    figures.figures.push_back(
        {.pictures = {BoardOf(rules.manifest.rules(), win.position),
                      BoardOf(rules.manifest.rules(), end, end.black)},
         .alt = PlacementText(win.position),
         .caption = absl::StrCat("Black to move wins in ", line.size(), "; ",
                                 win.orbit, " placements by symmetry"),
         .details_title = "A line of best play",
         .details =
             absl::StrJoin(line, " ", [](std::string* out, const Move& move) {
               absl::StrAppend(out, ToString(move));
             })});
  }
  return figures;
}

// ---- Sections ----

Section Summary(const Findings& findings) {
  Section section = {"summary", "Summary", {}};
  section.blocks.push_back(Paragraph{
      "Teeko is a game for two on a board of five by five squares. Each side "
      "drops four pieces, in turn, and then moves them one step at a time; "
      "whoever "
      "first has four in a row, or in a square, wins. In 1998 Guy L. Steele "
      "Jr. "
      "wrote to Scientific American that he had solved it by computer: with "
      "perfect play Standard Teeko is a draw, and Advanced Teeko, which has "
      "more "
      "winning squares, a win for the first player. He published neither "
      "tables "
      "nor a program."});
  int reproduced = 0;
  std::vector<std::string> refuted;
  std::vector<std::string> open;
  for (const ClaimFinding& claim : findings.claims) {
    if (claim.verdict == Verdict::kReproduced) ++reproduced;
    if (claim.verdict == Verdict::kRefuted) refuted.push_back(claim.claim.id());
    if (claim.verdict == Verdict::kNotExamined)
      open.push_back(claim.claim.id());
  }
  section.blocks.push_back(Paragraph{absl::StrCat(
      "We solved the game again, by two programs that share no code and no "
      "method, and had a third check every value of both. Of the letter's ",
      findings.claims.size(), " claims **", reproduced,
      " are reproduced** in this run, and ",
      refuted.empty()
          ? "**none is refuted**"
          : absl::StrCat("**refuted: ", absl::StrJoin(refuted, ", "), "**"),
      open.empty() ? "."
                   : absl::StrCat("; not examined in it: ",
                                  absl::StrJoin(open, ", "), "."))});
  Figures maps;
  for (const RulesFinding& rules : findings.rules) {
    if (!IsTheLetters(rules)) continue;
    Figure map = StandardMap(rules, false);
    map.caption = absl::StrCat("**", RulesTitle(rules.result.name()),
                               " Teeko**: ", StandardStyle(rules.result));
    maps.figures.push_back(std::move(map));
  }
  if (!maps.figures.empty()) {
    section.blocks.push_back(std::move(maps));
    section.blocks.push_back(Paragraph{
        "Each square shows what Black's first drop on it comes to: `=` a draw, "
        "a number the plies (single turns) in which he wins. The centre ban "
        "forbids that drop the centre. [More maps](#reading) are below."});
  }
  Table table = {.caption = "The claims and what came of them",
                 .header = {"", "The letter says", "Verdict"},
                 .rows = {},
                 .text_columns = 3};
  for (const ClaimFinding& claim : findings.claims) {
    table.rows.push_back(
        {absl::StrCat("[", claim.claim.id(), "](#", claim.claim.id(), ")"),
         claim.claim.text(), VerdictText(claim.verdict)});
  }
  section.blocks.push_back(std::move(table));
  return section;
}

// Problem No. 6, and its end by the letter's line.
Figures Problem6(const Rules& rules) {
  const Position start = {.black = SquaresOf({14, 18, 19, 24}),
                          .red = SquaresOf({13, 15, 17, 23})};
  return {{{.pictures = {BoardOf(rules, start)},
            .alt = PlacementText(start),
            .caption = "Problem No. 6: Red to move and win"}}};
}

// What there is to be seen of a claim, if anything.
Figures PicturesOf(const std::string& id, const Findings& findings) {
  const RulesFinding* const standard = FindRules(findings.rules, "standard");
  const RulesFinding* const advanced = FindRules(findings.rules, "advanced");
  Figures figures;
  if (id == "C4" && advanced) {
    figures.figures = {StandardMap(*advanced, false)};
  } else if (id == "C5" && advanced) {
    figures.figures = {StandardMap(*advanced, true)};
  } else if (id == "C6" && standard && advanced) {
    for (const RulesFinding* rules : {standard, advanced}) {
      if (rules->longest.empty()) continue;
      figures.figures.push_back(
          {.pictures = {BoardOf(rules->manifest.rules(),
                                rules->longest[0].win.position)},
           .alt = PlacementText(rules->longest[0].win.position),
           .caption = absl::StrCat(RulesTitle(rules->result.name()),
                                   ": Black to move wins in ",
                                   rules->longest[0].line.size())});
    }
  } else if (id == "C7" && standard) {
    figures = Problem6(standard->manifest.rules());
  } else if (id == "C8" && advanced) {
    for (const extra_rules::UniqueMoveCycle& cycle :
         advanced->result.extra_rules().unique_move_cycles()) {
      const Figures boards = CycleFigures(advanced->manifest.rules(), cycle);
      figures.figures.insert(figures.figures.end(), boards.figures.begin(),
                             boards.figures.end());
    }
  }
  return figures;
}

Section ClaimByClaim(const Findings& findings) {
  Section section = {"claims", "Claim by claim", {}};
  for (const auto& [claim, verdict, text] : findings.claims) {
    section.blocks.push_back(
        Finding{.label = claim.id(),
                .claim = claim.text(),
                .verdict = VerdictText(verdict),
                .tone = ToneOf(verdict),
                .text = text,
                .source = claim.source(),
                .check = claim.check(),
                .commands = {claim.commands().begin(), claim.commands().end()},
                .figures = PicturesOf(claim.id(), findings)});
  }
  return section;
}

Section Reading() {
  BoardPicture board = {.rows = 5, .columns = 5, .black = 0, .red = 0};
  Section section = {"reading", "How to read the maps", {}};
  section.blocks.push_back(Paragraph{
      "Squares are numbered row by row, as Scarne did. A **value** says who "
      "wins "
      "if both sides play as well as can be, and in how many plies (single "
      "turns, "
      "the letter's \"turns\"): \"Black in 13\" means that Black completes a "
      "goal with the 13th ply."});
  section.blocks.push_back(
      Figures{{{.pictures = {board},
                .alt = "The squares, numbered 1 to 25 from the upper left",
                .caption = "The numbers of the squares"}}});
  section.blocks.push_back(Paragraph{
      "A **style** has a letter for a player's first, second, third and fourth "
      "drop: `S` if he picks the square himself, `A` if his opponent does. "
      "Each "
      "map shows what Black's first drop on a square comes to: `=` a draw, a "
      "number the plies in which the side of that colour wins, counted from "
      "the "
      "empty board. With an `A` first, Red picks that square, and takes one "
      "that is worst for Black; so a style may be a draw although Black would "
      "win from some squares."});
  return section;
}

void AddVariants(const RulesFinding& rules, Section& section) {
  section.blocks.push_back(Heading{"What the first drop is worth"});
  section.blocks.push_back(MapsOf(rules, false));
  Figures banned = MapsOf(rules, true);
  if (banned.figures.empty()) return;
  section.blocks.push_back(
      Paragraph{"The same if the first drop may not go on the centre (×):"});
  section.blocks.push_back(std::move(banned));
}

Histogram HistogramOf(const RulesFinding& rules) {
  return {.caption = absl::StrCat(
              RulesTitle(rules.result.name()),
              ": placements by the number of plies in which they are decided"),
          .levels = rules.depths.levels};
}

void AddLongest(const RulesFinding& rules, Section& section) {
  const studies::Depths& depths = rules.depths;
  section.blocks.push_back(Heading{"How long wins are"});
  section.blocks.push_back(Paragraph{absl::StrCat(
      "Of ", WithCommas(depths.placements), " placements of all pieces ",
      WithCommas(depths.no_value),
      " cannot arise, since the side to move has a goal already, and ",
      WithCommas(depths.draws), " are drawn. The others are decided in up to ",
      depths.levels.size() - 1,
      " plies: won by the side to move if the number is odd, lost if it is "
      "even. "
      "The scale is logarithmic.")});
  section.blocks.push_back(HistogramOf(rules));
  section.blocks.push_back(Heading{absl::StrCat(
      "The longest forced wins: ", depths.LongestWin(), " plies")});
  section.blocks.push_back(Paragraph{
      absl::StrCat("Up to symmetry and colour there are ", rules.longest.size(),
                   ". Beside each stands the end of a line of best play.")});
  section.blocks.push_back(LongestOf(rules));
}

Section InPictures(const RulesFinding& rules) {
  const std::string title = RulesTitle(rules.result.name());
  Section section = {
      absl::StrCat("rules-", rules.result.name()),
      IsTheLetters(rules) ? absl::StrCat(title, " Teeko") : title,
      {Paragraph{
          absl::StrCat("Board and goals: ", GoalsText(rules.manifest.rules()),
                       "; ", rules.result.goals(), " goals in all.")}}};
  AddVariants(rules, section);
  AddLongest(rules, section);
  return section;
}

Section Privilege(const Findings& findings) {
  Section section = {"privilege", "Handing back the choice", {}};
  section.blocks.push_back(Paragraph{
      "Where the opponent picks the square of a drop, one source lets him hand "
      "the "
      "choice back to the owner of the piece. That can never change a value: "
      "who "
      "picks for the other side picks what is worst for it, and its own choice "
      "cannot be worse than that. Here this is not argued but computed. For "
      "every "
      "position in which the opponent picks next we compare what his choice "
      "comes "
      "to with what the owner's would. The two readings of the rule differ "
      "only "
      "if the last column is not 0 somewhere."});
  for (const RulesFinding& rules : findings.rules) {
    if (rules.pass_privilege.empty()) continue;
    Table table = {
        .caption = absl::StrCat(RulesTitle(rules.result.name()),
                                " Teeko: positions of all styles in which the "
                                "opponent picks the next square"),
        .header = {"Pieces placed", "Positions", "Both choices equal",
                   "Handing back harms", "Handing back pays"},
        .rows = {},
        .text_columns = 1};
    studies::PassPrivilege sum;
    for (const studies::PassPrivilege& count : rules.pass_privilege) {
      table.rows.push_back({absl::StrCat(count.placed),
                            WithCommas(count.positions), WithCommas(count.same),
                            WithCommas(count.worse), WithCommas(count.better)});
      sum.positions += count.positions;
      sum.same += count.same;
      sum.worse += count.worse;
      sum.better += count.better;
    }
    table.rows.push_back({"all", WithCommas(sum.positions),
                          WithCommas(sum.same), WithCommas(sum.worse),
                          WithCommas(sum.better)});
    section.blocks.push_back(std::move(table));
  }
  return section;
}

Section Time(const Findings& findings) {
  Section section = {"time", "Time and memory", {}};
  section.blocks.push_back(
      Paragraph{"Steele's program took just under 32 hours and 15 minutes for "
                "Standard and "
                "just under 45 hours for Advanced Teeko, on one 300 MHz "
                "UltraSPARC processor "
                "with about 205 megabytes (October and November 1998). These "
                "are the seconds "
                "and the peak memory that our stages measured in this run."});
  Table table = {.caption = "Time and peak memory",
                 .header = {"Rules", "Steele, 1998", "`solver_a`", "`solver_b`",
                            "`verify`"},
                 .rows = {},
                 .text_columns = 1};
  for (const RulesFinding& rules : findings.rules) {
    const std::string& name = rules.result.name();
    std::vector<std::string> row = {RulesTitle(name),
                                    name == "standard"   ? "32 h 15 min, 205 MB"
                                    : name == "advanced" ? "45 h, 205 MB"
                                                         : ""};
    for (const StageFinding& stage : rules.stages) {
      row.push_back(
          stage.report
              ? absl::StrCat(Seconds(stage.report->seconds()), ", ",
                             Megabytes(stage.report->peak_memory_bytes()))
              : "no report");
    }
    table.rows.push_back(std::move(row));
  }
  section.blocks.push_back(std::move(table));
  return section;
}

Section OtherRules(const Findings& findings) {
  Section section = {"other-rules", "Other rules", {}};
  section.blocks.push_back(Paragraph{
      "The letter closes with questions: what if other winning figures are "
      "allowed, such as tilted squares? What if the edges of the board wrap "
      "around? The same programs answer them, since the rules are their input. "
      "(The infinite board, the letter's third question, is beyond tables.)"});
  Table table = {
      .caption = "All rules of this run, drops picked by their owners",
      .header = {"Rules", "Board and goals", "Empty board", "Goals", "Draws",
                 "Longest win"},
      .rows = {},
      .text_columns = 3};
  for (const RulesFinding& rules : findings.rules) {
    table.rows.push_back(
        {RulesTitle(rules.result.name()), GoalsText(rules.manifest.rules()),
         StandardStyle(rules.result), absl::StrCat(rules.result.goals()),
         WithCommas(rules.depths.draws),
         absl::StrCat(rules.depths.LongestWin())});
  }
  section.blocks.push_back(std::move(table));
  return section;
}

Section Reproduction() {
  return {
      "reproduction",
      "Do it yourself",
      {Paragraph{"On Debian 12, in the project's folder:"},
       Listing{{"./bazelw run //:pipeline      # solve twice, verify, report",
                "./bazelw test //...           # all tests",
                "./bazelw run //reports:query -- --rules=advanced "
                "'Black on; Red on; Black to move'",
                "./bazelw run //reports:longest -- --rules=standard"}}}};
}

}  // namespace

Document ReportOf(const Findings& findings) {
  Document document = {
      .title = "Teeko, solved and checked",
      .subtitle =
          "What Guy Steele’s letter of 1998 claims, and what two "
          "independent programs and a verifier found",
      .sections = {Summary(findings), ClaimByClaim(findings), Reading()}};
  const auto add_each = [&](bool letters) {
    for (const RulesFinding& rules : findings.rules) {
      if (IsTheLetters(rules) == letters) {
        document.sections.push_back(InPictures(rules));
      }
    }
  };
  add_each(true);
  document.sections.push_back(Privilege(findings));
  std::vector<const RulesFinding*> examined;  // Standard first
  for (const char* const name : {"standard", "advanced"}) {
    const RulesFinding* const rules = FindRules(findings.rules, name);
    if (rules != nullptr && rules->result.has_extra_rules()) {
      examined.push_back(rules);
    }
  }
  if (!examined.empty()) {
    document.sections.push_back(ExtraRulesSection(examined));
  }
  document.sections.push_back(Time(findings));
  document.sections.push_back(OtherRules(findings));
  add_each(false);
  document.sections.push_back(VerificationSection(findings));
  document.sections.push_back(Reproduction());
  return document;
}

}  // namespace teeko::reports
