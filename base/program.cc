#include "base/program.h"

#include <fcntl.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <new>
#include <optional>

#include "absl/flags/reflection.h"
#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "base/files.h"
#include "base/status.h"
#include "base/utf8.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"

namespace teeko::base {

namespace {

constexpr char kExitStatus[] = "exit status";

// Opens those of the descriptors 0, 1 and 2 that are closed, so that no other
// file gets these numbers.  Opens standard input for writing, and the others
// for reading.  So the program's reads and writes fail, as on a closed
// descriptor.
void OpenStandardDescriptors() {
  for (const int descriptor : {0, 1, 2}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    // open() takes the lowest free number, which is `descriptor`.
    open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// Enters the user's directory: `bazel run` starts programs in another one.
absl::Status EnterUserFolder() {
  const char* const folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder == nullptr || chdir(folder) == 0) return absl::OkStatus();
  return Cannot(errno, "enter BUILD_WORKING_DIRECTORY=", folder);
}

template <typename... Parts>
absl::Status BadUsage(const Parts&... parts) {
  return Invalid(Visible(absl::StrCat(parts...)), "; see --help");
}

// True if the flag belongs to the program.  Abseil registers flags of its own,
// which have no effect in these programs.
bool IsOurs(const absl::CommandLineFlag& flag) {
  return !absl::StrContains(flag.Filename(), "absl/flags/");
}

absl::CommandLineFlag* Find(absl::string_view name) {
  absl::CommandLineFlag* const flag = absl::FindCommandLineFlag(name);
  return flag != nullptr && IsOurs(*flag) ? flag : nullptr;
}

// Returns "  --name          help (default: value)", in lines of 80 columns.
std::string HelpOn(absl::string_view name, std::string help,
                   absl::string_view value) {
  constexpr int kIndent = 17, kColumns = 80;
  if (!value.empty() && value != "false") {
    absl::StrAppend(&help, " (default: ", value, ")");
  }
  std::string text = absl::StrFormat("  --%-*s", kIndent - 4, name);
  int column = kIndent;
  for (const absl::string_view word : absl::StrSplit(help, ' ')) {
    if (column + 1 + std::ssize(word) > kColumns) {
      absl::StrAppend(&text, "\n", std::string(kIndent, ' '));
      column = kIndent;
    }
    absl::StrAppend(&text, " ", word);
    column += 1 + word.size();
  }
  return text + "\n";
}

std::string Help(absl::string_view about) {
  std::map<std::string, std::string> ours;  // by name
  for (const auto& [name, flag] : absl::GetAllFlags()) {
    if (!IsOurs(*flag)) continue;
    ours.emplace(name, HelpOn(name, flag->Help(), flag->DefaultValue()));
  }
  std::string text = absl::StrCat(about, "\n");
  for (const auto& [name, help] : ours) text += help;
  return absl::StrCat(text, HelpOn("help", "print this text", ""),
                      HelpOn("version", "print the version", ""),
                      "\nExit status: 0 on success, 1 on an error, which is "
                      "printed on stderr.\n");
}

bool IsBoolean(const absl::CommandLineFlag* flag) {
  return flag != nullptr && flag->IsOfType<bool>();
}

// True if a word is - or -- and a possible name of a flag.  "-", which means
// standard input, and a diagram, "- - O @ O", are not flags.
bool IsFlag(absl::string_view word) {
  if (!absl::ConsumePrefix(&word, "-")) return false;
  absl::ConsumePrefix(&word, "-");
  const absl::string_view name = word.substr(0, word.find('='));
  return !name.empty() && absl::ascii_isalpha(name[0]) &&
         std::ranges::all_of(name, [](char c) {
           return absl::ascii_isalnum(c) || c == '_' || c == '-';
         });
}

// Sets the flag that words[i] names: --flag=value, --flag value or, if it is
// boolean, --flag or --noflag.  One dash is enough.  Leaves i at the last word
// that the flag has used.
absl::Status SetFlag(const std::vector<std::string>& words, size_t& i) {
  const absl::string_view word = words[i];
  const std::vector<absl::string_view> parts = absl::StrSplit(
      absl::StripPrefix(word.substr(1), "-"), absl::MaxSplits('=', 1));
  absl::string_view name = parts[0];
  absl::string_view value = parts.size() > 1 ? parts[1] : "true";
  if (parts.size() == 1 && Find(name) == nullptr &&
      absl::ConsumePrefix(&name, "no")) {
    if (!IsBoolean(Find(name))) return BadUsage("unknown flag ", word);
    value = "false";
  }
  absl::CommandLineFlag* const flag = Find(name);
  if (flag == nullptr) return BadUsage("unknown flag ", word);
  if (parts.size() == 1 && !IsBoolean(flag)) {
    if (++i == words.size()) {
      return BadUsage(word, ": value missing: expected ", word, "=VALUE");
    }
    value = words[i];
  }
  // The shell expands ~ at the start of a word, not after "=".
  if (value == "~" || absl::StartsWith(value, "~/")) {
    return BadUsage("--", name, "=", value,
                    ": the shell does not expand this ~: write --", name,
                    "=\"$HOME", value.substr(1), "\"");
  }
  std::string error;
  if (flag->ParseFrom(value, &error)) return absl::OkStatus();
  // Abseil begins with "Illegal value … specified for flag …; ".
  const size_t why = error.find("; ");
  return BadUsage("--", name, "=", value, ": ",
                  why == error.npos ? "invalid value" : error.substr(why + 2));
}

// Sets the flags.  Sets `arguments` to the other words.  Returns the text to
// print if --help or --version is given, and otherwise an empty string.
absl::StatusOr<std::string> Parse(const std::vector<std::string>& words,
                                  absl::string_view about,
                                  std::vector<std::string>& arguments) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      arguments.insert(arguments.end(), words.begin() + i + 1, words.end());
      break;
    }
    if (word == "--help" || word == "-help" || word == "-h") return Help(about);
    if (word == "--version") return absl::StrCat("teeko ", kVersion, "\n");
    if (IsFlag(word)) {
      RETURN_IF_ERROR(SetFlag(words, i));
    } else {
      arguments.push_back(word);
    }
  }
  return "";
}

// Prints the error as {"error":"…"} on stdout, for programs that parse the
// output.
void PrintJsonError(const absl::Status& status) {
  google::protobuf::Struct object;
  (*object.mutable_fields())["error"].set_string_value(
      ValidUtf8(std::string(status.message())));
  std::string json;
  if (google::protobuf::util::MessageToJsonString(object, &json).ok()) {
    std::cout << json << "\n";
  }
}

// InvalidArgument if two outputs have the same path.
absl::Status CheckOutputs() {
  std::map<std::filesystem::path, const char*> names;  // by normalized path
  for (const char* const name : {"manifest", "out", "report"}) {
    const absl::CommandLineFlag* const flag = Find(name);
    const auto path =
        flag == nullptr ? absl::nullopt : flag->TryGet<std::string>();
    if (!path.has_value() || path->empty()) continue;
    const auto [other, is_new] = names.emplace(
        std::filesystem::absolute(*path).lexically_normal(), name);
    if (!is_new) {
      return BadUsage("--", name, "=", *path, ": the same file as --",
                      other->second);
    }
  }
  return absl::OkStatus();
}

// Runs the program with the number of threads that --threads gives.
absl::Status Run(
    absl::FunctionRef<absl::Status(const std::vector<std::string>&)> run,
    const std::vector<std::string>& arguments) {
  std::optional<tbb::global_control> limit;
  if (const absl::CommandLineFlag* flag = Find("threads"); flag != nullptr) {
    const int threads = *flag->TryGet<int>();
    if (threads < 1 || threads > kMostThreads) {
      return BadUsage("--threads=", threads, ": expected 1 to ", kMostThreads);
    }
    limit.emplace(tbb::global_control::max_allowed_parallelism, threads);
  }
  RETURN_IF_ERROR(CheckOutputs());
  try {
    return run(arguments);
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("out of memory");
  } catch (const std::exception& error) {
    return absl::UnknownError(error.what());
  }
}

}  // namespace

int ProgramMain(int argc, char** argv, absl::string_view about,
                absl::FunctionRef<absl::Status()> run) {
  return ProgramMain(
      argc, argv, about, [run](const std::vector<std::string>& arguments) {
        if (arguments.empty()) return run();
        return BadUsage("unexpected argument \"", arguments[0], "\"");
      });
}

int ProgramMain(
    int argc, char** argv, absl::string_view about,
    absl::FunctionRef<absl::Status(const std::vector<std::string>&)> run) {
  OpenStandardDescriptors();
  StandardOutput standard_output;
  // If a file reaches the size limit, write() fails.  Without this, a signal
  // would end the program.
  std::signal(SIGXFSZ, SIG_IGN);
  absl::Status status = EnterUserFolder();
  if (!status.ok()) return ExitStatus(status);
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::vector<std::string> arguments;
  const absl::StatusOr<std::string> answer = Parse(words, about, arguments);
  if (!answer.ok()) {
    status = answer.status();
  } else if (!answer->empty()) {
    std::cout << *answer;
  } else {
    status = Run(run, arguments);
  }
  if (!status.ok() && !status.message().empty() && IsBoolean(Find("json")) &&
      std::find(words.begin(), words.end(), "--json") != words.end()) {
    PrintJsonError(status);
  }
  std::cout.flush();
  if (!std::cout) {
    status.Update(absl::DataLossError("cannot write to standard output"));
  }
  return ExitStatus(status);
}

absl::Status RequireFlags(std::initializer_list<absl::string_view> names) {
  for (const absl::string_view name : names) {
    if (Find(name)->CurrentValue().empty()) {
      return BadUsage("--", name, " is missing");
    }
  }
  return absl::OkStatus();
}

absl::Status ExitWith(int exit_status) {
  absl::Status status = absl::UnknownError("");
  status.SetPayload(kExitStatus, absl::Cord(absl::StrCat(exit_status)));
  return status;
}

int ExitStatus(const absl::Status& status) {
  if (status.ok()) return 0;
  const absl::optional<absl::Cord> exit_status_text =
      status.GetPayload(kExitStatus);
  int exit_status;
  if (exit_status_text.has_value() &&
      absl::SimpleAtoi(std::string(*exit_status_text), &exit_status)) {
    return exit_status;
  }
  const std::string message(status.message());
  WriteAll(STDERR_FILENO,
           absl::StrCat("error: ", absl::StrReplaceAll(message, {{"\n", " "}}),
                        "\n"));
  return 1;
}

void BeSilent() {
  const int null_device = open("/dev/null", O_WRONLY);
  dup2(null_device, STDOUT_FILENO);
  dup2(null_device, STDERR_FILENO);
  close(null_device);
}

}  // namespace teeko::base
