// Gives random bytes to a checker of certificates or dumps.  The checker must
// accept or reject them without a crash.  If it accepts them, it must reject
// the same bytes with one byte removed or added at the end.
//
// A checker is a program of one file.  CHECKER is the path of this file.

#define main CheckerMain
#include CHECKER
#undef main

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "third_party/libfuzzer/scratch_file.h"

namespace {

bool Accepts(const std::string& bytes) {
  std::string name = "checker";
  std::string path = teeko::ScratchFile("checked", bytes);
  char* arguments[] = {name.data(), path.data(), nullptr};
  return CheckerMain(2, arguments) == 0;
}

// True if the board is too large to check quickly.
bool IsLarge(const std::string& bytes) {
  const size_t at = bytes.find("rows:");
  // Doubles, so that large numbers do not overflow.
  double rows, columns, margin = 0;
  return at != std::string::npos &&
         std::sscanf(bytes.c_str() + at, "rows: %lf columns: %lf margin: %lf",
                     &rows, &columns, &margin) >= 2 &&
         (rows + 2 * margin) * (columns + 2 * margin) > (margin != 0 ? 30 : 12);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // The checkers print a line for each file.
  return std::freopen("/dev/null", "w", stdout) == nullptr;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (IsLarge(bytes) || !Accepts(bytes)) return 0;
  // A line may end in CR, LF or CRLF.
  const size_t less = bytes.ends_with("\r\n") ? 2 : 1;
  const char more = bytes.ends_with('\r') ? '\r' : '\n';
  if (Accepts(bytes.substr(0, size - less)) || Accepts(bytes + more)) {
    std::abort();
  }
  return 0;
}
