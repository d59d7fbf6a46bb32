"""Shared libraries.

Programs are compiled without -fPIC (.bazelrc), each source once. What a shared library
is made of is compiled for it once more.
"""

_COPT = "//command_line_option:copt"

def _pic_impl(settings, _attr):
    return {_COPT: settings[_COPT] + ["-fPIC"]}

_pic = transition(implementation = _pic_impl, inputs = [_COPT], outputs = [_COPT])

def _shared_library_impl(ctx):
    library = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = library, target_file = ctx.file.binary)
    return [DefaultInfo(files = depset([library]))]

shared_library = rule(
    implementation = _shared_library_impl,
    attrs = {
        "binary": attr.label(
            doc = "a cc_binary with linkshared",
            cfg = _pic,
            allow_single_file = True,
        ),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)
