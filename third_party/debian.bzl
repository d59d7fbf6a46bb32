"""Libraries from Debian packages, under their upstream labels.

A source build can replace each library without a change to a BUILD file. The C++ toolchain finds the headers in
/usr/include. Programs link with shared libraries; //third_party:static selects static libraries instead.
"""

load("//third_party:static.bzl", "ALL", "INTERNAL")

_HEAD = """package(default_visibility = ["//visibility:public"])
load("@rules_cc//cc:defs.bzl", "cc_library")
"""

# The prefix of this workspace's labels, also when the workspace is an external repository.
_THIS_WORKSPACE = "@" + Label("//third_party:static").workspace_name

# Returns the text of a cc_library. `static` has the values of //third_party:static with which `libs` are linked
# statically.
def _library(name, libs, deps = [], defines = [], static = [INTERNAL, ALL]):
    linkopts = "[]"
    if libs:
        # The toolchain links with --as-needed, which would drop libraries that only this project's shared libraries use.
        flags = {"//conditions:default": ["-Wl,--push-state,--no-as-needed"] + libs + ["-Wl,--pop-state"]}
        for value in [INTERNAL, ALL]:
            flags["%s//third_party:static_%s" % (_THIS_WORKSPACE, value)] = (
                # The shared library also contains the parts of the C++ library that these static libraries need.
                ["-Wl,--push-state,-Bstatic,--start-group"] + libs + ["-lstdc++", "-Wl,--end-group,--pop-state"]
            ) if value in static else ["-Wl,--push-state,--as-needed"] + libs + ["-Wl,--pop-state"]
        linkopts = "select(%r)" % flags
    return "cc_library(name = %r, linkopts = %s, deps = %r, defines = %r)\n" % (name, linkopts, deps, defines)

# The Abseil targets that this project uses, by package.
_ABSL = {
    "absl/base": ["config"],
    "absl/cleanup": ["cleanup"],
    "absl/container": ["flat_hash_map", "flat_hash_set", "inlined_vector"],
    "absl/flags": ["flag", "parse", "reflection", "usage"],
    "absl/functional": ["function_ref"],
    "absl/numeric": ["bits", "int128"],
    "absl/random": ["random"],
    "absl/status": ["status", "statusor"],
    "absl/strings": ["cord", "strings", "str_format"],
    "absl/synchronization": ["synchronization"],
    "absl/time": ["time"],
    "absl/types": ["optional", "span"],
}

def _absl_impl(ctx):
    found = ctx.execute(["sh", "-c", "cd /usr/lib/$(gcc -print-multiarch) && ls libabsl_*.so"])
    if found.return_code:
        fail("Abseil is missing: apt-get install libabsl-dev")
    libs = ["-l" + so[len("lib"):-len(".so")] for so in found.stdout.split("\n") if so and "_test" not in so]
    ctx.file("BUILD.bazel", _HEAD + _library("absl", libs, static = [ALL]))
    for package, names in _ABSL.items():
        ctx.file(package + "/BUILD.bazel", _HEAD + "".join([_library(name, [], ["//:absl"]) for name in names]))

_debian_absl = repository_rule(implementation = _absl_impl, local = True)

def _protobuf_impl(ctx):
    if not ctx.path("/usr/bin/protoc").exists or not ctx.path("/usr/include/google/protobuf/message.h").exists:
        fail("Protocol Buffers are missing: apt-get install protobuf-compiler libprotobuf-dev")
    ctx.symlink("/usr/bin/protoc", "protoc")
    libs, deps, defines = ["-lprotobuf", "-lpthread"], [], []
    if ctx.path("/usr/include/google/protobuf/runtime_version.h").exists:
        # Since version 22, inline functions of protobuf call Abseil and utf8_range.
        libs, deps, defines = libs + ["-lutf8_validity"], ["@com_google_absl//:absl"], ["PROTOBUF_USE_DLLS"]
    ctx.file("BUILD.bazel", _HEAD + "exports_files([\"protoc\"])\n" + _library("protobuf", libs, deps, defines))

_debian_protobuf = repository_rule(implementation = _protobuf_impl, local = True)

def _glibc_impl(ctx):
    # "glibc 2.36"
    version = ctx.execute(["getconf", "GNU_LIBC_VERSION"]).stdout.strip().split(" ")[-1]
    ctx.file("BUILD.bazel", "")
    ctx.file("version.bzl", "VERSION = %r\n" % version)

_debian_glibc = repository_rule(implementation = _glibc_impl, local = True)

def _mpi_impl(ctx):
    # Open MPI or MPICH, as Debian's alternatives select. Without either, only files that include mpi.h fail to build.
    # `bazel query` needs this repository even without --config=mpi.
    arch = ctx.execute(["gcc", "-print-multiarch"]).stdout.strip()
    ctx.symlink("/usr/include/%s/mpi" % arch, "include")
    ctx.file("BUILD.bazel", _HEAD + """cc_library(
    name = "mpi",
    hdrs = glob(["include/**"], allow_empty = True),
    # Only the C interface.
    defines = ["MPICH_SKIP_MPICXX", "OMPI_SKIP_MPICXX"],
    includes = ["include"],
    linkopts = ["-lmpi"],
)
""")

_debian_mpi = repository_rule(implementation = _mpi_impl, local = True)

def _debian_library_impl(ctx):
    if not ctx.path(ctx.attr.header).exists:
        fail("%s is missing: apt-get install %s" % (ctx.attr.header, ctx.attr.package))
    ctx.file("BUILD.bazel", _HEAD + "".join([_library(name, libs) for name, libs in ctx.attr.libs.items()]))

_debian_library = repository_rule(
    implementation = _debian_library_impl,
    local = True,
    attrs = {
        "package": attr.string(doc = "the Debian package"),
        "header": attr.string(doc = "a header of the package"),
        "libs": attr.string_list_dict(doc = "linker flags by target name"),
    },
)

def debian_repositories():
    """Defines all libraries of the project as repositories."""
    _debian_glibc(name = "glibc")
    _debian_absl(name = "com_google_absl")
    _debian_protobuf(name = "com_google_protobuf")
    _debian_library(
        name = "com_google_googletest",
        package = "libgtest-dev libgmock-dev",
        header = "/usr/include/gmock/gmock.h",
        libs = {
            "gtest": ["-lgmock", "-lgtest", "-lpthread"],
            "gtest_main": ["-lgmock_main", "-lgmock", "-lgtest", "-lpthread"],
        },
    )
    _debian_library(
        name = "com_github_google_benchmark",
        package = "libbenchmark-dev",
        header = "/usr/include/benchmark/benchmark.h",
        libs = {
            "benchmark": ["-lbenchmark", "-lpthread"],
            "benchmark_main": ["-lbenchmark_main", "-lbenchmark", "-lpthread"],
        },
    )
    _debian_library(
        name = "rapidcheck",
        package = "librapidcheck-dev",
        header = "/usr/include/rapidcheck/gtest.h",
        libs = {"rapidcheck_gtest": ["-lrapidcheck"]},
    )
    _debian_library(
        name = "highway",
        package = "libhwy-dev",
        header = "/usr/include/hwy/highway.h",
        libs = {"hwy": ["-lhwy"]},
    )
    _debian_library(
        name = "onetbb",
        package = "libtbb-dev",
        header = "/usr/include/tbb/tbb.h",
        libs = {"tbb": ["-ltbb"]},
    )
    _debian_mpi(name = "mpi")
    _debian_library(
        name = "zstd",
        package = "libzstd-dev",
        header = "/usr/include/zstd.h",
        libs = {"zstd": ["-lzstd"]},
    )
    _debian_library(
        name = "xxhash",
        package = "libxxhash-dev",
        header = "/usr/include/xxhash.h",
        libs = {"xxhash": ["-lxxhash"]},
    )
    _debian_library(
        name = "openssl",
        package = "libssl-dev",
        header = "/usr/include/openssl/sha.h",
        libs = {"crypto": ["-lcrypto"]},
    )
    _debian_library(
        name = "kainjow_mustache",
        package = "libkainjow-mustache-dev",
        header = "/usr/include/kainjow/mustache.hpp",
        libs = {"mustache": []},
    )
    _debian_library(
        name = "md4c",
        package = "libmd4c-html0-dev",
        header = "/usr/include/md4c-html.h",
        libs = {"md4c_html": ["-lmd4c-html", "-lmd4c"]},
    )
