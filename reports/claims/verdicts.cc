#include "reports/claims/verdicts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/claims/words.h"

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

Judgement JudgeExtra(const std::string& id, const ExtraRules& extra_rules) {
  for (const ExtraClaim& claim : extra_rules.claims()) {
    if (claim.id() == id) return Judge(claim.reproduced(), claim.finding());
  }
  return {
      Verdict::kNotExamined,
      "This claim is about the extra rules, which were not examined in this "
      "run."};
}

}  // namespace

std::vector<ClaimFinding> JudgeClaims(
    const Claims& claims, const std::vector<RulesFinding>& rules,
    const std::vector<PrintedAnnotation>& annotations,
    const ExtraRules& extra_rules) {
  const RulesFinding* const standard = FindRules(rules, "standard");
  const RulesFinding* const advanced = FindRules(rules, "advanced");
  const auto judge = [&](const std::string& id) -> Judgement {
    if (id == "C8" || id == "C9" || id == "C10") {
      return JudgeExtra(id, extra_rules);
    }
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
