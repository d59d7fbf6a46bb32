// The output folder of one rules, which never holds a manifest beside tables
// that it was not made for.
//
//   DIR/results.json, report.html, report.md
//   DIR/NAME/solver_a.table
//            solver_b.table
//            rules.textproto          the rules as used
//            manifest.textproto
//            extra_rules.json, .md
//            STAGE.report.textproto   what a stage measured
//            unfinished/              where stages write; gone in the end
//
// Stages read and write in unfinished/ alone.  What they made is checked, then
// renamed into its place; so a stage that fails or is stopped changes nothing.
// Before a table comes that the manifest does not accept, and before the
// verifier is asked anew, the report, results.json and the manifest go.

#ifndef TEEKO_PIPELINE_RULES_FOLDER_H_
#define TEEKO_PIPELINE_RULES_FOLDER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/extra_rules.pb.h"
#include "proto/results.pb.h"
#include "proto/rules.pb.h"
#include "stage/stage_report.pb.h"

namespace teeko::pipeline {

class RulesFolder {
 public:
  // Of `rules`, which must outlive this, below the folder `out`.
  RulesFolder(const std::string& out, const Rules& rules);
  // Removes unfinished/.
  ~RulesFolder();
  RulesFolder(const RulesFolder&) = delete;
  RulesFolder& operator=(const RulesFolder&) = delete;

  const Rules& rules() const { return rules_; }

  // Makes the folder and an empty unfinished/, and writes the rules into the
  // latter, which shows that there is leave and room to write.
  absl::Status Prepare() const;

  // Paths of files in the folder and in unfinished/.
  std::string Path(absl::string_view name) const;
  std::string Unfinished(absl::string_view name) const;

  // Names of files.
  static std::string TableName(absl::string_view solver);
  static std::string ReportName(absl::string_view stage);
  static constexpr char kRules[] = "rules.textproto";
  static constexpr char kManifest[] = "manifest.textproto";
  static constexpr char kExtraRules[] = "extra_rules.json";
  static constexpr char kExtraRulesChapter[] = "extra_rules.md";

  // OK if the solver's table is in its place, whole to the last byte, and of
  // these rules.  NotFound if there is none.
  absl::Status CheckTable(absl::string_view solver) const;

  // What the manifest says, if it accepts both tables and is not older than
  // they are.  NotFound if there is none.
  absl::StatusOr<RulesResult> Result() const;

  // Puts the table in its place that the solver wrote into unfinished/.
  absl::Status InstallTable(absl::string_view solver) const;

  // Removes the manifest, and before it what was made of it: the report,
  // results.json, and what was found on the extra rules.
  absl::Status DropManifest() const;

  // Puts the manifest in its place that the verifier wrote into unfinished/;
  // returns what it says.
  absl::StatusOr<RulesResult> InstallManifest() const;

  // What was found on the extra rules.  NotFound if there is nothing.
  absl::StatusOr<extra_rules::ExtraRules> ExtraRules() const;

  // Puts in their place the two files on the extra rules that were written
  // into unfinished/; returns what they say.
  absl::StatusOr<extra_rules::ExtraRules> InstallExtraRules() const;

  // Puts the rules in their place.
  absl::Status InstallRules() const;

  // The report that a stage wrote into unfinished/; empty if there is none.
  StageReport ReadReport(absl::string_view stage) const;
  absl::Status WriteReport(absl::string_view stage,
                           const StageReport& report) const;

 private:
  // What the manifest at `path` says, if it accepts both tables.
  absl::StatusOr<RulesResult> ReadResult(const std::string& path) const;

  // Renames a file from unfinished/ into its place.
  absl::Status Install(absl::string_view name) const;

  const Rules& rules_;
  std::string out_;
  std::string folder_;
};

// Path of results.json in the folder `out`.
std::string ResultsPath(const std::string& out);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_RULES_FOLDER_H_
