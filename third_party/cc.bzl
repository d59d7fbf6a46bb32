"""Bazel's cc_library, cc_binary and cc_test, with common headers compiled once.

Headers of libraries are half of what a compiler reads and makes of our sources.  With
--define=sanitizer=true (.bazelrc) //third_party:common_headers comes before each of these,
precompiled by clang; an #include that is missing is noticed only without.
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("@rules_cc//cc:defs.bzl", _cc_binary = "cc_binary", _cc_library = "cc_library", _cc_test = "cc_test")

def _precompiled_headers_impl(ctx):
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    ctx.actions.write(header, "".join(["#include <%s>\n" % name for name in ctx.attr.headers]))
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )

    # Caches restore files, not their times.
    flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + [
        "-xc++-header",
        "-fpch-instantiate-templates",
        "-Xclang",
        "-fno-pch-timestamp",
    ]

    # Not the header itself: clang would look for it where it was, in a sandbox.
    first = ctx.attr.headers[0]
    for name in ctx.attr.headers[1:]:
        flags += ["-include", name]
    outputs = []

    # clang chooses the file of the folder that fits its flags.
    for level in ["-O0", "-O1"]:
        output = ctx.actions.declare_file(header.basename + ".gch/" + level)
        ctx.actions.run(
            executable = cc_common.get_tool_for_action(
                feature_configuration = features,
                action_name = CPP_COMPILE_ACTION_NAME,
            ),
            arguments = cc_common.get_memory_inefficient_command_line(
                feature_configuration = features,
                action_name = CPP_COMPILE_ACTION_NAME,
                variables = cc_common.create_compile_variables(
                    feature_configuration = features,
                    cc_toolchain = toolchain,
                    source_file = first,
                    output_file = output.path,
                    user_compile_flags = flags + [level],
                ),
            ),
            inputs = toolchain.all_files,
            outputs = [output],
            mnemonic = "CppPrecompile",
            progress_message = "Precompiling headers with " + level,
        )
        outputs.append(output)
    return [CcInfo(compilation_context = cc_common.create_compilation_context(headers = depset([header] + outputs)))]

precompiled_headers = rule(
    implementation = _precompiled_headers_impl,
    doc = "A header NAME.h that includes others, and what clang makes of it.",
    attrs = {
        "headers": attr.string_list(doc = "what NAME.h includes; the first with its whole path"),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

_SANITIZER = str(Label("//third_party:sanitizer"))

def _with_headers(copts = [], deps = [], **kwargs):
    return dict(
        kwargs,
        copts = copts + select({
            _SANITIZER: ["-include", "$(BINDIR)/third_party/common_headers.h"],
            "//conditions:default": [],
        }),
        deps = deps + select({
            _SANITIZER: [str(Label("//third_party:common_headers"))],
            "//conditions:default": [],
        }),
    )

def cc_library(**kwargs):
    """Bazel's cc_library."""
    _cc_library(**_with_headers(**kwargs))

def cc_binary(**kwargs):
    """Bazel's cc_binary."""
    _cc_binary(**_with_headers(**kwargs))

def cc_test(random_cases = None, seed = 1, **kwargs):
    """Bazel's cc_test.

    Args:
      random_cases: in how many RapidCheck tries each property, by default in 100 that differ
          each time
      seed: where these begin
      **kwargs: of cc_test
    """
    if random_cases:
        kwargs["env"] = {"RC_PARAMS": "seed=%d max_success=%d" % (seed, random_cases)}
    _cc_test(**_with_headers(**kwargs))
