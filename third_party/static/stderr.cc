// Debian's libprotobuf.a has the address of stderr relative to its code, as
// only programs can.  With --wrap=stderr, it finds this copy instead.

#include <cstdio>

extern "C" {

extern FILE* __real_stderr;
FILE* __wrap_stderr;

// Before other constructors: what they print goes there.
[[gnu::constructor(101)]] static void CopyStderr() {
  __wrap_stderr = __real_stderr;
}

}  // extern "C"
