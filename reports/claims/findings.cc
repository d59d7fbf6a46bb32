#include "reports/claims/findings.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "game/accepted_table.h"
#include "game/tablebase.h"
#include "proto/json.h"
#include "proto/section_values.h"
#include "proto/text_proto.h"
#include "reports/annotation.h"
#include "reports/claims/embedded.h"
#include "reports/claims/verdicts.h"

namespace teeko::reports {
namespace {

std::vector<StageFinding> ReadStages(const std::string& folder) {
  std::vector<StageFinding> stages;
  for (const char* name : {"solver_a", "solver_b", "verify", "extra_rules"}) {
    StageFinding stage = {.name = name, .report = {}};
    StageReport report;
    if (ReadTextProto(absl::StrCat(folder, "/", name, ".report.textproto"),
                      report)
            .ok()) {
      stage.report = std::move(report);
    }
    stages.push_back(std::move(stage));
  }
  return stages;
}

bool AreConsistent(const RulesResult& result, const Manifest& manifest,
                   const studies::Depths& depths) {
  return result.digest() == manifest.digest() &&
         result.placements() == depths.placements &&
         manifest.placements() == depths.placements &&
         result.no_value() == depths.no_value &&
         manifest.no_value() == depths.no_value &&
         result.draws() == depths.draws && manifest.draws() == depths.draws &&
         std::ranges::equal(result.levels(), depths.levels) &&
         std::ranges::equal(manifest.levels(), depths.levels);
}

absl::StatusOr<LongestWinFinding> WithLine(const Tablebase& tablebase,
                                           const studies::LongestWin& win) {
  const absl::StatusOr<std::vector<Successor>> line =
      tablebase.PrincipalLine(win.position);
  if (!line.ok()) return line.status();
  LongestWinFinding finding = {
      .win = win, .line = {}, .end = line->back().position};
  for (const Successor& successor : *line) {
    finding.line.push_back(successor.move);
  }
  return finding;
}

absl::StatusOr<RulesFinding> GatherRules(const std::string& folder,
                                         const RulesResult& result) {
  const std::string& name = result.name();
  RulesFinding finding;
  finding.result = result;
  const absl::StatusOr<Manifest> manifest = ReadManifest(folder, name);
  if (!manifest.ok()) return manifest.status();
  finding.manifest = *manifest;
  finding.stages = ReadStages(absl::StrCat(folder, "/", name));

  const absl::StatusOr<TableReader> table = OpenAcceptedTable(folder, name);
  if (!table.ok()) return table.status();
  const absl::StatusOr<Tablebase> tablebase = Tablebase::Open(folder, name);
  if (!tablebase.ok()) return tablebase.status();
  const absl::StatusOr<SectionValues> placements =
      SectionValues::Read(*table, 0);
  if (!placements.ok()) return placements.status();
  finding.depths = studies::CountDepths(*placements);
  finding.consistent = AreConsistent(result, *manifest, finding.depths);
  const int plies = finding.depths.LongestWin();
  if (plies > 0) {
    for (const studies::LongestWin& win :
         studies::WinsIn(tablebase->game(), *placements, plies)) {
      absl::StatusOr<LongestWinFinding> longest = WithLine(*tablebase, win);
      if (!longest.ok()) return longest.status();
      finding.longest.push_back(*std::move(longest));
    }
  }
  // The argument is about Scarne's styles, whatever the goals.
  if (name != "standard" && name != "advanced") return finding;
  absl::StatusOr<std::vector<studies::PassPrivilege>> pass_privilege =
      studies::CheckPassPrivilege(tablebase->game(), *table);
  if (!pass_privilege.ok()) return pass_privilege.status();
  finding.pass_privilege = *std::move(pass_privilege);
  return finding;
}

// The letter's two samples, annotated by the Standard table.
absl::StatusOr<std::vector<PrintedAnnotation>> Annotate(
    const std::string& folder) {
  const absl::StatusOr<Tablebase> tablebase =
      Tablebase::Open(folder, "standard");
  if (!tablebase.ok()) return tablebase.status();
  std::vector<PrintedAnnotation> annotations;
  for (const auto& [name, item, letters] :
       {std::tuple("Problem No. 6", kProblem6, kAnnotatedProblem6),
        std::tuple("Standard Game No. 8", kGame8, kAnnotatedGame8)}) {
    answers::Annotations ours;
    const absl::Status status = AnnotateText(*tablebase, item, name, {}, ours);
    if (!status.ok()) return status;
    annotations.push_back({name, letters, AnnotationText(ours)});
  }
  return annotations;
}

}  // namespace

const RulesFinding* FindRules(const std::vector<RulesFinding>& rules,
                              const std::string& name) {
  for (const RulesFinding& one : rules) {
    if (one.result.name() == name) return &one;
  }
  return nullptr;
}

absl::StatusOr<Findings> GatherFindings(const std::string& folder,
                                        const std::vector<std::string>& names) {
  Results results;
  absl::Status status =
      ReadJson(absl::StrCat(folder, "/results.json"), results);
  if (!status.ok()) return status;
  Findings findings;
  for (const RulesResult& result : results.rules()) {
    if (!names.empty() && std::ranges::count(names, result.name()) == 0) {
      continue;
    }
    absl::StatusOr<RulesFinding> rules = GatherRules(folder, result);
    if (!rules.ok()) return rules.status();
    findings.rules.push_back(*std::move(rules));
  }
  for (const std::string& name : names) {
    if (FindRules(findings.rules, name) == nullptr) {
      return absl::NotFoundError(
          absl::StrCat(folder, "/results.json has no rules \"", name, "\""));
    }
  }

  std::vector<PrintedAnnotation> annotations;
  if (FindRules(findings.rules, "standard") != nullptr) {
    absl::StatusOr<std::vector<PrintedAnnotation>> some = Annotate(folder);
    if (!some.ok()) return some.status();
    annotations = *std::move(some);
  }
  Claims claims;
  status = ParseTextProto(kClaims, "corpus/claims.textproto", claims);
  if (!status.ok()) return status;
  findings.claims = JudgeClaims(claims, findings.rules, annotations);
  return findings;
}

}  // namespace teeko::reports
