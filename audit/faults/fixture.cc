#include "audit/faults/fixture.h"

#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status.h"
#include "kernel/rules.h"
#include "pipeline/folders.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"

namespace teeko::audit {
namespace {

// Together, these boards have lines and squares as goals, bounded and wrapped
// edges, positions without moves, all styles or only some, and banned first
// drops.
constexpr const char* kBoards[] = {
    "audit/faults/boards/board4x3.textproto",
    "audit/faults/boards/board3x3.textproto",
    "audit/faults/boards/torus2x5.textproto",
    "audit/faults/boards/square3x4.textproto",
    "audit/faults/boards/strip1x7.textproto",
    "corpus/rules/board4x4.textproto",
};

absl::StatusOr<verify::Table> ReadTable(const proto::TableReader& reader,
                                        const kernel::Game& game) {
  verify::Table table = {
      .value_bytes = static_cast<int>(reader.footer().value_bytes()),
      .sections = kernel::SectionsOf(game, reader.footer().rules()),
      .payloads = {}};
  for (size_t i = 0; i < table.sections.size(); ++i) {
    ASSIGN_OR_RETURN(const proto::SectionValues values,
                     proto::SectionValues::Read(reader, i));
    table.payloads.emplace_back(values.payload().begin(),
                                values.payload().end());
  }
  return table;
}

}  // namespace

using bazel::tools::cpp::runfiles::Runfiles;

absl::StatusOr<std::unique_ptr<Fixture>> Fixture::Create(
    const std::string& argv0) {
  std::unique_ptr<Fixture> fixture(new Fixture);
  std::string error;
  fixture->runfiles_.reset(Runfiles::Create(argv0, &error));
  if (fixture->runfiles_ == nullptr) return absl::NotFoundError(error);
  ASSIGN_OR_RETURN(fixture->folder_,
                   pipeline::NewTemporaryFolder("teeko-faults-"));
  for (const char* const board : kBoards) {
    RETURN_IF_ERROR(fixture->AddSample(fixture->Runfile(board)));
  }
  return fixture;
}

Fixture::~Fixture() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Fixture::NewPath() const {
  return absl::StrCat(folder_, "/", paths_++);
}

std::string Fixture::Runfile(absl::string_view path) const {
  return runfiles_->Rlocation(absl::StrCat("teeko/", path));
}

absl::Status Fixture::Run(absl::string_view program,
                          const std::vector<std::string>& arguments,
                          std::string* output) const {
  const std::string command =
      absl::StrCat("exec '", Runfile(program), "' '",
                   absl::StrJoin(arguments, "' '"), "' 2>&1");
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return base::Cannot(errno, "start ", program);
  std::string printed;
  for (int c; (c = std::getc(pipe)) != EOF;) printed += c;
  const int end = pclose(pipe);
  if (output != nullptr) *output = printed;
  if (end == 0) return absl::OkStatus();
  const bool refused = WIFEXITED(end) && WEXITSTATUS(end) == 1;
  return absl::Status(refused ? absl::StatusCode::kFailedPrecondition
                              : absl::StatusCode::kInternal,
                      absl::StrCat(program, ": ", printed));
}

absl::Status Fixture::AddSample(const std::string& rules_path) {
  ASSIGN_OR_RETURN(const Rules rules, proto::ReadRulesFile(rules_path));
  const std::string folder = absl::StrCat(folder_, "/", rules.name());
  std::filesystem::create_directory(folder);
  const std::string rules_flag = "--rules=" + rules_path;
  const std::string manifest_path = folder + "/manifest.textproto";
  const std::string table_a = folder + "/solver_a.table";
  const std::string table_b = folder + "/solver_b.table";
  RETURN_IF_ERROR(Run("solver_a/solver_a", {rules_flag, "--out=" + table_a}));
  RETURN_IF_ERROR(Run("solver_b/solver_b", {rules_flag, "--out=" + table_b}));
  RETURN_IF_ERROR(Run("verify/verify",
                      {rules_flag, "--table_a=" + table_a,
                       "--table_b=" + table_b, "--manifest=" + manifest_path}));
  ASSIGN_OR_RETURN(proto::TableReader reader_a,
                   proto::TableReader::Open(table_a));
  ASSIGN_OR_RETURN(proto::TableReader reader_b,
                   proto::TableReader::Open(table_b));
  const kernel::Game game = kernel::GameOf(rules);
  ASSIGN_OR_RETURN(verify::Table table, ReadTable(reader_a, game));
  samples_.push_back({.rules = rules,
                      .game = game,
                      .rules_path = rules_path,
                      .manifest_path = manifest_path,
                      .table_a = std::move(reader_a),
                      .table_b = std::move(reader_b),
                      .table = std::move(table)});
  return absl::OkStatus();
}

const Sample& Fixture::AnySample(Random& random) const {
  if (random.Below(50) == 0) return samples_.back();
  return samples_[random.Below(samples_.size() - 1)];
}

void WriteOrDie(const std::string& path, absl::string_view contents) {
  std::ofstream file(path, std::ios::binary);
  if (file << contents << std::flush) return;
  std::perror(path.c_str());
  std::abort();
}

Missed MissedUnlessRefused(const absl::Status& status, absl::string_view words,
                           absl::string_view fault) {
  if (absl::IsFailedPrecondition(status) &&
      absl::StrContains(status.message(), words)) {
    return std::nullopt;
  }
  return absl::StrCat(fault, ": ", status.ToString().substr(0, 500));
}

}  // namespace teeko::audit
