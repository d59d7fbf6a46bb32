#include "pipeline/rules_folder.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "pipeline/outputs.h"
#include "pipeline/results.h"
#include "proto/json.h"
#include "proto/manifest.pb.h"
#include "proto/manifest_file.h"
#include "proto/text_proto.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSolvers[] = {"solver_a", "solver_b"};

absl::Status Error(const std::error_code& error, absl::string_view what,
                   const std::string& path) {
  return absl::ErrnoToStatus(error.value(),
                             absl::StrCat("cannot ", what, " ", path));
}

absl::Status Remove(const std::string& path) {
  std::error_code error;
  fs::remove(path, error);  // That there is none is no error.
  return error ? Error(error, "remove", path) : absl::OkStatus();
}

}  // namespace

std::string ResultsPath(const std::string& out) {
  return absl::StrCat(out, "/results.json");
}

RulesFolder::RulesFolder(const std::string& out, const Rules& rules)
    : rules_(rules), out_(out), folder_(absl::StrCat(out, "/", rules.name())) {}

RulesFolder::~RulesFolder() {
  std::error_code ignored;
  fs::remove_all(Unfinished(""), ignored);
}

absl::Status RulesFolder::Prepare() const {
  const std::string unfinished = Unfinished("");
  std::error_code error;
  fs::remove_all(unfinished, error);  // Left by a run that was killed.
  if (!error) fs::create_directories(unfinished, error);
  if (error) return Error(error, "make the folder", unfinished);
  return WriteTextProto(Unfinished(kRules), rules_);
}

std::string RulesFolder::Path(absl::string_view name) const {
  return absl::StrCat(folder_, "/", name);
}

std::string RulesFolder::Unfinished(absl::string_view name) const {
  return absl::StrCat(folder_, "/unfinished/", name);
}

std::string RulesFolder::TableName(absl::string_view solver) {
  return absl::StrCat(solver, ".table");
}

std::string RulesFolder::ReportName(absl::string_view stage) {
  return absl::StrCat(stage, ".report.textproto");
}

absl::Status RulesFolder::CheckTable(absl::string_view solver) const {
  const absl::StatusOr<TableReader> table =
      OpenTable(Path(TableName(solver)), rules_, solver);
  if (!table.ok()) return table.status();
  return CheckChunks(*table);
}

absl::StatusOr<RulesResult> RulesFolder::ReadResult(
    const std::string& path) const {
  Manifest manifest;
  const absl::Status status = ReadTextProto(path, manifest);
  if (!status.ok()) return status;
  for (const char* const solver : kSolvers) {
    const absl::StatusOr<TableReader> table =
        OpenTable(Path(TableName(solver)), rules_, solver);
    if (!table.ok()) return table.status();
    if (!CheckAccepted(manifest, *table).ok()) {
      return absl::FailedPreconditionError(
          absl::StrCat(path, ": is not the manifest of ", table->path()));
    }
  }
  absl::StatusOr<RulesResult> result = ResultOf(manifest);
  if (!result.ok()) {
    return absl::DataLossError(
        absl::StrCat(path, ": ", result.status().message()));
  }
  return result;
}

absl::StatusOr<RulesResult> RulesFolder::Result() const {
  absl::StatusOr<RulesResult> result = ReadResult(Path(kManifest));
  if (!result.ok()) return result;
  std::error_code error;
  const fs::file_time_type accepted =
      fs::last_write_time(Path(kManifest), error);
  for (const char* const solver : kSolvers) {
    const std::string table = Path(TableName(solver));
    if (error || accepted < fs::last_write_time(table, error)) {
      return absl::FailedPreconditionError(
          absl::StrCat(Path(kManifest), ": is older than ", table));
    }
  }
  return result;
}

absl::Status RulesFolder::InstallTable(absl::string_view solver) const {
  const std::string name = TableName(solver);
  const absl::StatusOr<TableReader> table =
      OpenTable(Unfinished(name), rules_, solver);
  if (!table.ok()) return table.status();
  Manifest manifest;
  if (!ReadTextProto(Path(kManifest), manifest).ok() ||
      !CheckAccepted(manifest, *table).ok()) {
    const absl::Status status = DropManifest();
    if (!status.ok()) return status;
  }
  return Install(name);
}

absl::Status RulesFolder::DropManifest() const {
  for (const char* name : {"report.html", "report.md"}) {
    const absl::Status status = Remove(absl::StrCat(out_, "/", name));
    if (!status.ok()) return status;
  }
  for (const std::string& path :
       {ResultsPath(out_), Path(kExtraRulesChapter), Path(kExtraRules)}) {
    const absl::Status status = Remove(path);
    if (!status.ok()) return status;
  }
  return Remove(Path(kManifest));
}

absl::StatusOr<RulesResult> RulesFolder::InstallManifest() const {
  absl::StatusOr<RulesResult> result = ReadResult(Unfinished(kManifest));
  if (!result.ok()) return result;
  const absl::Status status = Install(kManifest);
  if (!status.ok()) return status;
  return result;
}

absl::StatusOr<extra_rules::ExtraRules> RulesFolder::ExtraRules() const {
  extra_rules::ExtraRules found;
  const absl::Status status = ReadJson(Path(kExtraRules), found);
  if (!status.ok()) return status;
  return found;
}

absl::StatusOr<extra_rules::ExtraRules> RulesFolder::InstallExtraRules() const {
  extra_rules::ExtraRules found;
  absl::Status status = ReadJson(Unfinished(kExtraRules), found);
  if (status.ok()) status = Install(kExtraRulesChapter);
  if (status.ok()) status = Install(kExtraRules);
  if (!status.ok()) return status;
  return found;
}

absl::Status RulesFolder::InstallRules() const { return Install(kRules); }

absl::Status RulesFolder::Install(absl::string_view name) const {
  if (std::rename(Unfinished(name).c_str(), Path(name).c_str()) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot make ", Path(name)));
  }
  return absl::OkStatus();
}

StageReport RulesFolder::ReadReport(absl::string_view stage) const {
  StageReport report;
  // Nothing rests on it: without a report there are no phases to show.
  ReadTextProto(Unfinished(ReportName(stage)), report).IgnoreError();
  return report;
}

absl::Status RulesFolder::WriteReport(absl::string_view stage,
                                      const StageReport& report) const {
  const std::string name = ReportName(stage);
  const absl::Status status = WriteTextProto(Unfinished(name), report);
  if (!status.ok()) return status;
  return Install(name);
}

}  // namespace teeko::pipeline
