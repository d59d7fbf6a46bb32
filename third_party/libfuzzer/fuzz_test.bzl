"""Tests of parsers with libFuzzer."""

load("//third_party:cc.bzl", "cc_test")

def fuzz_test(name, srcs, seeds, deps, **kwargs):
    """A test that feeds LLVMFuzzerTestOneInput.

    With --config=fuzz it goes on until --test_arg=-max_total_time=SECONDS (or
    for ever), beginning with the seeds; otherwise it only replays these.

    Args:
      name: the test's name
      srcs: sources, one of which has LLVMFuzzerTestOneInput
      seeds: files of this package
      deps: as usual
      **kwargs: of cc_test
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
