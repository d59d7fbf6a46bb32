// The start and the end of every program: --help, --version, flags, an error on
// one line of stderr, the exit status.

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

// Runs a program and returns its exit status: 0 if `run` succeeds, 1 and a
// line on stderr if it fails or what it wrote to stdout could not be written.
//
// Before that, descriptors 0 to 2 are opened if they are closed, so that no
// file gets what is meant for them.  Relative paths count from the folder in
// which the user called `bazel run`, if that started the program elsewhere.
// Flags (ABSL_FLAG) are parsed; an unknown one, a value that does not parse, or
// an argument that is not a flag is an error.  A word that begins with - is an
// argument if no flag could have that name, as a diagram, or after "--". --help
// prints `about`, which ends in a line break, then the flags as ABSL_FLAG has
// them, and what the exit status says; --version prints kVersion.  If the
// program has a flag --json that says yes or no, and it is given, an error is
// {"error":"…"} on stdout, too.
//
// Of the flags --out, --report and --manifest no two may name the same file.
//
// If the program has a flag --threads, an int that must be 1 to 1,024, oneTBB
// keeps to it.
int ProgramMain(int argc, char** argv, absl::string_view about,
                absl::FunctionRef<absl::Status()> run);

// The same for a program that takes arguments that are not flags.
int ProgramMain(
    int argc, char** argv, absl::string_view about,
    absl::FunctionRef<absl::Status(const std::vector<std::string>&)> run);

// InvalidArgument if one of the flags with these names is empty.
absl::Status RequireFlags(std::initializer_list<absl::string_view> names);

// For `run` to return: the program ends with this exit status and says nothing
// more.  `exit_status` is 1 to 255.
absl::Status ExitWith(int exit_status);

// Prints an error as one line on stderr; returns the exit status of a program
// that ends with it.
int ExitStatus(const absl::Status& status);

// From now on nobody sees what this process prints.
void BeSilent();

}  // namespace teeko::base

#endif  // TEEKO_BASE_PROGRAM_H_
