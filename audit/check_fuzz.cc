// Feeds rubbish to a checker, of certificates or of dumps: it must accept or
// reject, and what it accepts it must reject with a byte less or more.
//
// The checkers are programs of one file that includes nothing of ours; CHECKER
// is the one to be taken in whole.

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

// Larger boards take too long.
bool IsLarge(const std::string& bytes) {
  const size_t at = bytes.find("rows:");
  // Of any size, without overflow.
  double rows, columns, margin = 0;
  return at != std::string::npos &&
         std::sscanf(bytes.c_str() + at, "rows: %lf columns: %lf margin: %lf",
                     &rows, &columns, &margin) >= 2 &&
         (rows + 2 * margin) * (columns + 2 * margin) > (margin != 0 ? 30 : 12);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // The checkers say what they think of every file.
  return std::freopen("/dev/null", "w", stdout) == nullptr;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (IsLarge(bytes) || !Accepts(bytes)) return 0;
  // A line may end in CR, LF, or both.
  const size_t less = bytes.ends_with("\r\n") ? 2 : 1;
  const char more = bytes.ends_with('\r') ? '\r' : '\n';
  if (Accepts(bytes.substr(0, size - less)) || Accepts(bytes + more)) {
    std::abort();
  }
  return 0;
}
