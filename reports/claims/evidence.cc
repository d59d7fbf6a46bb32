#include "reports/claims/evidence.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/table_reader.h"
#include "reports/results.h"
#include "studies/scores/scores.h"
#include "verify/counts.h"

namespace teeko::reports {
namespace {

std::vector<StageReport> ReadStages(const std::string& folder) {
  std::vector<StageReport> stages;
  for (const char* name : kStages) {
    StageReport& report = stages.emplace_back();
    const absl::Status status = proto::ReadTextProto(
        absl::StrCat(folder, "/", name, ".report.textproto"), report);
    if (!status.ok()) report.Clear();
  }
  return stages;
}

// Returns the value as a message, with `plies` added to its distance.
EmptyBoardValue ToProto(Value value, int plies) {
  EmptyBoardValue stated;
  if (!value.winner) return stated;
  stated.set_winner(*value.winner == Colour::kBlack ? EmptyBoardValue::BLACK
                                                    : EmptyBoardValue::RED);
  stated.set_plies(value.plies + plies);
  return stated;
}

absl::StatusOr<VariantValue> EmptyBoard(const Tablebase& tablebase,
                                        const VariantValue& variant) {
  const Position start =
      tablebase.game().Start(variant.style(), variant.centre_ban());
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(start));
  VariantValue found;
  found.set_style(variant.style());
  found.set_centre_ban(variant.centre_ban());
  *found.mutable_value() = ToProto(value, 0);
  for (const Move drop : tablebase.game().Moves(start)) {
    ASSIGN_OR_RETURN(const Value after,
                     tablebase.Probe(tablebase.game().After(start, drop)));
    FirstDrop& first = *found.add_first_drops();
    first.set_square(drop.to);
    *first.mutable_value() = ToProto(after, 1);
  }
  return found;
}

// Returns a copy of `stated`, in which the fields that the table determines are
// computed from the table.
absl::StatusOr<Manifest> FromTable(const Manifest& stated,
                                   const Tablebase& tablebase,
                                   const proto::TableReader& table) {
  Manifest manifest = stated;
  manifest.set_goals(tablebase.game().kernel().goals.size());
  RETURN_IF_ERROR(verify::CountValues(table, manifest));
  for (VariantValue& variant : *manifest.mutable_variants()) {
    ASSIGN_OR_RETURN(variant, EmptyBoard(tablebase, variant));
  }
  return manifest;
}

// Returns FailedPrecondition if `stated`, the contents of `file`, differs from
// `found`.  The message has the first field that differs.
absl::Status RequireEqual(absl::string_view file, absl::string_view name,
                          const google::protobuf::Message& stated,
                          const google::protobuf::Message& found) {
  std::string differences;
  google::protobuf::util::MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  if (differencer.Compare(stated, found)) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      file, ": does not agree with the table of \"", name,
      "\": ", differences.substr(0, differences.find('\n')),
      "; make both again: ./bazelw run //:pipeline -- --rules=", name));
}

absl::StatusOr<Evidence> Gather(const std::string& folder,
                                const RulesResult& stated) {
  const std::string& name = stated.name();
  Evidence evidence;
  ASSIGN_OR_RETURN(evidence.manifest, ReadManifest(folder, name));
  ASSIGN_OR_RETURN(proto::TableReader opened,
                   OpenAcceptedTable(folder, name, evidence.manifest));
  const auto shared =
      std::make_shared<const proto::TableReader>(std::move(opened));
  const proto::TableReader& table = *shared;
  evidence.tablebase = std::make_shared<Tablebase>(shared);
  ASSIGN_OR_RETURN(const Manifest found,
                   FromTable(evidence.manifest, *evidence.tablebase, table));
  ASSIGN_OR_RETURN(RulesResult result, ResultOf(found));
  const std::string rules_folder = absl::StrCat(folder, "/", name);
  if (stated.has_extra_rules()) {
    RETURN_IF_ERROR(proto::ReadJson(rules_folder + "/extra_rules.json",
                                    *result.mutable_extra_rules()));
  }
  RETURN_IF_ERROR(RequireEqual("the manifest", name, evidence.manifest, found));
  RETURN_IF_ERROR(RequireEqual("results.json", name, stated, result));

  if (stated.extra_rules().has_four_move_limit()) {
    evidence.extra_rules = stated.extra_rules();
  }
  if (const int plies = proto::Longest(found, /*wins=*/true); plies > 0) {
    ASSIGN_OR_RETURN(evidence.longest,
                     studies::WinsIn(evidence.tablebase->game(), table, plies));
  }
  // The study would take minutes for larger tables.
  if (found.placements() <= 100'000'000) {
    ASSIGN_OR_RETURN(
        evidence.pass_privilege,
        studies::CheckPassPrivilege(evidence.tablebase->game(), table));
  }

  evidence.stages = ReadStages(rules_folder);
  proof::CertificatesChecked certificates;
  const absl::Status status =
      proto::ReadJson(rules_folder + "/certificates.json", certificates);
  if (status.ok() && certificates.rules() == name) {
    evidence.certificates = std::move(certificates);
  }
  if (!status.ok() && !absl::IsNotFound(status)) return status;
  return evidence;
}

absl::StatusOr<ScoredEvidence> GatherScored(const std::string& folder,
                                            const RulesResult& stated) {
  const std::string& name = stated.name();
  ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder, name));
  ASSIGN_OR_RETURN(proto::TableReader table,
                   OpenAcceptedTable(folder, name, manifest));
  ASSIGN_OR_RETURN(RulesResult found, ResultOf(manifest));
  ASSIGN_OR_RETURN(
      *found.mutable_scored()->mutable_scores(),
      studies::FindScores(
          std::make_shared<const proto::TableReader>(std::move(table))));
  RETURN_IF_ERROR(RequireEqual("results.json", name, stated, found));
  return ScoredEvidence{manifest.rules(), stated};
}

}  // namespace

absl::StatusOr<RunEvidence> GatherEvidence(
    const std::string& folder, const std::vector<std::string>& names) {
  Results results;
  const std::string path = absl::StrCat(folder, "/results.json");
  RETURN_IF_ERROR(proto::ReadJson(path, results));
  for (const std::string& name : names) {
    if (std::ranges::count(results.rules(), name, &RulesResult::name) == 0) {
      return absl::NotFoundError(
          absl::StrCat(path, ": no rules \"", name, "\""));
    }
  }
  RunEvidence run;
  for (const RulesResult& stated : results.rules()) {
    if (!names.empty() && std::ranges::count(names, stated.name()) == 0) {
      continue;
    }
    if (!stated.has_scored()) {
      ASSIGN_OR_RETURN(run.games.emplace_back(), Gather(folder, stated));
    } else if (stated.scored().has_scores()) {
      ASSIGN_OR_RETURN(run.scored.emplace_back(), GatherScored(folder, stated));
    }
  }
  qubic::Facts facts;
  const absl::Status status =
      proto::ReadJson(absl::StrCat(folder, "/qubic/facts.json"), facts);
  if (status.ok()) run.qubic = std::move(facts);
  if (!status.ok() && !absl::IsNotFound(status)) return status;
  return run;
}

}  // namespace teeko::reports
