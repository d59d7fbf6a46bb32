// Debian's libprotobuf.a uses the address of stderr relative to its code, which
// only works in programs.  With --wrap=stderr, it uses this copy instead.

#include <cstdio>

extern "C" {

extern FILE* __real_stderr;
FILE* __wrap_stderr;

// Runs before other constructors, so that they can print to stderr.
[[gnu::constructor(101)]] static void CopyStderr() {
  __wrap_stderr = __real_stderr;
}

}  // extern "C"
