"""C++ libraries that are compiled as one unit, and tests with a seed for property tests."""

load("@rules_cc//cc:defs.bzl", _cc_binary = "cc_binary", _cc_library = "cc_library", _cc_test = "cc_test")

def _as_unit(rule, name, srcs = [], deps = [], unit = None, local_names = [], **kwargs):
    """Calls a rule of Bazel so that it compiles all .cc files together, as one unit.

    The compiler spends two thirds of its time on headers, so this takes less than half of the time. The files of a unit
    share the names in anonymous namespaces. Units that use Abseil or protobuf begin with common_headers.h.

    Args:
      rule: cc_library or cc_binary
      name: name of the target
      srcs: sources; the alternatives of a select() are not compiled as a unit
      deps: libraries
      unit: name of the file that includes all sources
      local_names: names that each source defines for itself
      **kwargs: other arguments of the rule
    """
    sources = [] if type(srcs) == "select" else [src for src in srcs if src.endswith(".cc")]
    common = [] if type(deps) == "select" else [
        "//third_party:common_headers"
        for dep in deps
        if dep.startswith("@com_google_")
    ][:1]
    if sources and (common or len(sources) > 1):
        lines = ["#include \"third_party/precompiled/common_headers.h\"" for _ in common]
        for n, source in enumerate(sources):
            lines += ["#define %s %s_%d" % (local, local, n) for local in local_names]
            lines.append("#include \"%s/%s\"" % (native.package_name(), source))
            lines += ["#undef " + local for local in local_names]
        unit = unit or "unit_of_%s.cc" % name
        native.genrule(
            name = name + ".unit",
            outs = [unit],
            cmd = "printf '%%s\\n' %s > $@" % " ".join(["'%s'" % line for line in lines]),
        )
        _cc_library(name = name + ".sources", textual_hdrs = sources, tags = ["manual"])
        srcs = [unit] + [src for src in srcs if src not in sources]
        deps = deps + [":%s.sources" % name] + common
    rule(name = name, srcs = srcs, deps = deps, **kwargs)

def cc_library(**kwargs):
    """Bazel's cc_library, compiled as one unit (_as_unit has the arguments)."""
    _as_unit(_cc_library, **kwargs)

def cc_binary(**kwargs):
    """Bazel's cc_binary, compiled as one unit (_as_unit has the arguments)."""
    _as_unit(_cc_binary, **kwargs)

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
