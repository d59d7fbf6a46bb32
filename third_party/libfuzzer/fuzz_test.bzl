"""Fuzz tests of file readers, with libFuzzer."""

load("//third_party:cc.bzl", "cc_test")

def fuzz_test(name, srcs, seeds, deps, **kwargs):
    """A test that calls LLVMFuzzerTestOneInput.

    With --config=fuzz, it begins with the seeds and generates inputs for the time that
    --test_arg=-max_total_time=SECONDS gives (default: without end). Otherwise it runs each seed once.

    Args:
      name: name of the test
      srcs: sources, one of which has LLVMFuzzerTestOneInput
      seeds: files of this package
      deps: libraries of the test
      **kwargs: arguments of cc_test
    """
    paths = ["%s/%s" % (native.package_name(), seed) for seed in seeds]
    fuzz = "//third_party/libfuzzer:fuzz"
    cc_test(
        name = name,
        size = "small",
        srcs = srcs,
        args = select({
            fuzz: ["-seed_inputs=" + ",".join(paths)],
            "//conditions:default": paths,
        }),
        data = seeds,
        linkopts = select({
            fuzz: ["-fsanitize=fuzzer"],
            "//conditions:default": [],
        }),
        tags = ["fuzz"],
        deps = deps + select({
            fuzz: [],
            "//conditions:default": ["//third_party/libfuzzer:replay_seeds"],
        }),
        **kwargs
    )
