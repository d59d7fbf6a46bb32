#include "reports/claims/evidence.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "game/accepted_table.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/json.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/text_proto.h"

namespace teeko::reports {
namespace {

using google::protobuf::util::MessageDifferencer;

std::vector<StageTime> ReadStages(const std::string& folder) {
  std::vector<StageTime> stages;
  for (const char* name :
       {"solver_a", "solver_b", "verify", "certificates", "extra_rules"}) {
    StageTime stage = {.name = name, .report = {}};
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

absl::StatusOr<Variant> EmptyBoard(const Tablebase& tablebase,
                                   const VariantValue& stated) {
  const Position start =
      tablebase.game().Start(stated.style(), stated.centre_ban());
  const absl::StatusOr<Value> value = tablebase.Probe(start);
  if (!value.ok()) return value.status();
  const absl::StatusOr<std::vector<Successor>> drops =
      tablebase.Successors(start);
  if (!drops.ok()) return drops.status();
  Variant variant = {stated.style(), stated.centre_ban(), *value, {}};
  for (const Successor& drop : *drops) {
    Value before = drop.value;
    if (before.winner) ++before.plies;
    variant.first_drops.push_back({drop.move.to, before});
  }
  std::ranges::sort(variant.first_drops, {}, [](auto& d) { return d.first; });
  return variant;
}

EmptyBoardValue Stated(Value value) {
  EmptyBoardValue stated;
  stated.set_winner(!value.winner                     ? EmptyBoardValue::DRAW
                    : *value.winner == Colour::kBlack ? EmptyBoardValue::BLACK
                                                      : EmptyBoardValue::RED);
  stated.set_plies(value.plies);
  return stated;
}

// The manifest as it must be if the table is to be believed.
Manifest FromTable(const Evidence& evidence) {
  Manifest manifest = evidence.manifest;
  manifest.set_goals(evidence.tablebase->game().kernel().goals.size());
  manifest.set_placements(evidence.depths.placements);
  manifest.set_no_value(evidence.depths.no_value);
  manifest.set_draws(evidence.depths.draws);
  manifest.mutable_levels()->Assign(evidence.depths.levels.begin(),
                                    evidence.depths.levels.end());
  manifest.clear_variants();
  for (const Variant& variant : evidence.variants) {
    VariantValue& stated = *manifest.add_variants();
    stated.set_style(variant.style);
    stated.set_centre_ban(variant.centre_ban);
    *stated.mutable_value() = Stated(variant.value);
    for (const auto& [square, value] : variant.first_drops) {
      FirstDrop& drop = *stated.add_first_drops();
      drop.set_square(square);
      *drop.mutable_value() = Stated(value);
    }
  }
  return manifest;
}

// "draw", "black" or "red".
std::string OutcomeOf(Value value) {
  return value.winner ? absl::AsciiStrToLower(ToString(*value.winner)) : "draw";
}

// What results.json must say of the rules, but for the extra rules.
RulesResult ResultOf(const Evidence& evidence) {
  const Manifest& manifest = evidence.manifest;
  RulesResult result;
  result.set_name(manifest.rules().name());
  result.set_goals(manifest.goals());
  result.set_placements(manifest.placements());
  result.set_no_value(manifest.no_value());
  result.set_draws(manifest.draws());
  result.mutable_levels()->Assign(manifest.levels().begin(),
                                  manifest.levels().end());
  result.set_longest_win(evidence.depths.LongestWin());
  result.set_digest(manifest.digest());
  for (const Variant& variant : evidence.variants) {
    VariantResult& one = *result.add_variants();
    one.set_style(variant.style);
    one.set_name(StyleName(variant.style));
    one.set_centre_ban(variant.centre_ban);
    one.set_outcome(OutcomeOf(variant.value));
    one.set_plies(variant.value.plies);
    for (const auto& [square, value] : variant.first_drops) {
      (*one.mutable_first_drops())[square] =
          value.winner ? absl::StrCat(OutcomeOf(value), " ", value.plies)
                       : "draw";
    }
  }
  return result;
}

// The names of the first field in which they differ, or empty.
std::string Difference(const google::protobuf::Message& stated,
                       const google::protobuf::Message& found) {
  std::string differences;
  MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  differencer.Compare(stated, found);
  return differences.substr(0, differences.find('\n'));
}

absl::Status Untrue(absl::string_view file, absl::string_view name,
                    absl::string_view difference) {
  return absl::FailedPreconditionError(absl::StrCat(
      file, " is not true of the table of \"", name, "\": ", difference,
      "; ./bazelw run //:pipeline -- --rules=", name, " makes both again"));
}

absl::Status ReadLongest(const SectionValues& placements, Evidence& evidence) {
  const int plies = evidence.depths.LongestWin();
  if (plies == 0) return absl::OkStatus();
  for (const studies::LongestWin& win :
       studies::WinsIn(evidence.tablebase->game(), placements, plies)) {
    const absl::StatusOr<std::vector<Successor>> line =
        evidence.tablebase->PrincipalLine(win.position);
    if (!line.ok()) return line.status();
    LongWin longest = {win, {}, line->back().position};
    for (const Successor& successor : *line) {
      longest.line.push_back(successor.move);
    }
    evidence.longest.push_back(std::move(longest));
  }
  return absl::OkStatus();
}

absl::StatusOr<Evidence> Gather(const std::string& folder,
                                const RulesResult& stated) {
  const std::string& name = stated.name();
  Evidence evidence;
  const absl::StatusOr<Manifest> manifest = ReadManifest(folder, name);
  if (!manifest.ok()) return manifest.status();
  evidence.manifest = *manifest;
  const absl::StatusOr<TableReader> table = OpenAcceptedTable(folder, name);
  if (!table.ok()) return table.status();
  absl::StatusOr<Tablebase> tablebase = Tablebase::Open(folder, name);
  if (!tablebase.ok()) return tablebase.status();
  evidence.tablebase = std::make_shared<Tablebase>(*std::move(tablebase));

  for (const VariantValue& variant : manifest->variants()) {
    absl::StatusOr<Variant> found = EmptyBoard(*evidence.tablebase, variant);
    if (!found.ok()) return found.status();
    evidence.variants.push_back(*std::move(found));
  }
  const absl::StatusOr<SectionValues> placements =
      SectionValues::Read(*table, 0);
  if (!placements.ok()) return placements.status();
  evidence.depths = studies::CountDepths(*placements);
  std::string difference = Difference(*manifest, FromTable(evidence));
  if (!difference.empty()) return Untrue("the manifest", name, difference);
  RulesResult result = ResultOf(evidence);
  if (stated.has_extra_rules()) {
    // Where the study does not apply, it has nothing to say.
    if (stated.extra_rules().has_four_move_limit()) {
      evidence.extra_rules = stated.extra_rules();
    }
    *result.mutable_extra_rules() = stated.extra_rules();
  }
  difference = Difference(stated, result);
  if (!difference.empty()) return Untrue("results.json", name, difference);

  const absl::Status status = ReadLongest(*placements, evidence);
  if (!status.ok()) return status;
  // Larger tables would take minutes.
  if (evidence.depths.placements <= 100'000'000) {
    absl::StatusOr<std::vector<studies::PassPrivilege>> pass_privilege =
        studies::CheckPassPrivilege(evidence.tablebase->game(), *table);
    if (!pass_privilege.ok()) return pass_privilege.status();
    evidence.pass_privilege = *std::move(pass_privilege);
  }

  const std::string rules_folder = absl::StrCat(folder, "/", name);
  evidence.stages = ReadStages(rules_folder);
  CertificatesChecked certificates;
  const absl::Status checked =
      ReadJson(rules_folder + "/certificates.json", certificates);
  if (checked.ok() && certificates.rules() == name) {
    evidence.certificates = std::move(certificates);
  }
  if (!checked.ok() && !absl::IsNotFound(checked)) return checked;
  return evidence;
}

}  // namespace

int LongestLoss(const studies::Depths& depths) {
  for (int n = static_cast<int>(depths.levels.size()) - 1; n > 0; --n) {
    if (n % 2 == 0 && depths.levels[n] > 0) return n;
  }
  return 0;
}

absl::StatusOr<std::vector<Evidence>> GatherEvidence(
    const std::string& folder, const std::vector<std::string>& names) {
  Results results;
  const std::string path = absl::StrCat(folder, "/results.json");
  const absl::Status status = ReadJson(path, results);
  if (!status.ok()) return status;
  for (const std::string& name : names) {
    if (std::ranges::count(results.rules(), name, &RulesResult::name) == 0) {
      return absl::NotFoundError(
          absl::StrCat(path, " has no rules \"", name, "\""));
    }
  }
  std::vector<Evidence> all;
  for (const RulesResult& result : results.rules()) {
    if (!names.empty() && std::ranges::count(names, result.name()) == 0) {
      continue;
    }
    absl::StatusOr<Evidence> evidence = Gather(folder, result);
    if (!evidence.ok()) return evidence.status();
    all.push_back(*std::move(evidence));
  }
  return all;
}

}  // namespace teeko::reports
