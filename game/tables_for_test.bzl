"""Tables for tests, in the directories that the pipeline would write."""

def tables_for_test(name, rules = None, visibility = None):
    """Solves rules with both solvers and verifies the tables.

    The files are in the runfiles of a test at game/out_for_test/NAME.

    Args:
      name: name of the rules; the target is NAME_tables
      rules: file with the rules; default: the named rules in //corpus/rules
      visibility: visibility of the target
    """
    folder = "out_for_test/" + name
    path = "$(execpath %s)" % rules if rules else "corpus/rules/%s.textproto" % name
    native.genrule(
        name = name + "_tables",
        testonly = True,
        # Programs are sources, not tools: Bazel would build tools a second time.
        srcs = [rules or "//corpus/rules", "//solver_a", "//solver_b", "//verify"],
        outs = [folder + "/solver_a.table", folder + "/manifest.textproto"],
        cmd = """
rules={path}
table=$(execpath {folder}/solver_a.table)
quietly() {{ "$$@" 2>$$table.log || {{ cat $$table.log >&2; exit 1; }} }}
quietly $(execpath //solver_a) --rules=$$rules --out=$$table
quietly $(execpath //solver_b) --rules=$$rules --out=$$table.b
quietly $(execpath //verify) --rules=$$rules --table_a=$$table --table_b=$$table.b \\
    --manifest=$(execpath {folder}/manifest.textproto)
rm $$table.b
""".format(folder = folder, path = path),
        message = "Solving for tests:",
        visibility = visibility,
    )
