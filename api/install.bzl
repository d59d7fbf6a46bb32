"""What is installed: shared libraries, headers.

Programs are compiled without -fPIC (.bazelrc), each source once. What a shared library
is made of is compiled for it once more.
"""

_COPT = "//command_line_option:copt"

def _pic_impl(settings, _attr):
    # Nobody else defines our functions: calls of them may be inlined as ever.
    return {_COPT: settings[_COPT] + ["-fPIC", "-fno-semantic-interposition"]}

_pic = transition(implementation = _pic_impl, inputs = [_COPT], outputs = [_COPT])

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
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)

def _headers_impl(ctx):
    all_headers = depset(transitive = [
        dep[CcInfo].compilation_context.headers
        for dep in ctx.attr.deps
    ])
    own = depset([
        header
        for header in all_headers.to_list()
        if header.owner.workspace_name == ctx.label.workspace_name
    ])
    return [DefaultInfo(files = own, runfiles = ctx.runfiles(transitive_files = own))]

headers = rule(
    implementation = _headers_impl,
    doc = "All headers of this workspace that libraries and what they need have.",
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
)
