#include "pipeline/test_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/cpp/runfiles/runfiles.h"

namespace teeko::pipeline {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string ReadFile(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void WriteFile(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

Names Differences(const Files& a, const Files& b) {
  Files different;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::inserter(different, different.end()));
  Names paths;
  for (const auto& [path, text] : different) paths.push_back(path);
  return paths;
}

Names Lines(const std::string& text) {
  Names lines = absl::StrSplit(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

Fixture::Fixture(const std::string& name)
    : folder_(fs::path(testing::TempDir()) / name) {
  fs::remove_all(folder_);
  WriteRules("first", 3);
  WriteRules("second", 4);
}

Fixture::~Fixture() { fs::remove_all(folder_); }

void Fixture::WriteRules(const std::string& name, int columns) const {
  WriteFile(folder_ / (name + ".textproto"),
            absl::StrCat("name: \"", name, "\" rows: 3 columns: ", columns,
                         " pieces: 2 goals { line { length: 2 } } "
                         "banned_first_drops: 5"));
}

Names Fixture::Flags(Names more) const {
  more.insert(more.begin(), "--threads=1");
  more.push_back("--out=" + Out().string());
  more.push_back("--rules=./first.textproto,./second.textproto");
  return more;
}

Names Fixture::TakeLog() const {
  Names lines = Lines(ReadFile(folder_ / "log"));
  fs::remove(folder_ / "log");
  return lines;
}

const Names& Fixture::AllStages() {
  static const Names stages = [] {
    Names names;
    for (const std::string rules : {"first", "second"}) {
      for (const std::string stage :
           {"solver_a", "solver_b", "verify", "certificates", "extra_rules"}) {
        names.push_back(absl::StrCat(rules, "/", stage));
      }
    }
    names.insert(names.end(), {"results", "claims"});
    return names;
  }();
  return stages;
}

Files Fixture::Snapshot() const {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(Out())) {
    const std::string path = entry.path().lexically_relative(Out()).string();
    if (!entry.is_regular_file() || path.starts_with(".") ||
        absl::EndsWith(path, ".report.textproto") ||
        absl::EndsWith(path, ".sha256") ||
        absl::StrContains(path, ".checkpoint/")) {
      continue;
    }
    files[path] = ReadFile(entry.path());
  }
  return files;
}

Names Fixture::Unfinished() const {
  Names names;
  for (const auto& entry : fs::directory_iterator(Out())) {
    const std::string name = entry.path().filename().string();
    if (absl::StartsWith(name, ".unfinished")) names.push_back(name);
  }
  return names;
}

pid_t Fixture::Start(const Names& flags, const Environment& environment,
                     rlim_t file_bytes) const {
  static const std::string program = [] {
    using bazel::tools::cpp::runfiles::Runfiles;
    std::string error;
    const std::unique_ptr<Runfiles> runfiles(Runfiles::CreateForTest(&error));
    return runfiles->Rlocation("teeko/pipeline/fake_pipeline");
  }();
  std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
  for (const std::string& flag : flags) {
    arguments.push_back(const_cast<char*>(flag.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t pid = fork();
  setpgid(pid, pid);  // in the parent and in the child: either may run first
  if (pid != 0) return pid;
  for (const auto& [name, stream] :
       {std::pair("stdout", STDOUT_FILENO), {"stderr", STDERR_FILENO}}) {
    const int file =
        open((folder_ / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(file, stream);
    close(file);
  }
  setenv("FAKE_STAGE_LOG", (folder_ / "log").c_str(), 1);
  for (const auto& [name, value] : environment) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  if (environment.contains("CLOSE_STDOUT")) close(STDOUT_FILENO);
  const rlimit limit = {file_bytes, file_bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_IGN);  // writing a longer file becomes an error
  if (chdir(folder_.c_str()) == 0) execv(program.c_str(), arguments.data());
  _exit(126);
}

Ended Fixture::Finish(pid_t pid) const {
  int status = 0;
  waitpid(pid, &status, 0);
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          .out = ReadFile(folder_ / "stdout"),
          .err = ReadFile(folder_ / "stderr")};
}

Ended Fixture::Run(const Names& flags, const Environment& environment) const {
  return Finish(Start(flags, environment));
}

Files Fixture::RunWell() const {
  const Ended ended = Run(Flags());
  EXPECT_EQ(ended.status, 0) << ended.err;
  TakeLog();
  return Snapshot();
}

void Fixture::AwaitHanging(const std::string& stage) const {
  for (int i = 0; i < 3000; ++i) {
    if (absl::StrContains(ReadFile(folder_ / "log"), stage + " hangs\n"))
      return;
    std::this_thread::sleep_for(10ms);
  }
  ADD_FAILURE() << stage << " does not hang";
}

pid_t Fixture::StartHanging(const std::string& stage, const Names& flags,
                            const std::string& how) const {
  const pid_t pid =
      Start(flags, {{"FAKE_STAGE", absl::StrCat(stage, "=", how)}});
  AwaitHanging(stage);
  return pid;
}

}  // namespace teeko::pipeline
