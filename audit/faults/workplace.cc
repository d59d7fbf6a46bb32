#include "audit/faults/workplace.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "pipeline/folders.h"
#include "stage/status.h"

namespace teeko::faults {

using bazel::tools::cpp::runfiles::Runfiles;

absl::StatusOr<std::unique_ptr<Workplace>> Workplace::Create(
    const std::string& argv0) {
  std::unique_ptr<Workplace> workplace(new Workplace);
  std::string error;
  workplace->runfiles_.reset(Runfiles::Create(argv0, &error));
  if (workplace->runfiles_ == nullptr) return absl::NotFoundError(error);
  ASSIGN_OR_RETURN(
      workplace->folder_,
      pipeline::NewUnfinishedFolder(std::filesystem::temp_directory_path()));
  return workplace;
}

Workplace::~Workplace() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Workplace::NewPath() const {
  return absl::StrCat(folder_, "/", paths_++);
}

std::string Workplace::Runfile(absl::string_view path) const {
  return runfiles_->Rlocation(absl::StrCat("teeko/", path));
}

Ended Workplace::Run(absl::string_view program,
                     const std::vector<std::string>& arguments) const {
  const std::string command =
      absl::StrCat("exec '", Runfile(program), "' '",
                   absl::StrJoin(arguments, "' '"), "' 2>&1");
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {127, "cannot start"};
  Ended ended;
  std::array<char, 4096> buffer;
  while (const size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) {
    ended.output.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return ended;
}

absl::Status Workplace::RunOrFail(
    absl::string_view program,
    const std::vector<std::string>& arguments) const {
  const Ended ended = Run(program, arguments);
  if (ended.status == 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat(program, " failed: ", ended.output));
}

void WriteOrDie(const std::string& path, absl::string_view contents) {
  std::ofstream file(path, std::ios::binary);
  if (file << contents << std::flush) return;
  std::perror(path.c_str());
  std::abort();
}

TemporaryFile::TemporaryFile(const Workplace& workplace,
                             absl::string_view content)
    : path_(workplace.NewPath()) {
  WriteOrDie(path_, content);
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

Missed MissedUnlessRefused(const Ended& ended, absl::string_view words,
                           absl::string_view fault) {
  if (ended.status == 1 && absl::StrContains(ended.output, words)) {
    return std::nullopt;
  }
  return absl::StrCat(fault, ": status ", ended.status, ", ",
                      ended.output.substr(0, 500));
}

}  // namespace teeko::faults
