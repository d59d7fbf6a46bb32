"""The Python package as a wheel."""

load("//:version.bzl", "VERSION")

def _wheel_impl(ctx):
    # Bazel's names of processors, and Python's.
    cpu = ctx.var["TARGET_CPU"]
    wheel = ctx.actions.declare_file("%s-%s-py3-none-linux_%s.whl" % (
        ctx.attr.package,
        VERSION,
        {"k8": "x86_64"}.get(cpu, cpu),
    ))
    arguments = ctx.actions.args()
    arguments.add(wheel, format = "--out=%s")
    arguments.add(ctx.file.description, format = "--description=%s")
    arguments.add(ctx.file.license, format = "--license=%s")
    arguments.add_all(ctx.files.srcs)
    ctx.actions.run(
        executable = ctx.file._make,
        arguments = [arguments],
        inputs = ctx.files.srcs + [ctx.file.description, ctx.file.license],
        outputs = [wheel],
        mnemonic = "Wheel",
    )
    return [DefaultInfo(files = depset([wheel]), runfiles = ctx.runfiles([wheel]))]

wheel = rule(
    implementation = _wheel_impl,
    attrs = {
        "package": attr.string(),
        "srcs": attr.label_list(allow_files = True, doc = "modules, the library, and rules"),
        "description": attr.label(allow_single_file = True, doc = "Markdown"),
        "license": attr.label(allow_single_file = True),
        "_make": attr.label(allow_single_file = True, default = "//python:make_wheel.py"),
    },
)
