"""Tables for tests, as the pipeline would leave them."""

def tables_for_test(name, visibility = None):
    """Solves named rules and lists the table in a manifest, unverified.

    The files are in the runfiles of a test at reports/out_for_test/NAME.

    Args:
      name: of the rules, as in //corpus/rules; the target is NAME_tables
      visibility: as usual
    """
    folder = "out_for_test/" + name
    native.genrule(
        name = name + "_tables",
        testonly = True,
        srcs = ["//corpus/rules"],
        outs = [folder + "/solver_a.table", folder + "/manifest.textproto"],
        cmd = """
$(execpath //solver_a) --rules=corpus/rules/%s.textproto --out=$(execpath %s/solver_a.table) 2>/dev/null
$(execpath :accept_for_test) $(execpath %s/solver_a.table) $(execpath %s/manifest.textproto)
""" % (name, folder, folder, folder),
        message = "Solving for tests:",
        tools = [
            ":accept_for_test",
            "//solver_a",
        ],
        visibility = visibility,
    )
