#include "reports/claims/verdicts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/claims/words.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

constexpr uint64_t kPlacements = 75'710'250;
constexpr uint64_t kScarnesPlacements = 1'081'575;

struct Judgement {
  Verdict verdict = Verdict::kNotExamined;
  std::string finding =
      "The rules that this claim is about were not in this run.";
};

Judgement Judge(bool as_claimed, std::string finding) {
  return {as_claimed ? Verdict::kReproduced : Verdict::kRefuted,
          std::move(finding)};
}

// Outcomes by style: "draw", "Black in 13".
std::map<std::string, std::string> Outcomes(const RulesFinding& rules,
                                            bool centre_ban) {
  std::map<std::string, std::string> outcomes;
  for (const VariantResult& variant : rules.result.variants()) {
    if (variant.centre_ban() == centre_ban) {
      outcomes[variant.style()] = OutcomeText(variant);
    }
  }
  return outcomes;
}

// "SSSS: Black in 13, SAAA: draw".
std::string List(const std::map<std::string, std::string>& outcomes) {
  return absl::StrJoin(outcomes, ", ", absl::PairFormatter(": "));
}

// What the letter has for the eight styles of Standard or Advanced Teeko.
std::map<std::string, std::string> Claimed(bool advanced) {
  std::map<std::string, std::string> outcomes;
  for (const char* style :
       {"SSSS", "AAAA", "ASSS", "AASS", "AAAS", "SAAA", "SSAA", "SSSA"}) {
    outcomes[style] = "draw";
  }
  if (advanced) {
    outcomes["SSSS"] = "Black in 13";
    outcomes["SAAA"] = "Black in 25";
  }
  return outcomes;
}

Judgement JudgePlacements(const RulesFinding& standard) {
  const uint64_t counted = standard.depths.placements;
  return Judge(
      counted == kPlacements && counted == 70 * kScarnesPlacements,
      absl::StrFormat("The table has %s placements of eight pieces; 70 × "
                      "Scarne's %s is %s.",
                      WithCommas(counted), WithCommas(kScarnesPlacements),
                      WithCommas(70 * kScarnesPlacements)));
}

Judgement JudgeOutcomes(const RulesFinding& rules, bool advanced) {
  const auto outcomes = Outcomes(rules, false);
  return Judge(outcomes == Claimed(advanced),
               absl::StrCat("The empty board is worth, style by style: ",
                            List(outcomes), "."));
}

Judgement JudgeOnlyFirstDrop(const RulesFinding& advanced) {
  std::vector<uint32_t> winning;
  for (const VariantResult& variant : advanced.result.variants()) {
    if (variant.style() != "SSSS" || variant.centre_ban()) continue;
    for (const auto& [square, value] : variant.first_drops()) {
      if (value.rfind("black", 0) == 0) winning.push_back(square);
    }
  }
  std::ranges::sort(winning);
  return Judge(
      winning == std::vector<uint32_t>{13},
      absl::StrCat("First drops that win for Black: ",
                   winning.empty() ? "none" : absl::StrJoin(winning, ", "),
                   ". (The centre is square 13.)"));
}

Judgement JudgeCentreBan(const RulesFinding& standard,
                         const RulesFinding& advanced) {
  std::vector<std::string> changed;
  for (const RulesFinding* rules : {&standard, &advanced}) {
    const auto without = Outcomes(*rules, false);
    const auto with = Outcomes(*rules, true);
    if (with.size() != without.size()) return {};
    for (const auto& [style, outcome] : without) {
      if (with.at(style) == outcome) continue;
      changed.push_back(absl::StrCat(RulesTitle(rules->result.name()), " ",
                                     style, ": ", outcome, " becomes ",
                                     with.at(style)));
    }
  }
  std::ranges::sort(changed);
  return Judge(
      changed ==
          std::vector<std::string>{"Advanced SAAA: Black in 25 becomes draw",
                                   "Advanced SSSS: Black in 13 becomes draw"},
      changed.empty()
          ? "The ban changes no outcome."
          : absl::StrCat("What the ban changes: ", absl::StrJoin(changed, "; "),
                         "."));
}

Judgement JudgeLongest(const RulesFinding& standard,
                       const RulesFinding& advanced) {
  const auto [s, a] =
      std::pair(standard.result.longest_win(), advanced.result.longest_win());
  return Judge(
      s == 39 && a == 59,
      absl::StrFormat("Standard: %d plies, in %d positions up to "
                      "symmetry and colour; Advanced: %d plies, in %d.",
                      s, standard.longest.size(), a, advanced.longest.size()));
}

Judgement JudgeAnnotations(const std::vector<PrintedAnnotation>& annotations) {
  std::vector<std::string> findings;
  bool same = true;
  for (const auto& [name, letters, ours] : annotations) {
    same = same && letters == ours;
    findings.push_back(absl::StrCat(name,
                                    letters == ours
                                        ? ": the same to the byte, "
                                        : ": differs from the letter's ",
                                    letters.size(), " bytes"));
  }
  return Judge(same, absl::StrCat(absl::StrJoin(findings, "; "), "."));
}

// What the stages took, "solver_a 5.0 s and 199 MB, solver_b …".
std::string TimesText(const RulesFinding& rules) {
  std::vector<std::string> times;
  for (const auto& [name, report] : rules.stages) {
    if (!report) continue;
    times.push_back(absl::StrFormat("%s %.1f s and %.0f MB", name,
                                    report->seconds(),
                                    report->peak_memory_bytes() / 1e6));
  }
  return times.empty() ? "no reports" : absl::StrJoin(times, ", ");
}

Judgement JudgeTime(const RulesFinding& standard,
                    const RulesFinding& advanced) {
  return {Verdict::kNotComparable,
          absl::StrCat("Our programs took, for Standard: ", TimesText(standard),
                       "; for Advanced: ", TimesText(advanced),
                       ". See [Time "
                       "and memory](#time).")};
}

// C8: the letter's cycle and no other.
Judgement JudgeCycles(const RulesResult& standard,
                      const RulesResult& advanced) {
  const auto& none = standard.extra_rules().unique_move_cycles();
  const auto& one = advanced.extra_rules().unique_move_cycles();
  return Judge(
      none.empty() && one.size() == 1 && one[0].positions_size() == 4,
      absl::StrCat("Such cycles, up to symmetry and colour: ", none.size(),
                   " in Standard, ", one.size(), " in Advanced",
                   one.empty() ? ""
                               : absl::StrCat(", of ", one[0].positions_size(),
                                              " positions"),
                   "."));
}

// C9: draws are won under the original wording, none under the amended one.
Judgement JudgeFourMoveLimit(const RulesResult& standard,
                             const RulesResult& advanced) {
  bool original_wins = true;
  bool amended_wins = false;
  std::vector<std::string> original;
  std::vector<std::string> amended;
  for (const RulesResult* rules : {&standard, &advanced}) {
    const extra_rules::FourMoveLimit& limit =
        rules->extra_rules().four_move_limit();
    const extra_rules::WordingResult* const scarne = FindWording(limit, 0);
    const extra_rules::WordingResult* const steele = FindWording(limit, 1);
    if (scarne == nullptr || steele == nullptr) return {};
    original_wins &= scarne->draws_won().loser_to_move() > 0;
    amended_wins |= steele->draws_won().loser_to_move() > 0;
    for (const auto& [texts, wording] :
         {std::pair(&original, scarne), std::pair(&amended, steele)}) {
      texts->push_back(
          absl::StrCat(WithCommas(wording->draws_won().loser_to_move()), " in ",
                       RulesTitle(rules->name())));
    }
  }
  return Judge(
      original_wins && !amended_wins,
      absl::StrCat(
          "The limit ", original_wins ? "wins" : "does not win",
          " drawn positions under the original wording (",
          absl::StrJoin(original, ", "),
          ", the side to move losing, nobody having moved). Under Steele's "
          "amendment draws can ",
          amended_wins ? "still" : "no longer", " be won (",
          absl::StrJoin(amended, ", "), ")",
          amended_wins ? ". One such win is played out [below](#extra-rules)."
                       : "."));
}

// C10: ten moves change nothing.
Judgement JudgeCornerLimit(const RulesResult& standard,
                           const RulesResult& advanced) {
  const uint32_t in_standard =
      standard.extra_rules().smallest_harmless_corner_limit();
  const uint32_t in_advanced =
      advanced.extra_rules().smallest_harmless_corner_limit();
  return Judge(in_standard != 0 && in_standard <= 10 && in_advanced != 0 &&
                   in_advanced <= 10,
               absl::StrCat("The shortest limit from which on no value "
                            "changes, not even a number of plies (0: none up "
                            "to 10), is ",
                            in_standard, " moves in Standard and ", in_advanced,
                            " in Advanced."));
}

}  // namespace

const extra_rules::WordingResult* FindWording(
    const extra_rules::FourMoveLimit& limit, uint32_t steady_turns) {
  for (const extra_rules::WordingResult& wording : limit.wordings()) {
    if (wording.moves() == 4 && wording.steady_turns() == steady_turns &&
        !wording.binds_invoker()) {
      return &wording;
    }
  }
  return nullptr;
}

std::vector<ClaimFinding> JudgeClaims(
    const Claims& claims, const std::vector<RulesFinding>& rules,
    const std::vector<PrintedAnnotation>& annotations) {
  const RulesFinding* const standard = FindRules(rules, "standard");
  const RulesFinding* const advanced = FindRules(rules, "advanced");
  const auto judge = [&](const std::string& id) -> Judgement {
    if (id == "C1" && standard) return JudgePlacements(*standard);
    if (id == "C2" && standard) return JudgeOutcomes(*standard, false);
    if (id == "C3" && advanced) return JudgeOutcomes(*advanced, true);
    if (id == "C4" && advanced) return JudgeOnlyFirstDrop(*advanced);
    if (id == "C7" && !annotations.empty()) {
      return JudgeAnnotations(annotations);
    }
    if (!standard || !advanced) return {};
    if (id == "C5") return JudgeCentreBan(*standard, *advanced);
    if (id == "C6") return JudgeLongest(*standard, *advanced);
    if (id == "C11") return JudgeTime(*standard, *advanced);
    const RulesResult& results = standard->result;
    if (!results.has_extra_rules() || !advanced->result.has_extra_rules()) {
      return {.finding = "The extra rules were not examined in this run."};
    }
    if (id == "C8") return JudgeCycles(results, advanced->result);
    if (id == "C9") return JudgeFourMoveLimit(results, advanced->result);
    if (id == "C10") return JudgeCornerLimit(results, advanced->result);
    return {};
  };
  std::vector<ClaimFinding> findings;
  for (const Claim& claim : claims.claims()) {
    auto [verdict, finding] = judge(claim.id());
    findings.push_back({claim, verdict, std::move(finding)});
  }
  return findings;
}

}  // namespace teeko::reports
