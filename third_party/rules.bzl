"""Bazel rule sets from Debian packages, and placeholders for coverage tools.

Debian 12 and 13 have Bazel 4.2.3, Debian 14 has Bazel 7. Repositories that only Bazel 7 needs are empty with Bazel 4.
"""

def _debian_rules_impl(ctx):
    source = ctx.path(ctx.attr.path)
    if not source.exists:
        if not ctx.attr.optional:
            fail("%s is missing: apt-get install %s" % (ctx.attr.path, ctx.attr.package))
        ctx.file("BUILD.bazel", "")
        return
    for command in [["cp", "-rL", ctx.attr.path + "/.", "."]] + ([["sh", "-c", ctx.attr.patch]] if ctx.attr.patch else []):
        result = ctx.execute(command)
        if result.return_code:
            fail(result.stderr)

_debian_rules = repository_rule(
    implementation = _debian_rules_impl,
    attrs = {
        "path": attr.string(doc = "directory of the rule set"),
        "package": attr.string(doc = "the Debian package"),
        "patch": attr.string(doc = "a shell command to run on the copy"),
        "optional": attr.bool(doc = "if True and the package is not installed, the repository is empty"),
    },
)

# Replaces the generated files of bazel_features, which Bazel would fetch from the network.
def _features_impl(ctx):
    ctx.file("BUILD.bazel", "")
    ctx.file("version.bzl", "version = %r\n" % (native.bazel_version or "7.7.1"))
    ctx.file("globals.bzl", "globals = struct(RunEnvironmentInfo = RunEnvironmentInfo, DefaultInfo = DefaultInfo)\n")

_features = repository_rule(implementation = _features_impl, local = True)

# Bazel 4 resolves these labels in every `bazel test`, and fetches them if they are not defined.
def _coverage_impl(ctx):
    ctx.file("none.sh", "#!/bin/sh\necho 'coverage is not supported' >&2\nexit 1\n", executable = True)
    ctx.file("BUILD.bazel", "".join([
        "sh_binary(name = %r, srcs = [\"none.sh\"], visibility = [\"//visibility:public\"])\n" % name
        for name in ["lcov_merger", "coverage_report_generator"]
    ]))

_coverage_tools = repository_rule(implementation = _coverage_impl)

def rule_sets():
    """Defines @rules_cc and the repositories that Bazel itself needs."""
    _coverage_tools(name = "remote_coverage_tools")
    _debian_rules(
        name = "rules_cc",
        package = "bazel-rules-cc",
        path = "/usr/share/bazel/rules/cc",
        # Debian 12 pairs rules_cc 0.0.4 with a Bazel that lacks use_cpp_toolchain.
        patch = "test ! -e cc/private/rules_impl || sed -i -e 's/, \"use_cpp_toolchain\"//' " +
                "-e 's|use_cpp_toolchain()|[\"@bazel_tools//tools/cpp:toolchain_type\"]|' cc/private/rules_impl/*.bzl",
    )
    _debian_rules(name = "rules_java", package = "bazel-rules-java", path = "/usr/share/bazel/rules/java")
    _debian_rules(name = "rules_proto", package = "bazel-rules-proto", path = "/usr/share/bazel/rules/proto", optional = True)
    _debian_rules(name = "bazel_skylib", package = "bazel-skylib", path = "/usr/share/bazel/tools/skylib", optional = True)
    _debian_rules(name = "rules_python", package = "bazel-rules-python", path = "/usr/share/bazel/rules/python", optional = True)
    _debian_rules(name = "bazel_features", package = "bazel-features", path = "/usr/share/bazel/tools/features", optional = True)
    _features(name = "bazel_features_version")
    _features(name = "bazel_features_globals")
