"""Packages of npm for tests, in the versions of package-lock.json."""

def _npm_impl(ctx):
    for file in [ctx.attr.package, ctx.attr.lock]:
        ctx.symlink(file, file.name)
    files = [
        "node_modules/axe-core/axe.min.js",
        "node_modules/esbuild/bin/esbuild",
        "node_modules/typescript/lib/tsc.js",
        "node_modules/vite/bin/vite.js",
    ]
    result = ctx.execute(["sh", "-c", "npm ci --ignore-scripts --no-audit --no-fund 2>&1"])
    if result.return_code:
        # Tests that need the packages fail with this message; all other tests run.
        print("npm ci has failed:\n" + result.stdout)  # buildifier: disable=print
        for file in files:
            ctx.file(file, "throw new Error('npm ci has failed');\n")
    ctx.file("BUILD.bazel", """
package(default_visibility = ["//visibility:public"])
exports_files(%r)
filegroup(name = "typescript", srcs = glob(["node_modules/typescript/lib/*"]))
# Vite and its dependencies, including esbuild.
filegroup(name = "vite", srcs = glob(
    ["node_modules/**"],
    exclude = ["node_modules/axe-core/**", "node_modules/typescript/**", "**/* *"],
))
""" % files)

npm = repository_rule(
    implementation = _npm_impl,
    attrs = {
        "package": attr.label(doc = "package.json"),
        "lock": attr.label(doc = "package-lock.json"),
    },
)
