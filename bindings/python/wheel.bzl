"""The Python package as a wheel."""

load("@glibc//:version.bzl", GLIBC = "VERSION")
load("//:version.bzl", "VERSION")

# By glibc of the build: the glibc that the wheel needs, if it is older.
_NEEDED_GLIBC = {"2.36": "2.35"}

# By Bazel's name of a processor: Python's name.
_PROCESSORS = {"arm": "armv7l", "k8": "x86_64", "ppc": "ppc64le"}

def _wheel_impl(ctx):
    cpu = ctx.var["TARGET_CPU"]

    # PEP 600 defines this tag.
    wheel = ctx.actions.declare_file("%s-%s-py3-none-manylinux_%s_%s.whl" % (
        ctx.attr.package,
        VERSION,
        _NEEDED_GLIBC.get(GLIBC, GLIBC).replace(".", "_"),
        _PROCESSORS.get(cpu, cpu),
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
        "_make": attr.label(allow_single_file = True, default = "//bindings/python:make_wheel.py"),
    },
)
