"""The rule `release`: builds the folder of a release."""

load("//:version.bzl", "VERSION")

def _release_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    arguments = ctx.actions.args()
    arguments.add_all([folder.path, ",".join(ctx.attr.rules), ctx.executable.pipeline, ctx.executable.claims, ctx.executable.site])
    for target, place in ctx.attr.files.items():
        for file in target.files.to_list():
            arguments.add(file)
            arguments.add(place + file.basename)
    ctx.actions.run(
        executable = ctx.executable._make,
        arguments = [arguments],
        inputs = depset(transitive = [target.files for target in ctx.attr.files]),
        tools = [program[DefaultInfo].files_to_run for program in (ctx.attr.pipeline, ctx.attr.claims, ctx.attr.site)],
        outputs = [folder],
        mnemonic = "Release",
        progress_message = "Solving for release " + VERSION,
    )
    return [DefaultInfo(files = depset([folder]), runfiles = ctx.runfiles([folder]))]

release = rule(
    implementation = _release_impl,
    doc = "Runs the pipeline and adds files to its output. The same sources give the same bytes.",
    attrs = {
        "rules": attr.string_list(doc = "Names of the rules to solve."),
        "files": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "Files to add. Each value is the folder of its files in the release: \"\" or \"NAME/\".",
        ),
        "pipeline": attr.label(executable = True, cfg = "target", default = "//pipeline"),
        "claims": attr.label(executable = True, cfg = "target", default = "//reports/claims"),
        "site": attr.label(executable = True, cfg = "target", default = "//site"),
        "_make": attr.label(executable = True, cfg = "target", allow_single_file = True, default = "//release:make.sh"),
    },
)
