#!/bin/bash
# Checks that the libraries export only their API, need only the libraries that README.md names, work in a program with
# its own protobufs, and can be loaded together in one process.
set -eu
. base/expect.sh
workspace=$PWD
bindings/c/install --prefix="$dir/one" >/dev/null
bindings/c/install --prefix="$dir/two" >/dev/null
cd "$dir"

# exported LIBRARY: prints the exported names without parameters.
exported() { nm -DC --defined-only --extern-only "$1" | sed 's/^[0-9a-f]* [A-Za-z] //' | sed 's/[([].*//' | sort -u; }
# needed LIBRARY: prints the libraries that it is linked with.
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

c=$workspace/bindings/c/libteeko.so cpp=$workspace/bindings/c/libteeko-cpp.so
sed -nE 's/^[a-z].*\b(teeko_[a-z_]+)\(.*/\1/p' "$workspace/bindings/c/teeko.h" | sort -u >declared
[ "$(wc -l <declared)" -ge 15 ]
exported "$c" | diff declared - || fail "libteeko.so does not export what teeko.h declares"
if needed "$c" | grep -Ev '^(libc|libm|ld-linux.*)\.so\.[0-9]+$'; then fail "libteeko.so needs other libraries: see above"; fi
if needed "$cpp" | grep -Ev '^(libc|libm|libgcc_s|ld-linux.*|libabsl_.*)\.so\.[0-9]+$'; then fail "libteeko-cpp.so needs other libraries: see above"; fi
if exported "$cpp" | grep -Ev '^teeko::(kernel::)?(Game|Tablebase|SquareNames|ItemReader|[A-Z][A-Za-z]*$)' |
  grep -Ev '^teeko::(kernel::)?(Position|Value|Move|Section|Rules|Family|Placement|Statement|Setup|Ply|Item|Successor)::'; then
  fail "libteeko-cpp.so exports other names than its API: see above"
fi
exported "$cpp" | grep -qx 'teeko::Tablebase::Open' || fail "libteeko-cpp.so does not export Tablebase::Open"

export PKG_CONFIG_PATH="$dir/one/lib/pkgconfig"

# Messages of the user, in files with the same paths as this project's, one in a folder teeko/.
mkdir -p proto teeko/proto
cat >proto/rules.proto <<'END'
syntax = "proto3";
package myapp;
message Firewall { string name = 1; }
END
sed 's/myapp/theirs/' proto/rules.proto >teeko/proto/rules.proto
protoc --cpp_out=. proto/rules.proto teeko/proto/rules.proto
cat >firewall.h <<'END'
#include <cstdlib>
#include "proto/rules.pb.h"
#include "teeko/proto/rules.pb.h"
// Aborts the program unless the user's messages work.
inline void CheckFirewall() {
  myapp::Firewall wall, read;
  wall.set_name("wall");
  if (!read.ParseFromString(wall.SerializeAsString()) || read.name() != "wall") std::abort();
  const auto* pool = google::protobuf::DescriptorPool::generated_pool();
  if (pool->FindMessageTypeByName("myapp.Firewall") == nullptr) std::abort();
  if (pool->FindMessageTypeByName("theirs.Firewall") == nullptr) std::abort();
  if (pool->FindMessageTypeByName("teeko.Rules") != nullptr) std::abort();
}
END
rules='name: \"tiny\" rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }'
cat >c_user.cc <<END
#include <cstdio>
#include <teeko.h>
#include "firewall.h"
int main() {
  CheckFirewall();
  teeko_tablebase* tiny;
  if (teeko_solve("$rules", &tiny) != 0) return puts(teeko_error()), 1;
  const teeko_position start = {};
  teeko_value value;
  if (teeko_probe(tiny, &start, &value) != 0) return puts(teeko_error()), 1;
  CheckFirewall();
  std::printf("%d %d\n", value.winner, value.plies);
  teeko_close(tiny);
}
END
cat >cpp_user.cc <<END
#include <iostream>
#include "firewall.h"
#include <teeko/api/solve.h>
int main() {
  CheckFirewall();
  const auto tiny = teeko::SolveInMemory("$rules");
  if (!tiny.ok()) return std::cout << tiny.status() << "\n", 1;
  const auto wrong = teeko::SolveInMemory("lines: 4");
  CheckFirewall();
  std::cout << ToString(*tiny->Probe(tiny->game().Start())) << ", " << wrong.status() << "\n";
}
END
protos="proto/rules.pb.cc teeko/proto/rules.pb.cc"
c++ -std=c++20 -o c_user c_user.cc $protos -I. $(pkg-config --cflags --libs teeko-c) -lprotobuf
c++ -std=c++20 -o c_user_after c_user.cc $protos -I. -lprotobuf $(pkg-config --cflags --libs teeko-c)
for program in ./c_user ./c_user_after; do
  [ "$($program)" = "0 3" ] || fail "$program: $($program)"
done
c++ -o cpp_user cpp_user.cc $protos -I. $(pkg-config --cflags --libs teeko) -lprotobuf
./cpp_user | grep -q '^Black in 3, INVALID_ARGUMENT: rules:1:6: ' || fail "cpp_user: $(./cpp_user)"

# A program with its own operator new that fails after some calls. Only its own delete can free the memory.
cat >new_user.cc <<END
#include <cstdlib>
#include <iostream>
#include <new>
#include <teeko/api/solve.h>
static long left = -1;  // calls of new until one fails
void* operator new(size_t bytes) {
  if (left >= 0 && left-- == 0) throw std::bad_alloc();
  return static_cast<char*>(std::malloc(bytes + 16)) + 16;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) std::free(static_cast<char*>(memory) - 16);
}
void operator delete(void* memory, size_t) noexcept { operator delete(memory); }
bool Solves() { return teeko::SolveInMemory("$rules").ok(); }
int main() {
  if (!Solves()) return 1;  // Protobuf must not fail in its first initialization.
  int caught = 0, solved = 0;
  for (long calls = 0; calls < 4000; calls += 7) {
    try {
      left = calls;
      solved += Solves();
    } catch (const std::bad_alloc&) {
      ++caught;
    }
    left = -1;
  }
  std::cout << (caught > 0 && solved > 0 ? "fine" : "none") << "\\n";
}
END
c++ -o new_user new_user.cc $(pkg-config --cflags --libs teeko)
[ "$(./new_user)" = fine ] || fail "new_user"

# Load all libraries in one process, twice, with local and with global symbols. No library may use functions of another
# copy.
cat >many.cc <<END
#include <dlfcn.h>
#include <cstdio>
#include <teeko.h>
#include "firewall.h"
int main(int argc, char** argv) {
  for (int flags : {RTLD_NOW | RTLD_LOCAL, RTLD_NOW | RTLD_GLOBAL}) {
    for (int i = 1; i < argc; ++i) {
      void* const library = dlopen(argv[i], flags);
      if (library == nullptr) return puts(dlerror()), 1;
      const auto solve = (decltype(&teeko_solve))dlsym(library, "teeko_solve");
      if (solve == nullptr) continue;  // the C++ API
      teeko_tablebase* tiny;
      if (solve("$rules", &tiny) != 0) return 1;
      ((decltype(&teeko_close))dlsym(library, "teeko_close"))(tiny);
      if (solve("lines: 4", &tiny) != TEEKO_INVALID) return 1;
    }
    CheckFirewall();
  }
  puts("fine");
}
END
c++ -std=c++20 -o many many.cc $protos -I. $(pkg-config --cflags teeko-c) -lprotobuf
set -- "$dir"/{one,two}/lib/libteeko.so "$dir"/{one,two}/lib/libteeko-cpp.so
[ "$(./many "$@")" = fine ] || fail "many: $(./many "$@" 2>&1)"
# A program that is linked with both libraries and loads two more copies.
c++ -std=c++20 -o linked many.cc $protos -I. $(pkg-config --cflags --libs teeko-c) \
  -Wl,--no-as-needed $(pkg-config --libs teeko) -lprotobuf
[ "$(./linked "$dir"/two/lib/libteeko{,-cpp}.so)" = fine ] || fail "linked"

# Unload a library; no thread may be left.
cat >unload.cc <<END
#include <dlfcn.h>
#include <cstdio>
#include <thread>
#include <teeko.h>
int main(int, char** argv) {
  for (int i = 0; i < 3; ++i) {
    // Load it in a thread that ends, because thread-local data would keep the library loaded.
    std::thread([argv] {
      void* const library = dlopen(argv[1], RTLD_NOW);
      teeko_tablebase* tiny;
      ((decltype(&teeko_solve))dlsym(library, "teeko_solve"))("$rules", &tiny);
      ((decltype(&teeko_close))dlsym(library, "teeko_close"))(tiny);
      dlclose(library);
    }).join();
  }
  puts(dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) == nullptr ? "gone" : "still here");
}
END
c++ -std=c++20 -o unload unload.cc $(pkg-config --cflags teeko-c)
[ "$(./unload "$dir/one/lib/libteeko.so")" = gone ] || fail "unload"
