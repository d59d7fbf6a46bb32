"""Solvers with mutations compiled in, asleep until one is named."""

load("@rules_cc//cc:defs.bzl", "cc_binary")

def mutated_solver(name, solver, mutations, files, deps):
    """A solver that the environment variable TEEKO_FAULT can spoil.

    All mutants of a solver are one program, so that it compiles in seconds and,
    with none awake, shows that nothing else was changed.  What is not
    mutated comes from the solver's own libraries: the linker takes nothing from
    them that the copies define already.

    Args:
      name: the program
      solver: the solver's package, without slashes
      mutations: a Mutations message (faults.proto), text
      files: sources of the solver that have mutations
      deps: the solver's libraries
    """
    copies = ["%s/%s" % (solver, file) for file in files]
    [
        native.genrule(
            name = copy.replace("/", "_").replace(".", "_"),
            srcs = [mutations, "//%s:%s" % (solver, file)],
            outs = [copy],
            cmd = "$(execpath :mutate) $(execpath %s) $(execpath //%s:%s) audit/faults/%s > $@" %
                  (mutations, solver, file, copy),
            message = "Planting faults in",
            tools = [":mutate"],
        )
        for file, copy in zip(files, copies)
    ]
    cc_binary(
        name = name,
        testonly = True,
        srcs = copies + ["//%s:%s.cc" % (solver, solver), "planted.h"],
        deps = deps,
    )
