"""Shared libraries.

Programs are compiled without -fPIC (.bazelrc). The sources of a shared library are compiled again with -fPIC.
"""

load("//third_party:static.bzl", "ALL", "INTERNAL")

_COPT = "//command_line_option:copt"
_STATIC = "//third_party:static"

def _pic_impl(settings, attr):
    # No other library defines these functions, so the compiler may inline calls of them.
    return {
        _COPT: settings[_COPT] + ["-fPIC", "-fno-semantic-interposition"],
        _STATIC: attr.static,
    }

_pic = transition(implementation = _pic_impl, inputs = [_COPT], outputs = [_COPT, _STATIC])

def _shared_library_impl(ctx):
    library = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = library, target_file = ctx.file.binary)
    return [DefaultInfo(files = depset([library]), runfiles = ctx.runfiles([library]))]

shared_library = rule(
    implementation = _shared_library_impl,
    attrs = {
        "binary": attr.label(
            doc = "a cc_binary with linkshared",
            cfg = _pic,
            allow_single_file = True,
        ),
        "static": attr.string(
            doc = "the set of libraries that are linked statically",
            values = [ALL, INTERNAL],
        ),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)
