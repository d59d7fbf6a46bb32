"""C++ libraries that are compiled as one unit, and tests with a seed for property tests."""

load("@rules_cc//cc:defs.bzl", _cc_library = "cc_library", _cc_test = "cc_test")

def _as_unit(name, srcs, unit, local_names = []):
    """Returns the arguments srcs and textual_hdrs with which Bazel's rules compile all .cc files together, as one unit.

    The compiler spends two thirds of its time on headers, so this takes less than half of the time. The files of a unit
    share the names in anonymous namespaces.

    Args:
      name: name of the target
      srcs: sources; the alternatives of a select() are not compiled as a unit
      unit: name of the file that includes all sources
      local_names: names that each source defines for itself
    """
    sources = [] if type(srcs) == "select" else [src for src in srcs if src.endswith(".cc")]
    if len(sources) < 2:
        return {"srcs": srcs}
    lines = []
    for n, source in enumerate(sources):
        lines += ["#define %s %s_%d" % (local, local, n) for local in local_names]
        lines.append("#include \"%s/%s\"" % (native.package_name(), source))
        lines += ["#undef " + local for local in local_names]
    native.genrule(
        name = name + ".unit",
        outs = [unit],
        cmd = "printf '%%s\\n' %s > $@" % " ".join(["'%s'" % line for line in lines]),
    )
    return {
        "srcs": [unit] + [src for src in srcs if src not in sources],
        "textual_hdrs": sources,
    }

def cc_library(name, srcs = [], unit = None, local_names = [], **kwargs):
    """Bazel's cc_library, compiled as one unit (_as_unit has the arguments)."""
    kwargs.update(_as_unit(name, srcs, unit or "unit_of_%s.cc" % name, local_names))
    _cc_library(name = name, **kwargs)

def cc_test(random_cases = None, seed = 1, **kwargs):
    """Bazel's cc_test, with RapidCheck's seed.

    Args:
      random_cases: number of random cases of each property; default: 100 cases, with a new seed
          in each run
      seed: seed of RapidCheck's random numbers, if random_cases is given
      **kwargs: arguments of Bazel's cc_test
    """
    if random_cases:
        kwargs["env"] = {"RC_PARAMS": "seed=%d max_success=%d" % (seed, random_cases)}
    _cc_test(**kwargs)
