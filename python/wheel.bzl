"""The Python package as a wheel."""

def _wheel_impl(ctx):
    # Bazel's names of processors, and Python's.
    cpu = ctx.var["TARGET_CPU"]
    wheel = ctx.actions.declare_file("%s-%s-py3-none-linux_%s.whl" % (
        ctx.attr.package,
        ctx.attr.version,
        {"k8": "x86_64"}.get(cpu, cpu),
    ))
    inputs = ctx.files.srcs + [ctx.file.library, ctx.file.description]
    ctx.actions.run(
        executable = ctx.file._maker,
        arguments = [
            "--out=" + wheel.path,
            "--library=" + ctx.file.library.path,
            "--description=" + ctx.file.description.path,
        ] + [file.path for file in ctx.files.srcs],
        inputs = inputs,
        outputs = [wheel],
        mnemonic = "Wheel",
    )
    return [DefaultInfo(files = depset([wheel]), runfiles = ctx.runfiles([wheel]))]

wheel = rule(
    implementation = _wheel_impl,
    attrs = {
        "package": attr.string(),
        "version": attr.string(doc = "what the library says, too"),
        "srcs": attr.label_list(allow_files = True, doc = "modules, and rules"),
        "library": attr.label(allow_single_file = True),
        "description": attr.label(allow_single_file = True),
        "_maker": attr.label(default = ":make_wheel.py", allow_single_file = True),
    },
)
