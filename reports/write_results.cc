// The program write_results: writes the results of rule sets as JSON and as
// text.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "proto/message_file.h"
#include "reports/results.h"
#include "teeko/reports/results.pb.h"
#include "verify/golden_digests.h"

ABSL_FLAG(std::string, out, teeko::DefaultOutFolder(),
          "folder that the pipeline wrote");
ABSL_FLAG(std::vector<std::string>, rules, {},
          "names of the rules, separated by commas");
ABSL_FLAG(std::string, golden_digests, "",
          "digests to compare with (verify/golden_digests.proto)");
ABSL_FLAG(std::string, json, "", "file to write: the results for programs");
ABSL_FLAG(std::string, text, "", "file to write: the results for people");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "ignored: this stage uses one thread");
ABSL_FLAG(std::string, report, "",
          "file to write with the time that this stage used");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Writes the results of rule sets, sorted by placements, goals and name.

  write_results --out=DIR --rules=NAME,... --golden_digests=FILE
                --json=FILE --text=FILE

Reads DIR/NAME/manifest.textproto and, if they exist, DIR/NAME/extra_rules.json
and DIR/NAME/scores.json.
The text says whether FILE has the digests of the tables.  Fails if FILE has
other digests for the same rules.  For example:

  write_results --out=out --rules=standard,advanced --json=/tmp/results.json \
    --text=/tmp/results.txt --golden_digests=corpus/digests.textproto
)";

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"golden_digests", "json", "text"}));
  base::Progress progress("results");
  progress.StartPhase("writing");
  std::map<std::tuple<double, uint32_t, std::string>,
           std::pair<RulesResult, /*golden=*/bool>>
      sorted;
  const std::string folder = absl::GetFlag(FLAGS_out);
  for (const std::string& name : absl::GetFlag(FLAGS_rules)) {
    ASSIGN_OR_RETURN(const Manifest manifest, ReadManifest(folder, name));
    ASSIGN_OR_RETURN(RulesResult result, ResultOf(manifest));
    extra_rules::ExtraRules extra_rules;
    const absl::Status status = proto::ReadJson(
        absl::StrCat(folder, "/", name, "/extra_rules.json"), extra_rules);
    if (status.ok()) *result.mutable_extra_rules() = extra_rules;
    if (!status.ok() && !absl::IsNotFound(status)) return status;
    if (result.has_scored()) {
      scores::Scores scores;
      const absl::Status found = proto::ReadJson(
          absl::StrCat(folder, "/", name, "/scores.json"), scores);
      if (found.ok()) *result.mutable_scored()->mutable_scores() = scores;
      if (!found.ok() && !absl::IsNotFound(found)) return found;
    }
    ASSIGN_OR_RETURN(const bool golden,
                     verify::HasGoldenDigests(
                         manifest, absl::GetFlag(FLAGS_golden_digests)));
    sorted[{result.placements(), result.goals(), name}] = {result, golden};
  }
  Results results;
  results.set_version(1);
  std::string text;
  for (const auto& [key, item] : sorted) {
    *results.add_rules() = item.first;
    absl::StrAppend(&text, ResultText(item.first, item.second), "\n");
  }
  RETURN_IF_ERROR(proto::WriteJson(absl::GetFlag(FLAGS_json), results));
  RETURN_IF_ERROR(base::WriteFile(absl::GetFlag(FLAGS_text), text));
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
