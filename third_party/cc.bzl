"""cc_test with a seed for property tests."""

load("@rules_cc//cc:defs.bzl", _cc_test = "cc_test")

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
