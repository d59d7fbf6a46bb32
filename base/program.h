// The code that every main function calls, directly or through ProcessesMain
// (processes.h).  It handles --help, --version and the other flags, prints an
// error as one line on stderr, and returns the exit status.

#ifndef TEEKO_BASE_PROGRAM_H_
#define TEEKO_BASE_PROGRAM_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "base/numbers.h"   // IWYU pragma: export
#include "base/progress.h"  // IWYU pragma: export
#include "base/threads.h"   // IWYU pragma: export
#include "base/version.h"   // IWYU pragma: export

namespace teeko::base {

// Runs a program and returns its exit status: 0 if `run` succeeds.  On an
// error, or if standard output cannot be written, it prints one line on stderr
// and returns 1.
//
// Before `run`:
// - Opens descriptors 0 to 2 if they are closed, so that no other file gets
//   these numbers.
// - Enters the directory in which the user called `bazel run`, so that relative
//   paths start there.
// - Parses the flags (ABSL_FLAG).  An unknown flag, an invalid value, a path
//   that begins with "~/", or an argument that is not a flag is an error.  A
//   word that begins with "-", such as the diagram of a position, is an
//   argument if it follows "--" or cannot be the name of a flag.
//
// --help prints `about`, which ends in a line break, then the flags and the
// meaning of the exit status.  --version prints kVersion.  If the program has a
// boolean flag
// --json, and the user gives it, an error is also printed as {"error":"…"} on
// stdout.
//
// No two of the flags --out, --report and --manifest may name the same file.
// If the program has an int flag --threads, it must be 1 to 1,024, and oneTBB
// uses at most this number of threads.
int ProgramMain(int argc, char** argv, absl::string_view about,
                absl::FunctionRef<absl::Status()> run);

// The same for a program that takes arguments which are not flags.
int ProgramMain(
    int argc, char** argv, absl::string_view about,
    absl::FunctionRef<absl::Status(const std::vector<std::string>&)> run);

// Returns InvalidArgument if one of these flags is empty.  The message names
// the flag.
absl::Status RequireFlags(std::initializer_list<absl::string_view> names);

// Returns a status that `run` can return.  The program then ends with this exit
// status, 1 to 255, and prints no error.
absl::Status ExitWith(int exit_status);

// Prints an error as one line on stderr, and returns the exit status of the
// program.
int ExitStatus(const absl::Status& status);

// Discards everything that this process prints from now on.
void BeSilent();

}  // namespace teeko::base

#endif  // TEEKO_BASE_PROGRAM_H_
